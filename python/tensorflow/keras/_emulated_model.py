"""Models of the emulator: compile(), fit() and what belongs to them."""

from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._emulator import array_of, bridge, call
from tensorflow._missing import not_there, refuse
from tensorflow._operators import symbolic
from tensorflow._tensors import SymbolicTensor, eager
from tensorflow._variables import Variable, variables_of
from tensorflow.data import Dataset
from tensorflow.keras import callbacks as callback_module
from tensorflow.keras import losses, optimizers
from tensorflow.keras._extensions import ExtendedModel
from tensorflow.keras._layer import KerasTensor
from tensorflow.keras._options import logs_of, metric_of, whole
from tensorflow.python.ipu._poplar_flags import poplar_flags
from tensorflow.python.ipu.ipu_strategy import machine_options


class EmulatedModel(ExtendedModel):
    """A model of the emulator's, made when it is first needed."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name=name)
        self._compiled = False
        self.optimizer: Any = None

    def _make(self, options: dict[str, Any]) -> Any:
        raise NotImplementedError

    @property
    def _javascript(self) -> Any:
        if self._inside is None:
            options = {**machine_options(), **poplar_flags()}
            if options.pop('synthetic_data', False):
                raise not_there('--use_synthetic_data of a Keras model', 'a tf.function on a strategy has it')
            if context.seed is not None:
                options['seed'] = context.seed
            self._inside = self._make(options)
            self._apply_settings()
            context.models.append(self)
        return self._inside

    # ---- in traced functions ----

    def __call__(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        refuse('a model', mask=mask)
        if isinstance(inputs, KerasTensor):
            raise not_there('a model inside a functional model', 'its layers, one after the other')
        if not context.tracing:
            raise not_there(
                'a model outside of a @tf.function, on numbers',
                'model.predict(), or a function that ' 'strategy.run() runs',
            )
        return SymbolicTensor(
            call(self._javascript.call, symbolic(inputs), training=bool(training))
        )

    @property
    def layers(self) -> list[Any]:
        return self._layers

    @property
    def variables(self) -> list[Variable]:
        return variables_of(self._javascript.variables)

    @property
    def trainable_variables(self) -> list[Variable]:
        return variables_of(self._javascript.trainableVariables)

    def build(self, input_shape: Any) -> None:
        call(self._javascript.build, [int(each) for each in list(input_shape)[1:]])

    # ---- training ----

    def compile(
        self,
        optimizer: Any = 'rmsprop',
        loss: Any = None,
        metrics: Any = None,
        steps_per_execution: int | None = None,
        loss_weights: Any = None,
        weighted_metrics: Any = None,
        run_eagerly: bool | None = None,
        jit_compile: bool | None = None,
        sample_weight_mode: Any = None,
    ) -> None:
        refuse(
            'compile()',
            loss_weights=loss_weights,
            weighted_metrics=weighted_metrics,
            run_eagerly=run_eagerly,
            sample_weight_mode=sample_weight_mode,
        )
        if loss is None:
            raise ValueError('compile() wants a loss')
        name, from_logits = losses.named(loss)
        self.optimizer = optimizers.get(optimizer)
        call(
            self._javascript.compile,
            optimizer=self.optimizer,
            loss=name,
            from_logits=from_logits or None,
            metrics=[metric_of(each) for each in metrics] if metrics else None,
            steps_per_execution=steps_per_execution,
        )
        self._compiled = True

    def _dataset(
        self, x: Any, y: Any, batch_size: int | None, shuffle: bool
    ) -> tuple[Dataset, int | None]:
        """The batches, and how many there are where x is an array."""
        if isinstance(x, Dataset):
            return x, None
        given = x if y is None else (x, y)
        rows = Dataset.from_tensor_slices(given)
        count, size = len(rows), batch_size or 32
        if shuffle:
            rows = rows.shuffle(count)
        return rows.batch(min(size, count), drop_remainder=True), count // min(size, count)

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: Any = 'auto',
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: bool = True,
        class_weight: Any = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_batch_size: int | None = None,
        validation_freq: int = 1,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        prefetch_depth: int | None = None,
    ) -> Any:
        refuse(
            'fit()',
            validation_split=validation_split or None,
            class_weight=class_weight,
            sample_weight=sample_weight,
            validation_batch_size=validation_batch_size,
            validation_freq=validation_freq != 1,
            prefetch_depth=prefetch_depth,
        )
        batches, _ = self._dataset(x, y, batch_size, shuffle)
        if isinstance(validation_data, (list, tuple)):
            held_out, labels = validation_data[:2]
            validation_data, _ = self._dataset(held_out, labels, batch_size, False)
        history = callback_module.History()
        self._run(
            'startFit',
            batches,
            [*(callbacks or []), history],
            verbose,
            epochs=int(epochs),
            initial_epoch=int(initial_epoch) or None,
            steps_per_epoch=whole(steps_per_epoch),
            validation_data=validation_data,
            validation_steps=whole(validation_steps),
        )
        return history

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: Any = 'auto',
        steps: int | None = None,
        callbacks: Any = None,
        return_dict: bool = False,
        sample_weight: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> Any:
        refuse('evaluate()', sample_weight=sample_weight)
        batches, _ = self._dataset(x, y, batch_size, False)
        self._run('startEvaluate', batches, list(callbacks or []), verbose, steps=whole(steps))
        logs = logs_of(call(self._javascript.evaluation))
        values = list(logs.values())
        return logs if return_dict else values[0] if len(values) == 1 else values

    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: Any = 0,
        steps: int | None = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> np.ndarray:
        data = x if isinstance(x, Dataset) else eager(x)
        self._run(
            'startPredict',
            data,
            list(callbacks or []),
            verbose,
            steps=whole(steps),
            batch_size=None if isinstance(x, Dataset) else batch_size,
        )
        return array_of(call(self._javascript.predictions))

    def _run(
        self, start: str, data: Any, callbacks: list[Any], verbose: Any, **options: Any
    ) -> None:
        if not self._compiled and start != 'startPredict':
            raise RuntimeError(
                'You must compile your model before training/testing. Use `model.compile(optimizer, loss)`.'
            )
        inside = self._javascript
        context.ran(inside)
        self.stop_training = False
        called = callback_module.CallbackList(
            callbacks, self, {'epochs': options.get('epochs'), 'steps': None}
        )
        call(
            getattr(inside, start),
            data,
            verbose=1 if verbose == 'auto' else int(verbose),
            events=called.events,
            **options,
        )
        printed = 0
        over = False
        while not over:
            state = call(bridge.advanceModel, inside)
            text = str(inside.printed())
            print(text[printed:], end='')
            printed = len(text)
            for each in state.events:
                called.call(str(each.event), int(each.number), logs_of(each.logs))
            over = bool(state.over)
            if self.stop_training and not over:
                call(inside.stopTraining)

    # ---- weights ----

    def get_weights(self) -> list[np.ndarray]:
        return [np.asarray(each.numpy()) for each in self.variables]

    def set_weights(self, weights: list[Any]) -> None:
        variables = self.variables
        if len(weights) != len(variables):
            raise ValueError(
                f'You called `set_weights(weights)` with a list of length {len(weights)}, but the model was '
                f'expecting {len(variables)} weights'
            )
        for variable, value in zip(variables, weights):
            variable.assign(value)

    def count_params(self) -> int:
        return sum(int(np.prod(each.shape)) for each in self.variables)

    def summary(self, *unused: Any, **also_unused: Any) -> None:
        print(str(call(self._javascript.summary)), end='')

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        for i, each in enumerate(self._layers):
            if each.name == name or i == index:
                return each
        raise ValueError(
            f'No such layer: {name}. Existing layers are: {[each.name for each in self._layers]}'
        )

    _layers: list[Any] = []
