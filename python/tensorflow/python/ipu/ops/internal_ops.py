"""print_tensor, fifo."""

from typing import Any

from tensorflow._emulator import call, emulator
from tensorflow._missing import missing
from tensorflow._operators import symbolic
from tensorflow._tensors import SymbolicTensor
from tensorflow._variables import Operation


def print_tensor(input: Any, name: str = '') -> Operation:
    """Whenever it runs, the host prints a line: the label, and the values."""
    return Operation(call(emulator.internalOps.printTensor, symbolic(input), name))


def fifo(input: Any, depth: int, offload: bool = False, name: str | None = None) -> SymbolicTensor:
    """What went in `depth` iterations before; zeros at first."""
    return SymbolicTensor(
        call(emulator.internalOps.fifo, symbolic(input), int(depth), offload=offload)
    )


__getattr__ = missing('ipu.ops.internal_ops')
