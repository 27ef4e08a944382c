"""Assertions about arrays."""

from typing import Any

from numpy._bridge import not_here
from numpy._creation import asarray
from numpy._functions import isclose
from numpy._printing import array_repr


def _report(what: str, x: Any, y: Any, is_same: Any, err_msg: str, verbose: bool) -> None:
    """Raises an AssertionError that shows where two arrays differ."""
    lines = ['', what, err_msg] if err_msg else ['', what]
    wrong = ~asarray(is_same)
    if wrong.size:
        count = int(wrong.sum())
        lines.append(f'Mismatched elements: {count} / {wrong.size} '
                     f'({100 * count / wrong.size:.3g}%)')
        numbers = x.dtype.kind != 'b' and y.dtype.kind != 'b'
        if numbers:
            error = abs(x.astype(float) - y.astype(float))
            error = error[error == error]
            lines.append(f'Max absolute difference: {error.max() if error.size else 0}')
    if verbose:
        lines += [f' x: {array_repr(x)}', f' y: {array_repr(y)}']
    raise AssertionError('\n'.join(lines))


def _compare(what: str, actual: Any, desired: Any, same: Any, equal_nan: bool, err_msg: str,
             verbose: bool) -> None:
    x, y = asarray(actual), asarray(desired)
    if x.shape != y.shape and x.ndim and y.ndim:
        raise AssertionError(f'\n{what}\n{err_msg}\n(shapes {x.shape}, {y.shape} mismatch)')
    is_same = asarray(same(x, y))
    if equal_nan:
        is_same = is_same | ((x != x) & (y != y))
    if not is_same.all():
        _report(what, x, y, is_same, err_msg, verbose)


def assert_array_equal(x: Any, y: Any, err_msg: str = '', verbose: bool = True, *,
                       strict: bool = False) -> None:
    """Raises an AssertionError if two arrays differ."""
    left, right = asarray(x), asarray(y)
    if strict and (left.shape != right.shape or left.dtype != right.dtype):
        raise AssertionError(f'\nArrays are not equal\n(shapes {left.shape}, {right.shape} or '
                             f'dtypes {left.dtype}, {right.dtype} mismatch)')
    _compare('Arrays are not equal', x, y, lambda a, b: a == b, True, err_msg, verbose)


def assert_allclose(actual: Any, desired: Any, rtol: float = 1e-07, atol: float = 0,
                    equal_nan: bool = True, err_msg: str = '', verbose: bool = True) -> None:
    """Raises an AssertionError if two arrays differ by more than atol + rtol * |desired|."""
    _compare(f'Not equal to tolerance rtol={rtol:g}, atol={atol:g}', actual, desired,
             lambda a, b: isclose(a, b, rtol, atol), equal_nan, err_msg, verbose)


def assert_array_almost_equal(x: Any, y: Any, decimal: int = 6, err_msg: str = '',
                              verbose: bool = True) -> None:
    """Raises an AssertionError if two arrays differ by 1.5 units of this decimal or more."""
    bound = 1.5 * 10.0 ** -decimal
    _compare(f'Arrays are not almost equal to {decimal} decimals', x, y,
             lambda a, b: (a == b) | (abs(a - b) < bound), True, err_msg, verbose)


def assert_almost_equal(actual: Any, desired: Any, decimal: int = 7, err_msg: str = '',
                        verbose: bool = True) -> None:
    """As assert_array_almost_equal(), also of numbers."""
    assert_array_almost_equal(actual, desired, decimal, err_msg, verbose)


def assert_array_less(x: Any, y: Any, err_msg: str = '', verbose: bool = True) -> None:
    """Raises an AssertionError if an element is not less."""
    _compare('Arrays are not less-ordered', x, y, lambda a, b: a < b, False, err_msg, verbose)


def assert_equal(actual: Any, desired: Any, err_msg: str = '', verbose: bool = True) -> None:
    """Raises an AssertionError if two objects differ, whether arrays, numbers, lists or dicts."""
    if isinstance(desired, dict):
        assert isinstance(actual, dict), f'{actual!r} is no dict'
        assert_equal(sorted(map(repr, actual)), sorted(map(repr, desired)), err_msg, verbose)
        for key, value in desired.items():
            assert_equal(actual[key], value, f'key={key!r}\n{err_msg}', verbose)
    elif isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for at, (own, wanted) in enumerate(zip(actual, desired)):
            assert_equal(own, wanted, f'item={at}\n{err_msg}', verbose)
    elif hasattr(actual, '__array__') or hasattr(desired, '__array__'):
        assert_array_equal(actual, desired, err_msg, verbose)
    elif not (actual == desired or actual != actual and desired != desired):
        raise AssertionError(f'\nItems are not equal:\n{err_msg}\n ACTUAL: {actual!r}\n DESIRED: '
                             f'{desired!r}')


def assert_raises(exception: Any, *args: Any, **kwargs: Any) -> Any:
    """As unittest.TestCase.assertRaises()."""
    import unittest
    return unittest.TestCase().assertRaises(exception, *args, **kwargs)


def assert_(val: Any, msg: str = '') -> None:
    """Raises an AssertionError unless val is true."""
    if not val:
        raise AssertionError(msg)


def __getattr__(name: str) -> Any:
    if name.startswith('__'):
        raise AttributeError(name)
    not_here(f'numpy.testing.{name}')
