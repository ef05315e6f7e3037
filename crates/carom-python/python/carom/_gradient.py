"""Responses of a study as a function of its parameters, with its Jacobian: for optimization and identification."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _carom
from ._errors import DerivativeError
from ._sensitivities import Sensitivities, found_of
from ._sweep import Source, as_study, restored

Array = npt.NDArray[np.float64]
Point = npt.ArrayLike | Mapping[str, float]


class Differentiable:
    """The responses of a study as a function of its parameters, ``y, J = function(x)``. Each call is one run, with its derivatives.

    The run of the last point is kept: asking for values and Jacobian apart costs one run. It may be called from several threads.
    """

    outputs: list[str]
    """Names of the responses: what y is, and the rows of J."""
    parameters: list[str]
    """Names of the parameters: what x is, and the columns of J."""
    start: Array
    """The parameters of the first point of the study."""

    def __init__(self, study: _carom.Study, of: list[str] | None, to: list[str] | None) -> None:
        names, responses = study.names()
        self.parameters = names if to is None else to
        self.outputs = responses if of is None else of
        values = dict(study.values(0))
        unknown = [name for name in self.parameters if name not in values]
        self._study = study if unknown else study.beginning_at([(name, values[name]) for name in self.parameters])
        # wrong names are told by the study, with the right ones
        if unknown or any(name not in responses for name in self.outputs):
            found_of(study, self.outputs, self.parameters)
        self.start = np.array([values[name] for name in self.parameters], dtype=np.float64)
        self._last: dict[bytes, Sensitivities] = {}

    def at(self, x: Point) -> Sensitivities:
        """Values, derivatives, flags and events at a point: an array in the order of `parameters`, or a mapping."""
        point = self._point(x)
        key = point.tobytes()
        found = self._last.get(key)
        if found is None:
            values = list(zip(self.parameters, point.tolist(), strict=True))
            found = found_of(self._study.beginning_at(values), self.outputs, self.parameters)
            self._last = {key: found}
        return found

    def _point(self, x: Point) -> Array:
        if isinstance(x, Mapping):
            unknown = [name for name in x if name not in self.parameters]
            if unknown:
                raise KeyError(f"no parameter {unknown[0]!r}; there are {', '.join(self.parameters)}")
            values = dict(zip(self.parameters, self.start, strict=True))
            return np.array([x.get(name, values[name]) for name in self.parameters], dtype=np.float64)
        point = np.ascontiguousarray(x, dtype=np.float64)
        if point.shape != self.start.shape:
            wanted = ", ".join(self.parameters)
            raise ValueError(f"x has the shape {point.shape}; it has a number for each parameter: {wanted}")
        if not np.isfinite(point).all():
            raise ValueError(f"x is {point}; parameters are finite")
        return point

    def values(self, x: Point) -> Array:
        """The responses; NaN where the run gives none."""
        found = self.at(x)
        return np.array([found.values[name] for name in self.outputs])

    def jacobian(self, x: Point) -> Array:
        """The derivatives, outputs by parameters. `DerivativeError` if one does not exist."""
        return self._sound(self.at(x), self.outputs)

    def _sound(self, found: Sensitivities, outputs: list[str]) -> Array:
        rows = [found.outputs.index(name) for name in outputs]
        jacobian: Array = found.jacobian[rows]
        if np.isfinite(jacobian).all():
            return jacobian
        row, column = np.argwhere(~np.isfinite(jacobian))[0]
        output, parameter = outputs[row], self.parameters[column]
        why = "; ".join(found.flags.get((output, parameter), [])) or "it does not exist"
        at = ", ".join(f"{name} = {value:.6g}" for name, value in found.point.items())
        raise DerivativeError(f"no derivative of {output} by {parameter} at {at}: {why}")

    def __call__(self, x: Point) -> tuple[Array, Array]:
        """Values and Jacobian. `DerivativeError` if a derivative does not exist."""
        return self.values(x), self.jacobian(x)

    def __getitem__(self, output: str) -> Scalar:
        """One of the responses as a function by itself, which shares the runs."""
        if output not in self.outputs:
            raise KeyError(f"no output {output!r}; there are {', '.join(self.outputs)}")
        return Scalar(self, output)

    def residuals(
        self, data: Mapping[str, npt.ArrayLike] | npt.ArrayLike, *, sigma: Mapping[str, npt.ArrayLike] | npt.ArrayLike | None = None
    ) -> Residuals:
        """What is missing between responses and measured data; see `Residuals`.

        Args:
            data: The numbers of all outputs, in their order, or by name; ``touch`` may stand for ``touch_1``, ``touch_2``, ...
            sigma: Standard deviations of the data, likewise, or one for all. Residuals are measured by them; None: 1.
        """
        return Residuals(self, self._ordered("data", data), None if sigma is None else self._ordered("sigma", sigma))

    def _ordered(self, what: str, given: Mapping[str, npt.ArrayLike] | npt.ArrayLike) -> Array:
        if not isinstance(given, Mapping):
            values = np.asarray(given, dtype=np.float64)
            if values.ndim == 0 and what == "sigma":
                values = np.full(len(self.outputs), float(values))
            if values.shape != (len(self.outputs),):
                raise ValueError(f"{what} has the shape {values.shape}, and there are {len(self.outputs)} outputs: {', '.join(self.outputs)}")
            return values
        by_name: dict[str, float] = {}
        for name, value in given.items():
            numbers = np.asarray(value, dtype=np.float64)
            if numbers.ndim == 0 and name in self.outputs:
                by_name[name] = float(numbers)
                continue
            several = [o for o in self.outputs if o.rpartition("_")[0] == name and o.rpartition("_")[2].isdigit()]
            if numbers.ndim == 0:
                numbers = np.full(len(several), float(numbers))
            if not several or numbers.shape != (len(several),):
                has = f"there are {len(several)} outputs {name}_1, ..." if several else f"outputs are {', '.join(self.outputs)}"
                raise ValueError(f"{what}: {name} has the shape {numbers.shape}; {has}")
            by_name |= dict(zip(several, numbers.tolist(), strict=True))
        missing = [name for name in self.outputs if name not in by_name]
        if missing:
            raise ValueError(f"{what} has nothing for {', '.join(missing)}")
        return np.array([by_name[name] for name in self.outputs])

    def to_jax(self) -> Callable[[Any], Any]:
        """The values as a function of JAX with a gradient (custom VJP); it may be compiled and mapped. Switch on ``jax_enable_x64`` for all digits."""
        from ._jax import wrapped

        return wrapped(self)

    def to_torch(self) -> Callable[[Any], Any]:
        """The values as a function of PyTorch with a gradient."""
        from ._torch import wrapped

        return wrapped(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._study.texts(), self.outputs, self.parameters)

    def __repr__(self) -> str:
        return f"<carom.Differentiable: ({', '.join(self.parameters)}) to ({', '.join(self.outputs)})>"


def _restored(texts: Any, outputs: list[str], parameters: list[str]) -> Differentiable:
    return Differentiable(restored(texts)._native, outputs, parameters)


class Scalar:
    """One response as a function of the parameters: ``f, g = function(x)``, as ``scipy.optimize.minimize(function, x0, jac=True)`` wants it.

    `value` and `gradient` apart are what ``scipy.optimize.NonlinearConstraint`` wants.
    """

    def __init__(self, function: Differentiable, output: str) -> None:
        self._function = function
        self.output = output
        """Its name."""

    def __call__(self, x: Point) -> tuple[float, Array]:
        """Value and gradient."""
        return self.value(x), self.gradient(x)

    def value(self, x: Point) -> float:
        """The value; NaN where the run gives none."""
        return self._function.at(x).values[self.output]

    def gradient(self, x: Point) -> Array:
        """The derivatives. `DerivativeError` if one does not exist."""
        gradient: Array = self._function._sound(self._function.at(x), [self.output])[0]
        return gradient

    def __repr__(self) -> str:
        return f"<carom.Scalar: {self.output} of ({', '.join(self._function.parameters)})>"


class Residuals:
    """(responses - data)/sigma as a function of the parameters: ``r, J = residuals(x)``.

    >>> best = scipy.optimize.least_squares(residuals.values, residuals.start, jac=residuals.jacobian)  # doctest: +SKIP
    >>> best = scipy.optimize.minimize(residuals.objective, residuals.start, jac=True)                  # doctest: +SKIP
    """

    def __init__(self, function: Differentiable, data: Array, sigma: Array | None) -> None:
        missing = [name for name, value in zip(function.outputs, data, strict=True) if not np.isfinite(value)]
        if missing:
            raise ValueError(f"data is not finite: {', '.join(missing)}; leave out what was not measured")
        if sigma is not None and not (sigma > 0).all():
            raise ValueError("sigma has a number that is not above 0")
        self.function = function
        """The responses."""
        self.data = data
        """What was measured, in the order of ``function.outputs``."""
        self.sigma = sigma
        """Standard deviations of the data."""

    @property
    def start(self) -> Array:
        """The parameters of the first point of the study."""
        return self.function.start

    @property
    def _sizes(self) -> Array:
        return np.ones_like(self.data) if self.sigma is None else self.sigma

    def values(self, x: Point) -> Array:
        """The residuals; NaN where a run has no value, as of an impact that it does not come to."""
        residuals: Array = (self.function.values(x) - self.data) / self._sizes
        return residuals

    def jacobian(self, x: Point) -> Array:
        """Their derivatives. `DerivativeError` if one does not exist."""
        jacobian: Array = self.function.jacobian(x) / self._sizes[:, None]
        return jacobian

    def __call__(self, x: Point) -> tuple[Array, Array]:
        """Residuals and Jacobian."""
        return self.values(x), self.jacobian(x)

    def objective(self, x: Point) -> tuple[float, Array]:
        """r·r/2 and its gradient."""
        r, jacobian = self(x)
        return float(r @ r) / 2, r @ jacobian

    def covariance(self, x: Point) -> Array:
        """Covariance of the parameters at the best fit, from the Jacobian there: (J.T J)^-1 with `sigma`, else times r·r/(data - parameters).

        It holds for normal errors that are small enough for the model to be linear in them. `ValueError` without more data than parameters, if it has to
        find their deviation, and if the data do not determine the parameters.
        """
        r, jacobian = self(x)
        surplus = len(r) - jacobian.shape[1]
        if self.sigma is None and surplus < 1:
            raise ValueError("there are no more data than parameters: give sigma")
        if np.linalg.matrix_rank(jacobian) < jacobian.shape[1]:
            raise ValueError("the data do not determine all parameters: some change of them leaves all responses as they are")
        _, upper = np.linalg.qr(jacobian)
        inverse = np.linalg.inv(upper)
        scale = 1.0 if self.sigma is not None else float(r @ r) / surplus
        covariance: Array = scale * (inverse @ inverse.T)
        return covariance

    def __repr__(self) -> str:
        return f"<carom.Residuals: {len(self.data)} data, parameters {', '.join(self.function.parameters)}>"


def differentiable(
    study: Source,
    of: Iterable[str] | str | None = None,
    to: Iterable[str] | str | None = None,
    **sections: Any,
) -> Differentiable:
    """The responses of a study as a function of its parameters, with its Jacobian.

    Takes what `carom.sensitivities` takes. `of` and `to` name responses and parameters; None: all.
    """
    names = [[n] if isinstance(n, str) else None if n is None else list(n) for n in (of, to)]
    return Differentiable(as_study(study, sections)._native, names[0], names[1])


for _class in (Differentiable, Scalar, Residuals, differentiable):
    _class.__module__ = "carom"
