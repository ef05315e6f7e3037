"""Studies on threads, processes and a cluster give the same bytes; what is lost is done again."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import carom
import numpy as np
import pytest
from carom.__main__ import main as command_line
from conftest import ROOT, optional

DECK = """\
Fall
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,20
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
END
"""
STUDY = """\
model = "fall.adm"
results = { part = 10 }
[run]
end = 1.0
steps = 10
[parameters]
height = { at = "PART/2.qg.z", from = 1.0, to = 12.0, points = 12 }
speed = { at = "PART/2.vz", values = [0.0, 2.0, 4.0] }
[responses]
lowest = { min = "DZ(20,10)" }
"""


@pytest.fixture
def study(tmp_path) -> carom.Study:
    (tmp_path / "fall.adm").write_text(DECK)
    path = tmp_path / "fall.toml"
    path.write_text(STUDY)
    return carom.Study(path)


def content(sweep: carom.Sweep) -> list[bytes]:
    assert sweep.status == "done" and len(sweep.files) == 4
    return [f.read_bytes() for f in sweep.files]


def test_the_rows_of_a_study(study, tmp_path, monkeypatch):
    assert len(study) == 36 and study.values(1) == {"height": 1.0, "speed": 2.0}
    told = []
    monkeypatch.chdir(tmp_path)
    sweep = carom.sweep(study, progress=lambda done, total: told.append((done, total)))
    assert sweep.folder.name == "fall.sweep" and sweep.counts["done"] == len(sweep) == 36
    assert told[-1] == (36, 36) and [d for d, _ in told] == sorted(d for d, _ in told)
    assert "36 done of 36" in repr(sweep)
    table = optional("pyarrow") and sweep.to_arrow()
    rows = {name: np.array(table[name].to_pylist()) for name in ["run", "height", "speed", "lowest"]}
    assert list(rows["run"]) == list(range(36))
    # z₀ + v·t − 5·t² is lowest at the end. 1e-6: the tolerance of the run
    assert rows["lowest"] == pytest.approx(rows["height"] + rows["speed"] - 5.0, abs=1e-6)
    assert carom.load_sweep(sweep.folder).counts == sweep.counts
    # the deck of a run is the run
    alone = carom.read(tmp_path / "fall.adm")
    (tmp_path / "one.adm").write_text(study.deck(7))
    one = carom.read(tmp_path / "one.adm").simulate(end=1.0, steps=10)
    assert one.bodies["z"][-1] == rows["lowest"][7] and alone.title == "Fall"
    with pytest.raises(IndexError, match="runs 0 to 35"):
        study.deck(36)


def test_pandas_and_polars_read_the_rows(study, tmp_path):
    pandas, polars = optional("pandas"), optional("polars")
    optional("pyarrow")
    sweep = carom.sweep(study, out=tmp_path / "out", threads=1)
    frame = sweep.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["run"]) == list(range(36))
    assert isinstance(sweep.to_polars(), polars.DataFrame) and sweep.to_polars().height == 36


def test_all_executors_give_the_same_bytes(study, tmp_path):
    expected = content(carom.sweep(study, out=tmp_path / "threads", threads=2))
    assert content(carom.sweep(study.path, out=tmp_path / "one", threads=1, chunk=36)) == expected
    with ThreadPoolExecutor(3) as pool:
        assert content(carom.sweep(study, out=tmp_path / "pool", executor=pool)) == expected
    # workers begin with nothing of this process: the texts travel, the files may be gone
    spawn = multiprocessing.get_context("spawn")
    (tmp_path / "fall.adm").unlink()
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        assert content(carom.sweep(study, out=tmp_path / "processes", executor=pool)) == expected


class Flaky(Executor):
    """Carries out some tasks at once, and loses the others."""

    def __init__(self, good: int) -> None:
        self.good = good
        self.seen = 0

    def submit(self, work, /, *arguments, **named):
        future: Future = Future()
        self.seen += 1
        if self.seen > self.good:
            future.set_exception(ConnectionError("the worker is lost"))
        else:
            # over the wire and back
            future.set_result(pickle.loads(pickle.dumps(work))(*pickle.loads(pickle.dumps(arguments))))
        return future


def test_what_is_lost_is_done_again(study, tmp_path):
    expected = content(carom.sweep(study, out=tmp_path / "whole"))
    out = tmp_path / "torn"
    with pytest.raises(ConnectionError, match="the worker is lost"):
        carom.sweep(study, out=out, executor=Flaky(good=0), chunk=5)
    assert carom.load_sweep(out).status == "running"
    with pytest.raises(ConnectionError):
        carom.sweep(study, out=out, executor=Flaky(good=4), chunk=5, resume=True)
    kept = len(carom.load_sweep(out))
    again = carom.sweep(study, out=out, resume=True)
    assert kept <= 20 and content(again) == expected


class Restarting(Executor):
    """Loses the first try of each second task, as an engine does that restarts its workers."""

    def __init__(self) -> None:
        self.lost: set[int] = set()
        self.sent = 0

    def submit(self, work, /, *arguments, **named):
        future: Future = Future()
        self.sent += 1
        first = arguments[1][0]
        if self.sent % 2 == 0 and first not in self.lost:
            self.lost.add(first)
            future.set_exception(ValueError("the state of a future that is gone"))
        else:
            future.set_result(work(*arguments))
        return future


def test_a_task_that_is_lost_is_sent_again(study, tmp_path):
    expected = content(carom.sweep(study, out=tmp_path / "here"))
    executor = Restarting()
    sweep = carom.sweep(study, out=tmp_path / "there", executor=executor, chunk=4)
    assert len(executor.lost) >= 4 and executor.sent == 9 + len(executor.lost)
    assert content(sweep) == expected


def test_a_cluster_that_loses_a_worker(study, tmp_path):
    """Dask, with workers that are processes; one is killed when the first task has ended."""
    distributed = optional("distributed")
    expected = content(carom.sweep(study, out=tmp_path / "here"))
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        first = []

        def kill(done: int, total: int) -> None:
            if not first:
                first.append(done)
                worker = next(iter(cluster.workers.values()))
                worker.process.process.kill()

        sweep = carom.sweep(study, out=tmp_path / "there", executor=client.get_executor(), chunk=2, progress=kill)
    assert first and content(sweep) == expected


def test_ranks_of_mpi(study, tmp_path):
    """Two ranks: one hands out the runs, the other carries them out."""
    optional("mpi4py")
    mpiexec = shutil.which("mpiexec", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if mpiexec is None:
        pytest.skip("mpiexec is not installed")
    expected = content(carom.sweep(study, out=tmp_path / "here"))
    out = tmp_path / "there"
    command = [mpiexec, "-n", "2", sys.executable, "-m", "mpi4py.futures", "-m", "carom", "sweep", str(study.path)]
    # containers run as root, which Open MPI asks about
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    ran = subprocess.run(
        [*command, "--mpi", "--out", str(out)], env={**os.environ, **root}, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    assert "36 done of 36" in ran.stdout
    assert content(carom.load_sweep(out)) == expected


def test_the_command_line_on_a_cluster(study, tmp_path, capsys):
    distributed = optional("distributed")
    expected = content(carom.sweep(study, out=tmp_path / "here"))
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with distributed.LocalCluster(**settings) as cluster:
        address = cluster.scheduler_address
        out = tmp_path / "module"
        assert command_line(["sweep", str(study.path), "--dask", address, "--out", str(out), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["ended"]["done"] == 36
        assert content(carom.load_sweep(out)) == expected
        program = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug/carom"
        if program.exists():
            out = tmp_path / "program"
            command = [program, "sweep", study.path, "--dask", address, "--out", out]
            ran = subprocess.run(
                command, env={**os.environ, "CAROM_PYTHON": sys.executable}, capture_output=True, text=True, timeout=300
            )
            assert ran.returncode == 0, ran.stderr
            assert content(carom.load_sweep(out)) == expected
    study.path.write_text("nonsense")
    assert command_line(["sweep", str(study.path)]) == 2
    assert "study-syntax" in capsys.readouterr().err


def test_chains_of_a_continuation_stay_together(study, tmp_path):
    path = tmp_path / "chain.toml"
    path.write_text(STUDY + '[continuation]\nalong = "speed"\n')
    chain = carom.Study(path)
    tasks = []

    class Counting(ThreadPoolExecutor):
        def submit(self, work, /, *arguments, **named):
            tasks.append(arguments[-1])
            return super().submit(work, *arguments, **named)

    with Counting(2) as pool:
        sweep = carom.sweep(chain, out=tmp_path / "chains", executor=pool, chunk=1)
    # twelve heights; the speeds of each follow each other
    assert sorted(tasks) == [[3 * k, 3 * k + 1, 3 * k + 2] for k in range(12)]
    assert content(sweep) == content(carom.sweep(chain, out=tmp_path / "threads", threads=1))


def test_studies_that_are_refused(study, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text(STUDY.replace("PART/2.qg.z", "PART/2.qq.z"))
    with pytest.raises(carom.ModelError) as e:
        carom.sweep(bad)
    assert e.value.diagnostics[0].file == str(bad) and "qq" in str(e.value)
    (tmp_path / "own").mkdir()
    (tmp_path / "own/thesis.txt").write_text("years of work")
    with pytest.raises(carom.ModelError, match="exists and is no study"):
        carom.sweep(study, out=tmp_path / "own")
    with pytest.raises(FileNotFoundError, match=r"study\.json"):
        carom.load_sweep(tmp_path / "own")
    with pytest.raises(ValueError, match="chunk is 0"):
        carom.sweep(study, out=tmp_path / "out", chunk=0)
