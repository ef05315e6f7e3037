"""Periodic orbits and equilibria, their branches, and Lyapunov exponents."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from . import _carom
from ._model import PathLike
from ._sweep import Source, Sweep, as_study

if TYPE_CHECKING:
    import pandas
    import polars

Array = npt.NDArray[np.float64]
Column = npt.NDArray[Any]


class Tables(Mapping[str, dict[str, Column]]):
    """Tables by name, each with its columns as NumPy arrays: ``tables["orbits"]["period"]``. Numbers that are missing are NaN, words empty."""

    def __init__(self, native: _carom.Found) -> None:
        self._native = native

    def __getitem__(self, name: str) -> dict[str, Column]:
        if name not in self._native.names:
            raise KeyError(f"there is no table {name!r}; there are {', '.join(self._native.names)}")
        return {column: np.asarray(values) for column, values in self._native.columns(name)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.names)

    def __len__(self) -> int:
        return len(self._native.names)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._native.parts(),)

    def to_polars(self, name: str) -> polars.DataFrame:
        """A table as Polars DataFrame."""
        import io

        import polars as pl

        return pl.read_parquet(io.BytesIO(self._parquet(name)))

    def to_pandas(self, name: str) -> pandas.DataFrame:
        """A table as pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame(self[name])

    def _parquet(self, name: str) -> bytes:
        _ = self[name]
        return self._native.parquet(name)

    def save(self, folder: PathLike, format: Literal["parquet", "csv"] = "parquet") -> list[Path]:
        """Writes all of them to a folder, as ``--out`` does; their files. `carom plot` draws the folder."""
        return self._native.write(Path(folder), format)

    def __repr__(self) -> str:
        return f"<carom.Tables: {', '.join(self)}>"


def _restore(parts: list[Any]) -> Tables:
    return Tables(_carom.Found.restore(parts))


class Drawn:
    """What has tables and a picture."""

    tables: Tables
    """The tables that ``--out`` writes."""
    _title: str

    def _asked(
        self,
        y: str | Iterable[str] | None,
        x: str | None,
        title: str | None,
        behind: Sweep | PathLike | None,
        column: str | None,
        size: tuple[float | None, float | None],
        log: tuple[bool, bool] = (False, False),
    ) -> dict[str, Any]:
        wanted = [] if y is None else [y] if isinstance(y, str) else list(y)
        folder = behind.folder if isinstance(behind, Sweep) else None if behind is None else Path(behind)
        return {
            "y": wanted,
            "x": x,
            "log_x": log[0],
            "log_y": log[1],
            "title": self._title if title is None else title,
            "width": size[0],
            "height": size[1],
            "cloud": folder,
            "column": column,
        }

    def picture(
        self,
        path: PathLike | None = None,
        *,
        y: str | Iterable[str] | None = None,
        x: str | None = None,
        behind: Sweep | PathLike | None = None,
        column: str | None = None,
        title: str | None = None,
        width: float | None = None,
        height: float | None = None,
        scale: float = 2.0,
    ) -> str:
        """The picture that `carom plot` draws of the tables, as SVG; nothing else needs to be installed.

        Args:
            path: A file to write it to, ``.svg`` or ``.png``.
            y: ``impacts``, ``multipliers``, ``phase``, ``convergence``, or columns of the tables ``orbits`` and ``orbit_events``; None: what they are about.
            x: A column of ``orbits``; None: the parameter of the branch.
            behind: A sweep, or its folder, whose points are drawn behind branches.
            column: Which column of it; with ``-`` in front its values are negated.
            title, width, height: Of the picture; pixels, the height that of each panel.
            scale: Pixels of a PNG for each unit of its size.
        """
        asked = self._asked(y, x, title, behind, column, (width, height))
        svg = self.tables._native.svg(asked)
        if path is not None:
            file = Path(path)
            if file.suffix.lower() == ".png":
                file.write_bytes(self.tables._native.png(asked, scale))
            elif file.suffix.lower() == ".svg":
                file.write_text(svg, encoding="utf-8")
            else:
                raise ValueError(f"{file} has to end in .svg or .png")
        return svg

    def plot(
        self,
        ax: Any = None,
        *,
        y: str | Iterable[str] | None = None,
        x: str | None = None,
        behind: Sweep | PathLike | None = None,
        column: str | None = None,
    ) -> Any:
        """The same with matplotlib: the axes that it was drawn into.

        Args:
            ax: Axes, or a sequence of them, one for each panel; None: new ones.
            y, x, behind, column: As of `picture`.
        """
        panels = json.loads(self.tables._native.panels(self._asked(y, x, None, behind, column, (None, None))))
        if ax is None:
            import matplotlib.pyplot as plt

            figure, axes = plt.subplots(len(panels), 1, squeeze=False, layout="constrained", figsize=(7, 4 * len(panels)))
            figure.suptitle(self._title)
            own: list[Any] = list(axes.flat)
        else:
            own = list(np.atleast_1d(ax).flat)
        if len(own) != len(panels):
            raise ValueError(f"there are {len(panels)} panels and {len(own)} axes")
        for panel, one in zip(panels, own, strict=True):
            _draw(panel, one)
        return own if len(own) > 1 else own[0]

    def _repr_html_(self) -> str:
        return f"<div>{html.escape(repr(self))}</div>{self.picture()}"


def _draw(panel: dict[str, Any], ax: Any) -> None:
    """A panel with matplotlib."""
    dashes = ["-", "--", ":", "-."]
    for curve in panel["curves"]:
        points = np.array([[np.nan if v is None else v for v in p] for p in curve["points"]]).reshape(-1, 2)
        style = {"linestyle": "", "marker": ".", "markersize": 3} if curve["dots"] else {"linestyle": dashes[curve["dash"] % 4]}
        ax.plot(points[:, 0], points[:, 1], color=curve["colour"], label=curve["name"] or None, **style)
    for mark in panel["marks"]:
        ax.axvline(mark["x"], color="0.6", linewidth=0.8)
        ax.annotate(mark["label"], (mark["x"], 1), xycoords=("data", "axes fraction"), ha="center", va="bottom", fontsize=8)
    ax.set(xlabel=panel["labels"][0], ylabel=panel["labels"][1])
    if panel["equal"]:
        ax.set_aspect("equal", adjustable="datalim")
    if sum(bool(c["name"]) for c in panel["curves"]) > 1:
        ax.legend()


def _complex(multipliers: list[dict[str, Any]]) -> npt.NDArray[np.complex128]:
    return np.array([complex(m["re"], m["im"]) for m in multipliers], dtype=np.complex128)


class Orbit:
    """A periodic orbit, or an equilibrium, with its stability."""

    parameters: dict[str, float]
    """The values of the varied parameters."""
    period: float
    """Its period; 0 of an equilibrium."""
    stable: bool
    """Whether all multipliers that say it are inside of the unit circle; of an equilibrium, whether no eigenvalue is right of the imaginary axis."""
    multipliers: npt.NDArray[np.complex128]
    """By what small changes come back after a period, the largest first. Of an equilibrium the eigenvalues of its linear equations, the largest real part first."""
    kinds: list[str]
    """What each of them says: ``plain``, ``neutral`` (nothing happens in this direction), ``zero`` (an event takes the direction away)."""
    events: list[dict[str, Any]]
    """Its events: kind, of, time from the start of the period, rate_before, rate_after (NaN without), doubt (empty: none)."""
    state: dict[str, float]
    """The state at its start, by name."""
    residual: float
    """What is missing to its closure, in the sizes of the unknowns that tolerances are measured by."""

    def __init__(self, found: dict[str, Any], names: list[str], states: list[str]) -> None:
        self.parameters = dict(zip(names, found["parameters"], strict=True))
        self.period, self.stable, self.residual = found["period"], found["stable"], found["residual"]
        self.multipliers = _complex(found["multipliers"])
        self.kinds = [m["kind"] for m in found["multipliers"]]
        rates = ("rate_before", "rate_after")
        self.events = [e | {k: np.nan if e[k] is None else e[k] for k in rates} for e in found["events"]]
        self.state = dict(zip(states, found["state"], strict=True))

    @property
    def at_rest(self) -> bool:
        """Whether it is an equilibrium."""
        return self.period == 0.0

    def __repr__(self) -> str:
        if self.at_rest:
            growth = max((m.real for m in self.multipliers), default=0.0)
            return f"<carom.Orbit: equilibrium, {'stable' if self.stable else 'unstable'}, largest real part {growth:.6g}>"
        largest = max((abs(m) for m, k in zip(self.multipliers, self.kinds, strict=True) if k == "plain"), default=0.0)
        word = "stable" if self.stable else "unstable"
        return f"<carom.Orbit: period {self.period:.9g}, {len(self.events)} events, {word}, largest multiplier {largest:.6g}>"


class TracedOrbit(Orbit, Drawn):
    """An orbit that was looked for by itself: with the motion along it, its tables and its picture."""

    def __init__(self, found: dict[str, Any], native: _carom.Found, title: str) -> None:
        super().__init__(found, found["names"], found["states"])
        self.returns: int = found["returns"]
        """How many periods of the forcing, or events, it takes."""
        self.tables, self._title = Tables(native), title

    @cached_property
    def times(self) -> Array:
        """Times of `states`, from 0 to the period: even ones, and those on both sides of each event; of an equilibrium 0 alone."""
        return np.zeros(1) if self.at_rest else self.tables["trajectory"]["time"]

    @cached_property
    def states(self) -> dict[str, Array]:
        """The motion along the orbit, by the names of `state`."""
        if self.at_rest:
            return {name: np.array([value]) for name, value in self.state.items()}
        return {name: values for name, values in self.tables["trajectory"].items() if name != "time"}


@dataclass(frozen=True)
class Bifurcation:
    """A place where the orbits of a branch change."""

    type: str
    """``fold``, ``branch-point``, ``period-doubling``, ``torus``, ``hopf`` or ``grazing``."""
    value: float
    """The value of the parameter."""
    error: float
    """How far it may be off by its bracket."""
    orbit: Orbit
    """The orbit there; at a grazing the last one with the events of the branch."""


class Branch:
    """Orbits over a parameter, in the order of the arc length."""

    along: str
    """The parameter."""
    returns: int
    """How many periods of the forcing, or events, each of its orbits takes."""
    orbits: list[Orbit]
    """The orbits."""
    bifurcations: list[Bifurcation]
    """What happens on it, in the same order."""
    ended: tuple[str, str]
    """Why it ends below and above; empty where it begins."""

    def __init__(self, found: dict[str, Any], along: str, names: list[str], states: list[str]) -> None:
        self.along, self.returns = along, found["returns"]
        self.orbits = [Orbit(o, names, states) for o in found["orbits"]]
        self.bifurcations = [
            Bifurcation(b["type"], b["value"], b["error"], Orbit(b["orbit"], names, states)) for b in found["bifurcations"]
        ]
        self.ended = (found["ended"][0], found["ended"][1])

    def __len__(self) -> int:
        return len(self.orbits)

    @cached_property
    def values(self) -> Array:
        """The parameter of each orbit."""
        return np.array([o.parameters[self.along] for o in self.orbits])

    @cached_property
    def stable(self) -> npt.NDArray[np.bool_]:
        """Whether each orbit is stable."""
        return np.array([o.stable for o in self.orbits], dtype=np.bool_)

    @cached_property
    def multipliers(self) -> npt.NDArray[np.complex128]:
        """Multipliers, orbits by numbers, the largest first."""
        return np.array([o.multipliers for o in self.orbits])

    @cached_property
    def states(self) -> Array:
        """States at the starts of the orbits, orbits by numbers, whose names are the keys of ``orbits[0].state``."""
        return np.array([list(o.state.values()) for o in self.orbits])

    def __repr__(self) -> str:
        low, high = self.values.min(), self.values.max()
        stable = int(self.stable.sum())
        return f"<carom.Branch: {len(self)} orbits over {self.along} from {low:.6g} to {high:.6g}, {stable} of them stable>"


class Branches(Drawn):
    """A branch of orbits and those that leave it: ``branches[0]`` is the first, iteration gives all."""

    along: str
    """The parameter."""

    def __init__(self, found: dict[str, Any], native: _carom.Found, title: str) -> None:
        self.along = found["along"]
        self._all = [Branch(b, self.along, found["names"], found["states"]) for b in found["branches"]]
        self.tables, self._title = Tables(native), title

    def __getitem__(self, number: int) -> Branch:
        return self._all[number]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Branch]:
        return iter(self._all)

    @property
    def bifurcations(self) -> list[Bifurcation]:
        """Those of all branches."""
        return [b for branch in self._all for b in branch.bifurcations]

    def __repr__(self) -> str:
        each = ", ".join(f"{b.type} at {b.value:.9g}" for b in self.bifurcations)
        count = "1 branch" if len(self) == 1 else f"{len(self)} branches"
        return f"<carom.Branches: {count} over {self.along}; {each or 'nothing happens on them'}>"


class Exponents(Drawn):
    """Lyapunov exponents: how fast neighbouring motions part, in all directions."""

    values: Array
    """The exponents, 1/time, the largest first."""
    standard_errors: Array
    """Their standard errors, by batches."""
    lost: int
    """How many more are -inf: an event takes their directions away."""
    sum: float
    """Their sum, which no error of the split touches."""
    time: float
    """The time over which they were found."""
    events: int
    """Events in that time."""
    convergence: tuple[Array, Array]
    """Times, and what was known of the exponents by then, times by exponents."""

    def __init__(self, found: dict[str, Any], native: _carom.Found, title: str) -> None:
        self.values = np.array([e["value"] for e in found["exponents"]], dtype=np.float64)
        self.standard_errors = np.array([e["standard_error"] for e in found["exponents"]], dtype=np.float64)
        self.lost, self.sum, self.time, self.events = found["lost"], found["sum"], found["time"], found["events"]
        times = np.array([t for t, _ in found["history"]], dtype=np.float64)
        known = np.array([means[: len(self.values)] for _, means in found["history"]], dtype=np.float64)
        self.convergence = (times, known)
        self.tables, self._title = Tables(native), title

    @property
    def chaotic(self) -> bool:
        """Whether the largest is above 0 by more than five standard errors."""
        return len(self.values) > 0 and bool(self.values[0] > 5.0 * self.standard_errors[0])

    def __repr__(self) -> str:
        pairs = zip(self.values, self.standard_errors, strict=True)
        each = ", ".join(f"{v:.6g} ± {e:.1g}" for v, e in pairs)
        more = f", and {self.lost} of -inf" if self.lost else ""
        return f"<carom.Exponents: {each}{more}; over {self.time:.6g} of time>"


def orbit(study: Source, **sections: Any) -> TracedOrbit:
    """The periodic orbit that a motion comes to, with its multipliers, or the equilibrium next to it, as ``carom orbit`` finds it.

    Args:
        study: A `Study`, a study file, the text of one, or a model in memory with the sections of a study as further arguments (see `Study.of`). Its
            section ``[orbit]`` says when the motion returns, ``[equilibrium]`` that it rests; ``docs/orbits.md`` describes them.

    Raises:
        ModelError: The study or its model is refused.
        OrbitError: There is no section ``[orbit]`` or ``[equilibrium]``, or no orbit was found; the message says why and what may help.
        StepError: A run ended early.
    """
    read = as_study(study, sections)
    found, native = read._native.orbit()
    return TracedOrbit(json.loads(found), native, read.path.stem)


def branch(study: Source, **sections: Any) -> Branches:
    """The branch of that orbit or equilibrium in a parameter, stable and unstable ones, and those that leave it at period doublings and branch points, as ``carom branch`` follows them.

    Takes and raises what `carom.orbit` does. The section ``[branch]`` names the parameter and its range.
    """
    read = as_study(study, sections)
    found, native = read._native.branch()
    return Branches(json.loads(found), native, read.path.stem)


def exponents(study: Source, **sections: Any) -> Exponents:
    """Lyapunov exponents of the motion of a study, with standard errors, as ``carom exponents`` finds them.

    Takes and raises what `carom.orbit` does. The section ``[exponents]`` says over how many periods.
    """
    read = as_study(study, sections)
    found, native = read._native.exponents()
    return Exponents(json.loads(found), native, read.path.stem)


for _class in (Tables, Orbit, TracedOrbit, Bifurcation, Branch, Branches, Exponents, orbit, branch, exponents):
    _class.__module__ = "carom"
