// Loading the module: from other places, without code generation, where it cannot work.

import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {api, figures, folder, isError, pipette, runAll, small} from './module.mjs';

const wasmUrl = pathToFileURL(join(folder, 'pipette_core.wasm'));

test('the WebAssembly may be given as bytes, a response, a URL or compiled', async () => {
  const bytes = await readFile(wasmUrl);
  const expected = figures(runAll(pipette.createSession(small)));
  const response = (type) => new Response(bytes, {headers: {'content-type': type}});
  for (const wasm of [
    bytes,
    new Uint8Array(bytes).buffer,
    wasmUrl,
    wasmUrl.href,
    await WebAssembly.compile(bytes),
    response('application/wasm'),
    Promise.resolve(response('application/octet-stream')),
  ]) {
    const session = (await api.createPipette({wasm})).createSession(small);
    assert.deepEqual(figures(runAll(session)), expected);
  }
});

test('WebAssembly that is not there or is none', async () => {
  const unsupported = (message) => isError('NotSupportedError', 'NOT_SUPPORTED', message);
  await assert.rejects(
    api.createPipette({wasm: new URL('file:///nowhere.wasm')}),
    isError('NotFoundError', 'NOT_FOUND', /nowhere\.wasm/),
  );
  await assert.rejects(api.createPipette({wasm: new Uint8Array([1, 2, 3])}), unsupported(/cannot be compiled/));
  await assert.rejects(api.createPipette({wasm: 5}), isError('InvalidArgumentError', 'INVALID_ARGUMENT', /wasm must be/));
  const other = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 2, 7, 1, 1, 120, 1, 121, 3, 127, 0]);
  await assert.rejects(api.createPipette({wasm: other}), unsupported(/WebAssembly/));
});

test('without SIMD the message says what is needed', async () => {
  const {validate} = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    await assert.rejects(api.createPipette(), isError('NotSupportedError', 'NOT_SUPPORTED', /SIMD.*Chrome/));
  } finally {
    WebAssembly.validate = validate;
  }
});

// What a content security policy without 'unsafe-eval' forbids, node can forbid too.
test('it trains where no code may be made from strings', async () => {
  const script = `
    import {createPipette} from ${JSON.stringify(pathToFileURL(join(folder, 'pipette.mjs')).href)};
    let forbidden = false;
    try { new Function('return 1')(); } catch { forbidden = true; }
    const session = (await createPipette()).createSession(${JSON.stringify(small)});
    await session.run();
    console.log(JSON.stringify([forbidden, session.summary({accuracy: false}).weightHash]));`;
  const {stdout, stderr} = await promisify(execFile)(process.execPath, [
    '--disallow-code-generation-from-strings',
    '--input-type=module',
    '-e',
    script,
  ]);
  const expected = figures(runAll(pipette.createSession(small))).weightHash;
  assert.deepEqual(JSON.parse(stdout), [true, expected]);
  assert.equal(stderr, '');
});

test('a crash is told, once and for all, and other instances go on', async () => {
  const module = await WebAssembly.compile(await readFile(wasmUrl));
  const {instantiate} = WebAssembly;
  let crash = false;
  WebAssembly.instantiate = (compiled, imports) => {
    // Fails inside a call, as a trap would: advance() asks for the time.
    const guarded = (fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [
          key,
          typeof value !== 'function'
            ? value
            : (...args) => {
                if (crash) throw new WebAssembly.RuntimeError('unreachable');
                return value(...args);
              },
        ]),
      );
    const wrapped = Object.fromEntries(
      Object.entries(imports).map(([name, fields]) => [name, name.startsWith('placeholder') ? fields : guarded(fields)]),
    );
    return instantiate(compiled, wrapped);
  };
  let other;
  try {
    other = await api.createPipette({wasm: module});
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  const session = other.createSession(small);
  crash = true;
  assert.throws(() => session.advance(), isError('InternalError', 'INTERNAL', /the emulator crashed: /));
  crash = false;
  assert.throws(() => session.status(), isError('InternalError', 'INTERNAL', /crashed earlier .*createPipette/));
  session.destroy();
  assert.equal(session.destroyed, true);
  assert.equal(runAll(pipette.createSession(small)).losses().length, 30);
});

test('sessions that are forgotten are freed when JavaScript collects them', async () => {
  const script = `
    import {createPipette} from ${JSON.stringify(pathToFileURL(join(folder, 'pipette.mjs')).href)};
    const {grow} = WebAssembly.Memory.prototype;
    let grown = 0;
    WebAssembly.Memory.prototype.grow = function(pages) { grown++; return grow.call(this, pages); };
    const pipette = await createPipette();
    for (let i = 0; i < 40; i++) {
      pipette.createSession({hiddenUnits: 2048, steps: 1, stepsPerExecution: 1}).step();
      if (process.argv.includes('collect')) gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log(grown);`;
  const run = async (...args) =>
    Number((await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, ...args])).stdout);
  const kept = await run('keep'),
    freed = await run('collect');
  assert.ok(freed < kept / 2, `memory grew ${freed} times with collection, ${kept} times without`);
});

const run = promisify(execFile);
const script = (body) => `
  import fs from 'node:fs';
  import {createPipette} from ${JSON.stringify(pathToFileURL(join(folder, 'pipette.mjs')).href)};
  const read = [];
  const {readFileSync} = fs;
  fs.readFileSync = (file, ...rest) => {
    if (String(file).endsWith('.wasm')) read.push(String(file).split('/').at(-1));
    return readFileSync(file, ...rest);
  };
  ${body}`;
const printed = async (body) => JSON.parse((await run(process.execPath, ['--input-type=module', '-e', script(body)])).stdout);

test('what is used later is loaded when it is first called', async () => {
  assert.deepEqual(
    await printed(`
    const p = await createPipette();
    const session = p.createSession(${JSON.stringify(small)});
    while (!session.advance()) {}
    const first = [...read];
    const code = (pipette) => pipette.modelCode({experiment: 'inspect-keras'}, 'python').includes('keras.Sequential');
    const here = code(p), there = code(await createPipette());
    console.log(JSON.stringify([first, session.losses().length, here, there, read]));`),
    [[], 30, true, true, ['pipette_core.deferred.wasm']],
    'once for all instances',
  );
});

test('the part that is used later may be given', async () => {
  const deferredUrl = pathToFileURL(join(folder, 'pipette_core.deferred.wasm'));
  for (const deferred of [
    await readFile(deferredUrl),
    deferredUrl.href,
    await WebAssembly.compile(await readFile(deferredUrl)),
  ]) {
    const p = await api.createPipette({wasm: await readFile(wasmUrl), deferred});
    assert.match(p.modelCode({experiment: 'inspect-keras'}, 'python'), /keras\.Sequential/);
  }
  await assert.rejects(
    api.createPipette({deferred: new URL('file:///nowhere.wasm')}),
    isError('NotFoundError', 'NOT_FOUND', /nowhere\.wasm/),
  );
});

// The page does not load it at its start: not part of the page's 900 KB.
test('what a session needs is small: at most 503 KB gzipped with its JavaScript', async () => {
  const own = (await readdir(join(folder, 'pipette'))).filter((name) => name.endsWith('.mjs')).map((name) => `pipette/${name}`);
  let total = 0;
  for (const file of ['pipette_core.wasm', 'pipette_core.mjs', 'pipette.mjs', ...own]) {
    total += gzipSync(await readFile(join(folder, file)), {level: 9}).length;
  }
  const deferred = gzipSync(await readFile(join(folder, 'pipette_core.deferred.wasm')), {level: 9}).length;
  assert.ok(total <= 503_000, `${total} bytes at first, ${deferred} later`);
});
