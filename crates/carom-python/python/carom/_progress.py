"""Progress of a run: a bar in terminals and notebooks, or a function of the caller."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Progress:
    """Where a run stands. Times are in the model's unit."""

    analysis: str
    """``dynamic``, ``kinematic``, ``static``, ``initial-conditions`` or ``linear``."""
    start: float
    """Start of the analysis."""
    time: float
    """Time reached."""
    end: float
    """End of the analysis."""
    step: float
    """Size of the last step."""
    events: int
    """Events so far."""

    @property
    def fraction(self) -> float:
        """Share of the analysis that is done, 0 to 1."""
        length = self.end - self.start
        done = (self.time - self.start) / length if length > 0 else 1.0
        return min(max(done, 0.0), 1.0)

    def __str__(self) -> str:
        return f"t = {self.time:.6g} of {self.end:.6g}, step {self.step:.1e}, {self.events} events"


Callback = Callable[[Progress], "bool | None"]
Native = Callable[[str, float, float, float, float, int], "bool | None"]


class Display(Protocol):
    """Something that shows progress."""

    def show(self, progress: Progress) -> None: ...
    def close(self) -> None: ...


_DELAY = 0.5
"""Seconds before a bar appears: short runs need none."""


class Bar:
    """Shows the progress once a run takes longer than a moment."""

    def __init__(self, make: Callable[[], Display]) -> None:
        self._make = make
        self._begun = time.monotonic()
        self._display: Display | None = None

    def __call__(self, progress: Progress) -> None:
        if self._display is None:
            if time.monotonic() - self._begun < _DELAY:
                return
            self._display = self._make()
        self._display.show(progress)

    def close(self) -> None:
        """Takes the bar away."""
        if self._display is not None:
            self._display.close()


class Tqdm:
    """A bar of tqdm, which knows terminals and notebooks."""

    def __init__(self, tqdm: Any) -> None:
        form = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining} {postfix}"
        self._bar = tqdm(total=1.0, bar_format=form, leave=False)

    def show(self, progress: Progress) -> None:
        if progress.fraction < self._bar.n:
            self._bar.reset()
        self._bar.set_description_str(progress.analysis, refresh=False)
        self._bar.set_postfix_str(str(progress), refresh=False)
        self._bar.update(progress.fraction - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class Line:
    """One line on stderr that is written over."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, progress: Progress) -> None:
        full = int(30 * progress.fraction)
        bar = "█" * full + "░" * (30 - full)
        self.write(f"{progress.analysis} {bar} {progress.fraction:4.0%}  {progress}")

    def write(self, text: str) -> None:
        """Writes over what stands there."""
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        self.write("")
        sys.stderr.write("\r")
        sys.stderr.flush()


class Notebook:
    """A bar of HTML in the output of a cell."""

    def __init__(self) -> None:
        from IPython.display import HTML, display

        self._html: Any = HTML
        self._handle: Any = display(HTML(""), display_id=True)

    def show(self, progress: Progress) -> None:
        done = f'<progress max="1" value="{progress.fraction:.4f}"></progress>'
        self._handle.update(self._html(f"{progress.analysis} {done} {progress}"))

    def close(self) -> None:
        self._handle.update(self._html(""))


class Runs:
    """Shows how many runs of a study have ended."""

    def __init__(self, total: int, done: int) -> None:
        self._line = Line()
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self._bar: Any = None
        else:
            self._bar = tqdm(total=total, initial=done, unit="run", leave=False)

    def __call__(self, done: int, total: int) -> None:
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
            return
        full = 30 * done // max(total, 1)
        self._line.write(f"{'█' * full}{'░' * (30 - full)} {done} of {total} runs")

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
        else:
            self._line.close()


def somebody_looks() -> bool:
    """Whether there is a notebook or a terminal to show a bar in."""
    return _in_notebook() or sys.stderr.isatty()


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def _display() -> Display:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return Notebook() if _in_notebook() else Line()
    return Tqdm(tqdm)


def listener(progress: bool | Callback | None) -> tuple[Native | None, Callable[[], None]]:
    """What the native run calls, and what is to be done at its end.

    None shows a bar if somebody is there to look at it: in a notebook, or if stderr is a terminal.
    """
    if progress is None:
        progress = somebody_looks()
    if progress is False:
        return None, lambda: None
    bar = Bar(_display) if progress is True else None
    callback: Callback = bar if bar is not None else progress  # type: ignore[assignment]

    def native(analysis: str, start: float, now: float, end: float, step: float, events: int) -> bool | None:
        return callback(Progress(analysis, start, now, end, step, events))

    return native, bar.close if bar is not None else lambda: None


Progress.__module__ = "carom"
