"""Functions of Dataset.map() whose work the emulator can do itself: casts, divisions by a number, one-hot, reshape.

The function is called once with stand-ins that note what is done to them. If all that it does is among these, and each
component stays in its place, the notes are the emulator's own functions of map(), which are much faster than Python.
"""

from collections.abc import Callable
from typing import Any

from tensorflow._dtypes import as_dtype
from tensorflow._shapes import TensorShape
from tensorflow._tensors import Tensor


class _Other(Exception):
    """Something was done that is not among the emulator's functions."""


class _Component(Tensor):
    """Stands for one component of an element."""

    def __init__(
        self, item: int, dtype: Any, shape: TensorShape, steps: tuple[Any, ...] = ()
    ) -> None:
        self.item, self.dtype, self.shape, self.steps = item, as_dtype(dtype), shape, steps

    def recorded(self, operation: str, dtype: Any, shape: Any, **options: Any) -> '_Component':
        """What cast() and others of _operators.py call."""
        return _Component(
            self.item,
            dtype,
            TensorShape(shape),
            (*self.steps, (operation, {'item': self.item, **options})),
        )

    def other(self) -> Exception:
        return _Other()

    @property
    def _array(self) -> Any:
        raise _Other()

    @property
    def _javascript(self) -> Any:
        raise _Other()

    def __array__(self, *unused: Any, **also_unused: Any) -> Any:
        raise _Other()

    def __bool__(self) -> bool:
        raise _Other()

    def __iter__(self) -> Any:
        raise _Other()


def recorded_steps(function: Callable[..., Any], spec: Any) -> list[Any] | None:
    """[(name of the function, options)], or None where Python has to do it."""
    components = list(spec) if isinstance(spec, tuple) else [spec]
    if any(not hasattr(each, 'dtype') for each in components):
        return None
    try:
        given = [_Component(i, each.dtype, each.shape) for i, each in enumerate(components)]
        result = function(*given)
    except Exception:  # pylint: disable=broad-except
        return None  # Python will see the same error on numbers, where it says more
    results = list(result) if isinstance(result, (list, tuple)) else [result]
    in_place = len(results) == len(components) and isinstance(result, (list, tuple)) == isinstance(
        spec, tuple
    )
    if not in_place or any(
        not isinstance(each, _Component) or each.item != i for i, each in enumerate(results)
    ):
        return None
    return [step for each in results for step in each.steps]
