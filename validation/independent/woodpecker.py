#!/usr/bin/env python3
"""Woodpecker toy: an event-driven computation that shares nothing with Carom.

A sleeve whose centre moves on the axis of the pole, and a bird on a torsional spring: coordinates y, a (sleeve), b
(bird), anticlockwise. Three points with friction touch the pole: the beak, and the lower and the upper end of the
sleeve. Impacts by Newton's law in the normal direction and Coulomb's law for impulses, all contacts that touch at once;
at impacts and at each change of the contacts all combinations of open, sticking and sliding are tried, and exactly one
must fit. SciPy's DOP853 at 1e-13 and its events.

Parameters: C. Glocker, Dynamik von Starrkoerpersystemen mit Reibung und Stoessen (1995); R. I. Leine, C. Glocker,
D. H. van Campen, Nonlinear Dynamics of the Woodpecker Toy, ASME DETC2001/VIB-21608. These authors linearise the angles
(argument `linear`, as `woodpecker_small.adm`); `woodpecker.adm` does not. Argument `path`: impacts one by one along the
path of the impulse, from the start of the deck.
"""

import sys
from itertools import product

import numpy as np
from scipy.integrate import solve_ivp

M1, J1, M2, J2 = 0.0003, 5e-9, 0.0045, 7e-7
K, G, MU = 0.0056, 9.81, 0.3
R0, RM, HM, LM, LG, HS, LS = 0.0025, 0.0031, 0.0058, 0.010, 0.015, 0.020, 0.0201
BALL = 1e-7  # radius of the balls that are the points in the deck; it shortens the arms of friction
RESTITUTION = np.array([0.5, 0.0, 0.0])
RTOL = 1e-13
LINEAR = False
PATH = False
NAMES = "beak", "lower", "upper"


def sincos(x):
    return (x, 1.0) if LINEAR else (np.sin(x), np.cos(x))


def mass(q):
    _, c = sincos(q[1])
    _, C = sincos(q[2])
    ab = 1.0 if LINEAR else np.cos(q[1] - q[2])
    return np.array(
        [
            [M1 + M2, M2 * LM * c, M2 * LG * C],
            [M2 * LM * c, J1 + M2 * LM**2, M2 * LM * LG * ab],
            [M2 * LG * C, M2 * LM * LG * ab, J2 + M2 * LG**2],
        ]
    )


def force(q, v):
    (s, c), (S, C) = sincos(q[1]), sincos(q[2])
    spring = K * (q[1] - q[2])
    h = np.array([-(M1 + M2) * G, -spring - M2 * LM * G * c, spring - M2 * LG * G * C])
    if not LINEAR:
        d = np.sin(q[1] - q[2])
        w, W = v[1] ** 2, v[2] ** 2
        h += [M2 * (LM * s * w + LG * S * W), -M2 * LM * LG * d * W, M2 * LM * LG * d * w]
    return h


def kinematics(q, v):
    """Of the three points: gaps, rows of the normal and of the tangential (upward) speeds, and what their
    accelerations have beside those of q."""
    (s, c), (S, C) = sincos(q[1]), sincos(q[2])
    if LINEAR:
        gap = np.array([LM + LG - LS - R0 - HS * q[2], RM - R0 + HM * q[1], RM - R0 - HM * q[1]])
        n = np.array([[0, 0, -HS], [0, HM, 0], [0, -HM, 0]])
        t = np.array([[1, LM, LG - LS], [1, RM, 0], [1, RM, 0]])
        return gap, n, t, np.zeros(3), np.zeros(3)
    a, b, r, w, W = LG - LS, HS, BALL, v[1] ** 2, v[2] ** 2
    gap = np.array([LM * c + a * C - b * S - R0, RM * c + HM * s - R0, RM * c - HM * s - R0])
    n = np.array([[0, -LM * s, -a * S - b * C], [0, -RM * s + HM * c, 0], [0, -RM * s - HM * c, 0]])
    t = np.array([[1, LM * c, a * C - b * S - r], [1, RM * c + HM * s - r, 0], [1, RM * c - HM * s - r, 0]])
    bn = np.array([-LM * c * w - (a * C - b * S) * W, -(RM * c + HM * s) * w, -(RM * c - HM * s) * w])
    bt = np.array([-LM * s * w - (a * S + b * C) * W, (-RM * s + HM * c) * w, (-RM * s - HM * c) * w])
    return gap, n, t, bn, bt


def solve(modes, m, h, n, t, wn, wt):
    """What `modes` (contact: 'stick' or the direction of sliding) make of m·a = h + forces, with n·a = wn and,
    sticking, t·a = wt."""
    rows, columns, right = [], [], []
    for k, mode in modes:
        rows.append(n[k])
        right.append(wn[k])
        columns.append(n[k] if mode == "stick" else n[k] - mode * MU * t[k])
        if mode == "stick":
            rows.append(t[k])
            right.append(wt[k])
            columns.append(t[k])
    a = np.linalg.solve(m, h)
    if not rows:
        return a, {}
    rows, columns = np.array(rows), np.array(columns)
    push = np.linalg.solve(m, columns.T)
    f = np.linalg.solve(rows @ push, np.array(right) - rows @ a)
    forces, i = {}, 0
    for k, mode in modes:
        forces[k] = (f[i], f[i + 1] if mode == "stick" else -mode * MU * f[i])
        i += 2 if mode == "stick" else 1
    return a + push @ f, forces


def fitting(closed, choices, m, h, n, t, wn, wt, eps):
    """The one combination of modes that fits all inequalities."""
    found = []
    for choice in product(*[[None] + choices[k] for k in closed]):
        modes = [(k, mode) for k, mode in zip(closed, choice) if mode is not None]
        if sum(2 if mode == "stick" else 1 for _, mode in modes) > 3:
            continue
        try:
            a, forces = solve(modes, m, h, n, t, wn, wt)
        except np.linalg.LinAlgError:
            continue
        fits = True
        for k, mode in zip(closed, choice):
            if mode is None:
                fits &= n[k] @ a > wn[k] - eps
            else:
                fits &= forces[k][0] > 0
                if mode == "stick":
                    fits &= abs(forces[k][1]) <= MU * forces[k][0]
                elif len(choices[k]) > 1:
                    fits &= mode * (t[k] @ a - wt[k]) > eps
        if fits:
            found.append((modes, a))
    assert len(found) == 1, (closed, choices, found)
    return found[0]


def impact(q, v, closed):
    if PATH:
        return one_by_one(q, v, closed)
    gap, n, t, _, _ = kinematics(q, v)
    wn = -RESTITUTION * np.minimum(n @ v, 0.0)
    choices = {k: ["stick", 1, -1] for k in closed}
    return fitting(closed, choices, mass(q), mass(q) @ v, n, t, wn, np.zeros(3), 1e-13)[1]


def one_by_one(q, v, closed):
    """Contacts that approach, the fastest first, each along the path of its own impulse."""
    n = kinematics(q, v)[1]
    while min(n[k] @ v for k in closed) < -1e-13:
        v = along_path(q, v, min(closed, key=lambda k: n[k] @ v))
    return v


def along_path(q, v, k):
    """Slides until its slip ends, sticks on if friction holds it, else slides the other way; to Newton's rebound."""
    _, n, t, _, _ = kinematics(q, v)
    rows = np.array([n[k], t[k]])
    push = np.linalg.solve(mass(q), rows.T)
    a, u, impulse = rows @ push, rows @ v, np.zeros(2)
    goal = -RESTITUTION[k] * u[0]
    stick = np.array([1.0, -a[1, 0] / a[1, 1]])
    sliding = lambda s: np.array([1.0, -MU * s])
    way = sliding(np.sign(u[1]))
    while True:
        rate = a @ way
        part = (goal - u[0]) / rate[0]
        until = -u[1] / rate[1] if rate[1] * u[1] < 0 else np.inf
        impulse = impulse + min(part, until) * way
        if part <= until:
            return v + push @ impulse
        u = np.array([u[0] + until * rate[0], 0.0])
        way = stick if abs(stick[1]) <= MU else next(sliding(s) for s in (1, -1) if s * (a @ sliding(s))[1] > 0)


def accelerate(q, v, closed, slides):
    """Modes of the closed contacts; `slides` holds the directions of those that slide."""
    gap, n, t, bn, bt = kinematics(q, v)
    choices = {k: [slides[k]] if k in slides else ["stick", 1, -1] for k in closed}
    return fitting(closed, choices, mass(q), force(q, v), n, t, -bn, -bt, 1e-9)[0]


def run(q, v, end, closed=(), story=None, stop=None):
    """Integrates from t = 0, with `closed` the contacts that touch, to the end or to where `stop(story)` says so."""
    t, story = 0.0, [] if story is None else story
    q, v, closed = np.array(q, float), np.array(v, float), list(closed)
    tt = kinematics(q, v)[2]
    slides = {k: float(np.sign(tt[k] @ v)) for k in closed if abs(tt[k] @ v) > 1e-9}
    modes = accelerate(q, v, closed, slides)
    fresh = []
    while t < end:
        active = [k for k, _ in modes]

        def rhs(t, x):
            _, n, tt, bn, bt = kinematics(x[:3], x[3:])
            a, _ = solve(modes, mass(x[:3]), force(x[:3], x[3:]), n, tt, -bn, -bt)
            return np.concatenate([x[3:], a])

        def forces(x):
            _, n, tt, bn, bt = kinematics(x[:3], x[3:])
            return solve(modes, mass(x[:3]), force(x[:3], x[3:]), n, tt, -bn, -bt)[1]

        events = []
        for k in range(3):
            if k not in active and k not in fresh:
                events.append(("impact", k, lambda t, x, k=k: kinematics(x[:3], x[3:])[0][k]))
        for k, mode in modes:
            events.append(("opens", k, lambda t, x, k=k: forces(x)[k][0]))
            if mode == "stick":
                events.append(("slips", k, lambda t, x, k=k: MU * forces(x)[k][0] - abs(forces(x)[k][1])))
            else:
                events.append(("stops", k, lambda t, x, k=k, s=mode: s * (kinematics(x[:3], x[3:])[2][k] @ x[3:])))
        for _, _, e in events:
            e.terminal, e.direction = True, -1
        upto = min(end, t + 1e-5) if fresh else end
        guards = [e for _, _, e in events]
        tolerances = dict(rtol=RTOL, atol=RTOL * 1e-2, max_step=1e-3)
        r = solve_ivp(rhs, (t, upto), np.concatenate([q, v]), "DOP853", events=guards, **tolerances)
        assert r.success, r.message
        t, q, v = r.t[-1], r.y[:3, -1], r.y[3:, -1]
        hit = [i for i, times in enumerate(r.t_events) if len(times)]
        if not hit:
            if fresh:
                assert all(kinematics(q, v)[0][k] > 0 for k in fresh)
            fresh = []
            continue
        what, k, _ = events[hit[0]]
        closed = list(active)
        if what == "impact":
            closed = sorted(closed + [k])
            v = impact(q, v, closed)
            _, n, tt, _, _ = kinematics(q, v)
            closed = [j for j in closed if abs(n[j] @ v) < 1e-10]
            fresh = [k] if k not in closed else []
            fresh += [j for j in active if j not in closed]
        elif what == "opens":
            closed.remove(k)
            fresh = [k]
        _, n, tt, _, _ = kinematics(q, v)
        resting_now = {k} if what == "stops" else set()
        slides = {j: float(np.sign(tt[j] @ v)) for j in closed if abs(tt[j] @ v) > 1e-9 and j not in resting_now}
        if what == "slips":
            slides[k] = -float(np.sign(forces(r.y[:, -1])[k][1]))
        modes = accelerate(q, v, closed, slides)
        fresh += [j for j in closed if j not in [i for i, _ in modes]]
        story.append((t, what, NAMES[k], q, v, [(NAMES[j], m) for j, m in modes]))
        if stop and stop(story):
            break
    return t, q, v, story



def resting(b, end=1.0):
    """The sleeve hangs on its lower end, with the bird at the angle b, at rest."""
    low = -(RM - R0) / HM if LINEAR else np.arcsin(R0 / np.hypot(RM, HM)) - np.arctan2(RM, HM)
    return [0.0, low, b], [0.0, 0.0, 0.0], end, [1]


def lowest(q, v, closed, t0):
    """When the bird is at rest next, its sleeve sticking: time and angle."""
    _, n, tt, bn, bt = kinematics(q, v)

    def rhs(t, x):
        y = np.concatenate([q[:2], [x[0]], v[:2], [x[1]]])
        _, n, tt, bn, bt = kinematics(y[:3], y[3:])
        return [x[1], solve([(1, "stick")], mass(y[:3]), force(y[:3], y[3:]), n, tt, -bn, -bt)[0][2]]

    rest = lambda t, x: x[1]
    rest.terminal, rest.direction = True, 1
    r = solve_ivp(rhs, (t0, t0 + 1), [q[2], v[2]], "DOP853", rtol=RTOL, atol=RTOL * 1e-2, events=[rest])
    return r.t[-1], r.y[0, -1]


def cycle(b):
    """From rest to rest: period, angle of the bird, fall of the sleeve, story."""
    story = []
    t, q, v, story = run(*resting(b), story=story, stop=lambda s: s[-1][1:3] == ("stops", "lower") and s[-1][0] > 0.1)
    assert story[-1][5] == [("lower", "stick")]
    end, angle = lowest(q, v, [1], t)
    return end, angle, q[0], story


if __name__ == "__main__":
    LINEAR = "linear" in sys.argv
    if "coarse" in sys.argv:
        RTOL = 1e-11
    if "path" in sys.argv:
        PATH, story = True, []
        run(*resting(-0.47795704731793265, 3.0), story=story)
        pecks = [e[0] for e in story if e[2] == "beak"]
        print("pecks at", *("%.14g" % t for t in pecks), "last period", pecks[-1] - pecks[-2])
        sys.exit()
    # The map from rest to rest has one coordinate; its fixed point by secants.
    b = [-0.52, -0.53]
    f = [cycle(x)[1] - x for x in b]
    while abs(f[1]) > 1e-14 and abs(b[1] - b[0]) > 1e-15:
        b = [b[1], b[1] - f[1] * (b[1] - b[0]) / (f[1] - f[0])]
        f = [f[1], cycle(b[1])[1] - b[1]]
    slope = (cycle(b[1] + 1e-5)[1] - cycle(b[1] - 1e-5)[1]) / 2e-5
    end, angle, fall, story = cycle(b[1])
    print("at rest with the sleeve at %.17g and the bird at %.17g" % (resting(b[1])[0][1], b[1]))
    print("period %.14g, fall %.14g, multiplier %.5g" % (end, fall, slope))
    story = []
    t, q, v, story = run(*resting(b[1]), story=story)
    for e in story:
        print("%.14g %s %s" % e[:3], " ".join("%.10g" % x for x in [*e[3], *e[4]]), e[5])
    print(t, *("%.15g" % x for x in [*q, *v]))
