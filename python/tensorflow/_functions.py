"""Functions that are traced once for each signature and run on a strategy (tf.function)."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorflow._autograph import convert
from tensorflow._context import context
from tensorflow._emulator import array_of, bridge, call, callback, emulator, for_javascript
from tensorflow._structures import flatten, pack_sequence_as
from tensorflow._threads import run_waiting
from tensorflow._tensors import EagerTensor, SymbolicTensor, Tensor, eager
from tensorflow._operators import symbolic
from tensorflow._variables import Operation


def travels(value: Any) -> bool:
    """Whether an argument goes to the device with each call: tensors and arrays. All else is fixed while tracing."""
    return isinstance(value, (EagerTensor, np.ndarray, np.generic))


def _fixed_key(value: Any) -> Any:
    if isinstance(value, (str, bytes, int, float, bool, type(None))):
        return (type(value), value)
    return id(value)


class Traced:
    """A function of the program on one strategy: what was traced of it, by signature."""

    def __init__(self, function: Callable[..., Any], strategy: Any) -> None:
        self._function = function
        self._strategy = strategy
        self._variants: dict[Any, Any] = {}

    def run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """One engine run; the structure that the function returned, with numbers."""
        structure = (list(args), dict(kwargs))
        leaves = flatten(structure)
        moving = [
            each if isinstance(each, EagerTensor) else eager(each)
            for each in leaves
            if travels(each)
        ]
        for each in moving:
            if each.dtype.name == 'float64':
                raise TypeError(
                    'float64 cannot travel to an IPU: cast it to float32 (tf.cast, or array.astype(np.float32))'
                )
        key = (
            repr(pack_sequence_as(structure, [0] * len(leaves))),
            tuple(
                (eager(each).dtype.name, tuple(eager(each).shape))
                if travels(each)
                else _fixed_key(each)
                for each in leaves
            ),
        )
        if key not in self._variants:
            self._variants[key] = self._variant(structure, leaves)
        function, outcome, _ = self._variants[key]
        machine = self._strategy._javascript
        context.ran(machine)
        found = call(bridge.run, machine, function, for_javascript(moving))
        run_waiting()
        arrays = [EagerTensor(array_of(each)) for each in flatten_arrays(found)]
        if not outcome:
            return None
        [(made, is_value)] = outcome
        if not arrays:  # with synthetic data nothing comes to the host
            arrays = [_zeros_like(each) for each, wanted in zip(flatten(made), is_value) if wanted]
        values = iter(arrays)
        return pack_sequence_as(made, [next(values) if each else None for each in is_value])

    def _variant(self, structure: Any, leaves: list[Any]) -> tuple[Any, list[Any], Any]:
        outcome: list[Any] = []

        def body(*tensors: Any) -> Any:
            given = iter(tensors)
            filled = [SymbolicTensor(next(given)) if travels(each) else each for each in leaves]
            args, kwargs = pack_sequence_as(structure, filled)
            context.graphs.append(self)
            try:
                result = convert(self._function)(*args, **kwargs)
                outcome[:] = [(result, [_is_result(each) for each in flatten(result)])]
                return for_javascript(
                    [symbolic(each) for each in flatten(result) if _is_result(each)]
                )
            finally:
                context.graphs.pop()

        name = getattr(self._function, '__name__', 'function')
        made = call(emulator.function, self._strategy._javascript, callback(body), name=name)
        return made, outcome, leaves  # the leaves are kept alive: their ids are in the key


def _is_result(value: Any) -> bool:
    return isinstance(value, (Tensor, int, float, np.ndarray, np.generic)) and not isinstance(
        value, Operation
    )


def _zeros_like(value: Any) -> EagerTensor:
    like: Any = value if isinstance(value, Tensor) else np.asarray(value)
    return EagerTensor(np.zeros(tuple(like.shape), like.dtype.name))


def flatten_arrays(found: Any) -> list[Any]:
    """What a strategy gave: a list of {data, shape}, one, or nothing."""
    if found is None:
        return []
    return [found] if hasattr(found, 'shape') else list(found)


class Function:
    """What @tf.function makes. Inside another traced function it is a part of that."""

    def __init__(self, function: Callable[..., Any], name: str | None = None) -> None:
        self._function = function
        self._traced: dict[int, Traced] = {}
        functools.update_wrapper(self, function)

    @property
    def python_function(self) -> Callable[..., Any]:
        return self._function

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if context.tracing:
            return convert(self._function)(*args, **kwargs)
        from tensorflow.python.ipu.ipu_strategy import (
            current_strategy,
        )  # pylint: disable=import-outside-toplevel

        return self.run_on(current_strategy(), args, kwargs)

    def run_on(self, strategy: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """strategy.run()"""
        key = id(strategy)
        if key not in self._traced:
            self._traced[key] = Traced(self._function, strategy)
        return self._traced[key].run(args, kwargs)


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_implements: Any = None,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: Any = None,
    experimental_compile: bool | None = None,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
) -> Any:
    """tf.function, as a decorator or as a call. All functions are compiled here, whatever experimental_compile says."""
    return Function if func is None else Function(func)
