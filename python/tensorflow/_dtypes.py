"""Types of the elements of tensors (tf.float32 and so on)."""

import builtins
from typing import Any

import numpy as np

from tensorflow._missing import not_there


class DType:
    """One type; equal to NumPy's of the same name, and to the name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def as_numpy_dtype(self) -> Any:
        return np.dtype(self.name).type

    @property
    def is_floating(self) -> builtins.bool:
        return self.name.startswith('float')

    @property
    def is_integer(self) -> builtins.bool:
        return self.name.startswith(('int', 'uint'))

    @property
    def is_bool(self) -> builtins.bool:
        return self.name == 'bool'

    def __eq__(self, other: object) -> builtins.bool:
        if other is None:
            return False
        try:
            return self.name == as_dtype(other).name
        except (TypeError, NotImplementedError):
            return False

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return f"<dtype: '{self.name}'>"

    def __repr__(self) -> str:
        return f'tf.{self.name}'


bool = DType('bool')  # pylint: disable=redefined-builtin
float16 = half = DType('float16')
float32 = DType('float32')
float64 = double = DType('float64')
int8 = DType('int8')
int16 = DType('int16')
int32 = DType('int32')
int64 = DType('int64')
uint8 = DType('uint8')
uint16 = DType('uint16')
uint32 = DType('uint32')

_ALL = {
    each.name: each
    for each in (bool, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32)
}


def as_dtype(value: Any) -> DType:
    """A DType of a DType, a name, or what NumPy has; TypeError for anything else."""
    if isinstance(value, DType):
        return value
    try:
        name = np.dtype(value).name
    except TypeError:
        raise TypeError(f'Cannot convert value {value!r} to a TensorFlow DType.') from None
    if name not in _ALL:
        raise not_there(f'the dtype {name}', f'there are {", ".join(sorted(_ALL))}')
    return _ALL[name]


__all__ = [
    'DType',
    'as_dtype',
    'bool',
    'double',
    'float16',
    'float32',
    'float64',
    'half',
    'int16',
    'int32',
    'int64',
    'int8',
    'uint16',
    'uint32',
    'uint8',
]
