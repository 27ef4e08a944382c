// Several processes that train together under mpirun: the bits are those of one, one of them prints, and a fault of
// one ends all.

import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {program} from './program.mjs';

const {folder, run, pipette, pipetteMpi} = program('cluster');
const launcher = ['--allow-run-as-root', '--oversubscribe', '--quiet'];
const mpirun = (processes, ...args) =>
  spawnSync('mpirun', [...launcher, '-n', String(processes), pipetteMpi, ...args], {cwd: folder, encoding: 'utf8'});
const result = (process) => {
  assert.equal(process.status, 0, process.stderr);
  return {...JSON.parse(process.stdout), real: null};
};

// Uneven shares, pipelines, shards of the optimizer's state, float16, what is sent to the host, and no replicas at all.
const trainings = {
  replicas: ['train', '--steps', '20', '--stages', '1', '--replicas', '6', '--optimizer', 'momentum'],
  pipeline: ['train', '--steps', '10', '--stages', '2', '--replicas', '3', '--optimizer', 'adam'],
  shards: 'train --steps 10 --replicas 4 --stages 2 --optimizer adam --shard-state --accumulation-dtype float16'.split(' '),
  keras: ['run', 'inspect-keras', '--steps', '64', '--steps-per-execution', '32', '--replicas', '2'],
  alone: ['run', 'mnist-with-feeds', '--steps', '40'],
};

for (const [name, train] of Object.entries(trainings)) {
  test(`cluster: ${name} gives the bits of one process in 2, 3 and 4`, () => {
    const whole = result(run(...train, '--json'));
    for (const processes of [2, 3, 4]) assert.deepEqual(result(mpirun(processes, ...train, '--json')), whole);
  });
}

test('cluster: files are written once, and a checkpoint goes on in another number of processes', () => {
  const train = ['train', '--steps', '24', '--steps-per-execution', '4', '--stages', '1', '--replicas', '4'];
  const whole = result(run(...train, '--json', '--losses', 'one.csv'));
  const files = ['--losses', 'four.csv', '--save-weights', 'four.safetensors', '--checkpoint', 'four.ckpt'];
  const half = mpirun(4, ...train, '--until', 'steps >= 12', ...files);
  assert.equal(half.status, 0, half.stderr);
  assert.ok(existsSync(join(folder, 'four.safetensors')));
  assert.deepEqual(result(mpirun(3, 'run', '--resume', 'four.ckpt', '--json', '--losses', 'three.csv')), whole);
  assert.deepEqual(result(run('run', '--resume', 'four.ckpt', '--json')), whole);
  assert.equal(readFileSync(join(folder, 'three.csv'), 'utf8'), readFileSync(join(folder, 'one.csv'), 'utf8'));
});

test('cluster: the text for people is that of one process', () => {
  const train = ['run', 'print-tensor', '--steps', '10'];
  const figures = (text) => text.replace(/^.*(real|host).*$/gm, '');
  const several = mpirun(2, ...train);
  assert.equal(figures(several.stdout), figures(run(...train).stdout));
});

test('cluster: what cannot be is one line, with its exit code', () => {
  const wrong = mpirun(3, 'train', '--stages', '9');
  assert.equal(wrong.status, 3);
  assert.equal(wrong.stderr.match(/pipette: /g).length, 1, wrong.stderr);
  const missing = mpirun(3, 'run', '--experiment', 'none.json');
  assert.equal(missing.status, 4);
  assert.equal(missing.stderr.match(/none\.json/g).length, 1, missing.stderr);
});

test('cluster: an experiment comes through the standard input of the launcher', () => {
  const experiment = run('describe', 'mnist-with-feeds', '--steps', '20').stdout;
  const child = spawnSync('mpirun', [...launcher, '-n', '2', pipetteMpi, 'run', '--experiment', '-', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    input: experiment,
  });
  assert.deepEqual(result(child), result(run('run', 'mnist-with-feeds', '--steps', '20', '--json')));
});

test('cluster: processes that were given different experiments say so', () => {
  const each = (steps) => ['-n', '1', pipetteMpi, 'train', '--steps', steps, '--replicas', '2', '--stages', '1'];
  const apart = spawnSync('mpirun', [...launcher, ...each('40'), ':', ...each('41')], {cwd: folder, encoding: 'utf8'});
  assert.equal(apart.status, 3, apart.stderr);
  assert.match(apart.stderr, /the experiment of instance 1 is another than that of instance 0/);
});

test('cluster: a process that is killed ends all, and leaves whole files', {timeout: 120_000}, async (t) => {
  writeFileSync(join(folder, 'killed.csv'), 'before\n');
  const train = ['train', '--steps', '1000000', '--steps-per-execution', '4', '--stages', '1', '--replicas', '4'];
  const files = ['--losses', 'killed.csv', '--checkpoint', 'killed.ckpt', '--every', '1'];
  const child = spawn('mpirun', [...launcher, '-n', '3', pipetteMpi, ...train, ...files], {cwd: folder});
  // Open MPI's launcher may wait for itself for ever once an instance has been killed; what is promised is of instances.
  t.after(() => child.kill('SIGKILL'));
  const instances = () => spawnSync('pgrep', ['-P', String(child.pid)], {encoding: 'utf8'}).stdout.match(/\d+/g) ?? [];
  const until = async (reached) => {
    while (!t.signal.aborted && !reached()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(() => existsSync(join(folder, 'killed.ckpt')));
  assert.equal(instances().length, 3);
  process.kill(Number(instances()[1]), 'SIGKILL');
  await until(() => instances().length === 0);
  assert.deepEqual(instances(), []);
  assert.notEqual(child.exitCode, 0);
  assert.equal(readFileSync(join(folder, 'killed.csv'), 'utf8'), 'before\n');
});

test('cluster: a full disk is the error of all', () => {
  const full = mpirun(2, 'train', '--steps', '20', '--replicas', '2', '--stages', '1', '--losses', '/dev/full');
  assert.equal(full.status, 5, full.stderr);
  assert.equal(full.stderr.match(/\/dev\/full/g).length, 1, full.stderr);
});

test('cluster: a program without MPI refuses to do all of the work several times', () => {
  const started = spawnSync('mpirun', [...launcher, '-n', '2', pipette, 'run', 'loops'], {cwd: folder, encoding: 'utf8'});
  assert.equal(started.status, 3, started.stderr);
  assert.equal(started.stderr.match(/built without MPI/g).length, 1, started.stderr);
});

test('cluster: a sweep runs each experiment under a launcher', () => {
  const sweep = ['sweep', 'mnist-pipelined', '--steps', '20', '--stages', '1', '--vary', 'replicas=1,2', '-q', '-j', '1'];
  const mpi = (...args) => spawnSync(pipetteMpi, args, {cwd: folder, encoding: 'utf8'});
  const lines = (process) => {
    assert.equal(process.status, 0, process.stderr);
    return process.stdout
      .trim()
      .split('\n')
      .map((line) => ({...JSON.parse(line), real: null}));
  };
  assert.deepEqual(lines(mpi(...sweep, '--under', `mpirun ${launcher.join(' ')} -n 2`)), lines(run(...sweep)));
  const none = mpi(...sweep, '--under', 'no-such-launcher');
  assert.match(none.stdout, /there is no program \\"no-such-launcher\\"/);
});
