"""MuJoCo: the balls of examples/spheres as free bodies, floor and walls as planes, one thread.

Its contact is a soft constraint: a spring and damper of the time constant `solref`, at least two steps, scaled by the impedance `solimp`. It has no stiffness of its own: the time
constant is chosen for the same largest penetration, and the step is half of it, the largest that it allows. Pyramids for friction, Newton's solver, as is its default.
`python spheres_mujoco.py END SAMPLES 2e-4=4e-4 ...`: the end, at how many times the penetration is looked at, steps and time constants.
"""

import sys

import mujoco
import numpy as np

import spheres


def model(step, constant, layers=10, across=10):
    half = spheres.half_width(across)
    spec = mujoco.MjSpec()
    spec.option.timestep = step
    spec.option.gravity = [0, 0, -spheres.GRAVITY]
    spec.memory = 2**30
    contact = dict(friction=[spheres.FRICTION, 0, 0], solref=[constant, 1.0], solimp=[0.9, 0.95, 0.001, 0.5, 2], condim=3)
    walls = [((0, 0, 0), (1, 0, 0, 0))]
    turn = np.sqrt(0.5)
    walls += [((-half, 0, 0), (turn, 0, turn, 0)), ((half, 0, 0), (turn, 0, -turn, 0))]
    walls += [((0, -half, 0), (turn, -turn, 0, 0)), ((0, half, 0), (turn, turn, 0, 0))]
    for place, quat in walls:
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 1], pos=place, quat=quat, **contact)
    for place in spheres.places(layers, across):
        body = spec.worldbody.add_body(pos=place)
        body.add_freejoint()
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[spheres.RADIUS, 0, 0], mass=spheres.MASS, **contact)
    return spec.compile()


def simulate(step, constant, end, samples=1, size=(10, 10)):
    """Processor time, places at the end and the largest penetration of two balls at `samples` times."""
    m = model(step, constant, *size)
    d = mujoco.MjData(m)
    seconds, deepest = 0.0, 0.0
    for _ in range(samples):
        seconds += spheres.timed(lambda: mujoco.mj_step(m, d, nstep=round(end / samples / step)))
        deepest = max(deepest, spheres.deepest(d.xpos[1:]))
    if any(w.number for w in d.warning):
        print("warnings:", [w.number for w in d.warning])
    return seconds, d.xpos[1:].copy(), deepest


if __name__ == "__main__":
    end, samples = float(sys.argv[1]), int(sys.argv[2])
    for setting in sys.argv[3:]:
        step, constant = map(float, setting.split("="))
        seconds, places, deepest = simulate(step, constant, end, samples)
        print(step, constant, f"{seconds:.3f} s", f"deepest {deepest:.3e}", f"lowest {places[:, 2].min():.5f} mean {places[:, 2].mean():.6f}", flush=True)
