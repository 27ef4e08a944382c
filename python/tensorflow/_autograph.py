"""Rewrites Python functions so that `if`, `while` and `for` work on tensors, as TensorFlow's AutoGraph does.

convert(function) gives one in which each such statement is a call of _control_flow.py, with its body as a function. That
decides when the function runs: on Python's own values the statement does what it always does; on traced tensors it becomes
a branch or a loop on the device. The variables that a body assigns are handed over by two functions, which read and set
them; one that is not set before the statement holds `Undefined` there. Lines keep their numbers, so errors show the
program's own. Functions of the program that are called are converted too.
"""

import ast
import functools
import inspect
import textwrap
import types
import weakref
from collections.abc import Callable
from typing import Any

from tensorflow import _control_flow
from tensorflow._rewriter import RUNTIME, Rewriter


_converted: 'weakref.WeakKeyDictionary[Callable[..., Any], Callable[..., Any]]' = (
    weakref.WeakKeyDictionary()
)


def _rewritten(function: types.FunctionType) -> types.FunctionType:
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent(''.join(lines)))
    ast.increment_lineno(tree, first - 1)
    [definition] = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    arguments = definition.args
    names = {each.arg for each in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    names |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each is not None}
    shared = {
        name: 'global' if isinstance(node, ast.Global) else 'nonlocal'
        for node in ast.walk(definition)
        if isinstance(node, (ast.Global, ast.Nonlocal))
        for name in node.names
    }
    rewriter = Rewriter(names, shared)
    definition.body = rewriter._block(definition.body)
    free = [*function.__code__.co_freevars, RUNTIME]
    outer = ast.parse(f'def __ag_outer({", ".join(free)}):\n pass').body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body = [definition]
    module = ast.fix_missing_locations(ast.Module([outer], []))
    code = compile(module, function.__code__.co_filename, 'exec')
    [outer_code] = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    [inner] = [
        each
        for each in outer_code.co_consts
        if isinstance(each, types.CodeType) and each.co_name == definition.name
    ]
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
    cells[RUNTIME] = types.CellType(_control_flow)
    made = types.FunctionType(
        inner,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells[name] for name in inner.co_freevars),
    )
    made.__kwdefaults__ = function.__kwdefaults__
    functools.update_wrapper(made, function)
    return made


def _is_the_programs(function: types.FunctionType) -> bool:
    """Whether it is a function of the program, as it was written."""
    code = function.__code__
    written = function.__name__ != '<lambda>' and RUNTIME not in code.co_freevars
    return written and not code.co_filename.startswith(('/lib/', '<'))


def convert(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its control flow rewritten; what is not a Python function with a source is given back."""
    if isinstance(function, types.MethodType):
        return types.MethodType(convert(function.__func__), function.__self__)
    if not isinstance(function, types.FunctionType) or not _is_the_programs(function):
        return function
    if function not in _converted:
        try:
            _converted[function] = _rewritten(function)
        except (OSError, TypeError):  # without a source
            _converted[function] = function
    return _converted[function]


_control_flow.convert = convert
