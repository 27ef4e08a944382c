"""Types for annotations."""

from typing import Any, TypeVar

from numpy._array import ndarray

_Scalar = TypeVar('_Scalar')

ArrayLike = Any
DTypeLike = Any


class NDArray(ndarray):
    """An array, as annotations name it: NDArray[numpy.float32]."""

    __slots__ = ()

    def __class_getitem__(cls, item: Any) -> Any:
        return cls
