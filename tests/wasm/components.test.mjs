// Singular values of weights, and activations of layers as points: of tensors, sessions and models.

import assert from 'node:assert/strict';
import test from 'node:test';
import {figures, invalid, isError, pipette, runAll, small} from './module.mjs';

const near = (actual, expected, tolerance = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

test('singular values of a tensor are a typed array that falls', () => {
  const values = pipette.singularValues({data: Float32Array.of(2, 0, 0, 0, -5, 0), shape: [2, 3]});
  assert.ok(values instanceof Float64Array);
  assert.equal(values.length, 2);
  near(values[0], 5);
  near(values[1], 2);
  const kernel = Float32Array.from({length: 36}, (_, i) => Math.sin(i));
  assert.deepEqual(
    pipette.singularValues({data: kernel, shape: [3, 3, 2, 2]}),
    pipette.singularValues({data: kernel, shape: [18, 2]}),
  );
});

test('points on a line lie on one axis, which keeps its way', () => {
  const rows = {data: Float32Array.of(0, 0, 3, 4, 6, 8, 9, 12), shape: [4, 2]};
  const line = pipette.projection(rows);
  assert.deepEqual(line.points.shape, [4, 2]);
  near(line.shares[0], 1);
  for (const [i, x] of [7.5, 2.5, -2.5, -7.5].entries()) near(line.points.data[2 * i], x, 1e-5);
  const before = {...line, points: {...line.points, data: line.points.data.map((x) => -x)}};
  near(pipette.projection(rows, {before}).points.data[0], -7.5, 1e-5);
});

test('a session shows its layers as they are, and trains the same bits', () => {
  const session = pipette.createSession(small);
  assert.deepEqual(session.layerNames(), ['dense', 'dense_1']);
  const untrained = session.singularValues('dense/kernel');
  const first = session.projection('dense');
  while (!session.advance({steps: 7})) session.projection('dense_1', {images: 20});
  assert.equal(untrained.length, small.hiddenUnits);
  assert.notDeepEqual(session.singularValues('dense/kernel'), untrained);
  const {points, shares, labels} = session.projection('dense', {before: first});
  assert.deepEqual(points.shape, [256, 2]);
  assert.deepEqual(labels, session.testImages(0, 256).labels);
  assert.ok(shares[0] >= shares[1] && shares[0] + shares[1] <= 1 + 1e-9);
  const agreement = points.data.reduce((sum, x, i) => sum + (i % 2 ? 0 : x * first.points.data[i]), 0);
  assert.ok(agreement >= 0, `${agreement}`);
  assert.deepEqual(figures(session), figures(runAll(pipette.createSession(small))));
  session.destroy();
});

test('a model shows its layers for images that are given', () => {
  const p = pipette;
  const model = p.sequential(
    [p.layers.flatten(), p.layers.dense(6, {activation: 'relu', name: 'hidden'}), p.layers.dense(10, {activation: 'softmax'})],
    {seed: 1},
  );
  assert.throws(() => model.singularValues('hidden/kernel:0'), isError('ValueError', 'VALUE_ERROR', /not yet been created/));
  model.build([28, 28]);
  const images = {data: new Float32Array(3 * 784).map((_, i) => ((i * 7919) % 13) / 13), shape: [3, 28, 28]};
  assert.deepEqual(model.singularValues('hidden/kernel:0'), p.singularValues(model.weights()['hidden/kernel:0']));
  const hidden = model.projection('hidden', images);
  assert.deepEqual(hidden.points.shape, [3, 2]);
  const pixels = p.projection(images);
  assert.deepEqual(model.projection('flatten', images), pixels);
  assert.throws(
    () => model.projection('Hidden', images),
    isError('NotFoundError', 'NOT_FOUND', /there is no layer "Hidden", only: flatten, hidden, dense/),
  );
  model.destroy();
});

test('what cannot be shown is refused with what could be', () => {
  const session = pipette.createSession(small);
  assert.throws(
    () => session.singularValues('kernel'),
    isError('NotFoundError', 'NOT_FOUND', /only: dense\/kernel, dense\/bias, dense_1\/kernel/),
  );
  assert.throws(() => session.projection('conv'), isError('NotFoundError', 'NOT_FOUND', /only: dense, dense_1/));
  assert.throws(() => session.projection('dense', {images: 0}), invalid(/images must be .*1/));
  assert.throws(() => session.projection('dense', {digits: 3}), invalid(/images, before/));
  assert.throws(() => pipette.singularValues({data: new Float32Array(0), shape: [0, 3]}), invalid(/axis of size 0/));
  assert.throws(() => pipette.projection([1, 2]), invalid(/activations must be \{data, shape\}/));
  session.destroy();
});

test('the way of an image leads through every layer to its loss and back', () => {
  const session = pipette.createSession(small);
  while (!session.advance({steps: 30}));
  const before = figures(session);
  const {
    images,
    labels: [label],
    height,
    width,
  } = session.testImages(3, 4);
  const {layers, probabilities, loss} = session.imageWay({data: images, shape: [height, width]}, label);
  assert.deepEqual(
    layers.map(({name, output, kernel}) => [name, output.shape, kernel]),
    [
      ['dense', [16], 'dense/kernel'],
      ['dense_1', [10], 'dense_1/kernel'],
    ],
  );
  assert.deepEqual(probabilities, session.predict(images));
  near(loss, -Math.log(probabilities[label]), 1e-5);
  const [hidden, last] = layers;
  assert.deepEqual(hidden.kernelGradient.shape, [784, 16]);
  for (let i = 0; i < 10; i++) {
    near(last.gradient.data[i], probabilities[i] - (i === label ? 1 : 0));
    near(last.kernelGradient.data[i], hidden.output.data[0] * last.gradient.data[i]);
  }
  assert.deepEqual(figures(session), before, 'looking changes nothing');
  const floats = Float32Array.from(images, (value) => value / 255);
  assert.equal(session.imageWay({data: floats, shape: [1, height, width]}, label).loss, loss);
});

test('the way is that of one image with a label, in a program that has a network', () => {
  const session = pipette.createSession(small);
  const image = {data: new Uint8Array(784), shape: [28, 28]};
  assert.throws(() => session.imageWay(image, 10), invalid(/label must be an integer from 0 to 9, but it is 10/));
  assert.throws(() => session.imageWay(image, 'seven'), invalid(/label must be an integer of at least 0/));
  assert.throws(() => session.imageWay({data: new Uint8Array(1568), shape: [2, 28, 28]}, 0), invalid(/that of one image/));
  assert.throws(() => session.imageWay(undefined, 0), invalid(/image must be \{data, shape\}/));
  const none = pipette.createSession({experiment: 'perf-training-example'});
  assert.throws(
    () => none.imageWay(image, 0),
    isError('FailedPreconditionError', 'FAILED_PRECONDITION', /no network of layers/),
  );
});
