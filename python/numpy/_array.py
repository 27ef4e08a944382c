"""numpy.ndarray: a thin object around a strided array of JavaScript.

    array = ndarray._of(js)     # around what fromElements() of web/python/arrays.mjs made
    array._js                   # what elementsOf() of web/python/arrays.mjs takes

Its shape and dtype are asked for once. Views share their memory with the array they are of.
"""

from collections.abc import Iterator
from typing import Any

from numpy import _results
from numpy._bridge import Js, as_text, call, not_here, typed_array
from numpy._dtypes import DTYPES, as_dtype, dtype
from numpy._indexing import encode
from numpy._methods import Methods
from numpy._operators import Operators
from numpy._printing import array_repr, array_str
from numpy._results import operand, result

# How memoryview reads the elements of what toValues() of arrays.mjs gives.
_FORMATS = {
    'bool': '?', 'int8': 'b', 'int16': 'h', 'int32': 'i', 'int64': 'q', 'uint8': 'B',
    'uint16': 'H', 'uint32': 'I', 'uint64': 'Q', 'float16': 'f', 'float32': 'f', 'float64': 'd',
}

_NOT_HERE = frozenset(
    'byteswap choose compress ctypes data dump dumps getfield newbyteorder partition argpartition '
    'put resize setfield setflags trace'.split())


class Flags:
    """What numpy.ndarray.flags tells of memory."""

    def __init__(self, contiguous: bool, fortran: bool):
        self.c_contiguous, self.f_contiguous = contiguous, fortran
        self.writeable = self.aligned = True

    def __getitem__(self, name: str) -> bool:
        return bool(getattr(self, name.lower()))


class ndarray(Methods, Operators):
    """An array of any number of axes with elements of one type."""

    __slots__ = ('_js', '_shape', '_dtype', '__weakref__')
    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 0.0
    _js: Js
    _shape: tuple[int, ...] | None
    _dtype: dtype

    def __new__(cls, shape: Any, dtype: Any = float, buffer: Any = None, **others: Any) -> Any:
        if buffer is not None or others:
            not_here('numpy.ndarray(buffer=...)', 'use numpy.frombuffer')
        lengths = (shape,) if isinstance(shape, int) else tuple(shape)
        return cls._of(call('zeros', as_dtype(dtype).name, as_text(lengths)))

    @classmethod
    def _of(cls, js: Js) -> Any:
        """An array around a strided array of JavaScript, which it shares."""
        made = object.__new__(cls)
        made._js = js
        made._shape = None
        return made

    def _describe(self) -> None:
        name, _, lengths = self._js.description.partition(' ')
        self._dtype = DTYPES[name]
        self._shape = tuple(map(int, lengths.split(','))) if lengths else ()

    @property
    def shape(self) -> tuple[int, ...]:
        if self._shape is None:
            self._describe()
        assert self._shape is not None
        return self._shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        self._js = self.reshape(shape)._js
        self._shape = None

    @property
    def dtype(self) -> dtype:
        if self._shape is None:
            self._describe()
        return self._dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        product = 1
        for length in self.shape:
            product *= length
        return product

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        text = call('stridesText', self._js)
        return tuple(map(int, text.split(','))) if text else ()

    @property
    def flags(self) -> Flags:
        return Flags(call('isContiguous', self._js), call('isContiguous', self.T._js))

    @property
    def T(self) -> Any:
        return self.transpose()

    @property
    def real(self) -> Any:
        return self

    @property
    def imag(self) -> Any:
        return result(call('zeros', self.dtype.name, as_text(self.shape)))

    @property
    def flat(self) -> 'FlatIterator':
        return FlatIterator(self)

    @flat.setter
    def flat(self, value: Any) -> None:
        self.flat[:] = value

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError('len() of unsized object')
        return self.shape[0]

    def _scalars(self) -> Iterator[Any]:
        return map(self.dtype.type._wrap, self.ravel().tolist())

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 0:
            raise TypeError('iteration over a 0-d array')
        return self._scalars() if self.ndim == 1 else (self[at] for at in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    def __getitem__(self, index: Any) -> Any:
        text, arrays = encode(index)
        return result(call('getItem', self._js, text, *arrays))

    def __setitem__(self, index: Any, value: Any) -> None:
        text, arrays = encode(index)
        found = operand(value)
        if found is None:
            found = _results.operand_of_array(value)
        call('setItem', self._js, text, found[0], found[1], *arrays)

    def tolist(self) -> Any:
        """Nested lists of Python's own numbers."""
        data = call('toValues', self._js).to_bytes()
        form: Any = _FORMATS[self.dtype.name]
        values: list[Any] = memoryview(data).cast(form).tolist()
        if not self.shape:
            return values[0]
        for length in self.shape[:0:-1]:
            count = len(values) // length if length else 0
            values = [values[at * length:(at + 1) * length] for at in range(count)]
            if not length:
                return _empty_lists(self.shape)
        return values

    def item(self, *index: int) -> Any:
        """A single element as Python's own number."""
        if len(index) == 1 and self.ndim != 1:
            return self.ravel()[index[0]].item()
        if index:
            return self[index].item()
        if self.size != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return self.ravel().tolist()[0]

    def tobytes(self, order: str = 'C') -> bytes:
        """The elements as bytes, the last axis fastest."""
        source = self.T if order == 'F' else self
        data: bytes = call('toBytes', source._js).to_bytes()
        return data

    def __bool__(self) -> bool:
        if self.size > 1:
            raise ValueError('The truth value of an array with more than one element is ambiguous. '
                             'Use a.any() or a.all()')
        return bool(self.item()) if self.size else False

    def _single(self) -> Any:
        if self.size != 1:
            raise TypeError('only size-1 arrays can be converted to Python scalars')
        return self.item()

    def __int__(self) -> int:
        return int(self._single())

    def __float__(self) -> float:
        return float(self._single())

    def __complex__(self) -> complex:
        return complex(self._single())

    def __index__(self) -> int:
        if self.ndim or self.dtype.kind not in 'iu':
            raise TypeError('only integer scalar arrays can be converted to a scalar index')
        return int(self.item())

    def __format__(self, form: str) -> str:
        if self.ndim == 0:
            return format(self.item(), form)
        if not form:
            return str(self)
        raise TypeError('unsupported format string passed to numpy.ndarray.__format__')

    def __repr__(self) -> str:
        return array_repr(self)

    def __str__(self) -> str:
        return array_str(self)

    def __array__(self, dtype: Any = None) -> Any:
        return self if dtype is None else self.astype(dtype)

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def __reduce__(self) -> Any:
        return _restore, (self.dtype.name, self.shape, self.tobytes())

    def __getattr__(self, name: str) -> Any:
        if name in _NOT_HERE:
            not_here(f'numpy.ndarray.{name}')
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")


def _empty_lists(shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return []
    return [_empty_lists(shape[1:]) for _ in range(shape[0])]


def _restore(name: str, shape: tuple[int, ...], data: bytes) -> Any:
    size = len(data) // DTYPES[name].itemsize
    return result(call('fromBytes', typed_array(data), name, str(size))).reshape(shape)


class FlatIterator:
    """The elements one after the other, as numpy.ndarray.flat has them."""

    def __init__(self, base: ndarray):
        self.base = base
        self._left: Iterator[Any] | None = None

    def __iter__(self) -> 'FlatIterator':
        self._left = self.base._scalars()
        return self

    def __next__(self) -> Any:
        if self._left is None:
            self._left = self.base._scalars()
        return next(self._left)

    def __len__(self) -> int:
        return self.base.size

    def __getitem__(self, index: Any) -> Any:
        return self.base.flatten()[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        elements = self.base.flatten()
        elements[index] = value
        self.base[...] = elements.reshape(self.base.shape)

    def __array__(self, dtype: Any = None) -> Any:
        return self.base.flatten().__array__(dtype)


_results.array_type = ndarray
