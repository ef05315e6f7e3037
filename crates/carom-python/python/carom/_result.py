"""Results of a run."""

from __future__ import annotations

import html
import json
import os
import tempfile
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _carom
from ._curves import curves_html
from ._errors import Diagnostic
from ._table import Names, Table, rows_html

TABLES = (
    "bodies",
    "requests",
    "joints",
    "forces",
    "contacts",
    "events",
    "eigenvalues",
    "modes",
)
"""All tables of a run, in the order of the manual."""


@dataclass(frozen=True)
class Linearization:
    """The linear equations of small deviations from one state: ``x' = A x + B u``, ``y = C x + D u``."""

    time: float
    """Time of the state."""
    states: list[str]
    """Names of the states x: coordinates, their rates, extra states; n of them."""
    inputs: list[str]
    """Names of the inputs u; m of them."""
    outputs: list[str]
    """Names of the outputs y; p of them."""
    a: npt.NDArray[np.float64]
    """Shape (n, n)."""
    b: npt.NDArray[np.float64]
    """Shape (n, m)."""
    c: npt.NDArray[np.float64]
    """Shape (p, n)."""
    d: npt.NDArray[np.float64]
    """Shape (p, m)."""
    eigenvalues: npt.NDArray[np.complex128]
    """Of A, radians per time; empty if the command does not ask for them."""


class Result:
    """A run: its tables, and what there is to say about it.

    Tables, one row per output time and element (or per event), in the model's units and radians:

    ============== ======================================================================================
    `bodies`       part; centre of mass x y z, orientation q0 q1 q2 q3 (scalar first), velocities, accelerations
    `requests`     request; f1 ... f8
    `joints`       joint; reaction fx fy fz tx ty tz on the I marker, at I, ground axes
    `forces`       element (``SFORCE/3``); the same six
    `contacts`     contact, incident; volume, centroid, depth, rate, point, normal, forces, slip; labels of both solids
    `events`       kind, element; exact time, gap, rate before and after, impulse, force
    `eigenvalues`  analysis, mode; real, imag, frequency, damping
    `modes`        analysis, mode, part; real and imaginary parts of translation and rotation
    ============== ======================================================================================
    """

    summary: dict[str, Any]
    """What ``run.json`` says: version, model, units, degrees of freedom, analyses with their counts, error, diagnostics."""
    diagnostics: list[Diagnostic]
    """Notes and warnings of the run, beyond those of the model."""
    linearizations: list[Linearization]
    """What linear analyses found, in their order; not kept on disk by `carom.load`."""
    folder: Path | None
    """Folder of the results on disk; None for results in memory."""

    def __init__(
        self,
        tables: Callable[[str], Table],
        summary: dict[str, Any],
        *,
        diagnostics: list[Diagnostic] | None = None,
        linearizations: list[Linearization] | None = None,
        folder: Path | None = None,
        names: Names | None = None,
    ) -> None:
        self._tables = tables
        self._names: Names = names or {}
        self.summary = summary
        self.diagnostics = diagnostics or []
        self.linearizations = linearizations or []
        self.folder = folder

    @property
    def status(self) -> Literal["done", "early", "running"]:
        """``done``; ``early`` for a run that ended before its end (``result.summary["error"]`` says why)."""
        status: Literal["done", "early", "running"] = self.summary["status"]
        return status

    @property
    def units(self) -> Mapping[str, Any]:
        """Names of the units of force, mass, length, time, and the units consistency factor ``ucf``."""
        units: Mapping[str, Any] = self.summary["units"]
        return units

    @property
    def degrees_of_freedom(self) -> int:
        """6 for each body (3 for a point mass) less the independent constraints."""
        return int(self.summary["degrees_of_freedom"])

    @cached_property
    def bodies(self) -> Table:
        """Motion of the parts; ground axes."""
        return self._tables("bodies")

    @cached_property
    def requests(self) -> Table:
        """Columns f1 ... f8 of the requests."""
        return self._tables("requests")

    @cached_property
    def joints(self) -> Table:
        """Reactions of joints on their I markers; at I, ground axes."""
        return self._tables("joints")

    @cached_property
    def forces(self) -> Table:
        """Forces of elements on their I markers; at I, ground axes."""
        return self._tables("forces")

    @cached_property
    def contacts(self) -> Table:
        """Volumes in which the solids of contacts overlap, with their forces."""
        return self._tables("contacts")

    @cached_property
    def events(self) -> Table:
        """Events at their exact times."""
        return self._tables("events")

    @cached_property
    def eigenvalues(self) -> Table:
        """Eigenvalues of linear analyses."""
        return self._tables("eigenvalues")

    @cached_property
    def modes(self) -> Table:
        """Mode shapes of linear analyses."""
        return self._tables("modes")

    def name_of(self, element: str) -> str | None:
        """The name in the model of an element of the tables, such as ``SFORCE/3``; None if it has none."""
        known = self._names.get("element", {}).items()
        return next((name for name, key in known if key == element), None)

    def table(self, name: str) -> Table:
        """A table by its name."""
        if name not in TABLES:
            raise KeyError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
        table: Table = getattr(self, name)
        return table

    def show(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Writes a page of HTML with the curves and events that a notebook shows, and returns where.

        `path` names the file; with None it is a temporary one, and the browser opens it. The page needs nothing from anywhere else.
        """
        title = html.escape(self._title())
        text = f'<!doctype html><meta charset="utf-8"><title>{title}</title>\n{self._repr_html_()}\n'
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
            return Path(path)
        descriptor, name = tempfile.mkstemp(suffix=".html", prefix="carom-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        webbrowser.open(Path(name).as_uri())
        return Path(name)

    def __reduce__(self) -> tuple[Any, ...]:
        tables = {name: self.table(name) for name in TABLES}
        linear = self.linearizations
        return _restore, (tables, self.summary, self.diagnostics, linear, self.folder, self._names)

    def __repr__(self) -> str:
        if self.folder is not None:
            return f"<carom.Result {self.status}: {self._title()}; in {str(self.folder)!r}>"
        rows = ", ".join(f"{len(self.table(t))} {t}" for t in TABLES if len(self.table(t)))
        return f"<carom.Result {self.status}: {self._title()}; rows: {rows or 'none'}>"

    def _title(self) -> str:
        return str(self.summary["title"] or self.summary["model"])

    def _repr_html_(self) -> str:
        lines = [f"<b>{html.escape(self._title())}</b>: {self.status}"]
        for a in self.summary["analyses"]:
            line = f"{a['kind']} from {a['start']:.6g} to {a['end']:.6g}"
            if a["steps"]:
                line += f": {a['integrator']}, {a['steps']} steps"
            lines.append(html.escape(f"{line}, {a['wall_s']:.3f} s"))
        error = self.summary["error"]
        if error:
            text = f"ended early at time {error['time']:.6g}: {error['message']}"
            lines.append(html.escape(text))
        return "<br>".join(lines) + curves_html(self) + rows_html(self.events)


def _restore(
    tables: dict[str, Table],
    summary: dict[str, Any],
    diagnostics: list[Diagnostic],
    linearizations: list[Linearization],
    folder: Path | None,
    names: Names,
) -> Result:
    return Result(
        tables.__getitem__,
        summary,
        diagnostics=diagnostics,
        linearizations=linearizations,
        folder=folder,
        names=names,
    )


def load(folder: str | os.PathLike[str]) -> Result:
    """The results of a run in a folder, such as ``ball.carom``, written by `carom.run` or the command line.

    A table is read, Parquet or CSV, when it is first asked for. `FileNotFoundError` if the folder has no ``run.json`` of Carom.
    """
    folder = Path(folder)
    summary = _carom.read_summary(folder)
    if summary is None:
        raise FileNotFoundError(f"{folder} is no folder of results: it has no run.json of Carom")
    return Result(lambda name: Table(_carom.read_table(folder, name)), json.loads(summary), folder=folder)


def from_linear(found: _carom.Linear) -> Linearization:
    """A linear analysis, as arrays."""
    time, (states, inputs, outputs), matrices, eigenvalues = found
    n, m, p = len(states), len(inputs), len(outputs)
    shapes = [(n, n), (n, m), (p, n), (p, m)]
    a, b, c, d = (
        np.array(x, dtype=np.float64).reshape(s) if np.size(x) else np.zeros(s)
        for x, s in zip(matrices, shapes, strict=True)
    )
    values = np.array([complex(*pair) for pair in eigenvalues], dtype=np.complex128)
    return Linearization(time, states, inputs, outputs, a, b, c, d, values)


def from_outcome(outcome: _carom.Outcome, names: Names) -> Result:
    """The result of a run that has ended."""
    folder = outcome.folder
    tables = {t.name: Table(t, names) for t in outcome.tables}
    linear = [from_linear(found) for found in outcome.linear]

    def table(name: str) -> Table:
        if folder is not None:
            return Table(_carom.read_table(folder, name), names)
        return tables[name]

    return Result(
        table,
        json.loads(outcome.summary),
        diagnostics=outcome.diagnostics,
        linearizations=linear,
        folder=folder,
        names=names,
    )


Result.__module__ = "carom"
Linearization.__module__ = "carom"
