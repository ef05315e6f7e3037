"""Random boxes that glide off others: python tipping.py CAROM [FIRST [LAST]] [--friction]

A box lies on another one that lies on the floor, both turned about the vertical and with a speed of their own. Both go straight on until what presses the upper one
comes to an edge of the lower one; from there on it tips over this edge. Without friction that is below its middle. With --friction it is ahead of it by mu*h/2, so that
the moment of friction about the middle is balanced, and the upper box slows down; the lower one is fixed then, friction would turn it. That time is computed here. Told is each run in
which the upper box turns before, in which nothing opens at that time, in which it strikes the lower one before the floor, or that does not run to its end.
"""

import argparse
import csv
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from piles import ERRORS, HEAD, LAW, METHODS, Box

# Runs go on for this part of the time until the box tips.
LATER = 0.3
# The time of an event is known to this; positions come from steps of sizes that are exact for straight motion.
CLOSE = 1e-9
# Turning by less is rounding, in radians per second.
STILL = 1e-9
# Slower impacts make up for the border of a corner, 1e-10 of the size, in which no edge holds.
SLOW = 1e-7
MU = 0.2
GRAVITY = 9.80665
FRICTION = f", COULOMB_FRICTION = ON, MU_STATIC = {MU}, MU_DYNAMIC = {MU}, STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.02"


def time_of_edge(upper, lower, mu):
    """When what presses the upper box comes to an edge of the lower one; 0 where it begins beyond one, or ahead of the upper box, none where that comes to rest before."""
    speed = [u - v for u, v in zip(upper.speed, lower.speed)]
    fast = math.hypot(*speed)
    ahead = [mu * upper.height / 2 * v / fast for v in speed]
    if any(abs(x) >= side / 2 for x, side in zip(upper.turned(*ahead, -1.0), upper.sides)):
        return 0.0
    slows = mu * GRAVITY
    direction = lower.turned(*(v / fast for v in speed), -1.0)
    place = lower.turned(*(u + a - v for u, a, v in zip(upper.middle, ahead, lower.middle)), -1.0)
    if any(abs(x) >= side / 2 for x, side in zip(place, lower.sides)):
        return 0.0
    # how far it goes to the next edge, and when it is there
    way = min((math.copysign(side / 2, d) - x) / d for x, d, side in zip(place, direction, lower.sides) if d)
    square = fast * fast - 2 * slows * way
    return None if square <= 0.0 else 2 * way / (fast + math.sqrt(square))


def deck(rng, mu=0.0):
    """Statements, when the upper box tips, and when the run ends: before it comes to rest, where friction lets go and it may rock back."""
    lower = Box(rng, [0.0, 0.0], [rng.uniform(0.3, 0.5) for _ in range(2)])
    place = [rng.choice([0.0, rng.uniform(-0.4, 0.4)]) * side for side in lower.sides]
    upper = Box(rng, lower.turned(*place), [rng.uniform(0.1, 0.6) for _ in range(2)])
    upper.speed[0] += rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 1.0)
    if mu:
        lower.speed = [0.0, 0.0]
    text = HEAD + lower.statements(2, 1, 1, 0.0, LAW)
    if mu:
        text += f"MARKER/2, PART = 1, QP = {lower.middle[0]!r}, {lower.middle[1]!r}, {lower.height / 2!r}, REULER = {lower.angle!r}D, 0D, 0D\nJOINT/1, FIXED, I = 20, J = 2\n"
    text += upper.statements(3, 2, 20, lower.height, LAW + FRICTION if mu else LAW)
    tips = time_of_edge(upper, lower, mu) or 0.0
    end = tips * (1 + LATER)
    if mu:
        rest = math.hypot(*(u - v for u, v in zip(upper.speed, lower.speed))) / (mu * GRAVITY)
        end = min(end, tips + 0.9 * (rest - tips))
    return text + f"CONTACT/3, IGEOM = 30, JGEOM = 1, {LAW}\nEND\n", tips, end


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def fault(out, tips, error):
    """What is wrong with a run, or nothing; what slows down is known to the `error` of the integration."""
    close, still, slow = (max(x, error) for x in (CLOSE, STILL, SLOW))
    events = [e for e in rows(out / "events.csv") if float(e["time"]) > 0.0]
    floor = min([float(e["time"]) for e in events if e["element"] == "CONTACT/3"], default=math.inf)
    struck = [e for e in events if e["kind"] == "impact" and e["element"] == "CONTACT/2" and float(e["time"]) < floor]
    struck = [e for e in struck if abs(float(e["rate_before"])) > slow]
    if struck:
        return f"an impact with {struck[0]['rate_before']} at {struck[0]['time']}, tips at {tips}"
    if not any(e["kind"] == "separation" and abs(float(e["time"]) - tips) <= close for e in events):
        return f"nothing opens at {tips}"
    for body in rows(out / "bodies.csv"):
        turning = max(abs(float(body[w])) for w in ("wx", "wy", "wz"))
        if body["part"] == "3" and float(body["time"]) < tips - close and turning > still:
            return f"it turns at {body['time']}"
    last = rows(out / "bodies.csv")[-1]
    if max(abs(float(last[w])) for w in ("wx", "wy", "wz")) <= still:
        return "it does not tip"
    return None


def main(carom, first, last, mu):
    odd = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            rng = random.Random(seed)
            text, tips, end = deck(rng, mu)
            if not tips:
                continue
            tried += 1
            path, out = Path(folder, "tipping.adm"), Path(folder, "out")
            path.write_text(f"tipping {seed}\n{text}")
            method, error, steps = rng.choice(METHODS), rng.choice(ERRORS), rng.choice([1, 7, 50])
            options = f"--contact rigid --restitution 0.5 --end {end!r} --steps {steps} --error {error} --integrator {method}"
            command = [carom, "run", path, *options.split(), "--format", "csv", "--overwrite", "-o", out]
            run = subprocess.run(command, capture_output=True, text=True, timeout=120)
            wrong = run.stdout[-200:] + run.stderr[-200:] if run.returncode else fault(out, tips, float(error) if mu else 0.0)
            if wrong:
                odd += 1
                print(seed, method, error, wrong)
    print(f"{tried} boxes, {odd} wrong")
    return odd > 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("carom")
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("last", type=int, nargs="?", default=150)
    parser.add_argument("--friction", action="store_true")
    given = parser.parse_args()
    sys.exit(main(given.carom, given.first, given.last, MU if given.friction else 0.0))
