"""tf.compat"""

from tensorflow.compat import v1

__all__ = ['v1']
