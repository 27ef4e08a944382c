"""Functions that join arrays, take them apart or repeat them."""

import operator
from typing import Any

from numpy._bridge import call, not_here
from numpy._creation import asarray, zeros
from numpy._dtypes import as_dtype, result_type
from numpy._methods import axis_number, lengths
from numpy._results import result
from numpy._shaping import _at_least, broadcast_to, expand_dims


def concatenate(arrays: Any, axis: int | None = 0, out: Any = None, *, dtype: Any = None,
                casting: str = 'same_kind') -> Any:
    """Arrays behind each other along an axis."""
    parts = [asarray(each) for each in arrays]
    if not parts:
        raise ValueError('need at least one array to concatenate')
    if axis is None:
        parts, axis = [each.ravel() for each in parts], 0
    first = parts[0]
    if first.ndim == 0:
        raise ValueError('zero-dimensional arrays cannot be concatenated')
    along = axis_number(axis, first.ndim)
    for at, each in enumerate(parts):
        _require_match(first, each, at, along)
    kind = as_dtype(dtype) if dtype is not None else result_type(*(each.dtype for each in parts))
    made = result(call('concatenate', kind.name, along, *(each._js for each in parts)))
    if out is None:
        return made
    out[...] = made
    return out


def _require_match(first: Any, other: Any, at: int, along: int) -> None:
    if other.ndim != first.ndim:
        raise ValueError(
            'all the input arrays must have same number of dimensions, but the array at index 0 '
            f'has {first.ndim} dimension(s) and the array at index {at} has {other.ndim} '
            'dimension(s)')
    for axis, (length, expected) in enumerate(zip(other.shape, first.shape)):
        if axis != along and length != expected:
            raise ValueError(
                'all the input array dimensions except for the concatenation axis must match '
                f'exactly, but along dimension {axis}, the array at index 0 has size {expected} '
                f'and the array at index {at} has size {length}')


def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None,
          casting: str = 'same_kind') -> Any:
    """Arrays of one shape behind each other along a new axis."""
    parts = [asarray(each) for each in arrays]
    if not parts:
        raise ValueError('need at least one array to stack')
    if len({each.shape for each in parts}) != 1:
        raise ValueError('all input arrays must have the same shape')
    at = axis_number(axis, parts[0].ndim + 1)
    return concatenate([expand_dims(each, at) for each in parts], at, out, dtype=dtype)


def vstack(tup: Any, *, dtype: Any = None, casting: str = 'same_kind') -> Any:
    return concatenate([_at_least(asarray(each), 2) for each in tup], 0, dtype=dtype)


row_stack = vstack


def hstack(tup: Any, *, dtype: Any = None, casting: str = 'same_kind') -> Any:
    parts = [_at_least(asarray(each), 1) for each in tup]
    return concatenate(parts, 0 if parts and parts[0].ndim == 1 else 1, dtype=dtype)


def dstack(tup: Any) -> Any:
    return concatenate([_at_least(asarray(each), 3) for each in tup], 2)


def column_stack(tup: Any) -> Any:
    parts = [asarray(each) for each in tup]
    return concatenate([each if each.ndim > 1 else each.reshape(-1, 1) for each in parts], 1)


def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    return concatenate((asarray(arr), asarray(values)), axis)


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Parts along an axis: so many of about equal length, or between these indices."""
    array = asarray(ary)
    total = array.shape[axis]
    if hasattr(indices_or_sections, '__index__'):
        count = operator.index(indices_or_sections)
        if count <= 0:
            raise ValueError('number sections must be larger than 0.')
        each, extra = divmod(total, count)
        ends = [at * each + min(at, extra) for at in range(count + 1)]
        pairs = list(zip(ends, ends[1:]))
    else:
        cuts = [operator.index(cut) for cut in indices_or_sections]
        pairs = list(zip([0, *cuts], [*cuts, total]))
    before = (slice(None),) * axis_number(axis, array.ndim)
    return [array[before + (slice(start, end),)] for start, end in pairs]


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """As array_split(), but so many parts must have one length."""
    if hasattr(indices_or_sections, '__index__'):
        if asarray(ary).shape[axis] % operator.index(indices_or_sections):
            raise ValueError('array split does not result in an equal division')
    return array_split(ary, indices_or_sections, axis)


def vsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    return split(ary, indices_or_sections, 0)


def hsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    return split(ary, indices_or_sections, 0 if asarray(ary).ndim == 1 else 1)


def tile(A: Any, reps: Any) -> Any:
    """An array repeated as a whole along each axis."""
    array = asarray(A)
    times = lengths((reps,)) if not hasattr(reps, '__index__') else (operator.index(reps),)
    ndim = max(array.ndim, len(times))
    times = (1,) * (ndim - len(times)) + times
    shape = (1,) * (ndim - array.ndim) + array.shape
    pairs = [part for pair in zip(times, shape) for part in pair]
    spread = array.reshape([part for length in shape for part in (1, length)])
    whole = tuple(count * length for count, length in zip(times, shape))
    return broadcast_to(spread, pairs).copy().reshape(whole)


def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    return asarray(a).repeat(repeats, axis)


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """With elements moved along axes; what leaves at the one end comes in at the other."""
    array = asarray(a)
    if axis is None:
        return roll(array.ravel(), shift, 0).reshape(array.shape)
    if isinstance(axis, tuple):
        for each, distance in zip(axis, shift if isinstance(shift, tuple) else [shift] * len(axis)):
            array = roll(array, distance, each)
        return array
    before = (slice(None),) * axis_number(axis, array.ndim)
    at = -shift % array.shape[axis] if array.shape[axis] else 0
    return concatenate((array[before + (slice(at, None),)], array[before + (slice(at),)]), axis)


def pad(array: Any, pad_width: Any, mode: str = 'constant', constant_values: Any = 0) -> Any:
    """With elements of one value around it."""
    if mode != 'constant':
        not_here(f'numpy.pad(mode={mode!r})', "use mode='constant'")
    source = asarray(array)
    widths = broadcast_to(asarray(pad_width), (source.ndim, 2)).tolist()
    shape = [before + length + after for (before, after), length in zip(widths, source.shape)]
    made = zeros(shape, source.dtype)
    made.fill(constant_values)
    made[tuple(slice(before, before + length)
               for (before, _), length in zip(widths, source.shape))] = source
    return made
