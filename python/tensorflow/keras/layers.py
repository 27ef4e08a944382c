"""Layers (tf.keras.layers). Each is the emulator's layer of that kind; a layer of one's own is a subclass of Layer."""

from collections.abc import Callable
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._missing import missing, not_there, refuse
from tensorflow._operators import symbolic
from tensorflow._shapes import TensorShape
from tensorflow._tensors import SymbolicTensor
from tensorflow._variables import Variable, variables_of
from tensorflow.keras.activations import name_of


class KerasTensor:
    """A value inside a functional model: it has a shape, but no numbers."""

    def __init__(self, inside: Any) -> None:
        self._javascript = inside


def Input(
    shape: Any = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: Any = None,
    sparse: Any = None,
    tensor: Any = None,
    ragged: Any = None,
    type_spec: Any = None,
    batch_shape: Any = None,
) -> KerasTensor:
    """Where the data of a functional model enters: [batch, *shape]."""
    refuse('Input', sparse=sparse, tensor=tensor, ragged=ragged, type_spec=type_spec)
    if batch_shape is not None:
        batch_size, *shape = batch_shape
    from tensorflow._dtypes import as_dtype  # pylint: disable=import-outside-toplevel

    kind = 'float32' if dtype is None else as_dtype(dtype).name
    return KerasTensor(
        call(emulator.input, list(shape or ()), batch_size=batch_size, name=name, dtype=kind)
    )


_KEYWORDS_OF_LAYERS = (
    'activity_regularizer',
    'autocast',
    'batch_input_shape',
    'batch_size',
    'bias_constraint',
    'bias_regularizer',
    'input_dim',
    'kernel_constraint',
    'weights',
)


class Layer:
    """Base of all layers. A subclass makes its weights in build() by add_weight(), and computes in call()."""

    def __init__(
        self,
        name: str | None = None,
        trainable: bool = True,
        dtype: Any = None,
        dynamic: bool = False,
        input_shape: Any = None,
        **others: Any,
    ) -> None:
        for each in others:
            if each not in _KEYWORDS_OF_LAYERS:
                raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument '{each}'")
        refuse(type(self).__name__, dynamic=dynamic, dtype=None if dtype in (None, 'float32') else dtype, **others)
        self._given_name, self.trainable = name, trainable
        self._own_weights: list[Variable] = []
        self.built = False

    @property
    def name(self) -> str:
        return self._given_name or type(self).__name__.lower()

    def add_weight(
        self,
        name: str | None = None,
        shape: Any = (),
        dtype: Any = None,
        initializer: Any = None,
        trainable: bool = True,
        regularizer: Any = None,
        constraint: Any = None,
        use_resource: Any = None,
    ) -> Variable:
        refuse('add_weight', regularizer=regularizer, constraint=constraint)
        from tensorflow.keras import initializers  # pylint: disable=import-outside-toplevel

        full = f'{self.name}/{name or "weight"}'
        initial = initializers.get(initializer or 'glorot_uniform').made(list(shape), full)
        variable = Variable(initial, trainable, full, dtype)
        self._own_weights.append(variable)
        return variable

    def build(self, input_shape: Any) -> None:
        """Makes the weights for inputs of this shape."""

    def call(self, inputs: Any) -> Any:
        raise NotImplementedError(
            f'{type(self).__name__} has no call(): it says what the layer computes'
        )

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """What call() computes; the weights are made with the first inputs."""
        from tensorflow._autograph import convert  # pylint: disable=import-outside-toplevel

        if isinstance(inputs, KerasTensor):
            raise not_there(
                'a layer of your own in a functional model', 'call it inside a @tf.function'
            )
        if not self.built:
            self.build(TensorShape(symbolic(inputs).shape))
            self.built = True
        return convert(self.call)(inputs, *args, **kwargs)

    @property
    def trainable_weights(self) -> list[Variable]:
        return [each for each in self.weights if each.trainable and self.trainable]

    @property
    def weights(self) -> list[Variable]:
        inner = [
            weight
            for each in vars(self).values()
            if isinstance(each, Layer)
            for weight in each.weights
        ]
        return self._own_weights + inner

    trainable_variables = trainable_weights
    variables = weights


class EmulatedLayer(Layer):
    """A layer of the emulator's. Without a model around it, it makes one for itself."""

    def __init__(
        self,
        make: Callable[[Any], Any],
        *arguments: Any,
        name: str | None = None,
        trainable: bool = True,
        dtype: Any = None,
        options: dict[str, Any] | None = None,
        **others: Any,
    ) -> None:
        super().__init__(name, trainable, dtype, **others)
        self._javascript = call(
            make, *arguments, **({} if name is None else {'name': name}), **(options or {})
        )
        if not trainable:
            self._javascript.trainable = False
        self._alone: Any = None

    @property
    def name(self) -> str:
        return (
            str(self._javascript.name) or self._given_name or str(self._javascript.typeName).lower()
        )

    def copied(self) -> 'EmulatedLayer':
        raise NotImplementedError

    def __setattr__(self, attribute: str, value: Any) -> None:
        super().__setattr__(attribute, value)
        if attribute == 'trainable' and '_javascript' in vars(self):
            self._javascript.trainable = bool(value)

    def __call__(  # type: ignore[override]
        self, inputs: Any, training: bool | None = None, mask: Any = None
    ) -> Any:
        refuse(f'the layer {self.name}', mask=mask)
        given = inputs if isinstance(inputs, (list, tuple)) else [inputs]
        if any(isinstance(each, KerasTensor) for each in given):
            return KerasTensor(
                call(
                    self._javascript.apply,
                    list(given) if isinstance(inputs, (list, tuple)) else inputs,
                )
            )
        if not context.tracing:
            raise not_there(
                'a layer outside of a @tf.function, on numbers',
                'call it inside a function that strategy.run() runs',
            )
        if self._alone is None:
            seed = {} if context.seed is None else {'seed': context.seed}
            self._alone = call(emulator.sequential, [self], **seed)
        return SymbolicTensor(call(self._alone.call, symbolic(inputs), training=bool(training)))

    @property
    def weights(self) -> list[Variable]:
        return variables_of(self._javascript.variables)

    variables = weights

    def count_params(self) -> int:
        return int(call(self._javascript.countParams))


def _pair(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value


def _channels_last(data_format: str | None) -> None:
    if data_format not in (None, 'channels_last'):
        raise not_there(f'data_format={data_format!r}', "'channels_last' is")


def _initializer(initializer: Any) -> str | None:
    from tensorflow.keras import initializers  # pylint: disable=import-outside-toplevel

    return None if initializer is None else initializers.get(initializer).keras_name


class Flatten(EmulatedLayer):
    """[batch, ...] -> [batch, rest]"""

    def __init__(self, data_format: str | None = None, **others: Any) -> None:
        _channels_last(data_format)
        super().__init__(emulator.layers.flatten, **others)


class Dense(EmulatedLayer):
    """[batch, ..., in] -> [batch, ..., units]"""

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = 'glorot_uniform',
        bias_initializer: Any = 'zeros',
        kernel_regularizer: Any = None,
        **others: Any,
    ) -> None:
        if _initializer(bias_initializer) != 'zeros':
            raise not_there(f'bias_initializer={bias_initializer!r}', "'zeros' is")
        options = {
            'activation': name_of(activation),
            'use_bias': use_bias,
            'kernel_l2': _l2(kernel_regularizer),
            'kernel_initializer': _initializer(kernel_initializer),
        }
        super().__init__(emulator.layers.dense, int(units), options=options, **others)
        self.units = int(units)


def _l2(regularizer: Any) -> float | None:
    if regularizer is None:
        return None
    if not hasattr(regularizer, 'l2'):
        raise not_there(f'the regularizer {regularizer!r}', 'tf.keras.regularizers.L2 is')
    return float(regularizer.l2)


class Conv2D(EmulatedLayer):
    """[batch, height, width, in] -> [batch, height, width, filters]"""

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = (1, 1),
        padding: str = 'valid',
        data_format: str | None = None,
        dilation_rate: Any = (1, 1),
        groups: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = 'glorot_uniform',
        bias_initializer: Any = 'zeros',
        kernel_regularizer: Any = None,
        **others: Any,
    ) -> None:
        _channels_last(data_format)
        if (
            _pair(dilation_rate) not in (1, [1, 1])
            or groups != 1
            or _initializer(bias_initializer) != 'zeros'
        ):
            raise not_there(
                'dilation_rate, groups or bias_initializer of Conv2D', 'their defaults are'
            )
        options = {
            'strides': _pair(strides),
            'padding': padding.lower(),
            'activation': name_of(activation),
            'use_bias': use_bias,
            'kernel_initializer': _initializer(kernel_initializer),
            'kernel_l2': _l2(kernel_regularizer),
        }
        super().__init__(
            emulator.layers.conv2d, int(filters), _pair(kernel_size), options=options, **others
        )
        self.filters = int(filters)


class _Pooling2D(EmulatedLayer):
    _maker = ''

    def __init__(
        self,
        pool_size: Any = (2, 2),
        strides: Any = None,
        padding: str = 'valid',
        data_format: str | None = None,
        **others: Any,
    ) -> None:
        _channels_last(data_format)
        options = {
            'pool_size': _pair(pool_size),
            'strides': _pair(strides),
            'padding': padding.lower(),
        }
        super().__init__(getattr(emulator.layers, self._maker), options=options, **others)


class MaxPooling2D(_Pooling2D):
    """The largest of each window."""

    _maker = 'maxPooling2d'


class AveragePooling2D(_Pooling2D):
    """The mean of each window."""

    _maker = 'averagePooling2d'


class GlobalAveragePooling2D(EmulatedLayer):
    """The mean of each channel."""

    def __init__(self, **others: Any) -> None:
        super().__init__(emulator.layers.globalAveragePooling2d, **others)


class GlobalMaxPooling2D(EmulatedLayer):
    """The largest of each channel."""

    def __init__(self, **others: Any) -> None:
        super().__init__(emulator.layers.globalMaxPooling2d, **others)


class BatchNormalization(EmulatedLayer):
    """Each channel over the mini-batch."""

    def __init__(
        self, axis: int = -1, momentum: float = 0.99, epsilon: float = 0.001, **others: Any
    ) -> None:
        super().__init__(
            emulator.layers.batchNormalization,
            options={'momentum': momentum, 'epsilon': epsilon},
            **others,
        )


class LayerNormalization(EmulatedLayer):
    """Each sample over its last axis."""

    def __init__(self, axis: int = -1, epsilon: float = 0.001, **others: Any) -> None:
        super().__init__(emulator.layers.layerNormalization, options={'epsilon': epsilon}, **others)


class Dropout(EmulatedLayer):
    """Drops elements with this probability while the model trains."""

    def __init__(
        self, rate: float, noise_shape: Any = None, seed: int | None = None, **others: Any
    ) -> None:
        refuse('Dropout', noise_shape=noise_shape, seed=seed)
        super().__init__(emulator.layers.dropout, float(rate), **others)


class Reshape(EmulatedLayer):
    """[batch, ...] -> [batch, *target_shape]; one size may be -1."""

    def __init__(self, target_shape: Any, **others: Any) -> None:
        super().__init__(emulator.layers.reshape, [int(each) for each in target_shape], **others)


class Activation(EmulatedLayer):
    """The activation function by itself."""

    def __init__(self, activation: Any, **others: Any) -> None:
        super().__init__(emulator.layers.activation, name_of(activation), **others)


class ReLU(EmulatedLayer):
    """max(x, 0)"""

    def __init__(self, **others: Any) -> None:
        super().__init__(emulator.layers.activation, 'relu', **others)


class Softmax(EmulatedLayer):
    """By row."""

    def __init__(self, axis: int = -1, **others: Any) -> None:
        super().__init__(emulator.layers.activation, 'softmax', **others)


class Add(EmulatedLayer):
    """The sum of several inputs of one shape."""

    def __init__(self, **others: Any) -> None:
        super().__init__(emulator.layers.add, **others)


class Multiply(EmulatedLayer):
    """The product of several inputs of one shape."""

    def __init__(self, **others: Any) -> None:
        super().__init__(emulator.layers.multiply, **others)


class Concatenate(EmulatedLayer):
    """Several inputs side by side along an axis."""

    def __init__(self, axis: int = -1, **others: Any) -> None:
        super().__init__(emulator.layers.concatenate, options={'axis': axis}, **others)


def add(inputs: list[Any], **others: Any) -> Any:
    return Add(**others)(inputs)


def concatenate(inputs: list[Any], axis: int = -1, **others: Any) -> Any:
    return Concatenate(axis, **others)(inputs)


InputLayer = Input
__getattr__ = missing('tf.keras.layers')
