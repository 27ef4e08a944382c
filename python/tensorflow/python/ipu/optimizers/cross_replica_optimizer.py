"""ipu.optimizers.cross_replica_optimizer"""

from tensorflow._missing import missing
from tensorflow.python.ipu.optimizers import CrossReplicaOptimizer  # noqa: F401

__getattr__ = missing('ipu.optimizers.cross_replica_optimizer')
