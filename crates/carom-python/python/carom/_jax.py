"""Responses as functions of JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

if TYPE_CHECKING:
    from ._gradient import Differentiable


def wrapped(function: Differentiable) -> Callable[[Any], Any]:
    """The values of a function, with its Jacobian as its vector-Jacobian product."""
    rows, columns = len(function.outputs), len(function.parameters)

    def host(x: Any) -> tuple[Any, Any]:
        values, jacobian = function(np.asarray(x, dtype=np.float64))
        return values.astype(x.dtype), jacobian.astype(x.dtype)

    def both(x: Any) -> Any:
        x = jnp.asarray(x, dtype=jnp.result_type(float))
        shapes = (jax.ShapeDtypeStruct((rows,), x.dtype), jax.ShapeDtypeStruct((rows, columns), x.dtype))
        return jax.pure_callback(host, shapes, x, vmap_method="sequential")

    @jax.custom_vjp
    def values(x: Any) -> Any:
        return both(x)[0]

    def backward(jacobian: Any, weights: Any) -> tuple[Any]:
        return (weights @ jacobian,)

    values.defvjp(both, backward)
    return values
