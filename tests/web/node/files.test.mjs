// Data files on their way into the page: what the emulator is told, whatever the server does.

import assert from 'node:assert/strict';
import test from 'node:test';
import {gzipSync} from 'node:zlib';
import {connectFiles} from '../../../web/files.mjs';
import {withTexts} from '../../../web/texts.mjs';
import {withServer} from './server.mjs';

/** As much of the module as files.mjs calls; {files, errors, progress} of what it was given. */
function fakeApp(most = Infinity) {
  const memory = new Map();
  let next = 8;
  const given = {files: {}, errors: [], progress: []};
  const app = {
    HEAPU8: new Uint8Array(1 << 16),
    lengthBytesUTF8: (text) => Buffer.byteLength(text),
    stringToUTF8: (text, at) => {
      memory.set(at, text);
    },
    _malloc: (size) => (size > most ? 0 : (next += size) - size),
    _free: () => {},
    _pipette_file: (name, at, size) => {
      given.files[memory.get(name)] = Buffer.from(app.HEAPU8.slice(at, at + size)).toString();
    },
    _pipette_progress: (fraction, text, error) => {
      given.progress.push(fraction);
      if (memory.get(error)) given.errors.push(memory.get(error));
    },
  };
  return {app, given};
}

async function fetchedFrom(address, options, most) {
  globalThis.document = Object.assign(new EventTarget(), {
    baseURI: 'http://127.0.0.1/',
    getElementById: () => new EventTarget(),
  });
  const {app, given} = fakeApp(most);
  await connectFiles(() => app, options).fetchData(address);
  assert.equal(given.progress.at(-1), -1, 'the bar goes');
  return {...given, memory: app.HEAPU8};
}

test('files: a folder gives its four files, gzipped or not', async () => {
  await withServer(
    (request, response) => {
      const packed = request.url === '/mnist/train-images-idx3-ubyte.gz';
      response.statusCode = packed || !request.url.endsWith('.gz') ? 200 : 404;
      response.end(packed ? gzipSync('packed') : 'plain');
    },
    async (url) => {
      const {files, errors} = await fetchedFrom(`${url}mnist/`);
      assert.deepEqual(files, {
        'train-images-idx3-ubyte': 'packed',
        'train-labels-idx1-ubyte': 'plain',
        't10k-images-idx3-ubyte': 'plain',
        't10k-labels-idx1-ubyte': 'plain',
      });
      assert.deepEqual(errors, []);
    },
  );
});

test('files: where the memory ends, the file is named and address 0 is not written', async () => {
  await withServer(
    (_, response) => response.end('x'.repeat(1000)),
    async (url) => {
      const {files, errors, memory} = await fetchedFrom(`${url}data.idx`, {}, 500);
      assert.deepEqual(files, {});
      assert.match(errors[0], /^data\.idx: the page has no memory left for 0\.0 MB; use a smaller model/);
      assert.ok(memory.subarray(0, 1000).every((byte) => byte === 0));
    },
  );
});

test('texts: the memory of those before is given back where one finds none', () => {
  const freed = [];
  const app = {
    lengthBytesUTF8: (text) => text.length,
    stringToUTF8: () => {},
    _malloc: (size) => (size > 5 ? 0 : 64),
    _free: (at) => freed.push(at),
  };
  assert.throws(() => withTexts(app, ['abc', 'much too long'], assert.fail), /no memory left/);
  assert.deepEqual(freed, [64]);
  assert.equal(
    withTexts(app, ['a', 'b'], (a, b) => a + b),
    128,
  );
});

test('files: a server that says nothing is named, and the page waits no more', async () => {
  await withServer(
    (_, response) => response.write('begin'),
    async (url) => {
      const {files, errors} = await fetchedFrom(`${url}data.idx`, {stallSeconds: 0.2});
      assert.deepEqual(files, {});
      assert.equal(errors.length, 1);
      assert.match(errors[0], /^data\.idx: nothing came for 0\.2 s; try again/);
      const asked = await fetchedFrom(`${url}mnist/`, {stallSeconds: 0.2});
      assert.equal(asked.errors.length, 1, 'the same server is not asked for another form of the file');
    },
  );
});

test('files: what is missing is named', async () => {
  await withServer(
    (_, response) => {
      response.statusCode = 404;
      response.end();
    },
    async (url) => {
      assert.deepEqual((await fetchedFrom(`${url}data.idx`)).errors, ['data.idx: HTTP status 404']);
    },
  );
});
