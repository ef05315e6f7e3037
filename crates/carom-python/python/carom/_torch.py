"""Responses as functions of PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from ._gradient import Differentiable


def wrapped(function: Differentiable) -> Callable[[Any], Any]:
    """The values of a function, with its Jacobian as its gradient."""

    class Values(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            values, jacobian = function(x.detach().to("cpu", torch.float64).numpy())
            ctx.save_for_backward(torch.as_tensor(jacobian).to(x))
            return torch.as_tensor(values).to(x)

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx: Any, weights: Any) -> Any:
            (jacobian,) = ctx.saved_tensors
            return weights @ jacobian

    def values(x: Any) -> Any:
        return Values.apply(x)

    return values
