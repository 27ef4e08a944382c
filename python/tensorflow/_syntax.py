"""Questions about statements of Python, which _autograph.py asks."""

import ast


def assigned(nodes: list[ast.stmt]) -> list[str]:
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


def loaded(nodes: list[ast.stmt]) -> set[str]:
    return {
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }


def leaves(nodes: list[ast.stmt]) -> bool:
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


def ends(nodes: list[ast.stmt]) -> bool:
    """Whether the statements always end in a return or an error."""
    if not nodes:
        return False
    last = nodes[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    return isinstance(last, ast.If) and ends(last.body) and ends(last.orelse)


def returns_only(nodes: list[ast.stmt]) -> bool:
    """Whether all that leaves the statements are returns at their very end."""
    return (
        ends(nodes)
        and not leaves(nodes[:-1])
        and (
            isinstance(nodes[-1], ast.Return)
            or (
                isinstance(nodes[-1], ast.If)
                and returns_only(nodes[-1].body)
                and returns_only(nodes[-1].orelse)
            )
        )
    )
