#!/usr/bin/env python3
"""Slider-crank with clearance: an event-driven computation that shares nothing with Carom.

While the slider stays parallel to its guide, both corners of a side touch together, so that the mechanism has two coordinates (crank and rod)
and one gap on either side; friction of both corners is that of the sum of their forces. SciPy's DOP853 at 1e-13 and its events; the gap of the side
last touched is a state of its own, so that small flights keep all their digits; Newton's law of impact with Coulomb's friction in the impulse; the
geometric sum of a series of impacts at its end. Prints the values of the records of `slider_crank_clearance.adm`.
"""

import numpy as np
from scipy.integrate import solve_ivp

L1, L2, C = 0.153, 0.306, 0.001
M1, M2, M3 = 0.038, 0.038, 0.076
J1, J2, G = 7.4e-5, 5.9e-4, 9.81
MU, E = 0.01, 0.4
LONGEST = 1e-4


def mass(q):
    s = (0.5 * M2 + M3) * L1 * L2 * np.cos(q[1] - q[0])
    return np.array([[J1 + (0.25 * M1 + M2 + M3) * L1**2, s], [s, J2 + (0.25 * M2 + M3) * L2**2]])


def force(q, v):
    k = (0.5 * M2 + M3) * L1 * L2 * np.sin(q[0] - q[1])
    weight = [(0.5 * M1 + M2 + M3) * G * L1 * np.cos(q[0]), (0.5 * M2 + M3) * G * L2 * np.cos(q[1])]
    return np.array([-k * v[1] ** 2 - weight[0], k * v[0] ** 2 - weight[1]])


def rows(q):
    """Rates of the height and of the way of the slider."""
    up = np.array([L1 * np.cos(q[0]), L2 * np.cos(q[1])])
    along = np.array([-L1 * np.sin(q[0]), -L2 * np.sin(q[1])])
    return up, along


def bend(q, v):
    """The height's acceleration beside that of the angles."""
    return -L1 * np.sin(q[0]) * v[0] ** 2 - L2 * np.sin(q[1]) * v[1] ** 2


def rates(x, side, slip):
    """Of angles, their rates, the gap of the side (1 above, -1 below) and its rate; and the force of the guide, which is 0 where `slip` is None."""
    q, v = x[:2], x[2:4]
    m, (up, along) = mass(q), rows(q)
    a, f = np.linalg.solve(m, force(q, v)), 0.0
    if slip is not None:
        push = np.linalg.solve(m, -side * up - MU * slip * along)
        f = -(up @ a + bend(q, v)) / (up @ push)
        a = a + f * push
    gap = -side * (up @ a + bend(q, v))
    return np.concatenate([v, a, [x[5], gap if slip is None else 0.0]]), f


def struck(x, side, e):
    """After an impact with the restitution e; the direction of slip stays."""
    m, (up, along) = mass(x[:2]), rows(x[:2])
    slip = np.sign(along @ x[2:4])
    push = np.linalg.solve(m, -side * up - MU * slip * along)
    v = x[2:4] + (1 + e) * x[5] / (side * up @ push) * push
    assert np.sign(along @ v) == slip
    return np.concatenate([x[:2], v, [0.0, -side * (up @ v)]])


def first(of, t, x, end, events, longest=np.inf):
    """Integrates to the first event, or to the end. SciPy looks at the ends of its steps alone: none may be longer than `longest`."""
    for event in events:
        event.terminal, event.direction = True, -1
    tolerances = dict(rtol=1e-13, atol=[1e-15] * 4 + [1e-28, 1e-22])
    r = solve_ivp(of, (t, end), x, "DOP853", events=events, max_step=longest, **tolerances)
    which = next((k for k, times in enumerate(r.t_events) if len(times)), None)
    return r.t[-1], r.y[:, -1], which


def flight(t, x, side, end, story):
    """Through impacts to the end of their series; the side is the one last touched."""
    longest = LONGEST
    while True:
        free = lambda t, x: rates(x, side, None)[0]
        events = [lambda t, x: x[4], lambda t, x: 2 * C - x[4]]
        t, x, which = first(free, t, x, end, events, longest)
        if which is None:
            return t, x, side, False
        if which == 1:
            side, x = -side, np.concatenate([x[:5], [-x[5]]])
        story.append((t, "impact", side, x[5]))
        x = struck(x, side, E)
        fall = -free(t, x)[5]
        longest = min(LONGEST, 2 * x[5] / abs(fall) / 3)
        if fall > 0 and x[5] < 1e-9:
            # From here on the flights are parabolas to rounding, each E times as long as the one before.
            rest = 2 * x[5] / fall / (1 - E)
            x = x + rest * free(t, x)
            x = struck(x, side, 0.0)
            x[5] = 0.0
            story.append((t + rest, "closure", side, 0.0))
            return t + rest, x, side, True


def slide(t, x, side, end, story):
    """Along the guide until it lets go."""
    while True:
        slip = np.sign(rows(x[:2])[1] @ x[2:4])
        events = [lambda t, x: rates(x, side, slip)[1], lambda t, x: slip * (rows(x[:2])[1] @ x[2:4])]
        t, x, which = first(lambda t, x: rates(x, side, slip)[0], t, x, end, events)
        if which is None:
            return t, x, False
        if which == 0:
            story.append((t, "separation", side, 0.0))
            return t, x, True
        story.append((t, "slip turns", side, 0.0))
        # On in the other direction: a step of a nanosecond off the turning point.
        x = x + 1e-9 * rates(x, side, -slip)[0]
        t += 1e-9


def run(end):
    t, x, side, story = 0.0, np.array([0.0, 0.0, 150.0, -75.0, C, 0.0]), 1, []
    while True:
        t, x, side, rests = flight(t, x, side, end, story)
        if not rests:
            return x, story
        t, x, leaves = slide(t, x, side, end, story)
        if not leaves:
            return x, story


if __name__ == "__main__":
    for end in (0.02, 0.1, 0.2):
        x, story = run(end)
        print(end, *(f"{v:.15g}" for v in x[:4]), flush=True)
    for t, what, side, speed in story:
        if what != "impact":
            print(f"{t:.15g} {what} {side}")
    print(len(story))
