"""A chain of n pendulums in Carom alone: what a step costs as n grows.

`python chain.py 100` prints the deck. The steps are held at one length by --hmax at a loose tolerance; two runs of different
length give the time of a step as a difference of what the integrations took by their own clock; the rest of the process is the start.
"""

import sys
import tempfile
from pathlib import Path

import with_carom

METHODS = ("dop853", "radau5")
STEP = 1e-3  # s
SHORT = 5  # steps
LONG = {10: 205, 100: 105, 1000: 15, 10000: 15}  # steps: enough for a difference that stands out of the spread


def deck(n):
    """Links of 1 m and 1 kg in a row along x, each hinged to the one before, held at the first end and released at rest."""
    lines = [
        f"chain of {n} pendulums",
        "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND",
        "ACCGRAV/JGRAV=-9.81",
        "PART/1, GROUND",
        "MARKER/2, PART=1",
    ]
    for i in range(n):
        part, marker = i + 2, 10 * (i + 2)
        lines += [
            f"PART/{part}, MASS=1, CM={marker}, IP=0.0016666666666666668,0.08333333333333333,0.08333333333333333, QG={i},0,0",
            f"MARKER/{marker}, PART={part}, QP=0.5,0,0",
            f"MARKER/{marker + 1}, PART={part}",
            f"MARKER/{marker + 2}, PART={part}, QP=1,0,0",
            f"JOINT/{i + 1}, REVOLUTE, I={marker + 1}, J={marker - 8 if i else 2}",
        ]
    return "\n".join([*lines, "END", ""])


def measure(repeat):
    """Yields method, links, steps, seconds of a step, seconds of the start."""
    for n in LONG:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "chain.adm"
            file.write_text(deck(n))
            for method in METHODS:
                options = ["--integrator", method, "--error", "1e-2", "--hmax", str(STEP)]
                runs = []
                for steps in (SHORT, LONG[n]):
                    tries = [with_carom.run(file, steps * STEP, *options)[:2] for _ in range(repeat)]
                    seconds, analysis = min(tries, key=lambda t: t[1]["wall_s"])
                    runs.append((seconds, analysis["wall_s"], analysis["steps"] + analysis["rejected"]))
                (_, t1, k1), (seconds, t2, k2) = runs
                yield method, n, k2, (t2 - t1) / (k2 - k1), seconds - t2


if __name__ == "__main__":
    print(deck(int(sys.argv[1])), end="")
