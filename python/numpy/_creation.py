"""Functions that make arrays: of lists, of lengths, of ranges."""

import array as plain
import operator
from itertools import chain
from typing import Any

from numpy import _results
from numpy._array import ndarray
from numpy._bridge import as_text, call, check_whole, not_here, reject, typed_array
from numpy._dtypes import DTYPES, as_dtype, dtype, promote_types
from numpy._results import js_array, needed_operand, result

_NESTED = (list, tuple, range)
_PLAIN = {bool: 'bool', int: 'int64', float: 'float64'}


def _shape_text(shape: Any) -> str:
    if hasattr(shape, '__index__'):
        return str(operator.index(shape))
    return as_text([operator.index(length) for length in shape])


def _uneven(shape: list[int]) -> ValueError:
    return ValueError(
        'setting an array element with a sequence. The requested array has an inhomogeneous shape '
        f'after {len(shape)} dimensions. The detected shape was '
        f'{tuple(shape)} + inhomogeneous part.')


def _is_array(value: Any) -> bool:
    return isinstance(value, ndarray) or (
        hasattr(type(value), '__array__') and getattr(type(value), '_dtype_name', None) is None)


def _flatten(nested: Any) -> tuple[list[int], list[Any]]:
    """The shape of nested lists and their elements, which may be arrays."""
    shape: list[int] = []
    level: list[Any] = [nested]
    while level and isinstance(level[0], _NESTED):
        length = len(level[0])
        if not all(isinstance(each, _NESTED) and len(each) == length for each in level):
            raise _uneven(shape)
        shape.append(length)
        level = list(chain.from_iterable(level))
    if any(isinstance(each, _NESTED) for each in level):
        raise _uneven(shape)
    return shape, level


def _element_type(kind: type, example: Any) -> str:
    """The name of the dtype of elements of a class."""
    name = _PLAIN.get(kind) or getattr(kind, '_dtype_name', None)
    if name is not None:
        return str(name)
    if issubclass(kind, int):
        return 'int64'
    if issubclass(kind, float):
        return 'float64'
    if issubclass(kind, complex):
        return not_here('an array of complex numbers', 'keep two arrays of float64')
    if issubclass(kind, (str, bytes)):
        return not_here('an array of text', 'use a list')
    return not_here(f'an array of objects, such as {example!r}', 'use a list')


def _of_numbers(shape: list[int], values: list[Any], wanted: str | None) -> Any:
    """An array of Python's numbers and scalars."""
    examples = {type(each): each for each in values}
    names = [_element_type(kind, example) for kind, example in examples.items()]
    if wanted is not None and not names:
        name = wanted
    else:
        name = names[0] if names else 'float64'
        for other in names[1:]:
            if other != name:
                name = promote_types(name, other).name
    if name in ('int64', 'uint64') and values:
        check_whole(int(min(values)))
        check_whole(int(max(values)))
    elements = plain.array('B' if name == 'bool' else 'd', values)
    made = result(call('fromTyped', typed_array(elements), name, as_text(shape)))
    return made if wanted is None or wanted == name else made.astype(wanted)


def _of_lists(nested: Any, wanted: str | None) -> Any:
    shape, values = _flatten(nested)
    if not any(map(_is_array, values)):
        return _of_numbers(shape, values, wanted)
    arrays = [asarray(each) for each in values]
    first = arrays[0]
    if any(each.shape != first.shape for each in arrays):
        raise _uneven(shape)
    name = wanted
    if name is None:
        name = first.dtype.name
        for each in arrays[1:]:
            name = promote_types(name, each.dtype).name
    rows = [each.reshape((1,) + first.shape)._js for each in arrays]
    return result(call('concatenate', name, 0, *rows)).reshape(tuple(shape) + first.shape)


def _of_buffer(value: Any) -> Any:
    view = memoryview(value)
    form = view.format.lstrip('<=@')
    return frombuffer(view.tobytes(), 'int8' if form == 'c' else form).reshape(view.shape)


def array(object: Any, dtype: Any = None, *, copy: bool = True, order: str = 'K',
          subok: bool = False, ndmin: int = 0, like: Any = None) -> ndarray:
    """An array of nested lists, of a number, or of another array, which is copied."""
    wanted = None if dtype is None else as_dtype(dtype).name
    kind = type(object)
    if isinstance(object, ndarray):
        made = object
        if copy or (wanted is not None and wanted != object.dtype.name):
            made = object.astype(wanted or object.dtype)
        if order == 'C' and made is not object:
            made = made.copy()
    elif isinstance(object, _NESTED):
        made = _of_lists(object, wanted)
    elif kind in _PLAIN or getattr(kind, '_dtype_name', None) or isinstance(object, (int, float)):
        made = result(call('scalarArray', *needed_operand(object)))
        made = made if wanted is None else made.astype(wanted)
    elif hasattr(object, '__array__'):
        made = array(object.__array__(), wanted, copy=copy)
    elif isinstance(object, (plain.array, memoryview, bytearray)):
        made = _of_buffer(object)
        made = made if wanted is None else made.astype(wanted)
    else:
        _element_type(kind, object)
        made = _of_numbers([], [object], wanted)
    whole: ndarray = made
    if made.ndim < ndmin:
        whole = made.reshape((1,) * (ndmin - made.ndim) + made.shape)
    return whole


def asarray(a: Any, dtype: Any = None, order: Any = None, *, like: Any = None) -> ndarray:
    """An array, which is not copied if it is one already."""
    if type(a) is ndarray and (dtype is None or as_dtype(dtype) is a.dtype):
        return a
    return array(a, dtype, copy=False)


asanyarray = asarray


def ascontiguousarray(a: Any, dtype: Any = None) -> ndarray:
    """An array of at least one axis whose elements lie in C order."""
    made = array(a, dtype, copy=False, ndmin=1)
    whole: ndarray = made if made.flags.c_contiguous else made.copy()
    return whole


def asfarray(a: Any, dtype: Any = float) -> ndarray:
    """An array of numbers with a point."""
    kind = as_dtype(dtype)
    return asarray(a, kind if kind.kind == 'f' else 'float64')


def frombuffer(buffer: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> ndarray:
    """A copy of bytes as an array of one axis. (NumPy's shares the memory.)"""
    kind = as_dtype(dtype)
    data = bytes(buffer)[offset:]
    if count < 0:
        if len(data) % kind.itemsize:
            raise ValueError('buffer size must be a multiple of element size')
        count = len(data) // kind.itemsize
    made: ndarray = result(call('fromBytes', typed_array(data), kind.name, str(count)))
    return made


def fromiter(iter: Any, dtype: Any, count: int = -1) -> ndarray:
    """An array of what an iterator gives."""
    values = list(iter)
    return array(values if count < 0 else values[:count], dtype)


def zeros(shape: Any, dtype: Any = float, order: str = 'C', **others: Any) -> ndarray:
    """An array of zeros."""
    reject('zeros', others)
    made: ndarray = result(call('zeros', as_dtype(dtype).name, _shape_text(shape)))
    return made


def empty(shape: Any, dtype: Any = float, order: str = 'C', **others: Any) -> ndarray:
    """An array whose elements are still to be set; here they are zero."""
    return zeros(shape, dtype, order, **others)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = 'C',
         **others: Any) -> ndarray:
    """An array of one value."""
    reject('full', others)
    value, name = needed_operand(fill_value)
    kind = as_dtype(dtype).name if dtype is not None else name or asarray(fill_value).dtype.name
    made: ndarray = result(call('full', value, name, kind, _shape_text(shape)))
    return made


def ones(shape: Any, dtype: Any = float, order: str = 'C', **others: Any) -> ndarray:
    """An array of ones."""
    return full(shape, 1, dtype, order, **others)


def _like(a: Any, dtype: Any, shape: Any) -> tuple[Any, dtype]:
    source = asarray(a)
    return (source.shape if shape is None else shape), as_dtype(
        source.dtype if dtype is None else dtype)


def zeros_like(a: Any, dtype: Any = None, order: str = 'K', subok: bool = True,
               shape: Any = None) -> ndarray:
    """Zeros of the shape and the type of another array."""
    return zeros(*_like(a, dtype, shape))


empty_like = zeros_like


def ones_like(a: Any, dtype: Any = None, order: str = 'K', subok: bool = True,
              shape: Any = None) -> ndarray:
    """Ones of the shape and the type of another array."""
    return ones(*_like(a, dtype, shape))


def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = 'K', subok: bool = True,
              shape: Any = None) -> ndarray:
    """One value in the shape and the type of another array."""
    lengths, kind = _like(a, dtype, shape)
    return full(lengths, fill_value, kind)


def copy(a: Any, order: str = 'K', subok: bool = False) -> ndarray:
    """A copy of an array."""
    return array(a, copy=True, order=order)


_results.make_array = array
