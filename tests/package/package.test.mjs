// The npm package, as somebody has it who installs it: packed by tools/npm_package.mjs from the built page, and installed by npm
// into a project of its own.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {layOut} from '../../tools/npm_package.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = process.env.PIPETTE_MODULE_DIR ?? join(root, 'build/wasm-web/page');
const made = join(root, 'build/package/npm');
const project = join(root, 'build/package/project');
let name, installed;

const run = (program, ...args) =>
  execFileSync(program, args, {cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
const runText = (file, text) => {
  writeFileSync(join(project, file), text);
  return run(process.execPath, file).trim();
};

before(async () => {
  ({name} = await layOut(page, made));
  rmSync(project, {recursive: true, force: true});
  mkdirSync(project, {recursive: true});
  writeFileSync(join(project, 'package.json'), '{"private": true}');
  const file = run('npm', 'pack', '--silent', made).trim();
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', '--offline', `./${file}`);
  installed = join(project, 'node_modules', name);
});

const FIT = `
  const session = pipette.createSession({experiment: 'mnist-with-feeds', steps: 40, stepsPerExecution: 10, batchSize: 8});
  await session.run();
  const model = pipette.sequential([pipette.layers.flatten(), pipette.layers.dense(10, {activation: 'softmax'})]);
  model.destroy(); // the part that comes later is there, too
  console.log(session.summary({accuracy: false}).weightHash);
`;

test('package: import, require, a worker and the entry with the WebAssembly inside give one hash', () => {
  const imported = runText('a.mjs', `import {createPipette} from '${name}';\nconst pipette = await createPipette();${FIT}`);
  assert.match(imported, /^[0-9a-f]{16}$/);
  const inline = `import {createPipette} from '${name}/inline';\nconst pipette = await createPipette();${FIT}`;
  assert.equal(runText('b.mjs', inline), imported);
  const required = `require('${name}').createPipette().then(async (pipette) => {${FIT}});\n`;
  assert.equal(runText('c.cjs', required), imported);
  const worker = `import {Worker} from 'node:worker_threads';\nnew Worker(new URL('./a.mjs', import.meta.url));\n`;
  assert.equal(runText('d.mjs', worker), imported);
});

test('package: every entry is a file, and its types are too', () => {
  const {exports, version} = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const files = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(files));
  const named = Object.values(exports)
    .flatMap(files)
    .filter((file) => !file.includes('*'));
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((file) => !existsSync(join(installed, file))),
    [],
  );
});

test('package: a TypeScript project finds the types of each entry, as bundlers and as node look for them', () => {
  writeFileSync(
    join(project, 'types.mts'),
    `import {createPipette, type Session} from '${name}';
import {createPipette as inline} from '${name}/inline';
import {PipetteQueues} from '${name}/queues';
import {PipetteProfile} from '${name}/profile';
import {PipetteCells} from '${name}/cells';
const pipette = await createPipette();
const session: Session = (await inline()).createSession({experiment: 'loops'});
const elements: HTMLElement[] = [new PipetteQueues(), new PipetteProfile(), new PipetteCells()];
console.log(pipette.version.length, session.losses().length, elements.length);
`,
  );
  writeFileSync(
    join(project, 'types.cts'),
    `import pipette = require('${name}');\npipette.createPipette().then((made) => made.version.length);\n`,
  );
  const tsc = join(root, 'node_modules/.bin/tsc');
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
  run(tsc, ...strict, '--module', 'nodenext', '--moduleResolution', 'nodenext', 'types.mts', 'types.cts');
  run(tsc, ...strict, '--module', 'es2022', '--moduleResolution', 'bundler', 'types.mts');
});

test('package: one constant costs less than 2 KB', async () => {
  writeFileSync(join(project, 'constant.mjs'), `import {HOST_LANE} from '${name}';\nconsole.log(HOST_LANE);\n`);
  const {outputFiles} = await build({
    entryPoints: [join(project, 'constant.mjs')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  assert.ok(outputFiles[0].contents.length < 2000, `${outputFiles[0].contents.length} bytes`);
});

test('package: the entry in one file is at most 1.2 MB gzipped, and asks for no other file', () => {
  const text = readFileSync(join(installed, 'inline.mjs'));
  assert.ok(gzipSync(text, {level: 9}).length < 1_200_000);
  assert.ok(!/\bfrom\s*["']\.{1,2}\//.test(text.toString()), 'no import of a file');
});

test('package: its README says what each entry costs, the emulator in all less than 1,000 KB', () => {
  const {exports} = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const rows = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/^\| `([^`]+)` \|.*\| ([\d,]+) \|$/gm)];
  const kilobytes = new Map(rows.map(([, entry, said]) => [entry.replace(name, '.'), Number(said.replaceAll(',', ''))]));
  assert.deepEqual(
    Object.keys(exports).filter((entry) => !kilobytes.has(entry)),
    ['./app', './app/*', './package.json'],
  );
  const parts = ['./pipette_core.wasm', './pipette_core.deferred.wasm'];
  for (const entry of parts) {
    const {length} = gzipSync(readFileSync(join(installed, exports[entry])), {level: 9});
    assert.equal(kilobytes.get(entry), Math.ceil(length / 1000), entry);
  }
  const emulator = ['.', ...parts].reduce((sum, entry) => sum + kilobytes.get(entry), 0);
  assert.ok(emulator < 1000, `${emulator} KB`);
});

test('package: two copies on one page, or in one program, do not know each other', () => {
  const text = `import {createPipette} from '${name}';\nimport {createPipette as other} from '${name}/inline';
const [pipette, second] = await Promise.all([createPipette(), other()]);${FIT}
const wrong = pipette.sequential([pipette.layers.dense(10, {activation: 'softmax'})]);
wrong.compile({optimizer: 'sgd', loss: 'sparse_categorical_crossentropy'});
try { await wrong.fit(second.dataset.fromTensorSlices({data: new Float32Array(8), shape: [4, 2]}, {data: new Int32Array(4), shape: [4]}).batch(2)); console.log('mixed'); } catch (error) { console.log(error.name, error.message); }
second.createSession({experiment: 'loops'}).destroy();
`;
  const [hash, error] = runText('copies.mjs', text).split('\n');
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.match(error, /^InvalidArgumentError dataset must be a dataset/);
});

test('package: its README names it', () => {
  assert.ok(readFileSync(join(installed, 'README.md'), 'utf8').includes(`npm install ${name}\n`));
});
