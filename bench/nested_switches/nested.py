"""Random switches that look at other switches: python nested.py CAROM [FIRST [LAST]]

Functions of MAX, MIN, ABS, SIGN, DIM, STEP, squares and differences, two deep, over IMPACT, BISTOP, IF and others that are zero for a while, in a variable too. One body hangs on such a force, which is bounded, the other one
bounces. A request has the same text as the force: it is computed by its values alone, the force in the branches that the run keeps. Told is each run in which both differ at two outputs or more (at one,
an output may be at a switch), or that does not run to its end. A force that pushes out of where it acts, and is not there outside, has no motion: such runs end.
"""

import csv
import random
import subprocess
import sys
import tempfile
from pathlib import Path

DECK = """random switches
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-10
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,{z2}
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=1,0,{z3}
MARKER/30, PART=3
VARIABLE/1, FUNCTION={variable}
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION={force}
SFORCE/2, TRANSLATION, ACTIONONLY, I=30, J=1, FUNCTION=MAX(0,-1E3*DZ(30,1)-2*VZ(30,1))
REQUEST/1, F2={force}
END
"""
PLACES = ["DZ(20,1)", "DZ(30,1)", "(DZ(20,1)-DZ(30,1))", "SIN(9*TIME)", "(TIME-0.2)"]
METHODS = ["dop853", "gstiff"]
# Of the force, relative to one more than its size: requests are computed from rows that are written in full.
SAME = 1e-5


def place(r):
    return f"({r.choice([1, -1, 2, 0.5])}*{r.choice(PLACES)}{r.choice(['', '+0.02', '-0.03'])})"


def zero_for_a_while(r):
    return r.choice(
        [
            lambda: f"IMPACT(DZ(20,1),VZ(20,1),0,1E3,{r.choice([1.0, 1.5, 2.2])},5,0.01)",
            lambda: f"MAX(0,{place(r)})",
            lambda: f"(-MIN(0,{place(r)}))",
            lambda: f"STEP({place(r)},0,0,0.05,1)",
            lambda: f"IF({place(r)}:0,0,{r.choice(['1', 'TIME', '0.3'])})",
            lambda: f"BISTOP({place(r)},0,-0.05,0.05,10,1.5,0,0.01)",
            lambda: f"DIM({place(r)},0)",
        ]
    )()


def function(r, depth):
    if depth == 0:
        return zero_for_a_while(r) if r.random() < 0.7 else place(r)
    a, b = function(r, depth - 1), function(r, depth - 1)
    return r.choice(
        [f"MAX({a},{b})", f"MIN({a},{b})", f"ABS({a})", f"SIGN({b},{a})", f"DIM({a},{b})", f"SQRT(({a})**2)"]
        + [f"({a}-{b})", f"MAX(0,{a})", f"STEP({a},0,0,0.1,1)"]
    )


def deck(seed):
    r = random.Random(seed)
    variable, force = function(r, 1), function(r, 2)
    if r.random() < 0.4:
        force = f"MAX(VARVAL(1),{force})"
    force = f"20*MIN(1,MAX(-1,{force}))"
    z2, z3 = r.choice([0.0, 0.05, 0.1, 1e-6]), r.choice([0.0, 0.07, 1e-5])
    return DECK.format(z2=z2, z3=z3, variable=variable, force=force)


def differs(carom, text, method, folder):
    """What is wrong with a run; nothing: None."""
    path, out = folder / "m.adm", folder / "m.carom"
    path.write_text(text)
    run = [carom, "run", path, "--end", "0.6", "--steps", "60", "--integrator", method, "--error", "1e-8"]
    done = subprocess.run([*run, "--out", out, "--overwrite", "--format", "csv"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return next((line for line in done.stderr.splitlines() + done.stdout.splitlines() if "ended" in line or "error" in line), "ended")
    rows = {name: list(csv.DictReader((out / f"{name}.csv").open())) for name in ("requests", "forces")}
    wanted = [float(row["f2"]) for row in rows["requests"]]
    found = [float(row["fz"]) for row in rows["forces"] if row["element"] == "SFORCE/1"]
    off = [k for k, (a, b) in enumerate(zip(wanted, found, strict=True)) if abs(a - b) > SAME * (1 + abs(a))]
    return f"{len(off)} outputs, the first {wanted[off[0]]} as {found[off[0]]}" if len(off) > 1 else None


def main():
    carom, *bounds = sys.argv[1:]
    first, last = ([int(x) for x in bounds] + [0, 200][len(bounds) :])[:2]
    told = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            for method in METHODS:
                wrong = differs(carom, deck(seed), method, Path(folder))
                if wrong:
                    told += 1
                    print(f"{seed} by {method}: {wrong}")
    print(f"{last - first} functions by {len(METHODS)} methods, {told} runs told")


if __name__ == "__main__":
    main()
