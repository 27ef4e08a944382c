"""Keras (tf.keras)."""

from tensorflow._missing import missing
from tensorflow.keras import (
    activations,
    callbacks,
    datasets,
    initializers,
    layers,
    losses,
    models,
    optimizers,
    utils,
)
from tensorflow.keras.layers import Input
from tensorflow.keras.models import Model, Sequential

__all__ = [
    'Input',
    'Model',
    'Sequential',
    'activations',
    'callbacks',
    'datasets',
    'initializers',
    'layers',
    'losses',
    'models',
    'optimizers',
    'utils',
]
__getattr__ = missing('tf.keras')
