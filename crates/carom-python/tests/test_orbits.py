"""Periodic orbits, branches and exponents, against closed forms and what the command line writes."""

from __future__ import annotations

import math
import pickle

import carom
import numpy as np
import pytest
from conftest import ROOT, optional

STUDY = ROOT / "examples/studies/stop_orbits.toml"
OMEGA = {"omega": {"at": "SFORCE/1.function#1", "values": [2.6]}}
RUN = {"contact": "rigid", "restitution": 0.6, "integrator": "dop853", "error": 1e-11}
ORBIT = {"period": "2*PI/omega", "settle": "50*2*PI/omega"}


@pytest.fixture
def oscillator():
    return carom.read(ROOT / "examples/studies/stop_oscillator.adm")


def test_an_orbit_of_a_study():
    orbit = carom.orbit(STUDY)
    # validation/values/stability.json: the impact oscillator at omega = 2.2
    assert orbit.parameters == {"omega": 2.2}
    assert orbit.period == pytest.approx(2 * math.pi / 2.2, abs=1e-15)
    assert orbit.stable and orbit.kinds.count("plain") == 2
    plain = orbit.multipliers[[k == "plain" for k in orbit.kinds]]
    # 1e-9: some hundred times the tolerance of the runs
    assert plain[0] == pytest.approx(0.3600983467 + 0.2714303774j, abs=1e-9)
    assert np.prod(plain).real == pytest.approx(0.6**2 * math.exp(-0.2 * orbit.period), abs=1e-10)
    [event] = orbit.events
    assert event["kind"] == "impact" and event["of"] == "SFORCE/2"
    assert event["rate_after"] == pytest.approx(-0.6 * event["rate_before"], abs=1e-12)
    z, v = orbit.states["POINT_MASS/2.z"], orbit.states["POINT_MASS/2.vz"]
    assert z[0] == pytest.approx(orbit.state["POINT_MASS/2.z"], abs=1e-12) and len(z) == len(orbit.times) == 403
    assert z[-1] == pytest.approx(z[0], abs=1e-9) and v[-1] == pytest.approx(v[0], abs=1e-9)
    assert repr(orbit).startswith("<carom.Orbit: period 2.85599332, 1 events, stable, largest multiplier 0.4509")
    again = pickle.loads(pickle.dumps(orbit))
    assert again.picture() == orbit.picture() and again.events == orbit.events
    assert all((again.tables[t][c] == v).all() for t in orbit.tables for c, v in orbit.tables[t].items() if v.dtype.kind != "f")
    html = orbit._repr_html_()
    assert "<svg" in html and "unit circle" in html


def test_a_model_in_memory_has_the_orbits_of_a_study_file(oscillator, tmp_path):
    by_file = carom.orbit(STUDY)
    omega = {"omega": {"at": "SFORCE/1.function#1", "values": [2.2]}}
    by_model = carom.orbit(oscillator, parameters=omega, orbit=ORBIT, **RUN)
    np.testing.assert_array_equal(by_model.multipliers, by_file.multipliers)
    as_it_is = carom.orbit(oscillator, orbit={"period": "2*PI/2.2", "settle": "50*2*PI/2.2"}, **RUN)
    assert as_it_is.parameters == {}
    np.testing.assert_allclose(as_it_is.multipliers, by_file.multipliers, atol=1e-9)
    # changed in memory: with twice the mass and all forces doubled the motion is the same
    oscillator["POINT_MASS/2"].mass = 2.0
    oscillator["SFORCE/1"].function = f"2*({oscillator['SFORCE/1'].function})"
    omega["omega"]["at"] = "SFORCE/1.function#2"
    doubled = carom.orbit(oscillator, parameters=omega, orbit=ORBIT, **RUN)
    assert [e["time"] for e in doubled.events] == pytest.approx([e["time"] for e in by_file.events], abs=1e-8)
    np.testing.assert_allclose(doubled.multipliers, by_file.multipliers, atol=1e-8)


def test_a_branch_with_its_bifurcation(oscillator, tmp_path):
    branch = {"along": "omega", "from": 2.55, "to": 2.75, "step": 0.25}
    branches = carom.branch(oscillator, parameters=OMEGA, orbit=ORBIT, branch=branch, **RUN)
    assert len(branches) == 2 and branches.along == "omega"
    [doubling] = branches.bifurcations
    # validation/values/stability.json
    assert doubling.type == "period-doubling" and doubling.value == pytest.approx(2.6807600178, abs=1e-9)
    assert doubling.error < 1e-6
    nearest = min(abs(m + 1) for m in doubling.orbit.multipliers)
    assert nearest < 1e-6
    first, second = branches
    assert (first.returns, second.returns) == (1, 2)
    np.testing.assert_array_equal(first.stable, first.values < doubling.value)
    assert first.states.shape == (len(first), 13) and first.multipliers.shape[0] == len(first)
    assert first.ended[1] == "end of the range"
    tables = branches.tables
    assert list(tables["bifurcations"]["type"]) == ["period-doubling"]
    np.testing.assert_array_equal(tables["orbits"]["omega"], [*first.values, *second.values])
    optional("pyarrow")
    rows = optional("pandas").read_parquet(branches.tables.save(tmp_path / "b")[0])
    assert list(rows["mu_max"]) == list(tables["orbits"]["mu_max"])
    assert list(tables.to_pandas("orbits").columns) == list(rows.columns)
    polars = optional("polars")
    assert tables.to_polars("orbits").filter(polars.col("stable") == 1).height == first.stable.sum() + second.stable.sum()
    with pytest.raises(KeyError, match="there are orbits, multipliers"):
        tables["orbit"]
    with pytest.raises(ValueError, match="'parquet' or 'csv'"):
        tables.save(tmp_path / "c", format="excel")
    assert "PD" in branches._repr_html_()
    branches.picture(tmp_path / "b.png", y=["impacts", "period"])
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"\.svg or \.png"):
        branches.picture(tmp_path / "b.pdf")
    with pytest.raises(carom.ModelError, match="no column perod"):
        branches.picture(y="perod")


def test_a_column_buckles(tmp_path):
    deck = tmp_path / "column.adm"
    deck.write_text(
        """A bar that a spring of stiffness 3 holds upright, under a load
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1, REULER = 0, 90D, 0
MARKER/12, PART = 1
PART/2, MASS = 1, CM = 21, IP = 0.1, 0.1, 0.1
MARKER/20, PART = 2, REULER = 0, 90D, 0
MARKER/21, PART = 2, QP = 0, 0, 0.5
MARKER/22, PART = 2, QP = 0, 0, 1
JOINT/1, REVOLUTE, I = 20, J = 10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 22, J = 12, FUNCTION = -1.0
SFORCE/2, ROTATIONAL, I = 20, J = 10, FUNCTION = -3*AZ(20, 10) - 0.1*WZ(20, 10, 10)
END
"""
    )
    column = carom.read(deck)
    load = {"p": {"at": "SFORCE/1.function#1", "was": 1, "values": [1]}}
    upright, bent = carom.branch(column, parameters=load, equilibrium={}, branch={"along": "p", "from": 0.5, "to": 6})
    [crossing] = upright.bifurcations
    # stiffness over length; 1e-10 of the range
    assert crossing.type == "branch-point" and crossing.value == pytest.approx(3.0, abs=1e-9)
    assert all(o.at_rest for o in (*upright.orbits, *bent.orbits))
    np.testing.assert_array_equal(upright.stable, upright.values < 3)
    alone = carom.orbit(column, parameters=load, equilibrium={})
    assert "equilibrium, stable" in repr(alone) and len(alone.times) == 1 and set(alone.states) == set(alone.state)
    # I = 0.1 + 0.25, stiffness 3 - 1
    assert max(alone.multipliers.imag) == pytest.approx(np.sqrt(2 / 0.35 - (0.1 / 0.7) ** 2), abs=1e-9)
    assert list(alone.tables) == ["equilibria", "eigenvalues"]


def test_pictures_with_matplotlib_have_the_lines_of_the_others(oscillator, tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    pyplot = optional("matplotlib.pyplot")
    branch = {"along": "omega", "from": 2.55, "to": 2.75, "step": 0.25}
    branches = carom.branch(oscillator, parameters=OMEGA, orbit=ORBIT, branch=branch, **RUN)
    omega = {"omega": {"at": "SFORCE/1.function#1", "values": [2.55, 2.65, 2.75]}}
    section = {"event": "impact", "settle": "100*2*PI/omega", "points": 2, "columns": {"v": "rate_before"}}
    end = {"end": "120*2*PI/omega", "steps": 1}
    sweep = carom.sweep(oscillator, out=tmp_path / "s", progress=False, parameters=omega, section=section, **end, **RUN)
    ax = branches.plot(y="impacts", behind=sweep)
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert {"stable", "unstable", "runs of the study"} <= set(lines)
    dots = lines["runs of the study"].get_xydata()
    stable = lines["stable"].get_xydata()
    stable = stable[np.isfinite(stable[:, 0])]
    # The runs at the ends of the range have come to the stable orbits; 1e-6: what a hundred periods leave of the way.
    for x, y in dots[np.isin(dots[:, 0], [2.55, 2.75])]:
        here = np.abs(stable[:, 0] - x) < 1e-3
        assert np.abs(stable[here, 1] - y).min() < 1e-3, (x, y)
    two = branches.plot()
    assert len(two) == 2
    with pytest.raises(ValueError, match="2 panels and 1 axes"):
        branches.plot(ax)
    pyplot.close("all")


def test_exponents_add_up(oscillator):
    exponents = carom.exponents(oscillator, parameters=OMEGA, orbit=ORBIT, exponents={"periods": 100, "batches": 10}, **RUN)
    # what damping and one impact a period take: c and 2 ln e
    period = 2 * math.pi / 2.6
    assert exponents.sum == pytest.approx(-0.2 + 2 * math.log(0.6) / period, abs=1e-9)
    assert exponents.values.sum() == pytest.approx(exponents.sum, abs=1e-12)
    assert exponents.events == 100 and exponents.lost == 0 and not exponents.chaotic
    times, known = exponents.convergence
    np.testing.assert_allclose(known[-1], exponents.values, atol=1e-13)
    assert times[-1] == pytest.approx(exponents.time) and known.shape == (100, len(exponents.values))
    assert "±" in repr(exponents) and "<svg" in exponents._repr_html_()


def test_what_is_not_found_says_why(oscillator):
    with pytest.raises(carom.OrbitError, match=r"no section \[branch\]"):
        carom.branch(oscillator, parameters=OMEGA, orbit=ORBIT, **RUN)
    with pytest.raises(carom.OrbitError, match="Time forces the motion with another period|no periodic orbit"):
        carom.orbit(oscillator, parameters=OMEGA, orbit={"period": "3"}, **RUN)
    with pytest.raises(carom.ModelError, match="not both"):
        carom.orbit(oscillator, parameters=OMEGA, orbit={**ORBIT, "event": "impact"}, **RUN)
    with pytest.raises(carom.ModelError, match="needs"):
        carom.exponents(oscillator, parameters=OMEGA, exponents={}, **RUN)


def test_an_orbit_of_a_model_that_is_built_here():
    """A ball on a vibrating table, by names: one impact a period, whose speed is that of the closed form."""
    m = carom.Model("Ball on a vibrating table", gravity=(0, 0, -9.80665))
    m.part("table", mass=1.0, inertia=1.0)
    m.joint("rail", "translational", "table", "ground", at=(0, 0, 0), z=(0, 0, 1))
    m.motion("drive", "0.35*SIN(2*PI*TIME)", joint="rail")
    # beside that orbit at time 0: there is another one, on which the ball comes to rest on the table each period
    m.part("ball", mass=1.0, inertia=1.0, at=(0, 0, 0.75))
    m["ball"].vz = -3.75
    m.force("contact", "ball", "table", "IMPACT(DZ(ball, table), VZ(ball, table), 0.0, 1E6, 1.5, 50.0, 1E-4)", action_only=True)
    run = {"contact": "rigid", "restitution": 0.5, "integrator": "dop853", "error": 1e-10}
    orbit = carom.orbit(m, parameters={"a": "drive.function#1"}, orbit={"period": 1, "settle": 60}, **run)
    [impact] = [e for e in orbit.events if e["kind"] == "impact"]
    assert orbit.stable
    # The ball flies for a period, from and to the same height: its speed is g T / 2 on both sides; what e says of the speeds beside the table's makes that g T / (1 + e) before.
    assert -impact["rate_before"] == pytest.approx(9.80665 / 1.5, rel=1e-8)
