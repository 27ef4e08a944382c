"""tf.random: the seed of initial weights and of shuffling, and numbers on the host."""

from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._dtypes import as_dtype
from tensorflow._missing import missing
from tensorflow._tensors import EagerTensor

_generator: list[Any] = []


def set_seed(seed: int) -> None:
    """The same seed gives the same bits everywhere; without one it is 1."""
    context.seed = int(seed)
    _generator.clear()


def _stream(seed: int | None) -> Any:
    if seed is not None:
        return np.random.default_rng(seed)
    if not _generator:
        _generator.append(np.random.default_rng(1 if context.seed is None else context.seed))
    return _generator[0]


def normal(
    shape: Any,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: Any = 'float32',
    seed: int | None = None,
    name: str | None = None,
) -> EagerTensor:
    """NumPy's stream, not TensorFlow's."""
    numbers = np.asarray(_stream(seed).normal(mean, stddev, tuple(shape)))
    return EagerTensor(numbers.astype(as_dtype(dtype).name))


def uniform(
    shape: Any,
    minval: float = 0,
    maxval: float = 1,
    dtype: Any = 'float32',
    seed: int | None = None,
    name: str | None = None,
) -> EagerTensor:
    """NumPy's stream, not TensorFlow's."""
    numbers = np.asarray(_stream(seed).uniform(minval, maxval, tuple(shape)))
    return EagerTensor(numbers.astype(as_dtype(dtype).name))


__getattr__ = missing('tf.random')
