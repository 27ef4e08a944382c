"""The border to JavaScript, where the elements of arrays are: web/python/arrays.mjs."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

import _arrays
from pyodide.ffi import JsException, to_js

Js: TypeAlias = Any  # An object of JavaScript: a strided array, or a generator of random bits.

EXACT = 2 ** 53 - 1


class AxisError(ValueError, IndexError):
    """An axis is named that an array does not have."""


_EXCEPTIONS: dict[str, type[Exception]] = {
    'AxisError': AxisError,
    'IndexError': IndexError,
    'MemoryError': MemoryError,
    'OverflowError': OverflowError,
    'RangeError': MemoryError,
    'TypeError': TypeError,
    'ValueError': ValueError,
}

_functions: dict[str, Callable[..., Any]] = {}


def call(name: str, *arguments: object) -> Any:
    """What a function of arrays.mjs returns; what it throws is raised as an exception of Python."""
    function = _functions.get(name)
    if function is None:
        function = _functions[name] = getattr(_arrays, name)
    try:
        return function(*arguments)
    except JsException as error:
        raise _EXCEPTIONS.get(error.name, RuntimeError)(error.message) from None


def typed_array(buffer: Any) -> Js:
    """A copy of an array.array, of bytes or of a memoryview as a typed array of JavaScript."""
    return to_js(buffer)


def as_text(numbers: tuple[int, ...] | list[int]) -> str:
    """A shape or a list of axes as arrays.mjs reads it, such as 2,3."""
    return ','.join(map(str, numbers))


def check_whole(value: int) -> int:
    """The number itself, if it can be an element of an array."""
    if -EXACT <= value <= EXACT:
        return value
    raise OverflowError(
        f'this numpy holds whole numbers below 2**53, which {value} exceeds; '
        'for larger ones, use int of Python')


def not_here(what: str, instead: str = '') -> NoReturn:
    """Says that NumPy has something that this package has not."""
    hint = f'; {instead}' if instead else ''
    raise NotImplementedError(f'{what} is not part of the numpy that runs in this page{hint}')


def reject(function: str, arguments: dict[str, Any]) -> None:
    """Refuses keyword arguments that NumPy may know, but this package does not."""
    for name in arguments:
        not_here(f'numpy.{function}(..., {name}=...)')
