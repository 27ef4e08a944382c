"""Functions that make ranges of numbers, grids and matrices of a pattern."""

import operator
from typing import Any

from numpy._bridge import as_text, call, not_here, reject
from numpy._creation import asarray, zeros
from numpy._dtypes import DTYPES, as_dtype, dtype, promote_types
from numpy._results import js_array, result


def arange(*arguments: Any, dtype: Any = None, **others: Any) -> Any:
    """Numbers from start to before stop: arange(stop), arange(start, stop, step)."""
    start, stop, step = others.pop('start', None), others.pop('stop', None), others.pop('step', 1)
    reject('arange', others)
    given = list(arguments)
    if len(given) == 4:
        dtype = given.pop()
    if len(given) == 1 and stop is None:
        stop = given[0]
    elif given:
        start, stop, step = (given + [stop, step][len(given) - 1:])[:3]
    if stop is None:
        if start is None:
            raise TypeError('arange() requires stop to be specified.')
        start, stop = 0, start
    start = 0 if start is None else start
    step = 1 if step is None else step
    kind = as_dtype(dtype) if dtype is not None else _of_numbers(start, stop, step)
    if step == 0:
        raise ZeroDivisionError('division by zero')
    count = max(0, -int(-(float(stop) - float(start)) / float(step) // 1))
    return result(call('arange', float(start), float(step), count, kind.name))


def _of_numbers(*numbers: Any) -> dtype:
    """The type in which numbers are held together, whatever their values."""
    kind: dtype = asarray(numbers[0]).dtype
    for number in numbers[1:]:
        kind = promote_types(kind, asarray(number).dtype)
    return DTYPES['int64'] if kind.kind == 'b' else kind


def linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False,
             dtype: Any = None, axis: int = 0) -> Any:
    """Numbers with equal steps between them."""
    count = operator.index(num)
    if count < 0:
        raise ValueError(f'Number of samples, {count}, must be non-negative.')
    if getattr(start, 'ndim', 0) or getattr(stop, 'ndim', 0):
        not_here('numpy.linspace() between arrays', 'stack several')
    kind = DTYPES['float64'] if dtype is None else as_dtype(dtype)
    made = result(call('linspace', float(start), float(stop), count, bool(endpoint), kind.name))
    steps = count - 1 if endpoint else count
    step = DTYPES['float64'].type((stop - start) / steps if steps else float('nan'))
    return (made, step) if retstep else made


def logspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: float = 10.0,
             dtype: Any = None) -> Any:
    """Powers of the base with equal steps between their exponents."""
    made = base ** linspace(start, stop, num, endpoint)
    return made if dtype is None else made.astype(dtype)


def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = float, order: str = 'C') -> Any:
    """A matrix with ones on a diagonal."""
    return result(call('eye', N, N if M is None else M, k, as_dtype(dtype).name))


def identity(n: int, dtype: Any = None) -> Any:
    """A square matrix with ones on its diagonal."""
    return eye(n, dtype=float if dtype is None else dtype)


def diag(v: Any, k: int = 0) -> Any:
    """The diagonal of a matrix, or a matrix with this diagonal."""
    source = asarray(v)
    if source.ndim == 2:
        return source.diagonal(k)
    size = len(source) + abs(k)
    made = zeros((size, size), source.dtype)
    steps = arange(len(source))
    made[steps + max(-k, 0), steps + max(k, 0)] = source
    return made


def indices(dimensions: Any, dtype: Any = int) -> Any:
    """For each axis, an array of the index of each element along it."""
    shape = tuple(dimensions)
    made = zeros((len(shape),) + shape, dtype)
    for axis, length in enumerate(shape):
        made[axis] = arange(length).reshape((length,) + (1,) * (len(shape) - axis - 1))
    return made


def meshgrid(*xi: Any, indexing: str = 'xy', sparse: bool = False, copy: bool = True) -> Any:
    """The coordinates of a grid of points."""
    axes = [asarray(each).ravel() for each in xi]
    order = [1, 0, *range(2, len(axes))] if indexing == 'xy' and len(axes) > 1 else None
    shape = tuple(len(axes[at]) for at in (order or range(len(axes))))
    made = []
    for at, values in enumerate(axes):
        place = order.index(at) if order else at
        column = values.reshape((-1,) + (1,) * (len(shape) - place - 1))
        made.append(column if sparse else result(
            call('broadcastTo', column._js, as_text(shape))).copy())
    return made


def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = float) -> Any:
    """Ones at and below a diagonal."""
    columns = N if M is None else M
    return (arange(N)[:, None] + k >= arange(columns)).astype(dtype)


def tril(m: Any, k: int = 0) -> Any:
    """What is at and below a diagonal; the rest is zero."""
    source = asarray(m)
    below = tri(source.shape[-2], source.shape[-1], k, bool)
    return result(call('where', below._js, js_array(source), 0, '', '', 'int64')).astype(
        source.dtype)


def triu(m: Any, k: int = 0) -> Any:
    """What is at and above a diagonal; the rest is zero."""
    source = asarray(m)
    below = tri(source.shape[-2], source.shape[-1], k - 1, bool)
    return result(call('where', below._js, 0, js_array(source), '', 'int64', '')).astype(
        source.dtype)


def fromfunction(function: Any, shape: Any, *, dtype: Any = float, **others: Any) -> Any:
    """What a function makes of the indices along each axis."""
    return function(*indices(shape, dtype), **others)
