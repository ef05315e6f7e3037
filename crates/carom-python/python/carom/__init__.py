"""Carom: multibody dynamics for machines whose parts hit, push, slide and let go.

>>> import carom
>>> model = carom.read("examples/bouncing_ball/ball.adm")
>>> result = model.simulate(end=2.0)
>>> result.events["kind"][0]
'contact-begin'

Numbers are in the model's own units (``model.units``), angles in radians. Results are tables (`Table`) of Arrow memory: NumPy sees
their columns, and pandas, Polars and pyarrow take them, without a copy.

Errors: `ModelError` for an input that is refused, `SimulationError` for a run that ended early (it carries the results up to there),
`StepError` for a `Simulation` that cannot go on, `DerivativeError` and `OrbitError` for a study without what was asked of it, `Interrupted` for Ctrl-C during a run (likewise).
"""

from ._basin import Attractor, Basin, basin
from ._build import Callback, Element, Units, callback
from ._carom import VERSION as __version__
from ._errors import (
    CaromError,
    DerivativeError,
    Diagnostic,
    Interrupted,
    ModelError,
    ModelWarning,
    OrbitError,
    SimulationError,
    StepError,
)
from ._gradient import Differentiable, Residuals, Scalar, differentiable
from ._laws import bistop, coulomb, evaluate, havsin, hunt_crossley, hunt_crossley_damping, impact, step, step5
from ._manual import explain
from ._model import Check, Model, read, run
from ._orbits import Bifurcation, Branch, Branches, Exponents, Orbit, Tables, TracedOrbit, branch, exponents, orbit
from ._overlap import ContactForce, Overlap, Volume, overlap
from ._progress import Progress
from ._result import Linearization, Result, load
from ._sensitivities import Sensitivities, sensitivities
from ._simulation import Event, Simulation
from ._sweep import Study, Sweep, load_sweep, sweep
from ._table import Table

__all__ = [
    "Attractor",
    "Basin",
    "Bifurcation",
    "Branch",
    "Branches",
    "Callback",
    "CaromError",
    "Check",
    "ContactForce",
    "DerivativeError",
    "Diagnostic",
    "Differentiable",
    "Element",
    "Event",
    "Exponents",
    "Interrupted",
    "Linearization",
    "Model",
    "ModelError",
    "ModelWarning",
    "Orbit",
    "OrbitError",
    "Overlap",
    "Progress",
    "Residuals",
    "Result",
    "Scalar",
    "Sensitivities",
    "Simulation",
    "SimulationError",
    "StepError",
    "Study",
    "Sweep",
    "Table",
    "Tables",
    "TracedOrbit",
    "Units",
    "Volume",
    "__version__",
    "basin",
    "bistop",
    "branch",
    "callback",
    "coulomb",
    "differentiable",
    "evaluate",
    "explain",
    "exponents",
    "havsin",
    "hunt_crossley",
    "hunt_crossley_damping",
    "impact",
    "load",
    "load_sweep",
    "orbit",
    "overlap",
    "read",
    "run",
    "sensitivities",
    "step",
    "step5",
    "sweep",
]
