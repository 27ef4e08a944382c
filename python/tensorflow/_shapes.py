"""Shapes of tensors."""

from collections.abc import Iterable
from typing import Any


class TensorShape(tuple[int | None, ...]):
    """The sizes of a tensor's axes; None for one that is not known."""

    def __new__(cls, sizes: 'Iterable[Any] | int | TensorShape' = ()) -> 'TensorShape':
        if isinstance(sizes, int):
            sizes = (sizes,)
        known = [None if each is None else int(each) for each in sizes]
        return tuple.__new__(cls, known)

    @property
    def rank(self) -> int:
        return len(self)

    @property
    def ndims(self) -> int:
        return len(self)

    @property
    def dims(self) -> list[int | None]:
        return list(self)

    def as_list(self) -> list[int | None]:
        return list(self)

    def is_fully_defined(self) -> bool:
        return None not in self

    def num_elements(self) -> int | None:
        product = 1
        for size in self:
            if size is None:
                return None
            product *= size
        return product

    def __repr__(self) -> str:
        return f'TensorShape({list(self)})'

    def __str__(self) -> str:
        return '(' + ', '.join(str(each) for each in self) + (',)' if len(self) == 1 else ')')
