// A training that is killed at any moment ends, when it is resumed often enough, as if nothing had happened.

import assert from 'node:assert/strict';
import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {program} from './program.mjs';

const KILLS = 50; // of each of two trainings, beside each other
const {folder, run, interrupted} = program('checkpoint');
const resumed = (file) => (existsSync(join(folder, file)) ? ['--resume', file] : []);
const result = (process) => {
  assert.equal(process.status, 0, process.stderr);
  return {...JSON.parse(process.stdout), real: null};
};

const trainings = {
  pipeline: [
    'train',
    '--steps',
    '600',
    '--steps-per-execution',
    '2',
    '--stages',
    '2',
    '--replicas',
    '2',
    '--optimizer',
    'momentum',
  ],
  keras: ['run', 'inspect-keras', '--steps', '1600', '--steps-per-execution', '16', '--gradients-filters', 'none'],
};

async function killed(name, train) {
  const file = `${name}.ckpt`;
  const whole = result(run(...train, '--json'));
  const checkpointed = [...train, '--checkpoint', file, '--every', '1'];
  for (let kills = 0; kills < KILLS;) {
    const ended = await interrupted(15 + ((kills * 37) % 90), 'SIGKILL', [...checkpointed, ...resumed(file)]);
    if (ended === 'SIGKILL') {
      ++kills;
      continue;
    }
    // It came to its end before it was to be killed; the next one begins again.
    assert.equal(ended, 0);
    assert.deepEqual(result(run('run', '--resume', file, '--json')), whole);
    rmSync(join(folder, file));
  }
  assert.deepEqual(result(run(...checkpointed, ...resumed(file), '--json')), whole);
}

test('trainings that are killed again and again end with the same bits', {timeout: 600_000}, () =>
  Promise.all(Object.entries(trainings).map(([name, train]) => killed(name, train))),
);

test('Ctrl+C leaves a checkpoint of the latest engine run', async () => {
  const train = ['run', 'mnist-with-feeds', '--steps', '200000', '--steps-per-execution', '20'];
  assert.equal(await interrupted(700, 'SIGINT', [...train, '--checkpoint', 'long.ckpt', '--every', '1']), 130);
  const on = run('run', '--resume', 'long.ckpt', '--steps', '200000', '--until', 'steps >= 1', '--json');
  assert.equal(on.status, 0, on.stderr);
  assert.match(on.stderr, /continues after \d+ of 200000 steps, from "long.ckpt"/);
});

test('a full disk is said at once, and the run goes on', () => {
  const full = run(
    'run',
    'mnist-with-feeds',
    '--steps',
    '40',
    '--steps-per-execution',
    '20',
    '--checkpoint',
    '/dev/full',
    '--every',
    '1',
  );
  assert.equal(full.status, 5, full.stderr);
  assert.match(full.stderr, /there is no new checkpoint, and the run goes on/);
  assert.match(full.stdout, /test accuracy/);
});
