"""Carom, through its command line.

The time is the processor time of the process less that of the same run with an end that is reached at once: reading, assembly,
the first start and the writing of results do not count, as building the model does not count for the peers.
"""

import csv
import json
import os
import resource
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from peer import main
from problems import PROBLEMS

SETTINGS = {
    "andrews": [("default", e) for e in (1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11)]
    + [("radau", e) for e in (1e-4, 1e-6, 1e-8, 1e-10)]
    + [("gstiff", e) for e in (1e-4, 1e-6, 1e-8)],
    "four-bars": [("default", e) for e in (1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11)] + [("radau", 1e-6)],
}


def run(deck, end, *options):
    """Runs a deck; returns processor seconds, the analysis as run.json tells it, and the last row of REQUEST/1."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        command = [os.environ["CAROM"], "run", deck, "--end", str(end), "--steps", "1", "--format", "csv", "--out", out]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        finished = subprocess.run([*map(str, command), *options], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if not (out / "run.json").exists():
            raise RuntimeError(finished.stderr)
        report = json.loads((out / "run.json").read_text())
        if report["error"]:
            raise RuntimeError("stops at {time:.6g} s: {message}".format(**report["error"]))
        rows = [r for r in csv.reader((out / "requests.csv").open()) if r[1] == "1"] if (out / "requests.csv").exists() else []
        return seconds, report["analyses"][0], [float(v) for v in rows[-1][2:]] if rows else []


@cache
def start(deck, end, *options):
    """Least processor seconds of a run that ends at once."""
    return min(run(deck, end * 1e-9, *options)[0] for _ in range(3))


def simulate(name, method, error):
    problem = PROBLEMS[name]()
    options = ["--error", str(error)] + ([] if method == "default" else ["--integrator", method])
    seconds, _, values = run(problem.deck, problem.end, *options)
    return seconds - start(problem.deck, problem.end, *options), values[:7] if name == "andrews" else values[1:3]


if __name__ == "__main__":
    main(SETTINGS, simulate)
