"""Carom beside Exudyn, MuJoCo and Drake, one thread, in one run: errors against references, times side by side, as ratios.

    pip install -r bench/peers/requirements.txt
    python bench/peers/compare.py

Each program runs in a process of its own, one after the other. Times are processor times of the integration, the least of
`--repeat` runs (runs above 2 s are not repeated). A ratio is the time over that of the cheapest run of Carom whose error is not
larger.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")}
PROBLEMS = {
    "andrews": ("Andrews' squeezing mechanism to 0.03 s, largest error of seven angles", "rad"),
    "four-bars": ("IFToMM A02, 40 four-bar linkages over 10 s, error of the first link's end", "m"),
}


def build():
    """The release binary of this tree."""
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "carom-cli"], cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return Path(json.loads(metadata.stdout)["target_directory"]) / "release" / "carom"


def version(program):
    try:
        return importlib.metadata.version(program)
    except importlib.metadata.PackageNotFoundError:
        return None


def rows_of(program, problem, repeat, limit):
    """Rows a program printed before it ended or the limit of time was reached."""
    if program != "carom" and not version(program):
        return [dict(method="", setting="", seconds=None, error=None, note="not run: not installed")]
    command = [sys.executable, str(HERE / f"with_{program}.py"), problem, str(repeat)]
    ended = None
    try:
        finished = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=limit)
        output = finished.stdout
        if finished.returncode:
            ended = (finished.stderr.strip().splitlines() or [f"exit {finished.returncode}"])[-1]
    except subprocess.TimeoutExpired as late:
        output, ended = (late.stdout or b"").decode(), f"stopped after {limit:g} s, further settings not run"
    rows = [json.loads(line) for line in output.splitlines() if line.startswith('{"method"')]
    if ended:
        rows.append(dict(method="", setting="", seconds=None, error=None, note=ended))
    return rows


def best_of_carom(rows, error):
    times = [r["seconds"] for r in rows if r["error"] is not None and r["error"] <= error]
    return min(times) if times else None


def number(value, digits=3):
    """Short decimal: 0.0061, 12.3, 2660, 1e-6."""
    if 100 <= value < 1e6:
        return f"{value:.0f}"
    return f"{value:.{digits}g}".replace("e-0", "e-").replace("e+0", "e")


def setting(value):
    return ", ".join(map(number, value)) if isinstance(value, list) else value and number(value)


def table(problem, programs, repeat, limit):
    title, unit = PROBLEMS[problem]
    print(f"\n### {title}\n\n| program | method | tolerance or step | error, {unit} | time, ms | ratio |\n|---|---|---|---|---|---|", flush=True)
    carom = rows_of("carom", problem, repeat, limit)
    for program in programs:
        for r in carom if program == "carom" else rows_of(program, problem, repeat, limit):
            line = f"| {program} | {r['method']} | {setting(r['setting'])} |"
            if r["error"] is None:
                print(f"{line} {r['note']} | | |", flush=True)
                continue
            best = best_of_carom(carom, r["error"])
            ratio = number(r["seconds"] / best, 2) if best else "none of Carom's runs is as accurate"
            print(f"{line} {number(r['error'], 2)} | {number(1e3 * r['seconds'])} | {ratio} |", flush=True)


def chain_table(repeat):
    import chain

    print("\n### Chains of pendulums in Carom alone\n")
    print("| method | bodies | steps | step, ms | step and body, µs | start, s |\n|---|---|---|---|---|---|", flush=True)
    per_body = {}
    for method, n, steps, step, start in chain.measure(repeat):
        per_body[method, n] = step / n
        print(f"| {method} | {n} | {steps} | {number(1e3 * step)} | {number(1e6 * step / n)} | {number(start)} |", flush=True)
    print()
    for method in chain.METHODS:
        print(f"A step of {method} costs, per body, {per_body[method, 10000] / per_body[method, 100]:.3g} times as much with 10000 bodies as with 100.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--carom", type=Path, help="binary of Carom; default: built from this tree")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=900, help="wall seconds for one program on one problem")
    parser.add_argument("--only", choices=[*PROBLEMS, "chain"], action="append")
    options = parser.parse_args()
    os.environ |= ONE_THREAD | {"CAROM": str((options.carom or build()).resolve())}
    programs = ["carom", "exudyn", "mujoco", "drake"]
    print(f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, ", end="")
    print(", ".join(f"{p} {version(p) or 'not installed'}" for p in programs[1:]), flush=True)
    for problem in options.only or [*PROBLEMS, "chain"]:
        if problem == "chain":
            chain_table(options.repeat)
        else:
            table(problem, programs, options.repeat, options.limit)


if __name__ == "__main__":
    main()
