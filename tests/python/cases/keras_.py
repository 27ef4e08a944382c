"""Published cases of Keras models and of datasets."""

import json

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu import dataset_benchmark, ipu_infeed_queue, ipu_outfeed_queue, ipu_strategy, loops

from cases import configure, raises, same


def _model(layers=2):
    return keras.Sequential([keras.layers.Dense(4) for _ in range(layers)])


def _data(batches):
    return tf.data.Dataset.from_tensors((tf.ones([4]), tf.ones([4]))).repeat(batches * 2).batch(2, drop_remainder=True)


def keras_steps_ga_indivisible():
    configure()
    with ipu_strategy.IPUStrategy().scope():
        model = _model()
        model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=3)
        model.compile('sgd', 'mse', steps_per_execution=8)
        with raises(RuntimeError, 'not divisible by `gradient_accumulation_steps_per_replica`'):
            model.fit(_data(8), epochs=1)


def keras_callback_count():
    class Counter(keras.callbacks.Callback):
        calls = 0

        def on_batch_end(self, batch, logs=None):
            self.calls += 1

    configure()
    for steps, expected in [(16, 6), (2, 48)]:
        with ipu_strategy.IPUStrategy().scope():
            model = _model()
            model.compile('sgd', 'mse', steps_per_execution=steps)
            counter = Counter()
            model.fit(_data(96), callbacks=[counter], verbose=0)
            assert counter.calls == expected, counter.calls


def keras_stage_assignment_errors():
    configure()
    with ipu_strategy.IPUStrategy().scope():
        model = _model(10)
        for assignment, message in [
            ([0.0] * 10, 'All elements of `pipeline_stage_assignment`'),
            ([0] * 8, 'does not match the number of layers'),
            ([1] * 10, 'needs to be assigned to the 0th pipeline stage'),
            ([0, 0, 1, 1, 0, 1, 1, 1, 1, 1], 'can only be assigned to the'),
            ([0, 0, 2, 2, 2, 2, 2, 2, 2, 2], 'can only be assigned to the'),
        ]:
            with raises(ValueError, message):
                model.set_pipeline_stage_assignment(assignment)


def benchmark_dataset():
    dataset = tf.data.Dataset.from_tensors(tf.ones([4, 4])).repeat()
    found = json.loads(dataset_benchmark.dataset_benchmark(dataset, 10, 1000).numpy()[0].decode('utf-8'))
    assert len(found['epochs']) == 10
    for epoch in found['epochs']:
        assert epoch['elements_processed'] == 1000
        assert epoch['total_bytes_processed'] == 1000 * 64
        assert epoch['time_elapsed'] > 0
        same(epoch['elements_per_second'], 1000 / epoch['time_elapsed'], 1e-3)
        same(epoch['bandwidth'], 64000 / epoch['time_elapsed'] / 1e9, 1e-3)


def doc_perf_training_example():
    configure()
    dataset = tf.data.Dataset.from_tensors(tf.constant(1.0, shape=[800]))
    dataset = dataset.map(lambda value: (value, value)).repeat()
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(counter, x1, x2):
        outfeed.enqueue({'d1': x1 + x2, 'd2': x1 - x2})
        return counter + 1

    strategy = ipu_strategy.IPUStrategy()
    with strategy.scope():

        @tf.function
        def my_net():
            return loops.repeat(10, body, [0], infeed)

        infeed.initializer  # pylint: disable=pointless-statement
        counter = strategy.run(my_net)
        found = outfeed.dequeue()
    assert int(counter) == 10, counter
    for name, value in {'d1': 2.0, 'd2': 0.0}.items():
        same(found[name], tf.fill([10, 800], value).numpy())
