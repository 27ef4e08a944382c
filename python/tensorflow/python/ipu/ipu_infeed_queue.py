"""Infeed queues: datasets as streams that programs on the device read."""

from typing import Any

from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._structures_js import traced_structure


class IPUInfeedQueue:
    """A dataset that a loop or a pipeline reads, an element for each iteration."""

    def __init__(
        self,
        dataset: Any,
        device_ordinal: int | None = None,
        prefetch_depth: int | None = None,
        optimise_latency: bool = False,
        feed_name: str | None = None,
    ) -> None:
        self._dataset = dataset
        self._accessed = False
        self._javascript = call(
            emulator.infeedQueue,
            dataset,
            prefetch_depth=prefetch_depth or None,
            device_ordinal=device_ordinal,
            optimise_latency=optimise_latency or None,
            name=feed_name,
        )

    @property
    def initializer(self) -> Any:
        """Begins with the first element: at once, or in TensorFlow 1, which has one such operation, when a session runs it."""
        if context.graph_mode and self._accessed:
            raise ValueError('The IPUInfeedQueue `initializer` function can only be accessed once.')
        self._accessed = True
        return _now_or_in_session(self._javascript.initialize)

    @property
    def deleter(self) -> Any:
        return _now_or_in_session(self._javascript.deleter)

    def get_next(self) -> None:
        raise ValueError(
            'IPUInfeedQueue.get_next is obsolete: loops and pipelines take the queue as infeed_queue'
        )


def _now_or_in_session(action: Any) -> Any:
    if not context.graph_mode:
        call(action)
        return None
    from tensorflow._sessions import Deferred  # pylint: disable=import-outside-toplevel

    return Deferred(lambda feed: call(action))


class IPUOwnedIterator:
    """What iter(dataset) gives in the scope of a strategy: a queue of its own."""

    def __init__(self, dataset: Any, prefetch_depth: int | None = None) -> None:
        self._dataset = dataset
        self._javascript = call(emulator.iter, dataset, prefetch_depth=prefetch_depth)

    def __iter__(self) -> 'IPUOwnedIterator':
        return self

    def __next__(self) -> Any:
        if not context.tracing:
            raise RuntimeError(
                'next() of an iterator of an IPUStrategy works inside a @tf.function only: the device reads it'
            )
        return traced_structure(call(self._javascript.next))

    get_next = __next__

    def get_next_as_optional(self) -> None:
        raise NotImplementedError(
            'get_next_as_optional is not implemented for iterators of an IPUStrategy'
        )


IPUIterator = IPUOwnedIterator
