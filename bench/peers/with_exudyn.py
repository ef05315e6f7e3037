"""Exudyn: planar bodies and revolute joints in redundant coordinates, as its own IFToMM example does.

Implicit only: generalized-alpha (index 3) and the trapezoidal rule (index 2). Its explicit methods cannot run joints, whose
algebraic equations its manual sends to implicit integration. Its build without range checks (`sys.exudynFast = True`) took the
same time here within the spread.
"""

import exudyn as exu
import exudyn.itemInterface as item

from peer import main, timed
from problems import PROBLEMS

SETTINGS = {
    "andrews": [(m, h) for m in ("trapezoidal", "generalized-alpha 0.95") for h in (1e-4, 3e-5, 1e-5, 3e-6, 1e-6)],
    "four-bars": [("trapezoidal", 1e-3)] + [("generalized-alpha 0.95", h) for h in (1e-3, 5e-4, 2.5e-4)],
}


def model(name, problem):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(item.ObjectGround())
    rates = [0.0] * len(problem.bodies)
    if name == "four-bars":
        rates = [-1.0 if i <= problem.loops_number else 0.0 for i in range(len(rates))]
    nodes, objects = [], []
    for body, rate in zip(problem.bodies, rates):
        x, y = body.point(body.com)
        speed = [0, 0, 0]
        if name == "four-bars":
            speed = [0.5, 0, rate] if rate else [1.0, 0, 0]
        nodes.append(mbs.AddNode(item.NodeRigidBody2D(referenceCoordinates=[x, y, body.frame[2]], initialVelocities=speed)))
        objects.append(mbs.AddObject(item.ObjectRigidBody2D(nodeNumber=nodes[-1], mass=body.mass, inertia=body.inertia)))

    def marker(at):
        i, p = at
        if i is None:
            return mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=ground, localPosition=[*p, 0]))
        com = problem.bodies[i].com
        return mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=objects[i], localPosition=[p[0] - com[0], p[1] - com[1], 0]))

    hinges = [((parent, at), (i, (0.0, 0.0))) for i, (parent, at) in problem.tree.items()] + problem.loops
    for one, other in hinges:
        mbs.AddObject(item.ObjectJointRevolute2D(markerNumbers=[marker(one), marker(other)]))
    if name == "andrews":
        ends = [marker(end) for end in problem.spring]
        mbs.AddObject(item.ObjectConnectorSpringDamper(markerNumbers=ends, stiffness=problem.stiffness, referenceLength=problem.free_length))
        angle = mbs.AddMarker(item.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=2))
        mbs.AddLoad(item.LoadCoordinate(markerNumber=angle, load=problem.torque))
    else:
        for o in objects:
            m = mbs.AddMarker(item.MarkerBodyMass(bodyNumber=o))
            mbs.AddLoad(item.LoadMassProportional(markerNumber=m, loadVector=[0, -problem.gravity, 0]))
    mbs.Assemble()
    return mbs, nodes


def simulate(name, method, h):
    problem = PROBLEMS[name]()
    mbs, nodes = model(name, problem)
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = problem.end
    s.timeIntegration.numberOfSteps = round(problem.end / h)
    s.timeIntegration.verboseMode = 0
    s.timeIntegration.adaptiveStep = False
    if name == "andrews":  # the four-bars need Newton's full method, at its default tolerances, near their singular positions
        s.timeIntegration.newton.useModifiedNewton = True
        s.timeIntegration.newton.relativeTolerance = 1e-10
        s.timeIntegration.newton.absoluteTolerance = 1e-12
    else:
        s.timeIntegration.newton.useModifiedNewton = False
    s.solution.file.write = False
    s.parallel.numberOfThreads = 1
    s.linearSolver.solverType = exu.LinearSolverType.EXUdense if name == "andrews" else exu.LinearSolverType.EigenSparse
    solver = exu.DynamicSolverType.TrapezoidalIndex2
    if method.startswith("generalized-alpha"):
        solver = exu.DynamicSolverType.GeneralizedAlpha
        s.timeIntegration.generalizedAlpha.spectralRadius = float(method.split()[1])
    seconds = timed(lambda: mbs.SolveDynamic(s, solverType=solver))
    angles = [mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates)[2] + b.frame[2] for n, b in zip(nodes, problem.bodies)]
    if name == "andrews":
        return seconds, problem.angles(angles)
    end = mbs.GetNodeOutput(nodes[0], exu.OutputVariableType.Position)[:2]
    return seconds, [2 * end[0], 2 * end[1]]


if __name__ == "__main__":
    main(SETTINGS, simulate)
