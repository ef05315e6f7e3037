"""Reading and running models; results; what goes wrong."""

from __future__ import annotations

import _thread
import json
import pickle
import signal
import threading
import warnings

import carom
import numpy as np
import pytest
from conftest import BALL, ROOT

DECK = """\
Ball
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=2, IP=1,1,1, QG=0,0,1.1
MARKER/2, PART=2
ACCGRAV/KGRAV=-9.80665
{}
END
"""
STOP = "SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY\n, FUNCTION=IMPACT(DZ(2,1), VZ(2,1), 0.1, 1E5, 1.5, 50, 1E-4)"


@pytest.fixture
def deck(tmp_path):
    """Makes a deck of a falling ball with some statements more."""

    def make(statements: str = STOP):
        path = tmp_path / "deck.adm"
        path.write_text(DECK.format(statements))
        return path

    return make


@pytest.fixture(scope="module")
def ball() -> carom.Result:
    return carom.read(BALL).simulate(end=1.0, steps=100, error=1e-10)


def test_the_events_of_the_ball(ball):
    # the first four of README.md, from a computation of 34 digits
    expected = {
        "contact-begin": 0.451600755751788,
        "full-damping": 0.451623339051329,
        "force-off": 0.473072367269029,
        "contact-end": 0.477774924851584,
    }
    assert list(ball.events["kind"][:4]) == list(expected)
    # 1e-9: ten times the tolerance of the run
    assert ball.events["time"][:4] == pytest.approx(list(expected.values()), abs=1e-9)
    assert set(ball.events["element"]) == {"SFORCE/1"}


def test_bodies_follow_free_fall(ball):
    body = ball.bodies.where(part=2)
    falling = body["time"] < 0.45
    assert len(body) == 101 and falling.sum() == 45
    t, g = body["time"][falling], 9.80665
    start = body["z"][0]
    assert body["z"][falling] == pytest.approx(start - g * t * t / 2, abs=1e-9)
    assert body["vz"][falling] == pytest.approx(-g * t, abs=1e-9)
    assert np.array_equal(body["time"], np.arange(101) * 1.0 / 100) or body["time"] == pytest.approx(
        np.arange(101) / 100, abs=1e-15
    )


def test_summary_says_what_run_json_says(ball, tmp_path):
    on_disk = carom.read(BALL).run(end=1.0, steps=100, error=1e-10, out=tmp_path / "ball.carom")
    said = json.loads((tmp_path / "ball.carom/run.json").read_text())
    assert set(ball.summary) == set(said) == set(on_disk.summary)
    for name in ["status", "title", "units", "degrees_of_freedom", "diagnostics", "error"]:
        assert ball.summary[name] == said[name]
    memory, disk = ball.summary["analyses"], said["analyses"]
    without_clock = [[{k: v for k, v in a.items() if k != "wall_s"} for a in side] for side in (memory, disk)]
    assert without_clock[0] == without_clock[1]
    assert ball.status == "done" and ball.degrees_of_freedom == 6
    assert ball.units["length"] == "meter"


@pytest.mark.parametrize("formats", [(), "csv"])
def test_results_on_disk_are_those_in_memory(ball, tmp_path, formats):
    out = tmp_path / "out"
    run = carom.run(BALL, end=1.0, steps=100, error=1e-10, out=out, formats=formats)
    assert run.folder == out and str(out) in repr(run)
    for result in [run, carom.load(out)]:
        for name in ["bodies", "requests", "joints", "forces", "contacts", "events"]:
            here, there = ball.table(name).to_dict(), result.table(name).to_dict()
            for column in here:
                np.testing.assert_array_equal(here[column], there[column])


def test_no_folder_of_results(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"run\.json"):
        carom.load(tmp_path)


def test_other_languages_and_commands():
    events = carom.read(BALL.with_suffix(".xml")).simulate(end=0.5, error=1e-10).events
    assert events["time"][0] == pytest.approx(0.451600755751788, abs=1e-9)
    linkage = carom.read(ROOT / "examples/four_bar/four_bar.acf").simulate()
    assert linkage.status == "done" and len(linkage.joints) > 0
    solids = carom.read(ROOT / "examples/solid_contact/wedge_and_block.acf").simulate()
    assert len(solids.contacts) > 0 and (solids.contacts["volume"] > 0).all()


def test_rigid_contact():
    model = carom.read(BALL)
    result = model.simulate(end=1.0, contact="rigid", restitution=0.8)
    hit = result.events.where(kind="impact")
    assert len(hit) >= 1
    assert hit["rate_after"] == pytest.approx(-0.8 * hit["rate_before"], rel=1e-12)
    with pytest.raises(ValueError, match="restitution belongs to"):
        model.simulate(end=1.0, restitution=0.8)


def test_bodies_that_yield():
    model = carom.read(BALL)
    result = model.simulate(end=2.0, contact="rigid", restitution=0.8, yield_speed=0.5)
    hit = result.events.where(kind="impact")
    speed = -hit["rate_before"]
    assert len(hit) > 2 and speed[0] > 4
    assert hit["rate_after"] == pytest.approx(0.8 * speed * np.minimum(1, 0.5 / speed) ** 0.25, rel=1e-12)
    with pytest.raises(ValueError, match="yield_speed belongs to"):
        model.simulate(end=1.0, yield_speed=0.5)
    with pytest.raises(carom.ModelError, match="yield-speed is -1; it has to be above 0"):
        model.simulate(end=1.0, contact="rigid", yield_speed=-1)


def test_linear_analysis():
    deck = ROOT / "validation/decks/linear/double_pendulum.acf"
    result = carom.read(deck).simulate()
    (linear,) = result.linearizations[:1]
    n = len(linear.states)
    assert linear.a.shape == (n, n) and n > 0
    by_numpy = np.linalg.eigvals(linear.a)
    # 1e-8: a double pendulum has no multiple eigenvalues, so both methods are good to rounding times the size of A
    assert np.sort(by_numpy.imag) == pytest.approx(np.sort(linear.eigenvalues.imag), abs=1e-8)
    assert by_numpy.real == pytest.approx(0, abs=1e-8)
    assert result.eigenvalues["imag"][: len(linear.eigenvalues)] == pytest.approx(linear.eigenvalues.imag)


def test_linearize():
    """A pendulum that hangs beside its equilibrium: ω = √(g/l)."""
    m = carom.Model(gravity=(0, 0, -9.80665))
    m.part("bob", mass=2.0, inertia=0.0, at=(0.1, 0, -1.9))
    m.joint("pin", "revolute", "bob", "ground", at=(0, 0, 0), z=(0, 1, 0))
    result = m.linearize(equilibrium=True)
    length = np.hypot(0.1, 1.9)
    # 1e-6: equilibrium is found to some digits
    assert np.abs(result.linearizations[-1].eigenvalues.imag) == pytest.approx(np.sqrt(9.80665 / length), rel=1e-6)
    assert result.eigenvalues["frequency"][0] == pytest.approx(np.sqrt(9.80665 / length) / (2 * np.pi), rel=1e-6)
    assert set(result.modes["part"]) == {2}


def test_check_counts():
    check = carom.read(BALL).check()
    assert check.accepted and check.degrees_of_freedom == 6
    assert check.elements["parts"] == 2 and check.unsupported == []


def test_a_model_that_is_refused(deck):
    path = deck(STOP.replace("VZ(2,1)", "VZ(2,77)").replace("TRANSLATION", "TRANSLATON"))
    with pytest.raises(carom.ModelError) as e:
        carom.read(path)
    errors = [d for d in e.value.diagnostics if d.severity == "error"]
    assert len(errors) >= 1
    d = errors[0]
    line = path.read_text().splitlines()[d.line - 1]
    assert d.file == str(path) and "SFORCE" in line or "FUNCTION" in line
    assert d.name.startswith("adm-") and d.message in str(e.value)
    # the line of the source, and a caret below the column
    shown = str(e.value).splitlines()
    caret = next(k for k, text in enumerate(shown) if "^" in text)
    assert line.strip() in shown[caret - 1]
    assert shown[caret].index("^") == shown[caret - 1].index(line) + d.column - 1
    assert isinstance(e.value, ValueError) and isinstance(e.value, carom.CaromError)
    assert str(pickle.loads(pickle.dumps(e.value))) == str(e.value)


def test_an_analysis_in_place_of_those_of_the_model(deck):
    result = carom.read(deck()).simulate(analysis="static")
    # 0.1 - (m*g/k)^(2/3); 1e-10 is what equilibrium promises
    assert result.bodies["z"][-1] == pytest.approx(0.1 - (9.80665 / 1e5) ** (2 / 3), abs=1e-10)


def test_options_that_are_refused(deck):
    model = carom.read(deck())
    with pytest.raises(carom.ModelError, match="there is no integrator radu5") as e:
        model.simulate(end=1.0, integrator="radu5")
    (d,) = [d for d in e.value.diagnostics if d.severity == "error"]
    assert d.name == "session-unknown-integrator" and d.help == "did you mean radau5?"
    with pytest.raises(carom.ModelError, match="error is -1"):
        model.simulate(end=1.0, error=-1)
    with pytest.raises(carom.ModelError, match="end 1.5"):
        model.simulate()
    for options, message in [
        ({"steps": 3, "dt": 0.1}, "steps or dt"),
        ({"steps": -3}, "steps is -3"),
        ({"analysis": "x"}, "analysis must be one of 'dynamic'"),
        ({"contact": "soft"}, "contact must be one of 'as-modelled'"),
        ({"contact_rule": "soft"}, "contact_rule must be one of 'adams'"),
        ({"locator": "x"}, "locator must be"),
        ({"impact_law": "x"}, "impact_law must be"),
        ({"impacts": "x"}, "impacts must be one of 'resolved', 'all'"),
    ]:
        with pytest.raises(ValueError, match=message):
            model.simulate(end=1.0, **options)
    with pytest.raises(ValueError, match="formats must be one of 'parquet'"):
        model.run(end=1.0, formats="xls")
    with pytest.raises(TypeError):
        model.simulate(end="soon")
    with pytest.raises(carom.ModelError, match="not a model by its ending"):
        carom.read("ball.txt")
    with pytest.raises(carom.ModelError):
        carom.read("missing.adm")


def test_warnings_of_a_model_are_warnings(deck):
    path = deck()
    path.write_text(path.read_text().replace("\nEND", ""))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = carom.read(path)
    (said,) = [d for d in model.diagnostics if d.severity == "warning"]
    assert said.name == "adm-missing-end"
    (warning,) = caught
    assert str(warning.message) == said.rendered
    assert warning.category is carom.ModelWarning and warning.filename == __file__
    with pytest.raises(carom.ModelError, match="adm-missing-end"):
        carom.read(path, strict=True)


FAILS = "SFORCE/7, I=2, J=1, TRANSLATION, ACTIONONLY, FUNCTION=SQRT(0.25-TIME)"


def test_a_run_that_fails_keeps_its_results(deck):
    model = carom.read(deck(FAILS))
    with pytest.raises(carom.SimulationError) as e:
        model.simulate(end=1.0, steps=100)
    error = e.value
    assert 0 < error.time <= 0.25 + 1e-9
    assert error.element == "SFORCE/7"
    assert error.result.status == "early"
    reached = error.result.bodies["time"]
    assert len(reached) > 1 and reached[-1] <= error.time
    assert error.message in str(error) and "ended early at time" in str(error)

    quiet = model.simulate(end=1.0, steps=100, check=False)
    assert quiet.status == "early" and quiet.summary["error"]["time"] == error.time
    np.testing.assert_array_equal(quiet.bodies["time"], reached)
    again = pickle.loads(pickle.dumps(error))
    assert again.time == error.time and len(again.result.bodies) == len(reached)


def test_a_failure_says_the_name_of_the_element():
    m = carom.Model()
    m.part("p", mass=1.0, inertia=1.0)
    m.force("root", "p", "ground", "SQRT(0.25-TIME)", action_only=True)
    with pytest.raises(carom.SimulationError, match="SFORCE/3 is 'root'") as e:
        m.simulate(end=1.0)
    assert (e.value.element, e.value.name) == ("SFORCE/3", "root")


def test_the_manual():
    assert "IMPACT" in carom.explain("IMPACT") and "stiffness" in repr(carom.explain("impact"))
    assert "session-no-end" in carom.explain("session-no-end")
    with pytest.raises(KeyError, match="did you mean"):
        carom.explain("IMPCT")


def test_a_run_on_disk_that_fails(deck, tmp_path):
    with pytest.raises(carom.SimulationError) as e:
        carom.read(deck(FAILS)).run(end=1.0, steps=100, out=tmp_path / "out")
    assert e.value.result.folder == tmp_path / "out"
    assert len(carom.load(tmp_path / "out").bodies) == len(e.value.result.bodies) > 1


ENDLESS = "SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY, FUNCTION=SIN(100*TIME)"
"""With an end at 1e6 there are some 1e8 steps to do."""


def test_progress_is_told_and_can_stop_a_run(deck):
    seen = []

    def look(p: carom.Progress) -> bool:
        seen.append(p)
        return len(seen) < 3

    result = carom.read(deck(ENDLESS)).simulate(end=1e6, steps=10, progress=look)
    assert len(seen) == 3
    assert result.status == "early"
    assert result.summary["error"]["message"] == "stopped on request"
    assert all(p.analysis == "dynamic" and p.end == 1e6 and p.step > 0 for p in seen)
    assert 0 < seen[0].time < seen[1].time < seen[2].time
    assert 0 < seen[2].fraction < 0.1


def test_what_a_callback_raises_comes_out(deck):
    def look(p: carom.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        carom.read(deck(ENDLESS)).simulate(end=1e6, steps=10, progress=look)


@pytest.fixture
def ctrl_c():
    """The handler of Ctrl-C that Python begins with, also where a shell has started it in the background, with Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_keeps_the_results(deck):
    """The timer needs the interpreter to fire, and the run would not end for ages: it can only pass if the run leaves it free."""
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(carom.Interrupted) as e:
        carom.read(deck(ENDLESS)).simulate(end=1e6, steps=1_000_000, progress=False)
    timer.join()
    assert isinstance(e.value, KeyboardInterrupt)
    result = e.value.result
    assert result.status == "early" and len(result.bodies) > 0
    assert "interrupted at time" in str(e.value)


@pytest.mark.usefixtures("ctrl_c")
def test_a_signal_in_a_callback_is_an_interrupt_too(deck):
    with pytest.raises(carom.Interrupted):
        carom.read(deck(ENDLESS)).simulate(end=1e6, steps=1, progress=lambda p: signal.raise_signal(signal.SIGINT))


def test_models_run_in_threads_and_travel():
    model = pickle.loads(pickle.dumps(carom.read(BALL)))
    found: dict[int, carom.Result] = {}

    def work(k: int) -> None:
        found[k] = model.simulate(end=0.5, error=1e-8)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    alone = model.simulate(end=0.5, error=1e-8)
    for k in range(3):
        np.testing.assert_array_equal(found[k].bodies["z"], alone.bodies["z"])


def test_what_notebooks_and_terminals_show(ball, deck):
    assert "carom.Result done" in repr(ball) and "101 bodies" in repr(ball)
    assert "carom.Table events" in repr(ball.events)
    html = ball._repr_html_()
    assert "contact-begin" in html and "<table>" in html
    # a curve of each quantity that varies
    assert html.count("<polyline") == 3 and "request 1, f2" in html and "request 1, f1" not in html
    path = deck()
    path.write_text(path.read_text().replace("Ball", "<script>alert(1)</script>", 1))
    result = carom.read(path).simulate(end=0.1)
    for shown in (result._repr_html_(), result.show(path.with_suffix(".html")).read_text("utf-8")):
        assert "<script>" not in shown and "&lt;script&gt;" in shown
