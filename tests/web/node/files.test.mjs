// Data files on their way into the page: what the emulator is told, whatever the server does.

import assert from 'node:assert/strict';
import test from 'node:test';
import {gzipSync} from 'node:zlib';
import {connectFiles} from '../../../web/files.mjs';
import {withServer} from './server.mjs';

/** As much of the module as files.mjs calls; {files, errors, progress} of what it was given. */
function fakeApp() {
  const memory = new Map();
  let next = 8;
  const given = {files: {}, errors: [], progress: []};
  const app = {
    HEAPU8: new Uint8Array(1 << 16),
    lengthBytesUTF8: (text) => Buffer.byteLength(text),
    stringToUTF8: (text, at) => {
      memory.set(at, text);
    },
    _malloc: (size) => (next += size) - size,
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

async function fetchedFrom(address, options) {
  globalThis.document = Object.assign(new EventTarget(), {
    baseURI: 'http://127.0.0.1/',
    getElementById: () => new EventTarget(),
  });
  const {app, given} = fakeApp();
  await connectFiles(() => app, options).fetchData(address);
  assert.equal(given.progress.at(-1), -1, 'the bar goes');
  return given;
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
