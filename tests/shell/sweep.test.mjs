// Sweeps as somebody has them who interrupts them.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {program} from './program.mjs';

const {folder, run, interrupted} = program('sweep');
const sweep = ['sweep', 'mnist-with-feeds', '--steps', '200', '--vary', 'learning_rate=0.01,0.1', '--vary', 'seed=1,2,3,4,5,6'];
const results = (name) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({...JSON.parse(line), real: null}));

test('a sweep that is killed again and again ends with the same results', async () => {
  const whole = run(...sweep, '-o', 'whole.jsonl');
  assert.equal(whole.status, 0, whole.stderr);
  for (let i = 0; i < 20; ++i) {
    const ended = await interrupted(20 + ((i * 37) % 160), i % 4 === 3 ? 'SIGINT' : 'SIGKILL', [
      ...sweep,
      '-o',
      'killed.jsonl',
      '-j',
      '3',
    ]);
    assert.ok([0, 130, 'SIGKILL', 'SIGINT'].includes(ended), String(ended));
  }
  const last = run(...sweep, '-o', 'killed.jsonl');
  assert.equal(last.status, 0, last.stderr);
  assert.deepEqual(results('killed.jsonl'), results('whole.jsonl'));
  assert.equal(results('whole.jsonl').length, 12);
  assert.equal(last.stdout.trim().split('\n').length, 13, 'a table of all results');
});

test('what cannot be run is a line of its own', () => {
  const result = run('sweep', 'mnist-pipelined', '--steps', '1', '--vary', 'stages=2,9', '-q');
  assert.equal(result.status, 0, result.stderr);
  const [good, bad] = result.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(good.schema, 'pipette.summary');
  assert.deepEqual(good.varied, {stages: 2});
  assert.equal(good.settings.stages, 2);
  assert.equal(bad.error.exit_code, 3);
  assert.match(bad.error.message, /at most, but stages is 9; try --stages 4/);
});

test('results are a table, CSV and a picture', () => {
  const table = run('table', 'whole.jsonl', '--columns', 'seed,learning_rate,final_loss');
  assert.match(table.stdout, /^seed +learning_rate +final_loss\n/);
  const csv = run('table', 'whole.jsonl', '--csv', '-o', 'table.csv');
  assert.equal(csv.status, 0, csv.stderr);
  assert.match(readFileSync(join(folder, 'table.csv'), 'utf8'), /^learning_rate,seed,mean_loss_last_500,/);
  const plot = run('plot', 'whole.jsonl', '--x', 'seed', '--y', 'test_accuracy', '-o', 'plot.svg');
  assert.equal(plot.status, 0, plot.stderr);
  const parsed = spawnSync('/usr/bin/python3', [
    '-c',
    'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])',
    join(folder, 'plot.svg'),
  ]);
  assert.equal(parsed.status, 0, String(parsed.stderr));
});

test('errors say what to do', () => {
  const cases = [
    [['sweep', 'mnist-with-feeds', '--vary', 'stepz=1,2'], 4, /no field "stepz"; did you mean/],
    [['sweep', 'mnist-with-feeds', '--vary', 'seed=9,8', '-o', 'whole.jsonl'], 3, /the results of another sweep/],
    [['sweep', 'mnist-with-feeds'], 2, /--vary/],
    [['table', 'nowhere.jsonl'], 4, /nowhere\.jsonl/],
    [['plot', 'whole.jsonl', '--x', 'seed', '--y', 'test_acuracy'], 4, /did you mean "test_accuracy"/],
  ];
  for (const [args, status, message] of cases) {
    const result = run(...args);
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, message);
  }
  writeFileSync(join(folder, 'other.jsonl'), 'no results\n');
  assert.match(run('table', 'other.jsonl').stderr, /line 1 of "other\.jsonl" is no result of a sweep/);
});
