"""Models (tf.keras.Model, tf.keras.Sequential) on the emulator's, with the extensions for IPU."""

from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._emulator import array_of, bridge, call, emulator
from tensorflow._missing import missing, not_there, refuse
from tensorflow._operators import symbolic
from tensorflow._tensors import SymbolicTensor, eager
from tensorflow._variables import Variable, variables_of
from tensorflow.data import Dataset
from tensorflow.keras import callbacks as callback_module
from tensorflow.keras import losses, optimizers
from tensorflow.keras.layers import EmulatedLayer, KerasTensor, Layer
from tensorflow.python.ipu.ipu_strategy import machine_options


def _metric(metric: Any) -> str:
    name = (
        metric
        if isinstance(metric, str)
        else getattr(metric, 'keras_name', None) or getattr(metric, '__name__', '')
    )
    return str(name)


class Model:
    """keras.Model(inputs, outputs), or a subclass with call(), which traced functions call."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Model and args and isinstance(args[0], (KerasTensor, list, tuple)):
            return super().__new__(Functional)
        return super().__new__(cls)

    def __init__(self, inputs: Any = None, outputs: Any = None, name: str | None = None) -> None:
        self._name = name or type(self).__name__.lower()
        self.stop_training = False

    # ---- of one's own ----

    def call(self, inputs: Any, training: bool | None = None) -> Any:
        raise NotImplementedError(
            f'{type(self).__name__} has no call(): it says what the model computes'
        )

    def __call__(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        refuse('a model', mask=mask)
        from tensorflow._autograph import convert  # pylint: disable=import-outside-toplevel

        wants_training = 'training' in self.call.__code__.co_varnames
        return convert(self.call)(inputs, **({'training': training} if wants_training else {}))

    @property
    def layers(self) -> list[Any]:
        return [each for each in vars(self).values() if isinstance(each, (Layer, Model))]

    @property
    def variables(self) -> list[Variable]:
        own = [each for each in vars(self).values() if isinstance(each, Variable)]
        return own + [weight for each in self.layers for weight in each.variables]

    @property
    def trainable_variables(self) -> list[Variable]:
        return [each for each in self.variables if each.trainable]

    @property
    def weights(self) -> list[Variable]:
        return self.variables

    @property
    def trainable_weights(self) -> list[Variable]:
        return self.trainable_variables

    def compile(self, *unused: Any, **also_unused: Any) -> None:
        raise not_there(
            'compile(), fit() and what belongs to them, of a subclass of keras.Model with its own call(),',
            'a functional or Sequential model, or a training loop of your own',
        )

    fit: Any = compile
    evaluate: Any = compile
    predict: Any = compile
    get_weights: Any = compile
    set_weights: Any = compile
    count_params: Any = compile
    summary: Any = compile
    get_layer: Any = compile
    set_gradient_accumulation_options: Any = compile
    set_pipelining_options: Any = compile
    set_pipeline_stage_assignment: Any = compile
    set_infeed_queue_options: Any = compile
    set_outfeed_queue_options: Any = compile
    set_replication_options: Any = compile
    set_asynchronous_callbacks: Any = compile


class _Emulated(Model):
    """A model of the emulator's, made when it is first needed."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name=name)
        self._inside: Any = None
        self._settings: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self._stages: list[int] | None = None
        self._strategy = context.strategies[-1] if context.strategies else None
        self._compiled = False
        self.optimizer: Any = None

    def _make(self, options: dict[str, Any]) -> Any:
        raise NotImplementedError

    @property
    def _javascript(self) -> Any:
        if self._inside is None:
            options = machine_options()
            if context.seed is not None:
                options['seed'] = context.seed
            self._inside = self._make(options)
            for function, arguments, given in self._settings:
                call(getattr(self._inside, function), *arguments, **given)
            context.models.append(self)
        return self._inside

    def _set(self, function: str, *arguments: Any, **options: Any) -> None:
        if self._inside is None:
            self._settings.append((function, arguments, options))
        else:
            call(getattr(self._inside, function), *arguments, **options)

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
            metrics=[_metric(each) for each in metrics] if metrics else None,
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
            steps_per_epoch=_whole(steps_per_epoch),
            validation_data=validation_data,
            validation_steps=_whole(validation_steps),
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
        self._run('startEvaluate', batches, list(callbacks or []), verbose, steps=_whole(steps))
        logs = _logs(call(self._javascript.evaluation))
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
            steps=_whole(steps),
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
                called.call(str(each.event), int(each.number), _logs(each.logs))
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

    # ---- the extensions for IPU ----

    def set_gradient_accumulation_options(self, **options: Any) -> None:
        self._set('setGradientAccumulationOptions', **_renamed(options))

    def set_pipelining_options(self, **options: Any) -> None:
        self._set('setPipeliningOptions', **_renamed(options))

    def set_infeed_queue_options(self, **options: Any) -> None:
        self._set('setInfeedQueueOptions', **options)

    def set_outfeed_queue_options(self, **options: Any) -> None:
        self._set('setOutfeedQueueOptions', **options)

    def set_replication_options(self, **options: Any) -> None:
        self._set('setReplicationOptions', **_renamed(options))

    def set_asynchronous_callbacks(self, asynchronous: bool = False) -> None:
        self._set('setAsynchronousCallbacks', bool(asynchronous))

    def set_pipeline_stage_assignment(self, pipeline_stage_assignment: list[int]) -> None:
        self._set('setPipelineStageAssignment', [int(each) for each in pipeline_stage_assignment])

    _layers: list[Any] = []


def _renamed(options: dict[str, Any]) -> dict[str, Any]:
    """Enumerations as the emulator's words."""
    return {name: getattr(value, 'word', value) for name, value in options.items()}


def _whole(value: Any) -> int | None:
    return None if value is None else int(value)


def _logs(found: Any) -> dict[str, float]:
    return {str(name): float(value) for name, value in found.to_py().items()}


class Functional(_Emulated):
    """keras.Model(inputs, outputs)"""

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None) -> None:
        super().__init__(name)
        self._ends = (list(inputs) if isinstance(inputs, (list, tuple)) else inputs, outputs)

    def _make(self, options: dict[str, Any]) -> Any:
        return call(emulator.model, *self._ends, **options)


class Sequential(_Emulated):
    """keras.Sequential([layers])"""

    def __init__(self, layers: Any = None, name: str | None = None) -> None:
        super().__init__(name)
        self._layers: list[Any] = []
        for each in layers or []:
            self.add(each)

    def add(self, layer: Any) -> None:
        if not isinstance(layer, (EmulatedLayer, KerasTensor)):
            raise not_there(
                f'{layer!r} in a Sequential model', 'the layers of tf.keras.layers are'
            ) if isinstance(layer, Layer) else TypeError(
                f'The added layer must be an instance of class Layer. Found: {layer!r}'
            )
        if any(each is layer for each in self._layers):
            if context.graph_mode:
                return  # as TensorFlow 1.15, which keeps each layer once
            raise ValueError(
                'All layers added to a Sequential model should have unique names. Name '
                f'"{getattr(layer, "name", "")}" is already the name of a layer in this model.'
            )
        self._layers.append(layer)

    def _make(self, options: dict[str, Any]) -> Any:
        return call(emulator.sequential, self._layers, **options)


__getattr__ = missing('tf.keras.models')
