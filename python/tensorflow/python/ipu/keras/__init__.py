"""ipu.keras: stages of functional models."""

from typing import Any

from tensorflow._emulator import emulator
from tensorflow._missing import missing
from tensorflow.python.ipu.scopes import entered


def PipelineStage(stage: int) -> Any:
    """with ipu.keras.PipelineStage(1): layers that are made or called inside belong to that stage."""
    return entered(emulator.pipelineStage, int(stage))


__getattr__ = missing('ipu.keras')
