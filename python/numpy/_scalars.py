"""Single elements as NumPy has them: numpy.float32(0.1), or a[0] of an array.

They compute by the rules of arrays, know their dtype and print without it. float64 is a float of
Python as well.
"""

from typing import Any

from numpy._bridge import not_here
from numpy._generic import floating, generic, inexact, signedinteger, unsignedinteger
from numpy._results import scalar_types


class _short_floating(floating):
    """One of less precision than Python's."""

    __slots__ = ('_value',)

    @classmethod
    def _parse(cls, text: str) -> Any:
        return cls._wrap(float(text))


class bool_(generic):
    """True or False."""

    __slots__ = ('_value',)
    _dtype_name = 'bool'

    def __new__(cls, value: Any = False) -> Any:
        if isinstance(value, (list, tuple)) or getattr(value, 'ndim', None):
            return super().__new__(cls, value)
        return _TRUE if value else _FALSE

    @classmethod
    def _wrap(cls, value: Any) -> Any:
        return _TRUE if value else _FALSE

    @classmethod
    def _parse(cls, text: str) -> Any:
        return _TRUE if text == '1' else _FALSE

    def __index__(self) -> int:
        raise TypeError("'numpy.bool_' object cannot be interpreted as an integer")


def _new_bool(value: bool) -> bool_:
    made: bool_ = object.__new__(bool_)
    made._value = value
    return made


_TRUE, _FALSE = _new_bool(True), _new_bool(False)


class int8(signedinteger):
    __slots__ = ()
    _dtype_name = 'int8'


class int16(signedinteger):
    __slots__ = ()
    _dtype_name = 'int16'


class int32(signedinteger):
    __slots__ = ()
    _dtype_name = 'int32'


class int64(signedinteger):
    __slots__ = ()
    _dtype_name = 'int64'


class uint8(unsignedinteger):
    __slots__ = ()
    _dtype_name = 'uint8'


class uint16(unsignedinteger):
    __slots__ = ()
    _dtype_name = 'uint16'


class uint32(unsignedinteger):
    __slots__ = ()
    _dtype_name = 'uint32'


class uint64(unsignedinteger):
    __slots__ = ()
    _dtype_name = 'uint64'


class float16(_short_floating):
    __slots__ = ()
    _dtype_name = 'float16'


class float32(_short_floating):
    __slots__ = ()
    _dtype_name = 'float32'


class float64(floating, float):  # type: ignore[misc]
    """A float of Python that computes by the rules of arrays."""

    __slots__ = ()
    _dtype_name = 'float64'

    def __new__(cls, value: Any = 0.0) -> Any:
        if isinstance(value, (float, int, str)):
            return float.__new__(cls, value)
        return super().__new__(cls, value)

    @classmethod
    def _wrap(cls, value: Any) -> Any:
        return float.__new__(cls, value)

    @classmethod
    def _parse(cls, text: str) -> Any:
        return float.__new__(cls, text)

    def item(self) -> float:
        return float.__pos__(self)

    def __float__(self) -> float:
        return float.__pos__(self)

    def __hash__(self) -> int:
        return float.__hash__(self)

    def __bool__(self) -> bool:
        return float.__ne__(self, 0.0)


for _class in (bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
               float16, float32, float64):
    scalar_types[_class._dtype_name] = _class


class complexfloating(inexact):
    """NumPy's complex numbers, which this package has not."""

    __slots__ = ()

    def __new__(cls, *_: object) -> Any:
        not_here('complex numbers', 'use complex of Python')
