"""What the types can hold: numpy.finfo, numpy.iinfo; and how errors of arithmetic are treated."""

import contextlib
from collections.abc import Iterator
from typing import Any

from numpy._bridge import not_here
from numpy._dtypes import as_dtype

# Bits of the fraction, the largest and the smallest normal exponent of 2.
_FLOATING = {'float16': (10, 15, -14), 'float32': (23, 127, -126), 'float64': (52, 1023, -1022)}


class finfo:
    """The limits of a type of numbers with a point."""

    def __init__(self, dtype: Any):
        kind = as_dtype(dtype)
        if kind.name not in _FLOATING:
            raise ValueError(f'data type {kind.type!r} not inexact')
        fraction, largest, smallest = _FLOATING[kind.name]
        self.dtype, self.bits, self.nmant = kind, 8 * kind.itemsize, fraction
        self.maxexp, self.minexp = largest + 1, smallest
        number = kind.type
        self.eps = number(2.0 ** -fraction)
        self.epsneg = number(2.0 ** -(fraction + 1))
        self.max = number((2 - 2.0 ** -fraction) * 2.0 ** largest)
        self.min = -self.max
        self.tiny = self.smallest_normal = number(2.0 ** smallest)
        self.smallest_subnormal = number(2.0 ** smallest * 2.0 ** -fraction)
        self.precision = {10: 3, 23: 6, 52: 15}[fraction]
        self.resolution = number(10.0 ** -self.precision)

    def __repr__(self) -> str:
        return (f'finfo(resolution={self.resolution}, min={self.min}, max={self.max}, '
                f'dtype={self.dtype})')


class iinfo:
    """The limits of a type of whole numbers. Those of int64 are NumPy's; see numpy.__doc__."""

    def __init__(self, int_type: Any):
        kind = as_dtype(type(int_type) if isinstance(int_type, int) else int_type)
        if kind.kind not in 'iu':
            raise ValueError(f'Invalid integer data type {kind.kind!r}.')
        self.dtype, self.kind, self.bits = kind, kind.kind, 8 * kind.itemsize
        signed = kind.kind == 'i'
        self.max = 2 ** (self.bits - signed) - 1
        self.min = -2 ** (self.bits - 1) if signed else 0

    def __repr__(self) -> str:
        return f'iinfo(min={self.min}, max={self.max}, dtype={self.dtype})'


_errors = {'divide': 'ignore', 'over': 'ignore', 'under': 'ignore', 'invalid': 'ignore'}


def seterr(all: str | None = None, divide: str | None = None, over: str | None = None,
           under: str | None = None, invalid: str | None = None) -> dict[str, str]:
    """Accepts 'ignore' and 'warn', but nothing is ever warned of."""
    for action in (all, divide, over, under, invalid):
        if action not in (None, 'ignore', 'warn'):
            not_here(f'numpy.seterr(... {action!r})', 'test results by numpy.isfinite')
    return dict(_errors)


def geterr() -> dict[str, str]:
    """What happens at errors of arithmetic: nothing."""
    return dict(_errors)


@contextlib.contextmanager
def errstate(**actions: Any) -> Iterator[None]:
    """As seterr(), within a with statement."""
    seterr(**actions)
    yield
