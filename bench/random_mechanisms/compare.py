#!/usr/bin/env python3
"""Random mechanisms: do they move in Carom as an independent computation says, and tell the same forces?

    python bench/random_mechanisms/compare.py [--carom PROGRAM] [--count 100] [--seed 0] [--integrator NAME] [--xml] [--statics]

A mechanism has one to four bodies anywhere, joints and primitives of all kinds, screws, couplers and driven joints between markers anyhow turned,
forces of all kinds with random functions of the measures, and 24 requests: measures of random markers, forces of elements at I and J, sums of forces
between markers. It is written as an Adams dataset or as a MotionSolve model, in one of four systems of units, run by Carom at a tolerance of 1e-10, and
integrated here with SciPy's DOP853 at 1e-10 by mechanics.py, which was written from the definitions of the input languages and shares nothing with
Carom. All requests are compared at three times: 1e-6 of their size, some hundred steps with errors of 1e-10 in each, and accelerations next to a
coupling of bodies that are a thousand times lighter in one direction than in the other.

With --statics each body has a bushing to ground, and what is compared is the equilibrium (its residual here) and its eigenvalues.

Needs numpy and scipy. Prints each disagreement with its deck; status 1 if there was one.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import scipy.integrate
import scipy.linalg
from elements import Bushing, Motion
from mechanics import SIZE, Now, jacobian, rates, relative_rotation, skew, solve
from mechanism import Mechanism

END, TOLERANCE, ERROR = 0.5, 1e-6, "1E-10"
EFFORT = 20_000  # evaluations here, after which a mechanism is left out: some spin up without end


class TooLong(Exception):
    pass


def motion(mechanism, state):
    """States at the three times."""
    calls = 0

    def right_hand_side(t, y):
        nonlocal calls
        calls += 1
        if calls > EFFORT:
            raise TooLong
        return rates(mechanism, t, y)

    times = [0, END / 2, END]
    done = scipy.integrate.solve_ivp(right_hand_side, (0, END), state, method="DOP853", rtol=1e-10, atol=1e-11, t_eval=times)
    if not done.success:
        raise TooLong
    return zip(times, done.y.T)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def by_time(folder):
    """Rows of requests by (time, number)."""
    with open(folder / "requests.csv") as file:
        return {(round(float(row["time"]), 9), int(row["request"])): row for row in csv.DictReader(file)}


def off(is_angle, expected, got):
    difference = got - expected
    if is_angle:
        difference = math.remainder(difference, 2 * math.pi)
    return abs(difference) / (1 + abs(expected))


def moves(mechanism, state, folder, options):
    """Compares the motion. What is wrong, as text."""
    deck = folder / ("m.xml" if options.xml else "m.adm")
    deck.write_text(mechanism.motionsolve(state, ERROR, END, 2) if options.xml else mechanism.adams(state, ERROR))
    command = [options.carom, "run", deck, "--format", "csv", "--out", folder / "out", "--integrator", options.integrator]
    status, _, said = run(command + ([] if options.xml else ["--end", str(END), "--steps", "2"]))
    if status:
        return [said]
    got, wrong = by_time(folder / "out"), []
    for time, y in motion(mechanism, state):
        now = Now(mechanism, time, y)
        solve(now)
        for k, (text, value, is_angle) in enumerate(mechanism.requests):
            expected, told = value(now), float(got[round(time, 9), k // 8 + 1][f"f{k % 8 + 1}"])
            if not off(is_angle, expected, told) < TOLERANCE:
                wrong.append(f"{text} at {time}: {told!r}, here {expected!r}")
    return wrong


def turn(w):
    """The rotation about w by its length."""
    return scipy.linalg.expm(skew(w))


def displaced(mechanism, state, move, speed):
    """The state moved by small displacements and turns (6n), with these velocities."""
    y = state.copy()
    for k in range(len(mechanism.bodies) - 1):
        own = y[SIZE * k : SIZE * (k + 1)]
        own[:3] += move[6 * k : 6 * k + 3]
        own[3:12] = (turn(move[6 * k + 3 : 6 * k + 6]) @ own[3:12].reshape(3, 3)).reshape(-1)
        own[12:] = speed[6 * k : 6 * k + 6]
    now = Now(mechanism, 0.0, y)
    for k, (i, j) in enumerate(mechanism.turning):
        r = relative_rotation(now, i, j)
        y[SIZE * (len(mechanism.bodies) - 1) + k] += math.remainder(math.atan2(r[1, 0], r[0, 0]) - now.turns[i, j], 2 * math.pi)
    return y


def accelerations(mechanism, state):
    now = Now(mechanism, 0.0, state)
    solve(now)
    return np.concatenate([now.a[1:], now.alpha[1:]], axis=1).reshape(-1)


def eigenvalues(mechanism, state):
    """Of the equations about a state of rest, by central differences along what the constraints leave free."""
    rows, *_ = jacobian(Now(mechanism, 0.0, state))
    free = scipy.linalg.null_space(rows) if len(rows) else np.eye(rows.shape[1])
    count, h, zero = free.shape[1], 1e-5, np.zeros(len(free))
    matrix = np.zeros((2 * count, 2 * count))
    matrix[:count, count:] = np.eye(count)
    change = lambda *ways: free.T @ (accelerations(mechanism, displaced(mechanism, state, *ways[0])) - accelerations(mechanism, displaced(mechanism, state, *ways[1]))) / (2 * h)
    for k in range(count):
        e = h * free[:, k]
        matrix[count:, k] = change((e, zero), (-e, zero))
        matrix[count:, count + k] = change((zero, e), (zero, -e))
    return np.linalg.eigvals(matrix)


def rest_of(mechanism, folder):
    """The state of rest that Carom tells."""
    with open(folder / "bodies.csv") as file:
        last = {int(row["part"]): row for row in csv.DictReader(file)}
    parts = []
    for body in mechanism.bodies[1:]:
        row = {n: float(x) for n, x in last[body.label].items()}
        e0, e = row["q0"], np.array([row["q1"], row["q2"], row["q3"]])
        rotation = (2 * e0 * e0 - 1) * np.eye(3) + 2 * np.outer(e, e) + 2 * e0 * skew(e)
        parts.append(np.concatenate([[row["x"], row["y"], row["z"]], rotation.reshape(-1), np.zeros(6)]))
    none = np.zeros(6 * len(parts))
    return displaced(mechanism, np.concatenate([*parts, mechanism.angles]), none, none)


def hold(mechanism):
    """A bushing between each body and ground."""
    for k, body in enumerate(mechanism.bodies[1:], 1):
        place, axes = mechanism.somewhere(k), mechanism.turned()
        i, j = mechanism.marker(k, place, axes), mechanism.marker(0, place, axes)
        draw = lambda low, high: [mechanism.between(low, high) for _ in range(3)]
        stiffness, damping = np.diag(draw(60, 200) + draw(20, 60)), np.diag(draw(0, 2) + draw(0, 0.5))
        mechanism.forces.append(Bushing(mechanism.label(), i, j, stiffness, damping, np.zeros(6), np.zeros(6)))


def rests(mechanism, state, folder, options):
    """Compares equilibrium and eigenvalues. What is wrong, as text."""
    deck = folder / "m.adm"
    settings = "EQUILIBRIUM/ERROR=1E-10, IMBALANCE=1E-10, MAXIT=200"
    deck.write_text(mechanism.adams(state, ERROR).replace(f"INTEGRATOR/ERROR={ERROR}", settings))
    status, said, why = run([options.carom, "linear", deck, "--static", "--json", "--format", "csv", "--out", folder / "out"])
    if status:
        return [why]
    told = [complex(*z) for z in json.loads(said)["linear"][0]["eigenvalues"]]
    state = rest_of(mechanism, folder / "out")
    # Accelerations of places printed to all digits, with imbalances of 1e-10.
    left = np.abs(accelerations(mechanism, state)).max()
    if not left < 1e-5:
        return [f"not at rest: accelerations of {left:.1e}"]
    expected = list(eigenvalues(mechanism, state))
    if len(told) != len(expected):
        return [f"{len(told)} eigenvalues, here {len(expected)}"]
    wrong = []
    for value in told:
        nearest = min(expected, key=lambda e: abs(e - value))
        expected.remove(nearest)
        # Central differences over 1e-5; twofold eigenvalues are their root's digits.
        if not abs(nearest - value) < 1e-4 * (1 + abs(value)):
            wrong.append(f"eigenvalue {value}, here {nearest}")
    return wrong


def trial(seed, options):
    """ok, wrong or why it was left out; and what is wrong."""
    mechanism = Mechanism(seed)
    if options.statics:
        hold(mechanism)
    state = mechanism.start()
    if state is None:
        return "dependent rows", []
    if options.xml and "INCANG" in mechanism.adams(state, ERROR):
        return "not in this language", []
    if options.statics and any(isinstance(c, Motion) for c in mechanism.constraints):
        return "driven", []
    with tempfile.TemporaryDirectory() as folder:
        try:
            wrong = (rests if options.statics else moves)(mechanism, state, Path(folder), options)
        except (TooLong, np.linalg.LinAlgError):
            return "too long here", []
    return ("wrong", wrong) if wrong else ("ok", [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--carom", default="carom")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--integrator", default="dop853")
    parser.add_argument("--xml", action="store_true")
    parser.add_argument("--statics", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the dataset of this seed and stop")
    options = parser.parse_args()
    if options.show:
        mechanism = Mechanism(options.seed)
        if options.statics:
            hold(mechanism)
        state = mechanism.start()
        print(mechanism.motionsolve(state, ERROR, END, 2) if options.xml else mechanism.adams(state, ERROR))
        return 0
    ends = Counter()
    for seed in range(options.seed, options.seed + options.count):
        end, wrong = trial(seed, options)
        ends[end] += 1
        if wrong:
            print(f"seed {seed}", *wrong[:8], sep="\n  ", flush=True)
    print(", ".join(f"{n} {end}" for end, n in ends.most_common()))
    return 1 if ends["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
