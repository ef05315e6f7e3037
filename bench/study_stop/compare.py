#!/usr/bin/env python3
"""The rigid stop oscillator as a study, beside a C program written by hand for it.

    pip install pyarrow
    python bench/study_stop/compare.py [--carom PROGRAM] [--runs 100]

1. Accuracy: both over 10 periods (longer runs are chaotic for some parameters, and forget their start), against the C
   program with a step so short that its error is that of rounding. The error of a study is the median over its runs
   of the largest difference of position and speed.
2. Cost: both over 200 periods, one thread. The C program has the longest step with which it is as accurate as Carom.
   The last number is the speed-up of Carom on two threads.
Times are the least of three.
"""

import argparse
import csv
import io
import math
import pathlib
import statistics
import subprocess
import tempfile
import time

import pyarrow.dataset

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STUDY = (ROOT / "examples/studies/stop_oscillator.toml").read_text()


def c_rows(program, step, periods, n):
    """omega, e, x, v of each run, and the time it took."""
    started = time.perf_counter()
    said = subprocess.run([program, repr(step), repr(periods), str(n), str(n)], check=True, capture_output=True, text=True)
    wall = time.perf_counter() - started
    rows = csv.DictReader(io.StringIO(said.stdout))
    return [(float(r["x"]), float(r["v"])) for r in rows], wall


def carom_rows(carom, folder, periods, n, error, threads=1):
    text = STUDY.replace("200*2*PI", f"{periods}*2*PI").replace("points = 100", f"points = {n}")
    text = text.replace("100*2*PI", f"{periods / 2}*2*PI").replace("error = 1e-10", f"error = {error!r}")
    text = text.replace('"stop_oscillator.adm"', f'"{ROOT / "examples/studies/stop_oscillator.adm"}"')
    study = folder / "stop.toml"
    study.write_text(text)
    started = time.perf_counter()
    subprocess.run([carom, "sweep", study, "--out", folder / "rows", "--quiet", "--threads", str(threads)], check=True)
    wall = time.perf_counter() - started
    table = pyarrow.dataset.dataset(folder / "rows" / "runs").to_table().sort_by("run")
    return list(zip(table["x"].to_pylist(), table["v"].to_pylist())), wall


def error(rows, exact):
    each = [max(abs(a - b) for a, b in zip(r, e)) for r, e in zip(rows, exact)]
    return statistics.median(each)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--carom", default=str(ROOT / "target/release/carom"))
    parser.add_argument("--runs", type=int, default=100, help="runs of the study that is timed: a square number")
    parser.add_argument("--error", type=float, nargs="+", default=[1e-8, 1e-9, 1e-10, 1e-12])
    options = parser.parse_args()
    side = math.isqrt(options.runs)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = str(folder / "stop")
        subprocess.run(["cc", "-O2", "-o", program, HERE / "stop.c", "-lm"], check=True)
        exact, _ = c_rows(program, 2e-4, 10, 10)
        print("| error asked for | error | C, step | C, ms a run | Carom, ms a run | ratio | two threads |\n|---|---|---|---|---|---|---|")
        for asked in options.error:
            print(row(options.carom, folder, program, exact, asked, side))


def row(carom, folder, program, exact, asked, side):
    rows, _ = carom_rows(carom, folder, 10, 10, asked)
    ours, step = error(rows, exact), 0.1
    while error(c_rows(program, step, 10, 10)[0], exact) > ours:
        step /= 1.05
    best = lambda run: 1e3 * min(run()[1] for _ in range(3)) / side**2
    c = best(lambda: c_rows(program, step, 200, side))
    one, two = (best(lambda: carom_rows(carom, folder, 200, side, asked, threads)) for threads in (1, 2))
    return f"| {asked:g} | {ours:.2g} | {step:.4f} | {c:.2f} | {one:.2f} | {one / c:.2f} | {one / two:.2f} |"


if __name__ == "__main__":
    main()
