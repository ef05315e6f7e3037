"""The package itself: types, examples, docstrings, progress bars."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import types

import carom
import carom._laws
import carom._manual
import carom._overlap
import numpy as np
import pytest
from carom import _progress
from conftest import ROOT, optional

EXAMPLES = sorted((ROOT / "examples/python").glob("*.py"))


def run_example(path, folder, *arguments):
    environment = {**os.environ, "MPLBACKEND": "agg", "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, path, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def mypy(folder, *arguments):
    optional("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_type_checkers_accept_the_examples(tmp_path):
    """As a user sees it: the installed package, no settings but these."""
    mypy(tmp_path, "--ignore-missing-imports", *EXAMPLES)


def test_type_checkers_accept_the_package():
    mypy(ROOT / "crates/carom-python/python", "--config-file", ROOT / "pyproject.toml", "carom")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_examples_run(path, tmp_path):
    for library in ("polars", "scipy"):
        if library in path.read_text():
            optional(library)
    assert run_example(path, tmp_path).strip()


def test_the_example_prints_the_events_of_the_readme(tmp_path):
    printed = run_example(ROOT / "examples/python/bouncing_ball.py", tmp_path)
    lines = printed.splitlines()
    assert lines[0].split()[0] == "contact-begin"
    # 1e-9: ten times the tolerance of the run
    assert float(lines[0].split()[1]) == pytest.approx(0.451600755751788, abs=1e-9)


def test_the_numbers_that_made_the_data_are_in_the_intervals(tmp_path):
    optional("scipy")
    optional("matplotlib")
    printed = run_example(ROOT / "examples/python/identify.py", tmp_path, "picture.png")
    rows = re.findall(r"(\w+) +[\d.]+ -> ([\d.]+) ± ([\d.]+) \(95 %\), in truth ([\d.]+)", printed)
    assert [row[0] for row in rows] == ["e", "mu", "speed", "height"]
    for _, value, within, truth in rows:
        # of a fixed seed: all of them are; the last digit is rounded
        assert abs(float(value) - float(truth)) <= float(within) + 1e-4
        assert float(within) < 0.01 * float(value)
    assert (tmp_path / "picture.png").stat().st_size > 1000


def test_the_tuned_cam_opens_more_within_its_bounds(tmp_path):
    optional("scipy")
    optional("matplotlib")
    printed = run_example(ROOT / "examples/python/tune_cam.py", tmp_path, "picture.png")
    rows = re.findall(r"(\w+): mean lift ([\d.]+) mm, contact force +([\d.]+) to +([\d.]+) N", printed)
    (_, before, least, _), (_, after, tuned, most) = rows
    # a cosine has half its height as mean
    assert float(before) == pytest.approx(4.5, abs=1e-3)
    assert float(after) > 1.05 * float(before)
    assert float(least) < 60 <= float(tuned) + 0.05 and float(most) <= 900.05
    assert (tmp_path / "picture.png").stat().st_size > 1000


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_pages_run(page, tmp_path, monkeypatch, capsys):
    """All blocks of a page, one after the other, in one session."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(ROOT)
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    session = {}
    for block in blocks:
        for name, word in (("pandas", "to_pandas"), ("scipy", "scipy")):
            if word in block:
                optional(name)
        exec(compile(block, page, "exec"), session)
    assert len(opened) == "\n".join(blocks).count(".show()")
    assert "contact-begin" in capsys.readouterr().out


def test_the_blocks_of_the_page_for_users_of_mujoco_run(monkeypatch, capsys):
    """They give the rows of its tables."""
    monkeypatch.chdir(ROOT)
    session = {}
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "docs/how-to/from-mujoco.md").read_text(), re.DOTALL):
        exec(compile(block, "from-mujoco.md", "exec"), session)
    upper, lower, touch, depth, rebound = (float(word) for word in capsys.readouterr().out.split())
    assert [upper, lower] == pytest.approx([1.65337140, -0.48465225], abs=2e-8)
    assert touch == pytest.approx(0.4516007557517876, abs=1e-12)
    assert [depth, rebound] == pytest.approx([-0.01245, 0.620], abs=5e-4)


def test_the_blocks_of_the_tutorial_on_bifurcations_run(monkeypatch, capsys):
    optional("matplotlib")
    [block] = re.findall(r"```python\n(.*?)```", (ROOT / "docs/tutorials/bifurcations.md").read_text(), re.DOTALL)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(ROOT)
    exec(compile(block, "bifurcations.md", "exec"), {})
    assert capsys.readouterr().out.count("period-doubling 2.") == 3


def test_the_studies_of_the_tutorial_on_bifurcations_are_the_examples():
    page = (ROOT / "docs/tutorials/bifurcations.md").read_text()
    blocks = re.findall(r"```\w+\n# (examples/studies/\w+\.toml)\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 3
    for path, block in blocks:
        lines = [line for line in (ROOT / path).read_text().splitlines() if not line.startswith("#")]
        assert block.replace("../studies/", "").strip() == "\n".join(lines).strip()


def test_the_query_of_the_page_on_studies_runs(tmp_path, monkeypatch):
    """The dataset of the study of the page is one table for DuckDB, and for Polars and pandas the same one."""
    [query] = re.findall(r"```sql\n(.*?)```", (ROOT / "docs/studies.md").read_text(), re.DOTALL)
    duckdb, polars, pandas = optional("duckdb"), optional("polars"), optional("pandas")
    monkeypatch.chdir(tmp_path)
    carom.sweep(ROOT / "examples/studies/ball.toml", progress=False)
    found = sorted(duckdb.sql(query).fetchall())
    by_polars = polars.read_parquet("ball.sweep/runs/*.parquet").group_by("k").agg(polars.col("depth").max())
    assert found == sorted(by_polars.rows())
    by_pandas = pandas.read_parquet("ball.sweep/runs").groupby("k")["depth"].max()
    assert found == sorted(by_pandas.items())
    assert len(found) == 9


@pytest.mark.parametrize("module", [carom, carom._laws, carom._manual, carom._overlap])
def test_docstrings(module, monkeypatch):
    monkeypatch.chdir(ROOT)
    with np.printoptions(legacy="1.25"):
        found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0


def test_everything_public_is_documented():
    for name in carom.__all__:
        if not name.startswith("__"):
            thing = getattr(carom, name)
            assert thing.__doc__ and len(thing.__doc__) > 20, name
            assert thing.__module__ in (
                "carom",
                "carom._laws",
                "carom._manual",
                "carom._model",
                "carom._overlap",
                "carom._result",
                "carom._sweep",
            )


def test_a_bar_without_tqdm(capsys):
    line = _progress.Line()
    line.show(carom.Progress("dynamic", 0.0, 0.5, 1.0, 1e-3, 12))
    line.close()
    shown = capsys.readouterr().err
    assert "dynamic ███████████████░" in shown and "50%" in shown and "12 events" in shown
    assert shown.endswith("\r")


def test_a_bar_appears_in_long_runs_only(monkeypatch):
    made = []

    class Display:
        def __init__(self):
            made.append(self)
            self.shown = []

        def show(self, progress):
            self.shown.append(progress.time)

        def close(self):
            self.shown.append("closed")

    clock = [0.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: clock[0])
    bar = _progress.Bar(Display)
    bar(carom.Progress("dynamic", 0.0, 0.1, 1.0, 1e-3, 0))
    assert not made
    clock[0] = 1.0
    bar(carom.Progress("dynamic", 0.0, 0.2, 1.0, 1e-3, 0))
    bar.close()
    assert made[0].shown == [0.2, "closed"]


def test_a_bar_in_a_notebook_without_tqdm(monkeypatch):
    shown = []

    class Handle:
        def update(self, html):
            shown.append(html)

    page = types.ModuleType("IPython.display")
    page.HTML = str
    page.display = lambda html, display_id: Handle()
    shell = type("ZMQInteractiveShell", (), {})()
    ipython = types.ModuleType("IPython")
    ipython.get_ipython = lambda: shell
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", page)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert _progress._in_notebook()
    display = _progress._display()
    display.show(carom.Progress("static", 0.0, 1.0, 4.0, 1e-3, 0))
    display.close()
    assert 'value="0.2500"' in shown[0] and shown[-1] == ""


def test_a_bar_of_tqdm(capsys):
    tqdm = optional("tqdm").tqdm
    bar = _progress.Tqdm(tqdm)
    bar.show(carom.Progress("dynamic", 0.0, 0.25, 1.0, 1e-3, 3))
    bar.show(carom.Progress("static", 0.0, 0.1, 1.0, 1e-3, 3))
    bar.close()
    assert "dynamic" in capsys.readouterr().err


def test_nothing_is_shown_where_nobody_looks(capsys):
    result = carom.read(ROOT / "examples/bouncing_ball/ball.adm").simulate(end=0.1)
    assert result.status == "done"
    shown = capsys.readouterr()
    assert shown.out == shown.err == ""
