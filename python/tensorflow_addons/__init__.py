"""TensorFlow Addons: of it, the optimizer AdamW."""

from tensorflow._missing import missing
from tensorflow_addons import optimizers

__all__ = ['optimizers']
__getattr__ = missing('tensorflow_addons')
