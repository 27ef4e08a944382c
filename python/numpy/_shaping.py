"""Functions that give arrays another shape or another order of axes."""

from typing import Any

from numpy._bridge import as_text, call
from numpy._creation import asarray
from numpy._dtypes import DTYPES
from numpy._methods import axis_number, lengths
from numpy._results import js_array, result


def reshape(a: Any, newshape: Any, order: str = 'C') -> Any:
    return asarray(a).reshape(newshape, order=order)


def ravel(a: Any, order: str = 'C') -> Any:
    return asarray(a).ravel(order)


def transpose(a: Any, axes: Any = None) -> Any:
    return asarray(a).transpose(axes)


def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    return asarray(a).swapaxes(axis1, axis2)


def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """With axes moved to other places."""
    array = asarray(a)
    sources = source if isinstance(source, (tuple, list)) else (source,)
    targets = destination if isinstance(destination, (tuple, list)) else (destination,)
    if len(sources) != len(targets):
        raise ValueError('`source` and `destination` arguments must have the same number of '
                         'elements')
    moved = [axis_number(axis, array.ndim) for axis in sources]
    order = [axis for axis in range(array.ndim) if axis not in moved]
    for target, axis in sorted(zip((axis_number(each, array.ndim) for each in targets), moved)):
        order.insert(target, axis)
    return array.transpose(order)


def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    array = asarray(a)
    at = axis_number(axis, array.ndim)
    return moveaxis(array, at, start - 1 if at < start else start)


def squeeze(a: Any, axis: Any = None) -> Any:
    return asarray(a).squeeze(axis)


def expand_dims(a: Any, axis: Any) -> Any:
    """With new axes of length 1 at these places of the result."""
    array = asarray(a)
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = array.ndim + len(given)
    places = {axis_number(each, ndim) for each in given}
    if len(places) != len(given):
        raise ValueError('repeated axis')
    left = iter(array.shape)
    return array.reshape(tuple(1 if at in places else next(left) for at in range(ndim)))


def _at_least(array: Any, ndim: int) -> Any:
    if array.ndim >= ndim:
        return array
    if ndim == 3 and array.ndim:
        return array[None, :, None] if array.ndim == 1 else array[:, :, None]
    return array.reshape((1,) * (ndim - array.ndim) + array.shape)


def _all_at_least(arrays: tuple[Any, ...], ndim: int) -> Any:
    made = [_at_least(asarray(each), ndim) for each in arrays]
    return made[0] if len(made) == 1 else made


def atleast_1d(*arys: Any) -> Any:
    return _all_at_least(arys, 1)


def atleast_2d(*arys: Any) -> Any:
    return _all_at_least(arys, 2)


def atleast_3d(*arys: Any) -> Any:
    return _all_at_least(arys, 3)


def broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    """A view in which elements repeat. (NumPy's cannot be written.)"""
    wanted = lengths((shape,))
    source = asarray(array)
    try:
        return result(call('broadcastTo', source._js, as_text(wanted)))
    except ValueError:
        raise ValueError('operands could not be broadcast together with remapped shapes '
                         f'[original->remapped]: {source.shape} and requested shape '
                         f'{wanted}') from None


def broadcast_shapes(*args: Any) -> tuple[int, ...]:
    """The shape of arrays of these shapes together."""
    shapes = [lengths((shape,)) for shape in args]
    ndim = max(map(len, shapes), default=0)
    total = [1] * ndim
    for shape in shapes:
        for axis, length in enumerate(shape, ndim - len(shape)):
            if length != 1 and total[axis] not in (1, length):
                raise ValueError('shape mismatch: objects cannot be broadcast to a single shape')
            total[axis] = total[axis] if length == 1 else length
    return tuple(total)


def broadcast_arrays(*args: Any, subok: bool = False) -> list[Any]:
    arrays = [asarray(each) for each in args]
    shape = broadcast_shapes(*(each.shape for each in arrays))
    return [broadcast_to(each, shape) for each in arrays]


def flip(m: Any, axis: Any = None) -> Any:
    """With the elements of axes in reverse order, as a view."""
    array = asarray(m)
    given = range(array.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    turned = {axis_number(each, array.ndim) for each in given}
    return array[tuple(slice(None, None, -1 if at in turned else None)
                       for at in range(array.ndim))]


def fliplr(m: Any) -> Any:
    return flip(m, 1)


def flipud(m: Any) -> Any:
    return flip(m, 0)


def rot90(m: Any, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Any:
    """A matrix turned by quarters of a circle."""
    array = asarray(m)
    for _ in range(k % 4):
        array = flip(array.swapaxes(*axes), axes[0])
    return array


def take(a: Any, indices: Any, axis: int | None = None, out: Any = None,
         mode: str = 'raise') -> Any:
    return asarray(a).take(indices, axis, out, mode)


def take_along_axis(arr: Any, indices: Any, axis: int) -> Any:
    """For each row along an axis, the elements at its own indices."""
    array, where = asarray(arr), asarray(indices)
    at = axis_number(axis, array.ndim)
    places = []
    for each in range(array.ndim):
        shape = [1] * array.ndim
        shape[each] = -1
        steps = result(call('arange', 0, 1, array.shape[each], DTYPES['int64'].name))
        places.append(where if each == at else steps.reshape(shape))
    return array[tuple(places)]


def shares_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays are views of the same elements' memory; here, of the same whole."""
    return bool(call('sharesMemory', js_array(a), js_array(b)))


may_share_memory = shares_memory
