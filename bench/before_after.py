#!/usr/bin/env python3
"""Two builds of Carom on the shipped models, in turn: does the newer one cost more, and does it say the same?

    python bench/before_after.py OLD NEW [--runs 5] [--least 0.02] [--limit 120] [--with ARGUMENTS] [MODEL ...]

OLD and NEW are programs (`carom`). The models are those of `examples` and `validation/decks`. Each is run by both in turn, A B A B ..., and what counts is
the processor time of the whole process (user and system, as the operating system accounts for it): the ratio of every pair, and the median of these.
Models that take less than `--least` seconds are left out of the summary, as starting the program is most of them. Prints a table, with the largest
difference of the places of bodies at the end of both runs. Python's standard library alone.
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
    """The examples and the models of the validation, each by its commands where it has some."""
    for path in [p for folder in ("examples", "validation/decks") for p in sorted((ROOT / folder).rglob("*"))]:
        commands = path.suffix == ".acf"
        alone = path.suffix == ".adm" and not path.with_suffix(".acf").exists()
        if (commands or alone or path.suffix == ".xml") and "spheres" not in path.parts:
            yield path


def run(program, model, folder, extra=(), limit=None):
    """Processor seconds and the places of bodies at the end; None if the model was refused, or takes too long."""
    out = Path(folder) / "r.carom"
    # Models without commands run for two seconds.
    end = ["--end", "2"] if model.suffix == ".adm" else []
    command = [program, "run", str(model), "--quiet", "--format", "csv", "--out", str(out), *end, *extra]
    before = os.times()
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    if done.returncode not in (0, 1) or not (out / "bodies.csv").exists():
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
    parser.add_argument("--limit", type=float, default=120, help="seconds that a run may take")
    parser.add_argument("--with", dest="extra", default="", help="arguments of both programs, such as '--contact rigid'")
    args = parser.parse_intermixed_args()
    ratios = []
    print(f"{'model':50} {'old s':>8} {'new s':>8} {'ratio':>7}  largest difference of a place")
    with tempfile.TemporaryDirectory() as folder:
        for model in [Path(m) for m in args.models] or models():
            pairs = []
            for _ in range(args.runs):
                pairs.append(tuple(run(p, model, folder, args.extra.split(), args.limit) for p in (args.old, args.new)))
                if None in pairs[-1]:
                    break
            if None in pairs[-1]:
                print(f"{model.name:50} refused by one of them, or too long", flush=True)
                continue
            old, new = (statistics.median(p[k][0] for p in pairs) for k in (0, 1))
            ratio = statistics.median([p[1][0] / p[0][0] for p in pairs if p[0][0] > 0] or [1.0])
            (a, b) = pairs[0][0][1], pairs[0][1][1]
            apart = max((abs(x - y) for part in a.keys() & b.keys() for x, y in zip(a[part], b[part])), default=0.0)
            print(f"{model.name:50} {old:8.3f} {new:8.3f} {ratio:7.3f}  {apart:.1e}", flush=True)
            if old >= args.least:
                ratios.append(ratio)
    if ratios:
        print(f"{len(ratios)} models of {args.least} s or more: median {statistics.median(ratios):.3f}, largest {max(ratios):.3f}")


if __name__ == "__main__":
    sys.exit(main())
