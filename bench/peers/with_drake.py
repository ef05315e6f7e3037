"""Drake: a tree of revolute joints, the loops closed in the two ways MultibodyPlant offers.

`ball, SAP`: AddBallConstraint, which wants a discrete plant with the SAP solver: order one, and nearly rigid.
`bushing, RK3`: LinearBushingRollPitchYaw in a continuous plant, the way of its strandbeest example: a stiff isotropic spring
with damping at each loop; the error has a part of the integration and one of the spring. The setting is the accuracy asked of
Runge-Kutta 3 with the spring's stiffness in N/m. The four-bars leave their branch with springs of 1e5 N/m, so they are not run so.
"""

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.plant import DiscreteContactApproximation, MultibodyPlant
from pydrake.multibody.tree import (
    FixedOffsetFrame,
    LinearBushingRollPitchYaw,
    LinearSpringDamper,
    RevoluteJoint,
    SpatialInertia,
    UnitInertia,
)
from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator

from peer import main, timed
from problems import PROBLEMS, Andrews

SETTINGS = {
    "andrews": [("ball, SAP", 1e-4), ("ball, SAP", 1e-5), ("bushing, RK3", (1e-6, 1e7))],
    "four-bars": [("ball, SAP", 1e-2), ("ball, SAP", 1e-3)],
}


def vector(p):
    return np.array([p[0], p[1], 0.0])


def model(problem, method, setting):
    discrete = method == "ball, SAP"
    plant = MultibodyPlant(setting if discrete else 0.0)
    if discrete:
        plant.set_discrete_contact_approximation(DiscreteContactApproximation.kSap)
    plant.mutable_gravity_field().set_gravity_vector([0, -getattr(problem, "gravity", 0.0), 0])
    bodies, joints = {None: plant.world_body()}, {}
    for i, (parent, at) in problem.tree.items():
        b = problem.bodies[i]
        unit = UnitInertia.SolidSphere(np.sqrt(2.5 * b.inertia / b.mass)).ShiftFromCenterOfMass(-vector(b.com))
        bodies[i] = plant.AddRigidBody(f"b{i}", SpatialInertia(b.mass, vector(b.com), unit))
        X = RigidTransform(vector(at))
        joints[i] = plant.AddJoint(RevoluteJoint(f"q{i}", frame(plant, bodies[parent], X), bodies[i].body_frame(), [0, 0, 1]))
    for (i, p), (j, q) in problem.loops:
        if discrete:
            plant.AddBallConstraint(bodies[i], vector(p), bodies[j], vector(q))
            continue
        k = setting[1]
        lightest = min(b.mass for b in problem.bodies)
        damping = np.sqrt(k * lightest)  # about critical
        ends = [frame(plant, bodies[b], RigidTransform(vector(at))) for b, at in ((i, p), (j, q))]
        plant.AddForceElement(LinearBushingRollPitchYaw(*ends, [0] * 3, [0] * 3, [k, k, 0], [damping, damping, 0]))
    if isinstance(problem, Andrews):
        (i, p), (j, q) = problem.spring
        plant.AddForceElement(LinearSpringDamper(bodies[i], vector(p), bodies[j], vector(q), problem.free_length, problem.stiffness, 0.0))
        plant.AddJointActuator("torque", joints[0])
    plant.Finalize()
    return plant, joints


def frame(plant, body, X):
    return plant.AddFrame(FixedOffsetFrame(f"f{plant.num_frames()}", body.body_frame(), X))


def simulate(name, method, setting):
    problem = PROBLEMS[name]()
    plant, joints = model(problem, method, setting)
    simulator = Simulator(plant)
    context = simulator.get_mutable_context()
    absolute = [b.frame[2] for b in problem.bodies]
    for i, (parent, _) in problem.tree.items():
        joints[i].set_angle(context, absolute[i] - (absolute[parent] if parent is not None else 0.0))
        if name == "four-bars":
            joints[i].set_angular_rate(context, problem.rates[i])
    if name == "andrews":
        plant.get_actuation_input_port().FixValue(context, [problem.torque])
    if method == "bushing, RK3":
        ResetIntegratorFromFlags(simulator, "runge_kutta3", 1e-3).set_target_accuracy(setting[0])
    simulator.Initialize()
    seconds = timed(lambda: simulator.AdvanceTo(problem.end))
    if name == "andrews":
        return seconds, [joints[i].get_angle(context) for i in range(7)]
    a = joints[0].get_angle(context)
    return seconds, [np.cos(a), np.sin(a)]


if __name__ == "__main__":
    main(SETTINGS, simulate)
