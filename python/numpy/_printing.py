"""How arrays print: as NumPy prints them, to the last blank."""

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import Any

from numpy._bridge import not_here
from numpy._floats import exponent_text, positional, scientific

Format = Callable[[Any], str]

_options: dict[str, Any] = {
    'edgeitems': 3, 'threshold': 1000, 'floatmode': 'maxprec', 'precision': 8, 'suppress': False,
    'linewidth': 75, 'nanstr': 'nan', 'infstr': 'inf', 'sign': '-', 'formatter': None,
    'legacy': False,
}
_FLOAT_MODES = ('fixed', 'unique', 'maxprec', 'maxprec_equal')


def _checked(changes: dict[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in changes.items() if value is not None}
    if given.get('legacy'):
        not_here('printing as older versions did (legacy)')
    if given.get('floatmode', 'fixed') not in _FLOAT_MODES:
        raise ValueError('floatmode option must be one of ' +
                         ', '.join(f'"{mode}"' for mode in _FLOAT_MODES))
    if given.get('sign', '-') not in (' ', '-', '+'):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    threshold = given.get('threshold', 0)
    if not isinstance(threshold, (int, float)):
        raise TypeError('threshold must be numeric')
    if math.isnan(threshold):
        raise ValueError('threshold must be non-NAN, try sys.maxsize for untruncated '
                         'representation')
    return given


def set_printoptions(precision: int | None = None, threshold: float | None = None,
                     edgeitems: int | None = None, linewidth: int | None = None,
                     suppress: bool | None = None, nanstr: str | None = None,
                     infstr: str | None = None,
                     formatter: dict[str, Format] | None = None, sign: str | None = None,
                     floatmode: str | None = None, *, legacy: Any = None) -> None:
    """Sets how arrays print from now on; what is not named stays, but the formatter."""
    changes = dict(locals())
    _options.update(_checked(changes), formatter=formatter)


def get_printoptions() -> dict[str, Any]:
    """How arrays print now."""
    return dict(_options)


@contextlib.contextmanager
def printoptions(*args: Any, **kwargs: Any) -> Iterator[dict[str, Any]]:
    """Sets how arrays print within a with statement."""
    before = dict(_options)
    try:
        set_printoptions(*args, **kwargs)
        yield get_printoptions()
    finally:
        _options.update(before)


class _FloatFormat:
    """Writes numbers so that their points stand below each other."""

    def __init__(self, values: list[float], name: str, options: dict[str, Any]):
        self.name = name
        self.mode = options['floatmode']
        self.precision = None if self.mode == 'unique' else options['precision']
        self.sign = options['sign']
        self.nan, self.inf = options['nanstr'], options['infstr']
        finite = [value for value in values if math.isfinite(value)]
        sizes = [abs(value) for value in finite if value]
        self.is_scientific = bool(sizes) and (max(sizes) >= 1e8 or not options['suppress'] and (
            min(sizes) < 0.0001 or max(sizes) / min(sizes) > 1000.0))
        self.unique = self.mode != 'fixed'
        self.exponent_digits = 2
        self.left, self.right = self._measure(finite)
        if self.sign == ' ' and not any(math.copysign(1, value) < 0 for value in finite):
            self.left += 1
        if len(finite) < len(values):
            needs_sign = self.sign != '-' or -math.inf in values
            offset = self.right + 1
            self.left = max(self.left, len(self.nan) - offset,
                            len(self.inf) + needs_sign - offset)

    def _measure(self, finite: list[float]) -> tuple[int, int]:
        """How many characters are needed before and behind the point."""
        plus = self.sign == '+'
        write = scientific if self.is_scientific else positional
        texts = [write(value, self.name, self.precision, self.unique, plus) for value in finite]
        if not texts:
            return 0, 0
        if not self.is_scientific:
            parts = [text.split('.') for text in texts]
            right = max(len(part[1]) for part in parts)
            if self.mode in ('fixed', 'maxprec_equal'):
                self.precision, self.unique = right, False
            return max(len(part[0]) for part in parts), right
        mantissas, exponents = zip(*(text.split('e') for text in texts))
        parts = [mantissa.split('.') for mantissa in mantissas]
        self.exponent_digits = max(len(exponent) for exponent in exponents) - 1
        self.precision = max(len(part[1]) for part in parts)
        right = self.exponent_digits + 2 + self.precision
        return max(len(part[0]) for part in parts), right

    def __call__(self, value: float) -> str:
        plus = self.sign == '+'
        if not math.isfinite(value):
            text = self.nan if math.isnan(value) else self.inf
            sign = '-' if value < 0 else '+' if plus else ''
            return f'{sign}{text}'.rjust(self.left + self.right + 1)
        if self.is_scientific:
            text = scientific(value, self.name, self.precision, self.unique, plus, True)
            mantissa, _, exponent = text.partition('e')
            text = mantissa + exponent_text(int(exponent), self.exponent_digits)
            return f"{' ' * (self.left - mantissa.index('.'))}{text}"
        text = positional(value, self.name, self.precision, self.unique, plus, True)
        before, _, behind = text.partition('.')
        return f'{before.rjust(self.left)}.{behind.ljust(self.right)}'


def _whole_format(values: list[int]) -> Format:
    width = max((len(str(value)) for value in (min(values), max(values))), default=0)
    return lambda value: str(value).rjust(width)


_FORMATTER_KEYS = {'b': ('bool', 'all'), 'i': ('int', 'int_kind', 'all'),
                   'u': ('int', 'int_kind', 'all'), 'f': ('float', 'float_kind', 'all')}


def _format_for(array: Any, values: list[Any], options: dict[str, Any]) -> Format:
    kind = array.dtype.kind
    own = options['formatter'] or {}
    for key in _FORMATTER_KEYS[kind]:
        if own.get(key) is not None:
            make, function = array.dtype.type, own[key]
            return lambda value: str(function(make(value)))
    if kind == 'b':
        width = 5 if array.ndim else 0
        return lambda value: str(value).rjust(width)
    if kind == 'f':
        return _FloatFormat(values, array.dtype.name, options)
    return _whole_format(values)


def _edges(array: Any, count: int) -> Any:
    """Only the outer elements of each long axis."""
    for axis, length in enumerate(array.shape):
        if length > 2 * count:
            indices = [*range(count), *range(length - count, length)]
            array = array.take(indices, axis=axis)
    return array


class _Writer:
    """Writes nested lists, wrapped to the width of a line."""

    def __init__(self, separator: str, options: dict[str, Any], shape: tuple[int, ...],
                 is_summary: bool, form: Format):
        self.separator, self.shape, self.form = separator, shape, form
        self.edges = options['edgeitems']
        self.is_summary = is_summary

    def _items(self, values: list[Any], axis: int) -> list[Any]:
        """The elements of an axis, with None where some are left out."""
        if self.is_summary and self.shape[axis] > 2 * self.edges:
            return [*values[:self.edges], None, *values[self.edges:]]
        return values

    def write(self, values: Any, axis: int, indent: str, width: int) -> str:
        if axis == len(self.shape):
            return self.form(values)
        items = self._items(values, axis)
        deeper, narrower = indent + ' ', width - 1
        if axis < len(self.shape) - 1:
            line_end = self.separator.rstrip() + '\n' * (len(self.shape) - axis - 1)
            texts = [
                '...' if item is None else self.write(item, axis + 1, deeper, narrower)
                for item in items
            ]
            return f'[{(line_end + indent).join(texts)}]'
        return self._row(items, indent, width - max(len(self.separator.rstrip()), 1))

    def _row(self, items: list[Any], indent: str, width: int) -> str:
        lines, line = '', indent
        for at, item in enumerate(items):
            word = '...' if item is None else self.form(item)
            if len(line) + len(word) > width and len(line) > len(indent):
                lines += line.rstrip() + '\n'
                line = indent
            line += word
            if at < len(items) - 1:
                line += self.separator
        return f'[{(lines + line)[len(indent):]}]'


def _text(array: Any, options: dict[str, Any], separator: str, prefix: str) -> str:
    if array.size == 0:
        return '[]'
    is_summary = array.size > options['threshold']
    shown = _edges(array, options['edgeitems']) if is_summary else array
    form = _format_for(array, shown.ravel().tolist(), options)
    writer = _Writer(separator, options, array.shape, is_summary, form)
    return writer.write(shown.tolist(), 0, ' ' * (len(prefix) + 1), options['linewidth'])


def array2string(a: Any, max_line_width: int | None = None, precision: int | None = None,
                 suppress_small: bool | None = None, separator: str = ' ', prefix: str = '',
                 style: Any = None, formatter: dict[str, Format] | None = None,
                 threshold: float | None = None, edgeitems: int | None = None,
                 sign: str | None = None, floatmode: str | None = None, suffix: str = '',
                 *, legacy: Any = None) -> str:
    """An array as text; what is not said is as set_printoptions() has it."""
    changes = _checked({
        'linewidth': max_line_width, 'precision': precision, 'suppress': suppress_small,
        'formatter': formatter, 'threshold': threshold, 'edgeitems': edgeitems, 'sign': sign,
        'floatmode': floatmode, 'legacy': legacy})
    options = {**_options, **changes}
    options['linewidth'] -= len(suffix)
    return _text(a.__array__(), options, separator, prefix)


def array_repr(arr: Any, max_line_width: int | None = None, precision: int | None = None,
               suppress_small: bool | None = None) -> str:
    """What repr() gives."""
    width = _options['linewidth'] if max_line_width is None else max_line_width
    is_implied = arr.dtype.name in ('int64', 'float64', 'bool') and arr.size > 0
    prefix, suffix = 'array(', ')' if is_implied else ','
    if arr.size > 0 or arr.shape == (0,):
        body = array2string(arr, width, precision, suppress_small, ', ', prefix, suffix=suffix)
    else:
        body = f'[], shape={arr.shape}'
    text = prefix + body + suffix
    if is_implied:
        return text
    last = f'dtype={arr.dtype.name})'
    used = len(text) - (text.rfind('\n') + 1)
    is_long = used + len(last) + 1 > width
    return text + ('\n' + ' ' * len(prefix) if is_long else ' ') + last


def array_str(a: Any, max_line_width: int | None = None, precision: int | None = None,
              suppress_small: bool | None = None) -> str:
    """What str() gives."""
    if a.ndim == 0:
        return str(a[()])
    return array2string(a, max_line_width, precision, suppress_small, ' ', '')


def format_float_positional(x: Any, precision: int | None = None, unique: bool = True,
                            trim: str = 'k') -> str:
    """A single number without exponent."""
    name = getattr(x, '_dtype_name', None) or 'float64'
    text = positional(float(x), name, precision, unique)
    return text.rstrip('.') if trim == '-' else text
