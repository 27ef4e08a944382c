"""The strategy that places programs on IPUs: IPUStrategy."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._functions import Function
from tensorflow._missing import refuse
from tensorflow.python.ipu._poplar_flags import poplar_flags


class IPUStrategyV1:
    """A machine with the system of the latest IPUConfig. strategy.run() is one engine run."""

    def __init__(
        self,
        ipu_device: str = '/device:IPU:0',
        cpu_device: str = '/device:CPU:0',
        enable_dataset_iterators: bool = True,
        enable_keras_extensions: bool = True,
    ) -> None:
        refuse('IPUStrategy', enable_keras_extensions=not enable_keras_extensions)
        self._ordinal = _ordinal_of(ipu_device)
        self._dataset_iterators = enable_dataset_iterators
        self._inside: Any = None

    @property
    def _javascript(self) -> Any:
        if self._inside is None:
            options = {**machine_options(), **poplar_flags()}
            if self._ordinal:
                options['device_ordinal'] = self._ordinal
            self._inside = call(emulator.strategy, **options)
        return self._inside

    @contextmanager
    def scope(self) -> Iterator['IPUStrategyV1']:
        """Variables, models and iterators of datasets that are made inside belong to the device."""
        context.strategies.append(self)
        try:
            yield self
        finally:
            context.strategies.pop()

    def run(self, fn: Any, args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        if not isinstance(fn, Function):
            raise ValueError(
                'IPUStrategy.run(fn, ...) requires a `tf.function` or a `Function`: put @tf.function before '
                f'{getattr(fn, "__name__", "it")}'
            )
        return fn.run_on(self, tuple(args), dict(kwargs or {}))

    def experimental_run_v2(self, *unused: Any, **also_unused: Any) -> None:
        raise RuntimeError('experimental_run_v2 is not supported: use strategy.run()')

    @property
    def num_replicas_in_sync(self) -> int:
        return 1


IPUStrategy = IPUStrategyV1
_default: list[IPUStrategyV1] = []


def _ordinal_of(device: str) -> int:
    last = device.rsplit(':', 1)[-1]
    return int(last) if last.isdigit() else 0


def machine_options() -> dict[str, Any]:
    """Of strategies and models: the system that was configured, and Poplar's engine options."""
    options: dict[str, Any] = {'config': context.config or {'auto_select_ipus': 1}}
    engine_options = os.environ.get('POPLAR_ENGINE_OPTIONS')
    if engine_options:
        options['engine_options'] = engine_options
    return options


def current_strategy() -> IPUStrategyV1:
    """The one whose scope() the program is in; else one that all share."""
    if context.strategies:
        return context.strategies[-1]  # type: ignore[no-any-return]
    if not _default:
        _default.append(IPUStrategyV1())
    return _default[0]
