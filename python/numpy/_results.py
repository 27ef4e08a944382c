"""How values become operands for JavaScript, and how results come back.

Arrays cross as objects. A number crosses as a number with the name of its dtype, and comes back
as text such as 'float32 0.5', because JavaScript would tell neither its type nor the sign of zero.
"""

from typing import Any, TypeAlias

from numpy._bridge import Js, call, check_whole

Operand: TypeAlias = tuple[Any, str]

PYTHON_TYPES: dict[type, str] = {bool: 'bool', int: 'int64', float: 'float64'}

scalar_types: dict[str, Any] = {}  # The classes of _scalars.py by the name of their dtype.
array_type: Any = None  # The class of _array.py, which sets it.
make_array: Any = None  # The function array() of _creation.py, which sets it.


def result(value: Any) -> Any:
    """An ndarray or a scalar of what a function of arrays.mjs returned."""
    if type(value) is str:
        name, _, text = value.partition(' ')
        return scalar_types[name]._parse(text)
    return array_type._of(value)


def operand(value: Any) -> Operand | None:
    """What stands for a value in JavaScript; None where it can be no operand."""
    kind = type(value)
    if kind is array_type:
        return value._js, ''
    if kind in PYTHON_TYPES:
        return (check_whole(value) if kind is int else value), PYTHON_TYPES[kind]
    name = getattr(kind, '_dtype_name', None)
    if name is not None:
        return value.item(), name
    if isinstance(value, array_type):
        return value._js, ''
    if isinstance(value, (bool, int, float)):
        return operand((float if isinstance(value, float) else int)(value))
    if isinstance(value, (list, tuple, range)) or hasattr(value, '__array__'):
        return operand(make_array(value))
    return None


def needed_operand(value: Any) -> Operand:
    """As operand(); what can be none is refused."""
    found = operand(value)
    return operand_of_array(value) if found is None else found


def operand_of_array(value: Any) -> Operand:
    """For what only array() knows how to take, or to refuse."""
    return make_array(value)._js, ''


def js_array(value: Any) -> Js:
    """The strided array of any value that array() takes."""
    kind = type(value)
    if kind is array_type:
        return value._js
    number, name = needed_operand(value)
    return call('scalarArray', number, name) if name else number


def defers(value: Any) -> bool:
    """Whether a class wants its own operators to decide, as tensors do."""
    kind = type(value)
    if kind is array_type:
        return False
    if getattr(kind, '__array_ufunc__', value) is None:
        return True
    return getattr(kind, '__array_priority__', 0) > 0 and not hasattr(kind, '_dtype_name')


def binary(name: str, left: Any, right: Any, other: Any) -> Any:
    """What an operator gives; NotImplemented where `other` is no operand or has its own."""
    if defers(other):
        return NotImplemented
    x, y = operand(left), operand(right)
    if x is None or y is None:
        return NotImplemented
    return result(call('binary', name, x[0], y[0], x[1], y[1]))
