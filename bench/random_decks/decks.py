"""Random mechanisms told in other words: is the motion the same, and does a run take as many steps?

    python bench/random_decks/decks.py CAROM [--decks N] [--first SEED] [--integrator NAME] [--keep FOLDER]

CAROM is the program to ask. Each mechanism is written as an Adams dataset several times: moved, turned, mirrored, with I and J exchanged, with
other part frames, in other units. Every telling has to end with the same motion to the tolerance and, within 5 % or three steps, with as many
steps. What differs is printed, a line each, and counted at the end. `--keep` leaves the datasets that differ in a folder.

Where tellings differ both are run some times more, gravity or tolerance changed by less than a run at this tolerance may be asked for. What
differs no more than these runs do is counted apart, as spread: chaotic motions, and methods that choose order and length by differences of what
Newton's iteration leaves. Exchanged markers give other equations beyond the manifold, and so other leavings: decks 36, 46 and 61 (gstiff) take
191 and 255, 27 and 42, 97 and 82 steps, and 251 and 252, 32 and 32, 113 and 113 where Newton's equations are solved to a thousandth of that.

Series of impacts are computed hop by hop down to a hundred roundings of places, which grow with the distance from the origin, and the rest is their limit: a ball
that rests 20 m from the origin takes some steps less than one at the origin (deck 149, restitution 0.6: 60 and 66). Moved by 0, 20 and 200 m it takes 53, 52 and
52 steps to 0.5933 s, and 6, 3 and 1 for the last 7.7e-6 s of the series; of hops each 0.36 as high as the one before, from 1.1e-11 m, 6.6, 3.2 and 0.9 are above a
hundred roundings. The places agree to 1e-14 and 1e-13 m, the impacts in number at 1e-10, and 2000 m away, with 52 steps, to 3e-12 m.

Mechanisms: chains and loops of all kinds of joints and primitives, springs, bushings, beams, IMPACT and BISTOP, forces and torques by formulas,
motions, couplers, differential equations, sensors, requests, contacts of solids by force laws and rigid ones; all integrators of variable step.
"""

import argparse
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

# Newtons, kilograms, metres and seconds to a unit.
UNITS = {
    "SI": ("NEWTON,KILOGRAM,METER,SECOND", (1.0, 1.0, 1.0, 1.0)),
    "mm": ("NEWTON,KILOGRAM,MILLIMETER,SECOND", (1.0, 1.0, 1e-3, 1.0)),
    "km and minutes": ("KILOGRAM_FORCE,TONNE,KILOMETER,MINUTE", (9.80665, 1e3, 1e3, 60.0)),
    "inch": ("POUND_FORCE,POUND_MASS,INCH,SECOND", (4.4482216152605, 0.45359237, 0.0254, 1.0)),
    "cm and ms": ("DYNE,GRAM,CENTIMETER,MILLISECONDS", (1e-5, 1e-3, 1e-2, 1e-3)),
}

# For the spread: relative changes of gravity, in tolerances, and factors of the tolerance.
GRAVITY = (-0.3, -0.1, 0.1, 0.3)
TOLERANCE = (0.8, 0.9, 0.95, 1.05, 1.1, 1.2)

INTEGRATORS = ["auto", "radau", "radau5", "radau9", "radau13", "gstiff", "wstiff", "gstiff_i3", "wstiff_i3", "hht", "newmark", "dop853", "abam", "rkf45"]
# How fine a tolerance is asked of them, as powers of ten.
FINEST = {"hht": -6, "newmark": -4, "gstiff": -8, "wstiff": -8, "gstiff_i3": -7, "wstiff_i3": -7, "rkf45": -9, "radau5": -8}


def rotation(v):
    """The turn about v by its length."""
    a = np.linalg.norm(v)
    if a == 0:
        return np.eye(3)
    x, y, z = v / a
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(a) * k + (1 - math.cos(a)) * (k @ k)


def angles_313(r):
    theta = math.atan2(math.hypot(r[0, 2], r[1, 2]), r[2, 2])
    if abs(math.sin(theta)) < 1e-12:
        return math.atan2(r[1, 0], r[0, 0]), theta, 0.0
    return math.atan2(r[0, 2], -r[1, 2]), theta, math.atan2(r[2, 0], r[2, 1])


class Telling:
    """How a mechanism is told: at shift + turn·x, mirrored before that in the plane x z, with I for J, other part frames, in units."""

    def __init__(self, name, shift=(0, 0, 0), turn=(0, 0, 0), mirror=False, exchange=False, frames=False, units="SI"):
        self.name, self.mirror, self.exchange, self.frames, self.units = name, mirror, exchange, frames, units
        self.shift, self.turn = np.array(shift, float), rotation(np.array(turn, float))
        self.m = np.diag([1.0, -1.0 if mirror else 1.0, 1.0])

    def point(self, p):
        return self.shift + self.vector(p)

    def vector(self, v):
        return self.turn @ (self.m @ v)

    def axial(self, w):
        return (-1.0 if self.mirror else 1.0) * self.vector(w)

    def axes(self, r):
        return self.turn @ self.m @ r @ self.m

    def back(self, p):
        return self.m @ (self.turn.T @ (p - self.shift))


TELLINGS = [
    Telling("plain"),
    Telling("moved", shift=(3.0, -2.0, 1.0)),
    Telling("turned", turn=(0.4, -1.1, 2.0)),
    Telling("mirrored", mirror=True),
    Telling("exchanged", exchange=True),
    Telling("other part frames", frames=True),
    Telling("mm", units="mm"),
    Telling("km and minutes", units="km and minutes"),
    Telling("inch", units="inch"),
    Telling("cm and ms", units="cm and ms"),
    Telling("all of it", (-20.0, 7.0, 5.0), (1.2, 0.3, -0.7), True, True, True, "mm"),
]


class Place:
    def __init__(self, p, r):
        self.p, self.r = np.array(p, float), r


class Body:
    def __init__(self, mass, inertia, at):
        self.mass, self.inertia, self.at = mass, inertia, at
        self.v, self.w = np.zeros(3), np.zeros(3)


class Mechanism:
    def __init__(self, seed, integrator=None):
        self.rng = rng = np.random.default_rng(seed)
        self.seed = seed
        self.bodies, self.links, self.extra = [], [], []
        self.integrator = integrator or INTEGRATORS[rng.integers(len(INTEGRATORS))]
        # The same numbers follow for every integrator.
        low = FINEST.get(self.integrator, -10)
        self.error = float(10.0 ** rng.integers(low, -3)) if low < -4 else 1e-4
        self.rigid = False
        self.gravity = self.vector(8.0)
        self.end = 1.0
        if seed % 5 == 4:
            self.balls()
        else:
            self.chain()

    def real(self, a, b):
        return float(self.rng.uniform(a, b))

    def vector(self, size):
        return self.rng.uniform(-size, size, 3)

    def turn(self, size=1.5):
        return rotation(self.vector(size))

    def pick(self, names):
        return names[self.rng.integers(len(names))]

    def body(self, at):
        i = [self.real(0.05, 0.09) for _ in range(3)]
        self.bodies.append(Body(self.real(0.5, 3.0), i, at))
        return len(self.bodies)

    def link(self, kind, bodies, places, *data):
        self.links.append((kind, bodies, places, data))
        return len(self.links) - 1

    def anywhere(self, b):
        centre = self.vector(1.0) if b == 0 else self.bodies[b - 1].at.p
        return Place(centre + self.vector(0.2), self.turn())

    def chain(self):
        count = int(self.rng.integers(2, 5))
        moves = self.rng.random() < 0.6
        turning = []
        for k in range(count):
            at = Place(np.array([0.6 * (k + 1), 0, 0]) + self.vector(0.2), self.turn())
            b = self.body(at)
            between = Place(np.array([0.6 * k + 0.3, 0, 0]) + self.vector(0.1), self.turn())
            names = ["REVOLUTE"] * 3 + ["SPHERICAL"] * 2 + ["CYLINDRICAL", "HOOKE", "UNIVERSAL", "TRANSLATIONAL", "PLANAR", "CONVEL", "SCREW", "INLINE", "INPLANE", "ATPOINT+PERPENDICULAR", "ATPOINT+PARALLEL_AXES", "FREE"]
            kind = self.pick(names)
            other, data = between, ()
            if kind == "HOOKE":
                # its arms stand across each other: x of I and y of J
                other = Place(between.p, between.r @ rotation(np.array([0.3, 0, 0])))
            if kind == "UNIVERSAL":
                # likewise both z
                other = Place(between.p, between.r @ rotation(np.array([math.pi / 2, 0, 0])) @ rotation(np.array([0, 0, 0.3])))
            if kind == "CONVEL":
                other = Place(between.p, between.r @ rotation(np.array([0.0, math.pi, 0])) @ rotation(np.array([0.4, 0, 0])))
            if kind == "SCREW":
                data = (self.real(0.02, 0.1),)
            n = None
            if kind != "FREE":
                n = self.link(kind, (b, k), (between, other), *data)
            if kind == "REVOLUTE":
                turning.append(n)
            self.follow(b, k, kind, between, moves, data)
        # A loop closed by a primitive that holds one direction of a point.
        if count > 2 and not moves and self.rng.random() < 0.5:
            at = self.anywhere(count)
            self.link("INPLANE", (count, 0), (at, Place(at.p, self.turn())))
        if turning and self.rng.random() < 0.3 and not moves:
            self.links.append(("MOTION", None, None, (turning.pop(), self.real(0.2, 1.0), self.real(1.0, 6.0))))
        if len(turning) > 1 and not moves and self.rng.random() < 0.5:
            self.links.append(("COUPLER", None, None, (turning[0], turning[1], self.real(0.5, 2.0))))
        for k in turning:
            if self.rng.random() < 0.4:
                kind, bodies, places, _ = self.links[k]
                self.link("TORSION", bodies, places, self.real(1.0, 10.0), self.real(0.01, 0.3), self.real(-0.5, 0.5))
        for n in range(5):
            i = 1 + int(self.rng.integers(count))
            j = int(self.rng.integers(i))
            a, b = self.anywhere(i), self.anywhere(j)
            d = float(np.linalg.norm(a.p - b.p))
            kind = self.pick(["SPRING", "SPRING", "IMPACT", "IMPACT", "BISTOP", "VFORCE", "GFORCE", "SWITCH", "DIFF"])
            data = {
                "SPRING": lambda: (self.real(20, 200), self.real(0.1, 1.0), d * self.real(0.7, 1.1)),
                "IMPACT": lambda: (d * self.real(0.8, 0.95), self.real(1e3, 1e4), self.pick([1.5, 2.2, 1.0]), 5.0),
                "BISTOP": lambda: (d * self.real(0.8, 0.95), d * self.real(1.05, 1.3), self.real(1e3, 1e4), 1.5, 5.0),
                "VFORCE": lambda: (self.real(5, 20), self.real(0.1, 1.0)),
                "GFORCE": lambda: (self.real(5, 20), self.real(0.1, 1.0)),
                "SWITCH": lambda: (d * self.real(0.9, 1.1), self.real(1.0, 5.0)),
                "DIFF": lambda: (d, self.real(0.05, 0.5), self.real(1.0, 20.0)),
            }[kind]()
            self.link(kind, (i, j), (a, b), *data)
        at = self.anywhere(count)
        if self.rng.random() < 0.6:
            beside = Place(at.p + self.vector(0.05), at.r @ self.turn(0.4))
            self.link("BUSHING", (count, 0), (at, beside), self.real(10, 50), self.real(1, 5))
        else:
            length = self.real(0.3, 0.6)
            foot = Place(at.p - length * at.r[:, 0] + self.vector(0.02), at.r @ self.turn(0.1))
            self.link("BEAM", (count, 0), (at, foot), length, self.real(1.0, 20.0))
        if self.rng.random() < 0.5:
            i = self.link("SENSOR", (1, 0), (self.anywhere(1), self.anywhere(0)), self.real(0.9, 1.1))

    def follow(self, b, k, kind, at, moves, data):
        """Velocities of body b that the joint to body k allows."""
        if not moves:
            return
        body, before = self.bodies[b - 1], self.bodies[k - 1] if k else Body(1, None, Place([0, 0, 0], None))
        z = at.r[:, 2]
        w, v = before.w.copy(), before.v + np.cross(before.w, at.p - before.at.p)
        if kind in ("REVOLUTE", "CYLINDRICAL", "PLANAR"):
            w = w + self.real(-2, 2) * z
        if kind in ("SPHERICAL", "FREE"):
            w = w + self.vector(1.5)
        if kind in ("CYLINDRICAL", "TRANSLATIONAL"):
            v = v + self.real(-0.5, 0.5) * z
        if kind == "FREE":
            v = v + self.vector(0.5)
        body.w, body.v = w, v + np.cross(w, body.at.p - at.p)

    def balls(self):
        """Balls that fall on a box of ground, and one another, tied by springs."""
        self.rigid = self.rng.random() < 0.5
        frame = self.turn()
        up = frame[:, 2]
        self.gravity = -9.81 * up + 0.2 * self.vector(1.0)
        centre = self.vector(0.3)
        self.box = (Place(centre, frame), (2.0, 2.0, 0.25))
        count = int(self.rng.integers(1, 4))
        self.radii = []
        for k in range(count):
            radius = self.real(0.08, 0.15)
            where = centre + up * (0.25 + radius + self.real(0.02, 0.3)) + frame[:, 0] * (0.45 * k + self.real(-0.05, 0.05)) + frame[:, 1] * self.real(-0.1, 0.1)
            self.body(Place(where, self.turn()))
            body = self.bodies[-1]
            # principal moments of a body of about that size
            body.inertia = [body.mass * radius**2 * self.real(0.35, 0.45) for _ in range(3)]
            body.v, body.w = self.vector(0.5), self.vector(3.0)
            self.radii.append(radius)
        friction = self.rng.random() < 0.6
        data = (self.real(1e4, 1e5), self.pick([1.5, 2.0]), 20.0, 1e-3, friction, self.real(0.1, 0.5))
        self.extra.append(("CONTACTS", data))
        if count > 1:
            self.link("SPRING", (2, 1), (self.anywhere(2), self.anywhere(1)), self.real(5, 50), 0.1, self.real(0.3, 0.5))
        self.end = 0.6

    # -- words

    def text(self, t):
        rng = np.random.default_rng(self.seed + 10**6)
        names, (uf, um, ul, ut) = UNITS[t.units]

        def q(x, f=0, m=0, l=0, s=0):
            return repr(float(x) / (uf**f * um**m * ul**l * ut**s))

        out = ["a random mechanism", "UNITS/" + ", ".join(f"{k}={v}" for k, v in zip(("FORCE", "MASS", "LENGTH", "TIME"), names.split(",")))]
        frames = [Place([0, 0, 0], np.eye(3))]
        for b in self.bodies:
            p, r = rng.uniform(-1, 1, 3), rotation(rng.uniform(-1.5, 1.5, 3))
            frames.append(Place(p, r) if t.frames else Place([0, 0, 0], np.eye(3)))
        say = out.append

        def vec(v, **dims):
            return ", ".join(q(x, **dims) for x in v)

        def marker(label, part, place):
            f = frames[part]
            p = f.r.T @ (t.point(place.p) - f.p)
            angles = angles_313(f.r.T @ t.axes(place.r))
            say(f"MARKER/{label}, PART={part + 1}, QP={vec(p, l=1)}")
            say(", REULER=" + ", ".join(repr(float(a)) for a in angles))

        g = t.vector(self.gravity)
        say("ACCGRAV/" + ", ".join(f"{k}GRAV={q(x, l=1, s=-2)}" for k, x in zip("IJK", g)))
        say("PART/1, GROUND")
        for k, b in enumerate(self.bodies, 1):
            f, cm = frames[k], 10 * k
            w = t.axes(b.at.r).T @ t.axial(b.w)
            say(f"PART/{k + 1}, MASS={q(b.mass, m=1)}, CM={cm}, IP={vec(b.inertia, m=1, l=2)}")
            if t.frames:
                say(f", QG={vec(f.p, l=1)}, REULER=" + ", ".join(repr(float(a)) for a in angles_313(f.r)))
            v = t.vector(b.v)
            say(", " + ", ".join(f"V{c}={q(x, l=1, s=-1)}" for c, x in zip("XYZ", v)))
            say(", " + ", ".join(f"W{c}={q(x, s=-1)}" for c, x in zip("XYZ", w)))
            marker(cm, k, b.at)
        swap = -1.0 if t.exchange else 1.0
        sense = -1.0 if t.mirror else 1.0
        for n, (kind, bodies, places, data) in enumerate(self.links, 1):
            if places is not None:
                ends = [1000 + 10 * n + e for e in (0, 1)]
                for e in (0, 1):
                    marker(ends[e], bodies[e], places[e])
                # Only what looks alike from the other side.
                alike = kind in ("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "TRANSLATIONAL", "SCREW", "UNIVERSAL", "FIXED", "SPRING", "IMPACT", "BISTOP", "TORSION", "SWITCH", "DIFF", "SENSOR", "ATPOINT+PERPENDICULAR", "ATPOINT+PARALLEL_AXES")
                i, j = ends[::-1] if t.exchange and alike else ends
            line = f"TRANSLATION, I={i}, J={j}\n, FUNCTION=" if places is not None else ""
            dm, vr = f"DM({i},{j})" if places else "", f"VR({i},{j})" if places else ""
            if kind in ("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "HOOKE", "UNIVERSAL", "TRANSLATIONAL", "PLANAR", "CONVEL"):
                say(f"JOINT/{n}, {kind}, I={i}, J={j}")
            elif kind == "SCREW":
                say(f"JOINT/{n}, CYLINDRICAL, I={i}, J={j}")
                say(f"JOINT/{100 + n}, SCREW, I={i}, J={j}, PITCH={q(sense * data[0], l=1)}")
            elif kind in ("INLINE", "INPLANE"):
                say(f"JPRIM/{n}, {kind}, I={i}, J={j}")
            elif kind.startswith("ATPOINT+"):
                say(f"JPRIM/{n}, ATPOINT, I={i}, J={j}")
                if kind.endswith("PERPENDICULAR"):
                    across = Place(places[1].p, places[1].r @ rotation(np.array([math.pi / 2, 0, 0])))
                    marker(1000 + 10 * n + 5, bodies[1], across)
                    a, b = 1000 + 10 * n, 1000 + 10 * n + 5
                    a, b = (b, a) if t.exchange else (a, b)
                    say(f"JPRIM/{100 + n}, PERPENDICULAR, I={a}, J={b}")
                else:
                    say(f"JPRIM/{100 + n}, PARALLEL_AXES, I={i}, J={j}")
            elif kind == "MOTION":
                joint, size, speed = data
                a = size * sense * swap
                say(f"MOTION/{n}, JOINT={joint + 1}, ROTATION, FUNCTION={a!r}*(1-COS({q(speed, s=-1)}*TIME))")
            elif kind == "COUPLER":
                say(f"COUPLER/{n}, JOINTS={data[0] + 1}, {data[1] + 1}, TYPE=R:R, SCALES={data[2]!r}, 1.0")
            elif kind == "TORSION":
                k, c, angle = data
                say(f"SPRINGDAMPER/{n}, ROTATION, I={i}, J={j}, KT={q(k, f=1, l=1)}, CT={q(c, f=1, l=1, s=1)}, ANGLE={angle * sense * swap!r}")
            elif kind == "SPRING":
                k, c, length = data
                say(f"SPRINGDAMPER/{n}, TRANSLATION, I={i}, J={j}, K={q(k, f=1, l=-1)}, C={q(c, f=1, l=-1, s=1)}, LENGTH={q(length, l=1)}")
            elif kind == "IMPACT":
                x, k, e, c = data
                say(f"SFORCE/{n}, {line}IMPACT({dm}, {vr}, {q(x, l=1)}, {q(k, f=1, l=-e)}, {e!r}, {q(c, f=1, l=-1, s=1)}, {q(1e-3, l=1)})")
            elif kind == "BISTOP":
                x1, x2, k, e, c = data
                say(f"SFORCE/{n}, {line}BISTOP({dm}, {vr}, {q(x1, l=1)}, {q(x2, l=1)}, {q(k, f=1, l=-e)}, {e!r}, {q(c, f=1, l=-1, s=1)}, {q(1e-3, l=1)})")
            elif kind == "SWITCH":
                d, f = data
                say(f"SFORCE/{n}, {line}IF({dm}-{q(d, l=1)}: {q(f, f=1)}, 0, {q(-f, f=1)})")
            elif kind == "DIFF":
                d, tau, f = data
                say(f"DIFF/{n}, IC=0, FUNCTION=({dm}/{q(d, l=1)}-1-DIF({n}))/{q(tau, s=1)}")
                say(f"SFORCE/{n}, {line}{q(-f, f=1)}*DIF({n})")
            elif kind in ("VFORCE", "GFORCE"):
                k, c = data
                say(f"MARKER/{1000 + 10 * n + 7}, PART={bodies[1] + 1}, FLOATING")
                parts = [f"F{a}={q(-k, f=1, l=-1)}*D{a}({i},{j},{j})+{q(-c, f=1, l=-1, s=1)}*V{a}({i},{j},{j},{j})" for a in "XYZ"]
                if kind == "GFORCE":
                    parts += [f"T{a}={q(-c, f=1, l=1, s=1)}*W{a}({i},{j},{j})" for a in "XYZ"]
                say(f"{kind}/{n}, I={i}, JFLOAT={1000 + 10 * n + 7}, RM={j}\n, " + "\\\n, ".join(parts))
            elif kind == "BUSHING":
                k, kt = [[q(x, f=1, l=a)] * 3 for x, a in zip(data, (-1, 1))]
                say(f"BUSHING/{n}, I={i}, J={j}, K={','.join(k)}, KT={','.join(kt)}")
            elif kind == "BEAM":
                length, e = data
                area, inertia = 1e-4, 1e-6
                say(f"BEAM/{n}, I={i}, J={j}, LENGTH={q(length, l=1)}, AREA={q(area, l=2)}, IXX={q(2 * inertia, l=4)}, IYY={q(inertia, l=4)}")
                say(f", IZZ={q(1.5 * inertia, l=4)}, EMODULUS={q(e * 1e5, f=1, l=-2)}, GMODULUS={q(e * 4e4, f=1, l=-2)}, CRATIO={q(0.01, s=1)}")
            elif kind == "SENSOR":
                d = float(np.linalg.norm(places[0].p - places[1].p)) * data[0]
                say(f"SENSOR/{n}, FUNCTION={dm}, VALUE={q(d, l=1)}, GE, PRINT")
                say(f"REQUEST/{n}, F2={dm}\\F3={vr}\\F4=TIME")
            else:
                raise ValueError(kind)
        for kind, data in self.extra:
            k, e, c, depth, friction, mu = data
            box, (x, y, z) = self.box
            corner = Place(box.p + box.r @ np.array([-x, -sense * y, -z]), box.r)
            marker(5, 0, corner)
            say(f"GRAPHICS/1, BOX, CORNER=5, X={q(2 * x, l=1)}, Y={q(2 * y, l=1)}, Z={q(2 * z, l=1)}")
            words = f"COULOMB_FRICTION=ON, MU_STATIC={1.3 * mu!r}, MU_DYNAMIC={mu!r}, STICTION_TRANSITION_VELOCITY={q(0.02, l=1, s=-1)}, FRICTION_TRANSITION_VELOCITY={q(0.1, l=1, s=-1)}" if friction else "COULOMB_FRICTION=OFF"
            for b, radius in enumerate(self.radii, 1):
                d = q(2 * radius, l=1)
                say(f"GRAPHICS/{b + 1}, ELLIPSOID, CM={10 * b}, XSCALE={d}, YSCALE={d}, ZSCALE={d}")
            pairs = [(b + 1, 1) for b in range(1, len(self.radii) + 1)] + [(b + 1, b) for b in range(2, len(self.radii) + 1)]
            for n, (a, b) in enumerate(pairs, 1):
                a, b = (b, a) if t.exchange else (a, b)
                say(f"CONTACT/{n}, IGEOM={a}, JGEOM={b}, IMPACT, STIFFNESS={q(k, f=1, l=-e)}, EXPONENT={e!r}, DAMPING={q(c, f=1, l=-1, s=1)}, DMAX={q(depth, l=1)}")
                say(", " + words)
        return "\n".join(out) + "\nEND\n"


def run(program, folder, m, t, limit):
    """Positions (metres, as told plainly), steps, events; or why not."""
    path = os.path.join(folder, t.name.replace(" ", "_") + ".adm")
    with open(path, "w") as f:
        f.write(m.text(t))
    out = path[:-4]
    end = m.end / UNITS[t.units][1][3]
    command = [program, "run", path, "--end", repr(end), "--steps", "20", "--error", repr(m.error), "--integrator", m.integrator, "--format", "csv", "--out", out, "-q"]
    if m.rigid:
        command += ["--contact", "rigid", "--restitution", "0.6"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return "no end"
    said = " ".join(done.stderr.split())
    if done.returncode == 2:
        return f"refused: {said[:300]}"
    ul = UNITS[t.units][1][2]
    with open(os.path.join(out, "run.json")) as f:
        report = json.load(f)
    analysis = report["analyses"][-1]
    with open(os.path.join(out, "bodies.csv")) as f:
        rows = [[float(r[c]) for c in ("x", "y", "z")] for r in csv.DictReader(f)]
    with open(os.path.join(out, "events.csv")) as f:
        events = [(r["kind"], r["element"], float(r["time"]) * UNITS[t.units][1][3]) for r in csv.DictReader(f)]
    # Hops of a contact about to rest are computed as long as they are above the rounding of its place, which grows with the distance from the
    # origin: those within the tolerance of their end do not count.
    ends = [(element, at) for kind, element, at in events if kind == "accumulation"]
    is_last = lambda kind, element, at: kind == "impact" and any(element == e and end - m.error <= at <= end for e, end in ends)
    kinds = [kind for kind, element, at in events if not is_last(kind, element, at)]
    positions = np.array([t.back(np.array(p) * ul) for p in rows])
    return {"p": positions, "steps": analysis["steps"], "rejected": analysis["rejected"], "rhs": analysis["rhs_evaluations"], "events": len(kinds), "failed": said[:200] if done.returncode else None, "dof": report["degrees_of_freedom"]}


class Spread:
    """What runs of a telling do whose gravity or tolerance is changed a little."""

    def __init__(self, program, folder, m, telling, first, limit):
        gravity, error = m.gravity, m.error
        runs = [first]
        for share in GRAVITY:
            m.gravity = gravity * (1 + share * error)
            runs.append(run(program, folder, m, telling, limit))
        m.gravity = gravity
        for factor in TOLERANCE:
            m.error = error * factor
            runs.append(run(program, folder, m, telling, limit))
        m.error = error
        runs = [r for r in runs if isinstance(r, dict) and len(r["p"]) == len(first["p"])]
        self.steps = [r["steps"] for r in runs]
        self.events = [r["events"] for r in runs]
        self.off = max(float(np.max(np.linalg.norm(r["p"] - first["p"], axis=1))) for r in runs)

    def meets(self, other, what, off):
        if what == "off":
            # Errors of such runs are of the size of these differences.
            return off <= 3 * max(self.off, other.off)
        a, b = getattr(self, what), getattr(other, what)
        more = max(3, 0.05 * max(a)) if what == "steps" else 0
        return min(a) - more <= max(b) and min(b) <= max(a) + more


def judge(program, seed, options):
    m = Mechanism(seed, options.integrator)
    lines, counts, of_plain = [], [], None
    with tempfile.TemporaryDirectory() as folder:
        if options.keep:
            folder = os.path.join(options.keep, str(seed))
            os.makedirs(folder, exist_ok=True)
        plain, spreads = None, 0
        for t in TELLINGS:
            r = run(program, folder, m, t, options.limit)
            head = f"{seed} {m.integrator} {m.error:.0e} {t.name}:"
            if plain is None:
                plain = r
                if isinstance(r, str):
                    return [f"{head} {r}"], [], False, 0
                # Where a joint holds nothing every telling is to end, and at the same place.
                if r["failed"] and "fold back" not in r["failed"]:
                    lines.append(f"{head} plain ends early: {r['failed']}")
                continue
            if isinstance(r, str):
                lines.append(f"{head} {r}")
                continue
            if bool(r["failed"]) != bool(plain["failed"]):
                lines.append(f"{head} ends early in one of them: {r['failed']}")
                continue
            if len(r["p"]) != len(plain["p"]):
                lines.append(f"{head} {len(r['p'])} rows for {len(plain['p'])}")
                continue
            off = float(np.max(np.linalg.norm(r["p"] - plain["p"], axis=1)))
            a, b = plain["steps"], r["steps"]
            counts.append((t.name, a, b, off / m.error))
            words = {}
            if off > options.close * m.error:
                words["off"] = f"{off:.1e} m apart"
            if abs(a - b) > max(3, 0.05 * a):
                words["steps"] = f"{a} and {b} steps"
            if plain["events"] != r["events"]:
                words["events"] = f"{plain['events']} and {r['events']} events"
            if words:
                of_plain = of_plain or Spread(program, folder, m, TELLINGS[0], plain, options.limit)
                own = Spread(program, folder, m, t, r, options.limit)
                differs = [said for what, said in words.items() if not of_plain.meets(own, what, off)]
                spreads += not differs
                if differs:
                    lines.append(f"{head} " + ", ".join(differs))
    return lines, counts, True, spreads


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--decks", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--integrator")
    parser.add_argument("--close", type=float, default=100.0, help="how far apart, in tolerances (metres)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of a run")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.decks)
    every, differing, ran, spread = {}, 0, 0, 0
    with ThreadPoolExecutor(options.threads) as pool:
        for lines, counts, fine, spreads in pool.map(lambda s: judge(options.program, s, options), seeds):
            for line in lines:
                print(line, flush=True)
            ran += fine
            differing += bool(lines)
            spread += not lines and spreads > 0
            for name, a, b, off in counts:
                every.setdefault(name, []).append((b / a, off))
    print(f"{ran} decks ran, {differing} differ, {spread} more no more than with gravity or tolerance changed a little")
    for name, list_ in every.items():
        ratio = np.array([r for r, _ in list_])
        off = np.array([o for _, o in list_])
        print(f"{name:20} steps {ratio.min():.3f} to {ratio.max():.3f}, not the same number {np.mean(ratio != 1):.0%}, beyond 5 % {np.mean(abs(ratio - 1) > 0.05):.0%}; off by {np.median(off):.2g} tolerances, at most {off.max():.2g}")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
