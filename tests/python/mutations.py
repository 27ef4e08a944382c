"""Programs with one mistake each: mutations(name, text) gives {kind, line, what, text, right} for all that somebody may have made in it."""

import ast
import builtins

# Mutations that leave a right program, each by its kind and what it begins with: printing less, an argument that has a default, a
# statement that may stand elsewhere, a scope that strategy.run() enters itself.
RIGHT = {
    'keras_pipeline_inspected.py': [
        'order x = outfeed_layers.MaybeOutfeed(activations, final_outfeed=F',
        "order x = keras.layers.Dense(10, activation='softmax', name='digits')(x)",
        'order x = outfeed_layers.MaybeOutfeed(activations, final_outfeed=T',
    ],
    'loops_and_data_pipelines.py': [
        'argument tf.train.AdamOptimizer(0.01)',
        "argument print(f'Epoch {epoch + 1}: loss {total[0] / batches:.4f}, {t",
        'order dataset = tf.data.Dataset.from_tensor_slices((x_train, y_tra',
    ],
    'mnist_with_feeds.py': [
        'argument dataset.prefetch(tf.data.experimental.AUTOTUNE)',
        'argument keras.optimizers.SGD(0.01)',
        'argument range(STEPS_PER_EXECUTION)',
        "argument print('seconds')",
        'argument print(values.numpy()[-500:].mean())',
        'order dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32), ',
    ],
    'mnist_without_feeds.py': [
        'argument dataset.prefetch(tf.data.experimental.AUTOTUNE)',
        'argument keras.optimizers.SGD(0.01)',
        "argument print('seconds')",
        'argument print(float(loss))',
        'argument float(loss)',
        'with strategy.scope()',
        'order dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32), ',
    ],
    'outfeed_example.py': [
        "argument print(f'Step {step}, loss {float(loss):.4f}')",
        'argument float(loss)',
        'argument keras.optimizers.SGD(0.01)',
    ],
    'perf_training_example.py': [
        'argument print(int(count))',
        'argument int(count)',
        'argument print(np.unique(values.numpy()))',
        'with strategy.scope()',
    ],
    'perf_training_example_tf1.py': [
        'argument print(np.unique(values))',
    ],
    'pipelined_model.py': [
        "argument print(f'{title} key: {key} shape: {values.shape}')",
        "argument print(f'\\nStep {step} - Summary Stats')",
        'argument print(f\'{"Index":<5} {"Name":<{width}} {"Mean":<12} {"Std":<',
        "argument print(f'{i:<5} {key:<{width}} {np.mean(values):<12.6f} {np.s",
        'argument str(np.isnan(values).any())',
        'argument str(np.isinf(values).any())',
        'argument dense(tf.nn.relu)',
        'argument OutfeedOptimizer(mode)',
        'argument tf.placeholder([])',
        "argument print(f'Epoch {epoch:.1f}, Mean loss: {np.mean(session.run(l",
        'order width = max((len(key) for key in results)) + 5',
        "order first_activations.maybe_outfeed('dense1', x)",
        "order first_activations.maybe_outfeed('dense2', x)",
        'order steps = 1 if args.run_single_step else math.ceil(args.epochs',
    ],
}

# Of lines with a branch that is not run, nothing is made.
NOT_ALL_RUN = ('OutfeedOptimizerMode.AFTER_COMPUTE', 'steps = 1 if args.run_single_step')


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


def mutations(name, text):
    """All of them, in the order of the kinds and of the program's lines; `right`: what is left is a right program."""
    source, tree, lines = _Source(text), ast.parse(text), text.splitlines()
    found = []
    for kind in (_attributes, _keywords, _names, _arguments, _withs, _orders):
        made = [
            {'kind': name, 'line': node.lineno, 'last': node.end_lineno, 'what': what, 'text': source.replaced(begin, end, new)}
            for name, node, begin, end, new, what in kind(source, tree)
        ]
        found += sorted((each for each in made if not any(part in lines[each['line'] - 1] for part in NOT_ALL_RUN)),
                        key=lambda each: each['line'])
    right = [[each for each in found if f"{each['kind']} {each['what']}".startswith(begin)] for begin in RIGHT.get(name, [])]
    assert all(right), [begin for begin, of in zip(RIGHT[name], right) if not of]
    return [{**each, 'right': any(each in of for of in right)} for each in found]


if __name__ == '__main__':
    import json
    import os
    import sys

    print(json.dumps({name: mutations(name, open(name).read()) for name in sys.argv[1:]}))
