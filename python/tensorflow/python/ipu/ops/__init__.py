"""tensorflow.python.ipu.ops: pipelining_ops, internal_ops, cross_replica_ops and others."""

from tensorflow._missing import missing
from tensorflow.python.ipu.ops import (
    cross_replica_ops,
    internal_ops,
    pipelining_ops,
    replication_ops,
)

__all__ = ['cross_replica_ops', 'internal_ops', 'pipelining_ops', 'replication_ops']
__getattr__ = missing('ipu.ops')
