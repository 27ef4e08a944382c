// Files that are missing, or are something else than their address promises.

import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {withServer} from '../web/node/server.mjs';
import {api, folder, isError, pipette as p} from './module.mjs';

const wasm = await readFile(join(folder, 'pipette_core.wasm'));
const PAGE = '<!doctype html>\n<title>Welcome</title>';
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
const notFound = (message) => isError('NotFoundError', 'NOT_FOUND', message);

const ANSWERS = {
  'a page': [PAGE, /\.wasm was answered with a web page/],
  'a pointer': [POINTER, /\.wasm is a pointer of git-lfs in place of the file/],
  nothing: ['', /\.wasm is empty/],
  half: [wasm.subarray(0, wasm.length >> 1), /\.wasm is cut off or damaged: /],
  text: ['hello', /\.wasm is no WebAssembly module/],
};

for (const [what, [body, message]] of Object.entries(ANSWERS)) {
  for (const type of ['application/wasm', 'text/html']) {
    test(`files: ${what} as ${type} in place of the emulator is named with its address`, () =>
      withServer(
        (_, response) => response.setHeader('content-type', type).end(body),
        async (url) => {
          await assert.rejects(api.createPipette({wasm: `${url}core.wasm`}), notFound(message));
          await assert.rejects(api.createPipette({deferred: `${url}later.wasm`}), notFound(message));
          await assert.rejects(api.createPipette({wasm: `${url}core.wasm`}), notFound(/^http:\/\/127.0.0.1/));
        },
      ));
  }
}

const IDX = Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 9, 1, 2, 3);

test('files: data that is something else, or a part, is named with its address', async () => {
  for (const [body, message] of [
    [IDX, /^http.*images is cut off: it has 11 of 17 bytes/],
    [
      gzipSync(Uint8Array.from({length: 5000}, (_, i) => [0, 0, 8, 1, 0, 0, 0x13, 0x80][i] ?? (i * i) % 251)).subarray(0, 200),
      /^http.*images is cut off or damaged: /,
    ],
    [PAGE, /^http.*images was answered with a web page/],
    [POINTER, /^http.*images is a pointer of git-lfs/],
  ]) {
    await withServer(
      (_, response) => response.end(body),
      async (url) => {
        const files = Object.fromEntries(
          ['trainImages', 'trainLabels', 'testImages', 'testLabels'].map((name) => [name, `${url}images`]),
        );
        await assert.rejects(p.loadMnist(files), notFound(message));
      },
    );
  }
});

test('files: what is wanted in the middle of a call and cannot be had is no crash', async () => {
  const script = `
    import fs from 'node:fs';
    import {createPipette} from ${JSON.stringify(pathToFileURL(join(folder, 'pipette.mjs')).href)};
    const {readFileSync} = fs;
    let answer = () => { throw Object.assign(new Error('ENOENT: no such file'), {code: 'ENOENT'}); };
    fs.readFileSync = (file, ...rest) => String(file).endsWith('.deferred.wasm') ? answer() : readFileSync(file, ...rest);
    const told = [];
    for (const each of [answer, () => Buffer.from(${JSON.stringify(PAGE)})]) {
      answer = each;
      const p = await createPipette();
      for (let i = 0; i < 2; i++) {
        try { p.modelCode({experiment: 'inspect-keras'}, 'python'); } catch ({name, message}) { told.push([name, message]); }
      }
    }
    console.log(JSON.stringify(told));`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const told = JSON.parse(stdout);
  assert.deepEqual(
    told.map(([name]) => name),
    Array(4).fill('NotFoundError'),
  );
  assert.match(told[0][1], /file:.*pipette_core\.deferred\.wasm cannot be read: ENOENT/);
  assert.match(told[1][1], /^the emulator could not go on earlier .*make a new one by createPipette\(\)/);
  assert.match(told[2][1], /pipette_core\.deferred\.wasm was answered with a web page/);
});
