"""The same training without queues: each mini-batch is an argument of a call, and the host waits for each loss."""

import time

import tensorflow as tf
from tensorflow import keras
from tensorflow.python.ipu import config, ipu_strategy

BATCH_SIZE = 32
STEPS = 10_000


def create_dataset():
    (images, labels), _ = keras.datasets.mnist.load_data()
    dataset = tf.data.Dataset.from_tensor_slices((images / 255.0, labels))
    dataset = dataset.cache().shuffle(len(images)).batch(BATCH_SIZE, drop_remainder=True)
    dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32), tf.cast(y, tf.int32)))
    return dataset.prefetch(tf.data.experimental.AUTOTUNE).repeat()


@tf.function(experimental_compile=True)
def train_step(features, labels, model, optimizer):
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
        loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(labels, predictions))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


cfg = config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()

dataset = create_dataset().take(STEPS)
batches = iter(dataset)

strategy = ipu_strategy.IPUStrategy(enable_dataset_iterators=False)
with strategy.scope():
    optimizer = keras.optimizers.SGD(0.01)
    model = keras.Sequential(
        [
            keras.layers.Flatten(),
            keras.layers.Dense(128, activation='relu'),
            keras.layers.Dense(10, activation='softmax'),
        ]
    )

    start = time.time()
    for features, labels in batches:
        loss = strategy.run(train_step, args=[features, labels, model, optimizer])
    print('Time without infeed and outfeed queues:', time.time() - start, 'seconds')

print('Last loss:', float(loss))
