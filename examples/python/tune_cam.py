"""Shapes a cam so that its valve opens as much as it can while the follower neither leaves the cam nor presses too hard on it.

The lift is h·(1 + cos πu)/2 with some harmonics more, u from -1 to 1; the lift at the top stays h. Each look at a shape is one run of the follower
with its spring on the cam, with the exact derivatives of all contact forces by the harmonics.
"""

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import NonlinearConstraint, minimize

import carom

Array = npt.NDArray[np.float64]
LIFT, SPEED = 0.009, 45.0
"""Height, m; turns of the cam in a second, of which the lift takes 120 degrees."""
HALF = 1 / 6 / SPEED
LEAST, MOST = 60.0, 900.0
"""Bounds of the contact force, N."""
HARMONICS = ("a2", "a3", "a4")
TIMES = np.linspace(0, 2 * HALF, 81)[1:]
RUN: dict[str, Any] = {"end": float(TIMES[-1]), "steps": 80, "error": 1e-9, "hmax": 1e-4}
RESPONSES = {
    "force": [{"at": "touch.fz", "time": float(t)} for t in TIMES],
    "lift": [{"at": "cam.z", "time": float(t)} for t in TIMES],
    "opening": {"mean": "cam.z"},
}


def valve() -> carom.Model:
    m = carom.Model("A cam and its follower")
    for harmonic in HARMONICS:
        m.variable(harmonic, 0.0)
    u = f"PI*(TIME/{HALF!r} - 1)"
    shape = f"({LIFT} - VARVAL(a3))*(1 + COS({u})) + VARVAL(a3)*(1 + COS(3*{u}))"
    shape += f" + VARVAL(a2)*(1 - COS(2*{u})) + VARVAL(a4)*(1 - COS(4*{u}))"
    m.part("cam", mass=1.0)
    m.joint("guide", "translational", "cam", "ground", at=(0, 0, 0), z=(0, 0, 1))
    m.motion("shape", f"({shape})/2", joint="guide")
    m.part("follower", mass=0.12, at=(0, 0, -250 / 5e7))
    m.joint("rail", "translational", "follower", "ground", at=(0, 0, 0), z=(0, 0, 1))
    m.force("spring", "follower", "ground", "-250 - 2E4*DZ(follower, ground) - 20*VZ(follower, ground)", action_only=True)
    law = "IMPACT(DZ(follower, cam), VZ(follower, cam), 0.0, 5E7, 1.0, 500.0, 1E-6)"
    m.force("touch", "follower", "cam", law, action_only=True)
    return m


def main() -> None:
    f = valve().differentiable(RESPONSES, {name: f"{name}.function" for name in HARMONICS}, **RUN)

    # in millimetres, so that steps are of order one
    def cost(x: Array) -> tuple[float, Array]:
        opening, gradient = f["opening"](1e-3 * x)
        return -1e3 * opening, -gradient

    pressed = NonlinearConstraint(lambda x: f.values(1e-3 * x)[:80], LEAST, MOST, jac=lambda x: 1e-3 * f.jacobian(1e-3 * x)[:80])
    best = minimize(cost, np.zeros(3), jac=True, method="SLSQP", constraints=[pressed], bounds=[(-2, 2)] * 3)

    for name, x in (("cosine", np.zeros(3)), ("tuned", best.x)):
        y = f.values(1e-3 * x)
        print(f"{name:>7}: mean lift {1e3 * y[-1]:.3f} mm, contact force {y[:80].min():6.1f} to {y[:80].max():6.1f} N, harmonics {x.round(4)} mm")
    print(f"{best.nfev} runs")

    if len(sys.argv) > 1:
        draw(sys.argv[1], f, best.x)


def draw(file: str, f: carom.Differentiable, found: Array) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 1, sharex=True, layout="constrained")
    for name, x in (("cosine", np.zeros(3)), ("tuned", found)):
        y = f.values(1e-3 * x)
        axes[0].plot(1e3 * TIMES, 1e3 * y[80:160], label=name)
        axes[1].plot(1e3 * TIMES, y[:80])
    axes[1].axhspan(LEAST, MOST, color="0.9")
    axes[0].set(ylabel="lift, mm")
    axes[1].set(xlabel="time, ms", ylabel="contact force, N")
    axes[0].legend()
    figure.savefig(file)


if __name__ == "__main__":
    main()
