"""Published cases of optimizers that accumulate or map gradients."""

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu
from tensorflow.python.ipu import ipu_compiler, ipu_infeed_queue, loops
from tensorflow.python.ipu.optimizers import (
    GradientAccumulationOptimizerV2,
    GradientAccumulationReductionMethod,
    MapGradientOptimizer,
)

from cases import configure, raises, same


class Recorder(tf.train.GradientDescentOptimizer):
    """Descent by the whole gradient: what is subtracted from a variable of zeros is what was handed over."""

    def __init__(self):
        super().__init__(1.0)


def _session(my_net, infeed=None):
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net)
    configure()
    with tf.Session() as sess:
        if infeed is not None:
            sess.run(infeed.initializer)
        sess.run(tf.global_variables_initializer())
        return sess.run(res)


def _trained(optimizer, values, loss, loop=1):
    """The variables after so many iterations of a loop."""

    def my_net():
        variables = [
            tf.get_variable(f'v{i}', shape=[], initializer=tf.constant_initializer(value)) for i, value in enumerate(values)
        ]

        def body():
            return optimizer.minimize(loss(*variables))

        loops.repeat(loop, body)
        return [tf.identity(each) for each in variables]

    return _session(my_net)


def stateful_ga_indivisible():
    optimizer = GradientAccumulationOptimizerV2(tf.train.GradientDescentOptimizer(1.0), 4)
    message = 'with 4 number of mini batches inside a loop with 10 iterations'
    with raises(tf.errors.FailedPreconditionError, message):
        _trained(optimizer, [1.0], lambda x: x, loop=10)


def _accumulated(method, gradients):
    """What an optimizer is handed after these gradients of mini-batches."""
    infeed = ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensor_slices(np.array(gradients, np.float32)))

    def my_net():
        x = tf.get_variable('x', shape=[], initializer=tf.constant_initializer(0.0))

        def body(gradient):
            optimizer = GradientAccumulationOptimizerV2(Recorder(), len(gradients), reduction_method=method)
            return optimizer.minimize(x * gradient)

        loops.repeat(len(gradients), body, [], infeed)
        return -x

    return _session(my_net, infeed)[0]


def ga_reduction_methods():
    # Upstream begins at 10, which an optimizer cannot: without it the sum is 45, and the mean 4.5.
    methods = GradientAccumulationReductionMethod
    for method, expected in [(methods.SUM, 45.0), (methods.MEAN, 4.5), (methods.RUNNING_MEAN, 4.5)]:
        tf.reset_default_graph()
        same(_accumulated(method, list(range(10))), expected)


def mapgrad_square_pairs():
    optimizer = MapGradientOptimizer(Recorder(), lambda grad, _: tf.square(grad))
    after = _trained(optimizer, [1.0, 2.0, 3.0], lambda x, y, z: x * y + x * z + y * z)
    same(np.array([1.0, 2.0, 3.0]) - np.array([float(each) for each in after]), [25, 16, 9])


def mapgrad_minimize():
    optimizer = MapGradientOptimizer(tf.train.GradientDescentOptimizer(1.0), lambda grad, _: tf.square(grad))
    after = _trained(optimizer, [1.0, 2.0, 3.0], lambda x, y, z: x * y * z)
    same([float(each) for each in after], [-35, -7, -1])
