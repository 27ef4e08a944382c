"""Norms, and tensors that are clipped by them."""

from typing import Any

import numpy as np

from tensorflow._missing import not_there
from tensorflow._operators import (
    abs,  # pylint: disable=redefined-builtin
    divide,
    maximum,
    minimum,
    multiply,
    reduce_max,
    reduce_sum,
    sqrt,
)
from tensorflow._tensors import Tensor


def norm(
    tensor: Any,
    ord: Any = 'euclidean',  # pylint: disable=redefined-builtin
    axis: Any = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Of vectors; the Euclidean one also of all elements."""
    of_matrices = isinstance(axis, (list, tuple))
    if ord == 'euclidean' or (ord == 2 and not of_matrices):
        return sqrt(reduce_sum(multiply(tensor, tensor), axis, keepdims))
    if ord == 1 and not of_matrices:
        return reduce_sum(abs(tensor), axis, keepdims)
    if ord == np.inf and not of_matrices:
        return reduce_max(abs(tensor), axis, keepdims)
    raise not_there(
        f'tf.norm with ord={ord!r} and axis={axis!r}', "'euclidean', 1, 2 and np.inf of vectors are"
    )


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Tensor:
    length = norm(t, axis=axes, keepdims=True) if axes is not None else norm(t)
    return divide(multiply(t, clip_norm), maximum(length, clip_norm))


def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    squares = [reduce_sum(multiply(each, each)) for each in t_list if each is not None]
    if not squares:
        raise ValueError('global_norm() needs at least one tensor that is not None')
    return sqrt(sum(squares[1:], squares[0]))


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Tensor]:
    length = global_norm(t_list) if use_norm is None else use_norm
    scale = multiply(minimum(divide(1.0, length), 1.0 / clip_norm), clip_norm)
    return [each if each is None else multiply(each, scale) for each in t_list], length


__all__ = ['clip_by_global_norm', 'clip_by_norm', 'global_norm', 'norm']
