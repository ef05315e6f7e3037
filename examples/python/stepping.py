"""Tutorial: a mechanism in a loop of your own. Step, look, push back; callbacks, events, states, and the equations as matrices.

Each section can be run by itself in a notebook (the marks `# %%` make cells of them in most editors).
"""

# %% A model: a mass on a rail, with a spring and a stop.
import carom
import numpy as np

model = carom.Model("A mass on a rail", gravity=(0, 0, -9.81))
model.part("mass", mass=2.0, inertia=1.0)
model.joint("rail", "translational", "mass", "ground", at=(0, 0, 0), z=(1, 0, 0))
model.force("spring", "rail.i", "rail.j", "-8*DX(mass, ground)", action_only=True)
model.force("push", "rail.i", "rail.j", 0.0, action_only=True)
stop = "-IMPACT(1-DX(mass, ground), -VX(mass, ground), 0.2, 1e4, 1.5, 20, 1e-3)"
model.force("stop", "rail.i", "rail.j", stop, action_only=True)

# %% Step it: `push` is an input, which holds until it is set again.
sim = model.simulation(inputs=["push"], error=1e-9)
sim.inputs["push"] = 4.0
for k in range(1, 11):
    sim.run_until(k * 0.1)
    # x'' = 2 - 4 x from rest: x = (1 - cos 2t) / 2
    exact = (1 - np.cos(2 * sim.time)) / 2
    print(f"t = {sim.time:.1f}  x = {sim.outputs['mass.x']:.9f}  exact {exact:.9f}")
    if sim.outputs["mass.x"] > 0.7:
        break

# %% Events come at their exact times, whatever the steps are.
sim.inputs["push"] = 12.0
while sim.advance_to_event(5.0) == "event":
    for event in sim.events():
        print(f"t = {event.time:.9f}  {event.kind} of {event.name}, gap {event.gap:.2e}, force {event.force:.3f}")

# %% Save a state, try something, and go back.
saved = sim.save()
heights = []
for push in (0.0, 4.0, 8.0):
    sim.restore(saved)
    sim.inputs["push"] = push
    sim.run_until(6.0)
    heights.append(sim.outputs["mass.x"])
print("three futures:", np.round(heights, 6))

# %% A controller that samples, and a function that is called at events.
sim = model.simulation(inputs=["push"])
hits: list[float] = []
sim.on_event(lambda s, event: hits.append(event.time), kind="contact-begin", element="stop")
sim.every(0.05, lambda s: s.inputs.update(push=20 * (0.5 - s.outputs["mass.x"]) - 8 * s.outputs["mass.vx"] + 4))
sim.run_until(8.0)
print(f"controlled to x = {sim.outputs['mass.x']:.6f}, {len(hits)} hits")

# %% A Python function in the place of an expression: here a spring that hardens.
hard = carom.Model("A hardening spring")
hard.part("mass", mass=1.0, inertia=1.0, at=(0.5, 0, 0))
hard.joint("rail", "translational", "mass", "ground", at=(0, 0, 0), z=(1, 0, 0))
duffing = carom.callback(lambda t, x, v: -x - x**3 - 0.1 * v, inputs=["DX(mass, ground)", "VX(mass, ground)"])
hard.force("spring", "rail.i", "rail.j", duffing, action_only=True)
result = hard.simulate(end=10.0, steps=100)
hard["spring"].function = "-DX(mass, ground)-DX(mass, ground)**3-0.1*VX(mass, ground)"
same = hard.simulate(end=10.0, steps=100)
print("callback and expression differ by", f"{np.abs(result.bodies['x'] - same.bodies['x']).max():.1e}")

# %% The equations of motion at the current state: M v' = Q + G.T @ multipliers.
M, G, Q = sim.mass_matrix(), sim.constraint_jacobian(), sim.generalized_forces()
a, multipliers = sim.accelerations()
print("residual", f"{np.abs(M @ a - Q - G.T @ multipliers).max():.1e},", sim.degrees_of_freedom, "degree of freedom")
print("frequencies", np.round(np.abs(sim.linearize().eigenvalues), 6))
