"""How fast a dataset gives its elements, in real time: dataset_benchmark, infeed_benchmark."""

import json
from typing import Any

import js
from tensorflow._context import context
from tensorflow._emulator import call, emulator
from tensorflow._missing import missing
from tensorflow.data import Dataset
from tensorflow.python.ipu.ipu_infeed_queue import IPUInfeedQueue


class _Text:
    """A tensor of one text, which is bytes as all texts of TensorFlow are: its element 0 is the JSON."""

    shape = (1,)

    def __init__(self, text: str) -> None:
        self._text = text.encode()

    def __getitem__(self, item: int) -> bytes:
        return [self._text][item]

    def numpy(self) -> list[bytes]:
        return [self._text]


def _check(name: str, value: int) -> None:
    if not isinstance(value, int) or value < 1:
        raise ValueError(f'{name} must be a positive integer, but it is {value!r}')


def _measured(
    start: Any,
    source: Any,
    number_of_epochs: int,
    elements_per_epochs: int,
    print_stats: bool,
    do_memcpy: bool,
) -> Any:
    _check('number_of_epochs', number_of_epochs)
    _check('elements_per_epochs', elements_per_epochs)

    def run(feed: Any = None) -> list[str]:
        benchmark = call(
            start,
            source,
            number_of_epochs=number_of_epochs,
            elements_per_epochs=elements_per_epochs,
            do_memcpy=do_memcpy,
        )
        while not call(benchmark.advance):
            pass
        found = json.loads(str(js.JSON.stringify(benchmark.result())))
        for epoch, each in enumerate(found['epochs']):
            if print_stats:
                print(
                    f'Epoch {epoch}: {each["elements_per_second"]:.0f} elements/s, {each["bandwidth"]:.3f} GB/s'
                )
        return [json.dumps(found, indent='\t', sort_keys=True)]

    if context.graph_mode:
        from tensorflow._sessions import Deferred

        return Deferred(run)
    return _Text(run()[0])


def dataset_benchmark(
    dataset: Any,
    number_of_epochs: int,
    elements_per_epochs: int,
    print_stats: bool = True,
    apply_debug_options: bool = True,
    do_memcpy: bool = True,
) -> Any:
    """A tensor of one text, JSON with figures of each epoch."""
    if not isinstance(dataset, Dataset):
        raise TypeError(f'Expected `dataset` to be a tf.data.Dataset, but it is {dataset!r}')
    start = emulator.startDatasetBenchmark
    return _measured(start, dataset, number_of_epochs, elements_per_epochs, print_stats, do_memcpy)


def infeed_benchmark(
    infeed_queue: Any,
    number_of_epochs: int,
    elements_per_epochs: int,
    print_stats: bool = True,
    do_memcpy: bool = True,
) -> Any:
    """The same for the dataset of a queue, from its beginning."""
    if not isinstance(infeed_queue, IPUInfeedQueue):
        raise TypeError(
            f'Expected `infeed_queue` to be an IPUInfeedQueue, but it is {infeed_queue!r}'
        )
    start = emulator.startInfeedBenchmark
    return _measured(
        start, infeed_queue, number_of_epochs, elements_per_epochs, print_stats, do_memcpy
    )


__getattr__ = missing('ipu.dataset_benchmark')
