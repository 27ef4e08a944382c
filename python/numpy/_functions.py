"""Functions of whole arrays: reductions, comparisons, products, sorting."""

from typing import Any

from numpy._bridge import call, not_here, reject
from numpy._creation import asarray, full
from numpy._dtypes import as_dtype, result_type
from numpy._results import js_array, needed_operand, result
from numpy._joining import concatenate

Axis = Any


def _method(name: str) -> Any:
    """The function that calls a method of its first argument."""
    def function(a: Any, *arguments: Any, **others: Any) -> Any:
        return getattr(asarray(a), name)(*arguments, **others)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f'As numpy.ndarray.{name}().'
    return function


METHODS = {name: _method(name) for name in (
    'sum', 'prod', 'max', 'min', 'any', 'all', 'mean', 'var', 'std', 'ptp', 'argmax', 'argmin',
    'cumsum', 'cumprod', 'clip', 'round', 'nonzero', 'argsort', 'searchsorted', 'diagonal',
)}
METHODS.update(amax=METHODS['max'], amin=METHODS['min'], around=METHODS['round'],
               round_=METHODS['round'], product=METHODS['prod'])


def where(condition: Any, *choices: Any) -> Any:
    """Elements of x where a condition holds, else of y; of the condition alone, the indices."""
    if not choices:
        return asarray(condition).nonzero()
    if len(choices) != 2:
        raise ValueError('either both or neither of x and y should be given')
    operands = [needed_operand(each) for each in (condition, *choices)]
    return result(call('where', *(value for value, _ in operands),
                       *(name for _, name in operands)))


def sort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None) -> Any:
    array = asarray(a)
    source = array.ravel() if axis is None else array
    return result(call('sort', source._js, -1 if axis is None else axis))


def unique(ar: Any, return_index: bool = False, return_inverse: bool = False,
           return_counts: bool = False, axis: Any = None, **others: Any) -> Any:
    """The different elements in ascending order."""
    reject('unique', others)
    if axis is not None:
        not_here('numpy.unique(axis=...)', 'use set() of tuples')
    values, index, inverse, counts = map(result, call('unique', js_array(ar)))
    wanted = (values, *(part for part, is_wanted in (
        (index, return_index), (inverse, return_inverse), (counts, return_counts)) if is_wanted))
    return wanted if len(wanted) > 1 else values


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """How often each of the numbers 0, 1, ... is there."""
    given = None if weights is None else js_array(weights)
    return result(call('bincount', js_array(x), minlength, given))


def count_nonzero(a: Any, axis: Axis = None, *, keepdims: bool = False) -> Any:
    counts = (asarray(a) != 0).sum(axis=axis, keepdims=keepdims)
    return int(counts) if axis is None and not keepdims else counts


def flatnonzero(a: Any) -> Any:
    return asarray(a).ravel().nonzero()[0]


def argwhere(a: Any) -> Any:
    """A row with the indices of each element that is true."""
    array = asarray(a)
    columns = array.nonzero()
    return concatenate([each.reshape(-1, 1) for each in columns], 1)


def diff(a: Any, n: int = 1, axis: int = -1) -> Any:
    """Each element less the one before it."""
    array = asarray(a)
    for _ in range(n):
        moved = array.swapaxes(axis, -1)
        later, earlier = moved[..., 1:], moved[..., :-1]
        moved = later != earlier if array.dtype.kind == 'b' else later - earlier
        array = moved.swapaxes(axis, -1)
    return array


def convolve(a: Any, v: Any, mode: str = 'full') -> Any:
    """Each element is the sum of products of the one with the other reversed."""
    if max(asarray(a).ndim, asarray(v).ndim) > 1:
        raise ValueError('object too deep for desired array')
    longer, shorter = asarray(a).reshape(-1), asarray(v).reshape(-1)
    if shorter.size > longer.size:
        longer, shorter = shorter, longer
    if shorter.size == 0:
        raise ValueError(f'{"a" if asarray(a).size == 0 else "v"} cannot be empty')
    many, few = longer.size, shorter.size
    spans = {'full': (0, many + few - 1), 'same': ((few - 1) // 2, many), 'valid': (few - 1, many - few + 1)}
    if mode not in spans:
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    made = full(many + few - 1, 0, result_type(longer.dtype, shorter.dtype))
    for i in reversed(range(few)):  # NumPy adds the oldest element first
        made[i:i + many] += longer * shorter[i]
    begin, count = spans[mode]
    return made[begin:begin + count]


def dot(a: Any, b: Any, out: Any = None) -> Any:
    return asarray(a).dot(b, out)


def vdot(a: Any, b: Any) -> Any:
    return asarray(a).ravel().dot(asarray(b).ravel())


def inner(a: Any, b: Any) -> Any:
    left, right = asarray(a), asarray(b)
    if left.ndim == 0 or right.ndim == 0:
        return left * right
    return left.dot(right if right.ndim == 1 else right.swapaxes(-1, -2))


def matmul(x1: Any, x2: Any, out: Any = None, **others: Any) -> Any:
    reject('matmul', others)
    made = result(call('matmul', js_array(x1), js_array(x2)))
    if out is None:
        return made
    out[...] = made
    return out


def outer(a: Any, b: Any, out: Any = None) -> Any:
    made = asarray(a).reshape(-1, 1) * asarray(b).reshape(1, -1)
    if out is None:
        return made
    out[...] = made
    return out


def isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8,
            equal_nan: bool = False) -> Any:
    """Whether elements differ by no more than atol + rtol * |b|."""
    x, y = asarray(a), asarray(b)
    if y.dtype.kind != 'f':
        y = y.astype('float64')
    both = (abs(x) < float('inf')) & (abs(y) < float('inf'))
    near = abs(x - y) <= atol + rtol * abs(y)
    made = (near & both) | (x == y)
    if equal_nan:
        made = made | ((x != x) & (y != y))
    return made


def allclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8,
             equal_nan: bool = False) -> bool:
    """Whether all elements are close, as isclose() says."""
    return bool(asarray(isclose(a, b, rtol, atol, equal_nan)).all())


def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    """Whether two arrays have one shape and the same elements."""
    x, y = asarray(a1), asarray(a2)
    if x.shape != y.shape:
        return False
    same = x == y
    if equal_nan:
        same = same | ((x != x) & (y != y))
    return bool(asarray(same).all())


def array_equiv(a1: Any, a2: Any) -> bool:
    """Whether two arrays have the same elements when they are broadcast."""
    try:
        return bool(asarray(asarray(a1) == asarray(a2)).all())
    except ValueError:
        return False


def isin(element: Any, test_elements: Any, assume_unique: bool = False,
         invert: bool = False) -> Any:
    """Whether each element is one of several."""
    wanted = unique(asarray(test_elements))
    array = asarray(element)
    if wanted.size == 0:
        return full(array.shape, invert, bool)
    places = asarray(wanted.searchsorted(array))
    found = wanted[where(places < wanted.size, places, 0)] == array
    return ~found if invert else found


in1d = isin


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether a dtype is of a class of types."""
    kind = arg2 if isinstance(arg2, type) and hasattr(arg2, 'item') else as_dtype(arg2).type
    own = arg1 if isinstance(arg1, type) and hasattr(arg1, 'item') else as_dtype(arg1).type
    return issubclass(own, kind)


def ndim(a: Any) -> int:
    return int(asarray(a).ndim)


def shape(a: Any) -> tuple[int, ...]:
    found: tuple[int, ...] = asarray(a).shape
    return found


def size(a: Any, axis: int | None = None) -> int:
    array = asarray(a)
    return int(array.size if axis is None else array.shape[axis])


def isscalar(element: Any) -> bool:
    return isinstance(element, (int, float, complex, str, bytes)) or hasattr(
        type(element), '_dtype_name')


def iscomplexobj(x: Any) -> bool:
    return False


def isrealobj(x: Any) -> bool:
    return True
