#!/usr/bin/env python3
"""Tippe top that slides: Newton's and Euler's equations of an eccentric ball on a plane with Coulomb friction, by SciPy;
shares nothing with Carom. Prints the values of the records of `tippe_top.adm`.

The centre of the ball lies A above the centre of mass along the axis e. With r = A·e - R·z from the centre of mass to
the contact and u the velocity there, F = N·(z - MU·u/|u|), m·v' = F - m·g·z, L' = r × F. N follows from the height of
the centre, which stays R.
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

M, R, G, MU = 0.02, 0.02, 9.81, 0.3
A = 0.3 * R
I1, I3 = 131 / 350 * M * R**2, 2 / 5 * M * R**2
TILT, SPIN = 0.1, 155.0
Z = np.array([0.0, 0.0, 1.0])


def unpack(x):
    e, w = x[:3], x[3:6]
    return e, w, x[6:9], x[9:12]


def inertia(e):
    return I1 * np.eye(3) + (I3 - I1) * np.outer(e, e)


def slip(x):
    e, w, p, v = unpack(x)
    return v + np.cross(w, A * e - R * Z)


def motion(x):
    """Rates of w and v, and the force N."""
    e, w, p, v = unpack(x)
    r = A * e - R * Z
    u = slip(x)
    f = Z - MU * u / np.linalg.norm(u)
    # L = J·w = I1·w + (I3 - I1)·(e·w)·e, with e' = w × e.
    J = inertia(e)
    gyro = -(I3 - I1) * (e @ w) * np.cross(w, e)
    free = np.linalg.solve(J, gyro)
    turn = np.linalg.solve(J, np.cross(r, f))
    # Height of the centre: z·(v' + A·e'') = 0 with e'' = w' × e + w × (w × e).
    bend = np.cross(w, np.cross(w, e))
    N = (G - A * Z @ (np.cross(free, e) + bend)) / (f[2] / M + A * Z @ np.cross(turn, e))
    return free + N * turn, N * f / M - G * Z, N


def rhs(t, x):
    e, w, p, v = unpack(x)
    dw, dv, _ = motion(x)
    return np.concatenate([np.cross(w, e), dw, v, dv])


def jellett(x):
    e, w, p, v = unpack(x)
    return -(inertia(e) @ w) @ (A * e - R * Z)


def energy(x):
    e, w, p, v = unpack(x)
    return 0.5 * M * v @ v + 0.5 * w @ inertia(e) @ w + M * G * p[2]


def start():
    e = np.array([np.sin(TILT), 0.0, np.cos(TILT)])
    return np.concatenate([e, SPIN * Z, [0.0, 0.0, R - A * np.cos(TILT)], [0.0, 0.0, 0.0]])


if __name__ == "__main__":
    rtol = 1e-11 if "coarse" in sys.argv else 1e-13
    x = start()
    level = lambda t, x: x[2]
    slides = lambda t, x: np.linalg.norm(slip(x)) - 1e-6
    slides.terminal = True
    options = dict(rtol=rtol, atol=1e-15, events=[level, slides], max_step=1e-3, dense_output=True)
    r = solve_ivp(rhs, (0, 2), x, "DOP853", **options)
    print("axis level at", *("%.15g" % t for t in r.t_events[0]))
    for t in (0.0, 0.25, 0.5, 0.7, 0.75, 0.9, 1.0):
        y = r.sol(t) if t > 0 else x
        u = np.linalg.norm(slip(y))
        print("%.2f: cos %.13g, spin about the axis %.13g," % (t, y[2], y[:3] @ y[3:6]), end=" ")
        print("slip %.3g, N %.4g, Jellett %.13g, energy %.6g" % (u, motion(y)[2], jellett(y), energy(y)))
    # From 1e-6 m/s on the slip falls evenly.
    t, y = r.t[-1], r.y[:, -1]
    before = np.linalg.norm(slip(r.sol(t - 1e-7)))
    print("rolls from", "%.13g" % (t + 1e-7 * 1e-6 / (before - 1e-6)), "cos %.10g" % y[2])
