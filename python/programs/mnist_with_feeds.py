"""Trains a small network on MNIST in a loop on the device: data from an infeed queue, losses into an outfeed queue."""

import time

import tensorflow as tf
from tensorflow import keras
from tensorflow.python.ipu import config, ipu_outfeed_queue, ipu_strategy

BATCH_SIZE = 32
STEPS = 10_000
STEPS_PER_EXECUTION = 10


def create_dataset():
    (images, labels), _ = keras.datasets.mnist.load_data()
    dataset = tf.data.Dataset.from_tensor_slices((images / 255.0, labels))
    dataset = dataset.cache().shuffle(len(images)).batch(BATCH_SIZE, drop_remainder=True)
    dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32), tf.cast(y, tf.int32)))
    return dataset.prefetch(tf.data.experimental.AUTOTUNE).repeat()


def create_model():
    return keras.Sequential(
        [
            keras.layers.Flatten(),
            keras.layers.Dense(128, activation='relu'),
            keras.layers.Dense(10, activation='softmax'),
        ]
    )


@tf.function(experimental_compile=True)
def train(iterator, losses, model, optimizer, count):
    for _ in tf.range(count):
        features, labels = next(iterator)
        with tf.GradientTape() as tape:
            predictions = model(features, training=True)
            loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(labels, predictions))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        losses.enqueue(loss)


cfg = config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()

strategy = ipu_strategy.IPUStrategy()
with strategy.scope():
    optimizer = keras.optimizers.SGD(0.01)
    model = create_model()
    iterator = iter(create_dataset())
    losses = ipu_outfeed_queue.IPUOutfeedQueue()

    start = time.time()
    for _ in range(0, STEPS, STEPS_PER_EXECUTION):
        strategy.run(train, args=[iterator, losses, model, optimizer, STEPS_PER_EXECUTION])
    values = losses.dequeue()
    print('Time with infeed and outfeed queues:', time.time() - start, 'seconds')

print('Loss of the last 500 steps:', values.numpy()[-500:].mean())
