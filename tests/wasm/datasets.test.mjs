// Datasets whose elements JavaScript makes or changes, and those of files.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'node:test';
import {invalid, mnistFolder, pipette as p} from './module.mjs';

test('datasets are mapped by functions of JavaScript, and come from generators', async () => {
  const rows = (...values) => ({data: Float32Array.from(values), shape: [values.length]});
  const pairs = p.dataset.fromTensorSlices(rows(1, 2, 3), rows(10, 20, 30));
  const sums = pairs.map((x, y) => ({sum: {data: Float32Array.of(x.data[0] + y.data[0]), shape: [1]}}));
  assert.deepEqual(sums.toArray().map(({sum}) => sum.data[0]), [11, 22, 33]);
  assert.deepEqual(sums.elementSpec, {sum: {dtype: 'float32', shape: [1]}});
  let passes = 0;
  const generated = p.dataset.fromGenerator(function* () {
    passes++;
    for (let i = 0; i < 4; i++) yield [rows(i, i + 1), {data: Int32Array.of(i), shape: []}];
  });
  assert.equal(generated.cardinality, null);
  assert.deepEqual(generated.batch(2).toArray().map(([x]) => [...x.data]), [[0, 1, 1, 2], [2, 3, 3, 4]]);
  const before = passes;
  const infeed = p.iter(generated.map((x, y) => [x, y]).repeat()), outfeed = p.outfeedQueue(), strategy = p.strategy();
  await strategy.run(p.function(strategy, () => {
    p.loops.repeat(10, (x, y) => [outfeed.enqueue([x, y])], [], infeed);
  }));
  const [x, y] = outfeed.dequeue();
  assert.deepEqual([x.shape, [...y.data]], [[10, 2], [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]]);
  assert.equal(passes - before, 3);
  const mine = new Error('mine');
  const failing = pairs.map((a) => {
    if (a.data[0] === 3) throw mine;
    return a;
  });
  assert.throws(() => failing.toArray(), (error) => error === mine);
  assert.throws(() => pairs.map(() => 5), invalid(/what map\(\) returns must be \{data, shape\}/));
  assert.throws(() => p.dataset.fromGenerator(() => []), invalid(/an element at least/));
  assert.throws(() => p.dataset.fromGenerator(() => 5), invalid(/iterable/));
  assert.throws(() => p.dataset.fromGenerator(5), invalid(/iterable/));
  const ragged = p.dataset.fromGenerator(() => [rows(1), rows(1, 2)]);
  assert.throws(() => ragged.toArray(), invalid(/shape/));
});

test('the images of files are a dataset as generated digits are', {skip: mnistFolder === null}, async () => {
  const file = (name) => readFile(join(mnistFolder, `${name}.gz`));
  const images = await p.loadMnist({
    trainImages: await file('train-images-idx3-ubyte'), trainLabels: await file('train-labels-idx1-ubyte'),
    testImages: await file('t10k-images-idx3-ubyte'), testLabels: await file('t10k-labels-idx1-ubyte'),
  });
  const {train, test: held} = p.dataset.fromImageSet(images);
  assert.deepEqual([train.cardinality, held.cardinality], [60000, 10000]);
  assert.deepEqual(train.elementSpec, p.dataset.digits().train.elementSpec);
  const [[x, y]] = train.take(1).toArray();
  assert.equal(y.data[0], 5, 'the first image of MNIST');
  assert.ok(x.data.every((value) => value >= 0 && value <= 1) && Math.max(...x.data) === 1);
});
