#!/usr/bin/env python3
"""Fast passes of two solids past each other: is every touch found that the closest approach says is there?

    python bench/fast_passes/passes.py [--carom PROGRAM] [--count 10000] [--first 0] [--seed 1] [--contact compliant|rigid] [--kind NAME]

Each pass is a model of its own: one body flies past another one at 0.1 to 1000 m/s, without gravity, at an offset around that of touching: relative
depths from 0.3 down to 1e-7 on both sides of it, sizes and distances over orders of magnitude, anything turned anyhow. A pass that touches has to
have a `contact-begin` (rigid: an `impact`), one that does not must have none. The offset of touching is computed here, apart from Carom: without
turning, solids A + v·t and B meet at some time exactly if the offset lies in the difference of their shadows along v, a convex polygon widened by the
radii of balls. Spinning passes are a bar about its middle beside a ball, by a fine search of the distance of a point and a box.

Prints what was missed, with the deck of each, and a table. Python's standard library alone. Status 1 if anything was missed or made up.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

Vector = tuple[float, float, float]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def add(a, b, k=1.0):
    return tuple(x + k * y for x, y in zip(a, b))


def unit(rng: random.Random) -> Vector:
    while True:
        v = tuple(rng.uniform(-1, 1) for _ in range(3))
        n = math.sqrt(dot(v, v))
        if 0.1 < n < 1:
            return tuple(x / n for x in v)


def turn_313(a: float, b: float, c: float) -> list[Vector]:
    """Axes of a frame turned by body-fixed angles about z, x, z: columns of the matrix."""
    ca, sa, cb, sb, cc, sc = math.cos(a), math.sin(a), math.cos(b), math.sin(b), math.cos(c), math.sin(c)
    return [
        (ca * cc - sa * cb * sc, sa * cc + ca * cb * sc, sb * sc),
        (-ca * sc - sa * cb * cc, -sa * sc + ca * cb * cc, sb * cc),
        (sa * sb, -ca * sb, cb),
    ]


def placed(points, axes):
    return [tuple(sum(p[k] * axes[k][c] for k in range(3)) for c in range(3)) for p in points]


class Shape:
    """A convex core of points, widened by a radius; how a dataset writes it on a marker."""

    def __init__(self, core, radius, size, text, setup=""):
        self.core, self.radius, self.size, self.text, self.setup = core, radius, size, text, setup


def ball(rng, size, number, marker):
    r = 0.5 * size
    d = 2 * r
    text = f"GRAPHICS/{number}, ELLIPSOID, CM = {marker}, XSCALE = {d!r}, YSCALE = {d!r}, ZSCALE = {d!r}"
    return Shape([(0.0, 0.0, 0.0)], r, size, text)


def box(rng, size, number, marker):
    x, y, z = (size * 10 ** rng.uniform(-1.3, 0) for _ in range(3))
    text = f"GRAPHICS/{number}, BOX, CORNER = {marker}, X = {x!r}, Y = {y!r}, Z = {z!r}"
    core = [(i * x, j * y, k * z) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    return Shape(core, 0.0, size, text)


def prism(rng, size, number, marker):
    """An extrusion of a convex outline: a solid known by its triangles."""
    n = rng.randint(3, 6)
    start = rng.uniform(0, math.tau)
    corners = [
        (0.5 * size * math.cos(start + math.tau * k / n), 0.5 * size * math.sin(start + math.tau * k / n))
        for k in range(n)
    ]
    length = size * 10 ** rng.uniform(-1, 0)
    rows = ", ".join(f"{x!r}, {y!r}, 0" for x, y in corners + corners[:1])
    setup = f"MATRIX/{number}, FULL = RORDER, ROWS = {n + 1}, COLUMNS = 3, VALUES = {rows}"
    text = f"GRAPHICS/{number}, EXTRUSION, RM = {marker}, MATRIX = {number}, LENGTH = {length!r}"
    return Shape([(x, y, z) for x, y in corners for z in (0.0, length)], 0.0, size, text, setup)


def cylinder(rng, size, number, marker):
    """Its shadow is that of many points on its rims: to 1e-5 of the radius, so that finer depths are not asked of it."""
    r, length = 0.5 * size * 10 ** rng.uniform(-1, 0), size * 10 ** rng.uniform(-1, 0)
    text = f"GRAPHICS/{number}, CYLINDER, CM = {marker}, LENGTH = {length!r}, RADIUS = {r!r}"
    n = 720
    rim = [(r * math.cos(math.tau * k / n), r * math.sin(math.tau * k / n)) for k in range(n)]
    return Shape([(x, y, z) for x, y in rim for z in (0.0, length)], 0.0, size, text)


# name: the two shapes, the least relative depth, whether Carom knows it as a rigid contact too
KINDS = {
    "ball-ball": (ball, ball, 1e-7, True),
    "ball-box": (ball, box, 1e-7, True),
    "box-box": (box, box, 1e-7, False),
    "ball-prism": (ball, prism, 1e-7, False),
    "box-prism": (box, prism, 1e-7, False),
    "ball-cylinder": (ball, cylinder, 1e-4, True),
    "spinning-box": (None, None, 1e-6, True),
}


def shadow(points, e, f):
    """The convex hull of points seen along e × f, in order."""
    flat = sorted({(dot(p, e), dot(p, f)) for p in points})
    if len(flat) < 3:
        return flat

    def half(sequence):
        hull = []
        for p in sequence:
            while len(hull) > 1 and (
                (hull[-1][0] - hull[-2][0]) * (p[1] - hull[-2][1])
                <= (hull[-1][1] - hull[-2][1]) * (p[0] - hull[-2][0])
            ):
                hull.pop()
            hull.append(p)
        return hull[:-1]

    return half(flat) + half(flat[::-1])


def difference(a, b):
    """The hull of b − a for two convex polygons."""
    return shadow([(x - u, y - v, 0.0) for u, v in a for x, y in b], (1, 0, 0), (0, 1, 0))


def distance(polygon, x, y):
    """Of a point from a convex polygon; 0 inside."""
    n = len(polygon)
    if n == 1:
        return math.hypot(x - polygon[0][0], y - polygon[0][1])
    inside, best = n > 2, math.inf
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        dx, dy = bx - ax, by - ay
        if dx * (y - ay) - dy * (x - ax) < 0:
            inside = False
        t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        t = min(1.0, max(0.0, t))
        best = min(best, math.hypot(x - ax - t * dx, y - ay - t * dy))
    return 0.0 if inside else best


def touching_offset(polygon, radius, way):
    """How far from the middle of the polygon along `way` the two only just touch."""
    cx = sum(p[0] for p in polygon) / len(polygon)
    cy = sum(p[1] for p in polygon) / len(polygon)
    low, high = 0.0, radius + max(math.hypot(p[0] - cx, p[1] - cy) for p in polygon) * 1.01 + 1e-300
    for _ in range(200):
        middle = 0.5 * (low + high)
        if distance(polygon, cx + middle * way[0], cy + middle * way[1]) <= radius:
            low = middle
        else:
            high = middle
    return (cx, cy), low


def rodrigues(axis: Vector, angle: float) -> list[Vector]:
    """Columns of the rotation about a unit axis."""
    c, s = math.cos(angle), math.sin(angle)
    columns = []
    for e in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        along = dot(axis, e) * (1 - c)
        columns.append(add(add(tuple(c * x for x in e), cross(axis, e), s), axis, along))
    return columns


def least_distance(at, end: float) -> float:
    """The smallest value of a function of time: many samples, then golden sections about the lowest ones."""
    n = 3000
    values = [at(end * k / n) for k in range(n + 1)]
    best = math.inf
    golden = 0.5 * (math.sqrt(5) - 1)
    for k in range(n + 1):
        low, high = max(k - 1, 0), min(k + 1, n)
        if values[k] > values[low] or values[k] > values[high] or values[k] > min(values) + 2 * (max(values) - min(values)) / 50:
            continue
        a, b = end * low / n, end * high / n
        for _ in range(90):
            c, d = b - golden * (b - a), a + golden * (b - a)
            if at(c) < at(d):
                b = d
            else:
                a = c
        best = min(best, at(0.5 * (a + b)))
    return best


def make_spinning(rng: random.Random):
    """A box that flies in an arc and spins beside a ball: the radius of the ball is that of touching, more or less."""
    size = 10 ** rng.uniform(-3, 0)
    half = [0.5 * size * 10 ** rng.uniform(-1.3, 0) for _ in range(3)]
    reach = math.sqrt(dot(half, half))
    speed = 10 ** rng.uniform(-1, 3)
    axis, way, down = unit(rng), unit(rng), unit(rng)
    spin = speed / reach * 10 ** rng.uniform(-1, 1)
    before = reach * 10 ** rng.uniform(0.6, 1.3)
    end = 2 * before / speed
    weight = speed**2 / before * rng.uniform(0, 0.5)
    aside = cross(way, down)
    aside = tuple(x / math.sqrt(dot(aside, aside)) for x in aside)
    # at the middle of its way beside the ball
    middle = tuple(reach * rng.uniform(1.1, 2.0) * x for x in aside)
    # x(t) = middle + v·(t − end/2) + weight·down·(t − end/2)²/2
    start = add(add(middle, way, -speed * 0.5 * end), down, weight * (0.5 * end) ** 2 / 2)
    velocity = add(tuple(speed * x for x in way), down, -weight * 0.5 * end)

    def at(t: float) -> float:
        x = add(add(start, velocity, t), down, 0.5 * weight * t * t)
        axes = rodrigues(axis, spin * t)
        return math.sqrt(sum(max(abs(dot(x, e)) - h, 0.0) ** 2 for e, h in zip(axes, half)))

    nearest = least_distance(at, end)
    depth = 10 ** rng.uniform(-6, math.log10(0.3))
    touches = rng.random() < 0.75
    radius = nearest * (1 + depth if touches else 1 - depth)
    if nearest < 0.05 * reach or at(0.0) < 1.2 * radius or at(end) < 1.2 * radius:
        return make_spinning(rng)
    k = 1.25 * speed**2 / (0.01 * min(half)) ** 2.5
    d, (x, y, z) = 2 * radius, (2 * h for h in half)
    numbers = lambda v: ", ".join(repr(x) for x in v)
    deck = f"""spinning {speed:.3g} m/s {'touch' if touches else 'pass'} {depth:.3g}
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/IGRAV = {weight * down[0]!r}, JGRAV = {weight * down[1]!r}, KGRAV = {weight * down[2]!r}
PART/1, GROUND
MARKER/10, PART = 1
GRAPHICS/1, ELLIPSOID, CM = 10, XSCALE = {d!r}, YSCALE = {d!r}, ZSCALE = {d!r}
PART/2, MASS = 1, CM = 20, IP = {numbers([0.4 * size * size] * 3)}, QG = {numbers(start)}
, VX = {velocity[0]!r}, VY = {velocity[1]!r}, VZ = {velocity[2]!r}
, WX = {spin * axis[0]!r}, WY = {spin * axis[1]!r}, WZ = {spin * axis[2]!r}
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = {numbers([-h for h in half])}
GRAPHICS/2, BOX, CORNER = 21, X = {x!r}, Y = {y!r}, Z = {z!r}
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = {k!r}, EXPONENT = 1.5, DAMPING = 0, DMAX = 1E-4
END
"""
    return deck, end, touches, depth, speed


DECK = """{title}
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1, REULER = {eb}
{b_setup}
{b_text}
PART/2, MASS = {mass!r}, CM = 20, IP = {inertia}, QG = {qg}, VX = {vx!r}, VY = {vy!r}, VZ = {vz!r}
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = {ea}
{a_setup}
{a_text}
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = {k!r}, EXPONENT = 1.5, DAMPING = 0, DMAX = 1E-4
END
"""


def make_pass(rng: random.Random, kind: str):
    """A deck, its end, and whether it touches."""
    shape_a, shape_b, least, _ = KINDS[kind]
    if shape_a is None:
        return make_spinning(rng)
    size = 10 ** rng.uniform(-3, 0)
    a = shape_a(rng, size, 2, 21)
    b = shape_b(rng, size * 10 ** rng.uniform(-0.7, 0.7), 1, 10)
    angles = [[rng.uniform(-3, 3) for _ in range(3)] for _ in range(2)]
    core_a, core_b = (placed(s.core, turn_313(*e)) for s, e in zip((a, b), angles))
    speed = 10 ** rng.uniform(-1, 3)
    way = unit(rng)
    other = unit(rng)
    e = cross(way, other)
    n = math.sqrt(dot(e, e))
    if n < 0.05:
        return make_pass(rng, kind)
    e = tuple(x / n for x in e)
    f = cross(way, e)
    polygon = difference(shadow(core_a, e, f), shadow(core_b, e, f))
    radius = a.radius + b.radius
    # with one direction in their plane all are reached, as e is any
    (cx, cy), offset = touching_offset(polygon, radius, (1.0, 0.0))
    depth = 10 ** rng.uniform(math.log10(least), math.log10(0.3))
    touches = rng.random() < 0.75
    at = offset * (1 - depth if touches else 1 + depth)
    reach = a.size + b.size
    before = reach * 10 ** rng.uniform(0.5, 2)
    after = reach * 10 ** rng.uniform(0.5, 2)
    # the origin of A against that of B: (cx + at)·e + cy·f at time 0, less the way before
    middle = add(tuple((cx + at) * x for x in e), f, cy)
    start = add(middle, way, -before)
    end = (before + after) / speed
    mass = 1.0
    # stiff enough to stop it within a hundredth of its size, when it hits it full
    k = 1.25 * mass * speed**2 / (0.01 * min(a.size, b.size)) ** 2.5
    numbers = lambda v: ", ".join(repr(x) for x in v)
    inertia = 0.4 * mass * size * size
    deck = DECK.format(
        title=f"{kind} {speed:.3g} m/s {'touch' if touches else 'pass'} {depth:.3g}",
        eb=numbers(angles[1]), ea=numbers(angles[0]),
        a_setup=a.setup, b_setup=b.setup, a_text=a.text, b_text=b.text,
        mass=mass, inertia=numbers([inertia] * 3), qg=numbers(start),
        vx=speed * way[0], vy=speed * way[1], vz=speed * way[2], k=k,
    )
    deck = "\n".join(line for line in deck.splitlines() if line)
    return deck, end, touches, depth, speed


def run(carom: str, deck: str, end: float, options: list[str], folder: Path):
    path = folder / "pass.adm"
    path.write_text(deck + "\n")
    command = [carom, "run", str(path), "--end", repr(end), "--out", str(folder / "out"), "--overwrite", "--json", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "timeout", 0, 0
    try:
        told = json.loads(done.stdout)
    except json.JSONDecodeError:
        return "refused: " + done.stderr[:400], 0, 0
    events = [e["kind"] for e in told.get("events", [])]
    steps = sum(a["steps"] for a in told["run"]["analyses"])
    state = "touch" if any(k in ("contact-begin", "impact") for k in events) else "pass"
    if done.returncode != 0:
        state = "ended: " + done.stderr[-300:]
    return state, steps, len(events)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--carom", default="target/release/carom")
    p.add_argument("--count", type=int, default=10000)
    p.add_argument("--first", type=int, default=0, help="begin with this pass: an earlier call has run those before it")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--contact", choices=["compliant", "rigid"], default="compliant")
    p.add_argument("--kind", choices=sorted(KINDS))
    p.add_argument("--keep", type=Path, help="folder for the decks that were wrong")
    p.add_argument("options", nargs="*", help="more options of carom run, behind --")
    given = p.parse_args()
    rng = random.Random(given.seed)
    kinds = [given.kind] if given.kind else [k for k in KINDS if given.contact == "compliant" or KINDS[k][3]]
    options = given.options
    if given.contact == "rigid":
        options = ["--contact", "rigid", "--restitution", "1", *options]
    table: Counter = Counter()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.count):
            kind = kinds[number % len(kinds)]
            deck, end, touches, depth, speed = make_pass(rng, kind)
            if number < given.first:
                continue
            if number % 1000 == 0 and number > given.first:
                print(f"{number} of {given.count}", file=sys.stderr)
            state, steps, _ = run(given.carom, deck, end, options, Path(folder))
            expected = "touch" if touches else "pass"
            table[kind, "passes"] += 1
            table[kind, "steps"] += steps
            if state == expected:
                continue
            wrong += 1
            fault = {"touch": "made up", "pass": "missed"}.get(state, "other")
            table[kind, fault] += 1
            if table[kind, fault] <= 5:
                print(f"{number}: {kind} {speed:.3g} m/s, depth {depth:.3g}, end {end!r}: expected {expected}, {state}")
            if given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / f"{kind}_{number}.adm").write_text(deck + f"\n! carom run --end {end!r}\n")
    for kind in kinds:
        row = {k: table[kind, k] for k in ("passes", "missed", "made up", "other", "steps")}
        print(f"{kind:14} " + "  ".join(f"{k} {v}" for k, v in row.items()))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
