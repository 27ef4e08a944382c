"""What an array can do besides operators: its methods."""

import operator
from typing import Any

from numpy._bridge import AxisError, Js, as_text, call, not_here, reject
from numpy._dtypes import as_dtype, can_cast
from numpy._results import defers, js_array, needed_operand, operand, result

Axis = Any  # None, a whole number, or several of them.


def axis_number(axis: Any, ndim: int) -> int:
    """An axis, which may be counted from the end, counted from the beginning."""
    number = operator.index(axis)
    if -ndim <= number < ndim:
        return number % ndim
    raise AxisError(f'axis {number} is out of bounds for array of dimension {ndim}')


def _axes_text(axis: Axis) -> str:
    if axis is None:
        return ''
    if isinstance(axis, (tuple, list)):
        return as_text([operator.index(each) for each in axis]) if axis else 'none'
    return str(operator.index(axis))


def _type_name(dtype: Any) -> str:
    return '' if dtype is None else as_dtype(dtype).name


def lengths(shape: tuple[Any, ...]) -> tuple[int, ...]:
    """The lengths of axes given one by one or as one tuple."""
    if len(shape) == 1 and not hasattr(shape[0], '__index__'):
        shape = tuple(shape[0])
    return tuple(operator.index(length) for length in shape)


def _into(out: Any, value: Any) -> Any:
    """A result, or `out` with the result in it."""
    if out is None:
        return value
    target = out[0] if isinstance(out, tuple) else out
    target[...] = value
    return target


class Methods:
    """The methods of numpy.ndarray, and its operators that write into it."""

    __slots__ = ()
    _js: Js
    shape: Any
    ndim: Any
    dtype: Any
    T: Any
    tobytes: Any
    __getitem__: Any
    __setitem__: Any

    def _reduce(self, name: str, axis: Axis, keepdims: bool, dtype: Any, out: Any,
                others: dict[str, Any]) -> Any:
        if others:
            reject(name, others)
        js = call('reduce', name, self._js, _axes_text(axis), bool(keepdims), _type_name(dtype))
        return _into(out, result(js))

    def sum(self, axis: Axis = None, dtype: Any = None, out: Any = None, keepdims: bool = False,
            **others: Any) -> Any:
        return self._reduce('sum', axis, keepdims, dtype, out, others)

    def prod(self, axis: Axis = None, dtype: Any = None, out: Any = None, keepdims: bool = False,
             **others: Any) -> Any:
        return self._reduce('prod', axis, keepdims, dtype, out, others)

    def max(self, axis: Axis = None, out: Any = None, keepdims: bool = False,
            **others: Any) -> Any:
        return self._reduce('max', axis, keepdims, None, out, others)

    def min(self, axis: Axis = None, out: Any = None, keepdims: bool = False,
            **others: Any) -> Any:
        return self._reduce('min', axis, keepdims, None, out, others)

    def any(self, axis: Axis = None, out: Any = None, keepdims: bool = False,
            **others: Any) -> Any:
        return self._reduce('any', axis, keepdims, None, out, others)

    def all(self, axis: Axis = None, out: Any = None, keepdims: bool = False,
            **others: Any) -> Any:
        return self._reduce('all', axis, keepdims, None, out, others)

    def mean(self, axis: Axis = None, dtype: Any = None, out: Any = None,
             keepdims: bool = False, **others: Any) -> Any:
        reject('mean', others)
        js = call('mean', self._js, _axes_text(axis), bool(keepdims), _type_name(dtype))
        return _into(out, result(js))

    def _variance(self, is_deviation: bool, axis: Axis, dtype: Any, out: Any, ddof: float,
                  keepdims: bool) -> Any:
        return _into(out, result(call(
            'variance', self._js, _axes_text(axis), ddof, bool(keepdims), _type_name(dtype),
            is_deviation)))

    def var(self, axis: Axis = None, dtype: Any = None, out: Any = None, ddof: float = 0,
            keepdims: bool = False, **others: Any) -> Any:
        reject('var', others)
        return self._variance(False, axis, dtype, out, ddof, keepdims)

    def std(self, axis: Axis = None, dtype: Any = None, out: Any = None, ddof: float = 0,
            keepdims: bool = False, **others: Any) -> Any:
        reject('std', others)
        return self._variance(True, axis, dtype, out, ddof, keepdims)

    def ptp(self, axis: Axis = None, out: Any = None, keepdims: bool = False) -> Any:
        return _into(out, self.max(axis, None, keepdims) - self.min(axis, None, keepdims))

    def argmax(self, axis: int | None = None, out: Any = None, *,
               keepdims: bool = False) -> Any:
        return _into(out, result(call('argBest', 'argmax', self._js, axis, keepdims)))

    def argmin(self, axis: int | None = None, out: Any = None, *,
               keepdims: bool = False) -> Any:
        return _into(out, result(call('argBest', 'argmin', self._js, axis, keepdims)))

    def cumsum(self, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
        js = call('accumulate', 'cumsum', self._js, axis, _type_name(dtype))
        return _into(out, result(js))

    def cumprod(self, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
        js = call('accumulate', 'cumprod', self._js, axis, _type_name(dtype))
        return _into(out, result(js))

    def astype(self, dtype: Any, order: str = 'K', casting: str = 'unsafe', subok: bool = True,
               copy: bool = True) -> Any:
        target = as_dtype(dtype)
        if casting != 'unsafe' and not can_cast(self.dtype, target, casting):
            raise TypeError(f'Cannot cast array data from {self.dtype!r} to {target!r} according '
                            f"to the rule '{casting}'")
        if not copy and target is self.dtype:
            return self
        return result(call('astype', self._js, target.name))

    def copy(self, order: str = 'C') -> Any:
        if order in 'KA':
            return self.astype(self.dtype)
        if order == 'F':
            return self.T.copy().T
        return result(call('copy', self._js))

    def view(self, dtype: Any = None) -> Any:
        """The same memory as another object; as another type, only of the same storage."""
        if dtype is None or as_dtype(dtype) is self.dtype:
            return self[...]
        return not_here('numpy.ndarray.view() as another dtype', 'use astype')

    def reshape(self, *shape: Any, order: str = 'C') -> Any:
        if order == 'F':
            return self.T.reshape(lengths(shape)[::-1]).T
        return result(call('reshape', self._js, as_text(lengths(shape))))

    def ravel(self, order: str = 'C') -> Any:
        return self.reshape(-1, order=order)

    def flatten(self, order: str = 'C') -> Any:
        return self.reshape(-1, order=order).copy()

    def transpose(self, *axes: Any) -> Any:
        if not axes or axes == (None,):
            order = list(range(self.ndim))[::-1]
        else:
            given = axes[0] if len(axes) == 1 and not hasattr(axes[0], '__index__') else axes
            order = [axis_number(axis, self.ndim) for axis in given]
            if len(order) != self.ndim:
                raise ValueError("axes don't match array")
            if len(set(order)) != self.ndim:
                raise ValueError('repeated axis in transpose')
        return result(call('transpose', self._js, as_text(order)))

    def swapaxes(self, axis1: int, axis2: int) -> Any:
        order = list(range(self.ndim))
        first, second = axis_number(axis1, self.ndim), axis_number(axis2, self.ndim)
        order[first], order[second] = second, first
        return self.transpose(order)

    def squeeze(self, axis: Axis = None) -> Any:
        if axis is None:
            gone = {at for at, length in enumerate(self.shape) if length == 1}
        else:
            given = axis if isinstance(axis, tuple) else (axis,)
            gone = {axis_number(each, self.ndim) for each in given}
            if any(self.shape[at] != 1 for at in gone):
                raise ValueError('cannot select an axis to squeeze out which has size not equal '
                                 'to one')
        kept = tuple(length for at, length in enumerate(self.shape) if at not in gone)
        return self.reshape(kept)

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
        if self.ndim != 2 or axis1 != 0 or axis2 != 1:
            not_here('numpy.diagonal() of other than the two axes of a matrix')
        count = min(self.shape[0] + min(offset, 0), self.shape[1] - max(offset, 0))
        steps = result(call('arange', 0, 1, max(count, 0), 'int64'))
        return self[steps + max(-offset, 0), steps + max(offset, 0)]

    def fill(self, value: Any) -> None:
        self[...] = value

    def take(self, indices: Any, axis: int | None = None, out: Any = None,
             mode: str = 'raise') -> Any:
        if mode != 'raise':
            not_here(f'numpy.take(mode={mode!r})', 'bring the indices into bounds')
        made = result(call('take', self._js, js_array(indices), axis))
        return _into(out, made[()] if made.ndim == 0 else made)

    def repeat(self, repeats: Any, axis: int | None = None) -> Any:
        source = self.ravel() if axis is None else self
        along = 0 if axis is None else axis_number(axis, self.ndim)
        indices = call('repeatIndices', source.shape[along], js_array(repeats))
        return result(call('take', source._js, indices, along))

    def nonzero(self) -> tuple[Any, ...]:
        return tuple(result(js) for js in call('nonzero', self._js))

    def clip(self, min: Any = None, max: Any = None, out: Any = None) -> Any:
        if min is None and max is None:
            raise ValueError('One of max or min must be given')
        if min is None or max is None:
            name, bound = ('minimum', max) if min is None else ('maximum', min)
            x = needed_operand(bound)
            return _into(out, result(call('binary', name, self._js, x[0], '', x[1])))
        low, high = needed_operand(min), needed_operand(max)
        js = call('clip', self._js, low[0], high[0], '', low[1], high[1])
        return _into(out, result(js))

    def round(self, decimals: int = 0, out: Any = None) -> Any:
        return _into(out, result(call('round', self._js, decimals, '')))

    def dot(self, b: Any, out: Any = None) -> Any:
        other = js_array(b)
        if self.ndim == 0 or not other.description.partition(' ')[2]:
            return _into(out, self * b)
        return _into(out, result(call('dot', self._js, other)))

    def conj(self) -> Any:
        return self

    conjugate = conj

    def sort(self, axis: int = -1, kind: Any = None, order: Any = None) -> None:
        self[...] = result(call('sort', self._js, axis))

    def argsort(self, axis: int | None = -1, kind: Any = None, order: Any = None) -> Any:
        source = self.ravel() if axis is None else self
        is_stable = kind in ('stable', 'mergesort')
        return result(call('argsort', source._js, -1 if axis is None else axis, is_stable))

    def searchsorted(self, v: Any, side: str = 'left', sorter: Any = None) -> Any:
        source = self if sorter is None else self[sorter]
        return result(call('searchSorted', source._js, js_array(v), side == 'right'))

    def tofile(self, fid: Any, sep: str = '', format: str = '%s') -> None:
        if sep:
            not_here('numpy.ndarray.tofile(sep=...)', 'use numpy.savetxt')
        if hasattr(fid, 'write'):
            fid.write(self.tobytes())
            return
        with open(fid, 'wb') as file:
            file.write(self.tobytes())

    def _in_place(self, name: str, other: Any) -> Any:
        found = None if defers(other) else operand(other)
        if found is None:
            return NotImplemented
        call('inPlace', name, self._js, found[0], found[1])
        return self

    def __iadd__(self, other: Any) -> Any:
        return self._in_place('add', other)

    def __isub__(self, other: Any) -> Any:
        return self._in_place('subtract', other)

    def __imul__(self, other: Any) -> Any:
        return self._in_place('multiply', other)

    def __itruediv__(self, other: Any) -> Any:
        return self._in_place('divide', other)

    def __ifloordiv__(self, other: Any) -> Any:
        return self._in_place('floor_divide', other)

    def __imod__(self, other: Any) -> Any:
        return self._in_place('remainder', other)

    def __ipow__(self, other: Any) -> Any:
        return self._in_place('power', other)

    def __iand__(self, other: Any) -> Any:
        return self._in_place('bitwise_and', other)

    def __ior__(self, other: Any) -> Any:
        return self._in_place('bitwise_or', other)

    def __ixor__(self, other: Any) -> Any:
        return self._in_place('bitwise_xor', other)

    def __ilshift__(self, other: Any) -> Any:
        return self._in_place('left_shift', other)

    def __irshift__(self, other: Any) -> Any:
        return self._in_place('right_shift', other)
