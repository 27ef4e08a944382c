"""The tutorials' optimizer that hands gradients to an outfeed queue."""

from typing import Any

from tensorflow._emulator import call, emulator
from tensorflow.keras.optimizers import Optimizer


class OutfeedOptimizerMode:
    """Gradients of each mini-batch, or those that are applied."""

    AFTER_COMPUTE = 'after_compute'
    BEFORE_APPLY = 'before_apply'


class OutfeedOptimizer(Optimizer):
    """Enqueues '<variable>_grad' for each gradient that the queue's filters let pass."""

    def __init__(
        self,
        wrapped_optimizer: Any,
        outfeed_queue: Any,
        outfeed_optimizer_mode: str = OutfeedOptimizerMode.BEFORE_APPLY,
        name: str = 'OutfeedOptimizer',
        model: Any = None,
    ) -> None:
        if not isinstance(wrapped_optimizer, Optimizer):
            raise ValueError(
                f'The wrapped optimizer must be an optimizer of Keras or TensorFlow, but it is {wrapped_optimizer!r}'
            )
        super().__init__(
            call(
                emulator.optimizers.outfeedOptimizer,
                wrapped_optimizer,
                outfeed_queue,
                model=model,
                outfeed_optimizer_mode=outfeed_optimizer_mode,
            ),
            name,
            wrapped_optimizer,
        )
        outfeed_queue._enqueued = True
