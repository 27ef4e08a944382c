"""The one part of numpy.linalg that is here: norms of vectors and of whole matrices."""

from typing import Any

from numpy._bridge import not_here
from numpy._creation import asarray
from numpy._functions import count_nonzero
from numpy._ufuncs import UFUNCS


class LinAlgError(Exception):
    """What NumPy raises where a matrix has no solution."""


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The length of a vector, or the root of the sum of squares of a matrix."""
    array = asarray(x)
    if array.dtype.kind != 'f':
        array = array.astype(float)
    axes = axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(range(array.ndim)) if axis is None else axes
    is_flat = axis is None and ord is None
    if is_flat or ord in ('fro', None) or ord == 2 and len(axes) == 1:
        if is_flat and not keepdims:
            flat = array.ravel()
            return UFUNCS['sqrt'](flat.dot(flat))
        return UFUNCS['sqrt']((array * array).sum(axis=axes, keepdims=keepdims))
    if len(axes) != 1:
        not_here(f'numpy.linalg.norm(ord={ord!r}) of a matrix')
    sizes = abs(array)
    if ord == float('inf'):
        return sizes.max(axis=axes, keepdims=keepdims)
    if ord == float('-inf'):
        return sizes.min(axis=axes, keepdims=keepdims)
    if ord == 0:
        return count_nonzero(array, axes, keepdims=keepdims)
    if ord == 1:
        return sizes.sum(axis=axes, keepdims=keepdims)
    return (sizes ** ord).sum(axis=axes, keepdims=keepdims) ** (1.0 / ord)


def __getattr__(name: str) -> Any:
    if name.startswith('__'):
        raise AttributeError(name)
    not_here(f'numpy.linalg.{name}', 'numpy.linalg.norm and the operator @ are')
