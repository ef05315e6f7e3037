"""Random piles of boxes that glide on each other: python piles.py CAROM [FIRST [LAST]] [--friction]

One to three columns of two to four boxes, the upper ones smaller, some turned about the vertical, each with a speed of its own. Nothing acts along the floor, so that
all go straight on, and as long as no corner comes to an edge of the box below nothing opens and nothing is struck. When a corner does is computed here;
runs end before. Told is each pile with another event than the closures of its start, or that does not run to its end.

With --friction the same piles, of flat boxes that cannot tip over, come to rest on each other: they stick and slip, and nothing opens either.
"""

import argparse
import csv
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = """UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV = -9.80665
PART/1, GROUND
MARKER/1, PART = 1
GRAPHICS/1, PLANE, RM = 1, XMIN = -5, XMAX = 5, YMIN = -5, YMAX = 5
"""
# Only --contact rigid is used; the law stands for completeness of the statement.
LAW = "IMPACT, STIFFNESS = 1E6, DAMPING = 1E3, DMAX = 1E-4, EXPONENT = 1.5"
FRICTION = ", COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.02"
QUIET = {"stick", "slip"}
# With friction boxes are so much lower: what presses them stays far from their edges.
FLAT = 0.2
LONGEST = 0.1
METHODS = ["dop853", "auto", "radau5", "rkf45"]
ERRORS = ["1e-4", "1e-6", "1e-8"]


class Box:
    """A box with its middle, speed, sides and height, turned about z."""

    def __init__(self, rng, middle, sides, low=1.0):
        self.middle, self.sides = middle, sides
        self.height = low * rng.uniform(0.05, 0.2)
        self.speed = [rng.choice([0.0, rng.uniform(-0.3, 0.3)]) for _ in range(2)]
        self.mass = rng.uniform(0.5, 3.0)
        self.angle = rng.choice([0.0, 0.0, rng.uniform(0.0, 360.0)])

    def turned(self, x, y, sign=1.0):
        angle = sign * math.radians(self.angle)
        return (math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y)

    def statements(self, part, contact, below, bottom, law):
        a, b, h = *self.sides, self.height
        x, y = self.middle
        inertia = ", ".join(repr(self.mass / 12 * (p * p + q * q)) for p, q in [(b, h), (a, h), (a, b)])
        marker = 10 * part
        return (
            f"PART/{part}, MASS = {self.mass!r}, CM = {marker}, IP = {inertia}, QG = {x!r}, {y!r}, {bottom + h / 2!r}\n"
            f", REULER = {self.angle!r}D, 0D, 0D, VX = {self.speed[0]!r}, VY = {self.speed[1]!r}\n"
            f"MARKER/{marker}, PART = {part}\n"
            f"MARKER/{marker + 1}, PART = {part}, QP = {-a / 2!r}, {-b / 2!r}, {-h / 2!r}\n"
            f"GRAPHICS/{marker}, BOX, CORNER = {marker + 1}, X = {a!r}, Y = {b!r}, Z = {h!r}\n"
            f"CONTACT/{contact}, IGEOM = {marker}, JGEOM = {below}, {law}\n"
        )


def times_of_corners(upper, lower):
    """When each corner of the upper box comes to an edge of the lower one; 0 where it is beyond one."""
    relative = [u - v for u, v in zip(upper.speed, lower.speed)]
    speed = lower.turned(*relative, -1.0)
    for sx in (-0.5, 0.5):
        for sy in (-0.5, 0.5):
            corner = upper.turned(sx * upper.sides[0], sy * upper.sides[1])
            from_middle = [c + m - n for c, m, n in zip(corner, upper.middle, lower.middle)]
            for place, v, side in zip(lower.turned(*from_middle, -1.0), speed, lower.sides):
                if abs(place) >= side / 2:
                    yield 0.0
                elif v:
                    yield (math.copysign(side / 2, v) - place) / v


def pile(rng, law=LAW):
    """The statements of a deck, and how long nothing happens in it."""
    text, contact, until = HEAD, 1, LONGEST
    for column in range(rng.randint(1, 3)):
        sides, middle = [rng.uniform(0.3, 0.5) for _ in range(2)], [3.0 * column, 0.0]
        below, bottom, lower = 1, 0.0, None
        for k in range(rng.randint(2, 4)):
            box = Box(rng, list(middle), sides, 1.0 if law is LAW else FLAT)
            if lower:
                until = min([until, *(0.98 * t for t in times_of_corners(box, lower))])
            part = 2 + 10 * column + k
            text += box.statements(part, contact, below, bottom, law)
            below, bottom, lower, contact = 10 * part, bottom + box.height, box, contact + 1
            sides = [s * rng.uniform(0.35, 0.6) for s in sides]
            middle[0] += rng.choice([0.0, rng.uniform(-0.02, 0.02)])
    return text + "END\n", until


def main(carom, first, last, law):
    odd = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            rng = random.Random(seed)
            text, until = pile(rng, law)
            if until <= 0.0:
                continue
            tried += 1
            deck, out = Path(folder, "pile.adm"), Path(folder, "out")
            deck.write_text(f"pile {seed}\n{text}")
            method, error = rng.choice(METHODS), rng.choice(ERRORS)
            options = f"--contact rigid --restitution 0 --end {until!r} --error {error} --integrator {method}"
            command = [carom, "run", deck, *options.split(), "--format", "csv", "--overwrite", "-o", out]
            run = subprocess.run(command, capture_output=True, text=True, timeout=120)
            with open(out / "events.csv") as file:
                told = [e for e in csv.DictReader(file) if e["kind"] not in QUIET]
            events = [e for e in told if e["kind"] != "closure" or float(e["time"]) > 0.0]
            if run.returncode or events:
                odd += 1
                print(seed, method, error, events[:2], run.stdout[-200:] if run.returncode else "")
    print(f"{tried} piles, {odd} with false events")
    return odd > 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("carom")
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("last", type=int, nargs="?", default=150)
    parser.add_argument("--friction", action="store_true")
    given = parser.parse_args()
    sys.exit(main(given.carom, given.first, given.last, LAW + FRICTION if given.friction else LAW))
