"""MuJoCo: a tree of hinges, the loops closed by `connect` constraints between sites.

These constraints are soft by design: a violation decays like a spring and damper of the time constant `solref` (at least two
steps), and `solimp` ends at an impedance of 0.9999. The stiffest values allowed are used, so that the error falls with the step.
"""

import mujoco

from peer import main, timed
from problems import PROBLEMS, Andrews

INTEGRATORS = {
    "Euler": mujoco.mjtIntegrator.mjINT_EULER,
    "RK4": mujoco.mjtIntegrator.mjINT_RK4,
    "implicit": mujoco.mjtIntegrator.mjINT_IMPLICIT,
}
SETTINGS = {
    "andrews": [("RK4", h) for h in (1e-4, 3e-5, 1e-5, 3e-6, 1e-6)] + [("implicit", h) for h in (1e-5, 1e-6)],
    "four-bars": [("RK4", 1e-3)] + [("implicit", h) for h in (1e-3, 5e-4, 1e-4)],
}


def model(problem, h):
    spec = mujoco.MjSpec()
    spec.compiler.autolimits = True
    spec.option.timestep = h
    spec.option.gravity = [0, -getattr(problem, "gravity", 0.0), 0]
    spec.option.tolerance = 1e-15
    spec.option.iterations = 100
    added = {None: spec.worldbody}
    for i, (parent, at) in problem.tree.items():
        body, b = problem.bodies[i], added[parent].add_body(name=f"b{i}", pos=[*at, 0])
        b.mass, b.ipos, b.inertia, b.explicitinertial = body.mass, [*body.com, 0], [body.inertia] * 3, True
        b.add_joint(name=f"q{i}", type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 0, 1])
        added[i] = b

    def site(at):
        body, point = at
        name = f"s{len(spec.sites)}"
        added[body].add_site(name=name, pos=[*point, 0])
        return name

    for one, other in problem.loops:
        c = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, name1=site(one), name2=site(other))
        c.objtype = mujoco.mjtObj.mjOBJ_SITE
        c.solref = [2 * h, 1]
        c.solimp = [0.9999, 0.9999, 0.001, 0.5, 2]
    if isinstance(problem, Andrews):
        t = spec.add_tendon(stiffness=problem.stiffness, springlength=[problem.free_length] * 2)
        for end in problem.spring:
            t.wrap_site(site(end))
    return spec.compile()


def simulate(name, method, h):
    problem = PROBLEMS[name]()
    m = model(problem, h)
    m.opt.integrator = INTEGRATORS[method]
    d = mujoco.MjData(m)
    address = {i: m.joint(f"q{i}").qposadr[0] for i in problem.tree}  # a tree of hinges: coordinates and rates go together
    absolute = [b.frame[2] for b in problem.bodies]
    for i, (parent, _) in problem.tree.items():
        d.qpos[address[i]] = absolute[i] - (absolute[parent] if parent is not None else 0.0)
    if name == "andrews":
        d.qfrc_applied[address[0]] = problem.torque
    else:
        d.qvel[[address[i] for i in range(len(problem.bodies))]] = problem.rates
    seconds = timed(lambda: mujoco.mj_step(m, d, nstep=round(problem.end / h)))
    if any(w.number for w in d.warning):
        raise RuntimeError("unstable: it reports bad positions, rates or accelerations")
    if name == "andrews":
        return seconds, d.qpos[[address[i] for i in range(7)]]
    mujoco.mj_kinematics(m, d)
    at = d.body("b0").xmat.reshape(3, 3) @ [1.0, 0, 0]
    return seconds, at[:2]


if __name__ == "__main__":
    main(SETTINGS, simulate)
