"""The smallest program with both queues, in TensorFlow 1: a session runs the loop, and an operation that dequeues."""

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()

dataset = tf.data.Dataset.from_tensors(tf.constant(1.0, shape=[800]))
dataset = dataset.map(lambda value: (value, value)).repeat()

infeed_queue = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
outfeed_queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()


def body(x1, x2):
    return outfeed_queue.enqueue({'d1': x1 + x2, 'd2': x1 - x2})


def my_net():
    return ipu.loops.repeat(10, body, [], infeed_queue)


with ipu.scopes.ipu_scope('/device:IPU:0'):
    run_loop = ipu.ipu_compiler.compile(my_net, inputs=[])
dequeue = outfeed_queue.dequeue()

with tf.Session() as session:
    session.run(infeed_queue.initializer)
    session.run(run_loop)
    results = session.run(dequeue)

for name, values in results.items():
    print(name, values.shape, np.unique(values))
