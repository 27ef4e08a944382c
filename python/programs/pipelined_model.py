"""A pipeline of two stages in TensorFlow 1 whose activations and gradients come to the host."""

import argparse
import math

import numpy as np
import tensorflow.compat.v1 as tf
from maybe_outfeed_queue import MaybeOutfeedQueue
from outfeed_optimizer import OutfeedOptimizer, OutfeedOptimizerMode
from tensorflow.python import ipu
from tensorflow.python.ipu.ops import pipelining_ops

BATCH_SIZE = 32
LEARNING_RATE = 0.01


def parse_args():
    parser = argparse.ArgumentParser(description='A pipelined model that shows its tensors')
    parser.add_argument('--repeat-count', type=int, default=100, help='weight updates of one step')
    parser.add_argument('--epochs', type=float, default=3)
    parser.add_argument('--gradient-accumulation-count', type=int, default=16)
    parser.add_argument('--outfeed-pre-accumulated-gradients', action='store_true')
    parser.add_argument('--run-single-step', action='store_true')
    return parser.parse_args()


def create_dataset():
    (x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
    x_train = x_train.astype(np.float32) / 255
    dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train.astype(np.int32)))
    return dataset.cache().shuffle(len(x_train)).batch(BATCH_SIZE, drop_remainder=True).repeat(), len(x_train)


def dense(x, units, name, activation=None):
    with tf.variable_scope(name):
        kernel = tf.get_variable('kernel', shape=[x.shape[-1], units])
        bias = tf.get_variable('bias', shape=[units], initializer=tf.keras.initializers.Zeros())
    y = tf.matmul(x, kernel) + bias
    return y if activation is None else activation(y)


def print_table(title, results, step):
    for key, values in results.items():
        print(f'{title} key: {key} shape: {values.shape}')
    width = max(len(key) for key in results) + 5
    print(f'\nStep {step} - Summary Stats')
    print(f'{"Index":<5} {"Name":<{width}} {"Mean":<12} {"Std":<12} {"Minimum":<12} {"Maximum":<12} {"NaNs":<7} {"infs":<7}')
    for i, (key, values) in enumerate(results.items()):
        print(
            f'{i:<5} {key:<{width}} {np.mean(values):<12.6f} {np.std(values, dtype=np.float64):<12.6f} '
            f'{np.min(values):<12.6f} {np.max(values):<12.6f} {str(np.isnan(values).any()):<7} {str(np.isinf(values).any()):<7}'
        )
    print()


def main(args):
    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = 2
    cfg.configure_ipu_system()

    dataset, examples = create_dataset()
    infeed_queue = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
    outfeed_queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    first_activations = MaybeOutfeedQueue(filters=['dense1'])
    last_activations = MaybeOutfeedQueue()
    gradients = MaybeOutfeedQueue(filters=['dense1', 'dense2'])

    def stage1(learning_rate, images, labels):
        x = tf.reshape(images, [BATCH_SIZE, 784])
        x = dense(x, 256, 'dense1', tf.nn.relu)
        first_activations.maybe_outfeed('dense1', x)
        x = dense(x, 128, 'dense2', tf.nn.relu)
        first_activations.maybe_outfeed('dense2', x)
        first_activations.maybe_enqueue()
        return learning_rate, x, labels

    def stage2(learning_rate, x, labels):
        logits = dense(x, 10, 'dense3')
        last_activations.maybe_outfeed('dense3', logits)
        last_activations.maybe_enqueue()
        loss = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
        return learning_rate, loss

    mode = OutfeedOptimizerMode.AFTER_COMPUTE if args.outfeed_pre_accumulated_gradients else OutfeedOptimizerMode.BEFORE_APPLY

    def optimizer_function(learning_rate, loss):
        optimizer = tf.train.GradientDescentOptimizer(learning_rate)
        return pipelining_ops.OptimizerFunctionOutput(OutfeedOptimizer(optimizer, gradients, mode), loss)

    def my_net(learning_rate):
        return pipelining_ops.pipeline(
            [stage1, stage2],
            gradient_accumulation_count=args.gradient_accumulation_count,
            repeat_count=args.repeat_count,
            inputs=[learning_rate],
            infeed_queue=infeed_queue,
            outfeed_queue=outfeed_queue,
            optimizer_function=optimizer_function,
            outfeed_loss=True,
            name='Pipeline',
        )

    with ipu.scopes.ipu_scope('/device:IPU:0'):
        learning_rate = tf.placeholder(np.float32, [])
        train = ipu.ipu_compiler.compile(my_net, inputs=[learning_rate])
    losses = outfeed_queue.dequeue()

    batches = args.gradient_accumulation_count * args.repeat_count
    steps = 1 if args.run_single_step else math.ceil(args.epochs * examples / (BATCH_SIZE * batches))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(infeed_queue.initializer)
        for step in range(steps):
            session.run(train, {learning_rate: LEARNING_RATE})
            activations = {**session.run(first_activations.dequeue()), **session.run(last_activations.dequeue())}
            print_table('Activation', activations, step)
            print_table('Gradient', session.run(gradients.dequeue()), step)
            epoch = step * batches * BATCH_SIZE / examples
            print(f'Epoch {epoch:.1f}, Mean loss: {np.mean(session.run(losses)):.3f}\n')


if __name__ == '__main__':
    main(parse_args())
