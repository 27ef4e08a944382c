"""Published cases of replicas. What a program returns has the replicas as its first axis here."""

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu
from tensorflow.python.ipu import ipu_compiler, ipu_infeed_queue, ipu_outfeed_queue, loops
from tensorflow.python.ipu.ops import cross_replica_ops, replication_ops

from cases import configure, same
from infeed import ones_times


def replica_sum_variable():
    def my_graph():
        v = tf.get_variable('v', shape=[4, 4], initializer=tf.constant_initializer(10.0))
        return cross_replica_ops.cross_replica_sum(v + v)

    configure(2)
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        out = ipu_compiler.compile(my_graph, [])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        result = sess.run(out)
    same(result[0], np.full([2, 4, 4], 40.0))


def replica_infeed_outfeed():
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(3, [2]))
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(v, x):
        v = cross_replica_ops.cross_replica_sum(v + x)
        return (v, outfeed.enqueue(v))

    def my_net():
        return loops.repeat(5, body, [tf.constant(0.0, shape=[2])], infeed)

    configure(2)
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    dequeued = outfeed.dequeue()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        result = sess.run(res)
        rows = sess.run(dequeued)
    same(result[0], np.full([2, 2], 48.0))
    assert rows.shape == (5, 2, 2), rows.shape
    for row, value in zip(rows, [1.0, 4.0, 11.0, 23.0, 48.0]):
        same(row, np.full([2, 2], value))


def replica_no_allreduce():
    dataset = tf.data.Dataset.from_tensor_slices(np.array([1, 2, 3, 4], np.float32))
    infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def my_net():
        return loops.repeat(2, outfeed.enqueue, [], infeed)

    configure(2)
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    dequeued = outfeed.dequeue()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        sess.run(res)
        same(sess.run(dequeued), [[1, 2], [3, 4]])


def shard_and_replica():
    infeed = ipu_infeed_queue.IPUInfeedQueue(ones_times(3, [2]))
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def body(v, x):
        with ipu.scopes.ipu_shard(0):
            z = v + x
            y = x * x
        with ipu.scopes.ipu_shard(1):
            z = cross_replica_ops.cross_replica_sum(z) + cross_replica_ops.cross_replica_sum(y)
            return (z, outfeed.enqueue(z))

    def my_net():
        return loops.repeat(2, body, [tf.constant(0.0, shape=[2])], infeed)

    configure(4)
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    dequeued = outfeed.dequeue()
    with tf.Session() as sess:
        sess.run(infeed.initializer)
        result = sess.run(res)
        rows = sess.run(dequeued)
    same(result[0], np.full([2, 2], 10.0))
    assert rows.shape == (2, 2, 2), rows.shape
    same(rows[0], np.full([2, 2], 2.0))
    same(rows[1], np.full([2, 2], 10.0))


def strategy_allreduce():
    outfeed = ipu_outfeed_queue.IPUOutfeedQueue()

    def my_net():
        index = tf.cast(replication_ops.replication_index(), tf.float32)
        return outfeed.enqueue(
            (cross_replica_ops.cross_replica_sum(index), cross_replica_ops.cross_replica_mean(index))
        )

    configure(2)
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    dequeued = outfeed.dequeue()
    with tf.Session() as sess:
        sess.run(res)
        total, mean = sess.run(dequeued)
    same(total, [[1.0, 1.0]])
    same(mean, [[0.5, 0.5]])
