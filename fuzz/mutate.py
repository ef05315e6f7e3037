#!/usr/bin/env python3
"""Mutated inputs, thousands of them, through the program: no panic, no hang, bounded memory.

    python3 fuzz/mutate.py target/debug/carom [--count 20000] [--seed 1] [--seconds 900] [--keep DIR]

Inputs are the seeds of `fuzz/corpus`, the decks, studies and meshes of `examples` and `validation`, and what is made here; a mutation flips, removes, repeats, swaps
or splices bytes, lines and numbers, or puts extreme numbers in their place. Each goes through one command (`check`, `run` to a short end, `eval`, `overlap`, `sweep`,
`plot`) in a process of its own, which may take 10 s of the processor and 1 GB. A run or study that is at work after this time is asked to end (SIGTERM): one that
ends at once, with the time it has reached or the runs that are left, is long and no hang, and is counted. What fails is kept. The exit status is 0 if nothing does.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 10
MEMORY = 1 << 30
LARGEST = 40_000
NUMBERS = [
    b"0", b"-1", b"1E30", b"-1E30", b"1E-30", b"1E308", b"1E309", b"-0", b"1E9", b"1E15", b"4294967295", b"4294967296", b"2147483648", b"1E-320",
    b"99999999999999999999", b"0.1D0", b"90D", b"NaN", b"inf", b"1e400", b"3", b"2", b"1", b"0.5", b"1E5", b"1000000", b"-0.001",
]
BYTES = [b"\0", b"\xff", b"\n", b",", b"/", b"(", b")", b"'", b'"', b"&", b"=", b"<", b">", b"[", b"]", b"{", b"}", b"\\", b":", b";", b"!", b"\r\n", b"\t", "é".encode()]


def mutated(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """A few changes."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        data = change(rng, data, others)
    return data[: 4 * LARGEST]


def change(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    size = len(data)
    a = rng.randrange(size + 1)
    b = min(size, a + rng.choice([1, 2, 5, 20, 100, 1000]))
    kind = rng.randrange(12)
    if kind == 0 and size:
        spoilt = bytearray(data)
        spoilt[a % size] ^= 1 << rng.randrange(8)
        return bytes(spoilt)
    if kind == 1:
        return data[:a] + data[b:]
    if kind == 2:
        return data[:a] + data[a:b] * rng.choice([2, 3, 10, 200]) + data[b:]
    if kind == 3:
        return data[:a] + rng.choice(BYTES) * rng.choice([1, 1, 1, 2, 100, 5000]) + data[a:]
    if kind in (4, 5, 6):
        return number(rng, data)
    if kind in (7, 8):
        return lines(rng, data)
    if kind == 9 and others:
        other = rng.choice(others)
        c = rng.randrange(len(other) + 1)
        return data[:a] + other[c : c + rng.choice([20, 200, 2000])] + data[b:]
    if kind == 10:
        return data[:a]
    return data[:a] + rng.randbytes(rng.choice([1, 2, 8])) + data[b:]


def number(rng: random.Random, data: bytes) -> bytes:
    """Another number in the place of one."""
    places = []
    start = None
    for k, c in enumerate(data + b" "):
        digit = 48 <= c < 58 or c == 46
        if digit and start is None:
            start = k
        if not digit and start is not None:
            places.append((start, k))
            start = None
    if not places:
        return data
    a, b = rng.choice(places)
    new = rng.choice(NUMBERS) if rng.random() < 0.8 else data[slice(*rng.choice(places))]
    return data[:a] + new + data[b:]


def lines(rng: random.Random, data: bytes) -> bytes:
    """Lines removed, repeated, swapped."""
    all_lines = data.split(b"\n")
    a, b = rng.randrange(len(all_lines)), rng.randrange(len(all_lines))
    kind = rng.randrange(3)
    if kind == 0:
        del all_lines[a]
    elif kind == 1:
        all_lines.insert(b, all_lines[a])
    else:
        all_lines[a], all_lines[b] = all_lines[b], all_lines[a]
    return b"\n".join(all_lines)


MESH = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
STL = b"solid t\n" + b"".join(
    b"facet normal 0 0 0\nouter loop\nvertex %d %d %d\nvertex %d %d %d\nvertex %d %d %d\nendloop\nendfacet\n" % p
    for p in [(0, 0, 0, 0, 1, 0, 1, 0, 0), (0, 0, 0, 1, 0, 0, 0, 0, 1), (1, 0, 0, 0, 1, 0, 0, 0, 1), (0, 1, 0, 0, 0, 0, 0, 0, 1)]
) + b"endsolid t\n"
PLY = (
    b"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\n"
    b"end_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"
)
DECK = b"""t
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,1,0.3
MARKER/30, PART=3
SFORCE/2, TRANS, ACTIONONLY, I=30, J=10
, FUNCTION=IMPACT(DZ(30,10,10), VZ(30,10,10,10), 0.1, 1E4, 1.5, 0, 0.01)
REQUEST/1, F1=DZ(30,10)
ACCGRAV/KGRAV=-9.80665
END
"""
CONTACT = b"""t
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,0,0.3, VX=1, WY=2
MARKER/30, PART=3
GRAPHICS/1, BOX, CORNER=30, X=0.4, Y=0.3, Z=0.2
GRAPHICS/2, PLANE, RM=10, XMIN=-9, XMAX=9, YMIN=-9, YMAX=9
GRAPHICS/3, ELLIPSOID, CM=30, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=100, DMAX=1E-4
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.1, STICTION_TRANSITION_VELOCITY=0.01
, FRICTION_TRANSITION_VELOCITY=0.1
CONTACT/2, IGEOM=3, JGEOM=2, POISSON, PENALTY=1E5, RESTITUTION_COEFFICIENT=0.5
ACCGRAV/KGRAV=-9.80665
END
"""
STUDY = b"""model = "b.adm"
[run]
end = 0.1
steps = 10
[design]
kind = "latin-hypercube"
points = 4
seed = 1
[parameters.m]
at = "PART/3.mass"
from = 1
to = 2
[parameters.w]
value = "2*m"
[responses.top]
max = "PART/3.z"
from = "0.01*m"
[responses.n]
count = "contact-begin"
of = "SFORCE/2"
[responses.r]
value = "top/n"
"""
CASE = json.dumps(
    {"cases": [
        {"A": {"type": "sphere", "radius": 1, "center": [0, 0, 0.9]}, "B": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}},
        {"A": {"type": "box", "size": [1, 2, 3], "center": [0, 0, 0.9]}, "B": {"type": "torus", "major": 2, "minor": 1}},
        {"A": {"type": "mesh", "file": "m.obj"}, "B": {"type": "cylinder", "radius": 1, "height": 2}},
    ]}, indent=1
).encode()
EXPRESSIONS = [
    b"IMPACT(x, v, 1.0, 100, 1.5, 25, 0.1)", b"STEP(x,0,0,1,1)+HAVSIN(v,-1,0,1,2)*BISTOP(x,v,0,1,1e5,1.5,10,0.1)", b"IF(x-1: SIN(x), 2**v, MOD(x,v))",
    b"POLY(x,0,1,2,3)+FORCOS(x,0,1,2)+CHEBY(x,0,1,2)", b"MAX(x,MIN(v,ABS(x)),-1)/SQRT(x+v)", b"ATAN2(x,v)+EXP(-x**2)*SIGN(x,v)-AINT(v)+ANINT(x)+DIM(x,v)",
]


class Kind:
    """One sort of input: seeds, the name of the file, the command."""

    def __init__(self, name: str, file: str, seeds: list[bytes], args: list[str], share: float, beside: dict[str, bytes] | None = None):
        self.name, self.file, self.args, self.share = name, file, args, share
        self.seeds = [s for s in seeds if 0 < len(s) <= LARGEST]
        self.beside = beside or {}


def files(*patterns: str) -> list[bytes]:
    paths = sorted({p for pattern in patterns for p in ROOT.glob(pattern)})
    return [p.read_bytes() for p in paths if p.is_file()]


def kinds() -> list[Kind]:
    adm = files("fuzz/corpus/adm/*", "examples/**/*.adm", "validation/decks/**/*.adm")
    xml = files("fuzz/corpus/motionsolve/*", "examples/**/*.xml", "validation/decks/**/*.xml")
    run = ["--end", "0.02", "--steps", "5", "-q", "--overwrite"]
    mesh = {"A": {"type": "mesh", "file": ""}, "B": {"type": "sphere", "radius": 0.6}}

    def overlap(name: str) -> bytes:
        return json.dumps({**mesh, "A": {"type": "mesh", "file": name}}).encode()

    return [
        Kind("adm", "f.adm", adm, ["check", "f.adm"], 3),
        Kind("adm run", "f.adm", [DECK, CONTACT, *adm], ["run", "f.adm", *run], 3),
        Kind("adm rigid", "f.adm", [CONTACT, *adm], ["run", "f.adm", *run, "--contact", "rigid"], 1),
        Kind("xml", "f.xml", xml, ["check", "f.xml"], 2),
        Kind("xml run", "f.xml", xml, ["run", "f.xml", *run], 1),
        Kind("native", "f.carom.toml", files("fuzz/corpus/native/*", "examples/**/*.carom.toml"), ["check", "f.carom.toml"], 2),
        Kind("acf", "f.acf", files("fuzz/corpus/acf/*", "examples/**/*.acf"), ["run", "f.acf", "-q", "--overwrite", "--end", "0.02"], 1, {"b.adm": DECK}),
        Kind("expression", "f.txt", [*EXPRESSIONS, *files("fuzz/corpus/expression/*")], ["eval", "{}", "--let", "x=0.95", "--let", "v=-2", "--derivatives"], 2),
        Kind("study", "f.toml", [STUDY, *files("examples/**/*study*.toml", "fuzz/corpus/study/*")], ["sweep", "f.toml", "-q", "--overwrite", "--threads", "1"], 2, {"b.adm": DECK}),
        Kind("case", "f.json", [CASE, *files("fuzz/corpus/overlap/*")], ["overlap", "f.json", "--rule", "potential"], 1, {"m.obj": MESH}),
        Kind("obj", "m.obj", [MESH], ["overlap", "c.json"], 1, {"c.json": overlap("m.obj")}),
        Kind("stl", "m.stl", [STL], ["overlap", "c.json"], 1, {"c.json": overlap("m.stl")}),
        Kind("ply", "m.ply", [PLY], ["overlap", "c.json"], 1, {"c.json": overlap("m.ply")}),
    ]


def results(carom: str, folder: Path) -> list[Kind]:
    """Files of a result, spoilt one at a time and looked at."""
    (folder / "b.adm").write_bytes(CONTACT)
    subprocess.run([carom, "run", "b.adm", "--end", "0.3", "--steps", "30", "-q", "--format", "parquet"], cwd=folder, check=True)
    subprocess.run([carom, "run", "b.adm", "--end", "0.3", "--steps", "30", "-q", "--format", "csv", "--out", "c.carom"], cwd=folder, check=True)
    made = []
    for run in ("b.carom", "c.carom"):
        there = {f"r/{p.name}": p.read_bytes() for p in sorted((folder / run).iterdir())}
        for name, data in there.items():
            others = {k: v for k, v in there.items() if k != name}
            for args in (["plot", "r", "-o", "p.svg", "-q"], ["view", "r", "--out", "v.html", "-q"]):
                made.append(Kind(f"{args[0]} {run[0]} {name}", name, [data], args, 0.1, others))
    return made


def limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Time of the processor: a machine that does other things as well is no fault of ours. What is asked to end has 2 s more.
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 2, SECONDS + 3))


def used(pid: int) -> float:
    """Seconds of the processor that a process has taken so far."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_at_work(err: Path) -> bool:
    """Whether a process that was asked to end has said how far it had come."""
    said = err.read_text(errors="replace")
    return "interrupted by SIGTERM" in said and ("ended early at time" in said or "runs are left" in said)


LONG = "long"


def attempt(carom: str, kind: Kind, data: bytes, folder: Path) -> str | None:
    """What is wrong with how the program took an input; None if nothing is."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in {**kind.beside, kind.file: data}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    args = [a if a != "{}" else data.replace(b"\0", b"").decode("utf-8", "replace")[:100_000] for a in kind.args]
    with open(folder / "err", "wb") as err:
        process = subprocess.Popen(
            [carom, *args], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err, preexec_fn=limits
        )
        began = time.monotonic()
        asked = False
        looked = began
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if not asked and time.monotonic() - looked > 0.1:
                looked = time.monotonic()
                if used(process.pid) > SECONDS:
                    asked = True
                    process.send_signal(signal.SIGTERM)
            if time.monotonic() - began > 12 * SECONDS:
                process.send_signal(signal.SIGKILL)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = -9
                return f"no end within {12 * SECONDS} s of the clock"
            time.sleep(0.002)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    if asked and is_at_work(folder / "err"):
        return LONG
    if asked or code in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"no end within {SECONDS} s"
    if code not in (0, 1, 2):
        said = (folder / "err").read_text(errors="replace")
        place = [line.strip() for line in said.splitlines() if "place:" in line or "message:" in line or "overflow" in line or "memory" in line]
        return f"status {code}: {' '.join(place)[:300]}"
    if usage.ru_maxrss * 1024 > MEMORY:
        return f"{usage.ru_maxrss >> 10} MB"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("carom", help="the program")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600, help="no new input after this time")
    parser.add_argument("--keep", type=Path, default=Path("mutate-failures"), help="folder of the inputs that fail")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="kinds whose names hold this word")
    given = parser.parse_args()
    carom = str(Path(given.carom).resolve())
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="carom-mutate-") as top:
        (Path(top) / "results").mkdir()
        all_kinds = [k for k in [*kinds(), *results(carom, Path(top) / "results")] if k.seeds and given.only in k.name]
        shares = [k.share for k in all_kinds]
        done: dict[str, int] = {}
        wrong: list[str] = []
        long: list[str] = []

        def one(number: int) -> None:
            if time.monotonic() - began > given.seconds:
                return
            # each input by its own number: the same whatever the number of jobs
            rng = random.Random(f"{given.seed} {number}")
            kind = rng.choices(all_kinds, shares)[0]
            data = mutated(rng, rng.choice(kind.seeds), kind.seeds)
            folder = Path(top) / f"work-{number % 64}-{os.getpid()}"
            found = attempt(carom, kind, data, folder)
            name = kind.name.split()[0] + (" run" if kind.name.endswith(("run", "rigid")) else "")
            done[name] = done.get(name, 0) + 1
            if found == LONG:
                long.append(f"{number} {kind.name}")
            elif found:
                wrong.append(f"{number} {kind.name}: {found}")
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / f"{given.seed}-{number}-{Path(kind.file).name}").write_bytes(data)
                print(wrong[-1], "  carom", " ".join(kind.args)[:200], flush=True)

        with ThreadPoolExecutor(given.jobs) as pool:
            list(pool.map(one, range(given.count)))
    total = sum(done.values())
    print(f"{total} inputs in {time.monotonic() - began:.0f} s, {len(wrong)} failed, {len(long)} long and at work; " + ", ".join(f"{k} {n}" for k, n in sorted(done.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
