"""tensorflow_addons.optimizers: AdamW, with the weight decay first."""

from typing import Any

from tensorflow import keras
from tensorflow._missing import missing


class AdamW(keras.optimizers.AdamW):
    """Adam with weight decay apart from its moments."""

    def __init__(
        self,
        weight_decay: float,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        name: str = 'AdamW',
    ) -> None:
        super().__init__(learning_rate, weight_decay, beta_1, beta_2, epsilon, name)


__getattr__ = missing('tensorflow_addons.optimizers')
