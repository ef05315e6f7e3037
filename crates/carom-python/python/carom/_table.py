"""Result tables."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _carom
from ._errors import nearest

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


Names = Mapping[str, Mapping[str, "int | str"]]
"""For columns of elements: what stands in the column for a name of the model."""


class Table:
    """A table of results: columns of one length, read only.

    ``table["x"]`` is a column as NumPy array, shape (rows,), without a copy: float64 for numbers (model units, radians), uint32 for labels of
    elements; words (``kind``, ``element``) come as an array of strings. ``len(table)`` is the number of rows, iteration gives the names of
    the columns.

    The table is an Arrow stream (``__arrow_c_stream__``): ``polars.DataFrame(table)``, ``pyarrow.table(table)`` and
    ``pandas.DataFrame.from_arrow(table)`` (pandas 3) share its memory. Words are dictionary encoded there: a Categorical of Polars, a
    categorical of pandas.
    """

    def __init__(self, native: _carom.Table, names: Names | None = None) -> None:
        self._native = native
        self._names: Names = names or {}

    @property
    def name(self) -> str:
        """Name of the table: ``bodies``, ``events``, ..."""
        return self._native.name

    @property
    def text(self) -> str:
        """What a row tells, with frames and signs."""
        return self._native.text

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        return self._native.columns

    def keys(self) -> list[str]:
        """The same as `columns`, so that ``dict(table)`` works."""
        return self.columns

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def __getitem__(self, column: str) -> npt.NDArray[Any]:
        values, words = self._column(column)
        if words is None:
            return values
        return np.asarray(words, dtype=np.str_)[values] if words else np.empty(0, dtype="<U1")

    def _column(self, column: str) -> tuple[npt.NDArray[Any], list[str] | None]:
        """A column as it is stored: values, or indices into a list of words and that list."""
        if column not in self.columns:
            near = nearest(str(column), self.columns)
            hint = f"; did you mean {near!r}?" if near else f"; it has {', '.join(self.columns)}"
            raise KeyError(f"the table {self.name} has no column {column!r}{hint}")
        return self._native.column(column)

    def where(self, **values: Any) -> Table:
        """The rows in which each named column has the given value, or one of the given values.

        Elements may be given by their names in the model, where the model has names.

        >>> result.bodies.where(part=2)["z"]                       # doctest: +SKIP
        >>> result.events.where(kind=["contact-begin", "impact"])  # doctest: +SKIP
        """
        keep = np.ones(len(self), dtype=np.bool_)
        for name, given in values.items():
            column, words = self._column(name)
            several = isinstance(given, Iterable) and not isinstance(given, str)
            wanted = [self._key(name, value) for value in (given if several else [given])]
            if words is not None:
                wanted = [words.index(word) for word in wanted if word in words]
            keep &= np.isin(column, np.asarray(wanted, dtype=column.dtype))
        return Table(self._native.keep(keep), self._names)

    def _key(self, column: str, value: Any) -> Any:
        """What stands in a column for a value; names of elements may be used."""
        known = self._names.get(column, {})
        named = known.get(str(value))
        if named is not None:
            return named
        if column in LABELS and not isinstance(value, int | np.integer):
            near = nearest(str(value), known)
            hint = f"; did you mean {near!r}?" if near else f"; there are {', '.join(known) or 'no names'}"
            raise KeyError(f"there is no {column} named {value!r}{hint}")
        return value

    def to_dict(self) -> dict[str, npt.NDArray[Any]]:
        """All columns as NumPy arrays; numbers and labels without a copy."""
        return {name: self[name] for name in self.columns}

    def to_numpy(self) -> npt.NDArray[np.void]:
        """A copy as structured array, shape (rows,), one field per column."""
        columns = self.to_dict()
        rows = np.empty(len(self), dtype=[(name, c.dtype) for name, c in columns.items()])
        for name, column in columns.items():
            rows[name] = column
        return rows

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame over the same memory; words become categoricals."""
        import pandas as pd

        columns: dict[str, Any] = {}
        for name in self.columns:
            values, words = self._column(name)
            if words is None:
                columns[name] = values
            else:
                columns[name] = pd.Categorical.from_codes(values, categories=words)
        return pd.DataFrame(columns, copy=False)

    def to_polars(self) -> polars.DataFrame:
        """A Polars DataFrame over the same memory; words become categoricals."""
        import polars as pl

        return pl.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """A pyarrow Table over the same memory; words are dictionary encoded."""
        import pyarrow as pa

        return pa.table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow PyCapsule interface."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """Arrow PyCapsule interface."""
        return self._native.__arrow_c_schema__()

    def __reduce__(self) -> tuple[Any, ...]:
        columns = [self._column(name) for name in self.columns]
        return _restore, (self.name, columns, self._names)

    def __repr__(self) -> str:
        return f"<carom.Table {self.name}: {len(self)} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        return rows_html(self)


def _restore(name: str, columns: list[tuple[npt.NDArray[Any], list[str] | None]], names: Names) -> Table:
    return Table(_carom.Table(name, columns), names)


LABELS = ("part", "request", "joint", "contact")
"""Columns of labels that may be asked for by name."""

_SHOWN = 10
"""Rows of a table that a notebook shows; of longer ones the first and the last."""


def rows_html(table: Table) -> str:
    """A table of HTML; everything that comes from a model is escaped."""

    def cell(value: Any) -> str:
        text = f"{value:.6g}" if isinstance(value, float) else str(value)
        return f"<td>{html.escape(text)}</td>"

    count = len(table)
    shown = range(count)
    gap = -1
    rows = list(shown)
    if count > 2 * _SHOWN:
        rows = [*shown[:_SHOWN], *shown[-_SHOWN:]]
        gap = _SHOWN
    columns = [table[name] for name in table.columns]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in table.columns)
    body = []
    for k, row in enumerate(rows):
        if k == gap:
            body.append(f'<tr><td colspan="{len(columns)}">⋮</td></tr>')
        body.append("<tr>" + "".join(cell(c[row].item()) for c in columns) + "</tr>")
    caption = f"{html.escape(table.name)}: {count} rows"
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


Table.__module__ = "carom"
