"""A dynamic analysis in the hands of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _carom
from ._errors import StepError, nearest
from ._result import Linearization, from_linear

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Array = npt.NDArray[np.float64]
Reached = Literal["time", "event", "end", "halted"]
_REACHED: tuple[Reached, ...] = ("time", "event", "end", "halted")


@dataclass(frozen=True)
class Event:
    """Something that happened, at its exact time."""

    time: float
    kind: str
    """``contact-begin``, ``impact``, ``sensor``, ...; as in the table `events`."""
    element: str
    """``SFORCE/3``."""
    name: str | None
    """The name of the element in the model, if it has one."""
    gap: float
    """Gap, negative in contact; not a number where the event has none."""
    rate_before: float
    rate_after: float
    impulse: float
    force: float


class Inputs(MutableMapping[str, float]):
    """The inputs by name. What is set holds from the current time on."""

    def __init__(self, simulation: Simulation) -> None:
        self._of = simulation

    def __getitem__(self, name: str) -> float:
        return self._of._native.input(self._of._input(name))

    def __setitem__(self, name: str, value: float) -> None:
        with self._of._naming():
            self._of._native.set_input(self._of._input(name), value)

    def __delitem__(self, name: str) -> None:
        raise TypeError("an input stays; it can be set to zero")

    def __iter__(self) -> Iterator[str]:
        return iter(self._of._inputs)

    def __len__(self) -> int:
        return len(self._of._inputs)

    def __repr__(self) -> str:
        return f"Inputs({dict(self)})"


class Outputs(Mapping[str, float]):
    """All results at the current time by name: ``ball.x``, ``push.fx``, ``height.f2``, or ``PART/2.x``, ``VARIABLE/1``."""

    def __init__(self, simulation: Simulation) -> None:
        self._of = simulation
        self._numbers: dict[str, int] = {}

    def __getitem__(self, name: str) -> float:
        number = self._numbers.get(name)
        if number is None:
            number = self._of._native.output_number(self._of._own(name))
            self._numbers[name] = number
        with self._of._naming():
            return self._of._native.output(number)

    def __iter__(self) -> Iterator[str]:
        return iter(self._of._native.output_names())

    def __len__(self) -> int:
        return len(self._of._native.output_names())

    def __repr__(self) -> str:
        return f"<{len(self)} outputs at time {self._of.time!r}>"


class _Naming:
    """Gives the errors of a call the names of their elements."""

    def __init__(self, simulation: Simulation) -> None:
        self._of = simulation

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StepError) and error.element:
            error.name = self._of._names.get(error.element)


class Simulation:
    """A dynamic analysis that goes on when it is asked to: step, look, push back. `Model.simulation` makes one.

    >>> m = Model("A cart", gravity=(0, 0, -9.81))
    >>> cart = m.part("cart", mass=2.0, inertia=1.0)
    >>> rail = m.joint("rail", "translational", "cart", "ground", at=(0, 0, 0), z=(1, 0, 0))
    >>> push = m.force("push", "rail.i", "rail.j", 0.0, action_only=True)
    >>> sim = m.simulation(inputs=["push"])
    >>> sim.inputs["push"] = 4.0
    >>> sim.step(0.5)
    'time'
    >>> round(sim.outputs["cart.x"], 9)
    0.25

    A stop costs the run nothing: the method takes the steps that it would take without it, which may be ahead of the time asked for, and the state at a time
    inside of a step comes from its dense output, put on the constraints, as at an output time. So states and events have the same bits however often the run
    stops. What changes the run (an input, another state) takes the step back, and the method starts anew with a careful step; so does `save`, and a run that
    is saved and one that is restored go on to the same bits.

    Callbacks (`carom.callback`) are asked for times ahead, too.
    """

    def __init__(
        self,
        model: _carom.Model,
        options: dict[str, Any],
        inputs: dict[str, float],
        functions: list[_carom.Bind],
        elements: dict[str, str],
    ) -> None:
        self._elements = elements
        self._names = {element: name for name, element in elements.items()}
        own = {name: self._own_input(name) for name in inputs}
        given = [(own[name], float(value)) for name, value in inputs.items()]
        self._native = _carom.Simulation(model, options, given, functions)
        places = {name: number for number, name in enumerate(self._native.input_names())}
        self._inputs = {name: places[element] for name, element in own.items()}
        self._handlers: list[tuple[Callable[[Simulation, Event], object], str | None, str | None]] = []
        self._clocks: list[tuple[float, float, int, Callable[[Simulation], object]]] = []
        self._kept: list[Event] = []
        self.inputs = Inputs(self)
        """The inputs by name, to be set."""
        self.outputs = Outputs(self)
        """All results at the current time by name."""

    def _own(self, name: str) -> str:
        """A name of an output with the element of the deck in it."""
        if name.lower() in self._elements:
            return self._elements[name.lower()]
        head, _, tail = name.rpartition(".")
        return f"{self._elements[head.lower()]}.{tail}" if head.lower() in self._elements else name

    def _own_input(self, name: str) -> str:
        own = self._own(name)
        head, _, tail = own.rpartition(".")
        return f"{head.upper()} {tail.upper()}" if head else own.upper()

    def _input(self, name: str) -> int:
        number = self._inputs.get(name)
        if number is None:
            near = nearest(name, self._inputs)
            hint = f"; did you mean {near!r}?" if near else f"; there are {', '.join(self._inputs) or 'none'}"
            raise KeyError(f"there is no input {name!r}{hint}")
        return number

    def _naming(self) -> _Naming:
        return _Naming(self)

    # time

    @property
    def time(self) -> float:
        """The current time."""
        return self._native.time

    @property
    def end(self) -> float:
        """The end of the analysis; infinite if it has none."""
        return self._native.end

    @property
    def is_over(self) -> bool:
        """Whether the analysis has come to its end, or has failed. `restore` and, before its end, `state` make it go on."""
        return self._native.is_over

    def step(self, dt: float) -> Reached:
        """Goes on by `dt`; what it has reached: ``time``, or ``end``, or ``halted`` by a sensor.

        Times are summed up; ``run_until(k * dt)`` has no rounding that grows.
        """
        if self._handlers or self._clocks:
            return self.run_until(self.time + dt)
        try:
            return _REACHED[self._native.step(dt)]
        except StepError as error:
            raise self._with_name(error)

    def run_until(self, time: float) -> Reached:
        """Goes on to `time`, or to the end of the analysis. An event at this very time is still to come."""
        if self._handlers or self._clocks:
            return self._run_with_handlers(time)
        try:
            return _REACHED[self._native.run_until(time)]
        except StepError as error:
            raise self._with_name(error)

    def advance_to_event(self, limit: float | None = None) -> Reached:
        """Goes on to the state behind the next event (``event``), to `limit`, or to the end of the analysis, whatever comes first."""
        wait = self.end if limit is None else limit
        if self._clocks:
            reached = self._run_with_handlers(wait, at_event=True)
        else:
            with self._naming():
                reached = _REACHED[self._native.advance_to_event(wait)]
            self._tell()
        return reached

    def _with_name(self, error: StepError) -> StepError:
        error.name = self._names.get(error.element) if error.element else None
        return error

    # callbacks

    def on_event(
        self, function: Callable[[Simulation, Event], object], *, kind: str | None = None, element: str | None = None
    ) -> None:
        """Calls ``function(simulation, event)`` behind each event, or behind those of one kind or element (by name): it may look, and set inputs.

        The run stops there, which changes none of its bits.
        """
        own = None if element is None else self._own(element)
        self._handlers.append((function, kind, own))

    def every(self, period: float, function: Callable[[Simulation], object]) -> None:
        """A controller: calls ``function(simulation)`` now, and then each time `period` has gone by. What it sets as inputs holds until the next time."""
        if not period > 0.0:
            raise ValueError(f"period is {period}; it has to be above 0")
        self._clocks.append((self.time, period, 0, function))

    def _tell(self) -> None:
        if not self._handlers or not self._native.has_events:
            return
        events = self._take()
        self._kept += events
        for event in events:
            for function, kind, element in self._handlers:
                if kind in (None, event.kind) and element in (None, event.element):
                    function(self, event)

    def _run_with_handlers(self, time: float, at_event: bool = False) -> Reached:
        if not time >= self.time:
            raise StepError(self.time, f"the time {time} is not after the current one")
        while True:
            due = [start + period * count for start, period, count, _ in self._clocks]
            for k, (start, period, count, function) in enumerate(self._clocks):
                if due[k] <= self.time < time:
                    self._clocks[k] = (start, period, count + 1, function)
                    function(self)
            due = [start + period * count for start, period, count, _ in self._clocks]
            until = min([time, *due])
            stops = at_event or bool(self._handlers)
            with self._naming():
                go = self._native.advance_to_event if stops else self._native.run_until
                reached = _REACHED[go(until)]
            self._tell()
            if reached in ("end", "halted") or (reached == "event" and at_event):
                return reached
            if reached == "time" and self.time >= time:
                return reached

    # state

    @property
    def state_names(self) -> list[str]:
        """Names of the numbers of `state`: of each moving part x y z (centre of mass), q0 q1 q2 q3 (part frame in ground, scalar first), vx vy vz, wx wy wz, all on
        ground axes; then the states of differential equations."""
        return [self._spoken(name) for name in self._native.state_names()]

    def _spoken(self, name: str) -> str:
        head, dot, tail = name.rpartition(".")
        return f"{self._names.get(head, head)}{dot}{tail}" if dot else self._names.get(name, name)

    @property
    def state(self) -> Array:
        """The state at the current time, in the order of `state_names`; a copy.

        When it is set, quaternions are normalized, positions and velocities put on the constraints by the smallest change, and contacts and branches of
        functions found as at the start of an analysis.
        """
        with self._naming():
            return self._native.state()

    @state.setter
    def state(self, state: npt.ArrayLike) -> None:
        values = np.ascontiguousarray(state, dtype=np.float64)
        if values.ndim != 1:
            raise ValueError(f"a state has the shape (n,), not {values.shape}")
        with self._naming():
            self._native.set_state(values)

    def save(self) -> bytes:
        """Everything that decides how the run goes on, inputs among it."""
        with self._naming():
            return self._native.save()

    def restore(self, saved: bytes) -> None:
        """Stands where a simulation of this model was saved; events that were not taken are dropped."""
        with self._naming():
            self._native.restore(saved)
        self._kept.clear()
        self._clocks = [
            (start, period, max(0, int(np.ceil((self.time - start) / period - 1e-9))), f)
            for start, period, _, f in self._clocks
        ]

    def _take(self) -> list[Event]:
        return [Event(e[0], e[1], e[2], self._names.get(e[2]), *e[3:]) for e in self._native.events()]

    def events(self) -> list[Event]:
        """The events since this was asked last, in the order of time."""
        kept, self._kept = self._kept, []
        return kept + self._take()

    # equations

    @property
    def degrees_of_freedom(self) -> int:
        """Degrees of freedom."""
        return self._native.degrees_of_freedom

    @property
    def velocity_names(self) -> list[str]:
        """Names of the velocities v of the matrices: of each body vx vy vz of its centre of mass on ground axes and wx wy wz on its own axes."""
        return [self._spoken(name) for name in self._native.velocity_names()]

    @property
    def constraint_names(self) -> list[str]:
        """Names of the rows of `constraint_jacobian`: those of the constraints that are independent."""
        return self._native.constraint_names()

    @overload
    def mass_matrix(self, *, sparse: Literal[False] = False) -> Array: ...
    @overload
    def mass_matrix(self, *, sparse: Literal[True]) -> csr_matrix: ...
    def mass_matrix(self, *, sparse: bool = False) -> Any:
        """Mass matrix M, shape (v, v), symmetric: M v' is a force in the units of the model. With `sparse` a SciPy matrix."""
        return _matrix(self._native.mass_matrix(), sparse)

    @overload
    def constraint_jacobian(self, *, sparse: Literal[False] = False) -> Array: ...
    @overload
    def constraint_jacobian(self, *, sparse: Literal[True]) -> csr_matrix: ...
    def constraint_jacobian(self, *, sparse: bool = False) -> Any:
        """Jacobian G of the constraints by v, shape (rows, v): multipliers exert the forces G.T @ multipliers. With `sparse` a SciPy matrix."""
        with self._naming():
            return _matrix(self._native.constraint_jacobian(), sparse)

    def generalized_forces(self) -> Array:
        """Forces Q of all that acts but the constraints, gyroscopic ones among them, shape (v,): M v' = Q + G.T @ multipliers."""
        with self._naming():
            return self._native.generalized_forces()

    def accelerations(self) -> tuple[Array, Array]:
        """Accelerations v', shape (v,), and multipliers, shape (rows,), at the current time."""
        with self._naming():
            return self._native.accelerations()

    def residual(self, accelerations: npt.ArrayLike | None = None, multipliers: npt.ArrayLike | None = None) -> Array:
        """What is missing in the equations of motion, M v' - Q - G.T @ multipliers, shape (v,): for accelerations that are wanted the forces that have to be added
        for them (inverse dynamics). What is None is that of the motion."""
        with self._naming():
            a, b = self._native.accelerations()
            a = a if accelerations is None else np.ascontiguousarray(accelerations, dtype=np.float64)
            b = b if multipliers is None else np.ascontiguousarray(multipliers, dtype=np.float64)
            return self._native.residual(a, b)

    def linearize(self) -> Linearization:
        """The linear equations of small deviations from the current state; inputs, outputs and states are those of all PINPUT, POUTPUT and PSTATE.

        The method starts anew from here, as by `save`.
        """
        with self._naming():
            return from_linear(self._native.linearize())

    @property
    def counts(self) -> dict[str, int]:
        """The work so far: ``steps``, ``rejected``, ``rhs_evaluations``, ``events``."""
        names = ("steps", "rejected", "rhs_evaluations", "events")
        return dict(zip(names, self._native.counts(), strict=True))

    def __repr__(self) -> str:
        over = ", over" if self.is_over else ""
        return f"<carom.Simulation at time {self.time!r}{over}>"


def _matrix(dense: Array, sparse: bool) -> Any:
    if not sparse:
        return dense
    from scipy.sparse import csr_matrix

    return csr_matrix(dense)


for _class in (Simulation, Event):
    _class.__module__ = "carom"
