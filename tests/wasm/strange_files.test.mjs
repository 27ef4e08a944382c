// Files as other people's programs write them: each is read, or refused with the reason.

import assert from 'node:assert/strict';
import {gzipSync} from 'node:zlib';
import test from 'node:test';
import {invalid, pipette as p, isError} from './module.mjs';

/** An IDX file of `sizes` whose elements are bytes that begin with 0, 1, 2, ... */
function idx(sizes, {code = 0x08, bytes, littleEndian = false} = {}) {
  const elements = bytes ?? Uint8Array.from({length: sizes.reduce((a, b) => a * b, 1)}, (_, i) => i % 10);
  const header = new Uint8Array(4 + 4 * sizes.length);
  header.set([0, 0, code, sizes.length]);
  sizes.forEach((size, i) => new DataView(header.buffer).setUint32(4 + 4 * i, size, littleEndian));
  return new Uint8Array([...header, ...elements]);
}

const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const images = idx([3, 2, 4]),
  labels = idx([3]);
const files = {trainImages: images, trainLabels: labels, testImages: images, testLabels: labels};

test('readIdx reads any type and rank', async () => {
  assert.deepEqual(await p.readIdx(labels), {data: Uint8Array.of(0, 1, 2), shape: [3]});
  const read = async (code, bytes) => (await p.readIdx(idx([1, 1], {code, bytes}))).data;
  assert.deepEqual(await read(0x09, [255]), Int8Array.of(-1));
  assert.deepEqual(await read(0x0b, [255, 254]), Int32Array.of(-2));
  assert.deepEqual(await read(0x0c, [0, 0, 1, 0]), Int32Array.of(256));
  assert.deepEqual(await read(0x0d, [0x3f, 0xc0, 0, 0]), Float32Array.of(1.5));
  assert.deepEqual(await read(0x0e, [0xc0, 4, 0, 0, 0, 0, 0, 0]), Float64Array.of(-2.5));
  assert.deepEqual((await p.readIdx(gzipSync(idx([2, 1, 2, 1, 2])))).shape, [2, 1, 2, 1, 2]);
  await assert.rejects(p.readIdx(idx([3], {littleEndian: true})), invalid(/little-endian/));
  await assert.rejects(p.readIdx(idx([3], {code: 0x0a})), invalid(/dtype code/));
});

test('gzip of several members, and with zeros behind it, is read', async () => {
  const half = images.length / 2;
  const members = join(gzipSync(images.subarray(0, 3)), gzipSync(images.subarray(3, half)), gzipSync(images.subarray(half)));
  for (const packed of [members, join(members, new Uint8Array(512)), join(gzipSync(images), new Uint8Array(1))]) {
    assert.deepEqual(await p.readIdx(packed), await p.readIdx(images));
  }
  await assert.rejects(p.readIdx(join(members, [7])), invalid(/gzip data/));
  await assert.rejects(p.readIdx(members.subarray(0, members.length - 3)), invalid(/gzip data/));
});

test('EMNIST: more classes, labels from 1, images on their side', async () => {
  const letters = {...files, trainLabels: idx([3], {bytes: [1, 5, 26]}), testLabels: idx([3], {bytes: [2, 2, 26]})};
  await assert.rejects(p.loadMnist(letters), invalid(/label 2 is 26.*classes: 26.*transpose/));
  const beside = await p.loadMnist(letters, {classes: 26, transpose: true});
  assert.equal(beside.classNames.length, 26);
  beside.destroy();
  await assert.rejects(
    p.loadMnist(letters, {clases: 26}),
    invalid(/loadMnist\(\) has no field "clases"; did you mean "classes"/),
  );
  await assert.rejects(p.loadMnist({...letters, name: 'q'}, {name: 'zzz'}), invalid(/"name" is among the sources .* once/));
  const set = await p.loadMnist({...letters, classes: 26, transpose: true});
  assert.deepEqual([set.height, set.width, set.classNames.length, set.classNames[25]], [4, 2, 26, 'Z']);
  const [first] = p.dataset.fromImageSet(set).train.toArray();
  assert.deepEqual(first[1].data, Int32Array.of(0));
  assert.deepEqual(
    [...first[0].data].map((x) => Math.round(x * 255)),
    [0, 4, 1, 5, 2, 6, 3, 7],
  );
  assert.throws(() => p.createSession({}, {data: set}), invalid(/26 classes, but the networks of experiments have ten/));
  const table = idx([3, 8], {code: 0x0c, bytes: new Uint8Array(96)});
  await assert.rejects(p.loadMnist({...files, trainLabels: table}), invalid(/column 0 has the digits/));
});

/** A zip as numpy.savez() makes it: files that are stored, and a directory. */
function zip(entries) {
  const parts = [],
    directory = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(entries)) {
    const text = new TextEncoder().encode(name);
    const fields = (size) => new DataView(new ArrayBuffer(size));
    const local = fields(30);
    local.setUint32(0, 0x04034b50, true);
    local.setUint16(26, text.length, true);
    const entry = fields(46);
    entry.setUint32(0, 0x02014b50, true);
    for (const [field, value] of [
      [20, bytes.length],
      [24, bytes.length],
      [42, at],
    ])
      entry.setUint32(field, value, true);
    entry.setUint16(28, text.length, true);
    parts.push(new Uint8Array(local.buffer), text, bytes);
    directory.push(new Uint8Array(entry.buffer), text);
    at += 30 + text.length + bytes.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, directory.length / 2, true);
  end.setUint32(16, at, true);
  return join(...parts, ...directory, new Uint8Array(end.buffer));
}

test("Keras' mnist.npz is a data set", async () => {
  const part = (data, shape) => p.writeNpy({data, shape});
  const x = part(
    Uint8Array.from({length: 24}, (_, i) => i),
    [3, 2, 4],
  );
  const y = part(Uint8Array.of(7, 0, 9), [3]);
  const npz = zip({'x_train.npy': x, 'y_train.npy': y, 'x_test.npy': x, 'y_test.npy': y});
  const arrays = await p.readNpz(npz);
  assert.deepEqual(arrays.x_train, {data: Uint8Array.from({length: 24}, (_, i) => i), shape: [3, 2, 4]});
  for (const set of [await p.loadMnist(npz), await p.loadMnist({npz, name: 'keras'}), await p.loadMnist(arrays)]) {
    assert.deepEqual([set.trainCount, set.height, set.width], [3, 2, 4]);
  }
  await assert.rejects(p.loadMnist(zip({'a.npy': x})), invalid(/has no x_train; it has a/));
  await assert.rejects(p.loadMnist(images), invalid(/all four are needed/));
  await assert.rejects(p.readNpz(npz.subarray(0, 300)), invalid(/cut off/));
  await assert.rejects(p.loadMnist({...arrays, y_train: arrays.x_train}), invalid(/trainLabels must be \[n\]/));
});

test('an experiment as text has the verdict of the emulator', () => {
  const steps = (text) => p.describeExperiment(text).experiment.steps;
  assert.equal(steps('\ufeff{"experiment":"loops","steps":5}'), 5);
  assert.throws(() => steps('{"experiment":"loops","steps":5,"steps":900}'), invalid(/has "steps" twice/));
  assert.throws(() => steps('{"experiment":"loops"}\0 and more'), invalid(/not valid JSON/));
  assert.equal(steps('{"experiment":"loops","steps":5,"host":{"callUs":3}}'), 5);
});

test('weights of another program name both lists', async () => {
  const model = p.sequential([p.layers.dense(2, {name: 'fc'})]);
  model.build([1, 3]);
  const nothing = {dtype: 'F32', shape: [0], data_offsets: [0, 0]};
  const header = new TextEncoder().encode(JSON.stringify({weight: nothing, bias: nothing}));
  const file = join([header.length, 0, 0, 0, 0, 0, 0, 0], header);
  const lists = /no "fc\/kernel:0"; the model has fc\/kernel:0, fc\/bias:0, and the file holds weight, bias/;
  assert.throws(() => model.loadWeights(file), invalid(lists));
  const saved = model.saveWeights();
  model.loadWeights(saved.buffer); // an ArrayBuffer as well
  assert.throws(
    () => model.loadWeights(join(saved, [0])),
    isError('InvalidArgumentError', 'INVALID_ARGUMENT', /follow the last/),
  );
});
