"""Functions of each element, such as numpy.add, as objects that know their number of inputs."""

from collections.abc import Callable
from typing import Any

from numpy._array import ndarray
from numpy._bridge import call, not_here, reject
from numpy._creation import asarray
from numpy._dtypes import as_dtype
from numpy._ranges import arange
from numpy._results import needed_operand, result
from numpy._shaping import broadcast_to

_METHODS = ('accumulate', 'outer', 'reduce', 'reduceat')
_REDUCTIONS = {'add': 'sum', 'multiply': 'prod', 'maximum': 'max', 'minimum': 'min',
               'logical_and': 'all', 'logical_or': 'any'}
_RUNNING = {'add': 'cumsum', 'multiply': 'cumprod'}


class ufunc:
    """A function of each element of arrays that are broadcast against each other."""

    def __init__(self, name: str, inputs: int, kernel: str = ''):
        self.__name__ = name
        self.nin, self.nout, self.nargs = inputs, 1, inputs + 1
        self._kernel = kernel or name

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *inputs: Any, out: Any = None, where: Any = True, dtype: Any = None,
                 **others: Any) -> Any:
        reject(self.__name__, {name: value for name, value in others.items()
                               if (name, value) not in _USUAL})
        if where is not True:
            not_here(f'numpy.{self.__name__}(where=...)', 'use numpy.where on the result')
        if len(inputs) == self.nargs and out is None:
            inputs, out = inputs[:-1], inputs[-1]
        if len(inputs) != self.nin:
            raise TypeError(f'{self.__name__}() takes from {self.nin} to {self.nargs} positional '
                            f'arguments but {len(inputs)} were given')
        if dtype is not None:
            inputs = tuple(asarray(each).astype(as_dtype(dtype)) for each in inputs)
        operands = [needed_operand(each) for each in inputs]
        kind = 'unary' if self.nin == 1 else 'binary'
        made = result(call(kind, self._kernel, *(value for value, _ in operands),
                           *(name for _, name in operands)))
        if out is None:
            return made
        target = out[0] if isinstance(out, tuple) else out
        target[...] = made
        return target

    def reduce(self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None,
               keepdims: bool = False) -> Any:
        """The function between all elements along axes."""
        name = _REDUCTIONS.get(self.__name__)
        if name is None:
            not_here(f'numpy.{self.__name__}.reduce')
        given = {} if dtype is None else {'dtype': dtype}
        return getattr(asarray(array), name)(axis=axis, out=out, keepdims=keepdims, **given)

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None) -> Any:
        """The function between all elements up to each of them."""
        name = _RUNNING.get(self.__name__)
        if name is None:
            not_here(f'numpy.{self.__name__}.accumulate')
        return getattr(asarray(array), name)(axis=axis, dtype=dtype)

    def outer(self, A: Any, B: Any) -> Any:
        """The function of each element of the one with each element of the other."""
        left, right = asarray(A), asarray(B)
        return self(left.reshape(left.shape + (1,) * right.ndim), right)

    def at(self, a: Any, indices: Any, b: Any = None) -> None:
        """The function in place, of an element as often as it is indexed."""
        if self.nin != (1 if b is None else 2):
            raise ValueError('second operand needed for ufunc' if b is None else 'second operand provided when ufunc is unary')
        if not isinstance(a, ndarray):
            raise TypeError('first operand must be array')
        places = arange(a.size).reshape(a.shape)[indices].reshape(-1).tolist()
        flat = a.reshape(-1)
        if b is None:
            for place in places:
                flat[place] = self(flat[place])
        else:
            shape = a[indices].shape if hasattr(a[indices], 'shape') else ()
            for place, value in zip(places, broadcast_to(asarray(b), shape).reshape(-1)):
                flat[place] = self(flat[place], value)
        a[...] = flat.reshape(a.shape)

    def __getattr__(self, name: str) -> Any:
        if name in _METHODS:
            not_here(f'numpy.{self.__name__}.{name}')
        raise AttributeError(f"'numpy.ufunc' object has no attribute '{name}'")


_USUAL = (('casting', 'same_kind'), ('order', 'K'), ('subok', True))

_BINARY = (
    'add', 'subtract', 'multiply', 'divide', 'floor_divide', 'remainder', 'fmod', 'power',
    'maximum', 'minimum', 'fmax', 'fmin', 'arctan2', 'hypot', 'logaddexp', 'bitwise_and',
    'bitwise_or', 'bitwise_xor', 'left_shift', 'right_shift', 'equal', 'not_equal', 'less',
    'less_equal', 'greater', 'greater_equal', 'logical_and', 'logical_or', 'logical_xor',
)
_UNARY = (
    'negative', 'positive', 'absolute', 'sign', 'square', 'reciprocal', 'invert', 'sqrt', 'cbrt',
    'exp', 'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sin', 'cos', 'tan', 'arcsin',
    'arccos', 'arctan', 'sinh', 'cosh', 'tanh', 'floor', 'ceil', 'trunc', 'rint', 'degrees',
    'radians', 'isnan', 'isinf', 'isfinite', 'signbit', 'logical_not',
)
_OTHER_NAMES = {
    'abs': 'absolute', 'true_divide': 'divide', 'mod': 'remainder', 'bitwise_not': 'invert',
    'rad2deg': 'degrees', 'deg2rad': 'radians', 'fabs': 'absolute', 'float_power': 'power',
}

UFUNCS: dict[str, Callable[..., Any]] = {
    **{name: ufunc(name, 2) for name in _BINARY},
    **{name: ufunc(name, 1) for name in _UNARY},
}
UFUNCS.update({name: UFUNCS[kernel] for name, kernel in _OTHER_NAMES.items()})
