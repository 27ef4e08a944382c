"""Small helpers (tf.keras.utils)."""

from typing import Any

import numpy as np

from tensorflow._missing import missing


def to_categorical(y: Any, num_classes: int | None = None, dtype: Any = 'float32') -> np.ndarray:
    """Class numbers as rows with a 1 in the place of each; a last axis of one element is left out."""
    numbers = np.array(y, dtype='int')
    shape = numbers.shape[:-1] if numbers.ndim > 1 and numbers.shape[-1] == 1 else numbers.shape
    numbers = numbers.reshape(-1)
    count = int(numbers.max()) + 1 if not num_classes else num_classes
    rows = np.zeros((numbers.size, count), dtype)
    rows[np.arange(numbers.size), numbers] = 1
    made: np.ndarray = rows.reshape(*shape, count)
    return made


def set_random_seed(seed: int) -> None:
    """That of initial weights and of shuffling."""
    from tensorflow import random  # pylint: disable=import-outside-toplevel

    random.set_seed(seed)


__getattr__ = missing('tf.keras.utils')
