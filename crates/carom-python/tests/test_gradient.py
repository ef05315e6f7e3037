"""Responses as differentiable functions of parameters, against closed forms, differences of sweeps, and the gradients of JAX and PyTorch."""

from __future__ import annotations

import math
import pickle

import carom
import numpy as np
import pytest
from conftest import BALL, optional

G = 9.80665
PRECISE = {"integrator": "dop853", "error": 1e-12, "contact": "rigid", "restitution": "e"}
PLACES = {"h0": "ball.qg.z", "e": 0.8}


@pytest.fixture
def ball():
    """A ball over a rigid table, 1 high."""
    m = carom.Model("Ball on a table", gravity=(0, 0, -G))
    m.part("ball", mass=1.0, inertia=0.4, at=(0, 0, 1))
    m.force("table", "ball", "ground", "IMPACT(DZ(ball, ground), VZ(ball, ground), 0.0, 1E6, 1.5, 50.0, 1E-4)", action_only=True)
    return m


def impacts(h, e, count):
    """Times of the impacts of a ball that is dropped, and their derivatives by h and e."""
    t = math.sqrt(2 * h / G)
    k = np.arange(count)
    # t_n = t (1 + 2 (e + ... + e^n))
    sums = np.array([1 + 2 * sum(e**i for i in range(1, n + 1)) for n in k])
    by_e = np.array([2 * sum(i * e ** (i - 1) for i in range(1, n + 1)) for n in k])
    return t * sums, np.column_stack([t * sums / (2 * h), t * by_e])


TIMES = {"t": [{"nth": "time", "event": "impact", "of": "table", "number": k} for k in (1, 2, 3)]}


def test_the_gradient_of_a_model(ball):
    g = ball.gradient(TIMES | {"z": {"last": "ball.z"}, "gap": {"last": "DZ(ball, ground)"}}, PLACES, end=1.0, **PRECISE)
    assert g.outputs == ["t_1", "t_2", "t_3", "z", "gap"] and g.parameters == ["h0", "e"]
    # validation/values/stability.json, e0.8_T1.0; 1e-10: differences between models leave 1e-11
    assert g["z", "h0"] == pytest.approx(1.3858214962539404, abs=1e-10)
    assert g["gap", "e"] == pytest.approx(2.428690551393267, abs=1e-10)
    # it does not come to these
    assert np.isnan(g["t_3", "e"]) and g.flags["t_2", "e"] == ["it has no value in this run"]
    assert ball.deck() == ball.copy().deck()


def test_the_jacobian_is_that_of_the_closed_form(ball):
    f = ball.differentiable(TIMES, PLACES, end=3.0, **PRECISE)
    np.testing.assert_array_equal(f.start, [1.0, 0.8])
    for x in ([1.0, 0.8], [1.7, 0.55]):
        y, jacobian = f(x)
        times, by = impacts(*x, 3)
        np.testing.assert_allclose(y, times, rtol=1e-11)
        np.testing.assert_allclose(jacobian, by, rtol=1e-9)
    assert f.at({"e": 0.55, "h0": 1.7}) is f.at([1.7, 0.55])
    second = f["t_2"]
    assert second.value(x) == y[1]
    np.testing.assert_array_equal(second(x)[1], jacobian[1])
    assert repr(f) == "<carom.Differentiable: (h0, e) to (t_1, t_2, t_3)>"


def test_differences_of_sweeps_agree(tmp_path):
    """A compliant contact, a model that was read and changed, in its own units."""
    pandas = optional("pandas")
    ball = carom.read(BALL)
    ball["ball"].mass = 1.5
    k, cmax, d = 1e5, 50.0, 1e-4
    sections = {
        "end": 0.8,
        "steps": 16,
        "integrator": "dop853",
        "error": 1e-12,
        "responses": {"z": {"last": "ball.z"}, "leave": {"first": "time", "event": "contact-end"}},
    }
    places = {"k": "ball_on_table.function.IMPACT.k", "cmax": "SFORCE/1.function.IMPACT.cmax"}
    if "ball_on_table" not in [f.name for f in ball.forces]:
        places["k"] = "SFORCE/1.function.IMPACT.k"
    g = carom.sensitivities(ball, parameters=places, **sections)
    assert g.point == {"k": k, "cmax": cmax}
    # Differences of the fourth order, for each parameter.
    for name, value in g.point.items():
        others = {n: {"at": p, "values": [g.point[n]]} for n, p in places.items()}
        others[name]["values"] = [value * (1 + d * s) for s in (-2, -1, 1, 2)]
        sweep = carom.sweep(ball, out=tmp_path / name, progress=False, parameters=others, **sections)
        rows = sweep.to_pandas()
        assert isinstance(rows, pandas.DataFrame)
        for output in g.outputs:
            y = rows[output].to_numpy()
            difference = (8 * (y[2] - y[1]) - (y[3] - y[0])) / (12 * d * value)
            # 1e-6: runs of 1e-12 over a step of 1e-4, some of it lost in the sum
            assert g[output, name] == pytest.approx(difference, rel=1e-6)


def test_it_travels_and_stays_where_it_was_read(ball, tmp_path, monkeypatch):
    f = ball.differentiable(TIMES, PLACES, end=3.0, **PRECISE)
    again = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(again([1.2, 0.7])[1], f([1.2, 0.7])[1])
    residuals = pickle.loads(pickle.dumps(f.residuals([1.0, 2.0, 3.0])))
    np.testing.assert_array_equal(residuals.data, [1.0, 2.0, 3.0])
    monkeypatch.chdir(BALL.parent)
    read = carom.read(BALL.name)
    monkeypatch.chdir(tmp_path)
    # the file of another folder, and names in expressions of a model that was only read
    g = read.gradient({"z": {"last": "ball.z"}, "gap": {"last": "DZ(ball, ground)"}}, {"z0": "ball.qg.z"}, end=0.5)
    assert g["z", "z0"] == g["gap", "z0"] != 0


def test_residuals_find_what_made_the_data(ball):
    optimize = optional("scipy.optimize")
    times, _ = impacts(1.3, 0.7, 3)
    data = {"t": times + np.array([1e-4, -2e-4, 1e-4])}
    residuals = ball.residuals(data, TIMES, PLACES, end=3.0, **PRECISE)
    best = optimize.least_squares(residuals.values, residuals.start, jac=residuals.jacobian, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    # the noise moves them by about its size
    np.testing.assert_allclose(best.x, [1.3, 0.7], rtol=2e-3)
    exact, by = impacts(*best.x, 3)
    gradient = by.T @ (exact - data["t"])
    np.testing.assert_allclose(gradient, 0, atol=1e-10)
    again = optimize.minimize(residuals.objective, residuals.start, jac=True, method="BFGS", options={"gtol": 1e-10})
    # the objective is a square: half of the digits, and the last ones of its gradient
    np.testing.assert_allclose(again.x, best.x, rtol=1e-6)
    s2 = ((exact - data["t"]) ** 2).sum()
    np.testing.assert_allclose(residuals.covariance(best.x), s2 * np.linalg.inv(by.T @ by), rtol=1e-6)
    known = ball.residuals({"t_1": times[0], "t_2": times[1]}, TIMES, PLACES, sigma={"t": 1e-4}, end=3.0, **PRECISE)
    _, by = impacts(1.3, 0.7, 2)
    np.testing.assert_allclose(known.covariance([1.3, 0.7]), 1e-8 * np.linalg.inv(by.T @ by), rtol=1e-6)
    only = ball.residuals(data, TIMES, PLACES, fit=["e"], end=3.0, **PRECISE)
    assert only.function.parameters == ["e"] and only.jacobian([0.8]).shape == (3, 1)


def test_a_bounded_minimum_with_a_constraint(ball):
    """The lowest drop whose second impact is not before 1.2: by the closed form."""
    optimize = optional("scipy.optimize")
    f = ball.differentiable(TIMES | {"drop": {"value": "h0**2"}}, {"h0": "ball.qg.z", "e": 0.8}, end=3.0, **PRECISE)
    second = f["t_2"]
    late = optimize.NonlinearConstraint(second.value, 1.2, np.inf, jac=lambda x: second.gradient(x)[None])
    best = optimize.minimize(f["drop"], f.start, jac=True, constraints=[late], bounds=[(0.1, 5), (0.1, 0.9)], method="SLSQP")
    # e at its bound; 1e-6: the tolerance of the method
    assert best.x[1] == pytest.approx(0.9, abs=1e-9)
    assert best.x[0] == pytest.approx(G / 2 * (1.2 / 2.8) ** 2, rel=1e-6)


def test_gradients_of_jax(ball):
    jax = optional("jax")
    with jax.enable_x64(True):
        f = ball.differentiable(TIMES, PLACES, end=3.0, **PRECISE)
        function = f.to_jax()
        x = jax.numpy.array([1.2, 0.7])
        times, by = impacts(1.2, 0.7, 3)
        np.testing.assert_allclose(function(x), times, rtol=1e-11)

        def cost(x):
            return (jax.numpy.sin(function(x)) ** 2).sum()

        wanted = (2 * np.sin(times) * np.cos(times)) @ by
        np.testing.assert_allclose(jax.grad(cost)(x), wanted, rtol=1e-9)
        np.testing.assert_allclose(jax.jit(jax.grad(cost))(x), wanted, rtol=1e-9)
        np.testing.assert_allclose(jax.jacrev(function)(x), by, rtol=1e-9)
        both = jax.vmap(function)(jax.numpy.stack([x, x]))
        np.testing.assert_allclose(both, [times, times], rtol=1e-11)


def test_gradients_of_torch(ball):
    # Gigabytes: the script that sets up these tests does not install it.
    torch = pytest.importorskip("torch", reason="torch is not installed")
    f = ball.differentiable(TIMES, PLACES, end=3.0, **PRECISE)
    x = torch.tensor([1.2, 0.7], dtype=torch.float64, requires_grad=True)
    y = f.to_torch()(x)
    times, by = impacts(1.2, 0.7, 3)
    np.testing.assert_allclose(y.detach().numpy(), times, rtol=1e-11)
    (torch.sin(y) ** 2).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), (2 * np.sin(times) * np.cos(times)) @ by, rtol=1e-9)


def test_what_has_no_derivative_says_so(ball):
    f = ball.differentiable(TIMES, PLACES, end=1.0, **PRECISE)
    assert np.isnan(f.values(f.start)[1:]).all()
    with pytest.raises(carom.DerivativeError, match="no derivative of t_2 by h0 at h0 = 1, e = 0.8: it has no value in this run"):
        f(f.start)
    with pytest.raises(carom.DerivativeError, match="stop rule") as stopped:
        ball.gradient(TIMES, PLACES, end=1.0, stop=[{"event": "impact"}], **PRECISE)
    assert isinstance(stopped.value, carom.CaromError) and isinstance(pickle.loads(pickle.dumps(stopped.value)), carom.DerivativeError)


def test_what_is_refused(ball):
    good = {"end": 1.0, **PRECISE}
    with pytest.raises(carom.ModelError, match="did you mean"):
        ball.gradient(TIMES, {"h0": "bal.qg.z"}, **good)
    with pytest.raises(carom.ModelError, match="the model has no number at PART/2.vx"):
        ball.gradient(TIMES, {"v": "PART/2.vx"}, **good)
    with pytest.raises(carom.ModelError, match="unknown key|did you mean contact"):
        ball.gradient(TIMES, PLACES, end=1.0, contakt="rigid")
    with pytest.raises(TypeError, match="parameters is a mapping"):
        ball.gradient(TIMES, ["h0"], **good)
    with pytest.raises(TypeError, match="go with a model in memory"):
        carom.sensitivities("study.toml", parameters={})
    f = ball.differentiable(TIMES, PLACES, **good)
    with pytest.raises(ValueError, match="a number for each parameter: h0, e"):
        f([1.0])
    with pytest.raises(ValueError, match="finite"):
        f([1.0, np.nan])
    with pytest.raises(KeyError, match="no parameter 'x'"):
        f({"x": 1.0})
    with pytest.raises(KeyError, match="no output 'u'"):
        f["u"]
    with pytest.raises(carom.ModelError, match="no parameter k"):
        carom.differentiable(ball, to=["k"], responses=TIMES, parameters=PLACES, **good)
    with pytest.raises(carom.ModelError, match="no response u"):
        carom.differentiable(ball, of="u", responses=TIMES, parameters=PLACES, **good)
    with pytest.raises(ValueError, match="data has nothing for t_3"):
        f.residuals({"t_1": 1.0, "t_2": 2.0})
    with pytest.raises(ValueError, match="there are 3 outputs t_1"):
        f.residuals({"t": [1.0, 2.0]})
    with pytest.raises(ValueError, match="data is not finite: t_2; leave out"):
        f.residuals([1.0, np.nan, 3.0])
    with pytest.raises(ValueError, match="sigma has a number"):
        f.residuals([1.0, 2.0, 3.0], sigma=0.0)
    with pytest.raises(carom.ModelError, match="restitution"):
        f.at([1.0, 1.5])
    law = carom.callback(lambda t, x: -x, inputs=["DX(ball, ground)"])
    ball.force("spring", "ball", "ground", law, action_only=True)
    with pytest.raises(carom.ModelError, match="Python function"):
        ball.gradient(TIMES, PLACES, **good)
