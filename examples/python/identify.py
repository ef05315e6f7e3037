"""Finds restitution and friction of a ball from the sound of its bounces and some frames of a film, with intervals of confidence.

The ball is thrown along a rough table. A microphone hears when it hits, a camera sees 20 times a second how far it is. Here both are made by a run
with known numbers, and noise of a fixed seed. Speed and height of the throw are not known either.
"""

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import least_squares
from scipy.stats import t as student

import carom

Array = npt.NDArray[np.float64]

BOUNCES = 5
FRAMES = 0.05 * np.arange(1, 35)
NOISE = {"heard": 1e-3, "seen": 2e-3}
"""Deviations: 1 ms, 2 mm."""
TRUE = {"e": 0.75, "mu": 0.12, "speed": 6.0, "height": 0.5}
RUN: dict[str, Any] = {"end": 1.75, "dt": 0.05, "error": 1e-10, "contact": "rigid", "restitution": "e"}

RESPONSES = {
    "heard": [{"nth": "time", "event": "impact", "number": k} for k in range(1, BOUNCES + 1)],
    "seen": [{"at": "ball.x", "time": float(time)} for time in FRAMES],
}


def thrown() -> carom.Model:
    m = carom.Model("A ball thrown along a rough table", gravity=(0, 0, -9.80665))
    m.part("ball", mass=0.058, inertia=3e-5, at=(0, 0, 0.6), velocity=(5, 0, 0))
    m.solid("skin", "ball", "sphere", radius=0.033)
    m.solid("top", "ground", "plane", extents=(40, 2))
    # by impacts what counts of this is friction; restitution is said by the run
    friction = {"mu_static": 0.2, "mu_dynamic": 0.2, "stiction_velocity": 1e-3, "friction_velocity": 2e-3}
    m.contact("bounce", "skin", "top", stiffness=1e5, damping=10, dmax=1e-4, **friction)
    return m


def main() -> None:
    ball = thrown()
    parameters = {
        "e": 0.6,
        "mu": {"at": ["bounce.mu_static", "bounce.mu_dynamic"]},
        "speed": "ball.vx",
        "height": "ball.qg.z",
    }
    truth = ball.differentiable(RESPONSES, parameters, **RUN).at(TRUE)
    noise = np.random.default_rng(1)
    data = {name: value + noise.normal(0, NOISE[name.split("_")[0]]) for name, value in truth.values.items()}

    fit = ball.residuals(data, RESPONSES, parameters, sigma=NOISE, **RUN)
    best = least_squares(fit.values, fit.start, jac=fit.jacobian, x_scale="jac", bounds=([0, 0, 0, 0.1], [1, 1, 20, 2]))
    deviation = np.sqrt(np.diag(fit.covariance(best.x)))
    within = student.ppf(0.975, len(best.fun) - len(best.x)) * deviation
    print(f"{best.nfev} runs, chi squared {2 * best.cost:.1f} of {len(best.fun)} data")
    for name, start, value, w in zip(fit.function.parameters, fit.start, best.x, within, strict=True):
        print(f"{name:>7} {start:6.3f} -> {value:.4f} ± {w:.4f} (95 %), in truth {TRUE[name]}")

    if len(sys.argv) > 1:
        draw(sys.argv[1], fit.function.values(fit.start), fit.function.values(best.x), data)


def draw(file: str, start: Array, found: Array, data: dict[str, float]) -> None:
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(layout="constrained")
    seen = slice(BOUNCES, None)
    ax.plot(FRAMES, start[seen], ":", label="first guess")
    ax.plot(FRAMES, found[seen], "-", label="found")
    ax.plot(FRAMES, [data[f"seen_{k}"] for k in range(1, len(FRAMES) + 1)], ".", label="seen")
    for k in range(BOUNCES):
        ax.axvline(data[f"heard_{k + 1}"], color="0.7", label="heard" if k == 0 else None)
    ax.set(xlabel="time, s", ylabel="distance, m")
    ax.legend()
    figure.savefig(file)


if __name__ == "__main__":
    main()
