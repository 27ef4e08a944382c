"""Initial values of weights (tf.keras.initializers)."""

from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._emulator import array_of, call, emulator
from tensorflow._missing import missing, not_there


class Initializer:
    """made() gives the values of a weight of one's own; keras_name is for layers of the emulator."""

    keras_name = ''

    def made(self, shape: list[int], name: str) -> np.ndarray:
        raise NotImplementedError

    def __call__(self, shape: Any, dtype: Any = None) -> np.ndarray:
        return self.made([int(each) for each in shape], 'initializer')


class Zeros(Initializer):
    keras_name = 'zeros'

    def made(self, shape: list[int], name: str) -> np.ndarray:
        return np.zeros(shape, 'float32')


class Ones(Initializer):
    keras_name = 'ones'

    def made(self, shape: list[int], name: str) -> np.ndarray:
        return np.ones(shape, 'float32')


class Constant(Initializer):
    keras_name = 'constant'

    def __init__(self, value: float = 0) -> None:
        self.value = value

    def made(self, shape: list[int], name: str) -> np.ndarray:
        return np.full(shape, self.value, 'float32')


class GlorotUniform(Initializer):
    """Uniform within sqrt(6 / (fan in + fan out)), of a stream that seed and name choose."""

    keras_name = 'glorot_uniform'

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def made(self, shape: list[int], name: str) -> np.ndarray:
        seed = self.seed if self.seed is not None else context.seed
        return array_of(call(emulator.initializers.glorotUniform, shape, name=name, seed=seed))


class HeNormal(Initializer):
    keras_name = 'he_normal'


zeros, ones, constant, glorot_uniform = Zeros, Ones, Constant, GlorotUniform
_BY_NAME = {each.keras_name: each for each in (Zeros, Ones, GlorotUniform, HeNormal)}


def get(initializer: Any) -> Initializer:
    """Of a name, a class or an object."""
    if isinstance(initializer, Initializer):
        return initializer
    if isinstance(initializer, type) and issubclass(initializer, Initializer):
        return initializer()
    if initializer in _BY_NAME:
        return _BY_NAME[initializer]()
    raise not_there(f'the initializer {initializer!r}', f'there are {", ".join(_BY_NAME)}')


__getattr__ = missing('tf.keras.initializers')
