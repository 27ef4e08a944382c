"""An epoch of convolutions in one loop on the device, in TensorFlow 1."""

import time

import tensorflow.compat.v1 as tf
from tensorflow.python import ipu

BATCH_SIZE = 32
EPOCHS = 2

(x_train, y_train), _ = tf.keras.datasets.fashion_mnist.load_data()
x_train = x_train.astype('float32') / 255
y_train = y_train.astype('int32')
dataset = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .repeat()
    .batch(BATCH_SIZE, drop_remainder=True)
)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Reshape((28, 28, 1)),
        tf.keras.layers.Conv2D(8, (3, 3), padding='same', activation=tf.nn.relu),
        tf.keras.layers.Conv2D(8, (3, 3), padding='same', activation=tf.nn.relu),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(10),
    ]
)
batches = len(x_train) // BATCH_SIZE
infeed_queue = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)


def body(total, x, y):
    logits = model(x, training=True)
    loss = tf.losses.sparse_softmax_cross_entropy(labels=y, logits=logits)
    return [total + loss, tf.train.AdamOptimizer(0.01).minimize(loss=loss)]


def train_epoch():
    return ipu.loops.repeat(n=batches, body=body, inputs=[0.0], infeed_queue=infeed_queue)


cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()

with ipu.scopes.ipu_scope('/device:IPU:0'):
    compiled = ipu.ipu_compiler.compile(train_epoch)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(infeed_queue.initializer)
    for epoch in range(EPOCHS):
        start = time.time()
        total = session.run(compiled)
        print(
            f'Epoch {epoch + 1}: loss {total[0] / batches:.4f}, {time.time() - start:.2f} seconds'
        )
