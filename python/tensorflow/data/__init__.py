"""Datasets: where elements come from and what happens to them (tf.data)."""

from tensorflow._missing import missing
from tensorflow.data import experimental
from tensorflow.data._dataset import AUTOTUNE, Dataset

__all__ = ['AUTOTUNE', 'Dataset', 'experimental']
__getattr__ = missing('tf.data')
