"""ipu.optimizers.map_gradient_optimizer"""

from tensorflow._missing import missing
from tensorflow.python.ipu.optimizers import MapGradientOptimizer  # noqa: F401

__getattr__ = missing('ipu.optimizers.map_gradient_optimizer')
