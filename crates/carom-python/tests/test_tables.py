"""Tables share their memory with NumPy, pandas, Polars and pyarrow."""

from __future__ import annotations

import gc
import pickle

import carom
import carom._model
import carom._result
import numpy as np
import pytest
from conftest import BALL, optional


@pytest.fixture(scope="module")
def ball() -> carom.Result:
    return carom.read(BALL).simulate(end=1.0, steps=50)


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def test_columns_are_views_that_nobody_can_change(ball):
    z = ball.bodies["z"]
    assert z.dtype == np.float64 and z.shape == (51,)
    assert address(z) == address(ball.bodies["z"])
    with pytest.raises(ValueError):
        z[0] = 1.0
    with pytest.raises(ValueError):
        z.setflags(write=True)
    assert ball.bodies["part"].dtype == np.uint32
    assert ball.events["kind"].dtype.kind == "U"


def test_a_column_keeps_its_table_alive():
    z = carom.read(BALL).simulate(end=1.0, steps=50).bodies["z"]
    before = z.copy()
    gc.collect()
    filler = [np.zeros(51) for _ in range(100)]
    assert np.array_equal(z, before) and len(filler) == 100


def test_a_table_is_a_mapping_of_columns(ball):
    bodies = ball.bodies
    assert list(bodies) == bodies.columns and "z" in bodies and "w" not in bodies
    assert len(bodies) == 51
    assert set(dict(bodies)) == set(bodies.columns)
    with pytest.raises(KeyError, match="did you mean 'q1'"):
        bodies["q11"]
    with pytest.raises(KeyError, match="there are bodies, requests"):
        ball.table("body")
    rows = bodies.to_numpy()
    assert rows.shape == (51,) and rows.dtype.names == tuple(bodies.columns)
    np.testing.assert_array_equal(rows["z"], bodies["z"])


def test_where_selects_rows(ball):
    kinds = ball.events["kind"]
    begin = ball.events.where(kind="contact-begin")
    np.testing.assert_array_equal(begin["time"], ball.events["time"][kinds == "contact-begin"])
    assert set(begin["kind"]) == {"contact-begin"}
    two = ball.events.where(kind=["contact-begin", "contact-end"], element="SFORCE/1")
    assert len(two) == np.isin(kinds, ["contact-begin", "contact-end"]).sum() > len(begin)
    assert len(ball.bodies.where(part=99)) == 0
    assert ball.events.where(kind="none")["kind"].shape == (0,)
    with pytest.raises(KeyError, match="no column 'parts'"):
        ball.bodies.where(parts=2)


def test_every_table_of_the_manual_is_there(ball):
    model = carom.Model()
    model.part("p", mass=1.0, inertia=1.0)
    outcome = model._native.simulate(carom._model._options({"end": 1.0}), None)
    assert tuple(t.name for t in outcome.tables) == carom._result.TABLES
    for name in carom._result.TABLES:
        assert ball.table(name).text


def test_tables_without_rows(ball):
    assert len(ball.contacts) == 0
    assert ball.contacts["volume"].shape == (0,) and ball.contacts.to_numpy().shape == (0,)
    assert "0 rows" in ball.contacts._repr_html_()


def test_tables_travel(ball):
    again = pickle.loads(pickle.dumps(ball))
    for name in ["bodies", "events", "contacts"]:
        for column in ball.table(name):
            np.testing.assert_array_equal(ball.table(name)[column], again.table(name)[column])
    assert again.summary == ball.summary


def test_pyarrow(ball):
    pa = optional("pyarrow")
    table = ball.bodies.to_arrow()
    assert table.schema == pa.schema(ball.bodies) or table.schema.names == ball.bodies.columns
    column = table.column("z").chunk(0)
    assert column.null_count == 0
    assert column.buffers()[1].address == address(ball.bodies["z"])
    events = pa.table(ball.events)
    assert pa.types.is_dictionary(events.schema.field("kind").type)
    assert events.column("kind").to_pylist() == list(ball.events["kind"])
    reader = pa.RecordBatchReader.from_stream(ball.events)
    assert reader.read_all().num_rows == len(ball.events)
    # a stream that nobody reads is given back
    for _ in range(3):
        ball.events.__arrow_c_stream__()
        ball.events.__arrow_c_schema__()


def test_polars(ball):
    pl = optional("polars")
    frame = ball.bodies.to_polars()
    assert frame.columns == ball.bodies.columns and frame.height == 51
    z = frame["z"]
    assert z.to_list() == list(ball.bodies["z"])
    assert address(z.to_numpy(allow_copy=False)) == address(ball.bodies["z"])
    events = ball.events.to_polars()
    kept = events.filter(pl.col("kind") == "contact-begin")
    assert kept.height == len(ball.events.where(kind="contact-begin"))


def test_pandas(ball):
    pd = optional("pandas")
    frame = ball.bodies.to_pandas()
    assert list(frame.columns) == ball.bodies.columns and len(frame) == 51
    assert np.shares_memory(frame["z"].to_numpy(), ball.bodies["z"])
    if hasattr(pd.DataFrame, "from_arrow"):
        again = pd.DataFrame.from_arrow(ball.bodies)
        assert np.array_equal(again["z"], ball.bodies["z"])
    events = ball.events.to_pandas()
    assert list(events["kind"]) == list(ball.events["kind"])
    assert isinstance(events["kind"].dtype, pd.CategoricalDtype)
    assert (events[events["kind"] == "contact-begin"]["force"] >= 0).all()
    assert len(ball.contacts.to_pandas()) == 0
