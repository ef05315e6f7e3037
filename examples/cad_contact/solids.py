"""Writes the STEP files of this folder with gmsh (its kernel is Open CASCADE): own work, made for these examples.

    pip install gmsh
    python solids.py
"""

import re
from math import acos, atan2, cos, pi, radians, sin, sqrt, tan

import gmsh

gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)
occ = gmsh.model.occ


def digits(number):
    """Twelve digits; what is nothing but rounding is zero."""
    x = float(number[0])
    text = f"{x if abs(x) > 1e-12 else 0:.12g}".upper()
    return text if "." in text else re.sub(r"^-?\d+", r"\g<0>.", text)


def slim(name):
    """Leaves out curves in parameters of surfaces: two thirds of a file, and nothing needs them."""
    text = open(name).read().replace("\n", "")
    head, data = text.split("DATA;")
    data = data.split("ENDSEC;")[0]
    entities = dict(re.findall(r"(#\d+) = ((?:[^;']|'[^']*')*);", data))
    plain = {k: re.match(r"S\w+_CURVE\('',(#\d+)", v) for k, v in entities.items()}
    plain = {k: m[1] for k, m in plain.items() if m}
    uses = {k: re.findall(r"#\d+", v) for k, v in entities.items()}
    used = {u for v in uses.values() for u in v}
    left, kept = [k for k in entities if k not in used], set()
    while left:
        k = left.pop()
        k = plain.get(k, k)
        if k not in kept:
            kept.add(k)
            left += uses[k]
    numbers = {k: f"#{n}" for n, k in enumerate((k for k in entities if k in kept), 1)}
    number = lambda m: numbers[plain.get(m[0], m[0])]
    entities = {k: re.sub(r"-?\d+\.\d*(E-?\d+)?", digits, v) for k, v in entities.items()}
    lines = [f"{numbers[k]}={re.sub(r'#[0-9]+', number, entities[k])};" for k in entities if k in kept]
    head = head.replace(");", ");\n").replace("21;H", "21;\nH").replace("R;F", "R;\nF").replace("C;", "C;\n")
    with open(name, "w", newline="\n") as file:
        file.write(head + "DATA;\n" + "\n".join(lines) + "\nENDSEC;\nEND-ISO-10303-21;\n")


def out(name):
    """Writes what the model has and empties it."""
    occ.synchronize()
    gmsh.write(f"{name}.step")
    slim(f"{name}.step")
    gmsh.model.remove()
    gmsh.model.add("x")


def point(x, y, z):
    return occ.addPoint(x, y, z)


def turned(p, angle):
    return p[0] * cos(angle) - p[1] * sin(angle), p[0] * sin(angle) + p[1] * cos(angle)


class Outline:
    """Lines, arcs and splines in the plane z = low, drawn out to z = high."""

    def __init__(self, low, high):
        self.low, self.high, self.curves = low, high, []

    def start(self, p):
        self.first = self.last = point(*p, self.low)

    def end(self, p):
        """The point at p, the first one at None."""
        return self.first if p is None else point(*p, self.low)

    def line(self, p):
        end = self.end(p)
        self.curves.append(occ.addLine(self.last, end))
        self.last = end

    def arc(self, centre, p):
        """Of less than half a turn."""
        end = self.end(p)
        self.curves.append(occ.addCircleArc(self.last, point(*centre, self.low), end))
        self.last = end

    def spline(self, points, p):
        """Through all points."""
        inner = [point(*q, self.low) for q in points]
        end = self.end(p)
        self.curves.append(occ.addSpline([self.last, *inner, end]))
        self.last = end

    def draw(self):
        face = occ.addPlaneSurface([occ.addCurveLoop(self.curves)])
        occ.extrude([(2, face)], 0, 0, self.high - self.low)


def geneva():
    """Four slots; the axes are 100 mm apart, the crank is 100/√2 mm long, its pin a ball of 6 mm."""
    centre, pin, play, lock = 100.0, 6.0, 0.1, 55.0
    wheel = centre / sqrt(2)
    width, bottom = pin + play, centre - wheel - pin - 0.5
    radius = lock + play
    half = acos((centre**2 + wheel**2 - radius**2) / (2 * centre * wheel))
    start = atan2(width, sqrt(wheel**2 - width**2))
    o = Outline(-5, 5)
    o.start((bottom, width))
    for k in range(4):
        at = lambda r, a: turned((r * cos(a), r * sin(a)), k * pi / 2)
        middle = at(centre, pi / 4)
        o.line(turned((sqrt(wheel**2 - width**2), width), k * pi / 2))
        o.arc((0, 0), at(wheel, pi / 4 - half))
        o.arc(middle, at(wheel, pi / 4 + half))
        o.arc((0, 0), at(wheel, pi / 2 - start))
        o.line(turned((width, bottom), k * pi / 2))
        o.line(turned((bottom, width), (k + 1) * pi / 2) if k < 3 else None)
    o.draw()
    out("geneva_wheel")
    # the lock: a disc, hollow towards the pin (along x) so that the tips of the wheel pass
    room = wheel + 1.0
    edge = acos((lock**2 + centre**2 - room**2) / (2 * lock * centre))
    at = lambda a: (lock * cos(a), lock * sin(a))
    o = Outline(-4, 4)
    o.start(at(edge))
    for k in (1, 2, 3):
        o.arc((0, 0), at(edge + (2 * pi - 2 * edge) * k / 3))
    o.arc((centre, 0), None)
    o.draw()
    out("geneva_lock")
    occ.addSphere(0, 0, 0, pin)
    out("geneva_pin")


def involute_gear(name, teeth, module, pressure, backlash, low, high):
    """A spur gear; a tooth on the x axis. Flanks are splines through 19 points of the involute."""
    pitch = module * teeth / 2
    base, tip, root = pitch * cos(pressure), pitch + module, pitch - 1.25 * module
    # half the angle of a tooth at the pitch circle, and at the base circle
    half = pi / (2 * teeth) - backlash / (4 * pitch)
    at_base = half + tan(pressure) - pressure
    end = sqrt((tip / base) ** 2 - 1)
    # off the base circle, where the curvature has no bound
    begin = sqrt(max((root / base) ** 2 - 1, 0.02**2))
    flank = []
    for k in range(19):
        u = begin + (end - begin) * k / 18
        flank.append((base * sqrt(1 + u * u), at_base - (u - atan2(u, 1))))
    deep = (root, flank[0][1])
    o = Outline(low, high)
    at = lambda r, a, k: (r * cos(a + 2 * pi * k / teeth), r * sin(a + 2 * pi * k / teeth))
    o.start(at(deep[0], -deep[1], 0))
    for k in range(teeth):
        if deep[0] < flank[0][0]:
            o.line(at(flank[0][0], -flank[0][1], k))
        o.spline([at(r, -a, k) for r, a in flank[1:-1]], at(tip, -flank[-1][1], k))
        o.arc((0, 0), at(tip, flank[-1][1], k))
        o.spline([at(r, a, k) for r, a in flank[-2:0:-1]], at(flank[0][0], flank[0][1], k))
        if deep[0] < flank[0][0]:
            o.line(at(*deep, k))
        o.arc((0, 0), at(deep[0], -deep[1], k + 1) if k + 1 < teeth else None)
    o.draw()
    out(name)


def main():
    gmsh.model.add("x")
    occ.addSphere(0, 0, 0, 100)
    out("ball")
    occ.addBox(-1000, -1000, -50, 2000, 2000, 50)
    out("plate")
    # an eccentric disc with a bore and a keyway; its axis is 10 mm off its middle
    disc = occ.addCylinder(10, 0, -10, 0, 0, 20, 40)
    bore = occ.addCylinder(0, 0, -11, 0, 0, 22, 8)
    key = occ.addBox(0, -2, -11, 10, 4, 22)
    occ.cut([(3, disc)], [(3, bore), (3, key)])
    out("cam")
    # a rod with a ball of 10 mm at its lower end
    ball = occ.addSphere(0, 0, 0, 10)
    rod = occ.addCylinder(0, 0, 0, 0, 60, 0, 8)
    occ.fuse([(3, ball)], [(3, rod)])
    out("follower")
    geneva()
    involute_gear("pinion", 18, 4.0, radians(20), 0.1, -10.0, 10.0)
    involute_gear("gear", 27, 4.0, radians(20), 0.1, -9.0, 9.0)


main()
