"""Layers (tf.keras.layers). Each is the emulator's layer of that kind; a layer of one's own is a subclass of Layer."""

from typing import Any

from tensorflow._emulator import emulator
from tensorflow._missing import missing, not_there, refuse
from tensorflow.keras._layer import EmulatedLayer as EmulatedLayer
from tensorflow.keras._layer import Input as Input
from tensorflow.keras._layer import KerasTensor as KerasTensor
from tensorflow.keras._layer import Layer as Layer
from tensorflow.keras.activations import name_of


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
