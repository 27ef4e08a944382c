"""Activation functions by name (tf.keras.activations)."""

from typing import Any

from tensorflow import _operators as ops
from tensorflow._missing import missing, not_there
from tensorflow.nn import elu, gelu, softmax, softplus  # noqa: F401

relu, sigmoid, tanh = ops.relu, ops.sigmoid, ops.tanh
_NAMES = (
    'linear',
    'relu',
    'softmax',
    'sigmoid',
    'tanh',
    'elu',
    'gelu',
    'softplus',
    'exponential',
    'leaky_relu',
    'softsign',
)


def linear(x: Any) -> Any:
    return x


def name_of(activation: Any) -> str | None:
    """Keras' name of a name or a function; None for none."""
    if activation is None:
        return None
    name = activation if isinstance(activation, str) else getattr(activation, '__name__', '')
    if not isinstance(activation, str) and name not in _NAMES:
        raise not_there(f'the activation {activation!r}', f'there are {", ".join(_NAMES)}')
    return name


__getattr__ = missing('tf.keras.activations')
