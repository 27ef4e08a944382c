"""The operators that arrays and scalars share."""

from typing import Any

from numpy._bridge import call
from numpy._results import binary, js_array, operand, result


class Operators:
    """Arithmetic, comparisons and bitwise operators, each of them one call of arrays.mjs."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return binary('add', self, other, other)

    def __radd__(self, other: Any) -> Any:
        return binary('add', other, self, other)

    def __sub__(self, other: Any) -> Any:
        return binary('subtract', self, other, other)

    def __rsub__(self, other: Any) -> Any:
        return binary('subtract', other, self, other)

    def __mul__(self, other: Any) -> Any:
        return binary('multiply', self, other, other)

    def __rmul__(self, other: Any) -> Any:
        return binary('multiply', other, self, other)

    def __truediv__(self, other: Any) -> Any:
        return binary('divide', self, other, other)

    def __rtruediv__(self, other: Any) -> Any:
        return binary('divide', other, self, other)

    def __floordiv__(self, other: Any) -> Any:
        return binary('floor_divide', self, other, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return binary('floor_divide', other, self, other)

    def __mod__(self, other: Any) -> Any:
        return binary('remainder', self, other, other)

    def __rmod__(self, other: Any) -> Any:
        return binary('remainder', other, self, other)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __pow__(self, other: Any) -> Any:
        return binary('power', self, other, other)

    def __rpow__(self, other: Any) -> Any:
        return binary('power', other, self, other)

    def __and__(self, other: Any) -> Any:
        return binary('bitwise_and', self, other, other)

    def __rand__(self, other: Any) -> Any:
        return binary('bitwise_and', other, self, other)

    def __or__(self, other: Any) -> Any:
        return binary('bitwise_or', self, other, other)

    def __ror__(self, other: Any) -> Any:
        return binary('bitwise_or', other, self, other)

    def __xor__(self, other: Any) -> Any:
        return binary('bitwise_xor', self, other, other)

    def __rxor__(self, other: Any) -> Any:
        return binary('bitwise_xor', other, self, other)

    def __lshift__(self, other: Any) -> Any:
        return binary('left_shift', self, other, other)

    def __rlshift__(self, other: Any) -> Any:
        return binary('left_shift', other, self, other)

    def __rshift__(self, other: Any) -> Any:
        return binary('right_shift', self, other, other)

    def __rrshift__(self, other: Any) -> Any:
        return binary('right_shift', other, self, other)

    def __lt__(self, other: Any) -> Any:
        return binary('less', self, other, other)

    def __le__(self, other: Any) -> Any:
        return binary('less_equal', self, other, other)

    def __gt__(self, other: Any) -> Any:
        return binary('greater', self, other, other)

    def __ge__(self, other: Any) -> Any:
        return binary('greater_equal', self, other, other)

    def __eq__(self, other: Any) -> Any:
        return _equality('equal', self, other)

    def __ne__(self, other: Any) -> Any:
        return _equality('not_equal', self, other)

    def __neg__(self) -> Any:
        return unary('negative', self)

    def __pos__(self) -> Any:
        return unary('positive', self)

    def __abs__(self) -> Any:
        return unary('absolute', self)

    def __invert__(self) -> Any:
        return unary('invert', self)

    def __matmul__(self, other: Any) -> Any:
        return _matmul(self, other, other)

    def __rmatmul__(self, other: Any) -> Any:
        return _matmul(other, self, other)


def unary(name: str, value: Any) -> Any:
    """An operation on each element of one operand."""
    found = operand(value)
    assert found is not None
    return result(call('unary', name, *found))


def _equality(name: str, left: Any, right: Any) -> Any:
    if right is None:  # Nothing in an array is None, so that each element differs from it.
        never = unary('logical_not', left) & False
        return never if name == 'equal' else ~never
    return binary(name, left, right, right)


def _matmul(left: Any, right: Any, other: Any) -> Any:
    if operand(other) is None or getattr(type(other), '__array_priority__', 0) > 0:
        return NotImplemented
    return result(call('matmul', js_array(left), js_array(right)))
