"""The manual."""

from __future__ import annotations

from . import _carom


class Page(str):
    """A text that a session shows as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def explain(name: str) -> Page:
    """The page of the manual on a function, statement, command, element, integrator, format, table or diagnostic.

    `KeyError` with the nearest name if nothing is called so.

    >>> "STEP(x, x0, h0, x1, h1)" in explain("step")
    True
    """
    return Page(_carom.explain(name))
