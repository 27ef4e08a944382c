"""Averages, quantiles, histograms, and reductions without NaN."""

from typing import Any

from numpy._bridge import not_here, reject
from numpy._creation import asarray
from numpy._dtypes import result_type
from numpy._functions import diff, sort, where
from numpy._joining import concatenate, stack
from numpy._limits import finfo
from numpy._ranges import linspace
from numpy._shaping import moveaxis

Axis = Any


def average(a: Any, axis: Axis = None, weights: Any = None, returned: bool = False) -> Any:
    """The mean, in which elements can have weights."""
    array = asarray(a)
    if weights is None:
        made, total = array.mean(axis), None
    else:
        scale = asarray(weights)
        if scale.ndim == 1 and array.ndim > 1 and axis is not None:
            shape = [1] * array.ndim
            shape[axis] = -1
            scale = scale.reshape(shape)
        total = (scale + array * 0).sum(axis)
        if (total == 0).any():
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        made = (array * scale).sum(axis) / total
    if not returned:
        return made
    return made, (array.size / asarray(made).size if total is None else total)


def quantile(a: Any, q: Any, axis: int | None = None, keepdims: bool = False,
             **others: Any) -> Any:
    """What this part of the elements is not larger than, between two of them on a line."""
    reject('quantile', others)
    array = asarray(a)
    moved = array.ravel() if axis is None else array.swapaxes(axis, -1)
    ordered = sort(moved).astype(result_type(array.dtype, 'float16') if array.dtype.kind == 'f'
                                 else 'float64')
    if keepdims:
        not_here('numpy.quantile(keepdims=True)', 'use numpy.expand_dims')
    wanted = asarray(q, 'float64')
    last = ordered.shape[-1] - 1
    parts = []
    for each in wanted.ravel().tolist():
        below = min(int(each * last), last)
        gap = each * last - below
        low, high = ordered[..., below], ordered[..., min(below + 1, last)]
        parts.append(high - (high - low) * (1 - gap) if gap >= 0.5 else low + (high - low) * gap)
    if axis is not None and array.ndim > 1:
        parts = [part if part.ndim == 0 else _restored(part, axis, array.ndim) for part in parts]
    if wanted.ndim == 0:
        return parts[0]
    return stack(parts).reshape(wanted.shape + asarray(parts[0]).shape)


def _restored(part: Any, axis: int, ndim: int) -> Any:
    """With the axes that remain in their own order, after axis and the last one were swapped."""
    at = axis % ndim
    if at >= ndim - 1:
        return part
    return moveaxis(part, at, -1)


def percentile(a: Any, q: Any, axis: int | None = None, **others: Any) -> Any:
    return quantile(a, asarray(q, 'float64') / 100, axis, **others)


def median(a: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """The element in the middle, or the mean of the two there."""
    array = asarray(a)
    source = array.ravel() if axis is None else array
    along = 0 if axis is None else axis
    ordered = sort(source, along)
    size = ordered.shape[along]
    middle = ordered.take([size // 2] if size % 2 else [size // 2 - 1, size // 2], along)
    made = middle.mean(along)
    if (array != array).any():
        made = where((array != array).any(axis), float('nan'), made)[()]
    return made if not keepdims else asarray(made).reshape(
        [1 if axis is None or at == axis % array.ndim else n for at, n in enumerate(array.shape)])


def histogram(a: Any, bins: Any = 10, range: Any = None, **others: Any) -> tuple[Any, Any]:
    """How many elements are in each of several intervals, and their edges."""
    reject('histogram', others)
    array = asarray(a).ravel()
    if hasattr(bins, '__index__'):
        low, high = range if range is not None else (
            (array.min(), array.max()) if array.size else (0.0, 1.0))
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        edges = linspace(low, high, bins + 1)
    else:
        edges = asarray(bins)
    ordered = sort(array)
    ends = concatenate((ordered.searchsorted(edges[:-1], 'left'),
                        asarray([ordered.searchsorted(edges[-1], 'right')])))
    return diff(ends), edges


def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    """In which interval of ascending bins each element is."""
    return asarray(bins).searchsorted(x, 'left' if right else 'right')


def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: float | None = None,
               neginf: float | None = None) -> Any:
    """With numbers in place of NaN and infinities."""
    array = asarray(x)
    if array.dtype.kind != 'f':
        return array
    most = finfo(array.dtype).max
    array = where(array != array, nan, array)
    array = where(array == float('inf'), most if posinf is None else posinf, array)
    array = where(array == float('-inf'), -most if neginf is None else neginf, array)
    return array.astype(asarray(x).dtype)[()]


def _without_nan(name: str, neutral: float) -> Any:
    def function(a: Any, axis: Axis = None, keepdims: bool = False) -> Any:
        array = asarray(a)
        filled = where(array != array, neutral, array)
        return getattr(filled, name)(axis=axis, keepdims=keepdims)
    function.__name__ = function.__qualname__ = f'nan{name}'
    function.__doc__ = f'As numpy.{name}() of the elements that are not NaN.'
    return function


WITHOUT_NAN = {f'nan{name}': _without_nan(name, neutral) for name, neutral in (
    ('sum', 0.0), ('prod', 1.0), ('max', float('-inf')), ('min', float('inf')))}


def nanmean(a: Any, axis: Axis = None, keepdims: bool = False) -> Any:
    """The mean of the elements that are not NaN."""
    array = asarray(a)
    count = (array == array).sum(axis=axis, keepdims=keepdims)
    return WITHOUT_NAN['nansum'](array, axis, keepdims) / count
