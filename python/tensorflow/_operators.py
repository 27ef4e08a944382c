"""Operators by TensorFlow's names. On traced tensors they are the emulator's; on numbers, NumPy's, in the tensor's dtype."""

import math as _math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tensorflow import _tensors
from tensorflow._dtypes import DType, as_dtype
from tensorflow._emulator import call, emulator
from tensorflow._missing import not_there
from tensorflow._shapes import TensorShape
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


def pow(x: Any, y: Any, name: str | None = None) -> Tensor:  # pylint: disable=redefined-builtin
    """Of traced tensors for small whole exponents and halves only."""
    if not _traced(x, y):
        first, second = _same_dtype('pow', x, y)
        return EagerTensor(np.asarray(first._array**second._array))
    if y == 0.5:
        return sqrt(x)
    if isinstance(y, int) and 1 <= y <= 8:
        result: Tensor = symbolic(x)
        for _ in range(y - 1):
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


def identity(x: Any, name: str | None = None) -> Any:
    """The tensor itself; a variable is read."""
    return convert_to_tensor(x)


# ---- reductions ----


def _axes(axis: Any) -> list[int] | None:
    if axis is None:
        return None
    return [int(each) for each in axis] if isinstance(axis, (list, tuple)) else [int(axis)]


def _kept(result: SymbolicTensor, shape: TensorShape, axes: list[int] | None) -> SymbolicTensor:
    rank = len(shape)
    reduced = range(rank) if axes is None else [each % rank for each in axes]
    return shaped_call(
        emulator.reshape, result, [1 if i in reduced else size for i, size in enumerate(shape)]
    )


def _reduction(name: str, of_emulator: str, of_arrays: Callable[..., Any]) -> Callable[..., Tensor]:
    def operator(
        input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
    ) -> Tensor:
        axes = _axes(axis)
        if _traced(input_tensor):
            given = symbolic(input_tensor)
            arguments = () if axes is None else (axes,)
            result = SymbolicTensor(call(getattr(emulator, of_emulator), given, *arguments))
            return _kept(result, given.shape, axes) if keepdims else result
        values = eager(input_tensor)
        result = of_arrays(
            values._array, axis=None if axes is None else tuple(axes), keepdims=keepdims
        )
        return EagerTensor(np.asarray(result).astype(values.dtype.name))

    operator.__name__ = operator.__qualname__ = name
    return operator


reduce_sum = _reduction('reduce_sum', 'reduceSum', np.sum)
reduce_mean = _reduction('reduce_mean', 'reduceMean', np.mean)
reduce_max = _reduction('reduce_max', 'reduceMax', np.max)


def reduce_min(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The least element; of traced tensors as the negative of the greatest negative."""
    if _traced(input_tensor):
        return negative(reduce_max(negative(input_tensor), axis, keepdims))
    axes = _axes(axis)
    found = np.min(
        eager(input_tensor)._array, axis=None if axes is None else tuple(axes), keepdims=keepdims
    )
    return EagerTensor(np.asarray(found))


def argmax(
    input: Any, axis: int | None = None, output_type: Any = 'int64', name: str | None = None
) -> Tensor:
    """Along the last axis of traced tensors; int32 there, because the device has no int64."""
    if _traced(input):
        given = symbolic(input)
        if axis is not None and axis % len(given.shape) != len(given.shape) - 1:
            raise not_there(
                f'tf.argmax along axis {axis} of a traced tensor', 'it goes along the last axis'
            )
        return traced_call(emulator.math.argmax, given)
    found = np.argmax(eager(input)._array, axis=0 if axis is None else axis)
    return EagerTensor(np.asarray(found), as_dtype(output_type))


# ---- shapes and dtypes ----


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """The same numbers in another dtype."""
    wanted = as_dtype(dtype)
    if hasattr(x, 'recorded'):
        return x.recorded('cast', wanted, x.shape, dtype=wanted.name)  # type: ignore[no-any-return]
    if not _traced(x):
        return eager(x).__class__(eager(x)._array, wanted)
    given = symbolic(x)
    return given if given.dtype == wanted else shaped_call(emulator.cast, given, wanted.name)


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """One size may be -1."""
    sizes = _sizes(shape)
    if hasattr(tensor, 'recorded'):
        return tensor.recorded('reshape', tensor.dtype, sizes, shape=sizes)  # type: ignore[no-any-return]
    if _traced(tensor):
        return shaped_call(emulator.reshape, symbolic(tensor), sizes)
    return EagerTensor(eager(tensor)._array.reshape(sizes))


def _sizes(shape: Any) -> list[int]:
    if isinstance(shape, int):
        return [shape]
    if isinstance(shape, EagerTensor):
        shape = shape._array.reshape(-1).tolist()
    return [int(each) for each in shape]


def expand_dims(input: Any, axis: int, name: str | None = None) -> Tensor:
    """With an axis of size 1 before `axis`."""
    sizes = list(convert_to_tensor(input).shape)
    sizes.insert(axis if axis >= 0 else len(sizes) + 1 + axis, 1)
    return reshape(input, sizes)


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Without the axes of size 1, or those of them that are named."""
    sizes = list(convert_to_tensor(input).shape)
    axes = _axes(axis)
    gone = (
        [i for i, size in enumerate(sizes) if size == 1]
        if axes is None
        else [each % len(sizes) for each in axes]
    )
    if any(sizes[i] != 1 for i in gone):
        raise ValueError(
            f'Can not squeeze dim[{gone[0]}], expected a dimension of 1, got {sizes[gone[0]]}'
        )
    return reshape(input, [size for i, size in enumerate(sizes) if i not in gone])


def transpose(a: Any, perm: Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """Of traced tensors, matrices."""
    if not _traced(a):
        return EagerTensor(eager(a)._array.transpose(*([] if perm is None else [list(perm)])))
    if perm is not None and list(perm) != [1, 0]:
        raise not_there(
            f'tf.transpose with perm={list(perm)} of a traced tensor', 'that of a matrix is'
        )
    return traced_call(emulator.transpose, symbolic(a))


def concat(values: Sequence[Any], axis: int, name: str | None = None) -> Tensor:
    if _traced(*values):
        return SymbolicTensor(call(emulator.concat, [symbolic(each) for each in values], axis))
    return EagerTensor(np.concatenate([eager(each)._array for each in values], axis=axis))


def stack(values: Sequence[Any], axis: int = 0, name: str | None = None) -> Tensor:
    return concat([expand_dims(each, axis) for each in values], axis)


def slice_along(x: Any, axis: int, begin: int, size: int) -> Tensor:
    return shaped_call(emulator.slice, symbolic(x), axis, begin, size)


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    if _traced(input):
        return shaped_call(emulator.broadcastTo, symbolic(input), _sizes(shape))
    return EagerTensor(
        np.asarray(eager(input)._array + np.zeros(_sizes(shape), eager(input).dtype.name))
    )


def shape(input: Any, out_type: Any = 'int32', name: str | None = None) -> Any:
    """Shapes are known while a function is traced: their numbers are."""
    return EagerTensor(
        np.array(list(convert_to_tensor(input).shape), dtype=as_dtype(out_type).name)
    )


def size(input: Any, out_type: Any = 'int32', name: str | None = None) -> Any:
    sizes = [int(each or 0) for each in convert_to_tensor(input).shape]
    return EagerTensor(np.array(_math.prod(sizes), dtype=as_dtype(out_type).name))


def rank(input: Any, name: str | None = None) -> Any:
    return EagerTensor(np.array(len(convert_to_tensor(input).shape), dtype='int32'))


# ---- others ----


def matmul(
    a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, name: str | None = None
) -> Tensor:
    if _traced(a, b):
        return traced_call(
            emulator.matmul, a, b, transpose_a=transpose_a or None, transpose_b=transpose_b or None
        )
    first, second = _same_dtype('matmul', a, b)
    x, y = first._array, second._array
    return EagerTensor((x.T if transpose_a else x) @ (y.T if transpose_b else y))


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    if x is None or y is None:
        raise not_there('tf.where without x and y', 'tf.where(condition, x, y) is')
    if _traced(condition, x, y):
        return traced_call(emulator.where, condition, x, y)
    first, second = _same_dtype('where', x, y)
    return EagerTensor(np.where(eager(condition)._array, first._array, second._array))


def clip_by_value(
    t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None
) -> Tensor:
    if _traced(t):
        return traced_call(emulator.clipByValue, t, clip_value_min, clip_value_max)
    return minimum(maximum(t, clip_value_min), clip_value_max)


def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None
) -> Tensor:
    if isinstance(value, SymbolicTensor) or _traced(value):
        return symbolic(value, dtype)
    return eager(value, dtype)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = 'Const') -> Tensor:
    """Numbers as a tensor; one number fills the shape."""
    given = eager(value, dtype)
    if shape is not None:
        sizes = _sizes(shape)
        array = given._array
        filled = (
            np.full(sizes, array.reshape(-1)[0], given.dtype.name)
            if array.size == 1
            else array.reshape(sizes)
        )
        given = EagerTensor(filled)
    return symbolic(given) if _tensors.tracing() else given


def fill(dims: Any, value: Any, name: str | None = None) -> Tensor:
    return constant(value, shape=dims)


def zeros(shape: Any, dtype: Any = 'float32', name: str | None = None) -> Tensor:
    return constant(0, dtype=dtype, shape=shape)


def ones(shape: Any, dtype: Any = 'float32', name: str | None = None) -> Tensor:
    return constant(1, dtype=dtype, shape=shape)


def _like(number: int) -> Callable[..., Tensor]:
    def operator(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
        given = convert_to_tensor(input)
        return constant(number, dtype=given.dtype if dtype is None else dtype, shape=given.shape)

    return operator


zeros_like, ones_like = _like(0), _like(1)


def one_hot(indices: Any, depth: int, dtype: Any = 'float32', name: str | None = None) -> Tensor:
    """1 where the number of the class is the index, 0 elsewhere: [..., depth]."""
    if hasattr(indices, 'recorded'):
        return cast(
            indices.recorded('oneHot', 'float32', [*indices.shape, depth], depth=int(depth)), dtype
        )
    classes = np.arange(depth, dtype='int32')
    return cast(equal(expand_dims(cast(indices, 'int32'), -1), EagerTensor(classes)), dtype)


def _getitem(tensor: Tensor, key: Any) -> Tensor:
    if isinstance(tensor, EagerTensor):
        return EagerTensor(np.asarray(tensor._array[key]))
    from tensorflow._slices import slice_of  # pylint: disable=import-outside-toplevel

    return slice_of(tensor, key)


_tensors.attach(
    {
        '__add__': lambda a, b: add(a, b),
        '__radd__': lambda a, b: add(b, a),
        '__sub__': lambda a, b: subtract(a, b),
        '__rsub__': lambda a, b: subtract(b, a),
        '__mul__': lambda a, b: multiply(a, b),
        '__rmul__': lambda a, b: multiply(b, a),
        '__truediv__': lambda a, b: divide(a, b),
        '__rtruediv__': lambda a, b: divide(b, a),
        '__pow__': lambda a, b: pow(a, b),
        '__neg__': lambda a: negative(a),
        '__abs__': lambda a: abs(a),
        '__matmul__': lambda a, b: matmul(a, b),
        '__rmatmul__': lambda a, b: matmul(b, a),
        '__lt__': lambda a, b: less(a, b),
        '__le__': lambda a, b: less_equal(a, b),
        '__gt__': lambda a, b: greater(a, b),
        '__ge__': lambda a, b: greater_equal(a, b),
        '__eq__': lambda a, b: equal(a, b),
        '__ne__': lambda a, b: not_equal(a, b),
        '__and__': lambda a, b: logical_and(a, b),
        '__or__': lambda a, b: logical_or(a, b),
        '__invert__': lambda a: logical_not(a),
        '__getitem__': _getitem,
    }
)

# What tf, and tf.compat.v1, have of these.
__all__ = [
    'abs', 'add', 'argmax', 'broadcast_to', 'cast', 'clip_by_value', 'concat', 'constant',
    'convert_to_tensor', 'cos', 'divide', 'equal', 'exp', 'expand_dims', 'fill', 'floor',
    'greater', 'greater_equal', 'identity', 'less', 'less_equal', 'logical_and', 'logical_not',
    'logical_or', 'matmul', 'maximum', 'minimum', 'multiply', 'negative', 'not_equal',
    'one_hot', 'ones', 'ones_like', 'pow', 'rank', 'reduce_max', 'reduce_mean', 'reduce_min',
    'reduce_sum', 'reshape', 'shape', 'sigmoid', 'sign', 'sin', 'size', 'sqrt', 'square',
    'squeeze', 'stack', 'stop_gradient', 'subtract', 'tanh', 'transpose', 'truediv', 'where',
    'zeros', 'zeros_like',
]
