"""The syntax tree of a function, rewritten statement by statement (_autograph.py says into what)."""

import ast
from typing import Any

from tensorflow import _syntax

RUNTIME = '__control_flow__'


class Rewriter(ast.NodeTransformer):
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
                before += self._at(node, f'{name} = {RUNTIME}.Undefined({name!r})')
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
            f'{self._shared[each]} {each}' for each in _syntax.assigned(body) if each in self._shared
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
        self._known |= set(_syntax.assigned([node]))

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
        if _syntax.leaves(node.body + node.orelse):
            return self._if_that_leaves(node)
        names = _syntax.assigned(node.body + node.orelse)
        both = [
            each
            for each in names
            if each in _syntax.assigned(node.body) and each in _syntax.assigned(node.orelse)
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
            f'{RUNTIME}.if_statement(None, __ag_then_{number}, __ag_else_{number}, __ag_get_{number}, '
            f'__ag_set_{number}, {names!r}, {both!r})',
        )
        call.value.args[0] = test  # type: ignore[attr-defined]
        return [*before, call]

    def _if_that_leaves(self, node: ast.If) -> Any:
        """Where both branches return, the value is chosen; else the condition must be Python's."""
        if not (_syntax.returns_only(node.body) and _syntax.returns_only(node.orelse)):
            node.test = self._python_only(node.test, 'bool')
            node.body, node.orelse = self._block(node.body), self._block(node.orelse)
            return node
        self._number += 1
        names = [f'__ag_then_{self._number}', f'__ag_else_{self._number}']
        test = self.visit(node.test)
        made: list[ast.stmt] = []
        for name, body in zip(names, (node.body, node.orelse)):
            local = [each for each in _syntax.assigned(body) if each in self._known]
            made.append(self._function(node, name, '', local, self._block(body)))
        [chosen] = self._at(node, f'return {RUNTIME}.if_expression(None, {names[0]}, {names[1]})')
        chosen.value.args[0] = test  # type: ignore[attr-defined]
        return [*made, chosen]

    def _python_only(self, test: ast.expr, kind: str) -> ast.expr:
        call = self._expression(test, f'{RUNTIME}.python_{kind}(None)')
        call.args[0] = self.visit(test)
        return call  # type: ignore[no-any-return]

    def visit_While(self, node: ast.While) -> Any:
        if _syntax.leaves(node.body) or node.orelse:
            node.test = self._python_only(node.test, 'bool')
            node.body = self._block(node.body)
            return node
        names = _syntax.assigned(node.body)
        before, number = self._state(node, names)
        test = self.visit(node.test)
        [given] = self._at(node, f'def __ag_test_{number}():\n return None')
        given.body[0].value = test  # type: ignore[attr-defined]
        body = self._function(node, f'__ag_body_{number}', '', names, self._block(node.body))
        call = self._at(
            node,
            f'{RUNTIME}.while_statement(__ag_test_{number}, __ag_body_{number}, __ag_get_{number}, '
            f'__ag_set_{number}, {names!r})',
        )
        return [*before, given, body, *call]

    def visit_For(self, node: ast.For) -> Any:
        if _syntax.leaves(node.body) or node.orelse:
            node.iter = self._python_only(node.iter, 'iterable')
            self._known |= set(_syntax.assigned([node]))
            node.body = self._block(node.body)
            return node
        targets = [each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)]
        names = list(dict.fromkeys(targets + _syntax.assigned(node.body)))
        wanted = bool(set(targets) & _syntax.loaded(node.body))
        iterable = self.visit(node.iter)
        before, number = self._state(node, names)
        [take] = self._at(node, 'x = __ag_item')
        take.targets = [node.target]  # type: ignore[attr-defined]
        body = self._function(
            node, f'__ag_body_{number}', '__ag_item', names, [take, *self._block(node.body)]
        )
        [call] = self._at(
            node,
            f'{RUNTIME}.for_statement(None, __ag_body_{number}, __ag_get_{number}, __ag_set_{number}, '
            f'{names!r}, {wanted})',
        )
        call.value.args[0] = iterable  # type: ignore[attr-defined]
        return [*before, body, call]

    # ---- expressions ----

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        call = self._expression(node, f'{RUNTIME}.if_expression(None, lambda: None, lambda: None)')
        call.args[0], call.args[1].body, call.args[2].body = node.test, node.body, node.orelse
        return call

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        name = 'both' if isinstance(node.op, ast.And) else 'either'
        result = node.values[0]
        for each in node.values[1:]:
            call = self._expression(node, f'{RUNTIME}.{name}(None, lambda: None)')
            call.args[0], call.args[1].body = result, each
            result = call
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        call = self._expression(node, f'{RUNTIME}.opposite(None)')
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
        call = self._expression(node, f'{RUNTIME}.called(None)')
        call.args[0] = node.func
        node.func = call
        return node
