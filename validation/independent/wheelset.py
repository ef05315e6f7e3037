#!/usr/bin/env python3
"""Wheelset of the test set for IVP solvers: its equations, differentiated to an ODE, by SciPy; shares nothing with Carom.

B. Simeon, C. Fuehrer, P. Rentrop, Introduction to differential-algebraic equations in vehicle system dynamics, Surv.
Math. Ind. 1 (1991) 1. States: x, y, z, yaw, roll, their rates, and what the spin has beyond 300 rad/s. The test set's
torque of the constraints about the vertical axis stands in the equation of an axis that is tilted by the roll, and its
start, given with five digits, has gaps of 5e-10 m that stay. `mechanism` divides that torque by the cosine of the roll,
and closes the gaps. A number is the end, 10 s if none is given.
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

MR, G, V, RN0, LI1, LI2, MU, XL, CX, CZ = 16.08, 9.81, 30.0, 0.1, 0.0605, 0.366, 0.12, 0.19, 6400.0, 6400.0
E, GE, SIGMA, GM, PI = 1.3537956, 0.7115218, 0.28, 7.92e10, 3.1415926
C11, C22, C23 = 4.72772197, 4.27526987, 1.97203505
CONE, AR, RS = 0.0262, 0.1506, 0.06
T, SIR = np.tan(CONE), np.sin(CONE) * RS
OMEGA = V / RN0
MECHANISM = False
START = [0.14941e-2, 0.40089e-6, 0.11241e-5, -0.28573e-3, 0.26459e-3, 0, 0, 0, 0, 0, 0]


def side(p, sign):
    """Where the wheel of a side (+1: left) touches: psi, xi, radius, slope of the rail, and the gap."""
    x, y, z, th, ph = p
    st, ct, sp, cp = np.sin(th), np.cos(th), np.sin(ph), np.cos(ph)
    dr = -sign * T
    # The normal lies in the plane z = 0: dr·st·cp = st·sp·cos psi + ct·sin psi.
    psi = np.arcsin(dr * st * cp / np.hypot(st * sp, ct)) - np.arctan2(st * sp, ct)
    s, c = np.sin(psi), np.cos(psi)
    # It is that of the rail, a circle.
    slope = (ct * sp * c - st * s - dr * ct * cp) / (dr * sp + cp * c)
    across = -slope / np.hypot(1, slope) * RS
    q = ct * sp * c - st * s
    xi = (sign * (AR + SIR) + across - x - (RN0 + T * AR) * q) / (ct * cp - sign * T * q)
    r = RN0 + T * (AR - sign * xi)
    rail = np.sqrt(RS**2 - across**2) - RN0 - np.cos(CONE) * RS
    return psi, xi, r, slope, rail - y - xi * sp + r * cp * c


def row(p, sign):
    """Row of the constraint of a side in the rates of p."""
    psi, xi, r, g, _ = side(p, sign)
    th, ph = p[3:]
    st, ct, sp, cp = np.sin(th), np.cos(th), np.sin(ph), np.cos(ph)
    s, c = np.sin(psi), np.cos(psi)
    yaw = g * (r * (-ct * s - c * sp * st) - cp * st * xi)
    roll = -c * r * sp - cp * xi + g * (cp * c * ct * r - ct * sp * xi)
    return np.array([g, -1.0, 0.0, yaw, roll])


def creep(p, v, spin, sign, force):
    """Force of creep on the wheel of a side, and its moments about the axes of yaw, roll and spin."""
    psi, xi, r, g, _ = side(p, sign)
    th, ph = p[3:]
    st, ct, sp, cp = np.sin(th), np.cos(th), np.sin(ph), np.cos(ph)
    s, c = np.sin(psi), np.cos(psi)
    delta = sign * np.arctan(g)
    sd, cd = np.sin(delta), np.cos(delta)
    si, co = np.sin(th / cd), np.cos(th / cd)
    w = OMEGA + spin
    w1 = -w * r * (si * c + co * sp * s) + v[0] - v[3] * (r * (si * sp * c + co * s) + xi * si * cp)
    w1 -= v[4] * co * (xi * sp - r * cp * c)
    w2 = w * r * cp * s + v[1] + v[4] * (xi * cp + r * sp * c)
    w3 = -w * r * (co * c - si * sp * s) + V + v[2] - v[3] * (xi * co * cp + r * (co * sp * c - si * s))
    w3 += v[4] * si * (xi * sp - r * cp * c)
    rolling = 0.5 * np.sqrt((w1 - 2 * v[0]) ** 2 + (w2 - 2 * v[1]) ** 2 + (w3 - 2 * v[2] - 2 * V) ** 2)
    nx = (si * w1 + co * w3) / rolling
    ny = (co * cd * w1 + sign * sd * w2 - si * cd * w3) / rolling
    turn = (-sign * sd * w + cd * v[3]) / rolling
    a, b = 0.5 / (r * np.sqrt(1 + T * T)), 0.5 / RS
    size = (abs(force) * 3 * (1 - SIGMA) * E / (2 * PI * (a + b) * GM * np.sqrt(GE))) ** (1 / 3)
    most = MU * force
    tx = -most * np.tanh(GM * size**2 * C11 * nx / most)
    ty = -most * np.tanh((GM * size**2 * C22 * ny + GM * size**3 * C23 * turn) / most)
    over = max(1.0, np.hypot(tx, ty) / abs(most))
    tx, ty = tx / over, ty / over
    f = np.array([si * tx + co * cd * ty, sign * sd * ty, co * tx - si * cd * ty])
    yaw = -(xi * st + r * s * ct * cp) * f[0] - r * s * sp * f[1] + (-xi * ct + r * s * st * cp) * f[2]
    roll = -(xi * ct * sp - r * c * ct * cp) * f[0] + (xi * cp + r * c * sp) * f[1]
    roll += (xi * st * sp - r * c * st * cp) * f[2]
    axle = -r * (c * st + s * ct * sp) * f[0] + r * s * cp * f[1] - r * (c * ct - s * st * sp) * f[2]
    return f, np.array([yaw, roll, axle]), delta


LAST = np.array([83.6, 74.1])


def rhs(t, state):
    global LAST
    p, v, spin = state[:5], state[5:10], state[10]
    th, ph = p[3:]
    sp, cp = np.sin(ph), np.cos(ph)
    rows = np.array([row(p, 1), row(p, -1)])
    h = 1e-4

    def bent(k):
        near, far = row(p + h * v, k) - row(p - h * v, k), row(p + 2 * h * v, k) - row(p - 2 * h * v, k)
        return (8 * near - far) @ v / (12 * h)

    bend = np.array([bent(1), bent(-1)])
    w = OMEGA + spin
    m = np.zeros((8, 8))
    m[:3, :3] = MR * np.eye(3)
    m[3, 3], m[4, 4], m[5, 3], m[5, 5] = LI2 * cp, LI2, LI1 * sp, LI1
    m[:5, 6:] = -rows.T
    if MECHANISM:
        m[3, 6:] /= cp
    m[6:, :5] = rows
    inverse = np.linalg.inv(m)
    f0 = np.zeros(8)
    f0[:3] = [-2 * CX * p[0], -MR * G, -2 * CZ * p[2]]
    torque = -2 * XL**2 * CZ * th
    f0[3] = LI2 * v[3] * v[4] * sp - LI1 * w * v[4] - (LI1 - LI2) * v[3] * sp * v[4] + cp * torque
    f0[4] = LI1 * w * v[3] * cp + (LI1 - LI2) * v[3] * sp * v[3] * cp
    f0[5] = -LI1 * v[3] * v[4] * cp + sp * torque
    f0[6:] = -bend

    def answer(n):
        f = f0.copy()
        deltas = []
        for sign, force in zip((1, -1), n):
            push, moments, delta = creep(p, v, spin, sign, force)
            f[:3] += push
            f[3:6] += moments
            deltas.append(delta)
        a = inverse @ f
        w1, w2 = rows[:, :2].T @ a[6:]
        (dl, dr) = deltas
        det = -np.sin(dl + dr)
        return a, np.array([np.cos(dr) * w1 - np.sin(dr) * w2, -np.cos(dl) * w1 - np.sin(dl) * w2]) / det

    n = LAST
    for _ in range(20):
        a, found = answer(n)
        miss = found - n
        if np.abs(miss).max() < 1e-10:
            break
        jac = np.array([(answer(n + d)[1] - found) / 1e-3 for d in 1e-3 * np.eye(2)]).T - np.eye(2)
        n = n - np.linalg.solve(jac, miss)
    LAST = n
    return np.concatenate([v, a[:5], a[5:6]])


if __name__ == "__main__":
    MECHANISM = "mechanism" in sys.argv
    x = np.array(START, float)
    print("gaps at the start", side(x[:5], 1)[4], side(x[:5], -1)[4])
    if MECHANISM:
        for _ in range(5):
            gaps = np.array([side(x[:5], k)[4] for k in (1, -1)])
            rows = np.array([row(x[:5], k) for k in (1, -1)])
            x[[1, 4]] -= np.linalg.solve(rows[:, [1, 4]], gaps)
        print("closed by y = %.17g, roll = %.17g" % (x[1], x[4]))
    print("accelerations", rhs(0.0, x)[5:], "forces", LAST)
    ends = [float(a) for a in sys.argv[1:] if a[0].isdigit()] or [10.0]
    rtol = 1e-8 if "coarse" in sys.argv else 1e-10
    r = solve_ivp(rhs, (0, ends[0]), x, "DOP853", rtol=rtol, atol=rtol * 1e-3)
    y = r.y[:, -1]
    print(len(r.t), "steps; x, y, z, yaw, roll:", *("%.14g" % v for v in y[:5]))
    print("rates:", *("%.14g" % v for v in y[5:]))
