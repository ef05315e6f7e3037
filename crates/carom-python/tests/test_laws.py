"""The laws against formulas written in NumPy, against the expressions of decks, and against difference quotients."""

from __future__ import annotations

import carom
import numpy as np
import pytest

RNG = np.random.default_rng(7)
STOP = {"x1": 1.0, "k": 100.0, "e": 1.5, "cmax": 25.0, "d": 0.1}


def impact_by_hand(x, xdot, x1, k, e, cmax, d):
    p = np.maximum(x1 - x, 0.0)
    s = np.minimum(p / d, 1.0)
    return np.where(x < x1, np.maximum(k * p**e - cmax * s * s * (3 - 2 * s) * xdot, 0.0), 0.0)


def test_impact_is_its_formula():
    x, v = RNG.uniform(0.7, 1.2, 1000), RNG.uniform(-3, 3, 1000)
    for e in [1.0, 1.5, 2.2]:
        stop = {**STOP, "e": e}
        # 1e-12: some roundings of numbers up to 100
        assert carom.impact(x, v, **stop) == pytest.approx(impact_by_hand(x, v, **stop), rel=1e-12, abs=1e-12)


def test_bistop_is_impact_on_both_sides():
    x, v = RNG.uniform(-1.3, 1.3, 1000), RNG.uniform(-3, 3, 1000)
    both = carom.bistop(x, v, -1.0, 1.0, 100.0, 1.5, 25.0, 0.1)
    below = impact_by_hand(x, v, -1.0, 100.0, 1.5, 25.0, 0.1)
    above = impact_by_hand(-x, -v, -1.0, 100.0, 1.5, 25.0, 0.1)
    assert both == pytest.approx(below - above, rel=1e-12, abs=1e-12)


def test_hunt_crossley_is_its_formula_and_gives_back_what_it_is_told():
    x, v = RNG.uniform(0.7, 1.2, 1000), RNG.uniform(-3, 7, 1000)
    p = np.maximum(1.0 - x, 0.0)
    force = np.maximum(1000.0 * p**1.5 * (1 - 0.2 * v), 0.0)
    # 1e-12: some roundings of numbers up to 300
    assert carom.hunt_crossley(x, v, 1.0, 1000.0, 1.5, 0.2) == pytest.approx(force, rel=1e-12, abs=1e-12)
    slopes = carom.hunt_crossley(0.75, -0.5, 1.0, 1000.0, 1.5, 0.2, order=1)
    # -k·e·√p·(1 − c·ẋ) and -k·pᵉ·c
    assert slopes == pytest.approx([-825.0, -25.0], rel=1e-14)
    for restitution in [0.1, 0.3, 0.9, 1.0]:
        d = 4.0 * carom.hunt_crossley_damping(restitution, 4.0)
        # 1e-11: the last logarithm is that of 2e-4 at 0.1, which is known to a rounding of 1
        assert d * (1 + restitution) == pytest.approx(np.log1p(d) - np.log1p(-restitution * d), rel=1e-11)
    with pytest.raises(ValueError, match="restitution = 0"):
        carom.hunt_crossley_damping(0.0, 1.0)


@pytest.mark.parametrize(
    ("law", "rise"),
    [
        (carom.step, lambda s: s * s * (3 - 2 * s)),
        (carom.step5, lambda s: s**3 * (10 - 15 * s + 6 * s * s)),
        (carom.havsin, lambda s: 0.5 + 0.5 * np.sin(np.pi * s - np.pi / 2)),
    ],
)
def test_rises(law, rise):
    x = np.linspace(-1, 3, 101)
    s = np.clip((x - 0.5) / 1.5, 0, 1)
    # 1e-14: roundings of numbers up to 5
    assert law(x, 0.5, 2.0, 2.0, 5.0) == pytest.approx(2 + 3 * rise(s), abs=1e-14)


def test_coulomb_brakes_and_is_odd():
    v = np.linspace(-3, 3, 601)
    mu = carom.coulomb(v, 0.5, 0.3, 0.1, 1.0)
    assert np.all(mu * v <= 0)
    # 1e-13: slopes up to 10 times the rounding of v and of the ends of the steps
    assert mu == pytest.approx(-mu[::-1], abs=1e-13)
    assert carom.coulomb([0.1, 1.0, 2.0], 0.5, 0.3, 0.1, 1.0) == pytest.approx([-0.5, -0.3, -0.3])


def test_laws_are_those_of_expressions():
    x, v = RNG.uniform(0.7, 1.2, 200), RNG.uniform(-3, 3, 200)
    text = "IMPACT(x, v, 1.0, 100, 1.5, 25, 0.1) + BISTOP(x, v, 0.8, 1.1, 10, 2, 1, 0.01) + STEP(x, 0.8, 1, 1.1, 2)"
    sum_ = carom.impact(x, v, **STOP) + carom.bistop(x, v, 0.8, 1.1, 10, 2, 1, 0.01) + carom.step(x, 0.8, 1, 1.1, 2)
    assert carom.evaluate(text, x=x, v=v) == pytest.approx(sum_, rel=1e-14)


@pytest.mark.parametrize(
    ("law", "parameters", "variables"),
    [
        (carom.impact, (1.0, 100.0, 1.5, 25.0, 0.1), 2),
        (carom.bistop, (-1.0, 1.0, 100.0, 1.5, 25.0, 0.1), 2),
        (carom.step, (-1.0, 2.0, 1.5, 5.0), 1),
        (carom.step5, (-1.0, 2.0, 1.5, 5.0), 1),
        (carom.havsin, (-1.0, 2.0, 1.5, 5.0), 1),
        (carom.coulomb, (0.5, 0.3, 0.4, 1.0), 1),
    ],
)
def test_derivatives_against_differences(law, parameters, variables):
    # away from the corners of all laws
    at = [RNG.uniform(0.93, 0.97, 50), RNG.uniform(-2.0, -1.0, 50)][:variables]
    h = 1e-5

    def difference(order, k):
        """The derivative along variable k of what `order` gives."""
        ahead, behind = list(at), list(at)
        ahead[k], behind[k] = at[k] + h, at[k] - h
        return (law(*ahead, *parameters, order) - law(*behind, *parameters, order)) / (2 * h)

    first, second = law(*at, *parameters, 1), law(*at, *parameters, 2)
    # 1e-4: central differences err by h²/6 times the next but one derivative, at most 12·cmax·|v|/d³ = 6e5: 1e-5. Rounding is less.
    if variables == 1:
        assert first == pytest.approx(difference(0, 0), abs=1e-4)
        assert second == pytest.approx(difference(1, 0), abs=1e-4)
        return
    for k in range(2):
        assert first[k] == pytest.approx(difference(0, k), abs=1e-4)
    assert second[0] == pytest.approx(difference(1, 0)[0], abs=1e-4)
    assert second[1] == pytest.approx(difference(1, 1)[0], abs=1e-4)
    assert second[2] == pytest.approx(difference(1, 1)[1], abs=1e-4)


def test_shapes_broadcast():
    x, v = np.linspace(0.7, 1.2, 5), np.linspace(-1, 1, 3)[:, None]
    force = carom.impact(x, v, **STOP)
    assert force.shape == (3, 5)
    assert carom.impact(x, v, **STOP, order=1).shape == (2, 3, 5)
    assert carom.impact(x, v, **STOP, order=2).shape == (3, 3, 5)
    assert carom.step(x, 0, 0, 1, 1, order=2).shape == (5,)
    for i in range(3):
        for j in range(5):
            assert force[i, j] == carom.impact(x[j], v[i, 0], **STOP)
    # each argument may be an array
    k = np.array([1.0, 2.0, 3.0])
    assert carom.impact(0.5, 0.0, 1.0, k, 1.0, 0.0, 0.1) == pytest.approx(0.5 * k)
    assert carom.impact(np.empty((0, 2)), 0.0, **STOP, order=1).shape == (2, 0, 2)
    with pytest.raises(ValueError, match="broadcast"):
        carom.impact(np.zeros(2), np.zeros(3), **STOP)


def test_scalars_give_scalars():
    force = carom.impact(0.95, -2, **STOP)
    assert isinstance(force, float)
    # 100·0.05^1.5 + 12.5·2
    assert force == pytest.approx(26.118033988749895, rel=1e-14)
    assert carom.impact(0.95, -2, **STOP, order=1).shape == (2,)


def test_many_points_are_shared_among_threads():
    n = 300_001
    x, v = RNG.uniform(0.7, 1.2, n), RNG.uniform(-3, 3, n)
    force = carom.impact(x, v, **STOP)
    pieces = [carom.impact(a, b, **STOP) for a, b in zip(np.split(x, [7, 1000]), np.split(v, [7, 1000]))]
    assert np.array_equal(force, np.concatenate(pieces))
    gradient = carom.impact(x, v, **STOP, order=1)
    assert np.array_equal(gradient[:, -5:], carom.impact(x[-5:], v[-5:], **STOP, order=1))


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="IMPACT: k = -3 must be 0 or greater"):
        carom.impact(0.5, 0.0, 1.0, -3.0, 1.5, 1.0, 0.1)
    # also if only one of many is wrong
    d = np.full(100_000, 0.1)
    d[99_000] = -2.0
    with pytest.raises(ValueError, match="IMPACT: d = -2 must be greater than 0"):
        carom.impact(0.5, 0.0, 1.0, 1.0, 1.5, 1.0, d)
    with pytest.raises(ValueError, match="order must be 0, 1 or 2"):
        carom.step(0.5, 0, 0, 1, 1, order=3)
    with pytest.raises(ValueError, match="x1"):
        carom.step(0.5, 1, 0, 1, 1)


def test_not_a_number_stays_so():
    force = carom.impact([np.nan, 0.95], [0.0, np.nan], **STOP)
    assert np.isnan(force).all()


def test_evaluate_gives_gradient_and_second_derivatives():
    x, y = np.array([1.0, 2.0, 3.0]), 2.0
    text = "x**2*y + SIN(y)"
    assert carom.evaluate(text, x=x, y=y) == pytest.approx(x * x * y + np.sin(y))
    gradient = carom.evaluate(text, x=x, y=y, order=1)
    assert gradient[0] == pytest.approx(2 * x * y)
    assert gradient[1] == pytest.approx(x * x + np.cos(y))
    second = carom.evaluate(text, {"x": x, "y": y}, order=2)
    assert second.shape == (2, 2, 3)
    assert second[0, 1] == pytest.approx(2 * x)
    assert second[1, 0] == pytest.approx(2 * x)
    assert second[1, 1] == pytest.approx(np.full(3, -np.sin(y)))
    assert carom.evaluate("2*TIME", time=0.5) == 1.0
    assert carom.evaluate("3+4") == 7.0


def test_evaluate_says_what_is_wrong():
    with pytest.raises(carom.ModelError) as e:
        carom.evaluate("SIN(x) + COX(x)", x=1.0)
    d = e.value.diagnostics[0]
    assert (d.line, d.column, d.severity) == (1, 10, "error")
    assert "COX" in str(e.value) and "\n     |          ^" in str(e.value)
    with pytest.raises(carom.ModelError, match="needs a model"):
        carom.evaluate("DZ(1,2)")
    with pytest.warns(RuntimeWarning, match="session-not-finite"):
        y = carom.evaluate("1/x", x=[1.0, 0.0, 4.0])
    assert list(y) == [1.0, np.inf, 0.25]
    with pytest.raises(ValueError, match="language must be"):
        carom.evaluate("1", language="fortran")


def test_overlap():
    ball = {"type": "sphere", "radius": 1, "center": np.array([0.3, -0.2, 0.9])}
    plate = {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}
    (volume,) = carom.overlap(ball, plate, rule="smooth").volumes
    # a cap of height p = 0.1: π·p²·(1 − p/3)
    assert volume.volume == pytest.approx(np.pi * 0.01 * (1 - 0.1 / 3), rel=1e-14)
    assert volume.force is not None and volume.force.direction is not None
    assert volume.force.direction == pytest.approx([0, 0, 1])
    apart = carom.overlap(
        {"type": "box", "extents": [1, 1, 1], "center": [0, 0, 0]},
        {"type": "box", "extents": [1, 1, 1], "center": [1.5, 0, 0]},
    )
    assert apart.volumes == () and apart.min_distance == pytest.approx(0.5)
    with pytest.raises(ValueError, match="A/radius: is missing"):
        carom.overlap({"type": "sphere", "center": [0, 0, 0]}, plate)
    with pytest.raises(ValueError, match="rule must be"):
        carom.overlap(ball, plate, rule="soft")
