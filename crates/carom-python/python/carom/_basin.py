"""Basins of attraction: which motion each start of a study comes to."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._model import PathLike
from ._sweep import Study, Sweep, sweep


@dataclass(frozen=True)
class Attractor:
    """What starts come to: a motion (labels from 1), starts that have not settled (0), or an end of their runs (labels below 0)."""

    label: int
    """Its label in `Basin.labels`."""
    kind: str
    """``periodic``, ``equilibrium``, ``other`` (no period), ``unsettled``; of ends ``stopped``, ``early``, ``refused``."""
    period: int
    """Its period in returns; 0: none."""
    period_time: float
    """Its period as a time; NaN where it was not found."""
    sequence: str
    """The events of a period."""
    reason: str
    """Why runs ended."""
    starts: int
    """How many starts come to it."""
    share: float
    """Their share."""
    standard_error: float
    """The standard error of the share for independent random starts."""
    run: int
    """The first run that came to it."""
    points: npt.NDArray[np.float64]
    """The states at its returns, points by `Basin.states`; of a motion without a period their mean and their standard deviation."""
    multipliers: npt.NDArray[np.complex128]
    """Its Floquet multipliers, largest first; empty where they were not found."""
    stable: bool | None
    """Whether it attracts; None where the multipliers were not found."""
    note: str
    """What has to be said of it."""


class Basin:
    """The basins of a study: ``basin.labels`` says by `Attractor.label` what each start comes to.

    >>> basin = carom.basin("examples/studies/stop_basin.toml")    # doctest: +SKIP
    >>> basin.labels.shape, list(basin.axes)                       # doctest: +SKIP
    ((31, 31), ['x', 'v'])
    >>> [(a.label, a.sequence, a.share) for a in basin.attractors] # doctest: +SKIP
    [(1, 'impact SFORCE/2', 0.8949), (2, '', 0.1051)]
    """

    labels: npt.NDArray[np.int32]
    """Labels: of a grid with an axis for each of `axes`, else one for each run."""
    returns: npt.NDArray[np.uint32]
    """Returns until the motion was recognised, likewise."""
    axes: dict[str, npt.NDArray[np.float64]]
    """The values along the axes of a grid, by parameter; empty for other designs (``basin.sweep`` has their points)."""
    attractors: list[Attractor]
    """What the labels stand for, the motion with most starts first."""
    states: list[str]
    """Names of the numbers of a state."""
    boundary: int
    """Cells of the grid with a neighbour of another label."""
    notes: list[str]
    """What should be looked at."""
    sweep: Sweep
    """The rows of the runs."""

    def __init__(self, rows: Sweep, labels: bytes, returns: bytes, found: dict[str, Any]) -> None:
        self.sweep = rows
        self.axes = {a["name"]: np.array(a["values"], dtype=np.float64) for a in found["axes"]}
        shape = tuple(len(values) for values in self.axes.values()) or (-1,)
        self.labels = np.frombuffer(labels, dtype="<i4").astype(np.int32).reshape(shape)
        self.returns = np.frombuffer(returns, dtype="<u4").astype(np.uint32).reshape(shape)
        self.states = found["states"]
        self.boundary = found["boundary"]
        self.notes = found["notes"]
        self.attractors = [self._attractor(a) for a in found["attractors"]]

    def _attractor(self, a: dict[str, Any]) -> Attractor:
        values = [complex(m["re"], m["im"]) for m in a["multipliers"] or []]
        names = ("label", "kind", "period", "sequence", "reason", "starts", "share", "standard_error", "run", "stable", "note")
        return Attractor(
            **{name: a[name] for name in names},
            period_time=float("nan") if a["period_time"] is None else a["period_time"],
            points=np.array(a["points"], dtype=np.float64).reshape(-1, len(self.states)),
            multipliers=np.array(values, dtype=np.complex128),
        )

    @property
    def folder(self) -> Path:
        """The folder of the rows, with the tables ``basin``, ``attractors``, ``attractor_points`` (Parquet) and the picture ``basin.svg``."""
        return self.sweep.folder

    def __getitem__(self, label: int) -> Attractor:
        """What a label stands for."""
        for attractor in self.attractors:
            if attractor.label == label:
                return attractor
        raise KeyError(f"no label {label}; there are {', '.join(str(a.label) for a in self.attractors)}")

    def __repr__(self) -> str:
        motions = sum(a.label > 0 for a in self.attractors)
        return f"<carom.Basin: {self.labels.size} starts, {motions} motion{'' if motions == 1 else 's'}>"


def basin(
    study: PathLike | Study,
    *,
    out: PathLike | None = None,
    resume: bool = False,
    overwrite: bool = False,
    executor: Executor | None = None,
    threads: int | None = None,
    chunk: int | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
) -> Basin:
    """Which motion each start of a study comes to, as ``carom basin`` finds it; ``docs/basins.md`` describes it.

    The study has a section ``[basin]``, which says when the motion returns, and parameters that say where runs start: a grid, or points that are drawn.
    Its runs are carried out as those of `sweep` are, with the same arguments: on threads, or by any executor, Dask's or MPI's; to the same bytes everywhere.
    Which motions are the same is found afterwards, in this process. ``resume=True`` of a study that is done finds the labels again.

    `ModelError` if the study is refused, has no ``[basin]``, or the folder belongs to something else.
    """
    read = study if isinstance(study, Study) else Study(study)
    read._native.basin_asked()
    rows = sweep(
        read,
        out=out,
        resume=resume,
        overwrite=overwrite,
        executor=executor,
        threads=threads,
        chunk=chunk,
        progress=progress,
    )
    labels, returns, found = read._native.basin(rows.folder)
    return Basin(rows, labels, returns, json.loads(found))


Attractor.__module__ = Basin.__module__ = basin.__module__ = "carom"
