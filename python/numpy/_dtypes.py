"""The types of elements as objects: numpy.dtype('float32')."""

from typing import Any

from numpy._bridge import call, not_here
from numpy._results import operand, result, scalar_types

# The name, the kind, the bytes of an element, and the letter that stands for it.
_ROWS = (
    ('bool', 'b', 1, '?'),
    ('int8', 'i', 1, 'b'),
    ('int16', 'i', 2, 'h'),
    ('int32', 'i', 4, 'i'),
    ('int64', 'i', 8, 'l'),
    ('uint8', 'u', 1, 'B'),
    ('uint16', 'u', 2, 'H'),
    ('uint32', 'u', 4, 'I'),
    ('uint64', 'u', 8, 'L'),
    ('float16', 'f', 2, 'e'),
    ('float32', 'f', 4, 'f'),
    ('float64', 'f', 8, 'd'),
)

_OTHER_NAMES = {
    'bool_': 'bool', 'bool8': 'bool', 'int': 'int64', 'int_': 'int64', 'intp': 'int64',
    'intc': 'int32', 'byte': 'int8', 'short': 'int16', 'long': 'int64', 'longlong': 'int64',
    'uint': 'uint64', 'uintp': 'uint64', 'uintc': 'uint32', 'ubyte': 'uint8', 'ushort': 'uint16',
    'ulonglong': 'uint64', 'float': 'float64', 'float_': 'float64', 'half': 'float16',
    'single': 'float32', 'double': 'float64', 'q': 'int64', 'Q': 'uint64', 'p': 'int64',
    'P': 'uint64',
}

_NOT_HERE = {
    'complex': 'complex numbers', 'complex64': 'complex numbers', 'complex128': 'complex numbers',
    'object': 'arrays of objects', 'O': 'arrays of objects', 'str': 'arrays of text',
    'U': 'arrays of text', 'S': 'arrays of text', 'bytes': 'arrays of text',
    'datetime64': 'dates', 'timedelta64': 'dates', 'longdouble': 'long double',
    'float128': 'long double', 'void': 'structured arrays', 'F': 'complex numbers',
    'D': 'complex numbers', 'c8': 'complex numbers', 'c16': 'complex numbers',
}

_PYTHON_TYPES: dict[Any, str] = {bool: 'bool', int: 'int64', float: 'float64', None: 'float64'}


class dtype:
    """The type of the elements of an array. There is one object for each type."""

    __slots__ = ('name', 'kind', 'itemsize', 'char', '__weakref__')
    name: str
    kind: str
    itemsize: int
    char: str

    def __new__(cls, of: Any, align: bool = False, copy: bool = False) -> 'dtype':
        return as_dtype(of)

    @property
    def type(self) -> Any:
        """The class of a single element."""
        return scalar_types[self.name]

    @property
    def byteorder(self) -> str:
        return '|' if self.itemsize == 1 else '='

    @property
    def str(self) -> str:
        """Such as <f4: the order of bytes, the kind and the size."""
        return f"{'|' if self.itemsize == 1 else '<'}{self.kind}{self.itemsize}"

    fields = names = subdtype = None
    shape: tuple[int, ...] = ()
    ndim = 0
    hasobject = False
    isnative = True
    isbuiltin = 1

    def __eq__(self, other: object) -> bool:
        try:
            return self is as_dtype(other) and other is not None
        except (TypeError, NotImplementedError):
            return False

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> 'str':  # type: ignore[valid-type]
        return f"dtype('{self.name}')"

    def __str__(self) -> 'str':  # type: ignore[valid-type]
        return self.name

    def __reduce__(self) -> Any:
        return dtype, (self.name,)


def _new(name: str, kind: str, itemsize: int, char: str) -> dtype:
    made = object.__new__(dtype)
    made.name, made.kind, made.itemsize, made.char = name, kind, itemsize, char
    return made


DTYPES: dict[str, dtype] = {row[0]: _new(*row) for row in _ROWS}
_BY_TEXT = {
    **DTYPES,
    **{char: DTYPES[name] for name, _, _, char in _ROWS},
    **{f'{kind}{size}': DTYPES[name] for name, kind, size, _ in _ROWS},
    **{other: DTYPES[name] for other, name in _OTHER_NAMES.items()},
}


def _from_text(text: str) -> dtype:
    plain = text[1:] if text[:1] in ('<', '=', '|') else text
    if plain in _BY_TEXT:
        return _BY_TEXT[plain]
    if text[:1] == '>':
        not_here(f'dtype {text!r}', 'elements have the order of bytes of this machine')
    if plain in _NOT_HERE or plain[:1] in 'USOMmV' or ',' in text:
        what = _NOT_HERE.get(plain) or _NOT_HERE.get(plain[:1], 'structured arrays')
        not_here(f'dtype {text!r} ({what})', 'use lists of Python')
    raise TypeError(f'data type {text!r} not understood')


def as_dtype(of: Any) -> dtype:
    """The dtype that an object names: a dtype, a class, text, or what has a dtype itself."""
    if isinstance(of, dtype):
        return of
    if isinstance(of, str):
        return _from_text(of)
    try:
        if of in _PYTHON_TYPES:
            return DTYPES[_PYTHON_TYPES[of]]
    except TypeError:  # It cannot be looked up.
        pass
    if isinstance(of, type):
        name = getattr(of, '_dtype_name', None)
        if name is not None:
            return DTYPES[name]
        if of in (complex, object, str, bytes):
            return _from_text(of.__name__)
        abstract = {'floating': 'float64', 'inexact': 'float64', 'integer': 'int64',
                    'signedinteger': 'int64', 'unsignedinteger': 'uint64'}.get(of.__name__)
        if abstract and hasattr(of, 'dtype'):
            return DTYPES[abstract]
    if isinstance(of, (list, tuple, dict)):
        not_here(f'dtype {of!r} (structured arrays)', 'use one array for each field')
    inner = getattr(of, 'dtype', None)
    if isinstance(inner, dtype):
        return inner
    as_numpy = getattr(of, 'as_numpy_dtype', None)
    if as_numpy is not None:
        return as_dtype(as_numpy)
    raise TypeError(f'Cannot interpret {of!r} as a data type')


def result_type(*arrays_and_dtypes: Any) -> dtype:
    """The type with which these would be computed together; a scalar counts by its value."""
    operands = []
    for each in arrays_and_dtypes:
        found = None if isinstance(each, (str, type, dtype)) else operand(each)
        if found is None:
            operands.append(as_dtype(each).name)
        else:
            operands.append(call('scalarArray', *found) if found[1] else found[0])
    return DTYPES[call('resultTypeName', *operands)]


def promote_types(type1: Any, type2: Any) -> dtype:
    """The smallest type to which both can be converted without loss."""
    return DTYPES[call('resultTypeName', as_dtype(type1).name, as_dtype(type2).name)]


_KINDS = 'buif'


def can_cast(from_: Any, to: Any, casting: str = 'safe') -> bool:
    """Whether a conversion between types is allowed by a rule."""
    target = as_dtype(to)
    found = None if isinstance(from_, (str, type, dtype)) else operand(from_)
    source = as_dtype(from_) if found is None else result_type(from_)
    if casting == 'unsafe' or source is target:
        return True
    if casting in ('no', 'equiv'):
        return False
    if found is not None and found[1]:
        kind = DTYPES[found[1]].kind
        if _KINDS.index(kind) <= _KINDS.index(target.kind):
            one = result(call('zeros', target.name, '1'))
            return result_type(one, from_) is target
        return False
    if promote_types(source, target) is target:
        return True
    lossy = _KINDS.index(source.kind) <= _KINDS.index(target.kind)
    return casting == 'same_kind' and (lossy and (source.kind, target.kind) != ('b', 'u') or
                                       source.kind == 'u' and target.kind == 'i')
