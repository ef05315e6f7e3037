"""The laws of contact, friction and transition over arrays, and expressions.

All arguments broadcast against each other as NumPy does it. Below, S is the shape that comes of it.

``order`` 0 asks for the value, 1 for the first derivatives, 2 for the second ones; they are exact, not differences. On a corner of a law
they are those of the branch in force. An argument out of its range is a `ValueError` that names it; what is not a number stays so.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _carom

Array = npt.NDArray[np.float64]
Order = Literal[0, 1, 2]


def _spread(arguments: list[Any]) -> tuple[list[Array], tuple[int, ...]]:
    """Each argument as a flat array of one value or of one per point, and the shape of the points."""
    arrays = [np.asarray(a, dtype=np.float64) for a in arguments]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    flat = [
        a.reshape(1) if a.size == 1 else np.ascontiguousarray(np.broadcast_to(a, shape)).reshape(-1) for a in arrays
    ]
    return flat, shape


def _check_order(order: int) -> None:
    if order not in (0, 1, 2):
        raise ValueError(f"order must be 0, 1 or 2, not {order!r}")


_OF_TWO_VARIABLES = ("impact", "bistop", "hunt_crossley")


def _law(name: str, order: Order, *arguments: Any) -> Any:
    _check_order(order)
    flat, shape = _spread(list(arguments))
    out = _carom.law(name, flat, math.prod(shape), order)
    components = (order + 1,) if order and name in _OF_TWO_VARIABLES else ()
    return out.reshape(components + shape)[()]


@overload
def impact(x: float, xdot: float, x1: float, k: float, e: float, cmax: float, d: float) -> float: ...
@overload
def impact(
    x: npt.ArrayLike,
    xdot: npt.ArrayLike,
    x1: npt.ArrayLike,
    k: npt.ArrayLike,
    e: npt.ArrayLike,
    cmax: npt.ArrayLike,
    d: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def impact(
    x: npt.ArrayLike,
    xdot: npt.ArrayLike,
    x1: npt.ArrayLike,
    k: npt.ArrayLike,
    e: npt.ArrayLike,
    cmax: npt.ArrayLike,
    d: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """IMPACT: one-sided spring and damper; pushes below the free length, never pulls.

    ``F = max(0, k*p**e - cmax*s*s*(3 - 2*s)*xdot)`` with ``p = x1 - x > 0`` and ``s = min(1, p/d)``, else 0.

    ======  ============================  =========  =====
    x       distance                      L
    xdot    its rate, negative: closing   L/T
    x1      free length                   L
    k       stiffness                     F/L**e     >= 0
    e       exponent                                 > 0
    cmax    full damping                  F*T/L      >= 0
    d       penetration of full damping   L          > 0
    ======  ============================  =========  =====

    Returns F, shape S; positive pushes x up. ``order=1``: dF/dx and dF/dxdot, shape (2, *S). ``order=2``: d²F/dx², d²F/dx dxdot,
    d²F/dxdot², shape (3, *S).

    >>> round(impact(0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1), 9)
    26.118033989
    """
    return _law("impact", order, x, xdot, x1, k, e, cmax, d)


@overload
def bistop(x: float, xdot: float, x1: float, x2: float, k: float, e: float, cmax: float, d: float) -> float: ...
@overload
def bistop(
    x: npt.ArrayLike,
    xdot: npt.ArrayLike,
    x1: npt.ArrayLike,
    x2: npt.ArrayLike,
    k: npt.ArrayLike,
    e: npt.ArrayLike,
    cmax: npt.ArrayLike,
    d: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def bistop(
    x: npt.ArrayLike,
    xdot: npt.ArrayLike,
    x1: npt.ArrayLike,
    x2: npt.ArrayLike,
    k: npt.ArrayLike,
    e: npt.ArrayLike,
    cmax: npt.ArrayLike,
    d: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """BISTOP: IMPACT on both sides of a gap from `x1` to `x2` (L, x1 < x2).

    The other arguments are those of `impact`. Returns F, shape S; positive pushes x up. ``order=1`` and ``order=2`` as for `impact`.
    """
    return _law("bistop", order, x, xdot, x1, x2, k, e, cmax, d)


@overload
def hunt_crossley(x: float, xdot: float, x1: float, k: float, e: float, c: float) -> float: ...
@overload
def hunt_crossley(
    x: npt.ArrayLike,
    xdot: npt.ArrayLike,
    x1: npt.ArrayLike,
    k: npt.ArrayLike,
    e: npt.ArrayLike,
    c: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def hunt_crossley(
    x: npt.ArrayLike,
    xdot: npt.ArrayLike,
    x1: npt.ArrayLike,
    k: npt.ArrayLike,
    e: npt.ArrayLike,
    c: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """HUNT_CROSSLEY: one-sided spring whose damping grows with its force: none at first touch, none that pulls.

    ``F = max(0, k*p**e*(1 - c*xdot))`` with ``p = x1 - x > 0``, else 0; c in T/L, the other arguments are those of `impact`.
    What comes back of a speed depends on c times the speed alone: see `hunt_crossley_damping`.

    Returns F, shape S; positive pushes x up. ``order=1`` and ``order=2`` as for `impact`.

    >>> float(hunt_crossley(0.75, -0.5, 1.0, 1000.0, 1.5, 0.2))
    137.5
    """
    return _law("hunt_crossley", order, x, xdot, x1, k, e, c)


def hunt_crossley_damping(restitution: float, speed: float) -> float:
    """The damping c (T/L) of `hunt_crossley` with which a body that meets a stop at a speed comes back at that speed times the restitution.

    Exact for every mass, stiffness and exponent: ``d*(1 + r) = log((1 + d)/(1 - r*d))`` with ``d = c*speed``. The restitution is above 0, as no damping
    takes all, and at most 1.

    >>> round(hunt_crossley_damping(0.7, 4.0), 12)
    0.158707070317
    """
    return _carom.hunt_crossley_damping(restitution, speed)


@overload
def step(x: float, x0: float, h0: float, x1: float, h1: float) -> float: ...
@overload
def step(
    x: npt.ArrayLike,
    x0: npt.ArrayLike,
    h0: npt.ArrayLike,
    x1: npt.ArrayLike,
    h1: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def step(
    x: npt.ArrayLike,
    x0: npt.ArrayLike,
    h0: npt.ArrayLike,
    x1: npt.ArrayLike,
    h1: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """STEP: from `h0` at `x0` to `h1` at `x1` by a cubic, constant outside.

    ``h0 + (h1 - h0)*D*D*(3 - 2*D)``, ``D = (x - x0)/(x1 - x0)`` in [0, 1]; x0 must not be x1.

    Returns the value, shape S; with `order` 1 or 2 its derivative by x, shape S.
    """
    return _law("step", order, x, x0, h0, x1, h1)


@overload
def step5(x: float, x0: float, h0: float, x1: float, h1: float) -> float: ...
@overload
def step5(
    x: npt.ArrayLike,
    x0: npt.ArrayLike,
    h0: npt.ArrayLike,
    x1: npt.ArrayLike,
    h1: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def step5(
    x: npt.ArrayLike,
    x0: npt.ArrayLike,
    h0: npt.ArrayLike,
    x1: npt.ArrayLike,
    h1: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """STEP5: from `h0` at `x0` to `h1` at `x1` by a quintic, constant outside.

    ``h0 + (h1 - h0)*D**3*(10 - 15*D + 6*D*D)``, ``D = (x - x0)/(x1 - x0)`` in [0, 1]; x0 must not be x1.

    Returns the value, shape S; with `order` 1 or 2 its derivative by x, shape S.
    """
    return _law("step5", order, x, x0, h0, x1, h1)


@overload
def havsin(x: float, x0: float, h0: float, x1: float, h1: float) -> float: ...
@overload
def havsin(
    x: npt.ArrayLike,
    x0: npt.ArrayLike,
    h0: npt.ArrayLike,
    x1: npt.ArrayLike,
    h1: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def havsin(
    x: npt.ArrayLike,
    x0: npt.ArrayLike,
    h0: npt.ArrayLike,
    x1: npt.ArrayLike,
    h1: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """HAVSIN: from `h0` at `x0` to `h1` at `x1` by half a wave, constant outside.

    ``(h0 + h1)/2 + (h1 - h0)/2*sin(pi*D - pi/2)``, ``D = (x - x0)/(x1 - x0)`` in [0, 1]; x0 must not be x1.

    Returns the value, shape S; with `order` 1 or 2 its derivative by x, shape S.
    """
    return _law("havsin", order, x, x0, h0, x1, h1)


@overload
def coulomb(v: float, mu_static: float, mu_dynamic: float, vs: float, vd: float) -> float: ...
@overload
def coulomb(
    v: npt.ArrayLike,
    mu_static: npt.ArrayLike,
    mu_dynamic: npt.ArrayLike,
    vs: npt.ArrayLike,
    vd: npt.ArrayLike,
    order: Order = 0,
) -> Array: ...
def coulomb(
    v: npt.ArrayLike,
    mu_static: npt.ArrayLike,
    mu_dynamic: npt.ArrayLike,
    vs: npt.ArrayLike,
    vd: npt.ArrayLike,
    order: Order = 0,
) -> Any:
    """Friction coefficient by slip velocity, with the sign of its force: against `v`, smooth through zero.

    ==========  ===========================================  ====  =====
    v           slip velocity                                L/T
    mu_static   largest coefficient, at ``|v| = vs``               >= 0
    mu_dynamic  coefficient of sliding, from ``|v| = vd`` on       >= 0
    vs          stiction transition velocity                 L/T   > 0
    vd          friction transition velocity                 L/T   >= vs
    ==========  ===========================================  ====  =====

    The force is the coefficient times the normal force. Returns it, shape S; with `order` 1 or 2 its derivative by v, shape S.
    """
    return _law("coulomb", order, v, mu_static, mu_dynamic, vs, vd)


def evaluate(
    expression: str,
    values: Mapping[str, npt.ArrayLike] | None = None,
    /,
    *,
    order: Order = 0,
    language: Literal["adams", "motionsolve"] = "adams",
    **named: npt.ArrayLike,
) -> Any:
    """Evaluates a function expression as decks write it.

    The names of the expression get their values as keyword arguments, or in a mapping (for names such as ``order``); ``TIME`` is a
    name like others, and case does not matter.

    Returns the value, shape S. ``order=1``: the gradient, shape (n, *S), in the order of the n names as given. ``order=2``: the second
    derivatives, shape (n, n, *S). Where there is no finite value (a division by zero, a logarithm of a negative number), the result is
    what the arithmetic gives, and a `RuntimeWarning` names the operation.

    `ModelError` if the expression is refused.

    >>> round(evaluate("IMPACT(x, v, 1.0, 100, 1.5, 25, 0.1)", x=0.95, v=-2), 9)
    26.118033989
    """
    _check_order(order)
    given = {**(values or {}), **named}
    flat, shape = _spread(list(given.values()))
    points = math.prod(shape)
    out, fault = _carom.evaluate(expression, list(given), flat, points, order, language)
    if fault:
        warnings.warn(fault, RuntimeWarning, stacklevel=2)
    return out.reshape((len(given),) * order + shape)[()]
