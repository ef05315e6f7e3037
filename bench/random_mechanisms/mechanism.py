"""A random mechanism, assembled from the start, and its text in both input languages."""

from __future__ import annotations

import math
import random
from xml.sax.saxutils import quoteattr

import numpy as np
from elements import (
    Beam, Bushing, Coupler, Element, Expression, Field, Joint, Motion, Scalar, Screw, Spring, Vector, number, numbers,
)  # fmt: skip
from mechanics import (
    JOINTS, MEASURES, PRIMITIVES, SIZE, Body, Marker, Now, about_x, about_z, euler, euler_angles, exerted, exerted_between, jacobian, told,
)  # fmt: skip

# Names of units as the statements have them, and force·ucf = mass·acceleration.
UNITS = {
    "SI": (("NEWTON", "KILOGRAM", "METER", "SECOND"), 1.0),
    "mm": (("NEWTON", "KILOGRAM", "MILLIMETER", "SECOND"), 1e3),
    "tonne": (("NEWTON", "TONNE", "MILLIMETER", "SECOND"), 1.0),
    "inch": (("POUND_FORCE", "POUND_MASS", "INCH", "SECOND"), 9.80665 / 0.0254),
}
ANGLES = {"AX", "AY", "AZ", "PSI", "THETA", "PHI", "YAW", "PITCH", "ROLL", "INCANG"}
COMPONENTS = ("FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ")


class Mechanism:
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.units = self.random.choice(list(UNITS))
        self.ucf = UNITS[self.units][1]
        self.bodies = [Body(100, np.zeros(3), np.eye(3))]
        self.markers, self.floating, self.inertia_markers = {}, {}, {}
        self.constraints, self.forces, self.requests = [], [], []
        self.turning, self.angles = [], []
        self.labels = 0
        self.gravity = self.vector(5)
        for _ in range(self.random.choice([1, 2, 2, 3, 4])):
            self.add_body()
        self.add_joints()
        self.add_loop()
        self.add_coupler()
        for body in range(len(self.bodies)):
            self.marker(body, self.somewhere(body), self.turned())
            self.marker(body, self.somewhere(body), self.turned())
        for _ in range(self.random.randrange(1, 6)):
            self.add_force()
        while len(self.requests) < 24:
            self.add_request()

    # Random things

    def between(self, low, high):
        return self.random.uniform(low, high)

    def chance(self, part):
        return self.random.random() < part

    def vector(self, size):
        return np.array([self.between(-size, size) for _ in range(3)])

    def turned(self):
        return euler(self.between(-3, 3), self.between(0.1, 3), self.between(-3, 3))

    def somewhere(self, body):
        """A place in ground, near the body."""
        b = self.bodies[body]
        return b.origin + b.rotation @ self.vector(0.4)

    def label(self):
        self.labels += 1
        return self.labels

    # Parts of the mechanism

    def marker(self, body, place, rotation):
        """A marker on a body where it is at the start, in ground; its label."""
        b, label = self.bodies[body], self.label()
        own = euler(*euler_angles(b.rotation.T @ rotation))
        self.markers[label] = Marker(label, body, b.rotation.T @ (place - b.origin), own)
        return label

    def place(self, label):
        """Where a marker is at the start, and its axes."""
        m = self.markers[label]
        b = self.bodies[m.body]
        return b.origin + b.rotation @ m.place, b.rotation @ m.rotation

    def add_body(self):
        mass, centre = self.between(0.5, 3) * self.ucf, self.vector(0.2)
        points = [self.vector(0.4) for _ in range(4)]
        inertia = mass * (0.02 * np.eye(3) + sum((p @ p) * np.eye(3) - np.outer(p, p) for p in points) / 4)
        rotation = euler(*euler_angles(self.turned()))
        body = Body(len(self.bodies), self.vector(1), rotation, mass, centre, inertia)
        self.bodies.append(body)
        at = body.origin + rotation @ centre
        body.mass_marker = self.marker(body.label, at, self.turned())
        body.inertia_marker = self.marker(body.label, at + self.vector(0.3), self.turned()) if self.chance(0.4) else None

    def inertia_of_statement(self, body):
        """xx, yy, zz, xy, xz, yz about the marker of the statement; products are +∫xy dm."""
        m = self.markers[body.inertia_marker or body.mass_marker]
        arm = m.place - body.centre
        about = body.inertia + body.mass * ((arm @ arm) * np.eye(3) - np.outer(arm, arm))
        j = m.rotation.T @ about @ m.rotation
        return [j[0, 0], j[1, 1], j[2, 2], -j[0, 1], -j[0, 2], -j[1, 2]]

    def relative(self, kind):
        """A place and an orientation of I in J that the joint allows."""
        u, z, slide = self.between, about_z, np.array([0, 0, self.between(-0.3, 0.3)])
        flat, free = np.array([u(-0.3, 0.3), u(-0.3, 0.3), 0]), self.turned()
        none, aligned, quarter = np.zeros(3), np.eye(3), about_x(math.pi / 2)
        bend = u(-2, 2)
        return {
            "SPHERICAL": (none, free), "ATPOINT": (none, free), "FIXED": (none, aligned), "REVOLUTE": (none, z(u(-2, 2))),
            "TRANSLATIONAL": (slide, aligned), "CYLINDRICAL": (slide, z(u(-2, 2))), "PLANAR": (flat, z(u(-2, 2))),
            "UNIVERSAL": (none, z(u(-2, 2)) @ quarter @ z(u(-2, 2))),
            "HOOKE": (none, z(-math.pi / 2) @ about_x(u(-0.6, 0.6)) @ z(math.pi / 2) @ about_x(u(-0.6, 0.6))),
            "CONVEL": (none, z(bend) @ about_x(u(-0.8, 0.8)) @ z(-bend)),
            "INLINE": (slide, free), "INPLANE": (flat, free), "ORIENTATION": (self.vector(0.3), aligned),
            "PARALLEL_AXES": (self.vector(0.3), z(u(-2, 2))), "PERPENDICULAR": (self.vector(0.3), z(u(-2, 2)) @ quarter @ z(u(-2, 2))),
        }[kind]  # fmt: skip

    def joint(self, kind, body, base, place):
        """A joint between a marker I on `body` and a marker J on `base` at `place`."""
        offset, turn = self.relative(kind)
        pitch = self.between(0.2, 1) * self.random.choice([-1, 1])
        is_screw = kind == "CYLINDRICAL" and self.chance(0.4)
        start = math.atan2(turn[1, 0], turn[0, 0])
        if is_screw:
            offset = np.array([0, 0, pitch * start / (2 * math.pi)])
        axes = self.turned()
        j = self.marker(base, place, axes)
        origin, axes = self.place(j)
        joint = Joint(self.label(), self.marker(body, origin + axes @ offset, axes @ turn), j, kind)
        joint.turn, joint.slide, joint.driven = start, offset[2], False
        self.constraints.append(joint)
        if is_screw:
            self.constraints.append(Screw(self.label(), joint.i, j, pitch))
        return joint, is_screw

    def add_joints(self):
        """A tree of joints; some bodies are left free."""
        for body in range(1, len(self.bodies)):
            if self.chance(0.12):
                continue
            base, kind = self.random.randrange(body), self.random.choice([*JOINTS, *PRIMITIVES])
            place = self.somewhere(body) if self.chance(0.7) else self.somewhere(base)
            joint, is_screw = self.joint(kind, body, base, place)
            if kind in ("REVOLUTE", "TRANSLATIONAL", "CYLINDRICAL") and not is_screw and self.chance(0.25):
                turns = kind == "REVOLUTE" or kind == "CYLINDRICAL" and self.chance(0.5)
                start, given = joint.turn if turns else joint.slide, self.random.choice("DVA")
                motion = Motion(self.label(), joint, turns, start, self.between(-0.5, 0.5), self.between(1, 4), given)
                self.constraints.append(motion)
                joint.driven = True

    def add_loop(self):
        if len(self.bodies) > 2 and self.chance(0.5):
            body, base = self.random.sample(range(len(self.bodies)), 2)
            if body == 0:
                body, base = base, body
            self.joint(self.random.choice(["INPLANE", "PERPENDICULAR", "INLINE"]), body, base, self.somewhere(base))

    def add_coupler(self):
        free = [c for c in self.constraints if isinstance(c, Joint) and c.kind in ("REVOLUTE", "TRANSLATIONAL") and not c.driven]
        if len(free) > 1 and self.chance(0.7):
            both = self.random.sample(free, 2)
            first, second = (q.turn if q.kind == "REVOLUTE" else q.slide for q in both)
            scale = self.between(0.3, 1)
            self.constraints.append(Coupler(self.label(), both, [scale, -scale * first / second]))

    # Functions and forces

    def far(self, i, j):
        at = lambda k: self.place(k)[0] if k else np.zeros(3)
        return np.linalg.norm(at(i) - at(j)) > 0.1

    def is_parallel(self, i, j):
        """Whether the z axes are one: PSI and PHI have no values then."""
        z = lambda k: self.place(k)[1][:, 2] if k else np.array([0, 0, 1])
        return abs(z(i) @ z(j)) > 1 - 1e-6

    def measure(self, accelerations=False):
        """Name, text and value of a measure of random markers."""
        pick = lambda: self.random.choice([0, *self.markers])
        while True:
            name = self.random.choice([n for n in MEASURES if accelerations or not n.startswith(("ACC", "WDT"))])
            i, j = self.random.choice(list(self.markers)), pick()
            if i == j or j and self.markers[i].body == self.markers[j].body and self.chance(0.9):
                continue
            k, l = pick(), pick()
            markers = {"D": (i, j, k), "W": (i, j, k), "V": (i, j, k, l), "A": (i, j, k, l), "M": (i, j, l)}
            if name == "INCANG":
                arguments = (i, j, k)
                if 0 in arguments or i == k or not (self.far(i, j) and self.far(k, j)):
                    continue
            elif name in ANGLES or name in ("DM", "WM"):
                arguments = (i, j)
            elif name in ("VM", "VR", "ACCM", "WDTM"):
                arguments = markers["M"]
            else:
                arguments = markers["A" if name.startswith(("ACC", "WDT")) else name[0]]
            if name in ("DM", "VR") and not self.far(i, j) or name in ("PSI", "PHI") and self.is_parallel(i, j):
                continue
            written = list(arguments)
            while len(written) > 1 and written[-1] == 0 and self.chance(0.5):
                written.pop()
            text = f"{name}({','.join(map(str, written))})"
            return name, text, lambda now: MEASURES[name](now, *arguments)

    def function(self, size):
        """A bounded smooth function of the state and time."""
        a, phase, w = self.between(-size, size), self.between(-1, 1), self.between(1, 8)
        if self.chance(0.2):
            return Expression(f"{number(a)}*SIN({number(w)}*TIME+{number(phase)})", lambda now: a * math.sin(w * now.time + phase))
        name, text, value = self.measure()
        if name in ("VM", "VR", "WM", "THETA", "PITCH", "INCANG"):
            return Expression(f"{number(a)}*COS({text})", lambda now: a * math.cos(value(now)))
        if name in ANGLES:
            return Expression(f"{number(a)}*SIN({text})", lambda now: a * math.sin(value(now)))
        return Expression(f"{number(a)}*SIN({text}+{number(phase)})", lambda now: a * math.sin(value(now) + phase))

    def apart(self):
        """Two markers on two bodies, not at one place."""
        while True:
            i, j = self.random.sample(list(self.markers), 2)
            if self.markers[i].body != self.markers[j].body and self.far(i, j):
                return i, j

    def add_force(self):
        kind = self.random.choice([Scalar, Scalar, Vector, Vector, Spring, Spring, Bushing, Field, Beam])
        self.forces.extend(getattr(self, f"random_{kind.__name__.lower()}")(*self.apart()))

    def random_scalar(self, i, j):
        turns = self.chance(0.5)
        return [Scalar(self.label(), i, j, turns, self.chance(0.5), self.function(1 if turns else 4))]

    def random_vector(self, i, j):
        body, floating = self.markers[j].body, self.label()
        self.floating[floating] = body
        names = self.random.choice([("FX", "FY", "FZ"), ("TX", "TY", "TZ"), COMPONENTS[1:4] + COMPONENTS[5:]])
        functions = {c: self.function(4 if c[0] == "F" else 1) for c in names}
        return [Vector(self.label(), i, floating, body, self.random.choice(list(self.markers)), functions)]

    def random_spring(self, i, j):
        about = [c for c in self.constraints if isinstance(c, Joint) and c.kind in ("REVOLUTE", "CYLINDRICAL", "PLANAR")]
        if about and self.chance(0.5):
            q = self.random.choice(about)
            if (q.i, q.j) not in self.turning:
                self.turning.append((q.i, q.j))
                self.angles.append(q.turn)
            return [Spring(self.label(), q.i, q.j, True, self.between(1, 10), self.between(0, 1), self.between(-1, 1), self.between(-1, 1))]
        return [Spring(self.label(), i, j, False, self.between(1, 30), self.between(0, 2), self.between(0.1, 1), self.between(-2, 2))]

    def facing(self, i, j, distance):
        """A marker on the body of i, near that distance along x of j and hardly turned from it."""
        origin, axes = self.place(j)
        small = about_z(self.between(-0.05, 0.05)) @ about_x(self.between(-0.05, 0.05))
        return self.marker(self.markers[i].body, origin + axes @ (np.array([distance, 0, 0]) + self.vector(0.05)), axes @ small)

    def preload(self):
        return np.concatenate([self.vector(2), self.vector(0.3)])

    def random_bushing(self, i, j):
        draw = lambda low, high, few: [self.between(low, high) for _ in range(few)]
        stiffness, damping = np.diag(draw(5, 60, 3) + draw(1, 8, 3)), np.diag(draw(0, 2, 3) + draw(0, 0.5, 3))
        return [Bushing(self.label(), self.facing(i, j, 0), j, stiffness, damping, self.preload(), np.zeros(6))]

    def random_field(self, i, j):
        def positive(size):
            m = np.array([[self.between(-1, 1) for _ in range(6)] for _ in range(6)])
            scale = np.diag([4, 4, 4, 1.5, 1.5, 1.5])
            return size * scale @ (m @ m.T + 0.2 * np.eye(6)) @ scale

        free = np.concatenate([self.vector(0.1), self.vector(0.05)])
        return [Field(self.label(), self.facing(i, j, 0), j, positive(1), positive(0.02), self.preload(), free)]

    def random_beam(self, i, j):
        u = self.between
        data = {"LENGTH": u(0.4, 0.8), "AREA": u(0.05, 0.2), "IXX": u(0.002, 0.02), "IYY": u(0.002, 0.02), "IZZ": u(0.002, 0.02)}
        data |= {"EMODULUS": u(50, 300), "GMODULUS": u(30, 100), "ASY": u(0, 2), "ASZ": u(0, 2), "CRATIO": u(0, 0.03)}
        return [Beam(self.label(), self.facing(i, j, data["LENGTH"]), j, data)]

    def add_request(self):
        """One expression to compare: text, value, whether it is an angle."""
        comp, resolve = self.random.randrange(1, 9), self.random.choice([0, *self.markers])
        elements = self.forces + [c for c in self.constraints if c.tells]
        what = self.random.random()
        if what < 0.55 or not elements:
            name, text, value = self.measure(accelerations=True)
            self.requests.append((text, value, name in ANGLES))
            return
        element: Element = self.random.choice(elements)
        if what < 0.9:
            on_j = self.chance(0.5)
            text = f"{element.name}({element.label},{int(on_j)},{comp},{resolve})"
            value = lambda now: told(now, exerted(now, element, on_j), comp, resolve)
        else:
            i, j = self.random.choice([(element.i, element.j), (element.j, element.i)])
            name = COMPONENTS[comp - 1]
            text = f"{name}({i},{j})" if name[1] == "M" else f"{name}({i},{j},{resolve})"
            value = lambda now: told(now, exerted_between(now, i, j), comp, resolve)
        self.requests.append((text, value, False))

    # The start

    def start(self):
        """The state at time 0: places, random velocities that the constraints allow. `None` where rows depend on each other."""
        parts = []
        for b in self.bodies[1:]:
            place = b.origin + b.rotation @ b.centre
            parts.append(np.concatenate([place, b.rotation.reshape(-1), self.vector(0.7), self.vector(1)]))
        state = np.concatenate([*parts, self.angles])
        rows, _, rates, _ = jacobian(Now(self, 0.0, state))
        if len(rates):
            square = rows @ rows.T
            if np.linalg.cond(square) > 1e8:
                return None
            speeds = np.concatenate([p[12:] for p in parts])
            speeds = speeds - rows.T @ np.linalg.solve(square, rows @ speeds - rates)
            for k in range(len(parts)):
                state[SIZE * k + 12 : SIZE * (k + 1)] = speeds[6 * k : 6 * k + 6]
        return state

    def speeds(self, state):
        """For each body: velocity of the mass centre in ground, angular velocity on the axes of its marker."""
        now = Now(self, 0.0, state)
        return {b.label: (now.v[b.label], now.marker(b.mass_marker).r.T @ now.w[b.label]) for b in self.bodies[1:]}

    # The texts

    def adams(self, state, error):
        out = [f"random mechanism {self.seed}", "UNITS/" + ", ".join(f"{k}={v}" for k, v in zip(("FORCE", "MASS", "LENGTH", "TIME"), UNITS[self.units][0]))]
        out.append(f"ACCGRAV/IGRAV={number(self.gravity[0])}, JGRAV={number(self.gravity[1])}, KGRAV={number(self.gravity[2])}")
        out.append("PART/100, GROUND")
        for b in self.bodies[1:]:
            v, w = self.speeds(state)[b.label]
            about = f", IM={b.inertia_marker}" if b.inertia_marker else ""
            out.append(
                f"PART/{b.label}, QG={numbers(b.origin)}, REULER={numbers(euler_angles(b.rotation))}\n"
                f", MASS={number(b.mass)}, CM={b.mass_marker}{about}, IP={numbers(self.inertia_of_statement(b))}\n, "
                + ", ".join(f"{n}={number(x)}" for n, x in zip(("VX", "VY", "VZ", "WX", "WY", "WZ"), [*v, *w]))
            )
        for m in self.markers.values():
            place = f", QP={numbers(m.place)}, REULER={numbers(euler_angles(m.rotation))}"
            out.append(f"MARKER/{m.label}, PART={self.bodies[m.body].label}\n{place}")
        out += [f"MARKER/{label}, PART={self.bodies[body].label}, FLOATING" for label, body in self.floating.items()]
        out += [e.adams() for e in self.constraints + self.forces]
        for k in range(0, len(self.requests), 8):
            columns = "\\\n, ".join(f"F{c}={r[0]}" for c, r in enumerate(self.requests[k : k + 8], 1))
            out.append(f"REQUEST/{k // 8 + 1}, {columns}")
        return "\n".join([*out, f"INTEGRATOR/ERROR={error}", "END", ""])

    def motionsolve(self, state, error, end, steps):
        force, mass, length, time = UNITS[self.units][0]
        out = [("Param_Unit", {"force_unit": force, "mass_unit": mass, "length_unit": length, "time_unit": time})]
        out.append(("Force_Gravity", {f"grav_{a}": number(g) for a, g in zip("xyz", self.gravity)}))
        out.append(("Body_Rigid", {"id": 100, "IsGround": "TRUE"}))
        for b in self.bodies[1:]:
            v, w = self.speeds(state)[b.label]
            about = {"im_id": b.inertia_marker} if b.inertia_marker else {}
            inertia = zip(("xx", "yy", "zz", "xy", "xz", "yz"), self.inertia_of_statement(b))
            speeds = {f"v_ic_{a}": number(x) for a, x in zip("xyz", v)} | {f"w_ic_{a}": number(x) for a, x in zip("xyz", w)}
            data = {"cg_id": b.mass_marker, **about, "mass": number(b.mass), **{f"inertia_{n}": number(x) for n, x in inertia}}
            out.append(("Body_Rigid", {"id": b.label, **data, **speeds}))
        for m in self.markers.values():
            place, axes = self.place(m.label)
            data = {"id": m.label, "body_id": self.bodies[m.body].label, "body_type": "RigidBody"}
            data |= {f"pos_{a}": number(x) for a, x in zip("xyz", place)}
            out.append(("Reference_Marker", data | orientation(axes, m.label % 4)))
        out += [("Reference_Marker", {"id": k, "body_id": self.bodies[b].label, "body_type": "RigidBody"}) for k, b in self.floating.items()]
        out += [e.xml() for e in self.constraints + self.forces]
        for k in range(0, len(self.requests), 8):
            columns = {f"expr{c}": r[0] for c, r in enumerate(self.requests[k : k + 8], 1)}
            out.append(("Post_Request", {"id": k // 8 + 1, "type": "EXPRESSION", **columns}))
        write = lambda tag, data: f"  <{tag} " + " ".join(f"{n}={quoteattr(str(v))}" for n, v in data.items()) + "/>"
        commands = [write("Param_Transient", {"integr_tol": error}), write("Simulate", {"analysis_type": "Transient", "end_time": end, "num_step": steps})]
        model = [write(tag, data) for tag, data in out]
        return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<MultiBodySystem>", " <Model>", *model, " </Model>", " <Command>", *commands, " </Command>", "</MultiBodySystem>", ""])


def orientation(r, way):
    """One of the four ways in which a Reference_Marker has its axes."""
    trace = 1 + r[0, 0] + r[1, 1] + r[2, 2]
    if way == 1:
        return dict(zip(("psi", "theta", "phi"), map(number, euler_angles(r))))
    if way == 2:
        angles = (math.atan2(r[1, 0], r[0, 0]), math.asin(max(-1, min(1, -r[2, 0]))), math.atan2(r[2, 1], r[2, 2]))
        return dict(zip(("yaw", "pitch", "roll"), map(number, angles)))
    if way == 3 and trace > 0.04:
        e0 = math.sqrt(trace) / 2
        rest = ((r[2, 1] - r[1, 2]) / 4 / e0, (r[0, 2] - r[2, 0]) / 4 / e0, (r[1, 0] - r[0, 1]) / 4 / e0)
        return dict(zip(("e0", "e1", "e2", "e3"), map(number, (e0, *rest))))
    return {f"a{row}{column}": number(r[row, column]) for column in (0, 2) for row in range(3)}
