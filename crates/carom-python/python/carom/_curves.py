"""Curves of a result as a picture of a notebook: SVG without scripts; everything that comes from a model is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._result import Result

Column = npt.NDArray[np.float64]

_MOST_PANELS = 6
_MOST_POINTS = 400
"""Twice as many stand in a curve: the least and the greatest of each stretch, so that no peak is lost."""
_WIDTH, _HEIGHT = 300, 120
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")


def curves_html(result: Result) -> str:
    """The requests, or else the positions of the bodies that move: a small panel for each quantity, events as lines."""
    panels = [_panel(label, time, list(curves)) for label, time, curves in _quantities(result)]
    if not panels:
        return ""
    style = "display:flex;flex-wrap:wrap;gap:8px"
    left_out = len(panels) - _MOST_PANELS
    note = f"<div>and {left_out} more: carom plot draws them</div>" if left_out > 0 else ""
    return f'<div style="{style}">{"".join(panels[:_MOST_PANELS])}</div>{note}'


def _quantities(result: Result) -> Iterator[tuple[str, Column, list[Column]]]:
    """Name, time and curves of each quantity that varies."""
    requests = result.requests
    labels = np.unique(requests["request"])
    for label in labels:
        rows = requests.where(request=int(label))
        for column in ("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"):
            if _varies(rows[column]):
                yield f"request {label}, {column}", rows["time"], [rows[column]]
    if len(labels):
        return
    bodies = result.bodies
    parts = [bodies.where(part=int(label)) for label in np.unique(bodies["part"])]
    for column in ("x", "y", "z"):
        moving = [p for p in parts if _varies(p[column])]
        if moving:
            yield f"{column} of the parts", moving[0]["time"], [p[column] for p in moving]


def _varies(column: Column) -> bool:
    finite = column[np.isfinite(column)]
    return len(finite) > 1 and float(np.ptp(finite)) > 1e-12 * float(np.max(np.abs(finite)))


def _panel(label: str, time: Column, curves: list[Column]) -> str:
    values = np.concatenate(curves)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    start, end = float(time[0]), float(time[-1])
    span = (end - start) or 1.0
    rise = (high - low) or 1.0
    lines = []
    for k, curve in enumerate(curves):
        if len(curve) != len(time):
            continue
        at = _thinned(curve)
        x = (time[at] - start) / span * _WIDTH
        y = (high - curve[at]) / rise * _HEIGHT
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True) if np.isfinite(b))
        colour = _COLOURS[k % len(_COLOURS)]
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    text = 'font-family="sans-serif" font-size="10" fill="currentColor"'
    named = html.escape(label)
    return (
        f'<svg role="img" aria-label="{named}" width="{_WIDTH + 16}" height="{_HEIGHT + 44}" '
        f'viewBox="-8 -22 {_WIDTH + 16} {_HEIGHT + 44}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="currentColor" stroke-opacity="0.3"/>'
        f"{''.join(lines)}"
        f'<text x="0" y="-8" {text}>{named}: {low:.4g} to {high:.4g}</text>'
        f'<text x="0" y="{_HEIGHT + 14}" {text}>{start:.4g}</text>'
        f'<text x="{_WIDTH}" y="{_HEIGHT + 14}" text-anchor="end" {text}>{end:.4g}</text>'
        "</svg>"
    )


def _thinned(curve: Column) -> npt.NDArray[np.int64]:
    """Rows that show the curve: all, or the least and the greatest of each stretch."""
    if len(curve) <= 2 * _MOST_POINTS:
        return np.arange(len(curve))
    edges = np.linspace(0, len(curve), _MOST_POINTS + 1).astype(np.int64)
    kept = {0, len(curve) - 1}
    for a, b in zip(edges[:-1], edges[1:], strict=True):
        kept.update((int(a + np.argmin(curve[a:b])), int(a + np.argmax(curve[a:b]))))
    return np.array(sorted(kept), dtype=np.int64)
