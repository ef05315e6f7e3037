"""How responses change with parameters, against closed forms."""

from __future__ import annotations

import carom
import numpy as np
import pytest
from conftest import ROOT

DECK = """\
Ball on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,1
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=IMPACT(DZ(20,10),VZ(20,10),0.0,1E6,1.5,50.0,1E-4)
END
"""
STUDY = """\
model = "ball.adm"
[run]
end = 1
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-12
[parameters]
h0 = { at = "POINT_MASS/2.qg.z", values = [1] }
e = { values = [0.8] }
twice = { value = "2*e" }
[responses]
z = { last = "DZ(20,10)" }
touch = { first = "time", event = "impact" }
second = { nth = "time", event = "impact", number = 9 }
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "ball.adm").write_text(DECK)
    path = tmp_path / "ball.toml"
    path.write_text(STUDY)
    return path


def test_a_ball_on_a_rigid_table(path, monkeypatch):
    s = carom.sensitivities(path)
    assert s.outputs == ["z", "touch", "second"] and s.parameters == ["h0", "e"]
    assert s.jacobian.shape == (3, 2)
    # validation/values/stability.json, e0.8_T1.0; differences leave 1e-11
    assert s["z", "h0"] == pytest.approx(1.3858214962539404, abs=1e-10)
    assert s["z", "e"] == pytest.approx(2.428690551393267, abs=1e-10)
    assert s.values["z"] == pytest.approx(0.46831799250788074, abs=1e-10)
    h = s.scaled[s.outputs.index("touch"), 0]
    assert h == pytest.approx(0.5, abs=1e-9)
    assert len(s.events) == 1 and s.events[0]["kind"] == "impact"
    assert s.events[0]["derivatives"]["h0"]["time"] == pytest.approx(s["touch", "h0"])
    assert np.isnan(s["second", "h0"])
    assert s.flags[("second", "e")] == ["it has no value in this run"]
    assert ("z", "h0") not in s.flags
    with pytest.raises(KeyError, match="no output 'y'"):
        s["y", "h0"]
    # a study that was read, and a text
    again = carom.sensitivities(carom.Study(path), of="z", to=["e"])
    assert again.outputs == ["z"] and again["z", "e"] == s["z", "e"]
    monkeypatch.chdir(path.parent)
    assert carom.sensitivities(STUDY)["z", "h0"] == s["z", "h0"]
    assert repr(again) == "<carom.Sensitivities: 1 outputs by 1 parameters>"


def test_what_is_refused(path):
    with pytest.raises(carom.ModelError, match="did you mean touch"):
        carom.sensitivities(path, of="tuch")
    with pytest.raises(carom.ModelError, match="twice follows from a formula"):
        carom.sensitivities(path, to="twice")
    path.write_text(STUDY + '[[stop]]\nevent = "impact"\n')
    with pytest.raises(ValueError, match="stop rule"):
        carom.sensitivities(path)


def test_the_example():
    s = carom.sensitivities(ROOT / "examples/studies/ball_sensitivities.toml")
    assert s["ratio", "k"] > 0 > s["ratio", "cmax"] and not s.flags
