"""tf.layers of TensorFlow 1: layers as functions, which make their weights by the names of scopes."""

from typing import Any

from tensorflow._missing import missing
from tensorflow.keras import layers as keras_layers
from tensorflow.keras.layers import Conv2D, Dense, Flatten, MaxPooling2D  # noqa: F401


def dense(
    inputs: Any,
    units: int,
    activation: Any = None,
    use_bias: bool = True,
    name: str | None = None,
    **others: Any
) -> Any:
    return keras_layers.Dense(units, activation, use_bias, name=name, **others)(inputs)


def flatten(inputs: Any, name: str | None = None) -> Any:
    return keras_layers.Flatten(name=name)(inputs)


def conv2d(
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any = (1, 1),
    padding: str = 'valid',
    activation: Any = None,
    use_bias: bool = True,
    name: str | None = None,
    **others: Any
) -> Any:
    return keras_layers.Conv2D(
        filters,
        kernel_size,
        strides,
        padding,
        activation=activation,
        use_bias=use_bias,
        name=name,
        **others
    )(inputs)


def max_pooling2d(
    inputs: Any, pool_size: Any, strides: Any, padding: str = 'valid', name: str | None = None
) -> Any:
    return keras_layers.MaxPooling2D(pool_size, strides, padding, name=name)(inputs)


__getattr__ = missing('tf.layers')
