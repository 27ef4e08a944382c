// What the packed package says of itself, judged by those who look at packages for a living.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';
import {env, installed, installPackage, isReady, nodeMajor, run} from './projects.mjs';

const skip = !isReady && 'tools/setup bundlers installs what this needs';
const bin = (name) => join(installed, 'node_modules/.bin', name);

test('publint has no complaint', {skip}, async () => {
  const {file} = await installPackage();
  await assert.doesNotReject(run(bin('publint'), ['run', file, '--strict'], {env}));
});

test('each entry has its types, however it is looked for', {skip}, async (t) => {
  if ((await nodeMajor()) < 20) return t.skip('are-the-types-wrong needs node 20');
  const {file} = await installPackage();
  const check = async (...options) => {
    const args = [file, '--format', 'table-flipped', '--no-color', '--no-emoji', ...options];
    const result = await run(bin('attw'), args, {env}).catch((error) => error);
    assert.equal(result.code ?? 0, 0, `${result.stdout}\n${result.stderr}`);
  };
  // Pages and WebAssembly have no types; without `exports` (node10) a package has one entry. Only that one is for require() too.
  await check(
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    'app',
    'app/*',
    'pipette_core.wasm',
    'pipette_core.deferred.wasm',
  );
  await check('--profile', 'node16', '--entrypoints', '.');
});
