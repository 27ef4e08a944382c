"""The tutorials' layers that hand what passes through them to an outfeed queue."""

from typing import Any

from tensorflow._emulator import emulator
from tensorflow.keras.layers import EmulatedLayer


class Outfeed(EmulatedLayer):
    """Enqueues {name of the layer: its input} while the model trains."""

    def __init__(self, outfeed_queue: Any, **others: Any) -> None:
        super().__init__(emulator.layers.outfeed, outfeed_queue, **others)
        outfeed_queue._enqueued = True


class MaybeOutfeed(EmulatedLayer):
    """Offers its input to a MaybeOutfeedQueue; the last of several on one queue has final_outfeed."""

    def __init__(self, outfeed_queue: Any, final_outfeed: bool = True, **others: Any) -> None:
        super().__init__(
            emulator.layers.maybeOutfeed,
            outfeed_queue,
            options={'final_outfeed': bool(final_outfeed)},
            **others
        )
        outfeed_queue._enqueued = True
