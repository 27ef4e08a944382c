"""What single elements have in common: the classes that NumPy has above numpy.float32."""

from typing import Any

from numpy._bridge import call
from numpy._dtypes import DTYPES, dtype
from numpy._floats import scalar_text
from numpy._operators import Operators
from numpy._results import js_array, needed_operand, result


class generic(Operators):
    """A single element."""

    __slots__ = ()
    _dtype_name: Any = None
    ndim = 0
    size = 1
    shape: tuple[int, ...] = ()
    strides: tuple[int, ...] = ()
    _value: Any  # a slot of the classes that hold a number

    def __new__(cls, value: Any = 0) -> Any:
        if cls._dtype_name is None:
            raise TypeError(f"cannot create 'numpy.{cls.__name__}' instances")
        if isinstance(value, str):
            value = float(value) if issubclass(cls, floating) else int(value)
        number, name = needed_operand(value)
        if not name:
            array = result(number)
            return array.astype(cls._dtype_name)[()]
        return result(call('scalarAs', number, name, cls._dtype_name))

    @classmethod
    def _wrap(cls, value: Any) -> Any:
        """The scalar of a number of Python, which is a value of the type."""
        made = object.__new__(cls)
        made._value = value
        return made

    @classmethod
    def _parse(cls, text: str) -> Any:
        """The scalar that text stands for."""
        raise NotImplementedError

    @property
    def dtype(self) -> dtype:
        return DTYPES[self._dtype_name]

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    nbytes = itemsize

    @property
    def T(self) -> Any:
        return self

    @property
    def real(self) -> Any:
        return self

    @property
    def imag(self) -> Any:
        return type(self)(0)

    def item(self) -> Any:
        """The value as Python's own int, float or bool."""
        return self._value

    def tolist(self) -> Any:
        return self.item()

    def __array__(self, dtype: Any = None) -> Any:
        array = result(js_array(self))
        return array if dtype is None else array.astype(dtype)

    def __hash__(self) -> int:
        return hash(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __repr__(self) -> str:
        return str(self.item())

    def __str__(self) -> str:
        return self.__repr__()

    def __format__(self, form: str) -> str:
        return format(self.item(), form)

    def __reduce__(self) -> Any:
        return type(self), (self.item(),)

    def __getitem__(self, index: Any) -> Any:
        if index == () or index is Ellipsis:
            return self
        if index is None:
            return self.__array__()[None]
        raise IndexError('invalid index to scalar variable.')

    def __getattr__(self, name: str) -> Any:
        # What arrays can do, an array of this one element can do for it.
        if name.startswith('_') or not hasattr(type(self.__array__()), name):
            message = f"'numpy.{type(self).__name__}' object has no attribute '{name}'"
            raise AttributeError(message)
        found = getattr(self.__array__(), name)
        return _of_scalar(found) if callable(found) else found


def _of_scalar(method: Any) -> Any:
    """A method of an array without axes, whose result is a scalar again."""
    def function(*arguments: Any, **others: Any) -> Any:
        made = method(*arguments, **others)
        return made[()] if getattr(made, 'shape', None) == () else made
    return function


class number(generic):
    """A number, other than bool_."""

    __slots__ = ()


_SEQUENCES = (list, tuple, str, bytes)


class integer(number):
    """A whole number; it can be an index."""

    __slots__ = ('_value',)
    _value: int

    @classmethod
    def _parse(cls, text: str) -> Any:
        return cls._wrap(int(text))

    def __mul__(self, other: Any) -> Any:
        # A list is repeated, as by int of Python.
        return NotImplemented if isinstance(other, _SEQUENCES) else super().__mul__(other)

    def __rmul__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, _SEQUENCES) else super().__rmul__(other)

    @property
    def numerator(self) -> Any:
        return self

    @property
    def denominator(self) -> int:
        return 1

    def is_integer(self) -> bool:
        return True

    def bit_count(self) -> int:
        return self._value.bit_count()

    def __index__(self) -> int:
        return self._value

    __int__ = __index__

    def __round__(self, digits: int | None = None) -> Any:
        return self._value if digits is None else type(self)(round(self._value, digits))

    def __trunc__(self) -> int:
        return self._value

    __floor__ = __ceil__ = __trunc__


class signedinteger(integer):
    """A whole number that can be negative."""

    __slots__ = ()


class unsignedinteger(integer):
    """A whole number that cannot be negative."""

    __slots__ = ()


class inexact(number):
    """A number that may have been rounded."""

    __slots__ = ()


class floating(inexact):
    """A number with a point."""

    __slots__ = ()

    def is_integer(self) -> bool:
        return float(self.item()).is_integer()

    def as_integer_ratio(self) -> tuple[int, int]:
        return float(self.item()).as_integer_ratio()

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return round(self.item())
        return result(call('round', self.item(), digits, self._dtype_name))

    def __trunc__(self) -> int:
        return int(self.item())

    def __repr__(self) -> str:
        return scalar_text(self.item(), self._dtype_name)
