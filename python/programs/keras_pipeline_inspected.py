"""Keras model in a pipeline over two IPUs, whose gradients and activations an outfeed queue brings to the host."""

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

import outfeed_layers
from maybe_outfeed_queue import MaybeOutfeedQueue
from outfeed_callback import OutfeedCallback
from outfeed_optimizer import OutfeedOptimizer, OutfeedOptimizerMode

BATCH_SIZE = 32
STEPS_PER_EPOCH = 200
EPOCHS = 2
ACCUMULATED = 4

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 2
cfg.configure_ipu_system()


def create_dataset():
    (images, labels), _ = keras.datasets.mnist.load_data()
    images = (images / 255.0).astype('float32')[..., None]
    dataset = tf.data.Dataset.from_tensor_slices((images, labels.astype('int32')))
    return dataset.shuffle(1000).batch(BATCH_SIZE, drop_remainder=True).repeat()


def create_model(activations):
    image = keras.layers.Input(shape=(28, 28, 1), batch_size=BATCH_SIZE)
    with ipu.keras.PipelineStage(0):
        x = keras.layers.Flatten()(image)
        x = keras.layers.Dense(256, activation='relu', name='hidden_1')(x)
    with ipu.keras.PipelineStage(1):
        x = keras.layers.Dense(128, activation='relu', name='hidden_2')(x)
        x = outfeed_layers.MaybeOutfeed(activations, final_outfeed=False, name='hidden_2_acts')(x)
        x = keras.layers.Dense(10, activation='softmax', name='digits')(x)
        x = outfeed_layers.MaybeOutfeed(activations, final_outfeed=True, name='digits_acts')(x)
    model = keras.Model(image, x)
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=ACCUMULATED)
    return model


strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    gradients = MaybeOutfeedQueue(filters=['hidden_2'])
    activations = MaybeOutfeedQueue()
    model = create_model(activations)
    model.compile(
        loss=keras.losses.SparseCategoricalCrossentropy(),
        optimizer=OutfeedOptimizer(
            keras.optimizers.SGD(),
            gradients,
            outfeed_optimizer_mode=OutfeedOptimizerMode.BEFORE_APPLY,
            model=model,
        ),
        steps_per_execution=STEPS_PER_EPOCH,
    )
    model.fit(
        create_dataset(),
        epochs=EPOCHS,
        steps_per_epoch=STEPS_PER_EPOCH,
        callbacks=[
            OutfeedCallback(gradients, name='Gradients'),
            OutfeedCallback(activations, name='Activations of the second stage'),
        ],
    )
