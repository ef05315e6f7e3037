#!/usr/bin/env python3
"""Row of dominoes that turn about their lower front edges and lean on each other: by SciPy; shares nothing with Carom.

The model of J. M. J. van Leeuwen, The domino effect, Am. J. Phys. 78 (2010) 721 (arXiv physics/0401018): no edge slides
on the floor, each domino that has been struck leans on the next one for good, without rebound, and slides on it with
friction MU. Angles are those from upright. With the upper front edge of i (a ball of radius BALL) on the rear face of
i + 1,

    H·sin(th_i - th_(i+1)) = (S + D)·cos th_(i+1) - D

so that one angle, that of the foremost, says where all are. Forces, and impulses where the next one is struck, follow
from the equations of all dominoes; they must press, and slide one way. Argument `far`: sixty dominoes.
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

H, D, S, MASS, G, MU, BALL = 0.048, 0.0075, 0.0175, 0.01, 9.81, 0.2, 1e-7
INERTIA = MASS * (H**2 + D**2) / 3
PITCH = S + D
PUSH = 6.0  # rad/s, of the first one
NUMBER = 10


def rows(th):
    """Of the n - 1 contacts: rows of the closing speed and of the speed of sliding up the face."""
    n = len(th)
    normal, slide = np.zeros((n - 1, n)), np.zeros((n - 1, n))
    for i in range(n - 1):
        a, b = th[i], th[i + 1]
        # Gap: (S + D)·cos b - D - H·sin(a - b); the closing speed is minus its rate.
        normal[i, i] = H * np.cos(a - b)
        normal[i, i + 1] = PITCH * np.sin(b) - H * np.cos(a - b)
        # The point of contact is BALL ahead of the centre of the ball, in the axes of i + 1.
        x = H * np.sin(a - b)
        # Turning forward by om moves a point x ahead of the edge by -om·x up the face; the edge of i + 1 is PITCH ahead.
        slide[i, i] = -(x + BALL)
        slide[i, i + 1] = x + BALL - PITCH * np.cos(b)
    return normal, slide


def bend(th, om):
    """What the closing accelerations have beside those of the angles."""
    a, b = th[:-1], th[1:]
    wa, wb = om[:-1], om[1:]
    return PITCH * np.cos(b) * wb**2 - H * np.sin(a - b) * (wa - wb) ** 2


def weight(th):
    """Torques of the weights about the edges, forward."""
    return MASS * G * (H * np.sin(th) - D * np.cos(th)) / 2


def solve(th, right, closing, ways):
    """Accelerations (or rates after an impact) and the forces (impulses) of the contacts."""
    normal, slide = rows(th)
    push = -(normal + MU * ways[:, None] * slide).T / INERTIA
    f = np.linalg.solve(normal @ push, -closing - normal @ right)
    assert (f > 0).all(), f
    return right + push @ f, f


def placed(last, n):
    """All angles from that of the foremost."""
    th = [last]
    for _ in range(n - 1):
        th.append(th[-1] + np.arcsin((PITCH * np.cos(th[-1]) - D) / H))
    return np.array(th[::-1])


def moving(th, last):
    """All rates from that of the foremost."""
    om = [last]
    normal, _ = rows(th)
    for i in range(len(th) - 2, -1, -1):
        om.append(-normal[i, i + 1] * om[-1] / normal[i, i])
    return np.array(om[::-1])


def run(number, rtol):
    """Times at which dominoes 2, 3, ... are struck, and the rates of the foremost before and after."""
    t, n, x, story = 0.0, 1, np.array([0.0, PUSH]), []
    struck = np.arcsin(S / H)
    while n < number:

        def rhs(t, x):
            th = placed(x[0], n)
            om = moving(th, x[1])
            if n == 1:
                return [x[1], weight(th)[0] / INERTIA]
            _, slide = rows(th)
            u = slide @ om
            assert (u < 0).all(), u
            return [x[1], solve(th, weight(th) / INERTIA, bend(th, om), np.sign(u))[0][-1]]

        hit = lambda t, x: x[0] - struck
        hit.terminal, hit.direction = True, 1
        r = solve_ivp(rhs, (t, t + 1), x, "DOP853", rtol=rtol, atol=rtol * 1e-2, events=[hit])
        t, x = r.t[-1], r.y[:, -1]
        th = np.append(placed(struck, n), 0.0)
        om = np.append(moving(th[:-1], x[1]), 0.0)
        _, slide = rows(th)
        after, impulses = solve(th, om, np.zeros(n), np.where(np.arange(n) < n - 1, np.sign(slide @ om), -1.0))
        assert (slide @ after < 0).all()
        story.append((t, x[1], after[-1], impulses[-1]))
        n, x = n + 1, np.array([0.0, after[-1]])
    return story


if __name__ == "__main__":
    rtol = 1e-11 if "coarse" in sys.argv else 1e-13
    if "far" in sys.argv:
        NUMBER = 60
    before = 0.0
    for k, (t, a, b, p) in enumerate(run(NUMBER, rtol)):
        print("domino %d struck at %.14g," % (k + 2, t), end=" ")
        print("rate before %.10g, of the struck one %.10g, impulse %.6g," % (a, b, p), end=" ")
        print("speed %.8g m/s" % (PITCH / (t - before)))
        before = t
