"""Writes the STEP files of this folder with gmsh and prints the volumes that its kernel gives."""

import math
import pathlib

import gmsh

HERE = pathlib.Path(__file__).parent
gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)
occ = gmsh.model.occ


def out(name):
    """Writes what the model has and empties it."""
    occ.synchronize()
    volumes = [occ.getMass(d, t) for d, t in gmsh.model.getEntities(3)]
    gmsh.write(str(HERE / f"{name}.step"))
    print(name, [repr(v) for v in volumes])
    gmsh.model.remove()
    gmsh.model.add("x")


gmsh.model.add("x")
occ.addBox(0, 0, 0, 10, 20, 30)
out("box")
occ.addCylinder(0, 0, 0, 0, 0, 20, 5)
out("cylinder")
occ.addCone(0, 0, 0, 0, 0, 10, 5, 2)
out("cone")
occ.addCone(0, 0, 0, 0, 0, 10, 5, 0)
out("cone_apex")
occ.addSphere(0, 0, 0, 5)
out("sphere")
occ.addTorus(0, 0, 0, 10, 3)
out("torus")

box = occ.addBox(0, 0, 0, 10, 20, 30)
occ.synchronize()
occ.fillet([box], [t for _, t in gmsh.model.getEntities(1)], [2])
out("filleted_box")

box = occ.addBox(0, 0, 0, 40, 30, 5)
holes = [(3, occ.addCylinder(x, y, -1, 0, 0, 7, 3)) for x in (6, 34) for y in (6, 24)]
occ.cut([(3, box)], holes)
out("plate")


def section(scale, z):
    """A closed spline of three lobes."""
    points = []
    for i in range(12):
        t = 2 * math.pi * i / 12
        r = scale * (6 + 1.5 * math.cos(3 * t))
        points.append(occ.addPoint(r * math.cos(t), r * math.sin(t), z))
    return occ.addWire([occ.addBSpline([*points, points[0]])])


occ.addThruSections([section(1, 0), section(1.4, 10), section(0.8, 20)])
out("loft")

points = [occ.addPoint(x, 0, z) for x, z in ((3, 0), (5, 4), (2.5, 8), (4, 12))]
bottom, top = occ.addPoint(0, 0, 0), occ.addPoint(0, 0, 12)
lines = [
    occ.addSpline(points),
    occ.addLine(points[-1], top),
    occ.addLine(top, bottom),
    occ.addLine(bottom, points[0]),
]
face = occ.addPlaneSurface([occ.addCurveLoop(lines)])
occ.revolve([(2, face)], 0, 0, 0, 0, 0, 1, 2 * math.pi)
out("revolved")

box, ball = occ.addBox(-8, -8, 0, 16, 16, 10), occ.addSphere(0, 0, 10, 6)
both, _ = occ.fuse([(3, box)], [(3, ball)])
bore, ring = occ.addCylinder(0, -20, 6, 0, 40, 0, 2.5), occ.addTorus(0, 0, 10, 7, 1)
occ.cut(both, [(3, bore), (3, ring)])
out("boolean")

occ.addBox(0, 0, 0, 1, 1, 1)
occ.addSphere(5, 0, 0, 1)
out("two")

for name, axes in [("ellipsoid", (1, 2, 3)), ("lens", (20, 20, 1))]:
    ball = occ.addSphere(0, 0, 0, 1)
    occ.dilate([(3, ball)], 0, 0, 0, *axes)
    out(name)
