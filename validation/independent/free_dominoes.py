#!/usr/bin/env python3
"""Row of dominoes that stand free on a floor, in its plane: plain Python; shares nothing with Carom.

The row of examples/both_ways/dominoes.adm: each lower corner presses on the floor, and each upper front corner on the rear face of the next one, by
a spring and a damper along the normal of the plane it touches, and with Coulomb friction that is smoothed below VT. Heavy dampers
give nothing back, as a restitution of zero; with stiffer springs the times of the impacts go to those of rigid bodies. Printed: for
each stiffness (N/m) when each domino touches the next one.

    python3 free_dominoes.py [stiffness ...]
"""

import sys
from math import cos, sin, sqrt

N, LENGTH, HEIGHT, PITCH = 10, 0.0075, 0.048, 0.025
MASS, INERTIA, G = 0.01, 1.96688e-06, 9.80665
FLOOR, FACE = 0.5, 0.2
END = 0.4


def pull(speed, vt):
    return max(-1.0, min(1.0, speed / vt))


def forces(s, k, c, vt):
    """Force along x and z and torque of each; s: lists [x, z, angle, vx, vz, turn]."""
    f = [[0.0, -MASS * G, 0.0] for _ in s]
    turned = [(cos(b[2]), sin(b[2])) for b in s]
    for b, (co, si), on in zip(s, turned, f):
        for side in (-0.5, 0.5):
            rx, rz = side * LENGTH * co - 0.5 * HEIGHT * si, -side * LENGTH * si - 0.5 * HEIGHT * co
            depth = -(b[1] + rz)
            if depth <= 0.0:
                continue
            n = k * depth - c * (b[4] - b[5] * rx)
            if n > 0.0:
                t = -FLOOR * n * pull(b[3] + b[5] * rz, vt)
                on[0] += t
                on[1] += n
                on[2] += rz * t - rx * n
    for i in range(N - 1):
        a, b, (co, si), (cb, sb) = s[i], s[i + 1], turned[i], turned[i + 1]
        rx, rz = 0.5 * (LENGTH * co + HEIGHT * si), 0.5 * (HEIGHT * co - LENGTH * si)
        px, pz = a[0] + rx - b[0], a[1] + rz - b[1]
        depth = px * cb - pz * sb + 0.5 * LENGTH
        if depth <= 0.0 or px * sb + pz * cb > 0.5 * HEIGHT:
            continue
        ux = a[3] + a[5] * rz - b[3] - b[5] * pz
        uz = a[4] - a[5] * rx - b[4] + b[5] * px
        n = k * depth + c * (ux * cb - uz * sb)
        if n > 0.0:
            t = -FACE * n * pull(ux * sb + uz * cb, vt)
            fx, fz = -n * cb + t * sb, n * sb + t * cb
            for on, (x, z), sign in ((f[i], (rx, rz), 1.0), (f[i + 1], (px, pz), -1.0)):
                on[0] += sign * fx
                on[1] += sign * fz
                on[2] += sign * (z * fx - x * fz)
    return f


def touches(s):
    """Whether the upper front corner of each has come to the rear face of the next one."""
    for a, b in zip(s, s[1:]):
        rx = 0.5 * (LENGTH * cos(a[2]) + HEIGHT * sin(a[2]))
        rz = 0.5 * (HEIGHT * cos(a[2]) - LENGTH * sin(a[2]))
        px, pz = a[0] + rx - b[0], a[1] + rz - b[1]
        yield px * cos(b[2]) - pz * sin(b[2]) + 0.5 * LENGTH > 0.0


def times(k):
    c = 3.0 * sqrt(k * MASS)
    vt, h = 1e-3 * sqrt(1e5 / k), 1e-6 * min(1.0, 1e6 / k)
    s = [[i * PITCH, 0.5 * HEIGHT - 0.5 * MASS * G / k, 0.0, 0.0, 0.0, 0.0] for i in range(N)]
    s[0][3:] = [0.144, 0.0225, 6.0]
    found = [0.0] * (N - 1)
    for step in range(1, round(END / h) + 1):
        for b, (fx, fz, torque) in zip(s, forces(s, k, c, vt)):
            b[3] += h * fx / MASS
            b[4] += h * fz / MASS
            b[5] += h * torque / INERTIA
            for j in range(3):
                b[j] += h * b[3 + j]
        for i, touch in enumerate(touches(s)):
            if touch and not found[i]:
                found[i] = step * h
    return found


for stiffness in [float(a) for a in sys.argv[1:]] or [1e5, 1e6]:
    print(f"{stiffness:.0e}", *(f"{t:.5f}" for t in times(stiffness)))
