"""Models built in Python, with names in place of ids.

What is built is a deck: each method adds a statement of the language of Adams datasets, which `Builder.deck` shows, and the reader of
datasets makes the model of it. So each statement means here what it means there, and is checked as there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
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


class Element:
    """An element of a model; stands for its name in other elements, and in expressions: ``f"DZ({ball})"``.

    The arguments of its statement are its attributes, in lower case: ``model["ball"].mass = 3.0``. A list of numbers is a tuple, an expression a text with
    ids, a flag True or False. What is set is read at once: what is wrong is a `ModelError`, and the model stays as it was. ``del ball.vx`` and None take an
    argument away. ``carom.explain("PART")`` lists those that a statement knows.
    """

    __slots__ = ("_model", "kind", "label", "name", "statement")
    name: str
    """Its name; ``SFORCE/3`` if it has none."""
    kind: Kind
    statement: str
    """The statement of the deck: ``SFORCE``."""
    label: int
    """Its id in the deck."""
    _model: Builder

    def __init__(self, model: Builder, name: str, kind: Kind, statement: str, label: int) -> None:
        for key, value in zip(self.__slots__, (model, kind, label, name, statement), strict=True):
            object.__setattr__(self, key, value)

    @property
    def arguments(self) -> dict[str, Any]:
        """All arguments of its statement as they are, by name."""
        return {k.lower(): _value(v) for k, v in self._model._arguments(self)}

    def __getattr__(self, argument: str) -> Any:
        if argument.startswith("_"):
            raise AttributeError(argument)
        return self._model._argument(self, argument)

    def __setattr__(self, argument: str, value: Any) -> None:
        if argument in self.__slots__:
            raise AttributeError(f"the {argument} of an element stays as it is")
        self._model._set_argument(self, argument, value)

    def __delattr__(self, argument: str) -> None:
        self._model._set_argument(self, argument, None)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.arguments]

    def _key(self) -> tuple[str, str, int]:
        return (self.name, self.statement, self.label)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Element, (self._model, self.name, self.kind, self.statement, self.label)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.statement}/{self.label} {self.name!r}>"


@dataclass(frozen=True)
class Callback:
    """A Python function in the place of a function of the model; see `callback`."""

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    rates: bool


def callback(function: Callable[..., Any], inputs: Iterable[str] = (), *, rates: bool = False) -> Callback:
    """A Python function that takes the place of an expression: of a force, a motion, a variable, a differential equation or a request.

    It is called with the time and the values of `inputs`, expressions such as ``DX(ball, ground)``, and gives a number. It is to be a function of these
    alone: the integrator asks for it at times ahead and back, several times in a step.

    Derivatives for implicit methods are differences, with steps of 1.5e-8 times the larger of 1 and the input: give inputs in units in which 1 is
    not far below them. Jumps and kinks inside of the function are not located, and their accuracy is that of the step control: put what jumps into the
    model as a SENSOR or as a second expression (``IF``, ``STEP``), whose events are.

    With `rates`, for motions, it gives three numbers: the value and its first and second derivative in time. Without, these are differences too.

    An exception ends the run: `SimulationError`, or `StepError`, names the element, and has the exception as its cause.
    """
    if not callable(function):
        raise TypeError(f"a callback is a function, not {function!r}")
    if isinstance(inputs, str):
        raise TypeError("inputs is a list of expressions, not one text")
    return Callback(function, tuple(inputs), rates)


@dataclass
class _Statement:
    """A statement of the deck."""

    keyword: str
    label: int | None
    name: str
    """Its name for the deck; empty if it has none."""
    arguments: list[str]

    def lines(self) -> list[str]:
        name = [f"!                            adams_view_name='{self.name}'"] if self.name else []
        head = f"{self.keyword}/" if self.label is None else f"{self.keyword}/{self.label}"
        first, *rest = self.arguments or [""]
        comma = ", " if self.label is not None and first else ""
        return [*name, f"{head}{comma}{first}", *(f", {a}" for a in rest)]

    def find(self, key: str) -> int | None:
        """The place of an argument or flag."""
        words = [a.split("=", 1)[0].strip().upper() for a in self.arguments]
        return words.index(key.upper()) if key.upper() in words else None


def _value(text: str | None) -> Any:
    """What an argument says: numbers, or a text; a flag is True."""
    if text is None:
        return True
    try:
        numbers = [float(x) for x in text.split(",")]
    except ValueError:
        return text
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


Reference = str | Element
Function = str | float | Callback
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
        self._bindings: dict[str, Callback] = {}
        self._pending: list[tuple[str, str, Callback]] = []
        self._last = 0
        g = _numbers("gravity", gravity, (3,))
        names = {"FORCE": units.force, "MASS": units.mass, "LENGTH": units.length, "TIME": units.time}
        # the first line of a dataset is its title, whatever it says
        self._first = title or "built in Python"
        self._statements = [
            _Statement("UNITS", None, "", [", ".join(f"{k}={v.upper()}" for k, v in names.items())]),
            _Statement(
                "ACCGRAV", None, "", [", ".join(f"{k}GRAV={_number('gravity', x)}" for k, x in zip("IJK", g, strict=True))]
            ),
        ]
        self._new("ground", "part", "PART")
        self._frames["ground"] = (np.zeros(3), np.eye(3))
        self._statements += [_Statement("PART", 1, "", ["GROUND"]), _Statement("MARKER", 1, "", ["PART=1"])]

    def deck(self) -> str:
        """The model as Adams dataset."""
        lines = [line for s in self._statements for line in s.lines()]
        return "\n".join([self._first, *lines, "END", ""])

    def __getitem__(self, name: str) -> Element:
        """An element by its name, or by statement and id: ``model["SFORCE/3"]``."""
        self._open()
        return self._find(name)

    def _open(self) -> None:
        """Makes statements of what was read; nothing to do for a model that is built here."""

    def _reread(self) -> None:
        """Reads the model again after a change; raises what is wrong."""

    def _of_kind(self, *kinds: Kind) -> list[Element]:
        self._open()
        return [e for e in self._elements.values() if not kinds or e.kind in kinds]

    @property
    def elements(self) -> list[Element]:
        """All elements, in their order."""
        return self._of_kind()

    @property
    def parts(self) -> list[Element]:
        """The parts, ground among them."""
        return self._of_kind("part")

    @property
    def markers(self) -> list[Element]:
        """The markers that have names or ids of their own."""
        return self._of_kind("marker")

    @property
    def joints(self) -> list[Element]:
        """The joints."""
        return self._of_kind("joint")

    @property
    def motions(self) -> list[Element]:
        """The motions."""
        return self._of_kind("motion")

    @property
    def forces(self) -> list[Element]:
        """The forces of all kinds but contacts."""
        return self._of_kind("force")

    @property
    def contacts(self) -> list[Element]:
        """The contacts."""
        return self._of_kind("contact")

    @property
    def solids(self) -> list[Element]:
        """The solids."""
        return self._of_kind("solid")

    @property
    def requests(self) -> list[Element]:
        """The requests."""
        return self._of_kind("request")

    @property
    def variables(self) -> list[Element]:
        """The variables and differential equations."""
        return self._of_kind("variable", "diff")

    def remove(self, element: Reference) -> None:
        """Takes an element away. `ModelError`, and nothing is changed, if another one needs it."""
        self._open()
        found = self._find(element)
        keep = list(self._statements), dict(self._elements), dict(self._bindings)
        own = f"{found.statement}/{found.label}"

        def goes(s: _Statement) -> bool:
            # a part that was built here has a marker of its own
            marker = found.kind == "part" and not s.name and s.keyword == "MARKER" and s.arguments[:1] == [f"PART={found.label}"]
            return s.label == found.label and (s.keyword == found.statement or marker)

        self._statements = [s for s in self._statements if not goes(s)]
        self._elements = {k: e for k, e in self._elements.items() if e != found}
        self._bindings = {k: f for k, f in self._bindings.items() if k != own and not k.startswith(own + " ")}
        try:
            self._reread()
        except ModelError:
            self._statements, self._elements, self._bindings = keep
            raise

    def duplicate(self, element: Reference, name: str) -> Element:
        """Another element with the same arguments, under a name of its own."""
        self._open()
        found = self._find(element)
        statement = self._statement_of(found)
        new = self._new(name, found.kind, found.statement)
        if found.kind == "part" and found.name.lower() in self._frames:
            self._frames[name.lower()] = self._frames[found.name.lower()]
        own, arguments = f"{found.statement}/{found.label}", list(statement.arguments)
        markers = [s for s in self._statements if s.keyword == "MARKER" and s.label == found.label and not s.name]
        if found.kind == "part" and markers:
            # the marker at its centre of mass
            arguments = [f"CM={new.label}" if a == f"CM={found.label}" else a for a in arguments]
        self._statements.append(_Statement(found.statement, new.label, name, arguments))
        if found.kind == "part" and markers:
            moved = [f"PART={new.label}" if a == f"PART={found.label}" else a for a in markers[0].arguments]
            self._statements.append(_Statement("MARKER", new.label, "", moved))
        for key in [k for k in self._bindings if k == own or k.startswith(own + " ")]:
            self._bindings[f"{new.statement}/{new.label}{key[len(own) :]}"] = self._bindings[key]
        return new

    # arguments

    def _statement_of(self, element: Element) -> _Statement:
        for s in self._statements:
            if s.keyword == element.statement and s.label == element.label:
                return s
        raise _refuse("python-unknown-name", f"{element.name!r} is not in the model any more")

    def _arguments(self, element: Element) -> list[tuple[str, str | None]]:
        pairs = []
        for argument in self._statement_of(element).arguments:
            key, equals, value = argument.partition("=")
            pairs.append((key.strip(), value.strip() if equals else None))
        return pairs

    def _argument(self, element: Element, argument: str) -> Any:
        own = f"{element.statement}/{element.label}"
        component = "" if argument.lower() == "function" else f" {argument.upper()}"
        bound = self._bindings.get(own + component)
        if bound is not None:
            return bound
        given = dict((k.lower(), v) for k, v in self._arguments(element))
        if argument.lower() in given:
            return _value(given[argument.lower()])
        near = nearest(argument, given)
        hint = f"; did you mean {near!r}?" if near else f"; it has {', '.join(given)}"
        raise AttributeError(f"{own} ({element.name!r}) has no {argument.upper()}{hint}")

    def _set_argument(self, element: Element, argument: str, value: Any) -> None:
        statement, where = self._statement_of(element), element.name
        key = argument.upper()
        before, bindings = list(statement.arguments), dict(self._bindings)
        owner = f"{element.statement}/{element.label}" + ("" if key == "FUNCTION" else f" {key}")
        self._bindings.pop(owner, None)
        at = statement.find(key)
        if value is None or value is False:
            new = []
        elif value is True:
            new = [key]
        elif isinstance(value, Callback):
            new = [f"{key}=0"]
            self._bindings[owner] = self._translated(value, where)
        else:
            new = [f"{key}={self._text(value, where)}"]
        place = slice(len(before), None) if at is None else slice(at, at + 1)
        statement.arguments[place] = new
        try:
            self._reread()
        except ModelError:
            statement.arguments[:] = before
            self._bindings = bindings
            raise
        if element.kind == "part":
            self._frames.pop(element.name.lower(), None)

    def _text(self, value: Any, where: str) -> str:
        """A value of an argument as text."""
        if isinstance(value, Element):
            return str(value.label)
        if isinstance(value, str):
            return self._function(value, where)
        if isinstance(value, Iterable):
            return ", ".join(self._text(v, where) for v in value)
        return str(value) if isinstance(value, int) else _number(where, value)

    def _translated(self, given: Callback, where: str) -> Callback:
        """A callback whose inputs have ids in place of names."""
        return Callback(given.function, tuple(self._function(i, where) for i in given.inputs), given.rates)

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
        element = Element(self, name, kind, statement, self._last)
        self._elements[name.lower()] = element
        return element

    def _find(self, reference: Reference, *kinds: Kind, where: str = "") -> Element:
        self._open()
        name = str(reference)
        found = self._elements.get(name.lower())
        if found is None and "/" in name:
            own = [e for e in self._elements.values() if f"{e.statement}/{e.label}" == name.upper()]
            found = own[0] if own else None
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
        found = self._find(reference, "part", "marker", where=where)
        if found.kind == "marker":
            return str(found.label)
        if "GROUND" in self._statement_of(found).arguments:
            at = [s.label for s in self._statements if s.keyword == "MARKER" and s.arguments == [f"PART={found.label}"]]
            if at:
                return str(at[0])
            self._last += 1
            self._statements.append(_Statement("MARKER", self._last, "", [f"PART={found.label}"]))
            return str(self._last)
        given = {k.upper(): v for k, v in self._arguments(found)}
        if not given.get("CM"):
            raise _refuse("python-no-marker", f"{where}: {found.name!r} has no marker at its centre of mass; name another one")
        return str(given["CM"])

    def _function(self, function: Function, where: str, component: str = "") -> str:
        """An expression with ids in place of names."""
        if isinstance(function, Callback):
            self._pending.append((where, component, self._translated(function, where)))
            return "0"
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
        given = [a for a in arguments if a]
        self._statements.append(_Statement(element.statement, element.label, element.name, given))
        for where, component, function in self._pending:
            if where == element.name:
                space = f" {component}" if component else ""
                self._bindings[f"{element.statement}/{element.label}{space}"] = function
        self._pending.clear()
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
        own = [f"PART={part.label}", f"QP={_list('cm', centre)}"]
        self._statements.append(_Statement("MARKER", part.label, "", own))
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
            origin, turned = self._frame(part)
            marker = self.marker(f"{name}.{side}", part, at=turned.T @ (place - origin), rotation=turned.T @ axes)
            ids.append(str(marker.label))
        return ids

    def _frame(self, part: Element) -> tuple[Array, Array]:
        """Origin and axes of a part in ground."""
        known = self._frames.get(part.name.lower())
        if known is not None:
            return known
        given = {k.upper(): v for k, v in self._arguments(part)}
        if {"ZG", "XG", "RM"} & given.keys():
            raise _refuse("python-no-frame", f"{part.name!r} is not placed by QG and REULER; give markers in place of at")
        place = np.array([float(x) for x in (given.get("QG") or "0,0,0").split(",")])
        psi, theta, phi = (float(x) for x in (given.get("REULER") or "0,0,0").split(","))

        def turn(axis: int, angle: float) -> Array:
            c, s = math.cos(angle), math.sin(angle)
            if axis == 2:
                return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
            return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])

        return place, turn(2, psi) @ turn(0, theta) @ turn(2, phi)

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
                rotation = self._statement_of(held).find("TRANSLATIONAL") is None
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
        texts = [f"{k}={self._function(f, name, k)}" for k, f in given.items()]
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
        return int(dict((k.upper(), v) for k, v in self._arguments(marker))["PART"] or 0)

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
        texts = [f"F{k}={self._function(f, name, f'F{k}')}" for k, f in enumerate(functions, 1)]
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

        def text(key: str, value: Any) -> str:
            component = "" if key.upper() == "FUNCTION" else key.upper()
            return self._function(value, name, component) if isinstance(value, Callback) else self._text(value, name)

        parts = [f"{k}={text(k, v)}" for k, v in arguments.items()]
        element = self._new(name, _KINDS.get(keyword.upper(), "statement"), keyword.upper())
        return self._state(element, [*flags, *parts])


_KINDS: dict[str, Kind] = {
    "PART": "part",
    "POINT_MASS": "part",
    "MARKER": "marker",
    "GRAPHICS": "solid",
    "JOINT": "joint",
    "JPRIM": "joint",
    "MOTION": "motion",
    "SFORCE": "force",
    "VFORCE": "force",
    "VTORQUE": "force",
    "GFORCE": "force",
    "SPRINGDAMPER": "force",
    "BUSHING": "force",
    "BEAM": "force",
    "FIELD": "force",
    "NFORCE": "force",
    "CONTACT": "contact",
    "REQUEST": "request",
    "VARIABLE": "variable",
    "DIFF": "diff",
    "SPLINE": "spline",
}
"""What statements are."""

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

Units.__module__ = Element.__module__ = Callback.__module__ = callback.__module__ = "carom"
