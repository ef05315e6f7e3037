"""What the Python package costs: runs against the command line, results to pandas, laws over arrays.

    python bench/python.py [path of the program carom]

prints one line per measurement with its bar. Needs the installed package, pandas, and for the first measurement the program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import carom

DECK = """\
A driven chain of pendulums on a stop
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/1, PART=1, REULER=0, 90D, 0
{chain}
SFORCE/1, ROTATION, I=11, J=1, FUNCTION=3*SIN(7*TIME)
END
"""
LINK = """\
PART/{n}, MASS=1, CM={n}0, IP=0.01, 0.01, 0.01, QG=0, 0, {z}
MARKER/{n}0, PART={n}
MARKER/{n}1, PART={n}, QP=0, 0, 0.1, REULER=0, 90D, 0
MARKER/{n}2, PART={n}, QP=0, 0, -0.1, REULER=0, 90D, 0
JOINT/{n}, REVOLUTE, I={n}1, J={before}
"""


def best(work: Callable[[], object], times: int = 5) -> float:
    """Shortest of some runs, s."""
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begin)
    return min(spent)


def chain(links: int) -> str:
    text = ""
    for k in range(links):
        n = k + 2
        before = "1" if k == 0 else f"{n - 1}2"
        text += LINK.format(n=n, z=-0.1 - 0.2 * k, before=before)
    return DECK.format(chain=text.rstrip()).replace("I=11", "I=21")


def against_the_command_line(program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        deck = Path(folder) / "chain.adm"
        deck.write_text(chain(6))
        options = {"end": 60.0, "steps": 6000, "error": 1e-8}
        words = [w for k, v in options.items() for w in (f"--{k}", str(v))]
        command = [program, "run", deck, *words, "--quiet", "--out", str(Path(folder) / "out")]
        outside = best(lambda: subprocess.run(command, check=True))
        inside = best(lambda: carom.read(deck).simulate(**options, progress=False))
        shown = best(lambda: carom.read(deck).simulate(**options, progress=lambda p: None))
        own = carom.read(deck).simulate(**options).summary["analyses"][0]["wall_s"]
    print(
        f"command line {outside:.3f} s; Python {inside:.3f} s, with progress {shown:.3f} s (of which the analysis {own:.3f} s)"
    )
    print(f"Python over the command line: {inside / outside - 1:+.1%} (bar +5 %)")


def results_to_pandas() -> None:
    rows = 10_000_000 // 21 + 1
    model = carom.Model()
    model.part("p", mass=1.0, inertia=1.0)
    bodies = model.simulate(end=1.0, steps=rows - 1, progress=False).bodies
    values = len(bodies) * len(bodies.columns)
    spent = best(bodies.to_pandas)
    print(f"{values} values to pandas: {spent * 1e3:.2f} ms (bar 50 ms)")


def laws() -> None:
    rng = np.random.default_rng(1)
    x, v = rng.uniform(-1e-3, 1e-3, 1_000_000), rng.uniform(-1, 1, 1_000_000)
    for e in (1.5, 2.2):
        spent = best(lambda e=e: carom.impact(x, v, 0.0, 1e5, e, 50.0, 1e-4))  # type: ignore[misc]
        print(f"impact on 1e6 points, exponent {e}: {spent * 1e3:.1f} ms (bar 20 ms)")
    spent = best(lambda: carom.impact(x, v, 0.0, 1e5, 1.5, 50.0, 1e-4, order=1))
    print(f"its gradient: {spent * 1e3:.1f} ms")


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else shutil.which("carom")
    if program:
        against_the_command_line(program)
    results_to_pandas()
    laws()


if __name__ == "__main__":
    main()
