"""Writes the deck of balls that drop into a box: `python spheres.py [layers] [across] > spheres.adm`.

Layers of across × across balls hang above each other, a little off a lattice by numbers that are the same everywhere. One CONTACT has the balls on both of its
sides, another the balls and the walls.
"""

import sys

RADIUS = 0.01  # m
DENSITY = 2500.0  # kg/m3: glass
SPACING = 0.0245  # m, between the balls at the start
HEIGHT = 0.03  # m, of the lowest layer
JITTER = 0.001  # m
LAW = "IMPACT, STIFFNESS = 1.0E7, EXPONENT = 1.5, DAMPING = 15.0, DMAX = 5.0E-5"
FRICTION = """COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2
, STICTION_TRANSITION_VELOCITY = 0.05, FRICTION_TRANSITION_VELOCITY = 0.1"""


def random():
    """Numbers in [0, 1) of a linear congruential generator (Knuth's MMIX)."""
    state = 1
    while True:
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        yield (state >> 11) / 2**53


def places(layers, across):
    """Centres of the balls, layer by layer from below."""
    numbers = random()
    for layer in range(layers):
        for row in range(across):
            for column in range(across):
                lattice = ((column - (across - 1) / 2) * SPACING, (row - (across - 1) / 2) * SPACING, HEIGHT + layer * SPACING)
                yield tuple(round(x + JITTER * (2 * next(numbers) - 1), 6) for x in lattice)


def half_width(across):
    """From the middle of the box to a wall."""
    return round(across * SPACING / 2, 6)


def ids(numbers):
    """A list of labels, broken into lines."""
    numbers = list(map(str, numbers))
    rows = [", ".join(numbers[k : k + 16]) for k in range(0, len(numbers), 16)]
    return "\n, ".join(rows)


def deck(layers, across):
    centres = list(places(layers, across))
    half = half_width(across)
    mass = DENSITY * 4 / 3 * 3.141592653589793 * RADIUS**3
    inertia = 0.4 * mass * RADIUS**2
    lines = [
        f"{len(centres)} balls drop into a box",
        "!",
        f"! Written by spheres.py {layers} {across}. Markers 1 to 5 are the floor and the walls, which are planes: z points into the box, x of the walls upwards.",
        "!",
        "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND",
        "ACCGRAV/KGRAV = -9.80665",
        "PART/1, GROUND",
        "MARKER/1, PART = 1",
        f"MARKER/2, PART = 1, QP = {-half}, 0, 0, ZP = 0, 0, 0, XP = {-half}, 0, 1",
        f"MARKER/3, PART = 1, QP = {half}, 0, 0, ZP = 0, 0, 0, XP = {half}, 0, 1",
        f"MARKER/4, PART = 1, QP = 0, {-half}, 0, ZP = 0, 0, 0, XP = 0, {-half}, 1",
        f"MARKER/5, PART = 1, QP = 0, {half}, 0, ZP = 0, 0, 0, XP = 0, {half}, 1",
    ]
    height = round(HEIGHT + layers * SPACING, 6)
    lines += [f"GRAPHICS/1, PLANE, RM = 1, XMIN = {-half}, XMAX = {half}, YMIN = {-half}, YMAX = {half}"]
    lines += [f"GRAPHICS/{k}, PLANE, RM = {k}, XMIN = 0, XMAX = {height}, YMIN = {-half}, YMAX = {half}" for k in range(2, 6)]
    for k, (x, y, z) in enumerate(centres, start=11):
        lines += [
            f"PART/{k}, MASS = {mass:.9g}, CM = {k}, IP = {inertia:.9g}, {inertia:.9g}, {inertia:.9g}, QG = {x}, {y}, {z}",
            f"MARKER/{k}, PART = {k}",
            f"GRAPHICS/{k}, ELLIPSOID, CM = {k}, XSCALE = {2 * RADIUS}, YSCALE = {2 * RADIUS}, ZSCALE = {2 * RADIUS}",
        ]
    balls = ids(range(11, 11 + len(centres)))
    lines += [
        "!",
        "! All balls with all: those of one part do not meet.",
        f"CONTACT/1, IGEOM = {balls}",
        f", JGEOM = {balls}",
        f", {LAW}",
        f", {FRICTION}",
        "!",
        "! All balls with floor and walls.",
        f"CONTACT/2, IGEOM = {balls}",
        ", JGEOM = 1, 2, 3, 4, 5",
        f", {LAW}",
        f", {FRICTION}",
        "!",
        "REQUEST/1, F2 = CONTACT(2,0,2,0)\\F3 = CONTACT(2,0,3,0)\\F4 = CONTACT(2,0,4,0)\\TITLE = unused:x:y:floor",
        "END",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    size = [int(a) for a in sys.argv[1:]] or [10, 10]
    print(deck(*size), end="")
