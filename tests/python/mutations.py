"""Programs with one mistake each: mutations(text) gives {kind, line, what, text} for all that somebody may have made in it."""

import ast
import builtins
import re

# Mutations that leave a right program, by kind: printing less, an argument with a default, a layer that may stand elsewhere,
# a scope that strategy.run() enters itself, a name in a branch that is not run.
RIGHT = {
    'argument': r"print\(|float\(loss|SGD\(0|AdamOptimizer\(0|str\(np|dense\(tf\.nn\.relu|prefetch\(|placeholder\(|range\(STEPS_PER",
    'keyword': r'gradient_accumulation_steps_per_replica',
    'name': r'batches|examples|BATCH_SIZE',
    'order': r'outfeed_layers|x = keras|width = max|first_activations|dataset\.map|\.repeat\(\)\.batch',
    'with': r'strategy\.scope',
}


class _Source:
    """A program's text, whose places are those of its syntax tree: lines from 1, columns in bytes of UTF-8."""

    def __init__(self, text):
        self.bytes = text.encode()
        self._starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node):
        return (self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset)

    def lines(self, node):
        """Whole lines of a statement."""
        return self._starts[node.lineno - 1], self._starts[node.end_lineno]

    def cut(self, begin, end):
        return self.bytes[begin:end].decode()

    def replaced(self, begin, end, text):
        return (self.bytes[:begin] + text.encode() + self.bytes[end:]).decode()


def _misspelt(name):
    """As a finger slips: two letters in the middle change places; without two different ones, the last letter comes twice."""
    middle = len(name) // 2
    for i in range(middle, len(name) - 1):
        if name[i] != name[i + 1]:
            return name[:i] + name[i + 1] + name[i] + name[i + 2:]
    return name + name[-1]


def _names_stored(statement):
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _names_loaded(statement):
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _attributes(source, tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            _, end = source.span(node)
            yield 'attribute', node, end - len(node.attr), end, _misspelt(node.attr), node.attr


def _keywords(source, tree):
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for keyword in call.keywords:
            if keyword.arg is not None:
                begin, _ = source.span(keyword)
                yield 'keyword', call, begin, begin + len(keyword.arg), _misspelt(keyword.arg), keyword.arg


def _names(source, tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and not hasattr(builtins, node.id):
            yield 'name', node, *source.span(node), _misspelt(node.id), node.id


def _arguments(source, tree):
    """The last argument given by position is missing."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if call.args and not call.keywords and not isinstance(call.args[-1], (ast.Starred, ast.GeneratorExp)):
            begin, end = source.span(call.args[-1])
            if len(call.args) > 1:
                begin = source.span(call.args[-2])[1]
            yield 'argument', call, begin, end, '', f'{ast.unparse(call.func)}({source.cut(*source.span(call.args[-1]))})'


def _withs(source, tree):
    """A `with` is missing: what was in it is done without."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            begin, _ = source.span(node)
            _, end = source.span(node.items[-1].optional_vars or node.items[-1].context_expr)
            yield 'with', node, begin, end, 'if True', ast.unparse(node.items[0].context_expr)


def _orders(source, tree):
    """Two statements in the wrong order: the second one makes what the first one needs."""
    for block in ast.walk(tree):
        for first, second in zip(*[getattr(block, 'body', [])[i:] for i in (0, 1)] if isinstance(
                getattr(block, 'body', None), list) else ([], [])):
            if _names_stored(first) & _names_loaded(second) and not isinstance(second, ast.FunctionDef):
                begin, middle = source.lines(first)
                next_begin, end = source.lines(second)
                if middle <= next_begin:
                    swapped = source.cut(next_begin, end) + source.cut(middle, next_begin) + source.cut(begin, middle)
                    yield 'order', first, begin, end, swapped, ast.unparse(second).split('\n')[0]


def mutations(text):
    """All of them, in the order of the kinds and of the program's lines."""
    source, tree = _Source(text), ast.parse(text)
    found = []
    for kind in (_attributes, _keywords, _names, _arguments, _withs, _orders):
        made = [
            {'kind': name, 'line': node.lineno, 'last': node.end_lineno, 'what': what, 'text': source.replaced(begin, end, new)}
            for name, node, begin, end, new, what in kind(source, tree)
        ]
        found += sorted(made, key=lambda each: each['line'])
    return [each for each in found if not re.search(RIGHT.get(each['kind'], '^$'), each['what'])]


if __name__ == '__main__':
    import json
    import os
    import sys

    print(json.dumps({name: mutations(open(name).read()) for name in sys.argv[1:]}))
