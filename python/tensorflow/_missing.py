"""What is not there says so by its name, and what to use instead."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from typing import Any

from _near_names import near_name


def not_there(name: str, instead: str = '') -> NotImplementedError:
    """The error for a name of TensorFlow's that this package does not have."""
    advice = f': {instead}' if instead else '; docs/python.md lists what is'
    return NotImplementedError(f'{name} is not part of the tensorflow that runs here{advice}')


def refuse(where: str, **given: Any) -> None:
    """An argument that has no effect here, with anything but None or False, is an error rather than ignored."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise not_there(f'the argument {name} of {where}')


def missing(module: str, instead: Mapping[str, str] | None = None) -> Callable[[str], Any]:
    """The __getattr__ of the module that calls this. Names with underscores around them are Python's own."""
    namespace = sys._getframe(1).f_globals

    def __getattr__(name: str) -> Any:
        own = f'{namespace["__name__"]}.{name}'
        if '__path__' in namespace and importlib.util.find_spec(own) is not None:
            return importlib.import_module(own)
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(f'module {module!r} has no attribute {name!r}')
        near = near_name(name, namespace)
        meant = f'did you mean {module}.{near}?' if near else ''
        raise not_there(f'{module}.{name}', (instead or {}).get(name, meant))

    return __getattr__
