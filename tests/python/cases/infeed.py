"""Published cases of infeeds, in the words of the tests that they come from: a session of TensorFlow 1."""

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu
from tensorflow.python.ipu import ipu_compiler, ipu_infeed_queue, loops

from cases import configure, raises, same


def ones_times(count, shape=(4, 4)):
    """The elements 0 to count - 1, each as a tensor of one value, for ever."""
    dataset = tf.data.Dataset.range(count)
    dataset = dataset.map(lambda x: tf.broadcast_to(tf.cast(x, tf.float32), list(shape)))
    return dataset.repeat()


def infeed_repeat_sum():
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(10))

    def body(v, x):
        return v + x

    def my_net(v):
        return loops.repeat(20, body, v, infeed)

    with tf.device('cpu'):
        v = tf.placeholder(tf.float32, [4, 4])
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, inputs=[v])
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        result = sess.run(res, {v: np.ones([4, 4], np.float32)})
    same(result[0], np.full([4, 4], 91.0))


def infeed_tuple():
    dataset = ones_times(3).map(lambda x: (x, (x + 10.0) / 2.0))
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)

    def body(v, im1, im2):
        return v + im1 + im2

    def my_net():
        return loops.repeat(5, body, [tf.constant(0.0, shape=[4, 4])], infeed)

    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, inputs=[])
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        result = sess.run(res)
    same(result[0], np.full([4, 4], 31.0))


def infeed_dict_kwargs():
    dataset = ones_times(3).map(lambda x: {'a': x, 'b': (x + 10.0) / 2.0})
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)

    # The keys are bound by name, in whatever order.
    def body(v1, v2, b, a):
        return (v1 + a, v2 + b)

    def my_net():
        start = tf.constant(0.0, shape=[4, 4])
        return loops.repeat(5, body, [start, start], infeed)

    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, inputs=[])
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        result = sess.run(res)
    same(result[0], np.full([4, 4], 4.0))
    same(result[1], np.full([4, 4], 27.0))


def infeed_while_loop():
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(10))

    def cond(i, v):
        return i < 20

    def body(i, v, x):
        return (i + 1, v + x)

    def my_net(v):
        i = tf.constant(0)
        return loops.while_loop(cond, body, (i, v), infeed)

    with tf.device('cpu'):
        v = tf.placeholder(tf.float32, [4, 4])
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, inputs=[v])
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        result = sess.run(res, {v: np.ones([4, 4], np.float32)})
    same(result[1], np.full([4, 4], 91.0))


def infeed_position_persists():
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(10))

    def program(iterations):
        def body(v, x):
            return v + x

        def my_net():
            return loops.repeat(iterations, body, tf.constant(0.0, shape=[4, 4]), infeed)

        with ipu.scopes.ipu_scope('/device:IPU:0'):
            return ipu_compiler.compile(my_net)

    runs = [program(0), program(2), program(2), program(2)]
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        for run, expected in zip(runs, [0.0, 1.0, 5.0, 9.0]):
            same(sess.run(run)[0], np.full([4, 4], expected))


def infeed_only_dict_unpacked():
    ones = np.ones(2, np.float32)
    dataset = tf.data.Dataset.from_tensor_slices(({'x0': ones, 'x1': ones},))
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)

    def body(total, x0, x1):
        return total + x0 + x1

    def my_net():
        return loops.repeat(2, body, [tf.constant(0.0)], infeed)

    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        same(sess.run(res), [4.0])


def infeed_restart():
    def generator():
        for i in range(5):
            yield float(i)

    dataset = tf.data.Dataset.from_generator(generator, output_types=tf.float32, output_shapes=[])
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)

    def body(v, x):
        return v + x

    def my_net():
        return loops.repeat(5, body, [0.0], infeed)

    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    initializer, deleter = infeed.initializer, infeed.deleter
    configure()
    with tf.Session() as sess:
        for _ in range(2):
            sess.run(initializer)
            same(sess.run(res), [10.0])
            sess.run(deleter)


def infeed_undefined_shape():
    dataset = tf.data.Dataset.range(10).map(lambda x: tf.broadcast_to(tf.cast(x, tf.float32), [4, 4]))
    dataset = dataset.batch(10, drop_remainder=False)
    with raises(ValueError, 'drop_remainder=True'):
        ipu_infeed_queue.IPUInfeedQueue(dataset)


def infeed_zero_dim():
    dataset = tf.data.Dataset.from_tensors(tf.zeros([0, 4])).repeat()
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)

    def body(v, x):
        return v + tf.reduce_sum(x)

    def my_net():
        return loops.repeat(5, body, [0.0], infeed)

    with raises(tf.errors.InvalidArgumentError, 'dimension of size 0'):
        with ipu.scopes.ipu_scope('/device:IPU:0'):
            res = ipu_compiler.compile(my_net)
        configure()
        with tf.Session() as sess:
            sess.run(infeed.initializer)
            sess.run(res)


def infeed_int8_uint8():
    dataset = tf.data.Dataset.range(10).map(lambda x: (tf.cast(x - 5, tf.int8), tf.cast(x - 5, tf.uint8))).repeat()
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)
    outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

    def body(x1, x2):
        x1 = tf.cast(x1, tf.float16) + 1
        x2 = tf.cast(x2, tf.float32) - 1
        return outfeed.enqueue((tf.cast(x1, tf.int8), tf.cast(x2, tf.uint8)))

    def my_net():
        return loops.repeat(10, body, [], infeed)

    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    dequeued = outfeed.dequeue()
    configure()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        sess.run(res)
        first, second = sess.run(dequeued)
    same(first, list(range(-4, 6)))
    same(second, [250, 251, 252, 253, 254, 255, 0, 1, 2, 3])
