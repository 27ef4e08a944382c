"""The port for IPU: tensorflow.python.ipu."""

from tensorflow._missing import missing
from tensorflow.python.ipu import (
    config,
    dataset_benchmark,
    ipu_compiler,
    ipu_infeed_queue,
    ipu_outfeed_queue,
    ipu_strategy,
    keras,
    loops,
    ops,
    optimizers,
    scopes,
    utils,
)
from tensorflow.python.ipu.ipu_compiler import compile  # pylint: disable=redefined-builtin
from tensorflow.python.ipu.ops import (
    cross_replica_ops,
    internal_ops,
    pipelining_ops,
    replication_ops,
)
from tensorflow.python.ipu.optimizers import (
    cross_replica_optimizer,
    gradient_accumulation_optimizer,
    map_gradient_optimizer,
)

__all__ = [
    'compile',
    'config',
    'dataset_benchmark',
    'cross_replica_ops',
    'cross_replica_optimizer',
    'gradient_accumulation_optimizer',
    'internal_ops',
    'ipu_compiler',
    'ipu_infeed_queue',
    'ipu_outfeed_queue',
    'ipu_strategy',
    'keras',
    'loops',
    'map_gradient_optimizer',
    'ops',
    'optimizers',
    'pipelining_ops',
    'replication_ops',
    'scopes',
    'utils',
]
__getattr__ = missing('ipu')
