"""What can go wrong, as Python exceptions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ._result import Result


@dataclass(frozen=True)
class Diagnostic:
    """One message about an input."""

    name: str
    """Stable name, such as ``adm-unknown-argument``; ``carom.explain(name)`` says more."""
    severity: Literal["note", "warning", "error"]
    message: str
    """One short sentence."""
    file: str | None
    """Where: file, line and column from 1; None for messages without a place."""
    line: int | None
    column: int | None
    help: str | None
    """What to do about it."""
    rendered: str = field(repr=False)
    """All of it as text, with the line of the source and a caret below the place."""

    def __str__(self) -> str:
        return self.rendered


class CaromError(Exception):
    """Base of the errors of Carom."""


class ModelError(CaromError, ValueError):
    """An input is refused: a model, an expression, an option of a run.

    ``str(error)`` shows each error with its line of the source, a caret and a hint.
    """

    diagnostics: tuple[Diagnostic, ...]
    """All that was found, warnings and notes too, in the order of the input."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        errors = [d.rendered for d in self.diagnostics if d.severity == "error"]
        return "\n".join(errors)


class SimulationError(CaromError, RuntimeError):
    """A run ended early. What it computed up to there is in `result`."""

    result: Result
    """The results up to `time`; its status is ``"early"``."""
    time: float
    """Time reached, in the model's unit."""
    message: str
    """What happened."""
    element: str | None
    """The element that the message names, such as ``SFORCE/3``; None if it names none."""
    name: str | None
    """The name of the element in the model, if it has one."""
    advice: str | None
    """What to try."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        said = result.summary["error"] or {"time": float("nan"), "message": "", "help": None}
        self.result = result
        self.time = float(said["time"])
        self.message = str(said["message"])
        self.advice = said["help"]
        named = re.search(r"\b[A-Za-z]\w*/\d+", self.message)
        self.element = named.group() if named else None
        self.name = result.name_of(self.element) if self.element else None

    def __str__(self) -> str:
        name = f"\n  {self.element} is {self.name!r}" if self.name else ""
        advice = f"\n  help: {self.advice}" if self.advice else ""
        return f"ended early at time {self.time!r}: {self.message}{name}{advice}"


class StepError(CaromError, RuntimeError):
    """A `Simulation` cannot go on, or an argument of one of its methods is wrong. Its state is the last one that is sound.

    What a callback raised is its ``__cause__``.
    """

    time: float
    """Time reached, in the model's unit."""
    message: str
    """What happened."""
    advice: str | None
    """What to try."""
    element: str | None
    """The element that the message names, such as ``SFORCE/3``; None if it names none."""
    name: str | None
    """The name of the element in the model, if it has one."""

    def __init__(self, time: float, message: str, advice: str | None = None) -> None:
        super().__init__(time, message, advice)
        self.time, self.message, self.advice, self.name = time, message, advice, None
        named = re.search(r"\b[A-Za-z]\w*/\d+", message)
        self.element = named.group() if named else None

    def __str__(self) -> str:
        name = f"\n  {self.element} is {self.name!r}" if self.name else ""
        advice = f"\n  help: {self.advice}" if self.advice else ""
        return f"at time {self.time!r}: {self.message}{name}{advice}"


class DerivativeError(CaromError, ValueError):
    """A number has no derivative: the study ends its runs by a stop rule, the model remembers its past, an event only grazes; the message says which."""


class OrbitError(CaromError, ValueError):
    """A study has no such orbit, branch or exponents, or they were not found; the message says why and what may help."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C (in a notebook: interrupt the kernel) ended a run. What it computed up to there is in `result`.

    It is a KeyboardInterrupt: a script that does not catch it ends. In a notebook ``sys.last_value.result`` has the results.
    """

    result: Result
    """The results up to the interruption; its status is ``"early"``."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        said = self.result.summary["error"]
        return f"interrupted at time {said['time']!r}" if said else "interrupted"


class ModelWarning(UserWarning):
    """A model is accepted, but something in it deserves a look."""


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name that was meant, if one is near."""
    by_case = {name.lower(): name for name in names}
    near = difflib.get_close_matches(word.lower(), by_case, n=1)
    return by_case[near[0]] if near else None


# In tracebacks users see the names that they import.
for _class in (
    Diagnostic,
    CaromError,
    ModelError,
    SimulationError,
    StepError,
    DerivativeError,
    OrbitError,
    Interrupted,
    ModelWarning,
):
    _class.__module__ = "carom"
