"""How the responses of a study change with its parameters."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _carom
from ._sweep import Source, as_study


class Sensitivities:
    """Responses of a study at the first point of its design, and their derivatives with respect to its parameters.

    ``s["apex", "k"]`` is a derivative; ``s.jacobian`` has all of them.
    """

    outputs: list[str]
    """Names of the responses: the rows of `jacobian`."""
    parameters: list[str]
    """Names of the parameters: the columns of `jacobian`."""
    point: dict[str, float]
    """The values of the parameters."""
    values: dict[str, float]
    """The values of the responses; NaN where the run gives none."""
    jacobian: npt.NDArray[np.float64]
    """Derivatives dR/dp, outputs by parameters; NaN where there is none."""
    scaled: npt.NDArray[np.float64]
    """p/R dR/dp: by how many per cent R changes for one per cent of p; NaN where R is 0."""
    valid_within: npt.NDArray[np.float64]
    """Up to which change of a parameter a derivative says anything, outputs by parameters; infinite where nothing bounds it."""
    events: list[dict[str, Any]]
    """The events: number, kind, of, time, gap, rate_before, rate_after, impulse, force, doubt; ``derivatives`` has by parameter those of the numbers."""
    flags: dict[tuple[str, str], list[str]]
    """By output and parameter: why a derivative has to be taken with care, in words."""

    def __init__(self, found: dict[str, Any]) -> None:
        responses = found["responses"]
        self.outputs = [r["name"] for r in responses]
        self.point = {p["name"]: p["value"] for p in found["parameters"]}
        self.parameters = list(self.point)
        self.values = {r["name"]: _number(r["value"]) for r in responses}

        def matrix(key: str, missing: float = np.nan) -> npt.NDArray[np.float64]:
            rows = [[_number(r[key][p], missing) for p in self.parameters] for r in responses]
            return np.array(rows, dtype=np.float64).reshape(len(responses), len(self.parameters))

        self.jacobian = matrix("derivatives")
        self.scaled = matrix("scaled")
        self.valid_within = matrix("valid_within", np.inf)
        self.events = [_event(e) for e in found["events"]]
        self.flags = {}
        for flag in found["flags"]:
            parameters = self.parameters if flag["parameter"] is None else [flag["parameter"]]
            for parameter in parameters:
                self.flags.setdefault((flag["output"], parameter), []).append(flag["text"])

    def __getitem__(self, key: tuple[str, str]) -> float:
        """The derivative of an output with respect to a parameter."""
        output, parameter = key
        if output not in self.outputs:
            raise KeyError(f"no output {output!r}; there are {', '.join(self.outputs)}")
        if parameter not in self.parameters:
            raise KeyError(f"no parameter {parameter!r}; there are {', '.join(self.parameters)}")
        return float(self.jacobian[self.outputs.index(output), self.parameters.index(parameter)])

    def __repr__(self) -> str:
        flagged = f", {len(self.flags)} of them flagged" if self.flags else ""
        return f"<carom.Sensitivities: {len(self.outputs)} outputs by {len(self.parameters)} parameters{flagged}>"


def _number(x: float | None, missing: float = np.nan) -> float:
    return missing if x is None else float(x)


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """Numbers that are missing in JSON are not numbers, bounds that are missing infinite."""
    derivatives = {p: {k: _number(x) for k, x in by.items()} for p, by in event["derivatives"].items()}
    within = {p: _number(x, np.inf) for p, x in event["valid_within"].items()}
    return event | {"derivatives": derivatives, "valid_within": within}


def sensitivities(
    study: Source,
    of: Iterable[str] | str | None = None,
    to: Iterable[str] | str | None = None,
    **sections: Any,
) -> Sensitivities:
    """Derivatives of the responses of a study with respect to its parameters, from one run at the first point of its design.

    They hold through impacts, contacts, friction and switches of functions; ``docs/sensitivities.md`` describes them.

    Args:
        study: A `Study`, a study file, the text of one (with more than one line; files in it are seen from the working directory), or a model in
            memory with the sections of a study as further arguments; see `Study.of`.
        of: Names of responses; default: what the study says in ``[sensitivities]``, else all.
        to: Names of parameters; likewise.

    Raises:
        ModelError: The study, its model or a name is refused.
        DerivativeError: The study has no derivatives: its runs end by a stop rule, the model remembers its past; the message says which.
        StepError: The run ended early.
    """
    return found_of(as_study(study, sections)._native, _names(of), _names(to))


def found_of(study: _carom.Study, of: list[str] | None, to: list[str] | None) -> Sensitivities:
    """The sensitivities of a native study."""
    return Sensitivities(json.loads(study.sensitivities(of, to)))


def _names(names: Iterable[str] | str | None) -> list[str] | None:
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(names)


Sensitivities.__module__ = sensitivities.__module__ = "carom"
