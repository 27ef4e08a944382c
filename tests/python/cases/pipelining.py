"""Published cases of pipelines."""

import numpy as np
import tensorflow.compat.v1 as tf
from maybe_outfeed_queue import MaybeOutfeedQueue
from outfeed_optimizer import OutfeedOptimizer
from tensorflow.python import ipu
from tensorflow.python.ipu import ipu_compiler, ipu_infeed_queue, ipu_outfeed_queue
from tensorflow.python.ipu.ops import internal_ops, pipelining_ops
from tensorflow.python.ipu.optimizers import GradientAccumulationReductionMethod

from cases import configure, raises, same

Schedule = pipelining_ops.PipelineSchedule


def pipelined(stages, inputs=(), infeed=None, ipus=4, outfeed=None, runs=1, **options):
    """Runs a pipeline in a session, so often; what its outfeed then has each time."""

    def my_net(*given):
        return pipelining_ops.pipeline(
            stages, inputs=list(given), infeed_queue=infeed, outfeed_queue=outfeed, **options
        )

    with tf.device('cpu'):
        placeholders = [tf.placeholder(tf.float32, []) for _ in inputs]
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, inputs=placeholders)
    dequeued = None if outfeed is None else outfeed.dequeue()
    configure(ipus)
    with tf.Session() as sess:
        if infeed is not None:
            sess.run(infeed.initializer)
        sess.run(tf.global_variables_initializer())
        found = []
        for _ in range(runs):
            sess.run(res, dict(zip(placeholders, inputs)))
            found.append(None if dequeued is None else sess.run(dequeued))
    return found


def _one(*args, **options):
    return pipelined(*args, **options)[0]


def pipe_inference_3stage():
    expected = [410.01, 730.01, 650.01, 570.01, 890.01, 410.01, 730.01, 650.01, 570.01, 890.01, 410.01, 730.01]

    def stage1(c, a, b):
        kernel = tf.ones([1, 1, 2, 2])
        return c, tf.nn.conv2d(a, kernel, strides=1, padding='SAME') + b

    def stage2(c, x):
        return tf.reduce_sum(x) + c

    def stage3(x):
        return x

    for schedule in [Schedule.Interleaved, Schedule.Grouped, Schedule.Sequential]:
        for mapping in [[2, 0, 1], [2, 2, 2], None]:
            dataset = tf.data.Dataset.range(5).map(lambda x: tf.broadcast_to(tf.cast(x, tf.float32), [4, 4, 2]))
            dataset = dataset.repeat().batch(2, drop_remainder=True).map(lambda x: {'a': x, 'b': (x + 10.0) / 2.0})
            infeed = ipu_infeed_queue.IPUInfeedQueue(dataset)
            found = _one(
                [stage1, stage2, stage3],
                [10.01],
                infeed,
                outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
                gradient_accumulation_count=12,
                pipeline_schedule=schedule,
                device_mapping=mapping,
            )
            same(found[0] if isinstance(found, (list, tuple)) else found, expected)


def pipe_count_not_multiple():
    def stage(x):
        return x + 1

    message = 'The number of iterations of the pipeline must be a multiple of 3'
    for schedule in [Schedule.Interleaved, Schedule.Grouped]:
        with raises(tf.errors.FailedPreconditionError, message):
            _one(
                [stage, stage, stage],
                [1.0],
                outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
                gradient_accumulation_count=10,
                pipeline_schedule=schedule,
            )


def _weight():
    return tf.get_variable('w', shape=[], initializer=tf.constant_initializer(1.0))


def pipe_outfeed_loss():
    def stage1(lr, x):
        with tf.variable_scope('vs', use_resource=True):
            return lr, _weight() * x

    def identity(lr, x):
        return lr, x

    def optimizer_function(lr, x):
        optimizer = tf.train.GradientDescentOptimizer(0.01)
        return pipelining_ops.OptimizerFunctionOutput(optimizer, x + 1.0)

    found = _one(
        [stage1, identity, identity, identity],
        [10.0, 0.0],
        outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
        gradient_accumulation_count=8,
        optimizer_function=optimizer_function,
        outfeed_loss=True,
    )
    same(found, np.ones(8))


def pipe_outfeed_mask():
    def stage1(x):
        with tf.variable_scope('vs', use_resource=True):
            return x, _weight() * x

    def stage(x1, x2):
        return x1, x2 + 1.0

    def optimizer_function(x1, x2):
        return pipelining_ops.OptimizerFunctionOutput(tf.train.GradientDescentOptimizer(0.01), x2)

    found = _one(
        [stage1, stage, stage, stage],
        [1.0],
        outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
        gradient_accumulation_count=8,
        optimizer_function=optimizer_function,
        outfeed_mask=[True, False],
    )
    assert isinstance(found, (list, tuple)) and len(found) == 1, found
    same(found[0], np.full(8, 4.0))


def pipe_constant_input():
    def stage1(x):
        return x * 2

    def stage(x):
        return x + 1

    found = _one(
        [stage1, stage, stage, stage],
        [42.0],
        outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
        gradient_accumulation_count=8,
    )
    same(np.reshape(found, [-1]), np.full(8, 87.0))


def pipe_accumulate_loss():
    def stage1(x):
        with tf.variable_scope('vs', use_resource=True):
            return _weight() * x

    def identity(x):
        return x

    def optimizer_function(x):
        return pipelining_ops.OptimizerFunctionOutput(tf.train.GradientDescentOptimizer(0.01), x + 1.0)

    methods = GradientAccumulationReductionMethod
    for method in [methods.SUM, methods.MEAN, methods.RUNNING_MEAN]:
        tf.reset_default_graph()
        found = _one(
            [stage1, identity, identity, identity],
            [0.0],
            outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
            gradient_accumulation_count=8,
            optimizer_function=optimizer_function,
            outfeed_loss=True,
            accumulate_outfeed=True,
            reduction_method=method,
        )
        same(found, [8.0])


def pipe_accumulate_inference():
    def identity(*values):
        return values

    one = _one(
        [identity] * 4,
        [1.0],
        outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
        gradient_accumulation_count=8,
        accumulate_outfeed=True,
    )
    same(np.reshape(one, [1, 1]), [[8.0]])
    two = _one(
        [identity] * 4,
        [1.0, 2.0],
        outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
        gradient_accumulation_count=8,
        accumulate_outfeed=True,
    )
    same([np.reshape(each, [1]) for each in two], [[8.0], [16.0]])


def pipe_ga_dtype():
    features = tf.data.Dataset.from_tensor_slices(np.full(8, 65504.0, np.float16))
    infeed = ipu_infeed_queue.IPUInfeedQueue(features.map(lambda x: (x, tf.cast(x * 0, tf.float16))))
    captured = MaybeOutfeedQueue()

    def stage1(x, y):
        with tf.variable_scope('vs', use_resource=True):
            w = tf.get_variable('w', shape=[], dtype=tf.float16, initializer=tf.constant_initializer(1.0))
            return w * x, y

    def identity(x, y):
        return x, y

    def last(x, y):
        return x + y

    def optimizer_function(loss):
        optimizer = OutfeedOptimizer(tf.train.GradientDescentOptimizer(0.0), captured)
        return pipelining_ops.OptimizerFunctionOutput(optimizer, loss)

    pipelined(
        [stage1, identity, identity, last],
        [],
        infeed,
        gradient_accumulation_count=8,
        gradient_accumulation_dtype=tf.float32,
        optimizer_function=optimizer_function,
        reduction_method=GradientAccumulationReductionMethod.MEAN,
    )
    dequeued = captured.maybe_dequeue()
    with tf.Session() as sess:
        [gradient] = sess.run(dequeued).values()
    assert gradient.dtype == np.float32, gradient.dtype
    same(gradient, [65504.0])


def pipe_no_outfeed():
    def stage(x):
        return x

    with raises(ValueError, 'The last computational stage has tensor'):
        _one([stage, stage], [1.0], gradient_accumulation_count=10)


def pipe_one_stage():
    def stage(x):
        return x

    with raises(ValueError, 'Pipeline requires at least two computational stages'):
        _one([stage], [1.0], gradient_accumulation_count=10)


def pipe_bad_device_mapping():
    def stage(x):
        return x

    expected = [
        (1, TypeError, 'needs to be a list or a tuple'),
        ([0, 1, 2, 3], ValueError, 'Each stage must be mapped to an IPU'),
        ((0,), ValueError, 'Each stage must be mapped to an IPU'),
    ]
    for mapping, kind, message in expected:
        with raises(kind, message):
            _one(
                [stage] * 3,
                [1.0],
                outfeed=ipu_outfeed_queue.IPUOutfeedQueue(),
                gradient_accumulation_count=12,
                device_mapping=mapping,
            )


def fifo_depth5_repeat6():
    def my_net(x):
        return ipu.loops.repeat(6, lambda x: internal_ops.fifo(x, 5), [x])

    with tf.device('cpu'):
        x = tf.placeholder(tf.float32, [2])
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, [x])
    configure()
    with tf.Session() as sess:
        same(sess.run(res, {x: np.ones(2, np.float32)})[0], [1, 1])
