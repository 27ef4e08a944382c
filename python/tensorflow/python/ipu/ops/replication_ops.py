"""get_replication_index."""

from tensorflow._emulator import emulator
from tensorflow._missing import missing
from tensorflow._operators import traced_call
from tensorflow._tensors import SymbolicTensor


def replication_index() -> SymbolicTensor:
    """The number of the replica that computes it."""
    return traced_call(emulator.replicaIndex)


get_replication_index = replication_index
__getattr__ = missing('ipu.ops.replication_ops')
