"""Models and their runs."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import numpy.typing as npt

from . import _carom, _progress
from ._build import _KINDS, _NAME, Builder, Element, Kind, Units, _Statement
from ._errors import Diagnostic, Interrupted, ModelError, ModelWarning, SimulationError
from ._progress import Progress
from ._result import Result, from_outcome
from ._simulation import Simulation

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._gradient import Differentiable, Residuals
    from ._sensitivities import Sensitivities

PathLike = str | os.PathLike[str]
Analysis = Literal["dynamic", "kinematic", "static", "initial"]
Contact = Literal["as-modelled", "compliant", "rigid"]
ContactRule = Literal["adams", "smooth", "potential"]
ContactGroups = Literal["few", "pairs", "near"]
ImpactLaw = str
ImpactOrder = Literal["sequential", "simultaneous"]
ImpactList = Literal["resolved", "all"]
Locator = Literal["auto", "henon"]
Coordinates = Literal["auto", "absolute", "joint"]
Show = bool | Callable[[Progress], "bool | None"] | None


@dataclass(frozen=True)
class Check:
    """What a model is, without running it."""

    degrees_of_freedom: int | None
    """6 for each body (3 for a point mass) less the independent constraints; None if the model cannot be assembled."""
    redundant_constraints: list[str]
    """Constraint equations that others already imply, such as ``JOINT/3: rotation about x``."""
    unsupported: list[str]
    """Statements that were read and are not supported, with the reason."""
    elements: dict[str, int]
    """How many elements of each kind there are."""
    accepted: bool
    """Whether a run would be accepted."""
    diagnostics: list[Diagnostic]
    """All there is to say."""


class Model(Builder):
    """A mechanism: read from a file by `carom.read`, or built here.

    >>> m = Model("A ball on a table", gravity=(0, 0, -9.80665))
    >>> ball = m.part("ball", mass=1.0, inertia=4e-3, at=(0, 0, 1.1))
    >>> stop = "IMPACT(DZ(ball, ground), VZ(ball, ground), 0.1, 1e5, 1.5, 50, 1e-4)"
    >>> table = m.force("table", "ball", "ground", stop, action_only=True)
    >>> result = m.simulate(end=1.0)
    >>> result.events["kind"][0].item()
    'contact-begin'
    >>> result.bodies.where(part="ball")["z"][0].item()
    1.1

    Elements are named, and other elements and expressions refer to them by their names, upper case or lower. The part ``ground`` is there from
    the start. A part stands for the marker at its centre of mass (ground: at the origin) wherever a marker is needed. A wrong name is
    a `ModelError` with the nearest right one. All numbers are in `units`, angles in radians; `gravity` on ground axes, L/T**2, shape (3,).

    `deck` is the model as Adams dataset. A model that was read (of the language of Adams, or a model file) is changed in the same way:

    >>> m = read("examples/bouncing_ball/ball.adm")
    >>> m["PART/2"].mass
    1.0
    >>> m["ball"].mass = 3.0
    >>> [force.function for force in m.forces]
    ['IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.1, 1.0E5, 1.5, 50.0, 1.0E-4)']
    """

    def __init__(
        self,
        title: str = "",
        *,
        units: Units | None = None,
        gravity: npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        self._made: _carom.Model | None = None
        self._commands: Path | None = None
        self._file: Path | None = None
        self._home = Path()
        self._acf: str | None = None
        self._is_open = True
        self._allowed: tuple[bool, Path | None] = (False, None)
        super().__init__(title, units or Units(), gravity)

    @classmethod
    def _read(
        cls, path: Path, commands: Path | None, strict: bool, allow_user_code: bool, user_library: Path | None
    ) -> Model:
        model = cls()
        model._made = _carom.Model.read(path, commands, strict, allow_user_code, user_library)
        model._file, model._commands, model._home = path, commands, Path.cwd()
        model._allowed = (allow_user_code, user_library)
        model._is_open = False
        return model

    def _new(self, name: str, kind: Kind, statement: str) -> Element:
        if not hasattr(self, "_is_open"):
            return super()._new(name, kind, statement)
        self._open()
        self._made = None
        return super()._new(name, kind, statement)

    def _open(self) -> None:
        if self._is_open:
            return
        native = self._native
        statements, self._acf = native.statements()
        self._first, self._is_open = native.title, True
        self._statements, self._elements, self._frames = [], {}, {}
        others: list[Element] = []
        for head, name, arguments in statements:
            keyword, _, label = head.partition("/")
            number = int(label) if label.isdigit() else None
            self._statements.append(_Statement(keyword, number, name, arguments))
            if number is None:
                continue
            self._last = max(self._last, number)
            kind = _KINDS.get(keyword, "statement")
            is_free = _NAME.fullmatch(name) and name.lower() not in self._elements
            if kind == "part" and "GROUND" in arguments and not is_free and "ground" not in self._elements:
                name, is_free = "ground", True
            element = Element(self, name if is_free else head, kind, keyword, number)
            self._elements[element.name.lower()] = element
            if "GROUND" in arguments and kind == "part" and "ground" not in self._elements:
                others.append(element)
        for ground in others:
            self._elements.setdefault("ground", ground)

    def _reread(self) -> None:
        self._made, before = None, self._made
        try:
            _ = self._native
        except ModelError:
            self._made = before
            raise

    def copy(self) -> Model:
        """Another model of its own, with the same elements."""
        self._open()
        made = _rebuild({**self.__dict__, "_made": None})
        made._statements = [_Statement(s.keyword, s.label, s.name, list(s.arguments)) for s in self._statements]
        made._elements = {k: Element(made, e.name, e.kind, e.statement, e.label) for k, e in self._elements.items()}
        made._frames, made._bindings = dict(self._frames), dict(self._bindings)
        made._pending = []
        return made

    def deck(self) -> str:
        """The model as Adams dataset."""
        self._open()
        return super().deck()

    @property
    def _native(self) -> _carom.Model:
        if self._made is None:
            try:
                self._made = _carom.Model.build(self.deck(), self._file, self._acf, *self._allowed)
            except ModelError as error:
                raise ModelError(self._named(d) for d in error.diagnostics) from None
            warn(self._made.diagnostics, 4)
        return self._made

    def _named(self, d: Diagnostic) -> Diagnostic:
        """A diagnostic with the names of the elements that it speaks of."""
        names = {f"{e.statement}/{e.label}": e.name for e in self._elements.values() if "/" not in e.name}

        def named(text: str) -> str:
            return re.sub(r"\b[A-Z_]+/\d+\b", lambda m: f"{m[0]} ({names[m[0]]})" if m[0] in names else m[0], text)

        return replace(d, message=named(d.message), rendered=d.rendered.replace(d.message, named(d.message)))

    def _texts(self) -> tuple[Path, Path | None, dict[Path, str]]:
        """The file that stands for the model, that of its commands, and the texts of both where they are not those on disk."""
        if self._file is not None and not self._is_open:
            here = Path.cwd() == self._home
            beside = None if self._commands is None else self._home / self._commands
            return (self._file, self._commands, {}) if here else (self._home / self._file, beside, {})
        if self._file is not None and self._file.suffix.lower() == ".xml":
            return self._file, None, {self._file: self.deck()}
        file = (self._file or Path("model")).with_suffix(".adm")
        texts = {file: self.deck()}
        if self._acf is None:
            return file, None, texts
        commands = file.with_suffix(".acf")
        return file, commands, {**texts, commands: self._acf}

    def _tags(self) -> dict[str, str]:
        """Statement and id of elements by name, in lower case."""
        tags = {name.lower(): tag for name, tag in self._native.element_names}
        if self._is_open:
            own = (e for e in self._elements.values() if "/" not in e.name)
            tags = {e.name.lower(): f"{e.statement}/{e.label}" for e in own} | tags
        return tags

    @property
    def path(self) -> Path:
        """The file that it was read from; ``model`` for one that was built."""
        return Path(self._native.path)

    @property
    def title(self) -> str:
        """Title of the model."""
        return self._native.title

    @property
    def units(self) -> Units:
        """Units of all its numbers."""
        units = json.loads(self._native.units)
        return Units(**units)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Notes and warnings of its reader."""
        return self._native.diagnostics

    def check(self, *, strict: bool = False) -> Check:
        """Assembles the model and counts: degrees of freedom, redundant constraints, what is unsupported.

        What keeps the model from running is told by ``check.accepted`` and ``check.diagnostics``, not raised. `strict` takes warnings for errors.
        """
        said, diagnostics = self._native.check(strict)
        told = json.loads(said)
        return Check(
            degrees_of_freedom=told["degrees_of_freedom"],
            redundant_constraints=told["redundant_constraints"],
            unsupported=[f"{u['statement']}: {u['reason']}" for u in told["unsupported"]],
            elements=dict(told["elements"]),
            accepted=told["accepted"],
            diagnostics=diagnostics,
        )

    def simulate(
        self,
        *,
        analysis: Analysis | None = None,
        end: float | None = None,
        steps: int | None = None,
        dt: float | None = None,
        integrator: str | None = None,
        error: float | None = None,
        hmax: float | None = None,
        contact: Contact = "as-modelled",
        contact_rule: ContactRule | None = None,
        contact_groups: ContactGroups | None = None,
        restitution: float | None = None,
        yield_speed: float | None = None,
        impact_law: ImpactLaw = "newton",
        impact_order: ImpactOrder = "sequential",
        impacts: ImpactList = "resolved",
        locator: Locator = "auto",
        coordinates: Coordinates = "auto",
        verbose_events: bool = False,
        strict: bool = False,
        progress: Show = None,
        check: bool = True,
    ) -> Result:
        """Carries out the commands of the model, with the results in memory.

        Times are in the model's unit. What is None is as the model says.

        Parameters
        ----------
        analysis
            One analysis in place of those of the model: ``dynamic``, ``kinematic``, ``static`` (with `end`: a series of rests), or ``initial`` (the
            assembly alone). The commands before its first analysis are carried out.
        end
            End of the run; needed if nothing in the model says how long to run.
        steps, dt
            Number of output intervals of each analysis, or the interval. Output times are exact, whatever steps the integrator takes.
        integrator
            By name: ``auto``, ``radau5``, ``gstiff``, ...; ``carom.explain("integrators")`` lists them.
        error
            Error tolerance of the integration.
        hmax
            Largest step.
        contact
            Contacts ``as-modelled``, by their force laws (``compliant``), or by impacts and unilateral constraints (``rigid``).
        contact_rule
            How overlaps of solids become forces: by nearest points (``adams``), by vector area and thickness (``smooth``), or by the gradient of a power
            of the volume (``potential``).
        contact_groups
            A contact with shapes of several parts on a side: each pair of shapes as a contact of two parts, with events, in all analyses (``pairs``); by a
            list of neighbours, without events, in dynamic analyses only (``near``); like ``pairs`` up to 100 pairs of shapes, else like ``near`` (``few``).
        restitution
            Coefficient of restitution of rigid contacts that bring none, 0 to 1.
        yield_speed
            Speed of an impact beyond which bodies yield, in the model's units: the restitution falls with the fourth root of the speed from there on.
        impact_law
            What the coefficient is a ratio of: the speeds after and before the impact (``newton``), the impulses of expansion and compression (``poisson``),
            or, by its square, the works of expansion and compression (``stronge``); ``carom run --help`` lists all.
        impact_order
            How rigid contacts that touch answer an impact at one of them.
        impacts
            Which of the impacts are listed that follow each other ever faster: those further apart in time than ``error`` (``resolved``), or every one down
            to rounding (``all``).
        locator
            How the times of events are found: ``auto``, or by Hénon's step alone (``henon``).
        coordinates
            The unknowns of dynamic analyses: positions and orientations of all parts (``absolute``), those of the joints (``joint``), or the latter
            where they serve and the method is explicit (``auto``). The same motion, to the tolerance.
        verbose_events
            Report every switch of every function as an event.
        strict
            Refuse the model on warnings too.
        progress
            True: a bar; False: none; None: a bar if stderr is a terminal, or in a notebook. Or a function that is called with a `Progress`
            about ten times a second; if it returns False, the run ends early, without an exception.
        check
            Raise `SimulationError` if the run ends early by itself. With False the result says so: ``result.status == "early"``.

        Raises
        ------
        ModelError
            The model or an option is refused.
        SimulationError
            The run ended early; ``error.result`` has the results up to there.
        Interrupted
            Ctrl-C; a KeyboardInterrupt whose ``result`` has the results up to there.

        Other threads run meanwhile: the interpreter is free during the run.
        """
        options = _options(locals())
        return self._go(self._native.simulate, options, progress, check)

    def run(
        self,
        *,
        out: PathLike | None = None,
        formats: Iterable[str] = (),
        resume: bool = False,
        overwrite: bool = False,
        patient: bool = False,
        checkpoint: float | None = None,
        analysis: Analysis | None = None,
        end: float | None = None,
        steps: int | None = None,
        dt: float | None = None,
        integrator: str | None = None,
        error: float | None = None,
        hmax: float | None = None,
        contact: Contact = "as-modelled",
        contact_rule: ContactRule | None = None,
        contact_groups: ContactGroups | None = None,
        restitution: float | None = None,
        yield_speed: float | None = None,
        impact_law: ImpactLaw = "newton",
        impact_order: ImpactOrder = "sequential",
        impacts: ImpactList = "resolved",
        locator: Locator = "auto",
        coordinates: Coordinates = "auto",
        verbose_events: bool = False,
        strict: bool = False,
        progress: Show = None,
        check: bool = True,
    ) -> Result:
        """Carries out the commands of the model, with the results on disk, as ``carom run`` does.

        The tables of the returned result are read when they are asked for. Beyond the parameters of `simulate`:

        Parameters
        ----------
        out
            Folder of the results; ``<model>.carom`` in the working directory if it is None. An earlier result there is moved aside, to
            ``<model>.1.carom`` and so on; the folder of one process at a time.
        formats
            In place of Parquet tables: ``csv``, ``res``, ``req``, ... Without ``parquet`` and ``csv`` the result has no tables.
        resume
            Go on with a run that was interrupted, from its last checkpoint, to the same bits.
        overwrite
            Replace an earlier result in the folder.
        patient
            Go on even if the run would take days at its pace.
        checkpoint
            Seconds of wall-clock time between checkpoints; 30 if it is None.
        """
        options = _options(locals())
        return self._go(self._native.run, options, progress, check)

    def linearize(
        self,
        *,
        end: float | None = None,
        equilibrium: bool = False,
        undamped: bool = False,
        error: float | None = None,
        strict: bool = False,
        progress: Show = None,
        check: bool = True,
    ) -> Result:
        """Linearizes the model about the state that its commands end in, or about the start if it has none, as ``carom linear`` does.

        ``result.linearizations[-1]`` has the matrices, ``result.eigenvalues`` and ``result.modes`` the modes. Inputs, outputs and states are those
        of all PINPUT, POUTPUT and PSTATE of the model.

        Parameters
        ----------
        end
            Time to run to first.
        equilibrium
            Find equilibrium first.
        undamped
            Keep forces from depending on velocities.
        error, strict, progress, check
            As in `simulate`.
        """
        options = _options(locals())
        options["linear"] = [options.pop("equilibrium"), options.pop("undamped")]
        return self._go(self._native.simulate, options, progress, check)

    def _go(
        self,
        start: Callable[[dict[str, Any], _progress.Native | None, list[_carom.Bind]], _carom.Outcome],
        options: dict[str, Any],
        progress: Show,
        check: bool,
    ) -> Result:
        callback, close = _progress.listener(progress)
        functions = [(name, f.inputs, f.rates, f.function) for name, f in self._bindings.items()]
        try:
            outcome = start(options, callback, functions)
        finally:
            close()
        warn(outcome.diagnostics, 4)
        names: dict[str, dict[str, int | str]] = {}
        for column, name, key in self._native.names:
            names.setdefault(column, {})[name] = key
        result = from_outcome(outcome, names)
        raised = outcome.raised
        if isinstance(raised, KeyboardInterrupt):
            raise Interrupted(result) from None
        if raised is not None:
            raise raised
        if check and result.status == "early" and not outcome.stopped:
            raise SimulationError(result) from outcome.failed
        return result

    def simulation(
        self,
        *,
        inputs: Iterable[str] | Mapping[str, float] = (),
        end: float | None = None,
        integrator: str | None = None,
        error: float | None = None,
        hmax: float | None = None,
        contact: Contact = "as-modelled",
        contact_rule: ContactRule | None = None,
        contact_groups: ContactGroups | None = None,
        restitution: float | None = None,
        yield_speed: float | None = None,
        impact_law: ImpactLaw = "newton",
        impact_order: ImpactOrder = "sequential",
        impacts: ImpactList = "resolved",
        locator: Locator = "auto",
        coordinates: Coordinates = "auto",
        verbose_events: bool = False,
        strict: bool = False,
    ) -> Simulation:
        """A dynamic analysis that goes on when it is asked to: step, look, push back. See `Simulation`.

        The commands of the model before its first analysis are carried out. Beyond the parameters of `simulate`:

        Parameters
        ----------
        inputs
            Elements whose functions the program sets between steps, by name: forces and variables; ``push.fx`` is a component of a vector force. With a
            mapping, their values at the start; else these are zero.
        end
            End of the analysis. With it, states and events have the bits of ``simulate(analysis="dynamic", end=end)``. Without, the analysis has no end, and
            the steps of the method are no longer than one second of the model, or than `hmax`.
        """
        options = _options(locals())
        del options["inputs"]
        given = dict(inputs) if isinstance(inputs, Mapping) else {name: 0.0 for name in inputs}
        functions = [(name, f.inputs, f.rates, f.function) for name, f in self._bindings.items()]
        names = {name.lower(): element for name, element in self._native.element_names}
        return Simulation(self._native, options, given, functions, names)

    def gradient(self, responses: Mapping[str, Any], parameters: Mapping[str, Any], **run: Any) -> Sensitivities:
        """Responses of a run and their derivatives with respect to parameters, through impacts, contacts and friction.

        >>> ball = read("examples/bouncing_ball/ball.adm")
        >>> g = ball.gradient({"touch": {"first": "time", "event": "contact-begin"}}, {"z0": "ball.qg.z"}, end=1.0)
        >>> print(f"{g['touch', 'z0']:.6f}")
        0.225801

        Parameters
        ----------
        responses
            By name, what is looked at: the rules of the section ``[responses]`` of study files.
        parameters
            By name, places of the model, such as ``table.function.IMPACT.k``; or what the section ``[parameters]`` says of one.
        run
            The keys of ``[run]``: ``end``, ``contact="rigid"``, ``restitution="e"``, ``error``, ...; or further sections. `carom.Study.of` describes them.

        Raises
        ------
        ModelError
            The model, a response or a parameter is refused.
        DerivativeError
            The run has no derivatives, and why.
        StepError
            The run ended early.
        """
        from ._sensitivities import sensitivities

        return sensitivities(self, responses=responses, parameters=parameters, **run)

    def differentiable(self, responses: Mapping[str, Any], parameters: Mapping[str, Any], **run: Any) -> Differentiable:
        """The responses as a function of the parameters, ``y, J = function(x)``; its arguments are those of `gradient`."""
        from ._gradient import differentiable

        return differentiable(self, responses=responses, parameters=parameters, **run)

    def residuals(
        self,
        data: Mapping[str, npt.ArrayLike],
        responses: Mapping[str, Any],
        parameters: Mapping[str, Any],
        *,
        fit: Iterable[str] | None = None,
        sigma: Mapping[str, npt.ArrayLike] | float | None = None,
        **run: Any,
    ) -> Residuals:
        """What is missing between the responses and measured data, ``r, J = residuals(x)``, for `scipy.optimize.least_squares`.

        Parameters
        ----------
        data
            Numbers of responses, by name; others of them are not looked at.
        responses, parameters, run
            As of `gradient`.
        fit
            The parameters that x has; None: all that do not follow from others.
        sigma
            Standard deviations of the data; None: unknown, and the same for all.
        """
        from ._gradient import differentiable
        from ._sections import expanded

        names = [n for n in expanded(responses) if n in data or n.rpartition("_")[0] in data]
        function = differentiable(self, of=names, to=fit, responses=responses, parameters=parameters, **run)
        return function.residuals(data, sigma=sigma)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._file is not None and not self._is_open:
            return read, (self._file, self._commands)
        return _rebuild, ({**self.__dict__, "_made": None},)

    def __repr__(self) -> str:
        return f"<carom.Model {str(self.path)!r}: {self.title}>"


_DEFAULTS: dict[str, Any] = {
    "analysis": None,
    "end": None,
    "steps": None,
    "dt": None,
    "integrator": None,
    "error": None,
    "hmax": None,
    "contact": "as-modelled",
    "contact_rule": None,
    "contact_groups": None,
    "restitution": None,
    "yield_speed": None,
    "impact_law": "newton",
    "impact_order": "sequential",
    "impacts": "resolved",
    "locator": "auto",
    "coordinates": "auto",
    "verbose_events": False,
    "strict": False,
    "formats": (),
    "out": None,
    "resume": False,
    "overwrite": False,
    "patient": False,
    "checkpoint": None,
    "linear": None,
}
"""What a run does without being told otherwise."""


_OF_IMPACTS = ("restitution", "yield_speed", "impact_law", "impact_order", "impacts")
"""What rigid contacts are told together."""


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """What the native side wants to know, from the arguments of a method."""
    options = {**_DEFAULTS, **given}
    for own in ("self", "progress", "check"):
        options.pop(own, None)
    formats = options["formats"]
    options["formats"] = [formats] if isinstance(formats, str) else list(formats)
    options["impact"] = {name: options.pop(name) for name in _OF_IMPACTS}
    return options


def _rebuild(state: dict[str, Any]) -> Model:
    model = Model()
    model.__dict__.update(state)
    return model


def warn(diagnostics: Iterable[Diagnostic], stacklevel: int) -> None:
    """Warnings about a model are Python warnings."""
    for d in diagnostics:
        if d.severity == "warning":
            warnings.warn(d.rendered, ModelWarning, stacklevel=stacklevel)


def read(
    path: PathLike,
    commands: PathLike | None = None,
    *,
    strict: bool = False,
    allow_user_code: bool = False,
    user_library: PathLike | None = None,
) -> Model:
    """Reads a model: Adams dataset (``.adm``) or command file (``.acf``), or MotionSolve model (``.xml``).

    A dataset has no commands of its own: they come from `commands`, else from the command file of the same name beside it, if there is one.

    With `allow_user_code` the model may call user-written routines from shared libraries, `user_library` for those that it names without one. Such
    code runs in this process, with all its rights: a crash of it ends Python.

    `ModelError` if it is refused, with all that is wrong; warnings become a `ModelWarning` each (errors with `strict`).
    """
    commands = None if commands is None else Path(commands)
    library = None if user_library is None else Path(user_library)
    from ._xml import of_file

    model = of_file(Path(path))._read(Path(path), commands, strict, allow_user_code, library)
    warn(model.diagnostics, 3)
    return model


class RunOptions(TypedDict, total=False):
    """The parameters of `Model.run`, each of which may be left out."""

    out: PathLike | None
    formats: Iterable[str]
    resume: bool
    overwrite: bool
    patient: bool
    checkpoint: float | None
    end: float | None
    steps: int | None
    dt: float | None
    integrator: str | None
    error: float | None
    hmax: float | None
    contact: Contact
    contact_rule: ContactRule | None
    contact_groups: ContactGroups | None
    restitution: float | None
    yield_speed: float | None
    impact_law: ImpactLaw
    impact_order: ImpactOrder
    impacts: ImpactList
    locator: Locator
    coordinates: Coordinates
    verbose_events: bool
    progress: Show
    check: bool


def run(
    path: PathLike,
    commands: PathLike | None = None,
    *,
    strict: bool = False,
    **options: Unpack[RunOptions],
) -> Result:
    """Reads a model and runs it with the results on disk: `read` and `Model.run`, whose parameters it takes."""
    return read(path, commands, strict=strict).run(strict=strict, **options)


for _class in (Model, Check):
    _class.__module__ = "carom"
