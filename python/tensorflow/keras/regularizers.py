"""Regularizers of weights (tf.keras.regularizers)."""

from tensorflow._missing import missing


class L2:
    """Adds l2 times the sum of the squares to the loss."""

    def __init__(self, l2: float = 0.01) -> None:
        self.l2 = float(l2)


def l2(l2: float = 0.01) -> L2:
    return L2(l2)


__getattr__ = missing('tf.keras.regularizers', {'L1': 'L2 is there', 'l1': 'l2 is there', 'L1L2': 'L2 is there'})
