#!/usr/bin/env python3
"""Rattleback that rolls without slip: the equations of Newton and Euler in body axes, by SciPy; shares nothing with Carom. Writes the start of the deck and the
values of the records. Body: T. R. Kane and D. A. Levinson, Realistic mathematical modeling of the rattleback, Int. J. Non-Linear Mech. 17 (1982) 175."""

import numpy as np
from scipy.integrate import solve_ivp

A, B, C, H = 0.20, 0.03, 0.02, 0.01  # semi-axes; the centre of mass lies H below the centre of the ellipsoid
M, G = 1.0, 9.81
I = np.array([[2e-4, -2e-5, 0], [-2e-5, 1.6e-3, 0], [0, 0, 1.7e-3]])
AXES2 = np.array([A, B, C]) ** 2


def contact(u):
    """The lowest point from the centre of mass; u: up, in body axes."""
    return -AXES2 * u / np.sqrt(AXES2 @ (u * u)) + np.array([0, 0, H])


def contact_rate(u, du):
    s = np.sqrt(AXES2 @ (u * u))
    return -AXES2 * du / s + AXES2 * u * (AXES2 @ (u * du)) / s**3


def rhs(t, x):
    R, w = x[:9].reshape(3, 3), x[9:12]
    u = R[2]
    r = contact(u)
    dr = contact_rate(u, -np.cross(w, u))
    # v = −ω × r;  F = m·(v' + ω × v + g·u);  I·ω' + ω × I·ω = r × F
    rx = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
    v = -np.cross(w, r)
    left = I - M * rx @ rx
    right = -np.cross(w, I @ w) + M * np.cross(r, -np.cross(w, dr) + np.cross(w, v) + G * u)
    dw = np.linalg.solve(left, right)
    wx = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    return np.concatenate([(R @ wx).ravel(), dw, R @ v])


def energy(x):
    R, w = x[:9].reshape(3, 3), x[9:12]
    r = contact(R[2])
    v = np.cross(w, r)
    return 0.5 * M * v @ v + 0.5 * w @ I @ w - M * G * (R[2] @ r)


def start():
    a = b = np.radians(0.5)
    Ra = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    Rb = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    R = Ra @ Rb
    w = np.array([0.0, 0.0, -5.0])
    height = -R[2] @ contact(R[2])
    return np.concatenate([R.ravel(), w, [0, 0, height]])


if __name__ == "__main__":
    x = start()
    R, w = x[:9].reshape(3, 3), x[9:12]
    e = np.arctan2(R[0, 2], -R[1, 2]), np.arccos(R[2, 2]), np.arctan2(R[2, 0], R[2, 1])
    v = R @ -np.cross(w, contact(R[2]))
    print("QG=0,0,%.17g" % x[14], "REULER=%.17g,%.17g,%.17g" % e, "VX=%.17g, VY=%.17g, VZ=%.17g" % tuple(v), "W", w)
    r = solve_ivp(rhs, (0, 12), x, "DOP853", rtol=1e-13, atol=1e-15, t_eval=np.linspace(0, 12, 241))
    for k in range(0, 241, 20):
        y = r.y[:, k]
        print(r.t[k], y[12], y[13], y[14], (y[:9].reshape(3, 3) @ y[9:12])[2], energy(y) - energy(x))
