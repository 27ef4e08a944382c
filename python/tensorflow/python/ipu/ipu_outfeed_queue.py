"""Outfeed queues: what programs on the device hand to the host while they run."""

from collections.abc import Iterator
from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator, for_javascript
from tensorflow._structures_js import array_structure
from tensorflow._structures import map_structure
from tensorflow._operators import symbolic
from tensorflow._variables import Operation


class IPUOutfeedMode:
    """All elements, or the latest one."""

    ALL = 'all'
    LAST = 'last'


class IPUOutfeedQueue:
    """enqueue() in a traced function, dequeue() on the host."""

    def __init__(
        self,
        outfeed_mode: Any = None,
        device_ordinal: int | None = None,
        buffer_depth: int | None = None,
        optimise_latency: bool = False,
        filters: list[str] | None = None,
        feed_name: str | None = None,
    ) -> None:
        if outfeed_mode not in (None, IPUOutfeedMode.ALL, IPUOutfeedMode.LAST):
            raise ValueError(
                'outfeed_mode must be IPUOutfeedMode.ALL or IPUOutfeedMode.LAST, but it is '
                f'{outfeed_mode!r}'
            )
        if buffer_depth is not None and buffer_depth < 1:
            raise ValueError(f'buffer_depth must be at least 1, but it is {buffer_depth}')
        self._javascript = call(
            emulator.outfeedQueue,
            mode=outfeed_mode,
            device_ordinal=device_ordinal,
            buffer_depth=buffer_depth,
            filters=filters,
        )
        self._keys: dict[str, Any] = {}  # of dicts, as they were enqueued: they need not be texts
        self._enqueued = False

    @property
    def enqueued(self) -> bool:
        return self._enqueued

    def enqueue(self, tensors: Any, name: str | None = None) -> Operation:
        """A tensor, or a nesting of lists, tuples and dicts of them; once in a program."""
        if not context.tracing:
            raise RuntimeError(
                'enqueue() belongs into a @tf.function, or the body of a loop or a stage: it runs on the device'
            )
        self._enqueued = True
        return Operation(call(self._javascript.enqueue, self._prepared(tensors)))

    def _prepared(self, tensors: Any) -> Any:
        if isinstance(tensors, dict):
            self._keys.update({str(key): key for key in tensors})
            return for_javascript({str(key): self._prepared(each) for key, each in tensors.items()})
        if isinstance(tensors, (list, tuple)):
            return for_javascript([self._prepared(each) for each in tensors])
        return symbolic(tensors)

    def _restored(self, found: Any) -> Any:
        if isinstance(found, dict):
            return {self._keys.get(key, key): self._restored(each) for key, each in found.items()}
        return tuple(self._restored(each) for each in found) if isinstance(found, tuple) else found

    def dequeue(self, wait_for_completion: bool = False) -> Any:
        """Everything that waits, as it was enqueued, with the number of elements in front; the queue is empty then."""
        if context.graph_mode:
            from tensorflow._sessions import Deferred  # pylint: disable=import-outside-toplevel

            def dequeued(feed: Any) -> Any:
                if not self._enqueued and not context.compiled:  # one of those may enqueue to it
                    raise ValueError(
                        'Trying to dequeue elements from an outfeed queue which has not been enqueued to'
                    )
                return map_structure(lambda each: each.numpy(), self._dequeue())

            return Deferred(dequeued)
        return self._dequeue()

    def _dequeue(self) -> Any:
        found = self._restored(array_structure(call(self._javascript.dequeue)))
        return [] if isinstance(found, dict) and not found else found

    @property
    def deleter(self) -> Any:
        from tensorflow.python.ipu.ipu_infeed_queue import (
            _now_or_in_session,
        )  # pylint: disable=import-outside-toplevel

        return _now_or_in_session(self._javascript.deleter)

    def __iter__(self) -> Iterator[Any]:
        while True:
            found = call(self._javascript.pop)
            if found is None:
                return
            yield self._restored(array_structure(found))


class ScopedIPUOutfeedQueue:
    """An outfeed queue for a `with`, at whose end it is emptied."""

    def __init__(self, outfeed_mode: Any = None, device_ordinal: int | None = None) -> None:
        self._queue = IPUOutfeedQueue(outfeed_mode, device_ordinal)

    def __enter__(self) -> IPUOutfeedQueue:
        return self._queue

    def __exit__(self, *error: object) -> None:
        call(self._queue._javascript.deleter)
