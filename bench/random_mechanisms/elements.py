"""Elements of a mechanism: what each does, and how it is written in both input languages.

Each class has `adams()`, the statement of a dataset, and `xml()`, tag and attributes of a MotionSolve element. Forces have `actions(now)`,
constraints `rows(now)` and `drive(time)`: value, rate and second derivative that the rows have to have.
"""

from __future__ import annotations

import math

import numpy as np
from mechanics import JOINTS, PRIMITIVES, X, Y, Z, Action, MEASURES, along, cross, distance, separation_rate, spin, turn_about_z, velocity


def number(x):
    return repr(float(x))


def numbers(values):
    return ", ".join(number(v) for v in values)


class Expression:
    """A function expression: its text and its value."""

    def __init__(self, text, value):
        self.text, self.value = text.replace("+-", "-").replace("--", "+"), value


NOTHING = Expression("0", lambda now: 0.0)


class Element:
    name = ""  # of the function that tells its force; also what COUPLER and others have not
    tells = True

    def __init__(self, label, i, j):
        self.label, self.i, self.j = label, i, j

    @property
    def reaction_marker(self):
        return self.j

    def markers(self):
        return {"i_marker_id": self.i, "j_marker_id": self.j}


# Constraints


class Constraint(Element):
    def drive(self, time):
        return 0.0, 0.0, 0.0


class Joint(Constraint):
    name = "JOINT"

    def __init__(self, label, i, j, kind):
        super().__init__(label, i, j)
        self.kind = kind
        self.name = "JPRIM" if kind in PRIMITIVES else "JOINT"

    def rows(self, now):
        return {**JOINTS, **PRIMITIVES}[self.kind](now, self.i, self.j)

    def adams(self):
        return f"{self.name}/{self.label}, {self.kind}, I={self.i}, J={self.j}"

    def xml(self):
        tag = "Constraint_Jprim" if self.name == "JPRIM" else "Constraint_Joint"
        kind = "CONSTANT_VELOCITY" if self.kind == "CONVEL" else self.kind
        return tag, {"id": self.label, "type": kind, **self.markers()}


class Screw(Constraint):
    """2π·z = pitch·angle, beside a cylindrical joint."""

    name = "JOINT"

    def __init__(self, label, i, j, pitch):
        super().__init__(label, i, j)
        self.pitch = pitch

    def rows(self, now):
        slide = along(now, self.i, self.j, self.j, Z).times(2 * math.pi)
        return [slide.plus(turn_about_z(now, self.i, self.j).times(-self.pitch))]

    def adams(self):
        return f"JOINT/{self.label}, SCREW, PITCH={number(self.pitch)}, I={self.i}, J={self.j}"

    def xml(self):
        return "Constraint_Joint", {"id": self.label, "type": "SCREW", "pitch": number(self.pitch), **self.markers()}


class Motion(Constraint):
    """start + a·sin(w·t) for the freedom of a joint, by its displacement, velocity or acceleration."""

    name = "MOTION"

    def __init__(self, label, joint, turns, start, a, w, given):
        super().__init__(label, joint.i, joint.j)
        self.joint, self.turns, self.start, self.a, self.w, self.given = joint, turns, start, a, w, given

    def rows(self, now):
        return [turn_about_z(now, self.i, self.j) if self.turns else along(now, self.i, self.j, self.j, Z)]

    def drive(self, time):
        a, w = self.a, self.w
        return self.start + a * math.sin(w * time), a * w * math.cos(w * time), -a * w * w * math.sin(w * time)

    def function(self):
        a, w = self.a, self.w
        return {
            "D": Expression(f"{number(self.start)}+{number(a)}*SIN({number(w)}*TIME)", None),
            "V": Expression(f"{number(a * w)}*COS({number(w)}*TIME)", None),
            "A": Expression(f"{number(-a * w * w)}*SIN({number(w)}*TIME)", None),
        }[self.given].text

    def adams(self):
        given = {
            "D": "",
            "V": f"VELOCITY, ICDISP={number(self.start)}, ",
            "A": f"ACCELERATION, ICDISP={number(self.start)}, ICVEL={number(self.a * self.w)}, ",
        }[self.given]
        way = "ROTATION" if self.turns else "TRANSLATION"
        return f"MOTION/{self.label}, JOINT={self.joint.label}, {way}, {given}FUNCTION={self.function()}"

    def xml(self):
        more = {"ic_disp": number(self.start)} if self.given != "D" else {}
        if self.given == "A":
            more["ic_vel"] = number(self.a * self.w)
        kind = {"motion_type": "R" if self.turns else "T", "val_type": self.given, "type": "EXPRESSION"}
        return "Motion_Joint", {"id": self.label, "joint_id": self.joint.label, **kind, "expr": self.function(), **more}


class Coupler(Constraint):
    tells = False

    def __init__(self, label, joints, scales):
        super().__init__(label, joints[0].i, joints[0].j)
        self.joints, self.scales = joints, scales

    def rows(self, now):
        freedom = lambda q: turn_about_z(now, q.i, q.j) if q.kind == "REVOLUTE" else along(now, q.i, q.j, q.j, Z)
        first, second = (freedom(q).times(s) for q, s in zip(self.joints, self.scales))
        return [first.plus(second)]

    def adams(self):
        labels = ", ".join(str(q.label) for q in self.joints)
        return f"COUPLER/{self.label}, JOINTS={labels}, SCALES={numbers(self.scales)}"

    def xml(self):
        ends = {}
        for k, q in enumerate(self.joints, 1):
            ends[f"joint{k}_id"], ends[f"freedom_{k}"] = q.label, "R" if q.kind == "REVOLUTE" else "T"
        return "Constraint_Coupler", {"id": self.label, **ends, "coefficients": numbers(self.scales)}


# Forces


def pair(now, element, force, torque):
    """Force and torque on marker I, and against them at the origin of marker J."""
    i, j = now.marker(element.i), now.marker(element.j)
    return [Action(i.p, i.body, force, torque, True), Action(j.p, j.body, -force, -torque, False)]


class Scalar(Element):
    name = "SFORCE"

    def __init__(self, label, i, j, turns, action_only, function):
        super().__init__(label, i, j)
        self.turns, self.action_only, self.function = turns, action_only, function

    def actions(self, now):
        value, nothing = self.function.value(now), np.zeros(3)
        z = now.marker(self.j).r[:, Z]
        if self.turns:
            both = pair(now, self, nothing, value * z)
        elif self.action_only:
            both = pair(now, self, value * z, nothing)
        else:
            line = distance(now, self.i, self.j)
            both = pair(now, self, value * line / np.linalg.norm(line), nothing)
        return both[:1] if self.action_only else both

    def adams(self):
        way = "ROTATION" if self.turns else "TRANSLATION"
        only = ", ACTIONONLY" if self.action_only else ""
        return f"SFORCE/{self.label}, {way}, I={self.i}, J={self.j}{only}, FUNCTION={self.function.text}"

    def xml(self):
        kind = {"type": "Torque" if self.turns else "Force", **self.markers()}
        only = "TRUE" if self.action_only else "FALSE"
        return "Force_Scalar_TwoBody", {"id": self.label, **kind, "val_expression": self.function.text, "is_action_only": only}


class Vector(Element):
    """VFORCE, VTORQUE or GFORCE: components on the axes of RM, against them on the body of the floating marker, at I."""

    def __init__(self, label, i, floating, body, rm, functions):
        super().__init__(label, i, floating)
        self.body, self.rm, self.functions = body, rm, functions
        self.statement = "GFORCE" if len(functions) == 6 else "VFORCE" if "FX" in functions else "VTORQUE"
        self.name = "VTORQ" if self.statement == "VTORQUE" else self.statement

    def actions(self, now):
        values = [self.functions.get(c, NOTHING).value(now) for c in ("FX", "FY", "FZ", "TX", "TY", "TZ")]
        axes, i = now.marker(self.rm).r, now.marker(self.i)
        force, torque = axes @ values[:3], axes @ values[3:]
        return [Action(i.p, i.body, force, torque, True), Action(i.p, self.body, -force, -torque, False)]

    def adams(self):
        functions = "\\\n, ".join(f"{c}={f.text}" for c, f in self.functions.items())
        return f"{self.statement}/{self.label}, I={self.i}, JFLOAT={self.j}, RM={self.rm}\n, {functions}"

    def xml(self):
        kind = {"VFORCE": "ForceOnly", "VTORQUE": "TorqueOnly", "GFORCE": "ForceAndTorque"}[self.statement]
        ends = {"type": kind, "i_marker_id": self.i, "j_floating_marker_id": self.j, "ref_marker_id": self.rm}
        return "Force_Vector_TwoBody", {"id": self.label, **ends, **{f"{c.lower()}_expression": f.text for c, f in self.functions.items()}}


class Spring(Element):
    name = "SPDP"

    def __init__(self, label, i, j, turns, k, c, length, preload):
        super().__init__(label, i, j)
        self.turns, self.k, self.c, self.length, self.preload = turns, k, c, length, preload

    def actions(self, now):
        z, nothing = now.marker(self.j).r[:, Z], np.zeros(3)
        if self.turns:
            value = self.law(now.turns[self.i, self.j], spin(now, self.i, self.j) @ z)
            return pair(now, self, nothing, value * z)
        line = distance(now, self.i, self.j)
        length = np.linalg.norm(line)
        return pair(now, self, self.law(length, separation_rate(now, self.i, self.j)) * line / length, nothing)

    def law(self, length, rate):
        return self.preload - self.k * (length - self.length) - self.c * rate

    def adams(self):
        names = ("ROTATIONAL", "KT", "CT", "ANGLE", "TORQUE") if self.turns else ("TRANSLATIONAL", "K", "C", "LENGTH", "FORCE")
        values = zip(names[1:], (self.k, self.c, self.length, self.preload))
        return f"SPRINGDAMPER/{self.label}, {names[0]}, I={self.i}, J={self.j}, " + ", ".join(f"{n}={number(v)}" for n, v in values)

    def xml(self):
        values = zip(("stiffness", "damping", "length", "preload"), (self.k, self.c, self.length, self.preload))
        kind = "ROTATIONAL" if self.turns else "TRANSLATIONAL"
        return "Force_SpringDamper", {"id": self.label, "type": kind, **self.markers(), **{n: number(v) for n, v in values}}


class Elastic(Element):
    """Six components on the axes of J: preload - K·(q - q0) - C·q'. The torque on J makes up for the arm."""

    def __init__(self, label, i, j, stiffness, damping, preload, free):
        super().__init__(label, i, j)
        self.stiffness, self.damping, self.preload, self.free = stiffness, damping, preload, free

    def actions(self, now):
        axes, d = now.marker(self.j).r, distance(now, self.i, self.j)
        angles = [MEASURES[name](now, self.i, self.j) for name in ("AX", "AY", "AZ")]
        place = np.concatenate([axes.T @ d, angles])
        rate = np.concatenate([axes.T @ velocity(now, self.i, self.j, self.j), axes.T @ spin(now, self.i, self.j)])
        six = self.preload - self.stiffness @ (place - self.free) - self.damping @ rate
        force, torque = axes @ six[:3], axes @ six[3:]
        on_i, on_j = pair(now, self, force, torque)
        on_j.torque = on_j.torque - cross(d, force)
        return [on_i, on_j]

    SIX = ("x", "y", "z", "tx", "ty", "tz")

    def six(self, name, values):
        return {f"{name}_{c}": number(v) for c, v in zip(self.SIX, values)}


class Bushing(Elastic):
    name = "BUSH"

    def adams(self):
        k, c, p = np.diag(self.stiffness), np.diag(self.damping), self.preload
        parts = (("K", k[:3]), ("KT", k[3:]), ("C", c[:3]), ("CT", c[3:]), ("FORCE", p[:3]), ("TORQUE", p[3:]))
        return f"BUSHING/{self.label}, I={self.i}, J={self.j}\n, " + "\n, ".join(f"{n}={numbers(v)}" for n, v in parts)

    def xml(self):
        matrices = (("k", self.stiffness), ("c", self.damping))
        diagonals = {f"{n}{c}": number(v) for n, m in matrices for c, v in zip(self.SIX, np.diag(m))}
        return "Force_Bushing", {"id": self.label, **self.markers(), **diagonals, **self.six("preload", self.preload)}


class Field(Elastic):
    name = "FIELD"

    def adams(self):
        columns = lambda m: "\n, ".join(numbers(m[:, c]) for c in range(6))
        matrices = f"KMATRIX={columns(self.stiffness)}\n, CMATRIX={columns(self.damping)}"
        return f"FIELD/{self.label}, I={self.i}, J={self.j}\n, {matrices}\n, FORCE={numbers(self.preload)}\n, LENGTH={numbers(self.free)}"

    def xml(self):
        matrices = (("k", self.stiffness), ("c", self.damping))
        entries = {f"{n}{r + 1}{c + 1}": number(m[r, c]) for n, m in matrices for r in range(6) for c in range(6)}
        return "Force_Field", {"id": self.label, **self.markers(), **entries, **self.six("preload", self.preload), **self.six("length", self.free)}


class Beam(Elastic):
    """The end stiffness of Timoshenko's beam along x of J."""

    name = "BEAM"

    def __init__(self, label, i, j, data):
        self.data = data
        length, area, torsion, iyy, izz, e, g, asy, asz, ratio = data.values()
        y = 12 * e * izz * asy / (g * area * length**2)
        z = 12 * e * iyy * asz / (g * area * length**2)
        k = np.diag([
            e * area / length, 12 * e * izz / (length**3 * (1 + y)), 12 * e * iyy / (length**3 * (1 + z)),
            g * torsion / length, (4 + z) * e * iyy / (length * (1 + z)), (4 + y) * e * izz / (length * (1 + y)),
        ])  # fmt: skip
        k[2, 4] = k[4, 2] = 6 * e * iyy / (length**2 * (1 + z))
        k[1, 5] = k[5, 1] = -6 * e * izz / (length**2 * (1 + y))
        super().__init__(label, i, j, k, ratio * k, np.zeros(6), np.array([length, 0, 0, 0, 0, 0]))

    def adams(self):
        return f"BEAM/{self.label}, I={self.i}, J={self.j}\n, " + "\n, ".join(f"{n}={number(v)}" for n, v in self.data.items())

    def xml(self):
        names = {"EMODULUS": "e", "GMODULUS": "g"}
        data = {names.get(n, n.lower()): number(v) for n, v in self.data.items()}
        return "Force_Beam", {"id": self.label, **self.markers(), **data}
