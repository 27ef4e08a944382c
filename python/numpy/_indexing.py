"""What stands between the brackets of a[...], as arrays.mjs reads it."""

import operator
from typing import Any

from numpy._bridge import Js, not_here
from numpy import _results

_WRONG = ('only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or '
          'boolean arrays are valid indices')


def _limit(value: Any) -> str:
    return '' if value is None else str(operator.index(value))


def _part(index: Any, arrays: list[Js]) -> str:
    """The text for one axis; an array is put behind those that are there already."""
    if isinstance(index, slice):
        return f's{_limit(index.start)}:{_limit(index.stop)}:{_limit(index.step)}'
    if index is None:
        return 'n'
    if index is Ellipsis:
        return 'e'
    if isinstance(index, (list, range)):
        index = _results.make_array(index if len(index) else [], 'int64' if not index else None)
    elif isinstance(index, tuple):
        index = _results.make_array(index)
    if isinstance(index, bool) or getattr(index, '_dtype_name', None) == 'bool':
        not_here('an index that is a single bool', 'use a slice or an array of bool')
    try:
        return f'i{operator.index(index)}'
    except TypeError:
        pass
    if not isinstance(index, _results.array_type) and hasattr(index, '__array__'):
        index = _results.make_array(index)
    if not isinstance(index, _results.array_type) or index.ndim == 0:
        raise IndexError(_WRONG)
    arrays.append(index._js)
    return 'a'


def encode(index: Any) -> tuple[str, list[Js]]:
    """The text of an index and the arrays in it."""
    if type(index) is int:
        return f'i{index}', []
    arrays: list[Js] = []
    if not isinstance(index, tuple):
        return _part(index, arrays), arrays
    return ','.join([_part(each, arrays) for each in index]), arrays
