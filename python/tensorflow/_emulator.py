"""The emulator, which is JavaScript: calls of its functions, what goes in and comes out, its errors.

`emulator` is a Pipette of pipette.mjs. Names with underscores become camelCase on the way in, in messages they become
Python's again on the way out.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import js
import numpy as np
from pyodide.ffi import JsException, create_proxy, to_js

import _pipette
from tensorflow import errors
from tensorflow._context import context

_HOME = os.path.dirname(getattr(sys.modules['__main__'], '__file__', '')) + '/'  # the folder of the program

bridge: Any = _pipette
emulator: Any = _pipette.emulator

_PYTHON_ERRORS: dict[str, type[Exception]] = {
    'TypeError': TypeError,
    'ValueError': ValueError,
    'RuntimeError': RuntimeError,
    'InvalidStateError': RuntimeError,
    'NotSupportedError': NotImplementedError,
    'UnimplementedError': NotImplementedError,
}


def camel_case(name: str) -> str:
    """steps_per_execution -> stepsPerExecution."""
    first, *others = name.split('_')
    return first + ''.join(each.capitalize() for each in others)


def snake_case(name: str) -> str:
    """stepsPerExecution -> steps_per_execution."""
    return re.sub(r'(?<=[a-z0-9])([A-Z])', lambda match: '_' + match[1].lower(), name)


def _in_python(message: str) -> str:
    """The message with what JavaScript writes in its own way as Python writes it."""
    named = re.sub(
        r'\b[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+\b', lambda match: snake_case(match[0]), message
    )
    argued = re.sub(r'\b(\w+): (true|false)\b', lambda match: f'{match[1]}={match[2].title()}', named)
    return argued.replace('p.loops.', 'ipu.loops.')


def _python_error(error: Any) -> Exception:
    name, message = str(error.name), _in_python(str(error.message))
    kind = _PYTHON_ERRORS.get(name)
    if kind is not None:
        return kind(message)
    named = getattr(errors, name) if name in vars(errors) else errors.OpError
    made: Exception = named(None, None, message)
    return made


def for_javascript(value: Any) -> Any:
    """Lists, dicts and arrays as the emulator takes them; what has `_javascript` gives its own object."""
    inside = getattr(value, '_javascript', None)
    if inside is not None:
        return inside
    if isinstance(value, (np.ndarray, np.generic)):
        return tensor_of(np.asarray(value))
    if isinstance(value, (list, tuple)):
        return to_js([for_javascript(each) for each in value])
    if isinstance(value, dict):
        return to_js(
            {key: for_javascript(each) for key, each in value.items()},
            dict_converter=js.Object.fromEntries,
        )
    return value


def options_of(options: dict[str, Any]) -> Any:
    """Keyword arguments as the object of options that a function of the emulator takes; None leaves one out."""
    given = {
        camel_case(name): for_javascript(value)
        for name, value in options.items()
        if value is not None
    }
    return to_js(given, dict_converter=js.Object.fromEntries)


def _own_line() -> str:
    """The innermost line of the program that is being run, such as mnist.py:12; '' where there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(_HOME):
            return f'{file[len(_HOME):]}:{frame.f_lineno}'
        frame = frame.f_back  # type: ignore[assignment]
    return ''


@contextmanager
def own_line() -> Iterator[None]:
    """What the emulator makes inside, for a traced function or as a layer, belongs to this line of the program."""
    scope = emulator.sourceLine(_own_line())
    try:
        yield
    finally:
        scope.close()


def call_scope(function: Any, *arguments: Any, **options: Any) -> Any:
    """Calls a function of the emulator that opens or closes a scope; its errors become those of Python and TensorFlow."""
    given = [for_javascript(each) for each in arguments]
    if options:
        given.append(options_of(options))
    try:
        return function(*given)
    except JsException as error:
        raise _python_error(error) from None


def call(function: Any, *arguments: Any, **options: Any) -> Any:
    """Calls a function of the emulator: what it makes while a function is traced belongs to the program's line."""
    if not context.tracing:
        return call_scope(function, *arguments, **options)
    with own_line():
        return call_scope(function, *arguments, **options)


def callback(function: Any) -> Any:
    """A function that the emulator calls later, perhaps often, or an iterator that it asks."""
    return create_proxy(function)


def tensor_of(array: np.ndarray) -> Any:
    """{data, shape}, as the emulator takes it."""
    return bridge.tensorOf(array._js)


def array_of(tensor: Any) -> np.ndarray:
    """The array of {data, shape} that the emulator gave."""
    made: np.ndarray = np.ndarray._of(bridge.arrayOf(tensor))
    return made
