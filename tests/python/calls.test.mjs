// What functions of TensorFlow give, on numbers and in traced functions: closed forms.

import assert from 'node:assert/strict';
import test from 'node:test';
import {ranPython} from './ran.mjs';

const START = `import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu
x = tf.constant([3.0, 4.0])
`;

async function printed(program) {
  const {status, text} = await ranPython(START + program);
  assert.equal(status, 0, text);
  return text;
}

// Of x = [3, 4]: an expression, and its numbers.
const VALUES = [
  ['x ** 2', [9, 16]],
  ['x ** 2.0', [9, 16]],
  ['x ** np.float32(2)', [9, 16]],
  ['x ** np.array([2.0], np.float32)', [9, 16]],
  ['tf.norm(x)', [5]],
  ['tf.norm(x, 1)', [7]],
  ['tf.norm(x, np.inf)', [4]],
  ['tf.norm(tf.reshape(x, [1, 2]), axis=1)', [5]],
  ['tf.clip_by_norm(x, 2.5)', [1.5, 2]],
  ['tf.clip_by_norm(x, 10.0)', [3, 4]],
  ['tf.global_norm([x, tf.constant([12.0])])', [13]],
  ['tf.clip_by_global_norm([x, None, tf.constant([12.0])], 6.5)[0][0]', [1.5, 2]],
  ['tf.clip_by_global_norm([x], 50.0)[0][0]', [3, 4]],
];

for (const [expression, wanted] of VALUES) {
  test(`${expression} gives the same everywhere`, async () => {
    const text = await printed(`
strategy = ipu.ipu_strategy.IPUStrategy()
for value in (${expression}, strategy.run(tf.function(lambda x: ${expression}), args=[x])):
    print(*np.ravel(value.numpy()))
`);
    const rows = text
      .trim()
      .split('\n')
      .map((row) => row.split(' ').map(Number));
    assert.equal(rows.length, 2);
    for (const row of rows) {
      assert.equal(row.length, wanted.length);
      row.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) <= 1e-6 * wanted[i], text));
    }
  });
}

test('class numbers become rows', async () => {
  const text = await printed(`
rows = keras.utils.to_categorical([[0], [2]])
print(rows.dtype, rows.tolist(), keras.utils.to_categorical([1], 4).tolist(), keras.utils.to_categorical([[0, 1]]).shape)
`);
  assert.equal(text, 'float32 [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] [[0.0, 1.0, 0.0, 0.0]] (1, 2, 2)\n');
});

test('a model of named inputs and outputs is a functional one, and trains', async () => {
  const text = await printed(`
inputs = keras.Input([2], batch_size=2)
model = keras.Model(inputs=inputs, outputs=keras.layers.Dense(1)(inputs), name='named')
model.compile('sgd', 'mse')
history = model.fit(np.ones([4, 2], np.float32), np.zeros([4, 1], np.float32), batch_size=2, verbose=0)
print(model.name, len(history.history['loss']))
`);
  assert.equal(text, 'named 1\n');
});

test('a schedule sets the learning rate that the next epoch takes', async () => {
  const text = await printed(`
def trained(rate, callbacks):
    tf.random.set_seed(3)
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer='ones')])
    model.compile(keras.optimizers.SGD(rate), 'mse')
    data = np.ones([4, 2], np.float32), np.zeros([4, 1], np.float32)
    model.fit(*data, batch_size=2, epochs=2, verbose=0, callbacks=callbacks)
    return model.get_weights()[0].ravel().tolist()

halving = keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate / 2, verbose=1)
stopping = keras.callbacks.LearningRateScheduler(lambda epoch: 0.0)
print(trained(0.0, []) == trained(tf.Variable(0.5), [stopping]))
print(trained(tf.Variable(0.5), [halving]))
`);
  const [same, empty, first, , second, weights] = text.trim().split('\n');
  assert.equal(same, 'True');
  assert.deepEqual(
    [empty, first, second],
    [
      '',
      'Epoch 1: LearningRateScheduler setting learning rate to 0.25.',
      'Epoch 2: LearningRateScheduler setting learning rate to 0.125.',
    ],
  );
  // With weights w, w and bias b, prediction 2w + b has the gradients 2 (2w + b) of each: a step of rate r leaves 1 - 6r of it.
  let w = 1,
    b = 0;
  for (const rate of [0.25, 0.25, 0.125, 0.125]) {
    const step = rate * 2 * (2 * w + b);
    [w, b] = [w - step, b - step];
  }
  assert.deepEqual(JSON.parse(weights), [w, w]);
});
