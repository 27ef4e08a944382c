"""x[...] on traced tensors: whole numbers, slices in steps of one, None and ..., as the emulator's slice() and reshape()."""

from typing import Any

from tensorflow._emulator import call, emulator
from tensorflow._missing import not_there
from tensorflow._tensors import SymbolicTensor


def _filled(key: Any, rank: int) -> list[Any]:
    """One entry for each axis, and None for each new one."""
    keys = list(key) if isinstance(key, tuple) else [key]
    axes = sum(each is not None and each is not Ellipsis for each in keys)
    if axes > rank:
        raise IndexError(
            f'too many indices for tensor: tensor is {rank}-dimensional, but {axes} were indexed'
        )
    rest = [slice(None)] * (rank - axes)
    if Ellipsis not in [each for each in keys if each is Ellipsis]:
        return keys + rest
    at = next(i for i, each in enumerate(keys) if each is Ellipsis)
    return keys[:at] + rest + keys[at + 1 :]


def slice_of(tensor: Any, key: Any) -> SymbolicTensor:
    """The part that the key names."""
    inside, shape = tensor._javascript, list(tensor.shape)
    sizes: list[int] = []
    axis = 0
    for each in _filled(key, len(shape)):
        if each is None:
            sizes.append(1)
            continue
        whole = shape[axis]
        if isinstance(each, slice):
            begin, end, step = each.indices(whole)
            if step != 1:
                raise not_there(
                    f'a slice in steps of {step} of a traced tensor', 'slices in steps of 1 are'
                )
            size, kept = max(0, end - begin), True
        elif hasattr(each, '_javascript') and not hasattr(each, '_array'):
            raise not_there(
                'a tensor as an index into a traced tensor',
                'multiply by tf.one_hot() and tf.reduce_sum()',
            )
        else:
            begin, size, kept = int(each), 1, False
            if not -whole <= begin < whole:
                raise IndexError(
                    f'index {begin} is out of bounds for axis {axis} with size {whole}'
                )
            begin %= whole
        if size < whole:
            inside = call(emulator.slice, inside, axis, begin, size)
        if kept:
            sizes.append(size)
        axis += 1
    return SymbolicTensor(call(emulator.reshape, inside, sizes))
