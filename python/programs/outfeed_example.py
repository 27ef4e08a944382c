"""Losses that reach the host while the program runs: a thread reads the outfeed queue."""

import threading

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

STEPS = 100

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()


def create_dataset():
    (images, labels), _ = keras.datasets.mnist.load_data()
    dataset = (
        tf.data.Dataset.from_tensor_slices((images / 255.0, labels))
        .shuffle(1000)
        .batch(32, drop_remainder=True)
    )
    dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32), tf.cast(y, tf.int32)))
    return dataset.repeat()


outfeed_queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()


@tf.function(experimental_compile=True)
def train(iterator, model, optimizer, count):
    for _ in tf.range(count):
        features, labels = next(iterator)
        with tf.GradientTape() as tape:
            predictions = model(features, training=True)
            loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(labels, predictions))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        outfeed_queue.enqueue(loss)


def read_losses():
    step = 0
    while step < STEPS:
        for loss in outfeed_queue:
            print(f'Step {step}, loss {float(loss):.4f}')
            step += 1


strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential(
        [
            keras.layers.Flatten(),
            keras.layers.Dense(128, activation='relu'),
            keras.layers.Dense(10, activation='softmax'),
        ]
    )
    optimizer = keras.optimizers.SGD(0.01)
    iterator = iter(create_dataset())

    reader = threading.Thread(target=read_losses)
    reader.start()
    strategy.run(train, args=[iterator, model, optimizer, STEPS])
    reader.join()
