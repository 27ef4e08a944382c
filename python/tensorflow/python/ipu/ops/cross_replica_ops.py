"""Sums and means over replicas."""

from typing import Any

from tensorflow._emulator import emulator
from tensorflow._missing import missing
from tensorflow._operators import traced_call
from tensorflow._tensors import SymbolicTensor


def cross_replica_sum(x: Any, name: str | None = None) -> SymbolicTensor:
    return traced_call(emulator.crossReplicaOps.crossReplicaSum, x)


def cross_replica_mean(x: Any, name: str | None = None) -> SymbolicTensor:
    return traced_call(emulator.crossReplicaOps.crossReplicaMean, x)


__getattr__ = missing('ipu.ops.cross_replica_ops')
