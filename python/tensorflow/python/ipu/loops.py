"""Loops on the device: repeat and while_loop."""

from collections.abc import Callable
from typing import Any

from tensorflow._emulator import call, callback, emulator
from tensorflow._autograph import convert
from tensorflow._loops import body_of, listed, unwrapped
from tensorflow._missing import missing
from tensorflow._operators import symbolic
from tensorflow._tensors import SymbolicTensor


def repeat(
    n: Any,
    body: Callable[..., Any],
    inputs: Any = None,
    infeed_queue: Any = None,
    use_while_v1: bool = True,
) -> Any:
    """Runs the body n times; gives the carried values after the last iteration."""
    count = n if isinstance(n, SymbolicTensor) else int(n)
    return unwrapped(
        call(emulator.loops.repeat, count, body_of(body), listed(inputs), infeed_queue)
    )


def while_loop(
    condition: Callable[..., Any],
    body: Callable[..., Any],
    inputs: Any = None,
    infeed_queue: Any = None,
    maximum_iterations: int | None = None,
    use_while_v1: bool = True,
) -> Any:
    """Until the condition, which sees the carried values only, is false."""

    def traced(*values: Any) -> Any:
        return symbolic(convert(condition)(*(SymbolicTensor(each) for each in values)))._javascript

    limit = {} if maximum_iterations is None else {'maximum_iterations': int(maximum_iterations)}
    return unwrapped(
        call(
            emulator.loops.whileLoop,
            callback(traced),
            body_of(body),
            listed(inputs),
            infeed_queue,
            **limit
        )
    )


__getattr__ = missing('ipu.loops', {'while': 'its name is while_loop'})
