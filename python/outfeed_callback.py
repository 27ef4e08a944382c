"""The tutorials' callback that dequeues an outfeed queue at the end of each epoch, and prints what its tensors are like."""

from typing import Any

from tensorflow._emulator import call
from tensorflow.keras.callbacks import Callback


class OutfeedCallback(Callback):
    """Prints the keys and shapes, and a table of statistics."""

    def __init__(self, outfeed_queue: Any, name: str = 'OutfeedCallback') -> None:
        super().__init__()
        self._outfeed_queue, self._name = outfeed_queue, name

    def on_epoch_end(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        print(f'\n{self._name}')
        found = self._outfeed_queue._dequeue()
        if not found:
            print('No data enqueued')
            return
        for key, value in found.items():
            print('key:', key, 'shape:', tuple(value.shape))
        print(f'Epoch {epoch + 1} - Summary Stats')
        print(str(call(self._outfeed_queue._javascript.statistics).text).rstrip('\n'))
