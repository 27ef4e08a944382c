"""Numbers with a point as text: the fewest digits that tell a number from its neighbours.

float32 and float16 have neighbours farther apart than Python's floats, hence fewer digits.
"""

import math
import struct

_PACKED = {'float32': '<f', 'float16': '<e'}


def _holds(name: str, value: float, text: str) -> bool:
    """Whether text is read as this very number of the type."""
    form = _PACKED[name]
    try:
        return bool(struct.unpack(form, struct.pack(form, float(text)))[0] == value)
    except OverflowError:
        return False


def shortest(value: float, name: str) -> tuple[str, int]:
    """The digits of a finite number without trailing zeros, and the exponent of the first one."""
    if name == 'float64':
        plain = repr(abs(value))
        mantissa, _, _ = plain.partition('e')
        digits = mantissa.replace('.', '').lstrip('0')
        return digits.rstrip('0') or '0', _exponent(plain)
    for digits_after in range(10):
        text = format(abs(value), f'.{digits_after}e')
        if _holds(name, abs(value), text):
            break
        # Neighbours of a power of 2 lie farther above than below: the next number may still do.
        text = _next_up(text)
        if math.frexp(value)[0] in (0.5, -0.5) and _holds(name, abs(value), text):
            break
    mantissa, _, exponent = text.partition('e')
    return mantissa.replace('.', '').rstrip('0') or '0', int(exponent) if value else 0


def _next_up(text: str) -> str:
    """The next number with as many digits."""
    mantissa, _, exponent = text.partition('e')
    whole, _, fraction = mantissa.partition('.')
    digits = str(int(whole + fraction) + 1)
    return f"{digits[0]}.{digits[1:]}e{int(exponent) + len(digits) - len(whole + fraction)}"


def _exponent(plain: str) -> int:
    """The exponent of the first digit of what repr() of a float gives."""
    mantissa, _, exponent = plain.partition('e')
    whole, _, fraction = mantissa.partition('.')
    extra = int(exponent or 0)
    if whole.strip('0'):
        return extra + len(whole) - 1
    zeros = len(fraction) - len(fraction.lstrip('0'))
    return extra - zeros - 1 if fraction.strip('0') else 0


def _sign(value: float, plus: bool) -> str:
    return '-' if math.copysign(1.0, value) < 0 else '+' if plus else ''


def positional(value: float, name: str, precision: int | None, unique: bool = True,
               plus: bool = False, exact_whole: bool = False) -> str:
    """Such as 0.25 or 2.: not more than `precision` digits behind the point.

    If unique, there are no more than are needed; else, there are exactly that many. Before the
    point, zeros stand for digits that are not needed, unless `exact_whole`.
    """
    if unique:
        digits, exponent = shortest(value, name)
        if exact_whole and len(digits) <= exponent:
            return f'{_sign(value, plus)}{abs(value):.0f}.'
        behind = max(0, len(digits) - 1 - exponent)
        if precision is None or behind <= precision:
            padded = digits.ljust(exponent + 1, '0')
            if exponent < 0:
                padded = '0' * -exponent + digits
            point = max(exponent, 0) + 1
            return f'{_sign(value, plus)}{padded[:point]}.{padded[point:]}'
    assert precision is not None
    text = format(abs(value), f'.{precision}f')
    text = text if '.' in text else text + '.'
    return _sign(value, plus) + (text.rstrip('0') if unique else text)


def scientific(value: float, name: str, precision: int | None, unique: bool = True,
               plus: bool = False, full: bool = False) -> str:
    """Such as 2.5e-05, with digits as in positional().

    If `full`, digits that are not needed are those of the exact value, not left out.
    """
    if unique:
        digits, exponent = shortest(value, name)
        behind = len(digits) - 1
        if precision is None or behind == precision or behind < precision and not full:
            return f'{_sign(value, plus)}{digits[0]}.{digits[1:]}{exponent_text(exponent)}'
    assert precision is not None
    mantissa, _, exponent_part = format(abs(value), f'.{precision}e').partition('e')
    mantissa = mantissa if '.' in mantissa else mantissa + '.'
    if unique and not full:
        mantissa = mantissa.rstrip('0')
    return _sign(value, plus) + mantissa + exponent_text(int(exponent_part))


def exponent_text(exponent: int, digits: int = 2) -> str:
    """Such as e-05."""
    return f"e{'-' if exponent < 0 else '+'}{abs(exponent):0{digits}d}"


def scalar_text(value: float, name: str) -> str:
    """A number as NumPy prints one that is no element of an array."""
    if not math.isfinite(value):
        return str(value)
    if name == 'float64':
        return repr(value)
    if value == 0 or 1e-4 <= abs(value) < 1e16:
        text = positional(value, name, None)
        return text + '0' if text.endswith('.') else text
    text = scientific(value, name, None)
    return text.replace('.e', 'e')
