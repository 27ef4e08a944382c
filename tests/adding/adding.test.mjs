// A layer, an operator, a schedule and a scene are added to a copy of the sources by the steps of docs/adding and by nothing
// else; the copy is built, and what was added works. tools/test --all runs it. That the steps fit the sources and are those of
// the pages is asked by tests/tools/adding.test.mjs, at once.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {cpSync, existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {dirname, join} from 'node:path';
import {before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {KINDS, edited} from './steps.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const folder = join(root, 'build/adding');
const copy = join(folder, 'pipette');

/** Runs a command in the copy and returns what it printed; an error has its last lines. */
function run(command, ...args) {
  const {status, stdout, stderr} = spawnSync(command, args, {cwd: copy, encoding: 'utf8', maxBuffer: 1 << 26});
  const said = `${stdout}${stderr}`.split('\n').slice(-40).join('\n');
  assert.equal(status, 0, `${[command, ...args].join(' ')}\n${said}`);
  return stdout;
}

function copySources() {
  const kept = ['src', 'tests', 'tools', 'cmake', 'shaders', 'web', 'docs', 'python', 'CMakeLists.txt', 'CMakePresets.json'];
  for (const name of kept) {
    rmSync(join(copy, name), {recursive: true, force: true});
    // Its own tests are not those of the copy, but what they stand on is.
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/(?<!fuzz)_test\.cc$|tests\/(adding|web|wasm)$/.test(path),
    });
  }
  for (const name of ['build/imgui', 'build/fonts'])
    if (!existsSync(join(copy, name))) {
      cpSync(join(root, name), join(copy, name), {recursive: true, preserveTimestamps: true});
    }
}

function add({folder: own, made, edits}) {
  if (own) cpSync(join(here, own), copy, {recursive: true});
  for (const file of Object.keys(made)) assert.ok(existsSync(join(copy, file)), file);
  for (const {file, lines} of edits) {
    const path = join(copy, file);
    writeFileSync(path, edited(readFileSync(path, 'utf8'), lines, file));
  }
}

const program = (...args) => run('build/test/pipette', ...args);
const hashes = (...args) => {
  const {weight_hash: weights, loss_hash: losses} = JSON.parse(program(...args, '--json'));
  assert.match(`${weights} ${losses}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
  return {weights, losses};
};
const textOf = (file) => readFileSync(join(copy, file), 'utf8');

before(
  () => {
    copySources();
    for (const kind of Object.values(KINDS)) add(kind);
    run('cmake', '--preset', 'test');
    run('ninja', '-C', 'build/test', '-j', String(availableParallelism()), '--quiet', 'pipette', 'graph_test', 'page_test');
    run('tools/write_tables', 'build/test/pipette');
  },
  {timeout: 1_800_000},
);

test('adding: the layer is trained, and is offered in JSON, JavaScript and programs', () => {
  const plain = JSON.parse(program('describe', 'inspect-keras', '--steps', '40', '--steps-per-execution', '20'));
  const at = plain.layers.findIndex(({layer}) => layer === 'dense');
  const trained = (layers) => {
    const file = join(folder, 'experiment.json');
    writeFileSync(file, JSON.stringify({...plain, layers}));
    return hashes('run', '--experiment', file);
  };
  const scaled = (factor) =>
    trained([...plain.layers.slice(0, at), {layer: 'scale', factor, name: 'Scale', stage: 0}, ...plain.layers.slice(at)]);
  const without = trained(plain.layers);
  assert.deepEqual(scaled(1), without, 'a factor of 1 changes no bit');
  assert.notDeepEqual(scaled(2), without);
  assert.match(textOf('web/pipette/tables.mjs'), /scale: \['factor'\]/);
  assert.match(textOf('web/pipette/layer_types.d.mts'), /scale\(factor: number/);
});

test('adding: both operators have values, gradients and a place in a program', () => {
  run('build/test/src/graph/graph_test');
  assert.match(textOf('web/pipette/tables.mjs'), /'cube'/);
});

test('adding: the schedule gives the weights of the others, and is listed where they are', () => {
  const trained = (schedule) =>
    hashes('run', 'mnist-pipelined', '--steps', '10', '--steps-per-execution', '5', '--schedule', schedule);
  assert.deepEqual(trained('in_order'), trained('grouped'));
  assert.match(program('schema'), /"in_order"/);
  const slots = (kind) => program('schedule', '--kind', kind, '--stages', '2', '--mini-batches', '8', '--json');
  assert.notEqual(slots('in_order').replaceAll('in_order', ''), slots('grouped').replaceAll('grouped', ''), 'in another order');
});

test('adding: the scene is offered, drawn and embedded', () => {
  run('build/test/src/page/page_test');
  run('tools/check_rooms');
});
