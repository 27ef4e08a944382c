"""Tensors: those of a function that is being traced, which have no numbers yet, and those that have.

A traced tensor holds the emulator's; what is done with it is a call of the emulator. A tensor with numbers holds an
array. Both have a dtype and a shape, and the same operators (_operators.py), which are attached here as Python's.
"""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from tensorflow import errors
from tensorflow._context import context
from tensorflow._dtypes import DType, as_dtype
from tensorflow._shapes import TensorShape


class Tensor:
    """What the two kinds have in common."""

    dtype: DType
    shape: TensorShape
    name: str = ''

    __array_priority__ = 100  # so that array + tensor is the tensor's

    def get_shape(self) -> TensorShape:
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Shapes are always known here: another one is an error."""
        wanted = TensorShape(shape)
        fits = len(wanted) == len(self.shape) and all(
            want in (None, have) for want, have in zip(wanted, self.shape)
        )
        if not fits:
            raise ValueError(
                f'Tensor shape {self.shape} is not compatible with supplied shape {wanted}'
            )

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __hash__(self) -> int:
        return id(self)


class SymbolicTensor(Tensor):
    """A value of a function that is being traced."""

    def __init__(self, inside: Any) -> None:
        self._javascript = inside
        self.dtype = DType(str(inside.dtype))
        self.shape = TensorShape(list(inside.shape))

    def __repr__(self) -> str:
        return f'<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}>'

    def _no_number(self, what: str) -> NoReturn:
        raise errors.OperatorNotAllowedInGraphError(
            f'using a `tf.Tensor` as a Python `{what}` is not allowed while a function is traced: it gets its numbers when '
            'the program runs. Inside a @tf.function, write `if`, `while` and `for` on tensors, or tf.cond and tf.while_loop'
        )

    def __bool__(self) -> bool:
        self._no_number('bool')

    def __int__(self) -> int:
        self._no_number('int')

    def __float__(self) -> float:
        self._no_number('float')

    def __index__(self) -> int:
        self._no_number('int')

    def __iter__(self) -> Iterator[Any]:
        self._no_number('iterable')

    def __len__(self) -> int:
        self._no_number('sequence')

    def __array__(self, *unused: Any, **also_unused: Any) -> NoReturn:
        raise NotImplementedError(
            f'Cannot convert a symbolic tf.Tensor ({self!r}) to a numpy array: it gets its numbers when the program runs'
        )

    def numpy(self) -> NoReturn:
        raise AttributeError(
            "'SymbolicTensor' object has no attribute 'numpy': it gets its numbers when the program runs. Return it from the "
            'function, or put it into an outfeed queue'
        )


class EagerTensor(Tensor):
    """A tensor with numbers, on the host."""

    def __init__(self, array: np.ndarray, dtype: DType | None = None) -> None:
        self._array = array if dtype is None else array.astype(dtype.name)
        self.dtype = as_dtype(self._array.dtype)
        self.shape = TensorShape(self._array.shape)

    @property
    def _javascript(self) -> Any:
        from tensorflow._emulator import tensor_of  # pylint: disable=import-outside-toplevel

        return tensor_of(self._array)

    def numpy(self) -> Any:
        """An array, or a scalar of NumPy's."""
        return self._array[()] if self._array.ndim == 0 else self._array

    def __array__(self, *unused: Any, **also_unused: Any) -> np.ndarray:
        return np.asarray(self._array)

    def __bool__(self) -> bool:
        return bool(self._array)

    def __int__(self) -> int:
        return int(self._array)

    def __float__(self) -> float:
        return float(self._array)

    def __index__(self) -> int:
        return int(self._array)

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator['EagerTensor']:
        return (EagerTensor(np.asarray(each)) for each in self._array)

    def __format__(self, specification: str) -> str:
        return format(self.numpy(), specification)

    def __str__(self) -> str:
        return f'tf.Tensor({self._array}, shape={self.shape}, dtype={self.dtype.name})'

    def __repr__(self) -> str:
        return f'<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={self._array!r}>'


def is_tensor(value: Any) -> bool:
    """Tensors of both kinds, and variables."""
    return isinstance(value, Tensor) or hasattr(value, 'read_value')


def eager(value: Any, dtype: Any = None) -> EagerTensor:
    """A tensor with the numbers of a Python number, a list, an array or a tensor: float32 and int32 for Python's numbers."""
    if isinstance(value, EagerTensor):
        return value if dtype in (None, value.dtype) else EagerTensor(value._array, as_dtype(dtype))
    if hasattr(value, 'read_value'):
        return eager(value.read_value(), dtype)
    if isinstance(value, SymbolicTensor):
        value._no_number('constant')
    array = np.asarray(value)
    if dtype is None and not isinstance(value, (np.ndarray, np.generic)):
        names = {'float64': 'float32', 'int64': 'int32'}
        dtype = names.get(array.dtype.name)
    return EagerTensor(array, None if dtype is None else as_dtype(dtype))


def tensor_from(result: Any) -> Tensor:
    """Of the emulator's traced tensor."""
    return SymbolicTensor(result)


def attach(methods: dict[str, Callable[..., Any]]) -> None:
    """Makes operators of the functions of _operators.py, under Python's names."""
    for name, method in methods.items():
        setattr(Tensor, name, method)


def tracing() -> bool:
    return context.tracing
