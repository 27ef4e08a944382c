"""Threads, which WebAssembly does not have: one runs from beginning to end when an engine run has ended, or is joined.

So a thread that reads an outfeed queue finds what the run before it has put there, and its output follows that run.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_waiting: list['Thread'] = []


class Thread:
    """threading.Thread"""

    def __init__(
        self,
        group: None = None,
        target: Callable[..., Any] | None = None,
        name: str | None = None,
        args: Iterable[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        *,
        daemon: bool | None = None,
    ) -> None:
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs or {})
        self.name, self.daemon = name or 'Thread', bool(daemon)
        self._started = self._ended = False

    def start(self) -> None:
        if self._started:
            raise RuntimeError('threads can only be started once')
        self._started = True
        _waiting.append(self)

    def run(self) -> None:
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout: float | None = None) -> None:
        if not self._started:
            raise RuntimeError('cannot join thread before it is started')
        if self in _waiting:
            _waiting.remove(self)
            self._run_whole()

    def is_alive(self) -> bool:
        return self._started and not self._ended

    def _run_whole(self) -> None:
        try:
            self.run()
        finally:
            self._ended = True


def run_waiting() -> None:
    """After an engine run: the threads that have been started, in that order."""
    while _waiting:
        _waiting.pop(0)._run_whole()


def use() -> None:
    """From now on threading.Thread is this one."""
    threading.Thread = Thread  # type: ignore[misc,assignment]
