// Data sets from IDX files: wherever the bytes are, gzipped or not, damaged or not, and real MNIST.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';
import {api, figures, invalid, isError, mnistFolder, pipette, runAll, small} from './module.mjs';

/** An IDX file of bytes: `sizes` of its axes, elements by index. */
function idx(sizes, element, {claim = sizes} = {}) {
  const bytes = new Uint8Array(4 + 4 * sizes.length + sizes.reduce((a, b) => a * b));
  const view = new DataView(bytes.buffer);
  bytes.set([0, 0, 8, sizes.length]);
  claim.forEach((size, axis) => view.setUint32(4 + 4 * axis, size));
  for (let i = 4 + 4 * sizes.length, at = 0; i < bytes.length; i++, at++) bytes[i] = element(at);
  return bytes;
}

/** 64 + 20 images of 8 x 6 pixels whose label can be read off their first row. */
function plainFiles() {
  const image = (i) => {
    const label = Math.floor(i / 48) % 5,
      pixel = i % 48;
    return pixel === label ? 255 : (i * 31) % 64;
  };
  return {
    trainImages: idx([64, 8, 6], image),
    trainLabels: idx([64], (i) => i % 5),
    testImages: idx([20, 8, 6], image),
    testLabels: idx([20], (i) => i % 5),
  };
}

test('a data set of any image size can be trained on', async () => {
  const data = await pipette.loadMnist({name: 'stripes', ...plainFiles()});
  assert.deepEqual([data.name, data.trainCount, data.testCount, data.height, data.width], ['stripes', 64, 20, 8, 6]);
  assert.equal(data.classNames.join(), '0,1,2,3,4,5,6,7,8,9');
  const session = pipette.createSession({...small, steps: 400, learningRate: 0.2}, {data});
  assert.equal(session.experiment.data, 'stripes');
  data.destroy(); // the session keeps what it needs
  runAll(session);
  assert.equal(session.summary().testAccuracy, 1);
  const {images, labels} = session.testImages(3, 5);
  assert.deepEqual([...labels], [3, 4]);
  assert.deepEqual(images, plainFiles().testImages.slice(16 + 3 * 48, 16 + 5 * 48));
  assert.equal(session.predict(images).length, 20);
  assert.throws(() => session.predict(new Uint8Array(784)), invalid(/48 pixels/));
  assert.throws(
    () => pipette.createSession(small, {data}),
    isError('InvalidStateError', 'INVALID_STATE', /data set has been destroyed/),
  );
});

test('bytes may come as any buffer, a file, a response or a URL, gzipped or not', async () => {
  const plain = plainFiles();
  const forms = {
    buffer: (bytes) => bytes.slice().buffer,
    'part of a buffer': (bytes) => {
      const padded = new Uint8Array(bytes.length + 20);
      padded.set(bytes, 7);
      return padded.subarray(7, 7 + bytes.length);
    },
    'data view': (bytes) => new DataView(bytes.buffer),
    blob: (bytes) => new Blob([bytes]),
    response: (bytes) => new Response(bytes),
    url: (bytes) => `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`,
  };
  const expected = [];
  for (const [form, wrap] of Object.entries(forms)) {
    for (const pack of [(bytes) => bytes, (bytes) => new Uint8Array(gzipSync(bytes))]) {
      const files = Object.fromEntries(Object.entries(plain).map(([key, bytes]) => [key, wrap(pack(bytes))]));
      const data = await pipette.loadMnist(files);
      const session = pipette.createSession(small, {data});
      expected.push(figures(runAll(session)));
      assert.deepEqual(expected.at(-1), expected[0], form);
      session.destroy();
      data.destroy();
    }
  }
});

test('damaged files: the error names file and field', async () => {
  const load = (changes) => pipette.loadMnist({...plainFiles(), ...changes});
  const named = (bytes, name) => Object.assign(new Blob([bytes]), {name});
  const wrongMagic = plainFiles().trainLabels;
  wrongMagic[0] = 1;
  const packed = new Uint8Array(gzipSync(plainFiles().testImages));
  const broken = packed.slice();
  broken[broken.length - 6] ^= 0xff;
  const bomb = gzipSync(Buffer.concat([idx([2, 3, 4], () => 0), Buffer.alloc(200_000_000)]));
  const cases = [
    [{trainLabels: wrongMagic}, /trainLabels.*magic/],
    [{trainLabels: named(wrongMagic, 'labels.idx')}, /labels\.idx.*magic/],
    [{trainImages: new Uint8Array(0)}, /trainImages/],
    [{trainImages: plainFiles().trainImages.subarray(0, 500)}, /trainImages.*elements/],
    [{testImages: idx([20, 8, 6], () => 0, {claim: [0xffffffff, 0xffffffff, 6]})}, /testImages/],
    [{testImages: idx([20, 8, 6], () => 0, {claim: [20, 0, 6]})}, /size of axis 1/],
    [{testImages: plainFiles().testLabels}, /testImages.*rank/],
    [{testLabels: idx([19], () => 0)}, /test.*19 labels for 20 images/],
    [{testLabels: idx([20], () => 10)}, /label 0 is 10/],
    [{testImages: idx([20, 6, 8], () => 0)}, /\[8, 6\].*\[6, 8\]/],
    [{testImages: packed.subarray(0, packed.length - 20)}, /testImages: gzip data/],
    [{testImages: broken}, /testImages: gzip data/],
    [{testImages: new Uint8Array([0x1f, 0x8b, 1, 2, 3])}, /gzip data/],
    [{testImages: bomb}, /testImages/],
    [{testImages: new Uint8Array(gzipSync(new Uint8Array(1000)))}, /testImages/],
    [{testImages: 'x'.repeat(3).length}, /testImages must be an ArrayBuffer.*3/],
    [{testImages: {}}, /testImages must be an ArrayBuffer.*Object/],
    [{name: 'digits'}, /name must be neither/],
    [{name: ''}, /name must be neither/],
    [{testImagess: 1}, /no field "testImagess"/],
  ];
  for (const [changes, message] of cases) await assert.rejects(load(changes), invalid(message));
  await assert.rejects(
    load({testImages: new URL('file:///nowhere/t10k.gz')}),
    isError('NotFoundError', 'NOT_FOUND', /t10k\.gz cannot be read/),
  );
  (await load({})).destroy(); // none of it did any harm
});

test('a download that stands still is given up: the error names the address', async () => {
  const server = createServer((_, response) => response.write('begin'));
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  try {
    const url = `http://127.0.0.1:${server.address().port}/t10k`;
    const stalled = isError('NotFoundError', 'NOT_FOUND', /t10k cannot be loaded: nothing came for 0\.2 s; try again/);
    await assert.rejects(pipette.loadMnist({...plainFiles(), testLabels: url, stallSeconds: 0.2}), stalled);
    await assert.rejects(api.createPipette({wasm: url, stallSeconds: 0.2}), stalled);
    for (const stallSeconds of [0, -1, NaN, '1']) {
      await assert.rejects(
        pipette.loadMnist({...plainFiles(), stallSeconds}),
        invalid(/stallSeconds must be a number above 0/),
      );
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a data set belongs to its instance, and its name to the experiment', async () => {
  const other = await api.createPipette();
  const data = await other.loadMnist({name: 'stripes', ...plainFiles()});
  assert.throws(() => pipette.createSession(small, {data}), invalid(/another instance/));
  assert.throws(() => other.createSession({...small, data: 'mnist'}, {data}), invalid(/"mnist".*"stripes"/));
  data.destroy();
  data.destroy();
  assert.equal(data.destroyed, true);
});

test('real MNIST is read from its gzipped files', {skip: mnistFolder ? false : 'no MNIST here'}, async () => {
  const url = (name) => pathToFileURL(join(mnistFolder, name));
  const data = await pipette.loadMnist({
    trainImages: url('train-images-idx3-ubyte.gz'),
    trainLabels: await readFile(join(mnistFolder, 'train-labels-idx1-ubyte.gz')),
    testImages: url('t10k-images-idx3-ubyte.gz'),
    testLabels: url('t10k-labels-idx1-ubyte.gz'),
  });
  assert.deepEqual([data.trainCount, data.testCount, data.height, data.width], [60000, 10000, 28, 28]);
  const session = pipette.createSession({steps: 1000, stepsPerExecution: 50}, {data});
  assert.deepEqual([...session.testImages(0, 10).labels], [7, 2, 1, 0, 4, 1, 4, 9, 5, 9]);
  await session.run({pace: 'task'});
  const {accuracy} = await session.evaluate();
  assert.ok(accuracy > 0.8 && accuracy < 0.95, `accuracy ${accuracy} after 1000 steps`);
});
