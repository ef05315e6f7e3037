#!/usr/bin/env python3
"""What the cases cost that are watched for speed, by one build of Carom, or by two in turn.

    python bench/speed.py NEW [OLD] [--runs 7] [--only NAME ...] [--instructions]

NEW and OLD are programs (`carom`). A short run is measured within one process: a study makes it many times on one thread, and a study of two runs is
subtracted, so that the time is that of reading the text, assembly, start and motion without the start of the program. A step of a chain is the
difference of two runs of different length. Times are processor times of processes (user and system, as the operating system accounts for them); with two
programs they are run in turn, A B A B ..., and what is printed are the medians of both and of the ratios pair by pair. `--instructions` counts
instructions instead, by valgrind: the same on a busy machine, but fifty times as long.

The error of a case is the largest difference of the places of bodies at its end from a run with a tolerance of 1e-13 (A02: 1e-10), by NEW. Python's standard library alone.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "bench/peers"))

import chain  # noqa: E402
from before_after import run as run_to_csv, used_by  # noqa: E402

BALL = ROOT / "examples/bouncing_ball/ball.adm"
STOP = ROOT / "examples/studies/stop_oscillator.toml"
LIMIT = 600  # seconds that a process may take

# The ball of the examples, held by a joint that lets it fall.
BALL_ON_JOINT = BALL.read_text().replace("SFORCE/1,", "JOINT/1, TRANSLATIONAL, I = 20, J = 10\nSFORCE/1,")


@dataclass
class Case:
    """One row: `measure(meter, folder)` gives its number, in `unit`."""

    name: str
    unit: str
    measure: Callable
    exact: Callable | None = None


@dataclass
class Meter:
    """How much a process takes: seconds of the processor, or instructions."""

    program: str
    counts: bool

    def __call__(self, *arguments):
        command = [self.program, *map(str, arguments)]
        if self.counts:
            valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
            told = subprocess.run([*valgrind, *command], capture_output=True, text=True, check=True, timeout=LIMIT)
            return int(re.search(r"Collected : (\d+)", told.stderr)[1])
        used = self.used(command)
        return used.ru_utime + used.ru_stime

    def memory(self, *arguments):
        """Most memory of the process, MB."""
        return self.used([self.program, *map(str, arguments)]).ru_maxrss / 1024

    @staticmethod
    def used(command):
        done = used_by(command, LIMIT)
        if done is None or done[1] not in (0, 1):
            raise RuntimeError(" ".join(command))
        return done[0]


@dataclass
class Run:
    """A model, the options of a run, and how often it is made within one process."""

    deck: str | Path
    end: float
    error: float
    often: int
    options: dict = field(default_factory=dict)
    exact: float = 1e-13  # the tolerance of the run that errors are measured from

    def file(self, folder):
        if isinstance(self.deck, Path):
            return self.deck
        file = folder / "deck.adm"
        file.write_text(self.deck)
        return file

    def study(self, meter, folder, often):
        """What a process takes that makes the run some times."""
        options = {"end": self.end, "steps": 1, "error": self.error, **self.options}
        lines = [f"{key} = {value!r}" for key, value in options.items()]
        study = folder / "study.toml"
        study.write_text(
            f"model = {str(self.file(folder))!r}\n[run]\n" + "\n".join(lines) + "\n[parameters]\n"
            f"again = {{ from = 0, to = 1, points = {often} }}\n[responses]\nagain_too = {{ value = 'again' }}\n"
        )
        return meter("sweep", study, "--out", folder / "rows", "--overwrite", "--quiet", "--threads", 1)

    def once(self, meter, folder):
        often = min(self.often, 6) if meter.counts else self.often
        return (self.study(meter, folder, often + 2) - self.study(meter, folder, 2)) / often

    def error_at_end(self, meter, folder):
        """Largest error of a place at the end."""
        ends = []
        for error in (self.error, self.exact):
            options = [f"--{key}={value}" for key, value in {**self.options, "end": self.end, "steps": 1, "error": error}.items()]
            ends.append(run_to_csv(meter.program, self.file(folder), folder, options, LIMIT)[1])
        return max(abs(a - b) for part in ends[0] for a, b in zip(ends[0][part], ends[1][part]))


def short(name, *run):
    """A case of a run within one process, ms."""
    r = Run(*run)
    return Case(name, "ms", lambda meter, folder: 1e3 * r.once(meter, folder), r.error_at_end)


def chain_file(links, folder):
    file = folder / "chain.adm"
    file.write_text(chain.deck(links))
    return file


def links_step(links, steps):
    """A step of a chain by dop853 and a link, µs: two runs of different length."""

    def measure(meter, folder):
        options = ["--integrator", "dop853", "--error", "1e-2", "--hmax", chain.STEP, "--steps", 1, "--quiet", "--out", folder / "o", "--overwrite"]
        file = chain_file(links, folder)
        long, brief = (meter("run", file, "--end", k * chain.STEP, *options) for k in (steps + 5, 5))
        return 1e6 * (long - brief) / steps / links

    return Case(f"chain of {links}, a step and body", "µs", measure)


def start(links):
    """Reading, assembly, start and results of a chain."""
    arguments = lambda folder: ["run", chain_file(links, folder), "--analysis", "initial", "--quiet", "--out", folder / "o", "--overwrite"]
    return [
        Case(f"chain of {links}, start", "ms", lambda meter, folder: 1e3 * meter(*arguments(folder))),
        Case(f"chain of {links}, start, memory", "MB", lambda meter, folder: meter.memory(*arguments(folder))),
    ]


def stop_study(meter, folder):
    """A run of 200 periods of the oscillator with a rigid stop, ms: the shipped study with fewer runs."""
    side = 3 if meter.counts else 10
    text = STOP.read_text().replace("points = 100", f"points = {side}").replace("error = 1e-10", "error = 1e-8")
    study = folder / "stop.toml"
    study.write_text(text.replace('"stop_oscillator.adm"', f'"{STOP.with_suffix(".adm")}"'))
    return 1e3 * meter("sweep", study, "--out", folder / "rows", "--overwrite", "--quiet", "--threads", 1) / side**2


def ball_process(steps, *format):
    """The whole process of the ball, ms."""
    arguments = lambda folder: ["run", BALL, "--end", 2, "--steps", steps, "--error", "1e-10", "--quiet", "--out", folder / "o", "--overwrite", *format]
    return lambda meter, folder: 1e3 * meter(*arguments(folder))


RIGID = {"contact": "rigid", "restitution": 0.8}
TWO_MASSES = ROOT / "examples/two_masses/two_masses.adm"
CASES = [
    short("ball on a joint, 1e-8", BALL_ON_JOINT, 2.0, 1e-8, 200),
    short("ball, free, 1e-8", BALL, 2.0, 1e-8, 200),
    short("two masses, 172 events, 1e-8", TWO_MASSES, 140.0, 1e-8, 30),
    short("two masses, 172 events, 1e-12", TWO_MASSES, 140.0, 1e-12, 20),
    short("two masses, rigid, 1e-8", TWO_MASSES, 140.0, 1e-8, 60, RIGID),
    short("rigid ball to its Zeno point, 1e-10", BALL, 10.0, 1e-10, 200, RIGID),
    short("Andrews, 1e-9", ROOT / "examples/andrews/andrews.adm", 0.03, 1e-9, 40),
    short("A02, N = 40, 1e-7", ROOT / "validation/decks/iftomm/a02_four_bar_40.adm", 10.0, 1e-7, 3, {}, 1e-10),
    short("A02, N = 40, 1e-9", ROOT / "validation/decks/iftomm/a02_four_bar_40.adm", 10.0, 1e-9, 2, {}, 1e-10),
    short("chain of 10, 0.2 s, 1e-7", chain.deck(10), 0.2, 1e-7, 100),
    short("chain of 100, 0.2 s, 1e-7", chain.deck(100), 0.2, 1e-7, 10),
    links_step(10, 200),
    links_step(100, 100),
    links_step(1000, 15),
    links_step(10000, 3),
    *start(10000),
    Case("sweep of the stop oscillator, a run, 1e-8", "ms", stop_study),
    Case("ball, whole process, 2001 rows of CSV", "ms", ball_process(2000, "--format", "csv")),
    Case("ball, whole process, 2001 rows of Parquet", "ms", ball_process(2000)),
    Case("ball, whole process, first and last row", "ms", ball_process(1)),
]


def measured(case, meters, runs):
    """Medians of all meters, and of the ratio of the first to the second pair by pair."""
    with tempfile.TemporaryDirectory() as name:
        folder, rounds = Path(name), []
        for _ in range(runs):
            values = []
            for meter in meters:
                values.append(case.measure(meter, folder))
                shutil.rmtree(folder / "o", ignore_errors=True)
            rounds.append(values)
        error = f"{case.exact(meters[0], folder):.1e}" if case.exact else ""
    medians = [statistics.median(column) for column in zip(*rounds)]
    ratio = statistics.median(r[0] / r[1] for r in rounds) if len(meters) == 2 else None
    return medians, ratio, error


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("new")
    parser.add_argument("old", nargs="?")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", nargs="+", default=[], help="words, of which a case has one")
    parser.add_argument("--instructions", action="store_true")
    args = parser.parse_args()
    meters = [Meter(p, args.instructions) for p in (args.new, args.old) if p]
    runs = 1 if args.instructions else args.runs
    print("| case | new |" + (" old | new / old |" if args.old else "") + " error at the end |")
    print("|---|---|" + ("---|---|" if args.old else "") + "---|")
    for case in CASES:
        if args.only and not any(word in case.name for word in args.only):
            continue
        medians, ratio, error = measured(case, meters, runs)
        # Instructions in the place of seconds: millions for ms, single ones for µs.
        unit, scale = ({"ms": ("M", 1e-9), "µs": ("", 1e-6)}.get(case.unit, (case.unit, 1)) if args.instructions else (case.unit, 1))
        cells = [f"{value * scale:.4g} {unit}".strip() for value in medians] + ([f"{ratio:.3f}"] if args.old else [])
        print(f"| {case.name} | {' | '.join(cells)} | {error} |", flush=True)


if __name__ == "__main__":
    main()
