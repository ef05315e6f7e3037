"""Models of MotionSolve in Python: looked at, changed, with scripts as users' code."""

from __future__ import annotations

import copy
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

import carom

EXAMPLES = Path(__file__).parents[3] / "examples"
BALL = EXAMPLES / "bouncing_ball" / "ball.xml"
MODEL = """<?xml version="1.0" encoding="utf-8"?>
<MultiBodySystem>
<Model>
  <Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="METER" time_unit="SECOND"/>
  <!-- a body on rails -->
  <Body_Rigid id="1" IsGround="TRUE"/>
  <Reference_Marker id="10" label="base" body_id="1"/>
  <Body_Rigid id="30102" label="sled" mass="2." cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
  <Reference_Marker id="20" label="tip" body_id="30102"/>
  <Force_Scalar_TwoBody id="5" label="push" type="Force" i_marker_id="20" j_marker_id="10" is_action_only="TRUE" val_expression="6"/>
</Model>
<Command><Simulate analysis_type="Transient" end_time="1." print_interval="0.5"/></Command>
</MultiBodySystem>
"""


@pytest.fixture
def sled(tmp_path: Path) -> carom.Model:
    path = tmp_path / "sled.xml"
    path.write_text(MODEL)
    return carom.read(path)


def height(model: carom.Model) -> float:
    """z at the end: F / m / 2."""
    return float(model.simulate(end=1.0).bodies["z"][-1])


def test_look_and_change(sled: carom.Model) -> None:
    assert height(sled) == pytest.approx(1.5, abs=1e-9)
    assert [p.name for p in sled.parts] == ["ground", "sled"]
    assert [m.name for m in sled.markers] == ["base", "tip"]
    assert sled["Body/30102"].mass == 2.0
    assert sled["Body/30102"] == sled["sled"] == sled["Body_Rigid/30102"]
    sled["Body/30102"].mass = 3
    assert height(sled) == pytest.approx(1.0, abs=1e-9)
    sled["push"].val_expression = "6*TIME"
    assert height(sled) == pytest.approx(1 / 3, abs=1e-9)
    assert "mass" in sled["sled"].arguments
    assert 'mass="3"' in sled.deck()
    with pytest.raises(AttributeError, match="mass"):
        _ = sled["sled"].masss


def test_wrong_changes_leave_it_as_it_was(sled: carom.Model) -> None:
    with pytest.raises(carom.ModelError, match="sled"):
        sled["sled"].mass = -1
    assert sled["sled"].mass == 2.0
    with pytest.raises(carom.ModelError):
        sled["push"].i_marker_id = 99
    assert sled["push"].i_marker_id == 20
    with pytest.raises(carom.ModelError, match="did you mean 'sled'"):
        _ = sled["sledd"]
    with pytest.raises(carom.ModelError, match="tip"):
        sled.remove("tip")
    assert height(sled) == pytest.approx(1.5, abs=1e-9)
    with pytest.raises(carom.ModelError, match="statement"):
        sled.part("second", mass=1.0)


def test_add_remove_copy(sled: carom.Model) -> None:
    other = sled.copy()
    spring = other.statement(
        "spring", "Force_Scalar_TwoBody", type="Force", i_marker_id="tip", j_marker_id="base", is_action_only=True, val_expression="-8*DZ(tip, base)"
    )
    assert (spring.label, spring.kind) == (30103, "force")
    # z'' = 3 - 4 z: z = 0.75 (1 - cos 2t)
    assert height(other) == pytest.approx(0.75 * (1 - np.cos(2.0)), abs=1e-6)
    assert len(sled.forces) == 1
    again = other.duplicate("push", "again")
    assert again.val_expression == 6.0
    other.remove(spring)
    assert height(other) == pytest.approx(3.0, abs=1e-9)
    for made in (pickle.loads(pickle.dumps(other)), other.copy(), copy.copy(other)):
        assert height(made) == pytest.approx(3.0, abs=1e-9)
    assert height(sled) == pytest.approx(1.5, abs=1e-9)


def test_callbacks_and_stepping(sled: carom.Model) -> None:
    sled["push"].val_expression = carom.callback(lambda t, z: 6.0 - 8.0 * z, inputs=["DZ(tip, base)"])
    assert height(sled) == pytest.approx(0.75 * (1 - np.cos(2.0)), abs=1e-6)
    sim = sled.simulation()
    sim.run_until(0.5)
    assert sim.time == 0.5


def test_the_example_in_both_languages() -> None:
    xml, adm = carom.read(BALL), carom.read(BALL.with_suffix(".adm"))
    xml["Body/2"].mass = adm["PART/2"].mass = 3.0
    a, b = (m.simulate(end=1.0, steps=10).bodies["z"] for m in (xml, adm))
    # 1e-9: both at the usual tolerance, written in two languages
    assert np.abs(np.asarray(a) - np.asarray(b)).max() < 1e-9


def test_scripts(tmp_path: Path) -> None:
    """``script_name``: a function of a Python file is the force; the same bits as the expression with an explicit method."""
    folder = EXAMPLES / "users_code"
    for name in ("ball.xml", "ball.py"):
        shutil.copy(folder / name, tmp_path)
    with pytest.raises(carom.ModelError, match="allow"):
        carom.read(tmp_path / "ball.xml").simulate(end=1.0)
    model = carom.read(tmp_path / "ball.xml", allow_user_code=True)
    options = {"end": 1.0, "steps": 20, "integrator": "dop853", "error": 1e-9}
    script = model.simulate(**options)
    force = model["Force/1"]
    for name in ("script_name", "usrsub_fnc_name", "interpreter"):
        force.__delattr__(name)
    force.usrsub_param_string = None
    force.val_expression = "IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.1, 1E5, 1.5, 50, 1E-4)"
    assert np.array_equal(np.asarray(script.bodies["z"]), np.asarray(model.simulate(**options).bodies["z"]))
    assert list(script.events["kind"])[:2] == ["contact-begin", "contact-end"]
