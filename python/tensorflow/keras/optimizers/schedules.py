"""Learning rates that change with the number of weight updates."""

from typing import Any

from tensorflow._emulator import call, emulator
from tensorflow._missing import missing


class LearningRateSchedule:
    """Base of the schedules."""

    def __init__(self, inside: Any) -> None:
        self._javascript = inside


class ExponentialDecay(LearningRateSchedule):
    """initial * decay_rate ** (step / decay_steps)"""

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: int,
        decay_rate: float,
        staircase: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            call(
                emulator.optimizers.schedules.exponentialDecay,
                initial_learning_rate,
                decay_steps,
                decay_rate,
                staircase=staircase,
            )
        )


class CosineDecay(LearningRateSchedule):
    """Half a cosine down to alpha times the initial rate."""

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: int,
        alpha: float = 0.0,
        name: str | None = None,
    ) -> None:
        super().__init__(
            call(
                emulator.optimizers.schedules.cosineDecay,
                initial_learning_rate,
                decay_steps,
                alpha=alpha,
            )
        )


class PiecewiseConstantDecay(LearningRateSchedule):
    """values[0] up to step boundaries[0], ..., then the last value."""

    def __init__(self, boundaries: list[int], values: list[float], name: str | None = None) -> None:
        super().__init__(
            call(
                emulator.optimizers.schedules.piecewiseConstantDecay, list(boundaries), list(values)
            )
        )


__getattr__ = missing('tf.keras.optimizers.schedules')
