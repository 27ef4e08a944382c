"""What both kinds of generators share: shapes, probabilities, and order."""

import operator
from collections.abc import Callable
from typing import Any

from numpy._array import ndarray
from numpy._bridge import Js, as_text, call
from numpy._creation import asarray, zeros
from numpy._functions import count_nonzero, sort, unique
from numpy._results import result


def size_text(size: Any) -> str:
    """A shape as arrays.mjs reads it; a single number has none."""
    if size is None:
        return ''
    if hasattr(size, '__index__'):
        return str(operator.index(size))
    return as_text([operator.index(length) for length in size])


def spread(size: Any, *parameters: Any) -> Any:
    """The size that is asked for, or the shape of parameters that are arrays."""
    if size is not None or not any(getattr(each, 'ndim', 0) or isinstance(each, (list, tuple))
                                   for each in parameters):
        return size
    total = asarray(parameters[0]) + 0
    for each in parameters[1:]:
        total = total + asarray(each)
    return total.shape


def plain(value: Any) -> Any:
    """A single number is Python's own, as NumPy gives it."""
    return value if getattr(value, 'ndim', 0) else float(value)


def count_of(size: Any) -> int:
    """How many numbers a size asks for."""
    if size is None:
        return 1
    total = 1
    for length in ((size,) if hasattr(size, '__index__') else size):
        total *= operator.index(length)
    return total


def shuffle(bits: Js, x: Any, axis: int = 0) -> None:
    """Puts the elements of an array or a list, along an axis, into another order."""
    if isinstance(x, ndarray):
        length = x.shape[axis]
        x[...] = x.take(result(call('permuted', bits, length)), axis)
        return
    order = result(call('permuted', bits, len(x))).tolist()
    x[:] = [x[at] for at in order]


def permutation(bits: Js, x: Any, axis: int = 0) -> Any:
    """The elements of an array along an axis, or the numbers below x, in another order."""
    if hasattr(x, '__index__') and not getattr(x, 'ndim', 0):
        return result(call('permuted', bits, operator.index(x)))
    array = asarray(x)
    return array.take(result(call('permuted', bits, array.shape[axis])), axis)


def population(a: Any, size: Any, axis: int = 0) -> tuple[Any, int]:
    """What is chosen from, None for the numbers below a; and how many these are."""
    array = asarray(a)
    if array.ndim == 0:
        if array.dtype.kind not in 'iu':
            raise ValueError(f'a must be a sequence or an integer, not {type(a)}')
        if int(array) <= 0 and count_of(size):
            raise ValueError('a must be a positive integer unless no samples are taken')
        return None, int(array)
    if array.shape[axis] == 0 and count_of(size):
        raise ValueError('a cannot be empty unless no samples are taken')
    return array, array.shape[axis]


def probabilities(p: Any, count: int) -> Any:
    """Probabilities that are some and have the sum 1."""
    made = asarray(p, 'float64')
    if made.ndim != 1:
        raise ValueError("'p' must be 1-dimensional")
    if made.size != count:
        raise ValueError("'a' and 'p' must have same size")
    if (made != made).any():
        raise ValueError('probabilities contain NaN')
    if (made < 0).any():
        raise ValueError('probabilities are not non-negative')
    if abs(made.sum() - 1) > 1.5e-8:
        raise ValueError('probabilities do not sum to 1')
    return made


def _drawn(p: Any, uniforms: Any) -> Any:
    """For each uniform number, in whose part of the probability it falls."""
    running = p.cumsum()
    running /= running[-1]
    return asarray(running.searchsorted(uniforms, side='right'))


def by_probability(p: Any, size: Any, replace: bool, random: Callable[[Any], Any]) -> Any:
    """Indices that are drawn with these probabilities; each only once unless `replace`."""
    if replace:
        return _drawn(p, random(size))
    count = count_of(size)
    if count_nonzero(p > 0) < count:
        raise ValueError('Fewer non-zero entries in p than size')
    found = zeros(count, 'int64')
    done, left = 0, p.copy()
    while done < count:
        uniforms = random((count - done,))
        left[found[:done]] = 0
        drawn = _drawn(left, uniforms)
        first = sort(unique(drawn, return_index=True)[1])
        drawn = drawn.take(first)
        found[done:done + drawn.size] = drawn
        done += drawn.size
    return found if size is None else found.reshape(size)


def pick(array: Any, indices: Any, size: Any, axis: int = 0) -> Any:
    """The elements at indices, or the indices themselves where numbers are chosen from."""
    if size is None and getattr(indices, 'ndim', None):
        indices = indices[0]
    elif size is None:
        indices = asarray(indices)[()]
    if array is None:
        return int(indices) if size is None else indices
    return array[(slice(None),) * axis + (indices,)]
