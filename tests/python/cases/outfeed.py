"""Published cases of outfeeds, in the words of the tests that they come from: a session of TensorFlow 1."""

import os
import threading

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu
from tensorflow.python.ipu import ipu_compiler, ipu_infeed_queue, ipu_outfeed_queue, loops

from cases import configure, raises, same
from infeed import ones_times


def compiled(my_net, inputs=()):
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        return ipu_compiler.compile(my_net, inputs=list(inputs))


def outfeed_all_basic():
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(v):
        outfeed_op = outfeed.enqueue(v)
        return (v + 1, outfeed_op)

    def my_net(v):
        return loops.repeat(20, body, v)

    with tf.device('cpu'):
        v = tf.placeholder(tf.float32, [4, 4])
    res = compiled(my_net, [v])
    dequeued = outfeed.dequeue()
    configure()
    with tf.Session() as sess:
        result = sess.run(res, {v: np.ones([4, 4], np.float32)})
        same(result[0], np.full([4, 4], 21.0))
        rows = sess.run(dequeued)
    assert rows.shape == (20, 4, 4), rows.shape
    for i in range(20):
        same(rows[i], np.full([4, 4], i + 1.0))


def outfeed_nested_loops():
    outfeed1 = ipu_outfeed_queue.IPUOutfeedQueue()
    outfeed2 = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(v):
        def inner(w):
            return (w + 1, outfeed2.enqueue(w))

        first = outfeed1.enqueue(v)
        return (loops.repeat(10, inner, v), first)

    def my_net():
        return loops.repeat(10, body, [0.0])

    res = compiled(my_net)
    dequeued1, dequeued2 = outfeed1.dequeue(), outfeed2.dequeue()
    configure()
    with tf.Session() as sess:
        sess.run(res)
        same(sess.run(dequeued1), list(range(0, 100, 10)))
        same(sess.run(dequeued2), list(range(100)))


def outfeed_with_infeed():
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(10))
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(v, x):
        v = v + x
        return (v, outfeed.enqueue(v))

    def my_net():
        return loops.repeat(20, body, tf.constant(1.0, shape=[4, 4]), infeed)

    res = compiled(my_net)
    dequeued = outfeed.dequeue()
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        sess.run(res)
        rows = sess.run(dequeued)
    assert rows.shape == (20, 4, 4), rows.shape
    same(rows[5], np.full([4, 4], 16.0))
    same(rows[-1], np.full([4, 4], 91.0))


def _dictionary(mode):
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(3).map(lambda x: (x, (x + 10.0) / 2.0)))
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue(outfeed_mode=mode)

    def body(v, image1, image2):
        v = v + image1 + image2
        return (v, outfeed.enqueue({'v': v, 'image1': image1, 'image2': image2}))

    def my_net():
        return loops.repeat(5, body, tf.constant(0.0, shape=[4, 4]), infeed)

    res = compiled(my_net)
    dequeued = outfeed.dequeue()
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        sess.run(res)
        return sess.run(dequeued)


def outfeed_dict_all():
    rows = _dictionary(ipu_outfeed_queue.IPUOutfeedMode.ALL)
    same(rows['v'], np.ones([5, 4, 4]) * np.array([5.0, 11.5, 19.5, 24.5, 31.0]).reshape([5, 1, 1]))
    same(rows['image1'], np.ones([5, 4, 4]) * np.array([0.0, 1.0, 2.0, 0.0, 1.0]).reshape([5, 1, 1]))
    same(rows['image2'], np.ones([5, 4, 4]) * np.array([5.0, 5.5, 6.0, 5.0, 5.5]).reshape([5, 1, 1]))


def outfeed_dict_last():
    last = _dictionary(ipu_outfeed_queue.IPUOutfeedMode.LAST)
    for name, value in {'v': 31.0, 'image1': 1.0, 'image2': 5.5}.items():
        same(last[name], np.full([4, 4], value))


def outfeed_double_enqueue():
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(v):
        outfeed.enqueue(v)
        return (v + 1, outfeed.enqueue(v))

    with raises(ValueError, 'An outfeed can only be enqueued once.'):
        res = compiled(lambda: loops.repeat(20, body, [1.0]))
        configure()
        with tf.Session() as sess:
            sess.run(res)


def outfeed_last_before_run():
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue(outfeed_mode=ipu_outfeed_queue.IPUOutfeedMode.LAST)

    def body(v):
        return (v + 1, outfeed.enqueue(v))

    compiled(lambda: loops.repeat(20, body, [1.0]))
    dequeued = outfeed.dequeue()
    configure()
    with tf.Session() as sess:
        message = 'Trying to get the last value from an outfeed queue before it was executed'
        with raises(tf.errors.FailedPreconditionError, message):
            sess.run(dequeued)


def outfeed_continuous_dequeue():
    infeed = ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.range(1000))
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(x):
        return outfeed.enqueue(x)

    res = compiled(lambda: loops.repeat(1000, body, [], infeed))
    dequeued = outfeed.dequeue()
    configure()
    collected = []
    with tf.Session() as sess:
        sess.run(infeed.initializer)

        def dequeue():
            while len(collected) < 1000:
                collected.extend(int(each) for each in sess.run(dequeued))

        thread = threading.Thread(target=dequeue)
        thread.start()
        sess.run(res)
        thread.join()
    assert collected == list(range(1000)), collected


def synthetic_data():
    os.environ['TF_POPLAR_FLAGS'] = '--use_synthetic_data'
    everything = ipu_outfeed_queue.IPUOutfeedQueue()
    last = ipu_outfeed_queue.IPUOutfeedQueue(outfeed_mode=ipu_outfeed_queue.IPUOutfeedMode.LAST)

    def body(v):
        return (v + 1, everything.enqueue(v), last.enqueue(v))

    res = compiled(lambda: loops.repeat(20, body, [1.0]))
    dequeued, dequeued_last = everything.dequeue(), last.dequeue()
    configure()
    with tf.Session() as sess:
        sess.run(res)
        rows = sess.run(dequeued)
        assert len(rows) == 0, rows
        with raises(tf.errors.FailedPreconditionError, 'synthetic data'):
            sess.run(dequeued_last)
