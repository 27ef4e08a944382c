"""TensorFlow 1: what is made is run by a session, with what placeholders are fed."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._dtypes import as_dtype
from tensorflow._missing import missing, not_there
from tensorflow._shapes import TensorShape
from tensorflow._structures import map_structure
from tensorflow._tensors import EagerTensor, eager
from tensorflow._variables import Operation, Variable


class Deferred:
    """Something that a session does: run(feed) does it, and gives its value."""

    def __init__(self, run: Callable[[dict[Any, Any]], Any]) -> None:
        self.run_with = run

    def __getitem__(self, item: Any) -> 'Deferred':
        return Deferred(lambda feed: self.run_with(feed)[item])

    def __iter__(self) -> Any:
        raise not_there(
            'taking the result of ipu_compiler.compile() apart before it has run',
            'session.run() gives a list',
        )


class Placeholder:
    """A value that feed_dict gives."""

    def __init__(self, dtype: Any, shape: Any = None, name: str | None = None) -> None:
        self.dtype, self.name = as_dtype(dtype), name or 'Placeholder'
        self.shape = None if shape is None else TensorShape(shape)

    def value(self, feed: dict[Any, Any]) -> EagerTensor:
        if self not in feed:
            raise ValueError(
                f'You must feed a value for placeholder tensor {self.name!r} with dtype {self.dtype.name}'
                + ('' if self.shape is None else f' and shape {list(self.shape)}')
            )
        given = eager(feed[self], self.dtype)
        if self.shape is not None:
            fits = len(self.shape) == len(given.shape) and all(
                want in (None, have) for want, have in zip(self.shape, given.shape)
            )
            if not fits:
                raise ValueError(
                    f'Cannot feed value of shape {given.shape} for Tensor {self.name!r}, which has shape {self.shape}'
                )
        return given


def fed(value: Any, feed: dict[Any, Any]) -> Any:
    """An input of a compiled function, as it travels."""
    if isinstance(value, Placeholder):
        return value.value(feed)
    return eager(value) if isinstance(value, (int, float, list, np.ndarray)) else value


class Session:
    """with tf.Session() as sess: sess.run(...)"""

    def __init__(self, target: str = '', graph: Any = None, config: Any = None) -> None:
        self._closed = False

    def __enter__(self) -> 'Session':
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._closed = True

    def run(
        self,
        fetches: Any,
        feed_dict: dict[Any, Any] | None = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        """The values of what is asked for, in its structure."""
        if self._closed:
            raise RuntimeError('Attempted to use a closed Session.')
        feed = dict(feed_dict or {})
        return map_structure(lambda each: self._value(each, feed), fetches)

    def _value(self, fetch: Any, feed: dict[Any, Any]) -> Any:
        if isinstance(fetch, Deferred):
            return fetch.run_with(feed)
        if isinstance(fetch, Placeholder):
            return fetch.value(feed).numpy()
        if isinstance(fetch, (Variable, EagerTensor)):
            return fetch.numpy()
        if isinstance(fetch, Operation) or fetch is None:
            if fetch is None:
                raise TypeError('Fetch argument None has invalid type <class \'NoneType\'>')
            return None
        raise TypeError(
            f'Fetch argument {fetch!r} has invalid type {type(fetch).__name__}: a session runs what '
            'ipu_compiler.compile(), queues and initializers give'
        )


def global_variables_initializer() -> Deferred:
    """Gives the variables that there are their first values; those that programs make have them already."""
    first = {id(each): np.asarray(each.numpy()).copy() for each in context.variables}

    def run(feed: dict[Any, Any]) -> None:
        for each in context.variables:
            if id(each) in first:
                each.assign(first[id(each)])

    return Deferred(run)


__getattr__ = missing('tf.compat.v1')
