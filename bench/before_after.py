#!/usr/bin/env python3
"""Two builds of Carom on the shipped models, in turn: does the newer one cost more, and does it say the same?

    python bench/before_after.py OLD NEW [--runs 5] [--least 0.02] [MODEL ...]

OLD and NEW are programs (`carom`). Each model is run by both in turn, A B A B ..., and what counts is the processor time of the whole process
(user and system, as the operating system accounts for it): the ratio of every pair, and the median of these. Models that take less than `--least`
seconds are left out of the summary, as starting the program is most of them. Prints a table, with the largest difference of the places of bodies at
the end of both runs. Python's standard library alone.
"""

from __future__ import annotations

import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def models():
    """The examples, each by its commands where it has some."""
    for path in sorted((ROOT / "examples").rglob("*")):
        commands = path.suffix == ".acf"
        alone = path.suffix == ".adm" and not path.with_suffix(".acf").exists()
        if (commands or alone or path.suffix == ".xml") and "spheres" not in path.parts:
            yield path


def run(program, model, folder):
    """Processor seconds and the places of bodies at the end; None if the model was refused."""
    out = Path(folder) / "r.carom"
    before = os.times()
    done = subprocess.run(
        [program, "run", str(model), "--quiet", "--format", "csv", "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    if done.returncode not in (0, 1):
        return None
    with open(out / "bodies.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    last = [r for r in rows if rows and r["time"] == rows[-1]["time"]]
    return seconds, {r["part"]: [float(r[c]) for c in "xyz"] for r in last}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--least", type=float, default=0.02)
    args = parser.parse_args()
    ratios = []
    print(f"{'model':50} {'old s':>8} {'new s':>8} {'ratio':>7}  largest difference of a place")
    with tempfile.TemporaryDirectory() as folder:
        for model in [Path(m) for m in args.models] or models():
            pairs = [(run(args.old, model, folder), run(args.new, model, folder)) for _ in range(args.runs)]
            if any(one is None for pair in pairs for one in pair):
                print(f"{model.name:50} refused by one of them")
                continue
            old, new = (statistics.median(p[k][0] for p in pairs) for k in (0, 1))
            ratio = statistics.median(p[1][0] / p[0][0] for p in pairs if p[0][0] > 0)
            (a, b) = pairs[0][0][1], pairs[0][1][1]
            apart = max((abs(x - y) for part in a.keys() & b.keys() for x, y in zip(a[part], b[part])), default=0.0)
            print(f"{model.name:50} {old:8.3f} {new:8.3f} {ratio:7.3f}  {apart:.1e}", flush=True)
            if old >= args.least:
                ratios.append(ratio)
    if ratios:
        print(f"{len(ratios)} models of {args.least} s or more: median {statistics.median(ratios):.3f}, largest {max(ratios):.3f}")


if __name__ == "__main__":
    sys.exit(main())
