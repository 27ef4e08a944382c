"""Loops and branches on the device as functions: tf.while_loop, tf.cond, and those of ipu.loops."""

from collections.abc import Callable
from typing import Any

from tensorflow._autograph import convert
from tensorflow._context import context
from tensorflow._control_flow import if_expression, results_for_javascript
from tensorflow._emulator import call, callback, emulator
from tensorflow._missing import refuse
from tensorflow._operators import symbolic
from tensorflow._structures import flatten, pack_sequence_as
from tensorflow._structures_js import traced_structure
from tensorflow._tensors import SymbolicTensor
from tensorflow._variables import Operation


def body_of(function: Callable[..., Any]) -> Any:
    """The body of a loop or a stage, as the emulator calls it: with the carried values, then the infeed's element."""
    converted = convert(function)

    def traced(*values: Any) -> Any:
        given = [traced_structure(each) for each in values]
        named = (
            given.pop()
            if given and isinstance(given[-1], dict) and _takes(function, given[-1])
            else {}
        )
        return results_for_javascript(_results(converted(*given, **named)))

    return callback(traced)


def _takes(function: Callable[..., Any], names: dict[str, Any]) -> bool:
    """Whether an element that is a dict goes to parameters by their names."""
    code = getattr(function, '__code__', None)
    return code is not None and set(names) <= set(
        code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    )


def _results(result: Any) -> list[Any]:
    if result is None:
        return []
    results = list(result) if isinstance(result, (list, tuple)) else [result]
    flat = flatten(results)
    seen_operation = False
    for each in flat:
        if isinstance(each, Operation):
            seen_operation = True
        elif seen_operation:
            raise ValueError(
                'IPU loop body must return zero or more Tensor values followed by zero or more Operations.'
            )
    return [each for each in flat if each is not None]


def unwrapped(found: Any) -> Any:
    """Carried values after a loop: one by itself, none as an operation."""
    values = [SymbolicTensor(each) for each in found]
    if not values:
        return Operation(None)
    return values[0] if len(values) == 1 else values


def listed(inputs: Any) -> list[SymbolicTensor]:
    given = (
        [] if inputs is None else list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    )
    return [symbolic(each) for each in given]


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: int | None = None,
    name: str | None = None,
) -> Any:
    """tf.while_loop, on the device in a traced function and in Python outside."""
    refuse('tf.while_loop', shape_invariants=shape_invariants)
    if not context.tracing:
        values = loop_vars
        while cond(*values):
            values = body(*values)
        return values
    leaves = flatten(loop_vars)

    def condition(*values: Any) -> Any:
        given = pack_sequence_as(loop_vars, [SymbolicTensor(each) for each in values])
        return symbolic(convert(cond)(*given))._javascript

    def traced(*values: Any) -> Any:
        given = pack_sequence_as(loop_vars, [SymbolicTensor(each) for each in values])
        return results_for_javascript(flatten(convert(body)(*given)))

    found = call(
        emulator.loops.whileLoop,
        callback(condition),
        callback(traced),
        [symbolic(each) for each in leaves],
        None,
        **({} if maximum_iterations is None else {'maximum_iterations': maximum_iterations})
    )
    return pack_sequence_as(loop_vars, [SymbolicTensor(each) for each in found])


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """tf.cond"""
    if true_fn is None or false_fn is None:
        raise TypeError('tf.cond wants true_fn and false_fn')
    return if_expression(pred, convert(true_fn), convert(false_fn))


def no_op(name: str | None = None) -> Operation:
    return Operation(None)


def group(*inputs: Any, name: str | None = None) -> Operation:
    """All of the operations; they act where they were traced."""
    return next(
        (each for each in flatten(list(inputs)) if isinstance(each, Operation)), Operation(None)
    )
