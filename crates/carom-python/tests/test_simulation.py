"""Stepping from Python: inputs, outputs, events, callbacks, states, matrices."""

from __future__ import annotations

import math

import carom
import numpy as np
import pytest
from conftest import BALL, ROOT, optional

G = 9.80665


def rail() -> carom.Model:
    """A mass of 2 kg on a rail along x with a spring of 8 N/m, and a push."""
    m = carom.Model("Rail")
    m.part("mass", mass=2.0, inertia=1.0)
    m.joint("rail", "translational", "mass", "ground", at=(0, 0, 0), z=(1, 0, 0))
    m.force("spring", "rail.i", "rail.j", "-8*DX(mass, ground)", action_only=True)
    m.variable("wish", 0.0)
    m.force("push", "rail.i", "rail.j", 0.0, action_only=True)
    m.force("pull", "rail.i", "rail.j", "VARVAL(wish)", action_only=True)
    return m


def test_a_stepped_ball_has_the_events_of_a_run():
    model = carom.read(BALL)
    whole = model.simulate(analysis="dynamic", end=1.0, dt=0.01)
    sim = model.simulation(end=1.0)
    events = []
    for k, z in enumerate(whole.bodies["z"]):
        if k:
            assert sim.run_until(whole.bodies["time"][k]) == ("end" if k == 100 else "time")
        assert sim.outputs["ball.z"] == z
        events += sim.events()
    assert [e.time for e in events] == list(whole.events["time"])
    assert [e.kind for e in events] == list(whole.events["kind"])
    assert sim.is_over and sim.step(1.0) == "end"
    assert sim.counts["steps"] == whole.summary["analyses"][0]["steps"]


def test_inputs_and_outputs_by_name():
    sim = rail().simulation(inputs={"push": 4.0, "wish": 0.0}, error=1e-10)
    sim.run_until(0.3)
    # x'' = 2 - 4 x from rest; 1e-8: a hundred times the tolerance
    assert sim.outputs["mass.x"] == pytest.approx((1 - math.cos(0.6)) / 2, abs=1e-8)
    assert sim.outputs["PART/2.x"] == sim.outputs["mass.x"] == sim.state[sim.state_names.index("mass.x")]
    x = sim.outputs["mass.x"]
    sim.inputs["wish"] = 6.0
    assert sim.outputs["wish"] == 6.0 and sim.outputs["pull.fx"] == 6.0
    assert sim.outputs["mass.ax"] == pytest.approx(5 - 4 * x, abs=1e-12)
    assert dict(sim.inputs) == {"push": 4.0, "wish": 6.0}
    with pytest.raises(KeyError, match="there is no input 'pusg'; did you mean 'push'"):
        sim.inputs["pusg"] = 1.0
    with pytest.raises(KeyError, match="no output PART/2.y9"):
        sim.outputs["mass.y9"]
    with pytest.raises(carom.StepError, match="the input .* is NaN"):
        sim.inputs["push"] = float("nan")
    with pytest.raises(carom.StepError, match="a step of -1; its length has to be above 0"):
        sim.step(-1.0)
    with pytest.raises(carom.StepError, match="not after the current one"):
        sim.run_until(0.1)
    with pytest.raises(carom.ModelError, match="SFORCE/99"):
        rail().simulation(inputs=["SFORCE/99"])


def test_a_state_is_saved_restored_and_set():
    sim = carom.read(BALL).simulation()
    sim.run_until(0.46)
    saved, state = sim.save(), sim.state
    sim.run_until(1.5)
    after, events = sim.state, sim.events()
    sim.restore(saved)
    assert sim.time == 0.46
    np.testing.assert_array_equal(sim.state, state)
    sim.run_until(1.5)
    np.testing.assert_array_equal(sim.state, after)
    assert [e.time for e in sim.events()] == [e.time for e in events if e.time > 0.46]
    state[2], state[9] = 1.1, 0.0
    sim.state = state
    sim.run_until(1.6)
    assert sim.outputs["ball.z"] == pytest.approx(1.1 - G * 0.005, abs=1e-14)
    with pytest.raises(carom.StepError, match="the state has 13 numbers, not 2"):
        sim.state = [1.0, 2.0]


def test_matrices_agree_with_the_motion():
    sim = rail().simulation(inputs={"push": 3.0})
    sim.run_until(0.2)
    m, g, q = sim.mass_matrix(), sim.constraint_jacobian(), sim.generalized_forces()
    a, multipliers = sim.accelerations()
    assert m.shape == (6, 6) and g.shape == (5, 6)
    assert len(sim.velocity_names) == 6 and len(sim.constraint_names) == 5
    np.testing.assert_array_equal(np.diag(m), [2, 2, 2, 1, 1, 1])
    assert a[0] == pytest.approx(sim.outputs["mass.ax"], abs=0)
    assert q[0] == pytest.approx(3 - 8 * sim.outputs["mass.x"], abs=1e-12)
    np.testing.assert_allclose(m @ a - q - g.T @ multipliers, 0, atol=1e-12)
    np.testing.assert_allclose(sim.residual(), 0, atol=1e-12)
    wanted = np.array([1.0, 0, 0, 0, 0, 0])
    # the force that it takes to have this acceleration
    assert sim.residual(wanted)[0] == pytest.approx(2.0 - q[0], abs=1e-12)
    found = sim.linearize()
    assert np.abs(found.eigenvalues).max() == pytest.approx(2.0, abs=1e-9)
    with pytest.raises(carom.StepError, match="6 velocities and 5 multipliers"):
        sim.residual([1.0])


def test_matrices_are_sparse_if_asked():
    optional("scipy")
    sim = rail().simulation()
    sparse = sim.constraint_jacobian(sparse=True)
    np.testing.assert_array_equal(sparse.toarray(), sim.constraint_jacobian())
    assert sim.mass_matrix(sparse=True).nnz == 6


# callbacks


@pytest.mark.parametrize("integrator", ["dop853", "radau5", "gstiff"])
def test_a_callback_is_the_expression(integrator):
    def build(law):
        m = carom.Model("Duffing")
        m.part("mass", mass=1.0, inertia=1.0, at=(0.5, 0, 0))
        m.joint("rail", "translational", "mass", "ground", at=(0, 0, 0), z=(1, 0, 0))
        m.force("spring", "rail.i", "rail.j", law, action_only=True)
        return m

    inputs = ["DX(mass, ground)", "VX(mass, ground)"]
    by_python = build(carom.callback(lambda t, x, v: -x - x**3 - 0.1 * v + math.sin(t), inputs))
    written = build("-DX(mass, ground)-DX(mass, ground)**3-0.1*VX(mass, ground)+SIN(TIME)")
    one, other = (m.simulate(end=5.0, steps=50, integrator=integrator, error=1e-8) for m in (by_python, written))
    # explicit: the same operations; implicit: Newton's matrix differs, by differences, and what it leaves is below the tolerance
    tolerance = 1e-12 if integrator == "dop853" else 1e-6
    np.testing.assert_allclose(one.bodies["x"], other.bodies["x"], rtol=0, atol=tolerance)
    assert isinstance(by_python["spring"].function, carom.Callback)


def test_a_motion_by_a_callback():
    m = carom.Model("Driven", gravity=(0, 0, -G))
    m.part("slide", mass=2.0, inertia=1.0)
    m.joint("rail", "translational", "slide", "ground", at=(0, 0, 0), z=(0, 0, 1))
    w = 3.0

    def law(t):
        return 0.1 * math.sin(w * t), 0.1 * w * math.cos(w * t), -0.1 * w * w * math.sin(w * t)

    m.motion("drive", carom.callback(law, rates=True), joint="rail")
    exact = m.simulate(analysis="dynamic", end=1.0, steps=10)
    m["drive"].function = carom.callback(lambda t: 0.1 * math.sin(w * t))
    differences = m.simulate(analysis="dynamic", end=1.0, steps=10)
    t = exact.bodies["time"]
    np.testing.assert_allclose(exact.bodies["z"], 0.1 * np.sin(w * t), atol=1e-12)
    np.testing.assert_allclose(exact.bodies["az"], -0.9 * np.sin(w * t), atol=1e-12)
    # central differences: eps^(2/3) and eps^(1/2) of numbers below 1
    np.testing.assert_allclose(differences.bodies["vz"], 0.3 * np.cos(w * t), atol=1e-8)
    np.testing.assert_allclose(differences.bodies["az"], -0.9 * np.sin(w * t), atol=1e-6)


def test_variables_and_differential_equations_by_callbacks():
    m = rail()
    m.variable("law", carom.callback(lambda t, x: 2 * x + t, ["DX(mass, ground)"]))
    m.diff("filter", carom.callback(lambda t, x: 1.0 - x, ["DIF(filter)"]))
    m.request("both", "VARVAL(law)", "DIF(filter)", carom.callback(lambda t, x: x * x, ["VARVAL(law)"]))
    result = m.simulate(end=1.0, steps=4, error=1e-9)
    both = result.requests.where(request="both")
    np.testing.assert_allclose(both["f1"], both["time"], atol=1e-12)
    np.testing.assert_allclose(both["f2"], 1 - np.exp(-both["time"]), atol=1e-7)
    np.testing.assert_allclose(both["f3"], both["f1"] ** 2, atol=1e-12)


def test_an_exception_ends_the_run_and_is_its_cause():
    def law(t, x):
        if t > 0.5:
            raise RuntimeError("the pump has stopped")
        return 4.0

    m = rail()
    m["push"].function = carom.callback(law, ["DX(mass, ground)"])
    with pytest.raises(carom.SimulationError, match="the pump has stopped") as caught:
        m.simulate(end=1.0, steps=100, hmax=0.01)
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert caught.value.name == "push"
    kept = caught.value.result.bodies
    assert 0.4 < kept["time"][-1] <= 0.5
    np.testing.assert_allclose(kept["x"], (1 - np.cos(2 * kept["time"])) / 2, atol=1e-4)

    sim = m.simulation(hmax=0.01)
    with pytest.raises(carom.StepError, match="the pump has stopped") as stopped:
        sim.run_until(1.0)
    assert isinstance(stopped.value.__cause__, RuntimeError)
    assert stopped.value.name == "push" and sim.is_over
    assert 0.4 < sim.time <= 0.5
    with pytest.raises(carom.StepError):
        sim.step(0.1)

    m["push"].function = carom.callback(lambda t, x: float("nan"), ["DX(mass, ground)"])
    with pytest.raises((carom.ModelError, carom.SimulationError), match=r"gives NaN for \(0, 0\)"):
        m.simulate(end=1.0)
    m["push"].function = carom.callback(lambda t: 1.0, ["DX(mass, ground)"])
    with pytest.raises((carom.ModelError, carom.SimulationError), match="TypeError"):
        m.simulate(end=1.0)


def test_ctrl_c_in_a_callback_is_ctrl_c():
    def law(t):
        if t > 0.5:
            raise KeyboardInterrupt
        return 0.0

    m = rail()
    m["push"].function = carom.callback(law)
    with pytest.raises(carom.Interrupted):
        m.simulate(end=1.0, hmax=0.01)
    with pytest.raises(KeyboardInterrupt):
        m.simulation(hmax=0.01).run_until(1.0)


def test_wrong_callbacks_are_refused_where_they_are_given():
    m = rail()
    with pytest.raises(TypeError, match="a callback is a function"):
        carom.callback(3.0)
    with pytest.raises(TypeError, match="a list of expressions"):
        carom.callback(lambda t, x: x, "DX(mass, ground)")
    with pytest.raises(carom.ModelError, match="push: there is no element named 'mas'"):
        m["push"].function = carom.callback(lambda t, x: x, ["DX(mas, ground)"])


def test_handlers_and_controllers():
    sim = carom.read(BALL).simulation()
    seen = []
    sim.on_event(lambda s, e: seen.append((e.kind, e.time, s.time)), kind="contact-begin")
    assert sim.run_until(1.5) == "time"
    assert len(seen) == 4 and all(kind == "contact-begin" and t == at for kind, t, at in seen)
    assert len([e for e in sim.events() if e.kind == "contact-begin"]) == 4

    # A sampled controller: between its times the push is held, and the motion has a closed form.
    sim = rail().simulation(inputs=["push"], error=1e-10)
    times = []

    def control(s):
        times.append(s.time)
        s.inputs["push"] = -4.0 * s.outputs["mass.vx"] + 4.0

    sim.every(0.1, control)
    sim.run_until(0.35)
    np.testing.assert_allclose(times, [0.0, 0.1, 0.2, 0.3], atol=1e-15)
    x, v = 0.0, 0.0
    for h in (0.1, 0.1, 0.1, 0.05):
        rest = (-4.0 * v + 4.0) / 8
        x, v = (
            rest + (x - rest) * math.cos(2 * h) + v / 2 * math.sin(2 * h),
            -2 * (x - rest) * math.sin(2 * h) + v * math.cos(2 * h),
        )
    assert sim.outputs["mass.x"] == pytest.approx(x, abs=1e-8)


# models that were read are changed


def test_models_that_were_read_can_be_changed():
    m = carom.read(BALL)
    assert m["PART/2"] == m["ball"] and m["ball"].mass == 1.0
    assert {p.name for p in m.parts} >= {"ball"}
    assert [e.label for e in m.markers] == [10, 20]
    force = m.forces[0]
    assert force.actiononly is True and force.i == 20.0 and "IMPACT" in force.function
    before = m.simulate(end=1.0, steps=10)
    m["PART/2"].mass = 3.0
    assert m["ball"].mass == 3.0 and "MASS=3.0" in m.deck()
    heavy = m.simulate(end=1.0, steps=10)
    assert heavy.bodies["z"][-1] != before.bodies["z"][-1]
    # The ball falls as before, and its weight is three times as much.
    assert heavy.events["time"][0] == pytest.approx(before.events["time"][0], abs=1e-12)
    other = m.copy()
    m["ball"].mass = 1.0
    assert other["ball"].mass == 3.0
    again = m.simulate(end=1.0, steps=10)
    np.testing.assert_array_equal(again.bodies["z"], before.bodies["z"])

    # Elements are added, duplicated and removed.
    m.force("wind", "ball", "ground", "0.1*TIME", action_only=True)
    m.request("push", "SFORCE(wind, 0, 4, 0)")
    told = m.simulate(end=1.0, steps=10).requests.where(request="push")
    np.testing.assert_allclose(told["f1"], 0.1 * told["time"], atol=1e-12)
    with pytest.raises(carom.ModelError, match="wind|SFORCE"):
        m.remove("wind")
        m.simulate(end=1.0)


def test_wrong_changes_are_refused_and_change_nothing():
    m = carom.read(BALL)
    deck = m.deck()
    with pytest.raises(carom.ModelError, match="MASS"):
        m["ball"].mass = "heavy("
    with pytest.raises(carom.ModelError, match=r"PART/2 \(ball\)|MARKER"):
        m["ball"].cm = 77
    with pytest.raises(AttributeError, match="PART/2 .'ball'. has no MAS; did you mean 'mass'"):
        _ = m["ball"].mas
    with pytest.raises(carom.ModelError, match="there is no element named 'PART/7'"):
        _ = m["PART/7"]
    with pytest.raises(AttributeError, match="stays as it is"):
        m["ball"].label = 3
    assert m.deck() == deck


def test_the_environment_passes_the_checker():
    optional("gymnasium")
    import runpy

    from gymnasium.utils.env_checker import check_env

    example = runpy.run_path(str(ROOT / "examples/python/cart_pole.py"))
    env = example["CartPole"]()
    check_env(env, skip_render_check=True)
    # A push to the wall: it is hit, and the cart comes back.
    env.reset(seed=3)
    hits, places = 0, []
    for _ in range(200):
        observed, _, _, _, info = env.step(np.array([1.0], dtype=np.float32))
        hits += len(info["hits"])
        places.append(float(observed[0]))
    assert hits >= 1 and max(places) < 1.5
    # The same seed, the same bits.
    one = [env.reset(seed=5)[0], env.step(np.array([0.3], dtype=np.float32))[0]]
    other = [env.reset(seed=5)[0], env.step(np.array([0.3], dtype=np.float32))[0]]
    np.testing.assert_array_equal(one, other)
