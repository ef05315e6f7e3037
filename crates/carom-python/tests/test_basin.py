"""Basins of attraction from Python: arrays with axes, the same from threads, processes and the command line."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import carom
import numpy as np
import pytest
from conftest import ROOT, optional

STUDY = f"""\
model = "{ROOT}/examples/studies/stop_oscillator.adm"
results = {{ part = 10 }}
[run]
contact = "rigid"
restitution = 0.6
integrator = "dop853"
error = 1e-9
[parameters]
omega = {{ at = "SFORCE/1.function#1", was = 2.2, value = 1.5 }}
s = {{ at = "SFORCE/2.function.IMPACT.x1", was = 0.0, value = -1 }}
x = {{ at = "POINT_MASS/2.qg.z", from = -2, to = 1.5, points = 8 }}
v = {{ at = "POINT_MASS/2.vz", from = -2, to = 2, points = 5 }}
[basin]
period = "2*PI/omega"
"""


@pytest.fixture
def study(tmp_path) -> carom.Study:
    path = tmp_path / "stop.toml"
    path.write_text(STUDY)
    return carom.Study(path)


def test_labels_over_their_axes(study, tmp_path):
    told = []
    basin = carom.basin(study, out=tmp_path / "b", progress=lambda done, total: told.append(done))
    assert told[-1] == 40 and basin.labels.shape == basin.returns.shape == (8, 5)
    assert list(basin.axes) == ["x", "v"]
    np.testing.assert_allclose(basin.axes["x"], np.linspace(-2, 1.5, 8))
    # beyond the stop at 1 there is no start
    assert (basin.labels[-1] == -1).all() and basin[-1].kind == "early" and "overlap" in basin[-1].reason
    # probes of validation/values/stability.json
    values = json.loads((ROOT / "validation/values/stability.json").read_text())
    probes = values["rigid_stop"]["basins_w1.5_s1.0"]["probes"]
    for place, kind in probes.items():
        x, v = json.loads(f"[{place[1:-1]}]")
        column, row = (basin.axes["x"] == x).nonzero()[0], (basin.axes["v"] == v).nonzero()[0]
        if column.size and row.size:
            sequence = basin[basin.labels[column[0], row[0]]].sequence
            assert (sequence == "impact SFORCE/2") == (kind == "impacting"), place
    shares = [a.share for a in basin.attractors]
    assert sum(shares) == pytest.approx(1.0) and shares[0] == (basin.labels == 1).mean()
    hits = next(a for a in basin.attractors if a.sequence)
    # complex: their size is the root of e^2 exp(-0.2 T)
    period = 2 * np.pi / 1.5
    np.testing.assert_allclose(np.abs(hits.multipliers), 0.6 * np.exp(-0.1 * period), atol=1e-8)
    assert hits.stable and hits.period == 1 and hits.period_time == pytest.approx(period)
    assert hits.points.shape == (1, len(basin.states)) and basin.states[2] == "POINT_MASS/2.z"
    assert repr(basin) == "<carom.Basin: 40 starts, 2 motions>"
    with pytest.raises(KeyError, match="no label 7; there are 1, 2, -1"):
        basin[7]


def test_who_runs_it_does_not_matter(study, tmp_path):
    one = carom.basin(study, out=tmp_path / "one", threads=1)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        spread = carom.basin(study, out=tmp_path / "spread", executor=pool, chunk=3)
    again = carom.basin(study, out=tmp_path / "one", resume=True)
    names = ["basin.parquet", "attractors.parquet", "attractor_points.parquet", "basin.svg"]
    for other in (spread, again):
        np.testing.assert_array_equal(one.labels, other.labels)
        assert [f.read_bytes() for f in one.sweep.files] == [f.read_bytes() for f in other.sweep.files]
        for name in names:
            assert (one.folder / name).read_bytes() == (other.folder / name).read_bytes()


def test_by_the_workers_of_dask(study, tmp_path):
    distributed = optional("distributed")
    here = carom.basin(study, out=tmp_path / "here")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        there = carom.basin(study, out=tmp_path / "there", executor=client.get_executor())
    np.testing.assert_array_equal(here.labels, there.labels)


def test_random_starts_have_no_axes(tmp_path):
    text = STUDY.replace(", points = 8", "").replace(", points = 5", "")
    path = tmp_path / "random.toml"
    path.write_text('design = { kind = "sobol", points = 12 }\n' + text)
    basin = carom.basin(path, out=tmp_path / "b")
    assert basin.axes == {} and basin.labels.shape == (12,)
    share = basin[1].share
    assert basin[1].standard_error == pytest.approx((share * (1 - share) / 12) ** 0.5)
    assert not (basin.folder / "basin.svg").exists()


def test_a_study_without_basins_is_refused(tmp_path):
    with pytest.raises(carom.ModelError, match=r"has no \[basin\]"):
        carom.basin(ROOT / "examples/studies/stop_orbits.toml", out=tmp_path / "b")
    assert not (tmp_path / "b").exists()
