"""Where what follows runs: ipu_scope, ipu_shard."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call_scope, emulator
from tensorflow._missing import missing


@contextmanager
def ipu_scope(device: str) -> Iterator[None]:
    """TensorFlow 1: programs that are compiled inside run on this device, such as '/device:IPU:0'."""
    from tensorflow.python.ipu.ipu_strategy import (
        IPUStrategyV1,
        current_strategy,
    )  # pylint: disable=import-outside-toplevel

    ordinal = device.rsplit(':', 1)[-1]
    context.strategies.append(current_strategy() if ordinal == '0' else IPUStrategyV1(device))
    try:
        yield
    finally:
        context.strategies.pop()


@contextmanager
def entered(open_scope: Any, *arguments: Any) -> Iterator[None]:
    """A scope of the emulator for the time of a `with`."""
    scope = call_scope(open_scope, *arguments)
    try:
        yield
    finally:
        call_scope(scope.close)


def ipu_shard(index: Any) -> Any:
    """Operators inside run on that IPU of the program's."""
    return entered(emulator.ipuShard, int(index[0] if isinstance(index, (list, tuple)) else index))


@contextmanager
def outside_compilation_scope(name: str = 'outside') -> Iterator[None]:
    raise NotImplementedError('outside_compilation_scope: the host is reached by queues here')
    yield  # pylint: disable=unreachable


@contextmanager
def stochastic_rounding(override: Any) -> Iterator[None]:
    """Rounding is to the nearest here, so that the same program gives the same bits: True is refused."""
    if override:
        raise NotImplementedError(
            'stochastic_rounding(True): rounding is to the nearest here, so that the same program gives '
            'the same bits'
        )
    yield


@contextmanager
def frontend_attribute(
    attribute_name: str, attribute_value: Any, restore_to: Any = None
) -> Iterator[None]:
    """Attributes of the compiler, which have no meaning here."""
    yield


__getattr__ = missing('ipu.scopes')
