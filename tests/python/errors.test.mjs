// Mistakes that people make in programs for TensorFlow: each is an error of Python's usual kind, in the program's own line, and
// nothing that was asked for is left out without a word.

import assert from 'node:assert/strict';
import test from 'node:test';
import {bridgeOf} from '../../web/python/bridge.mjs';
import {api} from '../wasm/module.mjs';
import {pythonForTests} from './start.mjs';

const {run, printed} = await pythonForTests();
const emulator = await api.createPipette();

/** What a program that fails has printed. */
function failure(program) {
  printed();
  const status = run(program, {modules: {_pipette: bridgeOf(emulator)}});
  const text = printed();
  assert.equal(status, 1, text);
  return text;
}

const START = 'import tensorflow as tf\nfrom tensorflow import keras\nfrom tensorflow.python import ipu\n';
const MODEL = `${START}model = keras.Sequential([keras.layers.Dense(2)])
model.compile('sgd', 'mse')
x = tf.zeros([4, 3])
`;

const REFUSED = [
  ["keras.layers.Dense(2, activty='relu')", /TypeError: .*unexpected keyword argument 'activty'/],
  ["keras.layers.Dense(2, activity_regularizer='l2')", /NotImplementedError: the argument activity_regularizer of Dense/],
  ["keras.layers.Dense(2, dtype='float64')", /NotImplementedError: the argument dtype of Dense/],
  ['keras.layers.Dropout(0.5, noise_shape=[1])', /NotImplementedError: the argument noise_shape of Dropout/],
  ['model.fit(x, x, epoch=2)', /TypeError: .*unexpected keyword argument 'epoch'. Did you mean 'epochs'\?/],
  ['model.fit(x, x, class_weight={0: 2.0})', /NotImplementedError: the argument class_weight of fit\(\)/],
  ["model.compile('sgd', 'mse', loss_weights=[0.5])", /NotImplementedError: the argument loss_weights of compile\(\)/],
  ['tf.GradientTape(watch_accessed_variables=False)', /NotImplementedError: watch_accessed_variables=False/],
  ['tf.nn.bias_add(x, x, data_format="NCHW")', /NotImplementedError: the argument data_format of tf.nn.bias_add/],
  ['tf.compat.v1.losses.mean_squared_error(x, x, weights=2.0)', /NotImplementedError: the argument weights/],
  ['tf.compat.v1.get_variable("w", [2], regularizer=print)', /NotImplementedError: the argument regularizer of get_variable/],
  ['tf.konstant(1)', /NotImplementedError: tf\.konstant is not part .* runs here: did you mean tf\.constant\?$/m],
  [
    'keras.layers.Conv2d(1, 3)',
    /NotImplementedError: tf\.keras\.layers\.Conv2d .*: did you mean tf\.keras\.layers\.Conv2D\?$/m,
  ],
  ['tf.audio', /NotImplementedError: tf\.audio is not part .*; docs\/python\.md lists what is$/m],
  ['import numpy as np; np.ones_lik(x)', /NotImplementedError: numpy\.ones_lik .*did you mean numpy\.ones_like\?$/m],
  [
    'model.fit(x, x, callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch: 0.1)])',
    /NotImplementedError: LearningRateScheduler with an optimizer whose learning_rate is .*SGD\(learning_rate=tf\.Variable\(0\.1\)\)/,
  ],
  ['ipu.pipelining_ops.pipeline([], 1, weight_update_poplar_options=1)', /NotImplementedError: the argument weight_update/],
];

for (const [line, message] of REFUSED) {
  test(`${line} is refused at its line`, () => {
    const text = failure(`${MODEL}${line}\n`);
    assert.match(text, message);
    assert.match(text, /^ {2}File "\/home\/pyodide\/main\.py", line 7, in <module>$/m);
  });
}

test("an optimizer's own way to apply gradients is not left out without a word", () => {
  const text = failure(`${START}
class Mine(keras.optimizers.SGD):
    def apply_gradients(self, grads_and_vars, name=None, **options):
        return super().apply_gradients([(grad * 2, var) for grad, var in grads_and_vars])

model = keras.Sequential([keras.layers.Dense(2)])
model.compile(Mine(), 'mse')
`);
  assert.match(text, /NotImplementedError: the apply_gradients\(\) of your Mine in a pipeline, a model or another optimizer/);
  assert.match(text, /line 10, in <module>$/m);
});

test('what AutoGraph makes of loops and branches is not seen in a traceback', () => {
  const text = failure(`${START}
strategy = ipu.ipu_strategy.IPUStrategy()
@tf.function
def double(x):
    for _ in tf.range(3):
        if x[0] > 0:
            while x[0] < 100:
                x = tf.matmul(x, x)
    return x
strategy.run(double, args=[tf.constant([1.0])])
`);
  const frames = [...text.matchAll(/line (\d+), in (.+)/g)].map(([, line, name]) => `${line} ${name}`);
  assert.deepEqual(frames, ['13 <module>', '11 double'], text);
});

test('exponents that are not there say what else there is', () => {
  const raised = (exponent) => `${START}
strategy = ipu.ipu_strategy.IPUStrategy()
strategy.run(tf.function(lambda x, y: x ** ${exponent}), args=[tf.constant([3.0]), tf.constant(2.0)])
`;
  assert.match(failure(raised('y')), /NotImplementedError: tf\.pow with a tensor as the exponent is not part/);
  assert.match(failure(raised('-1')), /NotImplementedError: tf\.pow with the exponent -1 is not part/);
});

test('flags of TF_POPLAR_FLAGS do what they say, or say that they do not', () => {
  const program = `${START}
strategy = ipu.ipu_strategy.IPUStrategy()
print(strategy.run(tf.function(lambda: tf.constant(1.0))))
`;
  const ran = (flags) => {
    printed();
    const status = run(program, {modules: {_pipette: bridgeOf(emulator)}, env: {TF_POPLAR_FLAGS: flags}});
    return {status, text: printed()};
  };
  const fine = ran('--use_ipu_model --executable_cache_path=/tmp/cache');
  assert.equal(fine.status, 0, fine.text);
  assert.match(fine.text, /^TF_POPLAR_FLAGS: --executable_cache_path has no effect here\.$/m);
  assert.match(
    ran('--use_synthetic_dat').text,
    /ValueError: TF_POPLAR_FLAGS has '--use_synthetic_dat', which is no flag; there are /,
  );
  assert.match(
    ran('--synthetic_data_categories=infeed').text,
    /NotImplementedError: TF_POPLAR_FLAGS=--synthetic_data_categories/,
  );
  assert.match(ran('--ipu_model_tiles=x').text, /ValueError: TF_POPLAR_FLAGS: --ipu_model_tiles needs a number/);
});

test('each program has the modules of JavaScript that it was given', () => {
  for (const number of [1, 2]) {
    assert.equal(run('import _given\nprint(_given.number)', {modules: {_given: {number}}}), 0);
    assert.equal(printed(), `${number}\n`);
  }
});
