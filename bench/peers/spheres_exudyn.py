"""Exudyn: the balls of examples/spheres by its GeneralContact, explicit, one thread.

Each ball is a rigid body with a rotation vector, as its own particle examples have them; floor and walls are static triangles. The contact is a linear spring and a
damper with regularized friction: another law than k·p^1.5, so that STIFFNESS is chosen for
about the same largest penetration in the first impacts. `python spheres_exudyn.py END SAMPLES VelocityVerlet=5e-5 ...`: the end, at how many times the penetration is looked at, methods and steps.
Its mass matrix has to be sparse: the dense one costs 60 ms a step.
"""

import sys

import exudyn as exu
import exudyn.itemInterface as item
import numpy as np
from exudyn.utilities import AddRigidBody, InertiaSphere

import spheres

# of one ball: two in series act, as Exudyn does; the damping is that of the pair
STIFFNESS = 4e5
DAMPING = 3.0


def model(layers=10, across=10):
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    ground = mbs.AddObject(item.ObjectGround())
    contact = mbs.AddGeneralContact()
    contact.verboseMode = 0
    contact.frictionProportionalZone = spheres.SLOW
    contact.SetFrictionPairings(spheres.FRICTION * np.eye(1))
    contact.sphereSphereContact = True
    half, top = spheres.half_width(across), spheres.HEIGHT + (layers + 1) * spheres.SPACING
    nodes = []
    inertia = InertiaSphere(spheres.MASS, spheres.RADIUS)
    corners = [[x, y, z] for z in (0.0, top) for y in (-half, half) for x in (-half, half)]
    faces = [[0, 1, 3], [0, 3, 2], [0, 4, 1], [1, 4, 5], [2, 3, 6], [3, 7, 6], [0, 2, 4], [2, 6, 4], [1, 5, 3], [3, 5, 7]]
    centre = np.array([0, 0, top / 2])
    for k, (a, b, c) in enumerate(faces):  # normals into the box
        p, q, r = (np.array(corners[i]) for i in (a, b, c))
        if np.dot(np.cross(q - p, r - p), centre - p) < 0:
            faces[k] = [a, c, b]
    marker = mbs.AddMarker(item.MarkerBodyRigid(bodyNumber=ground))
    contact.AddTrianglesRigidBodyBased(
        rigidBodyMarkerIndex=marker, contactStiffness=STIFFNESS, contactDamping=DAMPING, frictionMaterialIndex=0,
        pointList=corners, triangleList=faces, staticTriangles=True,
    )
    for place in spheres.places(layers, across):
        node = mbs.AddNode(item.NodeRigidBodyRotVecLG(referenceCoordinates=[*place, 0, 0, 0], initialVelocities=[0] * 6))
        body = mbs.AddObject(item.ObjectRigidBody(nodeNumber=node, mass=spheres.MASS, inertia=inertia.GetInertia6D()))
        marker = mbs.AddMarker(item.MarkerNodeRigid(nodeNumber=node))
        mbs.AddLoad(item.Force(markerNumber=marker, loadVector=[0, 0, -spheres.MASS * spheres.GRAVITY]))
        contact.AddSphereWithMarker(
            marker, radius=spheres.RADIUS, contactStiffness=STIFFNESS, contactDamping=DAMPING, frictionMaterialIndex=0
        )
        nodes.append(node)
    side = max(4, across)
    contact.SetSearchTreeCellSize(numberOfCells=[side, side, max(4, layers)])
    contact.SetSearchTreeBox(pMin=np.array([-half - 0.01, -half - 0.01, -0.01]), pMax=np.array([half + 0.01, half + 0.01, top + 0.01]))
    mbs.Assemble()
    return mbs, nodes, contact


def positions(mbs, nodes):
    return np.array([mbs.GetNodeOutput(n, exu.OutputVariableType.Position) for n in nodes])


def simulate(method, step, end, samples=1, size=(10, 10)):
    """Processor time, places at the end and the largest penetration of two balls at `samples` times."""
    mbs, nodes, contact = model(*size)
    s = exu.SimulationSettings()
    s.timeIntegration.verboseMode = 0
    s.timeIntegration.adaptiveStep = False
    s.timeIntegration.automaticStepSize = False
    s.timeIntegration.explicit.computeEndOfStepAccelerations = False
    s.timeIntegration.explicit.computeMassMatrixInversePerBody = True
    s.solution.file.write = False
    s.solution.sensors.writePeriod = 1
    s.parallel.numberOfThreads = 1
    s.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    s.show.computationTime = False
    s.show.statistics = False
    solver = getattr(exu.DynamicSolverType, method)
    seconds, deepest = 0.0, 0.0
    for k in range(samples):
        s.timeIntegration.startTime = end * k / samples
        s.timeIntegration.endTime = end * (k + 1) / samples
        s.timeIntegration.numberOfSteps = max(1, round(end / samples / step))
        seconds += spheres.timed(lambda: mbs.SolveDynamic(s, solverType=solver, updateInitialValues=True))
        deepest = max(deepest, spheres.deepest(positions(mbs, nodes)))
    return seconds, positions(mbs, nodes), deepest


if __name__ == "__main__":
    end, samples = float(sys.argv[1]), int(sys.argv[2])
    for method, step in [(m.split("=")[0], float(m.split("=")[1])) for m in sys.argv[3:]]:
        seconds, places, deepest = simulate(method, step, end, samples)
        print(method, step, f"{seconds:.3f} s", f"deepest {deepest:.3e}", f"lowest {places[:, 2].min():.5f} mean {places[:, 2].mean():.6f}", places[0], flush=True)
