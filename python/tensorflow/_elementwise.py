"""Operators on elements by TensorFlow's names, and the calls by which all operators reach the emulator.

On traced tensors they are the emulator's; on numbers, NumPy's, in the tensor's dtype.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorflow import _tensors
from tensorflow._dtypes import as_dtype
from tensorflow._emulator import call, emulator
from tensorflow._missing import not_there
from tensorflow._tensors import EagerTensor, SymbolicTensor, Tensor, eager


def _traced(*values: Any) -> bool:
    return _tensors.tracing() or any(isinstance(each, SymbolicTensor) for each in values)


def _operand(value: Any) -> Any:
    """As the emulator takes it: what is not a number or a tensor of its own becomes a constant."""
    if isinstance(value, (Tensor, int, float)) and not isinstance(value, bool):
        return value
    return value if hasattr(value, '_javascript') else eager(value)


def traced_call(function: Any, *operands: Any, **options: Any) -> SymbolicTensor:
    """Calls an operator of the emulator on tensors."""
    return SymbolicTensor(call(function, *(_operand(each) for each in operands), **options))


def shaped_call(function: Any, tensor: SymbolicTensor, *others: Any) -> SymbolicTensor:
    """Calls an operator of the emulator on one tensor, with shapes, dtypes and numbers that are no tensors."""
    return SymbolicTensor(call(function, tensor, *others))


def symbolic(value: Any, dtype: Any = None) -> SymbolicTensor:
    """A value of the function being traced: constants become part of it."""
    if hasattr(value, 'read_value'):
        value = value.read_value()
    if isinstance(value, SymbolicTensor):
        return (
            value
            if dtype is None or value.dtype == dtype
            else shaped_call(emulator.cast, value, as_dtype(dtype).name)
        )
    given = eager(value, dtype)
    return SymbolicTensor(call(emulator.constant, given, dtype=given.dtype.name))


# ---- two operands ----


def _same_dtype(name: str, a: Any, b: Any) -> tuple[EagerTensor, EagerTensor]:
    dtypes = [each.dtype for each in (a, b) if hasattr(each, 'dtype')]
    if len(dtypes) == 2 and as_dtype(dtypes[0]) != as_dtype(dtypes[1]):
        raise TypeError(
            f'{name} wants two tensors of one dtype, but gets {as_dtype(dtypes[0]).name} and {as_dtype(dtypes[1]).name}: '
            'tf.cast(x, dtype) makes them equal'
        )
    dtype = dtypes[0] if dtypes else None
    return eager(a, dtype), eager(b, dtype)


def _recorded_division(name: str, x: Any, y: Any) -> Tensor:
    """Of a component of a dataset's elements by a number, in float32."""
    if (
        name != 'divide'
        or not hasattr(x, 'recorded')
        or not isinstance(y, (int, float))
        or x.dtype.name != 'float32'
    ):
        raise (x if hasattr(x, 'recorded') else y).other()
    return x.recorded('normalise', x.dtype, x.shape, std=float(y))  # type: ignore[no-any-return]


def _binary(
    name: str, of_emulator: str, of_arrays: Callable[[Any, Any], Any]
) -> Callable[..., Tensor]:
    def operator(x: Any, y: Any, name: str | None = None) -> Tensor:
        if hasattr(x, 'recorded') or hasattr(y, 'recorded'):
            return _recorded_division(of_emulator, x, y)
        if _traced(x, y):
            if not isinstance(x, Tensor) and not isinstance(y, Tensor):
                x = symbolic(x)
            return traced_call(getattr(emulator.math, of_emulator), x, y)
        first, second = _same_dtype(operator.__name__, x, y)
        return EagerTensor(np.asarray(of_arrays(first._array, second._array)))

    operator.__name__ = operator.__qualname__ = name
    return operator


add = _binary('add', 'add', lambda a, b: a + b)
subtract = _binary('subtract', 'subtract', lambda a, b: a - b)
multiply = _binary('multiply', 'multiply', lambda a, b: a * b)
divide = _binary('divide', 'divide', lambda a, b: a / b)
maximum = _binary('maximum', 'maximum', np.maximum)
minimum = _binary('minimum', 'minimum', np.minimum)
equal = _binary('equal', 'equal', lambda a, b: a == b)
not_equal = _binary('not_equal', 'notEqual', lambda a, b: a != b)
less = _binary('less', 'less', lambda a, b: a < b)
less_equal = _binary('less_equal', 'lessEqual', lambda a, b: a <= b)
greater = _binary('greater', 'greater', lambda a, b: a > b)
greater_equal = _binary('greater_equal', 'greaterEqual', lambda a, b: a >= b)
logical_and = _binary('logical_and', 'logicalAnd', np.logical_and)
logical_or = _binary('logical_or', 'logicalOr', np.logical_or)
truediv = divide


def _number(x: Any) -> Any:
    """That of an array or a constant of one element; anything else as it is."""
    if isinstance(x, EagerTensor):
        x = x._array
    return x.item() if isinstance(x, (np.ndarray, np.generic)) and x.size == 1 else x


def pow(x: Any, y: Any, name: str | None = None) -> Tensor:  # pylint: disable=redefined-builtin
    """Of traced tensors for small whole exponents and halves only."""
    if not _traced(x, y):
        first, second = _same_dtype('pow', x, y)
        return EagerTensor(np.asarray(first._array**second._array))
    exponent = _number(y)
    if not isinstance(exponent, (int, float)):
        raise not_there('tf.pow with a tensor as the exponent', 'tf.exp(y * tf.math.log(x)) is')
    if exponent == 0.5:
        return sqrt(x)
    if exponent in range(1, 9):
        result: Tensor = symbolic(x)
        for _ in range(int(exponent) - 1):
            result = multiply(result, x)
        return result
    raise not_there(
        f'tf.pow with the exponent {y!r}',
        'whole exponents from 1 to 8 and 0.5 are; tf.exp(y * tf.math.log(x)) for others',
    )


# ---- one operand ----


def _unary(
    name: str, of_emulator: Callable[[], Any], of_arrays: Callable[[Any], Any]
) -> Callable[..., Tensor]:
    def operator(x: Any, name: str | None = None) -> Tensor:
        if _traced(x):
            return traced_call(of_emulator(), x)
        given = eager(x)
        result = np.asarray(of_arrays(given._array))
        return EagerTensor(
            result if result.dtype.name == 'bool' else result.astype(given.dtype.name)
        )

    operator.__name__ = operator.__qualname__ = name
    return operator


negative = _unary('negative', lambda: emulator.math.negative, lambda a: -a)
abs = _unary('abs', lambda: emulator.math.abs, np.abs)  # pylint: disable=redefined-builtin
sign = _unary('sign', lambda: emulator.math.sign, np.sign)
square = _unary('square', lambda: emulator.math.square, np.square)
sqrt = _unary('sqrt', lambda: emulator.math.sqrt, np.sqrt)
rsqrt = _unary('rsqrt', lambda: emulator.math.rsqrt, lambda a: 1 / np.sqrt(a))
reciprocal = _unary('reciprocal', lambda: emulator.math.reciprocal, lambda a: 1 / a)
exp = _unary('exp', lambda: emulator.math.exp, np.exp)
log = _unary('log', lambda: emulator.math.log, np.log)
tanh = _unary('tanh', lambda: emulator.math.tanh, np.tanh)
sigmoid = _unary('sigmoid', lambda: emulator.math.sigmoid, lambda a: 1 / (1 + np.exp(-a)))
floor = _unary('floor', lambda: emulator.math.floor, np.floor)
cos = _unary('cos', lambda: emulator.math.cos, np.cos)
sin = _unary('sin', lambda: emulator.math.sin, np.sin)
logical_not = _unary('logical_not', lambda: emulator.math.logicalNot, np.logical_not)
relu = _unary('relu', lambda: emulator.nn.relu, lambda a: np.maximum(a, 0))
stop_gradient = _unary('stop_gradient', lambda: emulator.stopGradient, lambda a: a)


__all__ = [
    '_same_dtype',
    '_operand',
    '_traced',
    'abs',
    'add',
    'cos',
    'divide',
    'equal',
    'exp',
    'floor',
    'greater',
    'greater_equal',
    'less',
    'less_equal',
    'log',
    'logical_and',
    'logical_not',
    'logical_or',
    'maximum',
    'minimum',
    'multiply',
    'negative',
    'not_equal',
    'pow',
    'reciprocal',
    'relu',
    'rsqrt',
    'shaped_call',
    'sigmoid',
    'sign',
    'sin',
    'sqrt',
    'square',
    'stop_gradient',
    'subtract',
    'symbolic',
    'tanh',
    'traced_call',
    'truediv',
]
