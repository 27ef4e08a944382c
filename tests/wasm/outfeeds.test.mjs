// What models hand out while they train: activations and gradients, their shapes and statistics;
// datasets and their benchmark.

import assert from 'node:assert/strict';
import test from 'node:test';
import {isError, pipette as p} from './module.mjs';

const loss = 'sparse_categorical_crossentropy';
const {train} = p.dataset.digits({seed: 1, trainCount: 400, testCount: 100});
const batches = train.batch(4).repeat();

/** 500 steps with accumulation 4, as docs/semantics.md, "Inspecting tensors", has them, with small layers. */
async function inspected({filters, gradientMode, accumulation = 4, steps = 40}) {
  const activations = p.outfeedQueue({filters}),
    gradients = p.outfeedQueue({filters});
  const model = p.sequential([
    p.layers.flatten(),
    p.layers.dense(12, {activation: 'relu', name: 'Dense_128'}),
    p.layers.outfeed(activations, {name: 'Dense_128_acts', finalOutfeed: false}),
    p.layers.dense(10, {activation: 'softmax', name: 'Dense_10'}),
    p.layers.outfeed(activations, {name: 'Dense_10_acts'}),
  ]);
  model.setGradientAccumulationOptions({gradientAccumulationStepsPerReplica: accumulation});
  model.compile({optimizer: p.optimizers.sgd({learningRate: 0.1}), loss, gradients, gradientMode, stepsPerExecution: steps});
  await model.fit(batches, {stepsPerEpoch: steps});
  return {activations, gradients, model};
}
const shapes = (element) => Object.fromEntries(Object.entries(element).map(([name, {shape}]) => [name, shape]));

test('activations lead with the steps, gradients with the weight updates', async () => {
  const {activations, gradients, model} = await inspected({gradientMode: 'before_apply'});
  assert.equal(activations.pending, 40);
  const acts = activations.dequeue();
  assert.deepEqual(shapes(acts), {Dense_128_acts: [40, 4, 12], Dense_10_acts: [40, 4, 10]});
  for (let row = 0; row < 160; row++) {
    const sum = acts.Dense_10_acts.data.subarray(row * 10, row * 10 + 10).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row} of probabilities adds to ${sum}`);
  }
  assert.deepEqual(shapes(gradients.dequeue()), {
    'Dense_10/bias:0_grad': [10, 10],
    'Dense_10/kernel:0_grad': [10, 12, 10],
    'Dense_128/bias:0_grad': [10, 12],
    'Dense_128/kernel:0_grad': [10, 784, 12],
  });
  assert.deepEqual(shapes(activations.dequeue()), {Dense_128_acts: [0, 4, 12], Dense_10_acts: [0, 4, 10]});
  await model.fit(batches, {stepsPerEpoch: 40});
  assert.equal(activations.pending, 40);
});

test('gradients of every mini-batch add up to those that are applied', async () => {
  const each = (await inspected({gradientMode: 'after_compute'})).gradients.dequeue();
  const sums = (await inspected({gradientMode: 'before_apply'})).gradients.dequeue();
  const name = 'Dense_10/bias:0_grad';
  assert.deepEqual(each[name].shape, [40, 10]);
  for (let update = 0; update < 10; update++) {
    for (let i = 0; i < 10; i++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += each[name].data[(update * 4 + k) * 10 + i];
      assert.ok(Math.abs(sum - sums[name].data[update * 10 + i]) < 1e-5);
    }
  }
});

test('filters choose by name; what nothing passes stays empty', async () => {
  const some = await inspected({filters: ['Dense_10']});
  assert.deepEqual(Object.keys(some.activations.dequeue()), ['Dense_10_acts']);
  assert.deepEqual(Object.keys(some.gradients.dequeue()), ['Dense_10/bias:0_grad', 'Dense_10/kernel:0_grad']);
  const none = await inspected({filters: []});
  assert.deepEqual(none.activations.dequeue(), {});
  assert.equal(none.activations.pending, 0);
  assert.deepEqual(none.activations.statistics().rows, []);
});

test('mode last keeps the latest element only', async () => {
  const queue = p.outfeedQueue({mode: 'last'});
  const model = p.sequential([
    p.layers.flatten(),
    p.layers.outfeed(queue, {name: 'x'}),
    p.layers.dense(10, {activation: 'softmax'}),
  ]);
  model.compile({loss, stepsPerExecution: 5});
  await model.fit(batches, {stepsPerEpoch: 5});
  assert.deepEqual(shapes(queue.dequeue()), {x: [4, 784]});
});

test('a queue that was destroyed does not disturb the model that feeds it', async () => {
  const {activations, model} = await inspected({});
  activations.destroy();
  assert.throws(() => activations.dequeue(), isError('InvalidStateError', 'INVALID_STATE', /outfeed queue has been destroyed/));
  await model.fit(batches, {stepsPerEpoch: 40});
});

test('statistics: numbers and the table of the tutorials', async () => {
  const {activations} = await inspected({filters: ['Dense_128']});
  const {
    Dense_128_acts: {data},
  } = activations.dequeue();
  const {rows, text} = activations.statistics();
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0].name, rows[0].shape, rows[0].count], ['Dense_128_acts', [40, 4, 12], data.length]);
  assert.ok(Math.abs(rows[0].mean - mean) < 1e-9);
  assert.equal(rows[0].maximum, Math.max(...data));
  assert.match(text, /^Index Name +Mean +Std +Minimum +Maximum +NaNs +infs/);
  const odd = p.statistics({
    'a/b:0': {data: Float32Array.of(1, NaN, Infinity), shape: [3]},
    whole: {data: Int32Array.of(1, 2, 3, 6), shape: [2, 2]},
  });
  assert.deepEqual([odd.rows[0].nans, odd.rows[0].infs, odd.rows[0].mean], [1, 1, NaN]);
  assert.deepEqual([odd.rows[1].mean, odd.rows[1].minimum, odd.rows[1].maximum], [3, 1, 6]);
  assert.match(odd.text, /0 +a\/b:0 +nan .*True +True/);
});

test('datasets in the words of tf.data', async () => {
  const x = {data: Float32Array.from({length: 20}, (_, i) => i), shape: [10, 2]};
  const y = {data: Uint8Array.from({length: 10}, (_, i) => i), shape: [10]};
  const rows = p.dataset.fromTensorSlices(x, y);
  assert.deepEqual(rows.elementSpec, [
    {dtype: 'float32', shape: [2]},
    {dtype: 'uint8', shape: []},
  ]);
  x.data.fill(9); // it was copied
  assert.equal(rows.cardinality, 10);
  assert.equal(rows.batch(3).cardinality, 3);
  assert.equal(rows.batch(3, {dropRemainder: false}).cardinality, 4);
  assert.deepEqual(rows.batch(3, {dropRemainder: false}).elementSpec[1], {dtype: 'uint8', shape: [null]});
  assert.equal(rows.repeat().cardinality, Infinity);
  assert.equal(rows.repeat(3).skip(5).take(7).cardinality, 7);
  const queue = p.outfeedQueue();
  const model = p.sequential([p.layers.outfeed(queue, {name: 'x'}), p.layers.dense(1)]);
  model.compile({loss: 'mse', stepsPerExecution: 5});
  const elements = async (dataset) => {
    await model.fit(dataset.batch(2));
    return [...queue.dequeue().x.data].filter((_, i) => i % 2 === 0);
  };
  assert.deepEqual(await elements(rows), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  const shuffled = await elements(rows.shuffle(10, 7));
  assert.notDeepEqual(shuffled, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  assert.deepEqual(
    [...shuffled].sort((a, b) => a - b),
    [0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
  );
  assert.deepEqual(await elements(rows.shuffle(10, 7)), shuffled);
  assert.notDeepEqual(await elements(rows.shuffle(10, 8)), shuffled);
});

test('the benchmark of a dataset has the published JSON', async () => {
  let calls = 0;
  const result = await p.datasetBenchmark(batches, {numberOfEpochs: 3, elementsPerEpochs: 50, onProgress: () => calls++});
  assert.equal(result.epochs.length, 3);
  for (const epoch of result.epochs) {
    assert.deepEqual(Object.keys(epoch), [
      'bandwidth',
      'elements_per_second',
      'elements_processed',
      'time_elapsed',
      'total_bytes_processed',
    ]);
    assert.equal(epoch.elements_processed, 50);
    assert.equal(epoch.total_bytes_processed, 50 * 4 * (784 * 4 + 4));
    assert.ok(epoch.time_elapsed > 0 && epoch.bandwidth > 0);
  }
  assert.ok(calls > 0);
  const queue = p.infeedQueue(batches);
  const ofQueue = await p.infeedBenchmark(queue, {numberOfEpochs: 2, elementsPerEpochs: 3});
  assert.deepEqual(
    ofQueue.epochs.map((epoch) => epoch.elements_processed),
    [3, 3],
  );
  await assert.rejects(p.infeedBenchmark(batches), isError('InvalidArgumentError', 'INVALID_ARGUMENT', /infeed queue/));
  await assert.rejects(
    p.datasetBenchmark(train.take(5), {elementsPerEpochs: 6}),
    isError('OutOfRangeError', 'OUT_OF_RANGE', /./),
  );
});
