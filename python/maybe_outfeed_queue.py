"""The tutorials' MaybeOutfeedQueue: an outfeed queue whose filters say which tensors go into it."""

from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call
from tensorflow._operators import symbolic
from tensorflow._variables import Operation
from tensorflow.python.ipu.ipu_outfeed_queue import IPUOutfeedQueue


class MaybeOutfeedQueue(IPUOutfeedQueue):
    """Keeps a tensor if there are no filters, or one of them is part of its key."""

    def __init__(self, outfeed_mode: Any = None, filters: list[str] | None = None) -> None:
        super().__init__(
            outfeed_mode, filters=None if filters is None else [str(each) for each in filters]
        )

    def maybe_outfeed(self, key: str, value: Any) -> None:
        """Offers a tensor of the function being traced."""
        call(self._javascript.maybeOutfeed, str(key), symbolic(value))

    def maybe_enqueue(self) -> Operation | None:
        """Enqueues what was kept since the last time, by key; None if nothing was."""
        found = call(self._javascript.maybeEnqueue)
        if found is None:
            return None
        self._enqueued = True
        return Operation(found)

    def maybe_dequeue(self) -> Any:
        """What waits, or None if nothing was enqueued."""
        if context.graph_mode:
            return self.dequeue() if self._enqueued else None
        found = self._dequeue()
        return None if isinstance(found, list) and not found else found
