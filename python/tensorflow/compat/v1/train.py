"""tf.train of TensorFlow 1: optimizers."""

from typing import Any

from tensorflow._missing import missing
from tensorflow.keras.optimizers import SGD, Adam, Optimizer, RMSprop  # noqa: F401


class GradientDescentOptimizer(SGD):
    """w -= learning_rate * gradient"""

    _aggregate = False

    def __init__(
        self, learning_rate: Any, use_locking: bool = False, name: str = 'GradientDescent'
    ) -> None:
        super().__init__(learning_rate, name=name)


class MomentumOptimizer(SGD):
    """The same, with momentum."""

    _aggregate = False

    def __init__(
        self,
        learning_rate: Any,
        momentum: float,
        use_locking: bool = False,
        name: str = 'Momentum',
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(learning_rate, momentum, use_nesterov, name)


class AdamOptimizer(Adam):
    """Adam, with TensorFlow 1's epsilon."""

    _aggregate = False

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        use_locking: bool = False,
        name: str = 'Adam',
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, name=name)


class RMSPropOptimizer(RMSprop):
    """Divides by a running mean of the gradients' size."""

    _aggregate = False

    def __init__(
        self,
        learning_rate: Any,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = 'RMSProp',
    ) -> None:
        super().__init__(learning_rate, decay, momentum, epsilon, centered, name)


__getattr__ = missing('tf.train')
