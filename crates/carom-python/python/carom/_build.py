"""Models built in Python, with names in place of ids.

What is built is a deck: each method adds a statement of the language of Adams datasets, which `Builder.deck` shows, and the reader of
datasets makes the model of it. So each statement means here what it means there, and is checked as there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._errors import Diagnostic, ModelError, nearest

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Units:
    """Names of the units of a model, such as ``Units(length="millimeter")``; ``carom.explain("UNITS")`` lists them."""

    force: str = "newton"
    mass: str = "kilogram"
    length: str = "meter"
    time: str = "second"
    ucf: float | None = None
    """Units consistency factor: force * ucf = mass * acceleration. It follows from the names."""


Kind = Literal[
    "part",
    "marker",
    "solid",
    "joint",
    "motion",
    "force",
    "contact",
    "request",
    "variable",
    "diff",
    "spline",
    "statement",
]


@dataclass(frozen=True)
class Element:
    """An element of a model; stands for its name in other elements, and in expressions: ``f"DZ({ball})"``."""

    name: str
    kind: Kind
    statement: str
    """The statement of the deck: ``SFORCE``."""
    label: int
    """Its id in the deck."""

    def __str__(self) -> str:
        return self.name


Reference = str | Element
Function = str | float
JointKind = Literal[
    "fixed",
    "revolute",
    "translational",
    "cylindrical",
    "spherical",
    "universal",
    "hooke",
    "convel",
    "planar",
    "screw",
    "rackpin",
]
Direction = Literal["x", "y", "z", "b1", "b2", "b3"]
Level = Literal["displacement", "velocity", "acceleration"]
Shape = Literal["sphere", "ellipsoid", "box", "cylinder", "frustum", "torus", "plane", "mesh"]

_CONSTANTS = {"time", "mode", "pi", "rtod", "dtor"}
"""Names of the expression language that no element may have."""
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
_TOKEN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dD]?|[A-Za-z_]\w*(?:\.\w+)*|.", re.DOTALL)


def _refuse(name: str, message: str, help: str | None = None) -> ModelError:
    hint = f"\n  help: {help}" if help else ""
    rendered = f"error[{name}] {message}{hint}"
    return ModelError([Diagnostic(name, "error", message, None, None, None, help, rendered)])


def _number(argument: str, x: float) -> str:
    """A number of the deck; all digits."""
    value = float(x)
    if not math.isfinite(value):
        raise ValueError(f"{argument} is {value}; it has to be a finite number")
    return repr(value)


def _numbers(argument: str, x: npt.ArrayLike, *shapes: tuple[int, ...]) -> Array:
    values = np.asarray(x, dtype=np.float64)
    if values.shape not in shapes:
        wanted = " or ".join(str(s) for s in shapes)
        raise ValueError(f"{argument} has the shape {values.shape}; it has to be {wanted}")
    return values


def _list(argument: str, x: npt.ArrayLike) -> str:
    return ", ".join(_number(argument, v) for v in np.asarray(x, dtype=np.float64).reshape(-1))


def _rotation(argument: str, rotation: npt.ArrayLike | None, z: npt.ArrayLike | None) -> Array:
    """Axes as columns: as given, or with this third one."""
    if rotation is not None:
        if z is not None:
            raise ValueError(f"{argument}: give rotation or z, not both")
        axes = _numbers("rotation", rotation, (3, 3))
        # 1e-9: printed with ten digits at least
        if not np.allclose(axes.T @ axes, np.eye(3), atol=1e-9) or np.linalg.det(axes) < 0:
            raise ValueError(f"{argument}: the columns of rotation are not the axes of a right-handed frame")
        return axes
    if z is None:
        return np.eye(3)
    third = _numbers("z", z, (3,))
    length = float(np.linalg.norm(third))
    if not (math.isfinite(length) and length > 0):
        raise ValueError(f"{argument}: z is no direction")
    third = third / length
    first = np.array([1.0, 0.0, 0.0]) if abs(third[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = first - third * (first @ third)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(third, first), third])


def _euler(axes: Array) -> Array:
    """Body 3-1-3 angles: axes = Rz(psi) Rx(theta) Rz(phi)."""
    sine = math.hypot(axes[0, 2], axes[1, 2])
    theta = math.atan2(sine, axes[2, 2])
    if sine == 0.0:
        return np.array([math.atan2(axes[1, 0], axes[0, 0]), theta, 0.0])
    return np.array([math.atan2(axes[0, 2], -axes[1, 2]), theta, math.atan2(axes[2, 0], axes[2, 1])])


class Builder:
    """The elements of a model under construction. See `carom.Model`."""

    def __init__(self, title: str, units: Units, gravity: npt.ArrayLike) -> None:
        if "\n" in title:
            raise ValueError("a title is one line")
        self._elements: dict[str, Element] = {}
        self._frames: dict[str, tuple[Array, Array]] = {}
        self._last = 0
        g = _numbers("gravity", gravity, (3,))
        names = {"FORCE": units.force, "MASS": units.mass, "LENGTH": units.length, "TIME": units.time}
        # the first line of a dataset is its title, whatever it says
        self._lines = [
            title or "built in Python",
            "UNITS/" + ", ".join(f"{k}={v.upper()}" for k, v in names.items()),
            "ACCGRAV/" + ", ".join(f"{k}GRAV={_number('gravity', x)}" for k, x in zip("IJK", g, strict=True)),
        ]
        self._new("ground", "part", "PART")
        self._frames["ground"] = (np.zeros(3), np.eye(3))
        self._lines += ["PART/1, GROUND", "MARKER/1, PART=1"]

    def deck(self) -> str:
        """The model as Adams dataset."""
        return "\n".join([*self._lines, "END", ""])

    def __getitem__(self, name: str) -> Element:
        """An element by its name."""
        return self._find(name)

    # names

    def _new(self, name: str, kind: Kind, statement: str) -> Element:
        if not _NAME.fullmatch(name) or name.lower() in _CONSTANTS:
            raise _refuse(
                "python-bad-name",
                f"{name!r} cannot be the name of an element",
                "names are letters, digits and underscores, with dots between, and begin with a letter",
            )
        taken = self._elements.get(name.lower())
        if taken is not None:
            raise _refuse("python-name-taken", f"there is a {taken.kind} named {taken.name!r} already")
        self._last += 1
        element = Element(name, kind, statement, self._last)
        self._elements[name.lower()] = element
        return element

    def _find(self, reference: Reference, *kinds: Kind, where: str = "") -> Element:
        name = str(reference)
        found = self._elements.get(name.lower())
        place = f"{where}: " if where else ""
        if found is None:
            fitting = [e.name for e in self._elements.values() if not kinds or e.kind in kinds]
            near = nearest(name, fitting)
            known = f"did you mean {near!r}?" if near else f"there are {', '.join(fitting) or 'none'}"
            what = f"{' or '.join(kinds)} " if kinds else "element "
            raise _refuse("python-unknown-name", f"{place}there is no {what}named {name!r}", known)
        if kinds and found.kind not in kinds:
            wanted = " or ".join(kinds)
            raise _refuse("python-unknown-name", f"{place}{name!r} is a {found.kind}; it has to be a {wanted}")
        return found

    def _marker(self, reference: Reference, where: str) -> str:
        """Id of a marker; a part stands for the one at its centre of mass, ground for the one at the origin."""
        return str(self._find(reference, "part", "marker", where=where).label)

    def _function(self, function: Function, where: str) -> str:
        """An expression with ids in place of names."""
        if not isinstance(function, str):
            return _number(where, function)
        if "\n" in function:
            function = " ".join(function.split())
        tokens = _TOKEN.findall(function)
        for k, token in enumerate(tokens):
            if not _NAME.fullmatch(token) or token.lower() in _CONSTANTS:
                continue
            rest = "".join(tokens[k + 1 :]).lstrip()
            if not rest.startswith("("):
                tokens[k] = str(self._find(token, where=where).label)
        return "".join(tokens)

    def _state(self, element: Element, arguments: Iterable[str]) -> Element:
        """Writes a statement."""
        self._lines.append(f"!                            adams_view_name='{element.name}'")
        head, *rest = [a for a in arguments if a]
        self._lines.append(f"{element.statement}/{element.label}, {head}")
        self._lines += [f", {argument}" for argument in rest]
        return element

    # bodies

    def part(
        self,
        name: str,
        *,
        mass: float,
        inertia: npt.ArrayLike = 0.0,
        at: npt.ArrayLike = (0.0, 0.0, 0.0),
        rotation: npt.ArrayLike | None = None,
        cm: npt.ArrayLike = (0.0, 0.0, 0.0),
        velocity: npt.ArrayLike = (0.0, 0.0, 0.0),
        angular_velocity: npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> Element:
        """A rigid body.

        Parameters
        ----------
        mass
            M.
        inertia
            About the centre of mass, on the axes of the part, M*L**2: one number for all three moments, the moments, shape (3,), or the tensor,
            shape (3, 3), symmetric.
        at, rotation
            Origin of the part in ground, L, shape (3,), and its axes as columns, shape (3, 3).
        cm
            Centre of mass in the part, L, shape (3,).
        velocity, angular_velocity
            Of the centre of mass at the start, ground axes, shape (3,).

        In other elements the name of a part stands for the marker at its centre of mass, on its axes.
        """
        moments = _numbers("inertia", inertia, (), (3,), (3, 3))
        if moments.ndim == 2:
            if not np.allclose(moments, moments.T, rtol=1e-12, atol=0.0):
                raise ValueError("inertia is not symmetric")
            # the products of the language are the positive integrals
            off = [-moments[0, 1], -moments[0, 2], -moments[1, 2]]
            values = np.concatenate([np.diag(moments), off])
        else:
            values = np.broadcast_to(moments, (3,))
        position, axes = _numbers("at", at, (3,)), _rotation(name, rotation, None)
        v, w = _numbers("velocity", velocity, (3,)), _numbers("angular_velocity", angular_velocity, (3,))
        centre = _numbers("cm", cm, (3,))
        part = self._new(name, "part", "PART")
        self._frames[name.lower()] = (position, axes)
        # the language wants angular velocities on the axes of the centre of mass marker
        own = axes.T @ w
        speeds = [f"V{k}={_number('velocity', x)}" for k, x in zip("XYZ", v, strict=True) if x]
        spins = [f"W{k}={_number('angular_velocity', x)}" for k, x in zip("XYZ", own, strict=True) if x]
        self._state(
            part,
            [
                f"MASS={_number('mass', mass)}",
                f"CM={part.label}",
                f"IP={_list('inertia', values)}",
                f"QG={_list('at', position)}",
                f"REULER={_list('rotation', _euler(axes))}",
                *speeds,
                *spins,
            ],
        )
        self._lines.append(f"MARKER/{part.label}, PART={part.label}, QP={_list('cm', centre)}")
        return part

    def marker(
        self,
        name: str,
        part: Reference,
        *,
        at: npt.ArrayLike = (0.0, 0.0, 0.0),
        rotation: npt.ArrayLike | None = None,
        z: npt.ArrayLike | None = None,
    ) -> Element:
        """A frame fixed on a part: origin `at` in the part, L, shape (3,), axes as columns of `rotation`, or with the third one along `z`."""
        carrier = self._find(part, "part", where=name)
        position, axes = _numbers("at", at, (3,)), _rotation(name, rotation, z)
        marker = self._new(name, "marker", "MARKER")
        euler = _list("rotation", _euler(axes))
        return self._state(marker, [f"PART={carrier.label}", f"QP={_list('at', position)}", f"REULER={euler}"])

    def _pair(self, name: str, i: Reference, j: Reference, at: npt.ArrayLike, z: npt.ArrayLike | None) -> list[str]:
        """Markers of two parts at one place of ground, on the same axes."""
        place, axes = _numbers("at", at, (3,)), _rotation(name, None, z)
        ids = []
        for side, reference in (("i", i), ("j", j)):
            part = self._find(reference, "part", where=name)
            origin, turned = self._frames[part.name.lower()]
            marker = self.marker(f"{name}.{side}", part, at=turned.T @ (place - origin), rotation=turned.T @ axes)
            ids.append(str(marker.label))
        return ids

    # constraints

    def joint(
        self,
        name: str,
        kind: JointKind,
        i: Reference,
        j: Reference,
        *,
        at: npt.ArrayLike | None = None,
        z: npt.ArrayLike | None = None,
        pitch: float | None = None,
        diameter: float | None = None,
    ) -> Element:
        """A joint between two markers, or between two parts at a place of ground.

        With `at` (ground, L, shape (3,)), `i` and `j` are parts, and the joint makes its markers ``<name>.i`` and ``<name>.j`` there, with their
        third axes along `z` (ground axes): the axis of a revolute, translational or cylindrical joint.

        `pitch`: translation per revolution of a screw, L. `diameter`: pitch diameter of a rackpin, L;
        a positive turn of I about its z moves the rack J along its z.
        """
        if at is None and z is not None:
            raise ValueError(f"{name}: z needs at; markers have axes of their own")
        ids = [self._marker(r, name) for r in (i, j)] if at is None else self._pair(name, i, j, at, z)
        joint = self._new(name, "joint", "JOINT")
        return self._state(
            joint,
            [
                kind.upper(),
                f"I={ids[0]}",
                f"J={ids[1]}",
                "" if pitch is None else f"PITCH={_number('pitch', pitch)}",
                "" if diameter is None else f"PD={_number('diameter', diameter)}",
            ],
        )

    def motion(
        self,
        name: str,
        function: Function,
        *,
        joint: Reference | None = None,
        rotation: bool | None = None,
        i: Reference | None = None,
        j: Reference = "ground",
        direction: Direction | None = None,
        level: Level = "displacement",
    ) -> Element:
        """Drives a joint, or one direction between two markers, as a function of time.

        Parameters
        ----------
        function
            Expression of TIME: L or radians, or their rates as `level` says.
        joint, rotation
            The joint, and whether its rotation is driven or its translation; a revolute or translational joint has only one.
        i, j, direction
            Or the markers, and the direction: ``x``, ``y``, ``z`` of J, or an angle ``b1``, ``b2``, ``b3`` of I in J.
        """
        if (joint is None) == (i is None) or (i is None) != (direction is None):
            raise ValueError(f"{name}: give a joint, or i, j and direction")
        if joint is not None:
            held = self._find(joint, "joint", where=name)
            if rotation is None:
                kind = next(line for line in self._lines if line.startswith(f"JOINT/{held.label}, "))
                rotation = not kind.endswith("TRANSLATIONAL")
            what = [f"JOINT={held.label}", "ROTATION" if rotation else "TRANSLATION"]
        else:
            assert i is not None and direction is not None
            what = [f"I={self._marker(i, name)}", f"J={self._marker(j, name)}", direction.upper()]
        text = self._function(function, name)
        motion = self._new(name, "motion", "MOTION")
        return self._state(motion, [*what, level.upper(), f"FUNCTION={text}"])

    # forces

    def force(
        self,
        name: str,
        i: Reference,
        j: Reference,
        function: Function,
        *,
        torque: bool = False,
        action_only: bool = False,
    ) -> Element:
        """A force along the line from J to I (positive repels), or a torque about z of J.

        With `action_only` it acts on I alone, along z of J or about it. `function` is an expression in which names of elements stand for
        their ids: ``IMPACT(DZ(ball, table), VZ(ball, table), 0.1, 1e5, 1.5, 50, 1e-4)``.
        """
        ids = [self._marker(r, name) for r in (i, j)]
        text = self._function(function, name)
        force = self._new(name, "force", "SFORCE")
        kind = "ROTATION" if torque else "TRANSLATION"
        acts = "ACTIONONLY" if action_only else ""
        return self._state(force, [kind, acts, f"I={ids[0]}", f"J={ids[1]}", f"FUNCTION={text}"])

    def vector_force(
        self,
        name: str,
        i: Reference,
        j: Reference = "ground",
        *,
        axes: Reference = "ground",
        fx: Function = 0.0,
        fy: Function = 0.0,
        fz: Function = 0.0,
        tx: Function = 0.0,
        ty: Function = 0.0,
        tz: Function = 0.0,
    ) -> Element:
        """Force and torque on marker I, components on the `axes` of a marker; the part `j` takes the reaction at the same place."""
        given = {"FX": fx, "FY": fy, "FZ": fz, "TX": tx, "TY": ty, "TZ": tz}
        texts = [f"{k}={self._function(f, name)}" for k, f in given.items()]
        marker, frame = self._marker(i, name), self._marker(axes, name)
        part = self._find(j, "part", where=name)
        floating = self._state(self._new(f"{name}.j", "marker", "MARKER"), [f"PART={part.label}", "FLOATING"])
        force = self._new(name, "force", "GFORCE")
        return self._state(force, [f"I={marker}", f"JFLOAT={floating.label}", f"RM={frame}", *texts])

    def spring(
        self,
        name: str,
        i: Reference,
        j: Reference,
        *,
        stiffness: float,
        damping: float = 0.0,
        length: float = 0.0,
        preload: float = 0.0,
        torsion: bool = False,
    ) -> Element:
        """Linear spring and damper along the line of I and J: stiffness F/L, damping F*T/L, `length` at which the force is `preload`.

        With `torsion` about z of J: F*L per radian, F*L*T per radian, `length` an angle in radians, `preload` a torque.
        """
        ids = [self._marker(r, name) for r in (i, j)]
        spring = self._new(name, "force", "SPRINGDAMPER")
        words = ("KT", "CT", "ANGLE", "TORQUE") if torsion else ("K", "C", "LENGTH", "FORCE")
        values = (stiffness, damping, length, preload)
        numbers = [f"{w}={_number(w, x)}" for w, x in zip(words, values, strict=True)]
        kind = "ROTATION" if torsion else "TRANSLATION"
        return self._state(spring, [kind, f"I={ids[0]}", f"J={ids[1]}", *numbers])

    # contact

    def solid(
        self,
        name: str,
        marker: Reference,
        shape: Shape,
        *,
        radius: float | None = None,
        extents: npt.ArrayLike | None = None,
        length: float | None = None,
        radii: npt.ArrayLike | None = None,
        file: str | None = None,
    ) -> Element:
        """A solid on a part, for contact and for the view; on the axes of a marker. Lengths in L.

        =========  ====================================  =======================================
        sphere     radius                                about the marker
        ellipsoid  radii, shape (3,)                     about the marker
        box        extents, shape (3,)                   about the marker
        cylinder   radius, length                        from the marker along z
        frustum    radii (at the marker, far), length    from the marker along z
        torus      radii (major, minor)                  about z of the marker
        plane      extents, shape (2,)                   about the marker, z is its normal
        mesh       file: STL, OBJ, PLY, STEP or x_t      in the frame of the marker
        =========  ====================================  =======================================
        """
        dimensions = {"radius": radius, "extents": extents, "length": length, "radii": radii, "file": file}
        needed = _SHAPES[shape][1] if shape in _SHAPES else ()
        if shape not in _SHAPES:
            raise ValueError(f"{name}: shape must be one of {', '.join(_SHAPES)}, not {shape!r}")
        given = {k for k, v in dimensions.items() if v is not None}
        if given != set(needed):
            raise ValueError(f"{name}: a {shape} has {' and '.join(needed)}, not {' and '.join(given) or 'nothing'}")
        base = self._find(marker, "part", "marker", where=name)
        keyword = _SHAPES[shape][0]
        if shape == "box":
            x, y, z = _numbers("extents", dimensions["extents"], (3,))  # type: ignore[arg-type]
            corner = self._new(f"{name}.corner", "marker", "MARKER")
            half = _list("extents", [-x / 2, -y / 2, -z / 2])
            part = self._part_of(base)
            self._state(corner, [f"PART={part}", f"QP={half}", f"RM={base.label}"])
            arguments = [f"CORNER={corner.label}"]
            arguments += [f"{k}={_number('extents', v)}" for k, v in (("X", x), ("Y", y), ("Z", z))]
        elif shape == "plane":
            x, y = _numbers("extents", dimensions["extents"], (2,))  # type: ignore[arg-type]
            ends = {"XMIN": -x / 2, "XMAX": x / 2, "YMIN": -y / 2, "YMAX": y / 2}
            arguments = [f"RM={base.label}", *(f"{k}={_number('extents', v)}" for k, v in ends.items())]
        elif shape == "mesh":
            arguments = [f"RM={base.label}", f"FILE={file}"]
        else:
            arguments = [f"CM={base.label}"]
            if length is not None:
                arguments.append(f"LENGTH={_number('length', length)}")
            if radius is not None:
                arguments.append(f"RADIUS={_number('radius', radius)}")
            words = _SHAPES[shape][2]
            if words:
                values = _numbers("radii", radii, (len(words),))  # type: ignore[arg-type]
                factor = 2.0 if shape == "ellipsoid" else 1.0
                arguments += [f"{w}={_number('radii', factor * v)}" for w, v in zip(words, values, strict=True)]
        solid = self._new(name, "solid", "GRAPHICS")
        return self._state(solid, [keyword, *arguments])

    def _part_of(self, marker: Element) -> int:
        """Id of the part that carries a marker."""
        if marker.kind == "part":
            return marker.label
        line = next(line for line in self._lines if line.startswith(f"MARKER/{marker.label}, "))
        return int(line.split("PART=")[1].split(",")[0])

    def contact(
        self,
        name: str,
        i: Reference | Sequence[Reference],
        j: Reference | Sequence[Reference],
        *,
        stiffness: float,
        exponent: float = 1.5,
        damping: float = 0.0,
        dmax: float,
        mu_static: float | None = None,
        mu_dynamic: float | None = None,
        stiction_velocity: float | None = None,
        friction_velocity: float | None = None,
    ) -> Element:
        """Contact between solids of two parts, by the law IMPACT in the depth of each volume of overlap; with Coulomb friction if it has
        coefficients. `stiffness` F/L**exponent, `damping` F*T/L from the depth `dmax` (L) on, velocities L/T."""
        sides = []
        for side in (i, j):
            references = [side] if isinstance(side, str | Element) else list(side)
            solids = [self._find(r, "solid", where=name) for r in references]
            sides.append(", ".join(str(s.label) for s in solids))
        friction = {
            "MU_STATIC": mu_static,
            "MU_DYNAMIC": mu_dynamic,
            "STICTION_TRANSITION_VELOCITY": stiction_velocity,
            "FRICTION_TRANSITION_VELOCITY": friction_velocity,
        }
        rubs = [f"{k}={_number(k, v)}" for k, v in friction.items() if v is not None]
        contact = self._new(name, "contact", "CONTACT")
        return self._state(
            contact,
            [
                f"IGEOM={sides[0]}",
                f"JGEOM={sides[1]}",
                "IMPACT",
                f"STIFFNESS={_number('stiffness', stiffness)}",
                f"EXPONENT={_number('exponent', exponent)}",
                f"DAMPING={_number('damping', damping)}",
                f"DMAX={_number('dmax', dmax)}",
                *(["COULOMB_FRICTION=ON", *rubs] if rubs else []),
            ],
        )

    # quantities

    def request(self, name: str, *functions: Function) -> Element:
        """Up to eight expressions that are told at each output time: columns f1 ... f8 of the table `requests`."""
        if not 1 <= len(functions) <= 8:
            raise ValueError(f"{name}: a request has one to eight functions, not {len(functions)}")
        texts = [f"F{k}={self._function(f, name)}" for k, f in enumerate(functions, 1)]
        request = self._new(name, "request", "REQUEST")
        return self._state(request, ["\\".join(texts)])

    def variable(self, name: str, function: Function) -> Element:
        """A quantity that expressions ask for: ``VARVAL(name)``."""
        text = self._function(function, name)
        return self._state(self._new(name, "variable", "VARIABLE"), [f"FUNCTION={text}"])

    def diff(self, name: str, function: Function, *, initial: float = 0.0) -> Element:
        """A differential equation: `function` is the rate. Expressions ask for ``DIF(name)``, and for its rate ``DIF1(name)``.

        The function may ask for the quantity itself.
        """
        diff = self._new(name, "diff", "DIFF")
        text = self._function(function, name)
        return self._state(diff, [f"IC={_number('initial', initial)}", f"FUNCTION={text}"])

    def spline(self, name: str, x: npt.ArrayLike, y: npt.ArrayLike, *, linear_extrapolate: bool = False) -> Element:
        """A curve y(x) through four points or more, for ``AKISPL(x, 0, name)`` and ``CUBSPL(x, 0, name)``."""
        points, values = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
        if points.ndim != 1 or points.shape != values.shape:
            raise ValueError(f"{name}: x and y have one shape, (points,)")
        spline = self._new(name, "spline", "SPLINE")
        beyond = "LINEAR_EXTRAPOLATE" if linear_extrapolate else ""
        return self._state(spline, [f"X={_list('x', points)}", f"Y={_list('y', values)}", beyond])

    def statement(self, name: str, keyword: str, *flags: str, **arguments: Any) -> Element:
        """Any other statement of Adams datasets: ``m.statement("beam", "BEAM", I=tip, J="ground", LENGTH=1.0, ...)``.

        ``carom.explain(keyword)`` lists the arguments. Elements and their names become ids, texts are taken as expressions, lists become
        lists.
        """

        def text(value: Any) -> str:
            if isinstance(value, Element):
                return str(value.label)
            if isinstance(value, str):
                return self._function(value, name)
            if isinstance(value, Iterable):
                return ", ".join(text(v) for v in value)
            return str(value) if isinstance(value, int) else _number(name, value)

        parts = [f"{k}={text(v)}" for k, v in arguments.items()]
        element = self._new(name, "statement", keyword.upper())
        return self._state(element, [*flags, *parts])


_SHAPES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "sphere": ("SPHERE", ("radius",), ()),
    "ellipsoid": ("ELLIPSOID", ("radii",), ("XSCALE", "YSCALE", "ZSCALE")),
    "box": ("BOX", ("extents",), ()),
    "cylinder": ("CYLINDER", ("radius", "length"), ()),
    "frustum": ("FRUSTUM", ("radii", "length"), ("BOTTOM", "TOP")),
    "torus": ("TORUS", ("radii",), ("MAJOR_RADIUS", "MINOR_RADIUS")),
    "plane": ("PLANE", ("extents",), ()),
    "mesh": ("EXTERNAL", ("file",), ()),
}
"""Keyword, dimensions, and the words of radii."""

Units.__module__ = Element.__module__ = "carom"
