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

_RUNTIME = '__control_flow__'


def _assigned(nodes: list[ast.stmt]) -> list[str]:
    """The names that statements bind, in order; those of functions and comprehensions inside are their own."""
    found: dict[str, None] = {}

    class Finder(ast.NodeVisitor):
        def visit_Name(self, node: ast.Name) -> None:
            if isinstance(node.ctx, (ast.Store, ast.Del)):
                found.setdefault(node.id)

        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            found.setdefault(node.name)

        def visit_ClassDef(self, node: ast.ClassDef) -> None:
            found.setdefault(node.name)

        def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
            for each in node.names:
                found.setdefault((each.asname or each.name).split('.')[0])

        visit_ImportFrom = visit_Import

        def skip(self, node: ast.AST) -> None:
            pass

        visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = skip

    for node in nodes:
        Finder().visit(node)
    return [name for name in found if not name.startswith('__ag_')]


def _loaded(nodes: list[ast.stmt]) -> set[str]:
    return {
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }


def _leaves(nodes: list[ast.stmt]) -> bool:
    """Whether return, or a break or continue of the loop with this body, may leave the statements."""

    def leaves(node: ast.AST, inside: bool) -> bool:
        if isinstance(node, ast.Return) or (
            isinstance(node, (ast.Break, ast.Continue)) and not inside
        ):
            return True
        if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            return False
        within = inside or isinstance(node, (ast.For, ast.While))
        return any(leaves(each, within) for each in ast.iter_child_nodes(node))

    return any(leaves(node, False) for node in nodes)


def _ends(nodes: list[ast.stmt]) -> bool:
    """Whether the statements always end in a return or an error."""
    if not nodes:
        return False
    last = nodes[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    return isinstance(last, ast.If) and _ends(last.body) and _ends(last.orelse)


def _returns_only(nodes: list[ast.stmt]) -> bool:
    """Whether all that leaves the statements are returns at their very end."""
    return (
        _ends(nodes)
        and not _leaves(nodes[:-1])
        and (
            isinstance(nodes[-1], ast.Return)
            or (
                isinstance(nodes[-1], ast.If)
                and _returns_only(nodes[-1].body)
                and _returns_only(nodes[-1].orelse)
            )
        )
    )


class _Rewriter(ast.NodeTransformer):
    def __init__(self, arguments: set[str], shared: dict[str, str]) -> None:
        self._number = 0
        self._shared = shared  # names that the function declares as 'global' or 'nonlocal'
        self._known = set(
            arguments
        )  # names that are set, or hold Undefined, by the time a statement comes

    # ---- what is made ----

    def _at(self, source: ast.AST, code: str) -> list[ast.stmt]:
        """Statements, at the place of `source`."""
        made = ast.parse(code).body
        for statement in made:
            for node in ast.walk(statement):
                ast.copy_location(node, source)
        return made

    def _expression(self, source: ast.AST, code: str) -> Any:
        return self._at(source, code)[0].value  # type: ignore[attr-defined]

    def _state(self, node: ast.stmt, names: list[str]) -> tuple[list[ast.stmt], str]:
        """The functions that read and set the names, and what comes before: Undefined for new ones."""
        names[:] = [each for each in names if each not in self._shared]
        self._number += 1
        number = str(self._number)
        before: list[ast.stmt] = []
        for name in names:
            if name not in self._known:
                before += self._at(node, f'{name} = {_RUNTIME}.Undefined({name!r})')
                self._known.add(name)
        listed = ''.join(f'{each}, ' for each in names)
        shared = f'nonlocal {", ".join(names)}' if names else 'pass'
        before += self._at(node, f'def __ag_get_{number}():\n return ({listed})')
        before += self._at(
            node,
            f'def __ag_set_{number}(__ag_values):\n {shared}\n ({listed}) = __ag_values'
            if names
            else f'def __ag_set_{number}(__ag_values):\n pass',
        )
        return before, number

    def _function(
        self, node: ast.AST, name: str, parameter: str, names: list[str], body: list[ast.stmt]
    ) -> ast.stmt:
        lines = [f'nonlocal {", ".join(names)}'] if names else []
        lines += [
            f'{self._shared[each]} {each}' for each in _assigned(body) if each in self._shared
        ]
        code = '\n '.join(lines or ['pass'])
        [made] = self._at(node, f'def {name}({parameter}):\n {code}')
        assert isinstance(made, ast.FunctionDef)
        made.body += body
        return made

    def _block(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of one branch: what it alone sets is not known after it."""
        known = set(self._known)
        found: list[ast.stmt] = []
        for node in nodes:
            made = self.visit(node)
            found += made if isinstance(made, list) else [made] if made is not None else []
        self._known = known
        return found

    # ---- statements ----

    def _note(self, node: ast.stmt) -> None:
        self._known |= set(_assigned([node]))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        result = super().generic_visit(node)
        if isinstance(
            node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.With, ast.Import, ast.ImportFrom)
        ):
            self._note(node)
        return result

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._known.add(node.name)
        return node  # converted when it is called

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._known.add(node.name)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_If(self, node: ast.If) -> Any:
        if _leaves(node.body + node.orelse):
            return self._if_that_leaves(node)
        names = _assigned(node.body + node.orelse)
        both = [
            each
            for each in names
            if each in _assigned(node.body) and each in _assigned(node.orelse)
        ]
        test = self.visit(node.test)
        before, number = self._state(node, names)
        before.append(
            self._function(
                node,
                f'__ag_then_{number}',
                '',
                names,
                self._block(node.body) or self._at(node, 'pass'),
            )
        )
        before.append(
            self._function(
                node,
                f'__ag_else_{number}',
                '',
                names,
                self._block(node.orelse) or self._at(node, 'pass'),
            )
        )
        [call] = self._at(
            node,
            f'{_RUNTIME}.if_statement(None, __ag_then_{number}, __ag_else_{number}, __ag_get_{number}, '
            f'__ag_set_{number}, {names!r}, {both!r})',
        )
        call.value.args[0] = test  # type: ignore[attr-defined]
        return [*before, call]

    def _if_that_leaves(self, node: ast.If) -> Any:
        """Where both branches return, the value is chosen; else the condition must be Python's."""
        if not (_returns_only(node.body) and _returns_only(node.orelse)):
            node.test = self._python_only(node.test, 'bool')
            node.body, node.orelse = self._block(node.body), self._block(node.orelse)
            return node
        self._number += 1
        names = [f'__ag_then_{self._number}', f'__ag_else_{self._number}']
        test = self.visit(node.test)
        made: list[ast.stmt] = []
        for name, body in zip(names, (node.body, node.orelse)):
            local = [each for each in _assigned(body) if each in self._known]
            made.append(self._function(node, name, '', local, self._block(body)))
        [chosen] = self._at(node, f'return {_RUNTIME}.if_expression(None, {names[0]}, {names[1]})')
        chosen.value.args[0] = test  # type: ignore[attr-defined]
        return [*made, chosen]

    def _python_only(self, test: ast.expr, kind: str) -> ast.expr:
        call = self._expression(test, f'{_RUNTIME}.python_{kind}(None)')
        call.args[0] = self.visit(test)
        return call  # type: ignore[no-any-return]

    def visit_While(self, node: ast.While) -> Any:
        if _leaves(node.body) or node.orelse:
            node.test = self._python_only(node.test, 'bool')
            node.body = self._block(node.body)
            return node
        names = _assigned(node.body)
        before, number = self._state(node, names)
        test = self.visit(node.test)
        [given] = self._at(node, f'def __ag_test_{number}():\n return None')
        given.body[0].value = test  # type: ignore[attr-defined]
        body = self._function(node, f'__ag_body_{number}', '', names, self._block(node.body))
        call = self._at(
            node,
            f'{_RUNTIME}.while_statement(__ag_test_{number}, __ag_body_{number}, __ag_get_{number}, '
            f'__ag_set_{number}, {names!r})',
        )
        return [*before, given, body, *call]

    def visit_For(self, node: ast.For) -> Any:
        if _leaves(node.body) or node.orelse:
            node.iter = self._python_only(node.iter, 'iterable')
            self._known |= set(_assigned([node]))
            node.body = self._block(node.body)
            return node
        targets = [each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)]
        names = list(dict.fromkeys(targets + _assigned(node.body)))
        wanted = bool(set(targets) & _loaded(node.body))
        iterable = self.visit(node.iter)
        before, number = self._state(node, names)
        [take] = self._at(node, 'x = __ag_item')
        take.targets = [node.target]  # type: ignore[attr-defined]
        body = self._function(
            node, f'__ag_body_{number}', '__ag_item', names, [take, *self._block(node.body)]
        )
        [call] = self._at(
            node,
            f'{_RUNTIME}.for_statement(None, __ag_body_{number}, __ag_get_{number}, __ag_set_{number}, '
            f'{names!r}, {wanted})',
        )
        call.value.args[0] = iterable  # type: ignore[attr-defined]
        return [*before, body, call]

    # ---- expressions ----

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        call = self._expression(node, f'{_RUNTIME}.if_expression(None, lambda: None, lambda: None)')
        call.args[0], call.args[1].body, call.args[2].body = node.test, node.body, node.orelse
        return call

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        name = 'both' if isinstance(node.op, ast.And) else 'either'
        result = node.values[0]
        for each in node.values[1:]:
            call = self._expression(node, f'{_RUNTIME}.{name}(None, lambda: None)')
            call.args[0], call.args[1].body = result, each
            result = call
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        call = self._expression(node, f'{_RUNTIME}.opposite(None)')
        call.args[0] = node.operand
        return call

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in (
            'super',
            'locals',
            'globals',
            'vars',
            'dir',
            'eval',
            'exec',
        ):
            return node
        call = self._expression(node, f'{_RUNTIME}.called(None)')
        call.args[0] = node.func
        node.func = call
        return node


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
    rewriter = _Rewriter(names, shared)
    definition.body = rewriter._block(definition.body)
    free = [*function.__code__.co_freevars, _RUNTIME]
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
    cells[_RUNTIME] = types.CellType(_control_flow)
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
    written = function.__name__ != '<lambda>' and _RUNTIME not in code.co_freevars
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
