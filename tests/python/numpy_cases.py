"""Evaluates lines of Python and tells what each gives: for NumPy and for the numpy of this project.

    python3 numpy_cases.py numpy_expressions.txt     # a list of JSON: [line, what it gave] for each

A line has statements, separated by semicolons; the last one's value is shown by repr() and str().
Of an exception, the class and the words are shown; only the class if the line begins with "~".
"""

import ast
import io
import json
import os
import sys
import tempfile
import warnings

import numpy as np

warnings.simplefilter('ignore')


def _class_name(error):
    """The first class that Python has itself: NumPy's own exceptions differ by version."""
    return next(c.__name__ for c in type(error).__mro__ if c.__module__ == 'builtins')


def _shown(value):
    if isinstance(value, tuple):
        return '(' + ', '.join(map(_shown, value)) + ')'
    kind = type(value).__name__.split('[')[0]
    if isinstance(value, (np.ndarray, np.generic)):
        return f'{kind} {value.dtype} {value.shape}\n{value!r}\n{value}'
    return f'{kind} {value!r}'


def _evaluate(line):
    space = {'np': np, 'io': io, 'os': os, 'tempfile': tempfile}
    tree = ast.parse(line)
    last = tree.body.pop()
    exec(compile(tree, '<case>', 'exec'), space)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), '<case>', 'exec'), space)
        return None
    return eval(compile(ast.Expression(last.value), '<case>', 'eval'), space)


def evaluate(line):
    """What a line gives, as text."""
    before = dict(np.get_printoptions())
    try:
        return _shown(_evaluate(line.removeprefix('~')))
    except Exception as error:
        name = _class_name(error)
        return name if line.startswith('~') else f'{name}: {error}'
    finally:
        before.pop('override_repr', None)  # which newer versions tell, but do not take
        np.set_printoptions(**before)


def cases(text):
    """The lines of a file that are neither empty nor comments."""
    return [line for line in text.splitlines() if line.strip() and not line.startswith('#')]


def main(path):
    with open(path, encoding='utf-8') as file:
        lines = cases(file.read())
    print(json.dumps([[line, evaluate(line)] for line in lines]))


if __name__ == '__main__':
    main(sys.argv[1])
