"""tf.data.Dataset on the emulator's datasets. Each function gives a new one."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tensorflow._context import context
from tensorflow._emulator import call, callback, emulator, for_javascript, tensor_of
from tensorflow._missing import not_there
from tensorflow._shapes import TensorShape
from tensorflow._structures import flatten, map_structure, pack_sequence_as
from tensorflow._structures_js import array_structure
from tensorflow._tensors import eager
from tensorflow.data._recorded import recorded_steps

AUTOTUNE = -1


def _arrays(structure: Any) -> Any:
    """The structure with an array in place of each leaf; int64 becomes int32, which the device has."""
    return map_structure(lambda each: eager(each)._array, _tuples(structure))


def _tuples(structure: Any) -> Any:
    if isinstance(structure, tuple):
        return tuple(_tuples(each) for each in structure)
    return (
        {key: _tuples(each) for key, each in structure.items()}
        if isinstance(structure, dict)
        else structure
    )


def _nest(arrays: Any) -> Any:
    """As the emulator takes a nesting of arrays."""
    if isinstance(arrays, tuple):
        return for_javascript([_nest(each) for each in arrays])
    if isinstance(arrays, dict):
        return for_javascript({key: _nest(each) for key, each in arrays.items()})
    return tensor_of(np.asarray(arrays))


class TensorSpec:
    """Shape and dtype of one component."""

    def __init__(self, shape: Any, dtype: Any = 'float32', name: str | None = None) -> None:
        from tensorflow._dtypes import as_dtype  # pylint: disable=import-outside-toplevel

        self.shape, self.dtype, self.name = TensorShape(shape), as_dtype(dtype), name

    def __repr__(self) -> str:
        return f'TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})'


class Dataset:
    """Made by from_tensor_slices(), from_tensors(), from_generator() and range()."""

    def __init__(self, inside: Any) -> None:
        self._javascript = inside

    # ---- sources ----

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> 'Dataset':
        """Elements are the rows."""
        arrays = _arrays(tensors)
        sizes = {len(each) if each.ndim else -1 for each in flatten(arrays)}
        if -1 in sizes:
            raise ValueError(
                'Unbatching a scalar: from_tensor_slices() wants tensors with at least one axis'
            )
        if len(sizes) > 1:
            raise ValueError(
                f'Dimensions {" and ".join(map(str, sorted(sizes)))} are not compatible: '
                'all tensors must have as many rows'
            )
        return Dataset(call(emulator.dataset.fromTensorSlices, _nest(arrays)))

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> 'Dataset':
        """One element."""
        return Dataset(
            call(
                emulator.dataset.fromTensorSlices,
                _nest(map_structure(lambda each: each[None], _arrays(tensors))),
            )
        )

    @staticmethod
    def from_generator(
        generator: Callable[[], Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
    ) -> 'Dataset':
        """What a generator function gives, a new pass of it for each epoch."""
        from tensorflow._dtypes import as_dtype  # pylint: disable=import-outside-toplevel

        types = (
            output_types
            if output_signature is None
            else map_structure(lambda each: each.dtype, output_signature)
        )

        def element(value: Any) -> Any:
            if types is None:
                return _nest(_arrays(value))
            leaves = [
                eager(each, as_dtype(dtype))._array
                for each, dtype in zip(flatten(_tuples(value)), flatten(types))
            ]
            return _nest(pack_sequence_as(types, leaves))

        def passes() -> Any:
            return callback(map(element, generator(*(args or ()))))

        return Dataset(call(emulator.dataset.fromGenerator, callback(passes)))

    @staticmethod
    def range(*args: int, output_type: Any = 'int32', name: str | None = None) -> 'Dataset':
        """int32 here: the device has no int64."""
        import builtins  # pylint: disable=import-outside-toplevel

        return Dataset.from_tensor_slices(np.array(list(builtins.range(*args)), dtype='int32'))

    @staticmethod
    def zip(datasets: Any, name: str | None = None) -> 'Dataset':
        given = list(datasets)
        return Dataset.from_generator(lambda: (tuple(each) for each in zip(*given)))

    # ---- what happens to elements ----

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: Any = None,
        name: str | None = None,
    ) -> 'Dataset':
        """By a function of the host. What its own functions can say is done by the emulator, all else by Python."""
        steps = recorded_steps(map_func, self.element_spec)
        if steps is not None:
            inside = self._javascript
            for operation, options in steps:
                inside = call(inside.map, operation, **options)
            return Dataset(inside)

        def mapped(*items: Any) -> Any:
            given = [array_structure(each) for each in items]
            return _nest(_arrays(map_func(*given)))

        return Dataset(call(self._javascript.map, callback(mapped)))

    def batch(
        self,
        batch_size: int,
        drop_remainder: bool = False,
        num_parallel_calls: Any = None,
        deterministic: Any = None,
        name: str | None = None,
    ) -> 'Dataset':
        return self._derived('batch', int(batch_size), drop_remainder=drop_remainder)

    def shuffle(
        self,
        buffer_size: int,
        seed: int | None = None,
        reshuffle_each_iteration: bool = True,
        name: str | None = None,
    ) -> 'Dataset':
        """In an order that the seed chooses, else that of tf.random.set_seed()."""
        chosen = seed if seed is not None else context.seed if context.seed is not None else 1
        return self._derived(
            'shuffle',
            int(buffer_size),
            int(chosen),
            reshuffle_each_iteration=reshuffle_each_iteration,
        )

    def repeat(self, count: int | None = None, name: str | None = None) -> 'Dataset':
        return self._derived('repeat', *([] if count is None or count < 0 else [int(count)]))

    def take(self, count: int, name: str | None = None) -> 'Dataset':
        return self if count < 0 else self._derived('take', int(count))

    def skip(self, count: int, name: str | None = None) -> 'Dataset':
        return self._derived('skip', int(count))

    def cache(self, filename: str = '', name: str | None = None) -> 'Dataset':
        return self._derived('cache')

    def prefetch(self, buffer_size: Any = None, name: str | None = None) -> 'Dataset':
        return self._derived('prefetch')

    def with_options(self, options: Any) -> 'Dataset':
        return self

    def _derived(self, operation: str, *arguments: Any, **options: Any) -> 'Dataset':
        return Dataset(call(getattr(self._javascript, operation), *arguments, **options))

    # ---- what it is like ----

    def cardinality(self) -> Any:
        """-1: without end, -2: unknown."""
        found = self._javascript.cardinality
        return eager(-2 if found is None else -1 if found == float('inf') else int(found), 'int64')

    def __len__(self) -> int:
        count = int(self.cardinality())
        if count < 0:
            raise TypeError(
                'The dataset is infinite.' if count == -1 else 'The dataset length is unknown.'
            )
        return count

    @property
    def element_spec(self) -> Any:
        def spec(found: Any) -> TensorSpec:
            return TensorSpec(
                [None if str(each) == 'jsnull' else each for each in found.shape], str(found.dtype)
            )

        from tensorflow._structures_js import _structure  # pylint: disable=import-outside-toplevel

        return _structure(
            self._javascript.elementSpec, spec, lambda each: hasattr(each, 'dtype'), tuple
        )

    def __iter__(self) -> Any:
        if context.strategies and context.strategies[-1]._dataset_iterators:
            from tensorflow.python.ipu.ipu_infeed_queue import (
                IPUOwnedIterator,
            )  # pylint: disable=import-outside-toplevel

            return IPUOwnedIterator(self)
        return self._on_host()

    def _on_host(self) -> Iterator[Any]:
        for each in self._javascript:
            yield array_structure(each)

    def as_numpy_iterator(self) -> Iterator[Any]:
        return (map_structure(lambda leaf: leaf.numpy(), each) for each in self._on_host())

    def __getattr__(self, name: str) -> Any:
        if name.startswith('_'):
            raise AttributeError(name)
        raise not_there(f'tf.data.Dataset.{name}')
