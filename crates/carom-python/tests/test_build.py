"""Models built in Python, against closed forms."""

from __future__ import annotations

import math
import pickle

import carom
import numpy as np
import pytest
from conftest import BALL

G = 9.80665


def rotation(seed: int) -> np.ndarray:
    """A rotation, by the factorization of a random matrix."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q * np.linalg.det(q)


def of_quaternion(q) -> np.ndarray:
    w, v = q[0], np.asarray(q[1:])
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) * (w * w - v @ v) + 2 * np.outer(v, v) + 2 * w * cross


def first(table: carom.Table, *columns: str) -> np.ndarray:
    return np.array([table[c][0] for c in columns])


def last(table: carom.Table, *columns: str) -> np.ndarray:
    return np.array([table[c][-1] for c in columns])


def ball() -> carom.Model:
    m = carom.Model("Ball", gravity=(0, 0, -G))
    m.part("ball", mass=1.0, inertia=4e-3, at=(0, 0, 1.1))
    stop = "IMPACT(DZ(ball, ground), VZ(ball, ground), 0.1, 1e5, 1.5, 50, 1e-4)"
    m.force("stop", "ball", "ground", stop, action_only=True)
    m.request("height", "DZ(ball)", "VZ(ball)")
    return m


def test_the_ball_that_is_built_is_the_ball_that_is_read():
    built = ball().simulate(end=1.0, steps=100, error=1e-10)
    read = carom.read(BALL).simulate(end=1.0, steps=100, error=1e-10)
    np.testing.assert_array_equal(built.bodies["z"], read.bodies["z"])
    np.testing.assert_array_equal(built.events["time"], read.events["time"])
    # by name, in tables of labels and of words
    np.testing.assert_array_equal(built.requests.where(request="height")["f1"], read.requests["f2"])
    assert len(built.events.where(element="stop", kind="contact-begin")) == 2
    assert len(read.bodies.where(part="ball")) == 101
    with pytest.raises(KeyError, match="no part named 'bal'; did you mean 'ball'"):
        built.bodies.where(part="bal")


@pytest.mark.parametrize("axes", [np.eye(3), np.diag([-1.0, 1.0, -1.0]), rotation(1), rotation(2)])
def test_a_part_begins_as_it_is_placed(axes):
    """Place, axes, velocities; and by Euler's equations the inertia with its products."""
    m = carom.Model()
    root = rotation(5)
    inertia = root @ np.diag([1.0, 2.0, 2.5]) @ root.T
    at, cm, w = np.array([1.0, 2.0, 3.0]), np.array([0.1, -0.2, 0.3]), np.array([0.3, -0.5, 0.7])
    m.part("p", mass=2.0, inertia=inertia, at=at, rotation=axes, cm=cm, velocity=(1, -1, 2), angular_velocity=w)
    bodies = m.simulate(end=1e-3, steps=1).bodies
    # 1e-12: roundings of numbers up to 3 and of angles
    assert first(bodies, "x", "y", "z") == pytest.approx(at + axes @ cm, abs=1e-12)
    assert of_quaternion(first(bodies, "q0", "q1", "q2", "q3")) == pytest.approx(axes, abs=1e-12)
    assert first(bodies, "vx", "vy", "vz") == pytest.approx([1, -1, 2], abs=1e-12)
    assert first(bodies, "wx", "wy", "wz") == pytest.approx(w, abs=1e-12)
    in_ground = axes @ inertia @ axes.T
    expected = np.linalg.solve(in_ground, -np.cross(w, in_ground @ w))
    assert first(bodies, "bx", "by", "bz") == pytest.approx(expected, abs=1e-12)


def test_a_driven_crank():
    """A joint at a place of ground; its axis is y."""
    m = carom.Model()
    axes = rotation(3)
    m.part("crank", mass=1.0, inertia=1.0, at=(0.5, 0, 0.2), rotation=axes)
    m.joint("hinge", "revolute", "crank", "ground", at=(0, 0, 0.2), z=(0, 2, 0))
    m.motion("drive", "3*TIME", joint="hinge")
    bodies = m.simulate(end=2.0, steps=20).bodies
    angle = 3 * bodies["time"]
    # right-handed about y: from x towards −z. 1e-6: the tolerance of the run is 1e-8 or so
    assert bodies["x"] == pytest.approx(0.5 * np.cos(angle), abs=1e-6)
    assert bodies["z"] == pytest.approx(0.2 - 0.5 * np.sin(angle), abs=1e-6)


def test_slider_and_pendulum():
    """A translational joint on parts that are turned, driven; a pendulum on markers keeps its length and energy."""
    m = carom.Model(gravity=(0, 0, -G))
    m.part("slide", mass=1.0, inertia=1.0, at=(1, 1, 1), rotation=rotation(4))
    m.joint("rail", "translational", "slide", "ground", at=(1, 1, 1), z=(1, 1, 0))
    m.motion("push", "TIME**2", joint="rail")
    m.part("bob", mass=2.0, inertia=0.0, at=(3, 0, 0))
    m.marker("pivot", "ground", at=(2, 0, 0), z=(0, 1, 0))
    m.marker("eye", "bob", at=(-1, 0, 0), z=(0, 1, 0))
    m.joint("pin", "revolute", "eye", "pivot")
    bodies = m.simulate(end=1.0, steps=10, error=1e-8).bodies
    slide, bob = bodies.where(part="slide"), bodies.where(part="bob")
    # 1e-6: a hundred times the tolerance
    assert slide["x"] == pytest.approx(1 + slide["time"] ** 2 / math.sqrt(2), abs=1e-6)
    assert slide["z"] == pytest.approx(1, abs=1e-6)
    assert np.hypot(bob["x"] - 2, bob["z"]) == pytest.approx(1, abs=1e-6)
    energy = (bob["vx"] ** 2 + bob["vz"] ** 2) / 2 + G * bob["z"]
    assert energy == pytest.approx(0, abs=1e-5)


def test_springs():
    m = carom.Model()
    m.part("mass", mass=2.0, inertia=3.0, at=(1.5, 0, 0))
    m.spring("spring", "mass", "ground", stiffness=8.0, length=1.0)
    m.part("disk", mass=1.0, inertia=0.5, at=(0, 5, 0), angular_velocity=(0, 0, 1))
    m.marker("centre", "ground", at=(0, 5, 0))
    m.joint("bearing", "revolute", "disk", "centre")
    m.spring("torsion", "disk", "centre", stiffness=4.5, torsion=True)
    bodies = m.simulate(end=1.0, steps=10, error=1e-9).bodies
    t = bodies.where(part="mass")["time"]
    # ω = √(8/2) and √(4.5/0.5); 1e-7: a hundred times the tolerance
    assert bodies.where(part="mass")["x"] == pytest.approx(1 + 0.5 * np.cos(2 * t), abs=1e-7)
    assert bodies.where(part="disk")["wz"] == pytest.approx(np.cos(3 * t), abs=1e-7)


def test_vector_forces_act_and_react():
    m = carom.Model()
    m.part("a", mass=2.0, inertia=1.0)
    m.part("b", mass=4.0, inertia=1.0)
    m.marker("turned", "ground", z=(1, 0, 0))
    m.vector_force("push", "a", "b", axes="turned", fz="10*TIME", tz=3.0)
    bodies = m.simulate(end=1.0, steps=1, error=1e-9).bodies
    a, b = bodies.where(part="a"), bodies.where(part="b")
    # z of the axes is x of ground: v = 5·t²/m; 1e-8: ten times the tolerance
    assert last(a, "vx", "vy", "vz") == pytest.approx([2.5, 0, 0], abs=1e-8)
    assert last(b, "vx") == pytest.approx([-1.25], abs=1e-8)
    assert last(a, "wx", "wy", "wz") == pytest.approx([3, 0, 0], abs=1e-8)


def test_variables_equations_and_curves():
    m = carom.Model()
    m.part("p", mass=1.0, inertia=1.0)
    m.variable("speed", "2*TIME")
    m.diff("decay", "-1.5*DIF(decay)", initial=2.0)
    m.spline("table", [0, 1, 2, 3, 4], [0, 1, 4, 9, 16])
    m.request("out", "VARVAL(speed)", f"DIF({m['decay']})", "CUBSPL(TIME, 0, table)", 4.0)
    out = m.simulate(end=1.0, steps=4, error=1e-9).requests.where(request="out")
    t = out["time"]
    # 1e-7: a hundred times the tolerance; a cubic spline is exact at its points
    assert out["f1"] == pytest.approx(2 * t)
    assert out["f2"] == pytest.approx(2 * np.exp(-1.5 * t), abs=1e-7)
    assert out["f3"][[0, -1]] == pytest.approx([0, 1], abs=1e-12)
    assert out["f4"] == pytest.approx(np.full(5, 4.0))


@pytest.mark.parametrize(
    ("shape", "dimensions", "height", "volume"),
    [
        # a cap of the height p = 0.1: π·p²·(r − p/3)
        ("sphere", {"radius": 0.5}, 0.4, math.pi * 0.01 * (0.5 - 0.1 / 3)),
        ("ellipsoid", {"radii": (0.5, 0.5, 0.5)}, 0.4, math.pi * 0.01 * (0.5 - 0.1 / 3)),
        ("box", {"extents": (1.0, 2.0, 0.4)}, 0.1, 1.0 * 2.0 * 0.1),
        ("cylinder", {"radius": 0.5, "length": 1.0}, -0.1, math.pi * 0.25 * 0.1),
        # half a torus: π²·R·r²
        ("torus", {"radii": (1.0, 0.25)}, 0.0, math.pi**2 * 0.25**2),
    ],
)
@pytest.mark.filterwarnings("ignore:.*contact-deep-start:carom.ModelWarning")
def test_solids_overlap_as_they_should(shape, dimensions, height, volume):
    m = carom.Model()
    m.part("thing", mass=1.0, inertia=1.0, at=(0, 0, height))
    m.solid("skin", "thing", shape, **dimensions)
    m.solid("floor", "ground", "plane", extents=(10, 10))
    m.contact("touch", "skin", ["floor"], stiffness=1e3, dmax=1e-3)
    contacts = m.simulate(end=1e-4, steps=1).contacts.where(contact="touch")
    # 2e-3: curved solids without a formula for their pair have facets, 128 around
    assert contacts["volume"][0] == pytest.approx(volume, rel=2e-3)
    assert contacts["fn"][0] > 0


def test_friction_brakes():
    """A block slides on a floor at rest in z: v = v₀ − μ·g·t."""
    m = carom.Model(gravity=(0, 0, -G))
    # so deep that 1e5·p = m·g
    m.part("block", mass=1.0, inertia=1e3, at=(0, 0, 0.5 - G / 1e5), velocity=(2, 0, 0))
    m.solid("skin", "block", "box", extents=(1, 1, 1))
    m.solid("floor", "ground", "plane", extents=(50, 50))
    m.contact(
        "rub",
        "skin",
        "floor",
        stiffness=1e5,
        exponent=1.0,
        damping=100.0,
        dmax=1e-5,
        mu_static=0.3,
        mu_dynamic=0.3,
        stiction_velocity=1e-3,
        friction_velocity=2e-3,
    )
    bodies = m.simulate(end=0.3, steps=3).bodies
    # 1e-2: the block tilts a little, as its friction acts below its centre
    assert bodies["vx"] == pytest.approx(2 - 0.3 * G * bodies["time"], rel=1e-2)


def test_any_statement():
    m = carom.Model()
    tip = m.part("tip", mass=1.0, inertia=1.0, at=(0.1, 0, 0))
    m.statement("pad", "bushing", I=tip, J="ground", K=[100.0, 1.0, 1.0], KT=[1.0, 1.0, 1.0])
    bodies = m.simulate(end=0.1, steps=1).bodies
    assert first(bodies, "ax") == pytest.approx([-10.0])
    assert "BUSHING/3, I=2" in m.deck()


def test_wrong_names_are_answered_with_right_ones():
    m = ball()
    for wrong, message in [
        (
            lambda: m.force("f", "bal", "ground", 1.0),
            "f: there is no part or marker named 'bal'\n  help: did you mean 'ball'?",
        ),
        (lambda: m.force("f", "ball", "ground", "DZ(Bal1)"), "did you mean 'ball'?"),
        (lambda: m.force("f", "stop", "ground", 1.0), "f: 'stop' is a force; it has to be a part or marker"),
        (lambda: m.part("BALL", mass=1.0), "there is a part named 'ball' already"),
        (lambda: m.part("time", mass=1.0), "'time' cannot be the name"),
        (lambda: m.part("2nd", mass=1.0), "'2nd' cannot be the name"),
        (lambda: m.contact("c", "ball", "ball", stiffness=1.0, dmax=1.0), "it has to be a solid"),
        (lambda: m.motion("d", 1.0, joint="hinge"), "there is no joint named 'hinge'"),
        (lambda: m["floor"], "there is no element named 'floor'"),
    ]:
        with pytest.raises(carom.ModelError) as e:
            wrong()
        assert message in str(e.value)
        assert e.value.diagnostics[0].name.startswith("python-")


def test_wrong_values_are_refused_at_once():
    m = carom.Model()
    m.part("p", mass=1.0, inertia=1.0)
    for wrong, message in [
        (lambda: m.part("q", mass=math.nan), "mass is nan"),
        (lambda: m.part("q", mass=1.0, at=(0, 0)), r"at has the shape \(2,\)"),
        (lambda: m.part("q", mass=1.0, rotation=2 * np.eye(3)), "not the axes"),
        (lambda: m.part("q", mass=1.0, inertia=[[1, 1, 0], [0, 1, 0], [0, 0, 1]]), "not symmetric"),
        (lambda: m.marker("q", "p", z=(0, 0, 0)), "z is no direction"),
        (lambda: m.solid("q", "p", "sphere", length=1.0), "a sphere has radius, not length"),
        (lambda: m.solid("q", "p", "blob"), "shape must be one of"),  # type: ignore[arg-type]
        (lambda: m.joint("q", "revolute", "p", "ground", z=(0, 0, 1)), "z needs at"),
        (lambda: m.motion("q", 1.0), "give a joint"),
        (lambda: m.request("q"), "one to eight functions"),
        (lambda: m.spline("q", [1, 2], [1]), "one shape"),
        (lambda: carom.Model("two\nlines"), "a title is one line"),
    ]:
        with pytest.raises(ValueError, match=message):
            wrong()
    # nothing of it is left
    assert m.check().elements == {"parts": 2, "markers": 2}


def test_what_the_reader_refuses_shows_the_deck():
    m = ball()
    m.force("bad", "ball", "ground", "SIN(1, 2)")
    with pytest.raises(carom.ModelError) as e:
        m.simulate(end=1.0)
    d = next(d for d in e.value.diagnostics if d.severity == "error")
    assert "SIN(1, 2)" in m.deck().splitlines()[d.line - 1]
    assert "^" in str(e.value)


def test_models_change_travel_and_are_counted():
    m = ball()
    assert m.check().degrees_of_freedom == 6
    m.joint("weld", "fixed", "ball", "ground", at=(0, 0, 1.1))
    assert m.check().degrees_of_freedom == 0
    again = pickle.loads(pickle.dumps(m))
    assert again.deck() == m.deck() and again.check().degrees_of_freedom == 0
    assert m.units == carom.Units(ucf=1.0)
    small = carom.Model(units=carom.Units(length="millimeter"))
    small.part("p", mass=1.0)
    assert small.units.length == "millimeter" and small.units.ucf == pytest.approx(1e3)
    read = carom.read(BALL)
    read.part("q", mass=1.0, inertia=1.0)
    assert read.check().degrees_of_freedom == 12
    travelled = pickle.loads(pickle.dumps(read))
    assert travelled.deck() == read.deck() and travelled.path == read.path
