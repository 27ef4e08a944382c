"""Callbacks (tf.keras.callbacks): what a model calls while it runs, between executions."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorflow._missing import missing, not_there
from tensorflow._variables import Variable

_METHODS = (
    'on_train_begin',
    'on_train_end',
    'on_epoch_begin',
    'on_epoch_end',
    'on_batch_begin',
    'on_batch_end',
    'on_train_batch_begin',
    'on_train_batch_end',
    'on_test_begin',
    'on_test_end',
    'on_test_batch_begin',
    'on_test_batch_end',
    'on_predict_begin',
    'on_predict_end',
    'on_predict_batch_begin',
    'on_predict_batch_end',
)


class Callback:
    """Epochs and mini-batches are numbered from 0."""

    def __init__(self) -> None:
        self.model: Any = None
        self.params: dict[str, Any] = {}

    def set_model(self, model: Any) -> None:
        self.model = model

    def set_params(self, params: dict[str, Any]) -> None:
        self.params = params


def _nothing(self: Callback, *unused: Any, **also_unused: Any) -> None:
    """Subclasses say what happens."""


for _name in _METHODS:
    setattr(Callback, _name, _nothing)


def _event(method: str) -> str:
    """on_batch_end -> trainBatchEnd, as the emulator names events."""
    from tensorflow._emulator import camel_case  # pylint: disable=import-outside-toplevel

    name = method[3:]
    return camel_case('train_' + name if name.startswith('batch') else name)


class LambdaCallback(Callback):
    """Of functions by the names of events."""

    def __init__(self, **functions: Any) -> None:
        super().__init__()
        for name, function in functions.items():
            if name not in _METHODS:
                raise TypeError(
                    f'{name} is no event of a callback: there are {", ".join(_METHODS)}'
                )
            if function is not None:
                setattr(self, name, function)


class History(Callback):
    """What fit() gives: the logs of each epoch."""

    def __init__(self) -> None:
        super().__init__()
        self.epoch: list[int] = []
        self.history: dict[str, list[float]] = {}

    def on_epoch_end(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class EarlyStopping(Callback):
    """Stops when what it monitors has not got better for `patience` epochs."""

    def __init__(
        self,
        monitor: str = 'val_loss',
        min_delta: float = 0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = 'auto',
        baseline: float | None = None,
        restore_best_weights: bool = False,
    ) -> None:
        super().__init__()
        self.monitor, self.min_delta, self.patience, self.baseline = (
            monitor,
            abs(min_delta),
            patience,
            baseline,
        )
        self.restore_best_weights, self.stopped_epoch, self._wait = restore_best_weights, 0, 0
        self._sign = (
            -1
            if mode == 'max' or (mode == 'auto' and monitor.endswith(('acc', 'accuracy', 'auc')))
            else 1
        )
        self._best: float | None = baseline
        self._weights: Any = None

    def on_epoch_end(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        if self.monitor not in (logs or {}):
            raise KeyError(
                f'EarlyStopping monitors {self.monitor!r}, but the logs have {", ".join(logs or {})}'
            )
        value = (logs or {})[self.monitor]
        if self._best is None or self._sign * (value - self._best) < -self.min_delta:
            self._best, self._wait = value, 0
            self._weights = self.model.get_weights() if self.restore_best_weights else None
            return
        self._wait += 1
        if self._wait < max(1, self.patience):
            return
        self.stopped_epoch, self.model.stop_training = epoch, True
        if self._weights is not None:
            self.model.set_weights(self._weights)


class LearningRateScheduler(Callback):
    """Sets the variable that the optimizer has as its learning rate before each epoch."""

    def __init__(self, schedule: Callable[..., float], verbose: int = 0) -> None:
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def set_model(self, model: Any) -> None:
        super().set_model(model)
        rate = getattr(model.optimizer, 'learning_rate', None)
        if not isinstance(rate, Variable):
            raise not_there(
                f'LearningRateScheduler with an optimizer whose learning_rate is {rate!r}',
                'give the optimizer a variable, such as SGD(learning_rate=tf.Variable(0.1)), or one of '
                'tf.keras.optimizers.schedules',
            )
        self._rate = rate

    def on_epoch_begin(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        given = (epoch, float(self._rate.numpy()))
        takes_rate = len(inspect.signature(self.schedule).parameters) > 1  # older schedules do not
        rate = self.schedule(*given) if takes_rate else self.schedule(epoch)
        if not isinstance(rate, (float, np.floating)):
            raise ValueError(
                f'The output of the "schedule" function should be float. Got: {rate}'
            )
        self._rate.assign(float(rate))
        if self.verbose > 0:
            print(f'\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {rate}.')


class CallbackList:
    """The callbacks of one fit(), evaluate() or predict()."""

    def __init__(self, callbacks: list[Any], model: Any, params: dict[str, Any]) -> None:
        self._callbacks = callbacks
        for each in callbacks:
            if not isinstance(each, Callback):
                raise TypeError(
                    f'callbacks must be a list of tf.keras.callbacks.Callback, but one of them is {each!r}'
                )
            each.set_model(model)
            each.set_params(params)

    @property
    def events(self) -> list[str]:
        """Those that somebody wants to know."""
        wanted = {
            _event(name)
            for name in _METHODS
            for each in self._callbacks
            if getattr(getattr(each, name), '__func__', getattr(each, name)) is not _nothing
        }
        return sorted(wanted)

    def call(self, event: str, number: int, logs: dict[str, float]) -> None:
        numbered = 'poch' in event or 'Batch' in event
        for each in self._callbacks:
            for name in _METHODS:
                if _event(name) == event:
                    method = getattr(each, name)
                    if getattr(method, '__func__', method) is not _nothing:
                        method(number, logs) if numbered else method(logs)


__getattr__ = missing('tf.keras.callbacks')
