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
        return np.asarray(np.zeros(shape, 'float32'))


class Ones(Initializer):
    keras_name = 'ones'

    def made(self, shape: list[int], name: str) -> np.ndarray:
        return np.asarray(np.ones(shape, 'float32'))


class Constant(Initializer):
    keras_name = 'constant'

    def __init__(self, value: float = 0) -> None:
        self.value = value

    def made(self, shape: list[int], name: str) -> np.ndarray:
        return np.asarray(np.full(shape, self.value, 'float32'))


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
_KINDS: tuple[type[Initializer], ...] = (Zeros, Ones, GlorotUniform, HeNormal)
_BY_NAME = {each.keras_name: each for each in _KINDS}


def get(initializer: Any) -> Initializer:
    """Of a name, a class or an object."""
    if isinstance(initializer, Initializer):
        return initializer
    kind = initializer if isinstance(initializer, type) else _BY_NAME.get(str(initializer))
    if kind is not None and issubclass(kind, Initializer):
        return kind()
    raise not_there(f'the initializer {initializer!r}', f'there are {", ".join(_BY_NAME)}')


__getattr__ = missing('tf.keras.initializers')
