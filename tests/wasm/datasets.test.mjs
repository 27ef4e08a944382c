// Datasets whose elements JavaScript makes or changes, and those of files.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'node:test';
import {invalid, isError, mnistFolder, pipette as p} from './module.mjs';

test('datasets are mapped by functions of JavaScript, and come from generators', async () => {
  const rows = (...values) => ({data: Float32Array.from(values), shape: [values.length]});
  const pairs = p.dataset.fromTensorSlices(rows(1, 2, 3), rows(10, 20, 30));
  const sums = pairs.map((x, y) => ({sum: {data: Float32Array.of(x.data[0] + y.data[0]), shape: [1]}}));
  assert.deepEqual(
    sums.toArray().map(({sum}) => sum.data[0]),
    [11, 22, 33],
  );
  assert.deepEqual(sums.elementSpec, {sum: {dtype: 'float32', shape: [1]}});
  let passes = 0;
  const generated = p.dataset.fromGenerator(function* () {
    passes++;
    for (let i = 0; i < 4; i++) yield [rows(i, i + 1), {data: Int32Array.of(i), shape: []}];
  });
  assert.equal(generated.cardinality, null);
  assert.deepEqual(
    generated
      .batch(2)
      .toArray()
      .map(([x]) => [...x.data]),
    [
      [0, 1, 1, 2],
      [2, 3, 3, 4],
    ],
  );
  const before = passes;
  const infeed = p.iter(generated.map((x, y) => [x, y]).repeat()),
    outfeed = p.outfeedQueue(),
    strategy = p.strategy();
  await strategy.run(
    p.function(strategy, () => {
      p.loops.repeat(10, (x, y) => [outfeed.enqueue([x, y])], [], infeed);
    }),
  );
  const [x, y] = outfeed.dequeue();
  assert.deepEqual(
    [x.shape, [...y.data]],
    [
      [10, 2],
      [0, 1, 2, 3, 0, 1, 2, 3, 0, 1],
    ],
  );
  assert.equal(passes - before, 3);
  const mine = new Error('mine');
  const failing = pairs.map((a) => {
    if (a.data[0] === 3) throw mine;
    return a;
  });
  assert.throws(
    () => failing.toArray(),
    (error) => error === mine,
  );
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
    trainImages: await file('train-images-idx3-ubyte'),
    trainLabels: await file('train-labels-idx1-ubyte'),
    testImages: await file('t10k-images-idx3-ubyte'),
    testLabels: await file('t10k-labels-idx1-ubyte'),
  });
  const {train, test: held} = p.dataset.fromImageSet(images);
  assert.deepEqual([train.cardinality, held.cardinality], [60000, 10000]);
  assert.deepEqual(train.elementSpec, p.dataset.digits().train.elementSpec);
  const [[x, y]] = train.take(1).toArray();
  assert.equal(y.data[0], 5, 'the first image of MNIST');
  assert.ok(x.data.every((value) => value >= 0 && value <= 1) && Math.max(...x.data) === 1);
});

test('datasets are mapped by functions of the emulator, by name', async () => {
  const bytes = {data: Uint8Array.of(0, 51, 255, 1, 2, 3), shape: [2, 3]};
  const pairs = p.dataset.fromTensorSlices(bytes, {data: Int32Array.of(1, 3), shape: [2]});
  const made = pairs.map('normalise', {std: 255}).map('oneHot', {item: 1, depth: 3}).batch(2).toArray();
  assert.deepEqual(made[0][0], {data: Float32Array.from(bytes.data, (x) => x / 255), shape: [2, 3]});
  assert.deepEqual(made[0][1], {data: Float32Array.of(0, 1, 0, 0, 0, 0), shape: [2, 3]});
  const slow = pairs.map((x, y) => [{data: Float32Array.from(x.data, (v) => (v - 1) / 2), shape: x.shape}, y]);
  assert.deepEqual(pairs.map('normalise', {mean: 1, std: 2}).toArray(), slow.toArray());
  const named = p.dataset.fromTensorSlices({image: {...bytes, shape: [1, 2, 3]}});
  const [{image}] = named.map('flatten', {item: 'image'}).map('cast', {item: 'image', dtype: 'float32'}).toArray();
  assert.deepEqual(image, {data: Float32Array.from(bytes.data), shape: [6]});
  const reshaped = p.dataset
    .fromTensorSlices(bytes)
    .batch(2, {dropRemainder: false})
    .map('reshape', {shape: [-1, 1]});
  assert.deepEqual(reshaped.elementSpec, {dtype: 'uint8', shape: [null, 1]});
  assert.throws(
    () => pairs.map('onehot', {depth: 3}),
    isError('NotFoundError', 'NOT_FOUND', /"onehot".*cast, normalise, oneHot/),
  );
  assert.throws(() => pairs.map('oneHot', {item: 1}), invalid(/depth/));
  assert.throws(() => pairs.map('oneHot', {item: 1, depth: 0}), invalid(/nearest valid value is 1/));
  assert.throws(() => pairs.map('normalise', {std: 0}), invalid(/std not 0/));
  assert.throws(() => pairs.map('flatten', {item: 2}), isError('OutOfRangeError', 'OUT_OF_RANGE', /2 items/));
  assert.throws(() => pairs.map('flatten', {axis: 2}), invalid(/has no option "axis"/));
  assert.throws(() => pairs.map(3), invalid(/a function or the name/));
});
