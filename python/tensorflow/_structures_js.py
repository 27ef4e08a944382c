"""Structures of tensors that the emulator gives: arrays and objects of JavaScript, as tuples and dicts."""

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsProxy

from tensorflow._emulator import array_of
from tensorflow._tensors import EagerTensor, SymbolicTensor


def _structure(
    found: Any, leaf: Callable[[Any], Any], is_leaf: Callable[[Any], bool], sequence: Any
) -> Any:
    if is_leaf(found):
        return leaf(found)
    if js.Array.isArray(found):
        return sequence(_structure(each, leaf, is_leaf, sequence) for each in found)
    return {
        str(key): _structure(getattr(found, str(key)), leaf, is_leaf, sequence)
        for key in js.Object.keys(found)
    }


def traced_structure(found: JsProxy) -> Any:
    """Of traced tensors."""
    return _structure(
        found, SymbolicTensor, lambda each: hasattr(each, 'dtype') and hasattr(each, 'shape'), tuple
    )


def array_structure(
    found: JsProxy, leaf: Callable[[Any], Any] | None = None, sequence: Any = tuple
) -> Any:
    """Of {data, shape}, as tensors with numbers."""
    make = leaf or (lambda each: EagerTensor(array_of(each)))
    return _structure(
        found, make, lambda each: hasattr(each, 'data') and hasattr(each, 'shape'), sequence
    )
