"""Published cases of loops on the device."""

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu
from tensorflow.python.ipu import ipu_compiler

from cases import configure, same


def run(my_net, inputs, feed):
    with ipu.scopes.ipu_scope('/device:IPU:0'):
        res = ipu_compiler.compile(my_net, inputs=inputs)
    configure()
    with tf.Session() as sess:
        return sess.run(res, feed)


def loop_inplace():
    def my_net(x):
        def cond(i, x):
            return i < 3

        def body(i, x):
            return (i + 1, tf.nn.relu(x * x))

        return tf.while_loop(cond, body, (tf.constant(0), x))

    x = tf.placeholder(tf.float32, [4])
    counter, values = run(my_net, [x], {x: np.full(4, 2, np.float32)})
    assert counter == 3, counter
    same(values, np.full(4, 256.0))


def loop_nested():
    def my_net(x):
        def cond(i, x, y):
            return i < 3

        def body(i, x, y):
            def inner_cond(j, x, y):
                return j < 2

            def inner_body(j, x, y):
                x = x * 2
                y = tf.reduce_sum(tf.reshape(x, [4, 1]) * tf.reshape(y, [1, 4]), 0) / x
                return (j + 1, x, y)

            _, x, y = tf.while_loop(inner_cond, inner_body, (tf.constant(0), x, y))
            return (i + 1, x, y)

        return tf.while_loop(cond, body, (tf.constant(0), x, x))

    x = tf.placeholder(tf.float32, [4])
    counter, x_out, y_out = run(my_net, [x], {x: np.full(4, 2, np.float32)})
    assert counter == 3, counter
    same(x_out, np.full(4, 128.0))
    same(y_out, np.full(4, 8192.0))
