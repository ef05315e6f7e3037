#!/usr/bin/env python3
"""Thirty-odd faults, done to Carom one after the other; what happens is written as a table.

    python3 fuzz/faults.py target/debug/carom [--table docs/faults.md] [--only WORD]

Each fault passes when nothing is lost (what was computed is read back by `carom plot`, `carom view`, and, where the program ended early, continued by
`--resume` to the bits of a run that was never disturbed), and when the message names the cause. The exit status is 0 if all pass. Linux; the
full disk is a small tmpfs, which only root may mount, else that row is not run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# A ball that bounces beside an oscillator: some hundred thousand steps, with events.
DECK = """faults
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,1,0.3
MARKER/30, PART=3
SFORCE/1, TRANS, ACTIONONLY, I=20, J=10
, FUNCTION=-1E6*DZ(20,10,10)+SIN(100*TIME)
SFORCE/2, TRANS, ACTIONONLY, I=30, J=10
, FUNCTION=IMPACT(DZ(30,10,10), VZ(30,10,10,10), 0.1, 1E4, 1.5, 0, 0.01)
REQUEST/1, F1=DZ(20,10)
ACCGRAV/KGRAV=-9.80665
END
"""
RUN = ["run", "m.adm", "--end", "20", "--dt", "0.002", "--integrator", "rkf45", "--format", "parquet,csv"]
STUDY = """model = "ball.adm"
[run]
end = 2
steps = 200
[design]
kind = "random"
points = 100
seed = 1
[parameters.m]
at = "PART/3.mass"
from = 1
to = 2
[responses.top]
max = "PART/3.z"
"""
MEMORY = 1 << 30
LONGEST = 10.0

carom = ""
failures = 0
rows: list[tuple[str, str, str, bool]] = []


class Ended:
    """How a process ended."""

    def __init__(self, status: int, out: str, err: str, seconds: float):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds

    def cause(self) -> str:
        """The line that says why."""
        lines = [line.strip() for line in self.err.splitlines() if line.strip()]
        named = [line for line in lines if line.startswith(("ended early", "error", "interrupted", "warning"))]
        return (named or lines or [""])[0]


def limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))


def start(args: list[str], cwd: Path, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [carom, *args], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        errors="replace", preexec_fn=limits, **more,
    )


def wait(process: subprocess.Popen, timeout: float = 120) -> Ended:
    began = time.monotonic()
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        err += f"\nerror: no end within {timeout} s"
        return Ended(-99, out, err, time.monotonic() - began)
    return Ended(process.returncode, out, err, time.monotonic() - began)


def do(args: list[str], cwd: Path, timeout: float = 120) -> Ended:
    return wait(start(args, cwd), timeout)


def row(fault: str, ended: Ended | str, *checks: tuple[str, bool]) -> None:
    """A line of the table; `checks` are what must hold."""
    global failures
    text = ended if isinstance(ended, str) else f"{ended.cause()} (status {ended.status})"
    wrong = [name for name, holds in checks if not holds]
    failures += bool(wrong)
    held = "; ".join(name for name, _ in checks)
    verdict = "nothing lost, cause named" if not wrong else "WRONG: " + "; ".join(wrong)
    rows.append((fault, text, f"{held}: {verdict}" if not wrong else verdict, not wrong))
    print(f"{'ok   ' if not wrong else 'WRONG'} {fault}: {text} {wrong or ''}", flush=True)
    if wrong and not isinstance(ended, str):
        print(ended.out[-500:], ended.err[-1500:])


def readable(folder: Path) -> bool:
    """Plot and view read what is there, and the tables have rows."""
    work = folder.parent
    plot = do(["plot", str(folder), "--y", "bodies.z", "-o", str(work / "p.svg"), "-q"], work)
    view = do(["view", str(folder), "--out", str(work / "v.html"), "-q"], work)
    return plot.status == 0 and view.status == 0


def told(folder: Path) -> bool:
    """Plot reads what is there, or says that no row has come to disk yet: tables are written every five seconds."""
    ended = do(["plot", str(folder), "--y", "bodies.z", "-o", str(folder.parent / "p.svg"), "-q"], folder.parent)
    return ended.status == 0 or "view-nothing-to-plot" in ended.err or "view-no-tables" in ended.err


def used() -> float:
    """Seconds of the processor that programs have taken so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def summary(folder: Path) -> dict:
    return json.loads((folder / "run.json").read_text())


def content(folder: Path) -> dict[str, bytes]:
    """The tables as text: the numbers with all their digits."""
    return {p.name: p.read_bytes() for p in sorted(folder.glob("*.csv"))}


class Bench:
    """A folder with the models, and the undisturbed results."""

    def __init__(self, top: Path):
        self.top = top
        self.write(top)
        done = do(RUN, top)
        assert done.status == 0, done.err
        self.whole = content(top / "m.carom")
        # Again, with files in the cache and the clock of the processor up: faults come at parts of this time.
        self.seconds = min(done.seconds, do(RUN, self.place("again-undisturbed")).seconds)
        study = do(["sweep", "s.toml", "--threads", "2"], top)
        assert study.status == 0, study.err
        self.rows = self.parts(top / "s.sweep")
        self.study_seconds = study.seconds

    @staticmethod
    def write(folder: Path) -> None:
        (folder / "m.adm").write_text(DECK)
        (folder / "ball.adm").write_text(DECK.replace("-1E6*DZ", "-1E4*DZ"))
        (folder / "s.toml").write_text(STUDY)

    @staticmethod
    def parts(folder: Path) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in sorted((folder / "runs").glob("part-*"))}

    def place(self, name: str) -> Path:
        folder = self.top / name
        folder.mkdir()
        self.write(folder)
        return folder

    def goes_on(self, place: Path) -> bool:
        done = do([*RUN, "--resume"], place)
        same = done.status == 0 and content(place / "m.carom") == self.whole
        return same and not (place / "m.carom/run.lock").exists()

    def study_goes_on(self, place: Path) -> bool:
        done = do(["sweep", "s.toml", "--threads", "2", "--resume"], place)
        return done.status == 0 and self.parts(place / "s.sweep") == self.rows


def signals(b: Bench) -> None:
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        place = b.place(f"run-{sig.name}")
        process = start(RUN, place)
        time.sleep(0.5 * b.seconds)
        process.send_signal(sig)
        ended = wait(process)
        folder = place / "m.carom"
        s = summary(folder)
        row(
            f"{sig.name} during a run", ended,
            ("status is the signal's", ended.status == -sig),
            ("the end comes within a second", ended.seconds < 1),
            ("run.json says so", s["status"] == "early" and s["resumable"] and sig.name in s["error"]["message"]),
            ("results readable", readable(folder)),
            ("--resume to the same bits", b.goes_on(place)),
        )
    place = b.place("study-INT")
    process = start(["sweep", "s.toml", "--threads", "2"], place)
    time.sleep(0.5 * b.study_seconds)
    process.send_signal(signal.SIGINT)
    ended = wait(process)
    row(
        "SIGINT during a study", ended,
        ("cause named", "interrupted by Ctrl-C" in ended.err),
        ("--resume to the same bytes", b.study_goes_on(place)),
    )


def kills(b: Bench) -> None:
    rng = random.Random(1)
    good, read, count = 0, 0, 12
    for k in range(count):
        place = b.place(f"kill-{k}")
        process = start([*RUN, "--checkpoint", "0"], place)
        time.sleep(rng.uniform(0.0, 1.0) * b.seconds)
        process.kill()
        wait(process)
        if (place / "m.carom/run.json").exists():
            s = summary(place / "m.carom")
            read += s["status"] in ("running", "done") and told(place / "m.carom")
        else:
            read += 1
        if (place / "m.carom/run.json").exists() and summary(place / "m.carom")["status"] == "done":
            good += content(place / "m.carom") == b.whole
        else:
            good += b.goes_on(place)
    row(
        f"kill -9 at {count} random times of a run", "the lock dies with the process, run.json says running",
        (f"results readable {read} of {count}", read == count), (f"--resume to the same bits {good} of {count}", good == count),
    )
    good, count = 0, 6
    for k in range(count):
        place = b.place(f"kill-study-{k}")
        process = start(["sweep", "s.toml", "--threads", "2"], place)
        time.sleep(rng.uniform(0.0, 1.0) * b.study_seconds)
        process.kill()
        wait(process)
        good += b.study_goes_on(place)
    row(
        f"kill -9 at {count} random times of a study", "rows up to then stand in files and in the journal",
        (f"--resume to the same bytes {good} of {count}", good == count),
    )


def two(b: Bench) -> None:
    place = b.place("two")
    first = start(RUN, place)
    time.sleep(0.3 * b.seconds)
    second = do(RUN, place)
    forced = do([*RUN, "--overwrite"], place)
    resumed = do([*RUN, "--resume"], place)
    done = wait(first)
    row(
        "two runs into one folder", second,
        ("the second is refused", second.status == 2 and "session-output-in-use" in second.err and str(first.pid) in second.err),
        ("so with --overwrite and --resume", forced.status == 2 and resumed.status == 2),
        ("the first is not disturbed", done.status == 0 and content(place / "m.carom") == b.whole),
    )
    study = start(["sweep", "s.toml", "--threads", "1"], place)
    time.sleep(0.3 * b.study_seconds)
    second = do(["sweep", "s.toml", "--threads", "1"], place)
    done = wait(study)
    row(
        "two studies into one folder", second,
        ("the second is refused", second.status == 2 and "session-output-in-use" in second.err),
        ("the first is not disturbed", done.status == 0 and b.parts(place / "s.sweep") == b.rows),
    )
    again = do(RUN, place)
    row(
        "a second run after the first", again,
        ("the earlier result is kept", again.status == 0 and content(place / "m.1.carom") == b.whole and "m.1.carom" in again.err),
        ("the new one has the name", content(place / "m.carom") == b.whole),
    )
    again = do([*RUN, "--overwrite"], place)
    row(
        "a second run with --overwrite", "done" if again.status == 0 else again,
        ("the earlier result is replaced", again.status == 0 and not (place / "m.2.carom").exists()),
    )


def interrupted_again(b: Bench) -> None:
    place = b.place("again")
    process = start(RUN, place)
    time.sleep(0.5 * b.seconds)
    process.send_signal(signal.SIGTERM)
    wait(process)
    again = do(RUN, place)
    row(
        "an interrupted run begun again without a word", again,
        ("refused, with the choice", again.status == 2 and "--resume goes on with it, --overwrite begins again" in again.err),
        ("--resume to the same bits", b.goes_on(place)),
    )
    process = start(["sweep", "s.toml", "--threads", "2"], place)
    time.sleep(0.5 * b.study_seconds)
    process.kill()
    wait(process)
    again = do(["sweep", "s.toml"], place)
    row(
        "an interrupted study begun again without a word", again,
        ("refused, with the choice", again.status == 2 and "session-output-interrupted" in again.err),
        ("--resume to the same bytes", b.study_goes_on(place)),
    )


def flipped(b: Bench) -> None:
    place = b.place("flipped")
    process = start([*RUN, "--checkpoint", "0"], place)
    time.sleep(0.6 * b.seconds)
    process.send_signal(signal.SIGTERM)
    wait(process)
    rng = random.Random(2)
    folder = place / "m.carom"
    for name in ("run.checkpoint", "run.journal"):
        path = folder / name
        sound = path.read_bytes()
        found, count = 0, 20
        ended = Ended(0, "", "", 0)
        for _ in range(count):
            spoilt = bytearray(sound)
            bit = rng.randrange(8 * len(sound))
            spoilt[bit // 8] ^= 1 << bit % 8
            path.write_bytes(spoilt)
            ended = do([*RUN, "--resume"], place)
            found += ended.status == 2 and "session-cannot-resume" in ended.err
        # bits behind the checkpoint belong to nothing that is used
        path.write_bytes(sound)
        row(
            f"a flipped bit in {name}, {count} of them", ended,
            (f"found {found} of {count}", found == count or (name == "run.journal" and found > 0)),
            ("results readable", readable(folder)),
        )
    row("the same with the bits put right", "--resume goes on", ("--resume to the same bits", b.goes_on(place)))
    (place / "x").mkdir()
    process = start(["sweep", "s.toml", "--threads", "2"], place)
    time.sleep(0.5 * b.study_seconds)
    process.kill()
    wait(process)
    path = place / "s.sweep/journal"
    bytes_ = bytearray(path.read_bytes())
    if bytes_:
        bytes_[len(bytes_) // 2] ^= 16
        path.write_bytes(bytes_)
    ended = do(["sweep", "s.toml", "--threads", "2", "--resume"], place)
    row(
        "a flipped bit in the journal of a study", ended,
        ("told", "session-journal-damaged" in ended.err),
        ("what was lost is done again, to the same bytes", ended.status == 0 and b.parts(place / "s.sweep") == b.rows),
    )


def disks(b: Bench) -> None:
    disk = b.top / "disk"
    disk.mkdir()
    for size in (1 << 20, 3 << 20):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)], capture_output=True).returncode != 0:
            rows.append(("full disk", "not run: a tmpfs cannot be mounted here", "", True))
            return
        try:
            place = b.place(f"full-{size}")
            ended = do([*RUN, "--out", str(disk / "m.carom"), "--checkpoint", "0"], place)
            folder = disk / "m.carom"
            s = summary(folder)
            checks = [
                ("ends early", ended.status == 1 and "No space left" in ended.err),
                ("run.json says so", s["status"] == "early" and s["resumable"] and "No space left" in s["error"]["message"]),
                ("results readable", do(["plot", str(folder), "--y", "bodies.z", "-o", str(place / "p.svg"), "-q"], place).status == 0),
            ]
            # a larger disk
            shutil.copytree(folder, place / "m.carom")
            checks.append(("--resume on a larger disk to the same bits", b.goes_on(place)))
            row(f"full disk (tmpfs of {size >> 20} MiB)", ended, *checks)
            if size == 1 << 20:
                shutil.rmtree(folder)
                with open(disk / "filler", "wb", buffering=0) as filler:
                    try:
                        while True:
                            filler.write(bytes(4096))
                    except OSError:
                        pass
                ended = do([*RUN, "--out", str(disk / "m.carom")], place)
                row("a disk that is full from the start", ended, ("refused", ended.status == 2 and "No space left" in ended.err))
        finally:
            subprocess.run(["umount", str(disk)], check=False)
    place = b.place("limit")
    process = subprocess.Popen(
        ["bash", "-c", 'ulimit -f 300; trap "" XFSZ; exec "$@"', "-", carom, *RUN], cwd=place,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    ended = wait(process)
    row(
        "a limit on the size of files", ended,
        ("ends early", ended.status == 1 and "File too large" in ended.err),
        ("results readable", readable(place / "m.carom")), ("--resume to the same bits", b.goes_on(place)),
    )


def folders(b: Bench) -> None:
    for how in ("removed", "moved away"):
        place = b.place(f"gone-{how[:5]}")
        process = start(RUN, place)
        time.sleep(0.3 * b.seconds)
        folder = place / "m.carom"
        if how == "removed":
            shutil.rmtree(folder)
        else:
            folder.rename(place / "elsewhere")
        ended = wait(process)
        row(
            f"the folder of results is {how} during a run", ended,
            ("ends early", ended.status == 1 and "removed or moved away" in ended.err),
            ("made again with all results so far", readable(folder)),
            ("run.json says so", summary(folder)["resumable"]),
            ("--resume to the same bits", b.goes_on(place)),
        )
    place = b.place("gone-study")
    process = start(["sweep", "s.toml", "--threads", "2"], place)
    time.sleep(0.3 * b.study_seconds)
    (place / "s.sweep").rename(place / "e.sweep")
    ended = wait(process)
    (place / "e.sweep").rename(place / "s.sweep")
    row(
        "the folder of a study is moved away", ended,
        ("ends early", ended.status == 1 and "removed or moved away" in ended.err),
        ("moved back, --resume to the same bytes", b.study_goes_on(place)),
    )
    place = b.place("file")
    (place / "m.carom").write_text("mine")
    ended = do(RUN, place)
    row("a file has the name of the folder", ended, ("refused", ended.status == 2), ("it stays", (place / "m.carom").read_text() == "mine"))
    place = b.place("foreign")
    (place / "m.carom").mkdir()
    (place / "m.carom/thesis.txt").write_text("mine")
    ended = do([*RUN, "--overwrite"], place)
    row(
        "a folder of something else has the name", ended,
        ("refused", ended.status == 2 and "session-output-not-ours" in ended.err),
        ("it stays", os.listdir(place / "m.carom") == ["thesis.txt"]),
    )
    place = b.place("readonly")
    (place / "ro").mkdir(mode=0o555)
    target = "/proc/carom" if os.getuid() == 0 else str(place / "ro/m.carom")
    ended = do([*RUN, "--out", target], place)
    row("a place that cannot be written to", ended, ("refused", ended.status == 2 and "session-output-folder" in ended.err))


def special(b: Bench) -> None:
    """Files that are no files, in all places where a file is named."""
    place = b.place("special")
    os.mkfifo(place / "fifo")
    (place / "dir").mkdir()
    os.symlink("/dev/zero", place / "zero")
    os.symlink("loop", place / "loop")
    sock = socket.socket(socket.AF_UNIX)
    sock.bind(str(place / "sock"))
    deck = DECK.replace("END\n", "GRAPHICS/9, EXTERNAL, RM=10, FILE={}\nEND\n")
    case = {"A": {"type": "mesh", "file": ""}, "B": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}}
    cases = []
    for name in ("fifo", "dir", "zero", "loop", "sock", "nothing"):
        for ending in (".adm", ".acf", ".xml", ".carom.toml", ".toml", ".json", ".obj", ".csv"):
            if name != "nothing":
                os.symlink(name, place / f"{name}{ending}")
        made = f"made-{name}"
        (place / f"{made}.adm").write_text(deck.format(f"{name}.obj"))
        (place / f"{made}.acf").write_text(f"{name}\n\nSIM/DYN, END=1, STEPS=2\nSTOP\n")
        (place / f"{made}2.acf").write_text(f"m\n\nFILE/COMMAND={name}.acf\nSTOP\n")
        (place / f"{made}3.acf").write_text(f"m\n\nRELOAD/SYSTEM, FILE={name}\nSIM/DYN, END=1, STEPS=2\nSTOP\n")
        case["A"]["file"] = f"{name}.obj"
        (place / f"{made}.json").write_text(json.dumps(case))
        (place / f"{made}.toml").write_text(
            STUDY.replace('kind = "random"\npoints = 100\nseed = 1', f'kind = "file"\nfile = "{name}.csv"').replace("from = 1\nto = 2", "")
        )
        (place / f"run-{name}").mkdir()
        shutil.copytree(b.top / "m.carom", place / f"run-{name}/m.carom")
        for file in ("run.json", "bodies.parquet"):
            folder = place / f"run-{name}/{file}"
            shutil.copytree(b.top / "m.carom", folder)
            (folder / file).unlink()
            if name != "nothing":
                os.symlink(place / name, folder / file)
        cases += [
            ("model .adm", name, ["check", f"{name}.adm"]), ("model .xml", name, ["check", f"{name}.xml"]),
            ("model .carom.toml", name, ["check", f"{name}.carom.toml"]), ("command file", name, ["check", f"{name}.acf"]),
            ("command file by --commands", name, ["run", "m.adm", "--commands", f"{name}.acf", "--out", f"o-{name}"]),
            ("model of a command file", name, ["check", f"{made}.acf"]), ("commands in commands", name, ["check", f"{made}2.acf"]),
            ("saved state", name, ["run", f"{made}3.acf", "--out", f"r-{name}"]),
            ("mesh", name, ["check", f"{made}.adm", "--strict"]), ("mesh of overlap", name, ["overlap", f"{made}.json"]),
            ("case of overlap", name, ["overlap", f"{name}.json"]), ("study", name, ["sweep", f"{name}.toml"]),
            ("design", name, ["sweep", f"{made}.toml", "--out", f"d-{name}"]),
            ("run.json", name, ["plot", f"run-{name}/run.json", "-o", "x.svg"]),
            ("table", name, ["plot", f"run-{name}/bodies.parquet", "--y", "bodies.z", "-o", "x.svg"]),
        ]
        for what in ("run.checkpoint", "run.journal"):
            shutil.copytree(b.top / "m.carom", place / f"c-{name}-{what}")
            if name != "nothing":
                os.symlink(place / name, place / f"c-{name}-{what}" / what)
            if what == "run.checkpoint":
                cases.append(("checkpoint", name, [*RUN, "--resume", "--out", f"c-{name}-{what}"]))
    slow, wrong = 0.0, []
    for what, name, args in cases:
        ended = do(args, place, 20)
        slow = max(slow, ended.seconds)
        # a table that is not there is left out of a picture by its other format
        fine = ended.status in (1, 2) or (what == "table" and name in ("nothing", "loop"))
        named = any(w in ended.err for w in (name, "not interrupted")) or ended.status == 0
        if not (fine and named) or ended.seconds > 2:
            wrong.append(f"{what} {name}: {ended.status} {ended.cause()}")
    sock.close()
    words = {"fifo": "a FIFO", "dir": "a folder", "zero": "/dev/zero", "loop": "a link to itself", "sock": "a socket", "nothing": "nothing"}
    row(
        f"{', '.join(words.values())} in the place of each of 16 kinds of file", f"{len(cases)} commands, the slowest {slow:.2f} s",
        ("refused at once, with the name", not wrong), *[(w, False) for w in wrong[:6]],
    )


def states(b: Bench) -> None:
    place = b.place("save")
    outside = place.parent / "escaped.state"
    tried, wrong = 0, []
    for name in ("../../escaped.state", "../escaped.state", str(outside), "link", "sub/../../../escaped.state"):
        tried += 1
        (place / "c.acf").write_text(f"m\n\nSIM/DYN, END=0.01, STEPS=2\nSAVE/SYSTEM, FILE={name}\nSTOP\n")
        folder = place / "m.carom"
        shutil.rmtree(folder, ignore_errors=True)
        ended = do(["run", "c.acf", "--out", "m.carom"], place)
        stays = not outside.exists() and not (place / "escaped.state").exists()
        if not stays or (name != "link" and ended.status != 1):
            wrong.append(f"{name}: {ended.status} {ended.cause()}")
    row(f"SAVE to {tried} places outside of the folder of results", ended, ("refused, by name", not wrong), *[(w, False) for w in wrong])


def foreign(b: Bench) -> None:
    place = b.place("foreign-lines")
    secret = "root-x-0-secret-word"
    (place / "secret").write_text(f"{secret}:{secret}\nline {secret} two\n")
    for ending in (".obj", ".stl", ".ply", ".csv", ".acf", ".adm", ".xml", ".dat", ".carom.toml"):
        os.symlink("secret", place / f"x{ending}")
    deck = DECK.replace("END\n", "{}\nEND\n")
    made = {
        "a.adm": deck.format("GRAPHICS/9, EXTERNAL, RM=10, FILE=x.obj"), "b.adm": deck.format("GRAPHICS/9, EXTERNAL, RM=10, FILE=x.stl"),
        "p.adm": deck.format("GRAPHICS/9, EXTERNAL, RM=10, FILE=x.ply"), "c.adm": deck.format("MATRIX/1, FILE=x.dat"),
        "d.acf": "x\n\nSIM/DYN, END=1\n", "e.acf": "m\n\nFILE/COMMAND=x.acf\nSTOP\n",
        "f.toml": STUDY.replace("ball.adm", "x.adm"),
        "g.toml": STUDY.replace('kind = "random"\npoints = 100\nseed = 1', 'kind = "file"\nfile = "x.csv"').replace("from = 1\nto = 2", ""),
        "h.json": '{"A":{"type":"mesh","file":"x.obj"},"B":{"type":"halfspace","normal":[0,0,1],"offset":0}}',
        "k.toml": STUDY.replace("ball.adm", "x.xml"), "l.toml": STUDY.replace("ball.adm", "x.carom.toml"), "m2.toml": STUDY.replace("ball.adm", "x.acf"),
        "i.xml": '<?xml version="1.0"?><Model><Include file="x.xml"/></Model>',
    }
    echoed = []
    for name, text in made.items():
        (place / name).write_text(text)
        command = {"toml": "sweep", "json": "overlap"}.get(name.rsplit(".", 1)[1], "check")
        ended = do([command, name], place)
        if secret in ended.err + ended.out or ended.status == 3:
            echoed.append(f"{name}: {ended.cause()}")
    row(
        f"a deck that names a file of somebody else, {len(made)} ways", "the message says that it is not what it should be",
        ("no line of it is echoed", not echoed), *[(e, False) for e in echoed],
    )


def long_input(b: Bench) -> None:
    place = b.place("long")
    head = DECK.split("SFORCE/1")[0]
    texts = {
        "a line of 2 MB": head + "STRING/1, STRING=" + "a" * (2 << 20) + "\nEND\n",
        "100 kB of commas": head + "PART/7" + "," * 100_000 + "\nEND\n",
        "100 kB of lines that continue": head + "PART/7, MASS=1,&\n" + "&\n" * 50_000 + "END\n",
        "100 kB of parentheses": head + "VARIABLE/1, FUNCTION=" + "(" * 100_000 + "\nEND\n",
        "2 MB of statements": head + "".join(f"MARKER/{k}, PART=2\n" for k in range(100, 100_000)) + "END\n",
        "random bytes": random.Random(3).randbytes(1 << 20).decode("latin-1"),
    }
    for what, text in texts.items():
        (place / "l.adm").write_text(text)
        before = used()
        ended = do(["check", "l.adm", "-q"], place, 120)
        seconds = used() - before
        row(
            what, ended if ended.status else f"accepted after {seconds:.1f} s of the processor",
            ("bounded time", seconds < LONGEST), ("no bug", ended.status in (0, 2)),
        )


def extremes(b: Bench) -> None:
    place = b.place("extreme")
    ball = DECK.split("SFORCE/1")[0] + "{}ACCGRAV/KGRAV=-9.80665\nEND\n"
    law = "SFORCE/2, TRANS, ACTIONONLY, I=30, J=10\n, FUNCTION=IMPACT(DZ(30,10,10), VZ(30,10,10,10), 0.1, {}, 1.5, {}, 1E-6)\n"
    models = {
        "contact of stiffness 1e30": ball.format(law.format("1E30", "0")), "contact of damping 1e30": ball.format(law.format("1E6", "1E30")),
        "spring of 1e15 without damping": DECK.replace("-1E6*DZ", "-1E15*DZ"),
        "a spin of 1e9": DECK.replace("QG=0,1,0.3", "QG=0,1,0.3, WX=1E9, WY=1").replace("IP=1,1,1, QG=0,1", "IP=1,2,3, QG=0,1"),
        "coordinates of 1e9": DECK.replace("QG=0,1,0.3", "QG=1E9,1E9,1E9"), "a mass of 1e-30": DECK.replace("MASS=1, CM=30", "MASS=1E-30, CM=30"),
        "58,717 steps for a microsecond": DECK.replace("-1E6*DZ", "-1E22*DZ"),
    }
    for what, text in models.items():
        (place / "e.adm").write_text(text)
        ended = do(["run", "e.adm", "--end", "1000", "--steps", "100", "--overwrite"], place, 90)
        named = any(w in ended.err for w in ("PART/", "SFORCE/", "CONTACT/", "MARKER/", "JOINT/"))
        row(
            what, ended if ended.status else f"done in {ended.seconds:.1f} s",
            ("bounded time", ended.status != -99), ("done, or with a named cause", ended.status == 0 or (ended.status in (1, 2) and named)),
        )


def viewer(b: Bench) -> None:
    process = start(["view", "m.carom", "--no-open"], b.top)
    assert process.stdout
    port = int(process.stdout.readline().strip().rsplit(":", 1)[1].strip("/"))

    def ask(text: str) -> str:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as s:
            s.sendall(text.encode())
            answer = b""
            while piece := s.recv(1 << 16):
                answer += piece
        return answer.decode(errors="replace").splitlines()[0]

    host = f"Host: 127.0.0.1:{port}\r\n"
    answers = [ask(f"GET / HTTP/1.1\r\n{h}\r\n") for h in (host, host + "Host: evil\r\n", "Host: evil\r\n" + host, "Host: evil\r\n")]
    row(
        "a request with two Host headers to the viewer", answers[1],
        ("refused", [a.split()[1] for a in answers] == ["200", "400", "400", "403"]),
    )
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(500)]
    time.sleep(0.5)
    threads = len(os.listdir(f"/proc/{process.pid}/task"))
    for s in idle:
        s.close()
    again = ask(f"GET / HTTP/1.1\r\n{host}\r\n")
    row("500 connections that say nothing", f"{threads} threads", ("threads are bounded", threads < 20), ("it still answers", " 200 " in again))
    process.send_signal(signal.SIGINT)
    wait(process)


FAULTS = [signals, kills, two, interrupted_again, flipped, disks, folders, special, states, foreign, long_input, extremes, viewer]


def table(path: Path) -> None:
    lines = [
        "# Faults", "",
        "What happens when something goes wrong. [`fuzz/faults.py`](../fuzz/faults.py) does all of it to the program and writes this page. *Same bits* means: the tables, with all",
        "digits, of a run that was never disturbed.", "", "| fault | what happens | what was checked |", "|---|---|---|",
    ]
    for fault, text, verdict, _ in rows:
        cells = [re.sub(r"\S*/carom-faults-[^/]*/", "", c.replace("|", "\\|")) for c in (fault, text, verdict)]
        lines.append("| " + " | ".join(cells) + " |")
    path.write_text("\n".join(lines) + "\n")


def main() -> int:
    global carom
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("carom", help="the program")
    parser.add_argument("--table", type=Path, help="write the table to this file")
    parser.add_argument("--only", default="", help="only the groups whose names hold this word")
    given = parser.parse_args()
    carom = str(Path(given.carom).resolve())
    with tempfile.TemporaryDirectory(prefix="carom-faults-") as top:
        bench = Bench(Path(top))
        for fault in FAULTS:
            if given.only in fault.__name__:
                fault(bench)
    print(f"{len(rows)} rows, {failures} wrong")
    if given.table:
        table(given.table)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
