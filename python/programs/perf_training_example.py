"""The smallest program with both queues: it adds and subtracts two vectors, ten times."""

import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()

dataset = tf.data.Dataset.from_tensors(tf.constant(1.0, shape=[800]))
dataset = dataset.map(lambda value: (value, value)).repeat()

infeed_queue = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
outfeed_queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()


def body(counter, x1, x2):
    d1 = x1 + x2
    d2 = x1 - x2
    outfeed_queue.enqueue({'d1': d1, 'd2': d2})
    return counter + 1


@tf.function(experimental_compile=True)
def my_net():
    return ipu.loops.repeat(10, body, [0], infeed_queue)


strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    infeed_queue.initializer
    count = strategy.run(my_net)
    results = outfeed_queue.dequeue()

print('Iterations:', int(count))
for name, values in results.items():
    print(name, values.shape, np.unique(values.numpy()))
