#!/usr/bin/env python3
"""Rod that slides with its end on a rough plane, towards Painleve's paradox: by SciPy, and by closed forms; shares
nothing with Carom. Prints the values of the records of `rod_jams.adm` and `rod_lets_go.adm`.

Uniform rod of length 2·L at the angle th to the plane, om its rate; its end, the lowest point of a ball of radius BALL,
slides with u < 0, so that friction MU·N pushes it along +x. The acceleration of the end upwards is p·N/M + b with

    p = 1 + 3·c·(c - MU·s'),   s' = s + BALL/L,   s = sin th,   c = cos th,       b = L·s·om^2 - G,      N = -M·b/p

Where p falls to zero not later than b the force grows beyond all bounds (F. Genot, B. Brogliato, New results on
Painleve paradoxes, Eur. J. Mech. A/Solids 18 (1999) 653). By tau with dt = p·dtau this end is an equilibrium, where p
decays with the rate p_th·om and b with 6·s·(c - MU·s)·om; they are equal where MU = 8/(3·sqrt 3), and b is zero first
where its own is the faster one.
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

L, G, M, BALL = 0.5, 9.81, 1.0, 1e-7


def parts(th, om, mu):
    s, c = np.sin(th), np.cos(th)
    arm = c - mu * (s + BALL / L)
    return s, c, arm, 1 + 3 * c * arm, L * s * om**2 - G


def rates(mu):
    """By tau: of th, om, u, t."""

    def f(tau, x):
        th, om, u, t = x
        s, c, arm, p, b = parts(th, om, mu)
        n = -b
        turn = -3 * n * arm / L
        # Tip: x = x_G - L·c and the ball's lowest point moves with om·BALL besides.
        return [p * om, turn, mu * n + (L * s + BALL) * turn + p * L * c * om**2, p]

    return f


def force(x, mu):
    _, _, _, p, b = parts(x[0], x[1], mu)
    return -M * b / p


if __name__ == "__main__":
    rtol = 1e-11 if "coarse" in sys.argv else 1e-13
    options = dict(method="DOP853", rtol=rtol, atol=1e-15)

    mu, start = 1.8, [np.radians(30), 1.0, -10.0, 0.0]
    at = lambda tau, x: x[3] - 0.1129
    r = solve_ivp(rates(mu), (0, 4), start, events=[at], **options)
    x = r.y_events[0][0]
    print("jams: at t = 0.1129 th %.14g om %.14g u %.14g N %.14g" % (x[0], x[1], x[2], force(x, mu)))
    for k in range(0, len(r.t), max(1, len(r.t) // 12)):
        y = r.y[:, k]
        s, c, arm, p, b = parts(y[0], y[1], mu)
        if p > 1e-12:
            print("   tau %.3f p %.6g b %.6g N %.6g u %.6g t %.14g" % (r.t[k], p, b, -M * b / p, y[2], y[3]))
    y = r.y[:, -1]
    th = np.arctan((3 * mu - np.sqrt(9 * mu**2 - 16)) / 2)
    print("   end %.14g, th %.14g, om %.14g, u %.14g" % (y[3], y[0], y[1], y[2]))
    print("   closed form, for a point: th %.14g, om %.14g" % (th, np.sqrt(G / L / np.sin(th))))

    mu, start = 1.4, [np.radians(20), 3.0, -10.0, 0.0]
    off = lambda tau, x: parts(x[0], x[1], mu)[4]
    off.terminal = True
    r = solve_ivp(rates(mu), (0, 4), start, events=[off], **options)
    y = r.y[:, -1]
    print("lets go: t %.14g th %.14g om %.14g u %.14g" % (y[3], y[0], y[1], y[2]))
