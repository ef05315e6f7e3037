"""What programs in the loop cost: a routine in C, a Python callback, stepping from Python, an input in each period.

    python bench/in_the_loop.py

Needs the installed package and a C compiler. Each cost is that of a run over the one of the same run with the force as an expression, for each
evaluation of the equations; the least of some rounds.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import carom

ROOT = Path(__file__).parents[1]
DECK = """\
A mass on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1, 1, 1, QG=0, 0, 0.5
MARKER/20, PART=2
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10
, FUNCTION={function}
END
"""
EXPRESSION = "-40*DZ(20,10)-0.5*VZ(20,10)"
SOURCE = """\
#include "carom_adams.h"
adams_c_Sfosub Sfosub;
void Sfosub(const struct sAdamsSforce* e, double time, int dflag, int iflag, double* value)
{
    static const int ids[2] = {20, 10};
    double z, v;
    int flag;
    c_sysfnc("DZ", ids, 2, &z, &flag);
    c_sysfnc("VZ", ids, 2, &v, &flag);
    *value = -40 * z - 0.5 * v;
}
"""
OPTIONS = {"end": 200.0, "steps": 1, "integrator": "dop853", "error": 1e-10, "progress": False}


def least(work: Callable[[], float], times: int = 7) -> float:
    return min(work() for _ in range(times))


def of_a_run(model: carom.Model) -> tuple[float, int]:
    """Processor time of a run, s, and how often the equations were evaluated."""
    count = 0

    def work() -> float:
        nonlocal count
        begin = time.process_time()
        result = model.simulate(**OPTIONS)  # type: ignore[arg-type]
        spent = time.process_time() - begin
        count = result.summary["analyses"][0]["rhs_evaluations"]
        return spent

    return least(work), count


def added(what: str, model: carom.Model, bare: float, bar: float) -> None:
    spent, count = of_a_run(model)
    print(f"{what}: {1e6 * (spent - bare) / count:.2f} µs over the expression, {count} evaluations (bar {bar} µs)")


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "expression.adm").write_text(DECK.format(function=EXPRESSION))
        (folder / "routine.adm").write_text(DECK.format(function="USER(1)\\\n, ROUTINE=routine::Sfosub"))
        (folder / "routine.c").write_text(SOURCE)
        include = ROOT / "crates" / "carom-user" / "include"
        command = ["gcc", "-O2", "-fPIC", "-shared", "-I", include, folder / "routine.c", "-o", folder / "routine.so"]
        subprocess.run(command, check=True)
        model = carom.read(folder / "expression.adm")
        bare, count = of_a_run(model)
        print(f"the expression: {1e6 * bare / count:.2f} µs for an evaluation, all of the method with it")
        added("a routine in C", carom.read(folder / "routine.adm", allow_user_code=True), bare, 1)
        model["SFORCE/1"].function = carom.callback(
            lambda t, z, v: -40 * z - 0.5 * v, inputs=["DZ(20,10)", "VZ(20,10)"]
        )
        added("a Python callback", model, bare, 5)

    ball = carom.read(ROOT / "examples" / "bouncing_ball" / "ball.adm")

    def stops() -> float:
        sim = ball.simulation(error=1e-6)
        begin = time.process_time()
        for _ in range(20_000):
            sim.step(1e-4)
        return time.process_time() - begin

    print(f"stepping the ball: {20_000 / least(stops, 3):.0f} steps/s (bar 200000)")
    cart = carom.read(ROOT / "crates" / "carom" / "tests" / "user_code" / "cart.adm")

    def periods() -> float:
        sim = cart.simulation(inputs=["SFORCE/1"], error=1e-5)
        begin = time.process_time()
        for k in range(500):
            sim.inputs["SFORCE/1"] = 3.0 * (k % 7 - 3)
            sim.step(0.02)
        return time.process_time() - begin

    print(f"a period of 20 ms of the cart with another input: {1e6 * least(periods) / 500:.1f} µs")


if __name__ == "__main__":
    main()
