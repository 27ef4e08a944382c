"""ipu.optimizers.gradient_accumulation_optimizer"""

from tensorflow._missing import missing
from tensorflow.python.ipu.optimizers import (  # noqa: F401
    GradientAccumulationOptimizer,
    GradientAccumulationOptimizerV2,
    CrossReplicaGradientAccumulationOptimizer,
    CrossReplicaGradientAccumulationOptimizerV2,
    GradientAccumulationReductionMethod,
)

__getattr__ = missing('ipu.optimizers.gradient_accumulation_optimizer')
