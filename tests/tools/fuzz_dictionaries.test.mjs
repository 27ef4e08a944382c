// The fuzzers' dictionaries know every field and every experiment.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const script = fileURLToPath(new URL('../../tools/fuzz_dictionaries.mjs', import.meta.url));

test('dictionaries of the fuzzers lack no field and no experiment', () => {
  const {status, stdout} = spawnSync(process.execPath, [script, '--check'], {encoding: 'utf8'});
  assert.match(stdout, /6 dictionaries, \d{2} fields, \d{2} experiments, 0 missing\n$/);
  assert.equal(status, 0);
});
