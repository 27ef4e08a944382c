"""A small numpy for programs that run in a page: not NumPy, but what it prints and computes.

It is pure Python around arrays whose elements are in JavaScript, written for this project. It has
arrays of bool, of whole numbers and of numbers with a point, with the arithmetic, indexing,
reductions, random streams and printing of NumPy 1.24: sums are added in NumPy's order, and
float32 is rounded at each step, so that printed digits agree.

What it has not raises NotImplementedError by name: complex numbers, text and objects as elements,
structured types, numpy.fft, most of numpy.linalg, other random distributions, keyword arguments
that are rarely used. It knows no warnings: 1 / 0 is inf without a word. int64 and uint64 are exact
below 2**53; what exceeds that is an OverflowError. exp, log, sin and their like may differ from
NumPy in the last digit, as NumPy does from one computer to another.
"""

import math as _math
from typing import Any as _Any

from _near_names import near_name as _near_name

from numpy import linalg, random, testing
from numpy import _creation, _files, _functions, _generic, _joining, _limits, _printing, _ranges
from numpy import _scalars, _shaping, _statistics
from numpy._array import ndarray
from numpy._bridge import AxisError
from numpy._bridge import not_here as _not_here
from numpy._dtypes import can_cast, dtype, promote_types, result_type
from numpy._ufuncs import UFUNCS as _UFUNCS
from numpy._ufuncs import ufunc

__version__ = '1.24.0+pipette'

pi = _math.pi
e = _math.e
euler_gamma = 0.5772156649015329
inf = Inf = infty = Infinity = PINF = _math.inf
NINF = -_math.inf
nan = NaN = NAN = _math.nan
newaxis = None
little_endian = True

_MODULES = (_creation, _ranges, _shaping, _joining, _functions, _statistics, _files, _limits,
            _printing, _generic, _scalars)


def _public(module: _Any) -> dict[str, _Any]:
    """What a module defines itself and does not hide."""
    return {name: value for name, value in vars(module).items()
            if not name.startswith('_') and getattr(value, '__module__', '') == module.__name__}


for _module in _MODULES:
    globals().update(_public(_module))
for _class in (ndarray, dtype, ufunc, AxisError, *_public(_generic).values(),
               *_public(_scalars).values()):
    _class.__module__ = 'numpy'  # What a program imports it from.
globals().update(_UFUNCS)
globals().update(_functions.METHODS)
globals().update(_statistics.WITHOUT_NAN)

asanyarray = _creation.asanyarray
row_stack, in1d = _joining.row_stack, _functions.in1d
_TYPE_NAMES = {
    'int_': 'int64', 'intp': 'int64', 'longlong': 'int64', 'intc': 'int32', 'short': 'int16',
    'byte': 'int8', 'uint': 'uint64', 'uintp': 'uint64', 'ulonglong': 'uint64',
    'uintc': 'uint32', 'ushort': 'uint16', 'ubyte': 'uint8', 'float_': 'float64',
    'double': 'float64', 'single': 'float32', 'half': 'float16', 'bool8': 'bool_',
}
globals().update({name: getattr(_scalars, own) for name, own in _TYPE_NAMES.items()})


class _IndexExpression:
    """What stands between brackets: numpy.s_[2:5, ...]."""

    def __getitem__(self, index: _Any) -> _Any:
        return index


s_ = index_exp = _IndexExpression()

_INSTEAD = {
    'bool': 'use bool of Python or numpy.bool_', 'int': 'use int of Python or numpy.int64',
    'float': 'use float of Python or numpy.float64', 'object': 'use lists of Python',
    'str': 'use str of Python', 'complex': 'use complex of Python',
    'einsum': 'use the operator @, or products and sums over axes',
    'tensordot': 'use reshape and the operator @', 'vectorize': 'use a list comprehension',
    'apply_along_axis': 'use a list comprehension', 'genfromtxt': 'use numpy.loadtxt',
    'memmap': 'use numpy.load', 'matrix': 'use arrays of two axes', 'cov': 'use the operator @',
    'ma': 'use an array of bool beside the elements', 'fft': '', 'polynomial': '', 'char': '',
    'lib': '', 'core': '', 'complex64': 'use two arrays', 'complex128': 'use two arrays',
}


def __getattr__(name: str) -> _Any:
    if name.startswith('__'):
        raise AttributeError(f"module 'numpy' has no attribute {name!r}")
    if name == 'typing':
        import importlib
        return importlib.import_module('numpy.typing')
    near = _near_name(name, globals())
    return _not_here(f'numpy.{name}', _INSTEAD.get(name, f'did you mean numpy.{near}?' if near else ''))


def __dir__() -> list[str]:
    return [name for name in globals() if not name.startswith('_')]
