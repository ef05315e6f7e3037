#!/usr/bin/env python3
"""Two builds of Carom on the shipped models, in turn: does the newer one cost more, and does it say the same?

    python bench/before_after.py OLD NEW [--runs 5] [--work 0.3] [--least 0.002] [--limit 120] [--with ARGUMENTS] [MODEL ...]

OLD and NEW are programs (`carom`). The models are those of `examples` and `validation/decks`. Each is run by both in turn, A B A B ..., and what counts is
the processor time of the process (user and system, to the microsecond, as the operating system accounts for it) less that of `--analysis initial`, which
reads, assembles and starts the same model and computes nothing in time. Both are the least of all runs, as whatever else the machine does only adds to
them. There are `--runs` pairs, and more, up to sixty, until OLD has computed for `--work` seconds: a model of some milliseconds is run some dozen times.
Models whose run takes less than `--least` seconds beyond the start are listed in brackets and left out of the summary. Prints a table, with the largest
difference of the places of bodies at the end of both runs; `--markdown` makes it one of Markdown. Python's standard library alone.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAIRS_MAX = 60


def models():
    """The examples and the models of the validation, each by its commands where it has some."""
    for path in [p for folder in ("examples", "validation/decks") for p in sorted((ROOT / folder).rglob("*"))]:
        commands = path.suffix == ".acf"
        alone = path.suffix == ".adm" and not path.with_suffix(".acf").exists()
        if (commands or alone or path.suffix == ".xml") and "spheres" not in path.parts:
            yield path


def used_by(command, limit):
    """What a process used, as the operating system accounts for it, and its exit status; None if it takes too long."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = None if limit is None else threading.Timer(limit, child.kill)
    if end:
        end.start()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if end:
        end.cancel()
    return (used, child.returncode) if child.returncode >= 0 else None


def processor_time(command, limit):
    """Seconds of user and system, and the exit status; None if it takes too long."""
    done = used_by(command, limit)
    return done and (done[0].ru_utime + done[0].ru_stime, done[1])


def command_of(program, model, out, extra):
    # Models without commands run for two seconds.
    is_told = any(word.startswith("--end") for word in extra)
    end = ["--end", "2"] if model.suffix == ".adm" and not is_told else []
    return [program, "run", str(model), "--quiet", "--format", "csv", "--out", str(out), *end, *extra]


def start(program, model, folder, extra, limit):
    """Seconds to read, assemble and start a model."""
    out = Path(folder) / "s.carom"
    used = processor_time([*command_of(program, model, out, extra), "--analysis", "initial"], limit)
    shutil.rmtree(out, ignore_errors=True)
    return used[0] if used else None


def run(program, model, folder, extra, limit):
    """Processor seconds and the places of bodies at the end; None if the model was refused, or takes too long."""
    out = Path(folder) / "r.carom"
    used = processor_time(command_of(program, model, out, extra), limit)
    if used is None or used[1] not in (0, 1) or not (out / "bodies.csv").exists():
        return None
    with open(out / "bodies.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    shutil.rmtree(out, ignore_errors=True)
    last = [r for r in rows if rows and r["time"] == rows[-1]["time"]]
    return used[0], {r["part"]: [float(r[c]) for c in "xyz"] for r in last}


def compare(programs, model, folder, args):
    """What both take beyond the start, and how far apart they end; None if one of them refuses, or takes too long."""
    extra = args.extra.split()
    least, starts, ends = [math.inf] * 2, [math.inf] * 2, [None] * 2
    worked, pairs = 0.0, 0
    while pairs < args.runs or (worked < args.work and pairs < PAIRS_MAX):
        for k, program in enumerate(programs):
            done = run(program, model, folder, extra, args.limit)
            began = start(program, model, folder, extra, args.limit)
            if done is None or began is None:
                return None
            ends[k] = done[1]
            least[k], starts[k] = min(least[k], done[0]), min(starts[k], began)
        worked += max(least[0] - starts[0], 0.0)
        pairs += 1
    (a, b) = ends
    apart = max((abs(x - y) for part in a.keys() & b.keys() for x, y in zip(a[part], b[part])), default=0.0)
    return [t - s for t, s in zip(least, starts)], apart


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--work", type=float, default=0.3, help="seconds that OLD is to compute for, in all")
    parser.add_argument("--least", type=float, default=0.002, help="seconds beyond the start that count")
    parser.add_argument("--limit", type=float, default=120, help="seconds that a run may take")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--with", dest="extra", default="", help="arguments of both programs, such as '--contact rigid'")
    args = parser.parse_intermixed_args()
    ratios = []
    if args.markdown:
        print("| model | before, ms | after, ms | ratio | places apart |\n|---|---|---|---|---|")
    else:
        print(f"{'model':50} {'old ms':>9} {'new ms':>9} {'ratio':>7}  largest difference of a place")
    with tempfile.TemporaryDirectory() as folder:
        for model in [Path(m) for m in args.models] or models():
            found = compare((args.old, args.new), model, folder, args)
            name = model.name
            if found is None:
                print(f"| `{name}` | | | refused | |" if args.markdown else f"{name:50} refused by one of them, or too long", flush=True)
                continue
            (old, new), apart = found
            counts = old >= args.least
            ratio = f"{new / old:.2f}" if counts else "()"
            if args.markdown:
                print(f"| `{name}` | {1e3 * old:.1f} | {1e3 * new:.1f} | {ratio} | {apart:.1e} |", flush=True)
            else:
                print(f"{name:50} {1e3 * old:9.2f} {1e3 * new:9.2f} {ratio:>7}  {apart:.1e}", flush=True)
            if counts:
                ratios.append(new / old)
    if ratios:
        print(f"{len(ratios)} models of {args.least} s or more: median {statistics.median(ratios):.3f}, largest {max(ratios):.3f}")


if __name__ == "__main__":
    sys.exit(main())
