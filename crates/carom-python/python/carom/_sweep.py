"""Studies: one model many times, on threads, processes, or the workers of a cluster."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from . import _carom
from ._errors import Diagnostic
from ._model import Model, PathLike, warn
from ._progress import Runs, somebody_looks
from ._sections import study_text

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Study:
    """A study file that was read and accepted: the model, its parameters, the design, the responses. ``docs/studies.md`` describes it."""

    def __init__(self, path: PathLike) -> None:
        """Reads a study file (TOML) and its model; `ModelError` if one of them is refused."""
        self._native = _carom.Study.read(Path(path))
        warn(self._native.diagnostics, 3)

    @classmethod
    def of(cls, model: Model, **sections: Any) -> Study:
        """The study of a model in memory.

        >>> ball = carom.read("examples/bouncing_ball/ball.adm")
        >>> study = Study.of(
        ...     ball,
        ...     end=1.0,
        ...     parameters={"k": "ball_on_table.function.IMPACT.k", "z0": {"at": "ball.qg.z", "values": [1.1, 1.2]}},
        ...     responses={"touch": {"first": "time", "event": "contact-begin"}},
        ... )
        >>> len(study)
        2

        What stands in the sections of a study file are arguments: ``parameters``, ``responses``, ``design``, ``stop``, ``section``, ``continuation``,
        ``sensitivities``, ``orbit``, ``branch`` and ``exponents`` are mappings as in the file; every other argument is a key of ``[run]`` (``end``,
        ``contact="rigid"``, ``restitution="e"``, ``error``, ...). Names of elements stand for statement and id, in places and in expressions. A
        parameter that is a place alone has the value that the model has there. A response that is a list of rules is a response each, ``touch_1``,
        ``touch_2``, ...

        `ModelError` if it is refused; its places are those of the text of the study, ``study.text``.
        """
        study = cls.__new__(cls)
        study._native = _carom.Study.of_texts(*study_text(model, sections), b"")
        warn(study._native.diagnostics, 3)
        return study

    @property
    def text(self) -> str:
        """The text of the study file."""
        return self._native.texts()[1]

    @property
    def path(self) -> Path:
        """The study file."""
        return self._native.texts()[0]

    def __len__(self) -> int:
        """How many runs it has."""
        return len(self._native)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Notes and warnings."""
        return self._native.diagnostics

    def values(self, run: int) -> dict[str, float]:
        """The parameters of a run, by name; runs are counted from 0."""
        return dict(self._native.values(self._checked(run)))

    def deck(self, run: int) -> str:
        """The deck of a run, to be run by itself."""
        return self._native.deck(self._checked(run))

    def _checked(self, run: int) -> int:
        if not 0 <= run < len(self):
            raise IndexError(f"the study has runs 0 to {len(self) - 1}, not {run}")
        return run

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self._native.texts(),)

    def __repr__(self) -> str:
        return f"<carom.Study {str(self.path)!r}: {len(self)} runs>"


def restored(texts: tuple[Path, str, dict[Path, str], bytes]) -> Study:
    """The study of the texts that it was read from."""
    study = Study.__new__(Study)
    study._native = _carom.Study.of_texts(*texts)
    return study


Source = Study | Model | PathLike
"""What functions of studies take: a `Study`, a model in memory with the sections of a study as arguments, a study file, or its text."""


def as_study(source: Source, sections: Mapping[str, Any]) -> Study:
    """The study that is meant by the first arguments of a function."""
    if isinstance(source, Model):
        return Study.of(source, **sections)
    if sections:
        given = ", ".join(sections)
        raise TypeError(f"{given}: sections of a study go with a model in memory; a study file has its own")
    if isinstance(source, Study):
        return source
    if isinstance(source, str) and "\n" in source:
        study = Study.__new__(Study)
        study._native = _carom.Study.of_texts(Path("study.toml"), source, {}, b"")
        warn(study._native.diagnostics, 4)
        return study
    return Study(source)


class Sweep:
    """The dataset of a study: one row for each run, in Parquet files below ``folder / "runs"``.

    Columns: ``run``, the parameters and responses by name, ``status``, ``reason``, ``time``, ``steps``, ``events``.
    """

    folder: Path
    """The folder of the study."""
    summary: dict[str, Any]
    """What ``study.json`` says."""

    def __init__(self, folder: Path, summary: dict[str, Any]) -> None:
        self.folder = folder
        self.summary = summary

    @property
    def status(self) -> str:
        """``done`` when all runs have ended, else ``running``."""
        return str(self.summary["status"])

    @property
    def counts(self) -> Mapping[str, int]:
        """How many runs ended how: ``done``, ``stopped``, ``early``, ``refused``."""
        counts: Mapping[str, int] = self.summary["ended"]
        return counts

    @property
    def files(self) -> list[Path]:
        """The Parquet files of the rows, in the order of the runs."""
        return sorted((self.folder / "runs").glob("*.parquet"))

    def __len__(self) -> int:
        """How many runs have ended."""
        return sum(self.counts.values())

    def to_polars(self) -> polars.DataFrame:
        """The rows as Polars DataFrame."""
        import polars as pl

        return pl.read_parquet(self.files)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as pandas DataFrame; pandas reads Parquet by pyarrow."""
        import pandas as pd

        return pd.concat([pd.read_parquet(f) for f in self.files], ignore_index=True)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as pyarrow Table."""
        import pyarrow as pa
        from pyarrow import parquet

        return pa.concat_tables([parquet.read_table(f) for f in self.files])

    def __repr__(self) -> str:
        counts = ", ".join(f"{n} {word}" for word, n in self.counts.items() if n)
        return f"<carom.Sweep {str(self.folder)!r}: {counts or 'no runs'} of {self.summary['runs']}>"


@dataclass(frozen=True)
class _Recipe:
    """What a worker needs to carry out runs of a study, on whatever machine it is."""

    fingerprint: int
    path: Path
    text: str
    texts: dict[Path, str]
    points: bytes


_known: dict[int, _carom.Study] = {}
"""On a worker: the study of the last task."""


def _work(recipe: _Recipe, runs: list[int]) -> bytes:
    """Carries out some runs; their rows."""
    study = _known.get(recipe.fingerprint)
    if study is None:
        study = _carom.Study.of_texts(recipe.path, recipe.text, recipe.texts, recipe.points)
        if study.fingerprint != recipe.fingerprint:
            raise RuntimeError("a worker has another version of Carom than the study")
        _known.clear()
        _known[recipe.fingerprint] = study
    return study.run_points(runs)


_TASKS = 2048
"""A study is cut into about so many tasks: enough for an even load, few enough to cost nothing."""

_TRIES = 3
"""A task that an executor fails to carry out is sent so many times. Workers die, and the engines that restart them do not hide it always:
Dask may raise an error about the state of a future whose worker is killed while its result is on the way."""


def sweep(
    study: Source,
    *,
    out: PathLike | None = None,
    resume: bool = False,
    overwrite: bool = False,
    executor: Executor | None = None,
    threads: int | None = None,
    chunk: int | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
    **sections: Any,
) -> Sweep:
    """Carries out the runs of a study, as ``carom sweep`` does, and collects their rows in a folder of Parquet files.

    Parameters
    ----------
    study
        A `Study`, the file of one, or a model in memory with the sections of a study as further arguments; see `Study.of`.
    out
        Folder of the rows; ``<study>.sweep`` in the working directory if it is None.
    resume
        Keep the rows that an earlier run of the same study left, and do what is missing.
    overwrite
        Replace an earlier study in the folder. Else it is moved aside, to ``<study>.1.sweep`` and so on, or refused if it is this one, interrupted.
    executor
        Where the runs are carried out: any `concurrent.futures.Executor`, such as a ProcessPoolExecutor, ``dask.distributed.Client.get_executor()``
        or ``mpi4py.futures.MPIPoolExecutor``. Its workers need the package and the meshes that the model names; its texts travel with the
        tasks. None: threads of this process, which is as fast as processes, since runs leave the interpreter free.
    threads
        How many, without an executor; None: one for each processor.
    chunk
        Runs in one task. None: so many that there are some thousands of tasks at most. The runs of one chain of a continuation always
        stay together.
    progress
        True: a bar; False: none; None: a bar if stderr is a terminal, or in a notebook. Or a function of the runs that have ended and all runs.

    The bytes of the dataset do not depend on where the runs were carried out, nor on interruptions: rows are kept as they come, and after an
    exception, such as Ctrl-C or the loss of all workers, ``resume=True`` does the rest. A task that the executor loses is sent again, three
    times at most. Runs that fail are rows with their reason.

    `ModelError` if the study is refused, or if the folder belongs to something else.
    """
    read = as_study(study, sections)
    native = read._native
    folder = Path(out) if out is not None else Path(f"{read.path.stem}.sweep")
    recipe = _Recipe(native.fingerprint, *native.texts())
    total = len(native)

    def rows(missing: list[int]) -> Iterator[bytes]:
        # A chain of a continuation is one piece of work: apart, its first runs would be done again for its last.
        jobs = native.jobs(missing)
        size = chunk or max(1, len(missing) // _TASKS)
        tasks: list[list[int]] = []
        for job in jobs:
            if tasks and len(tasks[-1]) + len(job) <= size:
                tasks[-1] += job
            else:
                tasks.append(list(job))
        done = total - len(missing)
        told, close = _teller(progress, total, done)
        own = None if executor is not None else ThreadPoolExecutor(threads or os.cpu_count() or 1)
        pool = executor or own
        assert pool is not None
        waiting: dict[Future[bytes], tuple[list[int], int]] = {}
        ended: SimpleQueue[Future[bytes]] = SimpleQueue()

        def send(task: list[int], tries: int) -> None:
            future = pool.submit(_work, recipe, task)
            waiting[future] = task, tries
            future.add_done_callback(ended.put)

        try:
            if own is not None:
                _known[recipe.fingerprint] = native
            for task in tasks:
                send(task, 1)
            while waiting:
                future = ended.get()
                task, tries = waiting.pop(future)
                try:
                    result = future.result()
                except Exception:
                    if tries == _TRIES:
                        raise
                    send(task, tries + 1)
                    continue
                yield result
                done += len(task)
                told(done, total)
        finally:
            for future in waiting:
                future.cancel()
            if own is not None:
                own.shutdown(wait=True)
                _known.pop(recipe.fingerprint, None)
            close()

    if chunk is not None and chunk < 1:
        raise ValueError(f"chunk is {chunk}; it has to be 1 or more")
    summary = native.collect(folder, resume, overwrite, rows)
    return Sweep(folder, json.loads(summary))


def _teller(
    progress: bool | Callable[[int, int], None] | None, total: int, done: int
) -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """What is told of each task, and what is done at the end."""
    if progress is None:
        progress = somebody_looks()
    if progress is False:
        return lambda done, total: None, lambda: None
    if progress is True:
        bar = Runs(total, done)
        return bar, bar.close
    return progress, lambda: None


def load_sweep(folder: PathLike) -> Sweep:
    """The dataset of a study in a folder; `FileNotFoundError` if the folder has no ``study.json`` of Carom."""
    folder = Path(folder)
    summary = _carom.read_study_summary(folder)
    if summary is None:
        raise FileNotFoundError(f"{folder} is no folder of a study: it has no study.json of Carom")
    return Sweep(folder, json.loads(summary))


Study.__module__ = Sweep.__module__ = "carom"
