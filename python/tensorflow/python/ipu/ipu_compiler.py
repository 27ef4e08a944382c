"""TensorFlow 1: a Python function as one program of the device, which a session runs."""

from collections.abc import Callable
from typing import Any

from tensorflow._autograph import convert
from tensorflow._context import context
from tensorflow._functions import Traced
from tensorflow._missing import not_there
from tensorflow._sessions import Deferred, fed
from tensorflow._structures import map_structure


def compile(
    computation: Callable[..., Any], inputs: Any = None
) -> Deferred:  # pylint: disable=redefined-builtin
    """What session.run() runs: a list of what the function returns, or None where it returns operations only."""
    if not context.graph_mode:
        raise not_there(
            'ipu_compiler.compile in TensorFlow 2', 'a @tf.function, which strategy.run() compiles'
        )
    if not context.strategies:
        raise not_there(
            'ipu_compiler.compile outside of a scope of an IPU, a program for the host,',
            "`with ipu.scopes.ipu_scope('/device:IPU:0'):` around it",
        )
    strategy = context.strategies[-1]
    given = list(inputs or [])
    converted = convert(computation)

    def compiled(*arguments: Any) -> Any:
        result = converted(*arguments)
        return result if isinstance(result, (list, tuple, dict)) else [result]

    compiled.__name__ = getattr(computation, '__name__', 'computation')
    traced = Traced(compiled, strategy)
    context.compiled += 1
    has_run = False

    def run(feed: dict[Any, Any]) -> Any:
        nonlocal has_run
        context.compiled -= not has_run
        has_run = True
        found = traced.run(tuple(fed(each, feed) for each in given), {})
        values = map_structure(lambda each: None if each is None else each.numpy(), found)
        if isinstance(values, dict):
            return values
        tensors = [each for each in values or [] if each is not None]
        return tensors or None

    return Deferred(run)
