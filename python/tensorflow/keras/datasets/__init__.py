"""Data sets (tf.keras.datasets): the files that the reader has given, else generated digits. It prints which."""

from tensorflow._missing import missing
from tensorflow.keras.datasets import fashion_mnist, mnist

__all__ = ['fashion_mnist', 'mnist']
__getattr__ = missing('tf.keras.datasets')
