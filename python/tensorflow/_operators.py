"""Operators by TensorFlow's names. On traced tensors they are the emulator's; on numbers, NumPy's, in the tensor's dtype."""

import math as _math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tensorflow import _tensors
from tensorflow._dtypes import DType, as_dtype
from tensorflow._elementwise import *  # noqa: F401,F403
from tensorflow._emulator import call, emulator
from tensorflow._missing import not_there
from tensorflow._shapes import TensorShape
from tensorflow._tensors import EagerTensor, SymbolicTensor, Tensor, eager


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


def identity(x: Any, name: str | None = None) -> Any:
    """The tensor itself; a variable is read."""
    return convert_to_tensor(x)


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


def _swapped(operator: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda a, b: operator(b, a)


_BOTH_WAYS: dict[str, Callable[..., Tensor]] = dict(
    add=add, sub=subtract, mul=multiply, truediv=divide, matmul=matmul
)
_tensors.attach({f'__{name}__': operator for name, operator in _BOTH_WAYS.items()})
_tensors.attach({f'__r{name}__': _swapped(operator) for name, operator in _BOTH_WAYS.items()})
_tensors.attach({'__pow__': pow, '__neg__': negative, '__abs__': abs, '__getitem__': _getitem})
_tensors.attach({'__lt__': less, '__le__': less_equal, '__gt__': greater, '__ge__': greater_equal})
_tensors.attach({'__eq__': equal, '__ne__': not_equal})
_tensors.attach({'__and__': logical_and, '__or__': logical_or, '__invert__': logical_not})

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
