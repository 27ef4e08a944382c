// The programs of the tutorials, as they are written there, and their companions: what they print, and the weights that they
// leave, which are those of the C++ program with the same data and seed.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'node:test';
import {mnistFolder} from '../wasm/module.mjs';
import {ranPython} from './ran.mjs';
import {haveSeeds, programOf} from './seeds.mjs';

const ours = (name) => readFileSync(fileURLToPath(new URL(`../../python/programs/${name}`, import.meta.url)), 'utf8');
/** Of the C++ program of the catalogue, with the same data and seed. */
async function hashOfSession(experiment, emulator, real) {
  const files = ['train-images-idx3', 'train-labels-idx1', 't10k-images-idx3', 't10k-labels-idx1'];
  const [trainImages, trainLabels, testImages, testLabels] = real
    ? files.map((name) => readFileSync(join(mnistFolder, `${name}-ubyte.gz`)))
    : [];
  const data = real ? await emulator.loadMnist({trainImages, trainLabels, testImages, testLabels}) : undefined;
  const session = emulator.createSession({experiment}, {data});
  while (!session.advance({microseconds: Infinity}));
  return session.summary({accuracy: false}).weightHash;
}

test(
  'the first tutorial trains MNIST through queues, and says what it says there',
  {skip: !haveSeeds && 'no tutorials'},
  async () => {
    const data = mnistFolder !== null;
    const found = await ranPython(programOf('000'), {real: data});
    assert.equal(found.status, 0, found.text);
    const [, seconds] = /^Time taken using infeed\/outfeed queues: ([\d.]+) seconds$/m.exec(found.text);
    assert.ok(Math.abs(seconds - 14.62) < 0.15, `${seconds} s, where the tutorial has 14.62`);
    assert.equal(found.hash(), await hashOfSession('mnist-with-feeds', found.emulator, data));
  },
);

test('its companion without queues takes longer, and gives the same weights', async () => {
  const found = await ranPython(ours('mnist_without_feeds.py').replace('STEPS = 10_000', 'STEPS = 300'));
  assert.equal(found.status, 0, found.text);
  const withFeeds = await ranPython(ours('mnist_with_feeds.py').replace('STEPS = 10_000', 'STEPS = 300'));
  assert.equal(withFeeds.status, 0, withFeeds.text);
  assert.equal(found.hash(), withFeeds.hash());
  const seconds = ({text}) => Number(/queues: ([\d.]+) seconds/.exec(text)[1]);
  assert.ok(seconds(found) > seconds(withFeeds), `${seconds(found)} and ${seconds(withFeeds)}`);
});

test('the second tutorial shows the gradients of a pipelined Keras model', {skip: !haveSeeds && 'no tutorials'}, async () => {
  const program = programOf('001')
    .replace('steps_per_epoch = 500', 'steps_per_epoch = 100')
    .replace('epochs = 3', 'epochs = 2');
  const {status, text} = await ranPython(program);
  assert.equal(status, 0, text);
  assert.match(
    text,
    /^Gradients callback\nkey: Dense_128\/bias:0_grad shape: \(25, 128\)\nkey: Dense_128\/kernel:0_grad shape: \(25, 256, 128\)\n/m,
  );
  assert.match(text, /^Epoch 2 - Summary Stats\nIndex Name {25}Mean {9}Std {10}Minimum {6}Maximum {6}NaNs {4}infs *$/m);
  assert.match(text, /^Single layer activations callback\nNo data enqueued$/m);
});

test('the third tutorial trains in a loop for each epoch, run by a session', {skip: !haveSeeds && 'no tutorials'}, async () => {
  const {status, text} = await ranPython(programOf('003').replace('EPOCHS = 5', 'EPOCHS = 2'));
  assert.equal(status, 0, text);
  const losses = [...text.matchAll(/^Loss: ([\d.]+)$/gm)].map(([, loss]) => Number(loss));
  assert.equal(losses.length, 2);
  assert.ok(losses[1] < losses[0], losses.join());
  assert.match(text, /^Program ran successfully$/m);
});

test('the smallest programs give twos and zeros, in TensorFlow 2 and 1', async () => {
  for (const name of ['perf_training_example.py', 'perf_training_example_tf1.py']) {
    const {status, text} = await ranPython(ours(name));
    assert.equal(status, 0, text);
    assert.match(text, /^d1 \(10, 800\) \[2\.\]\nd2 \(10, 800\) \[0\.\]$/m);
  }
});

test('a thread reads the losses of the run', async () => {
  const {status, text} = await ranPython(ours('outfeed_example.py'));
  assert.equal(status, 0, text);
  assert.equal([...text.matchAll(/^Step \d+, loss \d\.\d{4}$/gm)].length, 100);
});

test('the fourth tutorial shows activations and gradients of a pipeline of TensorFlow 1', async () => {
  const argv = ['--run-single-step', '--repeat-count', '5'];
  const {status, text} = await ranPython(ours('pipelined_model.py'), {argv});
  assert.equal(status, 0, text);
  assert.match(text, /^Activation key: dense1 shape: \(80, 32, 256\)\nActivation key: dense3 shape: \(80, 32, 10\)$/m);
  const keys = [...text.matchAll(/^Gradient key: (\S+) shape: (.*)$/gm)].map(([, key, shape]) => `${key} ${shape}`);
  assert.deepEqual(keys, [
    'dense2/bias:0_grad (5, 128)',
    'dense2/kernel:0_grad (5, 256, 128)',
    'dense1/bias:0_grad (5, 256)',
    'dense1/kernel:0_grad (5, 784, 256)',
  ]);
  assert.match(text, /^Epoch 0\.0, Mean loss: \d\.\d{3}$/m);
});
