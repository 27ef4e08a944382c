"""Nestings of lists, tuples and dicts: their leaves in order, and back (tf.nest)."""

from collections.abc import Callable, Iterator
from typing import Any


def flatten(structure: Any) -> list[Any]:
    """The leaves in order; those of dicts in the order of their keys."""
    if isinstance(structure, dict):
        return [leaf for key in sorted(structure, key=str) for leaf in flatten(structure[key])]
    if isinstance(structure, (list, tuple)) and type(structure).__name__ != 'TensorShape':
        return [leaf for each in structure for leaf in flatten(each)]
    return [structure]


def _packed(structure: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(structure, dict):
        made = {key: _packed(structure[key], leaves) for key in sorted(structure, key=str)}
        return type(structure)((key, made[key]) for key in structure)
    if isinstance(structure, (list, tuple)) and type(structure).__name__ != 'TensorShape':
        items = [_packed(each, leaves) for each in structure]
        return type(structure)(*items) if hasattr(structure, '_fields') else type(structure)(items)
    return next(leaves)


def pack_sequence_as(structure: Any, flat_sequence: list[Any]) -> Any:
    """The structure with other leaves."""
    return _packed(structure, iter(flat_sequence))


def map_structure(function: Callable[..., Any], *structures: Any) -> Any:
    """The first structure, each leaf made of those in its place."""
    return pack_sequence_as(
        structures[0], [function(*leaves) for leaves in zip(*map(flatten, structures))]
    )
