"""Mechanics of rigid bodies by the textbook: markers, measures, rows of constraints, forces, accelerations with multipliers.

Written from the definitions of the input languages alone; it shares nothing with Carom. Everything is in the units of the deck; `ucf` is the factor
in force·ucf = mass·acceleration. Vectors have shape (3,), rotations (3, 3) with the axes of a marker as columns, in ground.
"""

from __future__ import annotations

import math

import numpy as np

X, Y, Z = 0, 1, 2
cross = np.cross


def about_z(a):
    c, s = math.cos(a), math.sin(a)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def about_x(a):
    c, s = math.cos(a), math.sin(a)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def euler(psi, theta, phi):
    """The rotation of body-fixed turns about z, x and z."""
    return about_z(psi) @ about_x(theta) @ about_z(phi)


def euler_angles(rotation):
    """The angles of `euler`."""
    r = rotation
    if math.hypot(r[0, 2], r[1, 2]) > 1e-7:
        theta = math.atan2(math.hypot(r[0, 2], r[1, 2]), r[2, 2])
        return math.atan2(r[0, 2], -r[1, 2]), theta, math.atan2(r[2, 0], r[2, 1])
    return math.atan2(r[1, 0], r[0, 0]), 0.0 if r[2, 2] > 0 else math.pi, 0.0


def skew(w):
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


class Body:
    """A rigid body. `origin` and `rotation` of its frame at the start; mass centre `centre` in that frame, inertia about it in its axes."""

    def __init__(self, label, origin, rotation, mass=0.0, centre=(0, 0, 0), inertia=None):
        self.label, self.mass, self.inertia = label, mass, inertia
        self.origin, self.rotation, self.centre = origin, rotation, np.array(centre, dtype=float)


class Marker:
    """A marker on body number `body` (0: ground): place and axes in the frame of the body."""

    def __init__(self, label, body, place, rotation):
        self.label, self.body, self.place, self.rotation = label, body, place, rotation


class Frame:
    """A marker at one instant: place p, axes r, velocity v, angular velocity w, arm from the mass centre, number of the body."""

    __slots__ = ("p", "r", "v", "w", "arm", "body")

    def __init__(self, p, r, v, w, arm, body):
        self.p, self.r, self.v, self.w, self.arm, self.body = p, r, v, w, arm, body


GROUND = Frame(np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), 0)
SIZE = 18  # numbers of a body in the state: place of the mass centre, nine of the rotation, two velocities


class Now:
    """The mechanism at one instant. Accelerations and multipliers are there once `solve` is called."""

    def __init__(self, mechanism, time, state):
        self.mechanism, self.time, self.frames = mechanism, time, {}
        count = len(mechanism.bodies)
        self.x, self.v, self.w = (np.zeros((count, 3)) for _ in range(3))
        self.r = np.tile(np.eye(3), (count, 1, 1))
        for b in range(1, count):
            own = state[SIZE * (b - 1) : SIZE * b]
            self.x[b], self.r[b], self.v[b], self.w[b] = own[:3], own[3:12].reshape(3, 3), own[12:15], own[15:]
        self.turns = dict(zip(mechanism.turning, state[SIZE * (count - 1) :]))
        self.a = self.alpha = None
        self.multipliers = {}

    def marker(self, label):
        """The marker of this label; 0 is the global frame."""
        if label == 0:
            return GROUND
        if label not in self.frames:
            m = self.mechanism.markers[label]
            r, b = self.r[m.body], m.body
            arm = r @ (m.place - self.mechanism.bodies[b].centre)
            v = self.v[b] + cross(self.w[b], arm)
            self.frames[label] = Frame(self.x[b] + arm, r @ m.rotation, v, self.w[b], arm, b)
        return self.frames[label]

    def acceleration(self, label):
        f = self.marker(label)
        if f.body == 0:
            return np.zeros(3), np.zeros(3)
        a, alpha = self.a[f.body], self.alpha[f.body]
        return a + cross(alpha, f.arm) + cross(f.w, cross(f.w, f.arm)), alpha


# Measures, by the definitions of the function pages. A marker argument that is left out is 0.


def distance(now, i, j=0):
    return now.marker(i).p - now.marker(j).p


def velocity(now, i, j=0, l=0):
    """Rate of `distance` as seen from marker l."""
    relative = now.marker(i).v - now.marker(j).v
    return relative - cross(now.marker(l).w, distance(now, i, j))


def spin(now, i, j=0):
    return now.marker(i).w - now.marker(j).w


def acceleration(now, i, j=0, l=0):
    """Second derivative of `distance` as seen from marker l."""
    w, alpha = now.marker(l).w, now.acceleration(l)[1]
    d, v = distance(now, i, j), now.marker(i).v - now.marker(j).v
    a = now.acceleration(i)[0] - now.acceleration(j)[0]
    return a - cross(alpha, d) - 2 * cross(w, v) + cross(w, cross(w, d))


def spin_rate(now, i, j=0, l=0):
    """Derivative of `spin` as seen from marker l."""
    return now.acceleration(i)[1] - now.acceleration(j)[1] - cross(now.marker(l).w, spin(now, i, j))


def relative_rotation(now, i, j=0):
    return now.marker(j).r.T @ now.marker(i).r


def part(x):
    """A cosine or sine within its bounds, which rounding may leave."""
    return max(-1.0, min(1.0, x))


def included_angle(now, i, j, k):
    p, q = distance(now, i, j), distance(now, k, j)
    return math.acos(part(p @ q / np.linalg.norm(p) / np.linalg.norm(q)))


def angle(entry):
    return lambda now, i, j=0: entry(relative_rotation(now, i, j))


def component(vector, axis, resolve_at):
    """Component of a vector measure (i, j, [l]) on an axis of marker k, where `resolve_at` is the position of k in the arguments."""

    def value(now, *markers):
        markers = list(markers) + [0] * (4 - len(markers))
        k = markers.pop(resolve_at)
        return vector(now, *markers[: 3 if vector in (velocity, acceleration, spin_rate) else 2]) @ now.marker(k).r[:, axis]

    return value


def magnitude(vector):
    return lambda now, *markers: float(np.linalg.norm(vector(now, *markers)))


def separation_rate(now, i, j=0, l=0):
    d = distance(now, i, j)
    return velocity(now, i, j, l) @ d / np.linalg.norm(d)


MEASURES = {
    "DM": magnitude(distance),
    "VM": magnitude(velocity),
    "VR": separation_rate,
    "WM": magnitude(spin),
    "ACCM": magnitude(acceleration),
    "WDTM": magnitude(spin_rate),
    "INCANG": included_angle,
    "AX": angle(lambda r: math.atan2(-r[1, 2], r[2, 2])),
    "AY": angle(lambda r: math.atan2(r[0, 2], r[2, 2])),
    "AZ": angle(lambda r: math.atan2(r[1, 0], r[0, 0])),
    "PSI": angle(lambda r: math.atan2(r[0, 2], -r[1, 2])),
    "THETA": angle(lambda r: math.acos(part(r[2, 2]))),
    "PHI": angle(lambda r: math.atan2(r[2, 0], r[2, 1])),
    "YAW": angle(lambda r: math.atan2(r[1, 0], r[0, 0])),
    "PITCH": angle(lambda r: math.asin(part(r[2, 0]))),
    "ROLL": angle(lambda r: math.atan2(r[2, 1], r[2, 2])),
}
for _axis, _letter in enumerate("XYZ"):
    for _name, _vector in (("D", distance), ("V", velocity), ("W", spin), ("ACC", acceleration), ("WDT", spin_rate)):
        MEASURES[_name + _letter] = component(_vector, _axis, 2)


# Rows of constraints: what they keep, as coefficients of the velocities (body, force, torque about the mass centre), and minus what is left of the
# second derivative where accelerations are zero.


class Row:
    def __init__(self, coefficients, curvature):
        self.coefficients, self.curvature = coefficients, curvature

    def times(self, c):
        return Row([(b, c * f, c * t) for b, f, t in self.coefficients], c * self.curvature)

    def plus(self, other):
        return Row(self.coefficients + other.coefficients, self.curvature + other.curvature)


def along(now, i, j, k, axis):
    """(p_i - p_j)·axis of marker k, with k on the body of j, or 0."""
    f, g, h = now.marker(i), now.marker(j), now.marker(k)
    u, d, w, v = h.r[:, axis], f.p - g.p, h.w, f.v - g.v
    inward = cross(f.w, cross(f.w, f.arm)) - cross(g.w, cross(g.w, g.arm))
    curvature = inward @ u + 2 * v @ cross(w, u) + d @ cross(w, cross(w, u))
    pulls = [(f.body, u, cross(f.arm, u)), (g.body, -u, -cross(g.arm, u)), (h.body, np.zeros(3), cross(u, d))]
    return Row(pulls, curvature)


def between_axes(now, i, a, j, b):
    """Axis a of marker i times axis b of marker j."""
    f, g = now.marker(i), now.marker(j)
    p, q = f.r[:, a], g.r[:, b]
    turn = cross(p, q)
    curvature = cross(f.w, cross(f.w, p)) @ q + 2 * cross(f.w, p) @ cross(g.w, q) + p @ cross(g.w, cross(g.w, q))
    return Row([(f.body, np.zeros(3), turn), (g.body, np.zeros(3), -turn)], curvature)


def turn_about_z(now, i, j):
    """The angle of i about z of j, the z axes codirected."""
    f, g = now.marker(i), now.marker(j)
    z = g.r[:, Z]
    return Row([(f.body, np.zeros(3), z), (g.body, np.zeros(3), -z)], (f.w - g.w) @ cross(g.w, z))


def coincident(now, i, j):
    return [along(now, i, j, 0, a) for a in (X, Y, Z)]


def parallel(now, i, j):
    return [between_axes(now, i, Z, j, X), between_axes(now, i, Z, j, Y)]


def on_line(now, i, j):
    return [along(now, i, j, j, X), along(now, i, j, j, Y)]


def not_turned(now, i, j):
    return parallel(now, i, j) + [between_axes(now, i, X, j, Y)]


def equal_spin(now, i, j):
    return between_axes(now, i, X, j, Y).plus(between_axes(now, i, Y, j, X).times(-1))


JOINTS = {
    "SPHERICAL": coincident,
    "REVOLUTE": lambda n, i, j: coincident(n, i, j) + parallel(n, i, j),
    "TRANSLATIONAL": lambda n, i, j: on_line(n, i, j) + not_turned(n, i, j),
    "CYLINDRICAL": lambda n, i, j: on_line(n, i, j) + parallel(n, i, j),
    "FIXED": lambda n, i, j: coincident(n, i, j) + not_turned(n, i, j),
    "PLANAR": lambda n, i, j: [along(n, i, j, j, Z)] + parallel(n, i, j),
    "UNIVERSAL": lambda n, i, j: coincident(n, i, j) + [between_axes(n, i, Z, j, Z)],
    "HOOKE": lambda n, i, j: coincident(n, i, j) + [between_axes(n, i, X, j, Y)],
    "CONVEL": lambda n, i, j: coincident(n, i, j) + [equal_spin(n, i, j)],
}
PRIMITIVES = {
    "ATPOINT": coincident,
    "INLINE": on_line,
    "INPLANE": lambda n, i, j: [along(n, i, j, j, Z)],
    "ORIENTATION": not_turned,
    "PARALLEL_AXES": parallel,
    "PERPENDICULAR": lambda n, i, j: [between_axes(n, i, Z, j, Z)],
}


def jacobian(now):
    """Rows (m, 6n), what their second derivatives have to be without the part of the accelerations, their rates, and the element of each."""
    mechanism = now.mechanism
    unknowns = 6 * (len(mechanism.bodies) - 1)
    rows, wanted, rates, owners = [], [], [], []
    for c in mechanism.constraints:
        _, rate, second = c.drive(now.time)
        for row in c.rows(now):
            line = np.zeros(unknowns)
            for body, force, torque in row.coefficients:
                if body:
                    line[6 * body - 6 : 6 * body] += np.concatenate([force, torque])
            rows.append(line)
            wanted.append(second - row.curvature)
            rates.append(rate)
            owners.append(c)
    return np.array(rows).reshape(-1, unknowns), np.array(wanted), np.array(rates), owners


def solve(now):
    """Accelerations and multipliers, shapes (bodies, 3): left in `now`."""
    mechanism = now.mechanism
    count, ucf = len(mechanism.bodies) - 1, mechanism.ucf
    load = np.zeros((count + 1, 6))
    inverse = np.zeros((6 * count, 6 * count))
    for b in range(1, count + 1):
        body, at = mechanism.bodies[b], 6 * b - 6
        inertia = now.r[b] @ body.inertia @ now.r[b].T
        load[b, :3] = body.mass * mechanism.gravity / ucf
        load[b, 3:] = -cross(now.w[b], inertia @ now.w[b]) / ucf
        inverse[at : at + 3, at : at + 3] = ucf * np.eye(3) / body.mass
        inverse[at + 3 : at + 6, at + 3 : at + 6] = ucf * np.linalg.inv(inertia)
    for element in mechanism.forces:
        for action in element.actions(now):
            arm = action.at - now.x[action.body]
            load[action.body] += np.concatenate([action.force, action.torque + cross(arm, action.force)])
    free = inverse @ load[1:].reshape(-1)
    rows, wanted, _, owners = jacobian(now)
    if len(wanted):
        multipliers = np.linalg.solve(rows @ inverse @ rows.T, wanted - rows @ free)
        free = free + inverse @ rows.T @ multipliers
        for owner, value in zip(owners, multipliers):
            now.multipliers.setdefault(owner, []).append(value)
    both = np.concatenate([np.zeros(6), free]).reshape(-1, 6)
    now.a, now.alpha = both[:, :3], both[:, 3:]


def rates(mechanism, time, state):
    """Right-hand side of the state."""
    now = Now(mechanism, time, state)
    solve(now)
    parts = [
        np.concatenate([now.v[b], (skew(now.w[b]) @ now.r[b]).reshape(-1), now.a[b], now.alpha[b]])
        for b in range(1, len(mechanism.bodies))
    ]
    turns = [spin(now, i, j) @ now.marker(j).r[:, Z] for i, j in mechanism.turning]
    return np.concatenate(parts + [turns])


class Action:
    """A force and a torque at a place of a body; `marker`: whose it is, by the sign of the statement."""

    def __init__(self, at, body, force, torque, on_i):
        self.at, self.body, self.force, self.torque, self.on_i = at, body, force, torque, on_i


def exerted(now, element, on_j):
    """Force and torque of an element at its marker I or J."""
    if element in now.multipliers or element in now.mechanism.constraints:
        return reaction(now, element, on_j)
    force, torque = np.zeros(3), np.zeros(3)
    for action in element.actions(now):
        if action.on_i != on_j:
            force, torque = force + action.force, torque + action.torque
    return force, torque


def reaction(now, constraint, on_j):
    """Force and torque of a constraint at the origin of its marker I or J."""
    end = now.marker(constraint.j if on_j else constraint.i)
    force, torque = np.zeros(3), np.zeros(3)
    for row, multiplier in zip(constraint.rows(now), now.multipliers[constraint]):
        for body, f, t in row.coefficients:
            if body == end.body:
                force, torque = force + multiplier * f, torque + multiplier * (t - cross(end.arm, f))
    return force, torque


def exerted_between(now, i, j):
    """Sum of what all elements that join the markers i and j exert on i."""
    force, torque = np.zeros(3), np.zeros(3)
    for element in now.mechanism.forces + [c for c in now.mechanism.constraints if c.tells]:
        ends = (element.i, element.reaction_marker)
        if ends in ((i, j), (j, i)):
            f, t = exerted(now, element, ends == (j, i))
            force, torque = force + f, torque + t
    return force, torque


def told(now, pair, comp, resolve):
    """Component 1 to 8 of a force and torque: FM FX FY FZ TM TX TY TZ on the axes of a marker."""
    force, torque = pair
    vector, place = (force, comp - 2) if comp < 5 else (torque, comp - 6)
    return float(np.linalg.norm(vector)) if place < 0 else float(vector @ now.marker(resolve).r[:, place])
