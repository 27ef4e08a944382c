// The program `pipette` as a shell has it: pipes, files, completions, the manual page and JSON, each judged by the tool that
// people use with it. build/test has the program.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = process.env.PIPETTE_PROGRAM_DIR ?? join(root, 'build/test');
const folder = mkdtempSync(join(tmpdir(), 'pipette-shell-'));
after(() => rmSync(folder, {recursive: true}));

const run = (program, args, options = {}) => {
  const env = {...process.env, PATH: `${bin}:${process.env.PATH}`, ...options.env};
  const result = spawnSync(program, args, {cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, ...options, env});
  if (result.error) throw result.error;
  return result;
};
const bash = (script, options) => run('bash', ['-c', script], options);
const succeeds = (result) => {
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
};

test('an experiment is read from the standard input', () => {
  const result = succeeds(bash('pipette describe mnist-with-feeds --steps 10 | pipette run --experiment - --json'));
  assert.equal(JSON.parse(result).steps, 10);
  const wrong = bash('echo "{" | pipette run --experiment -');
  assert.equal(wrong.status, 3);
  assert.match(wrong.stderr, /the standard input: /);
});

test('losses on the standard output are all there is on it', () => {
  const {stdout, stderr} = bash('pipette run mnist-with-feeds --steps 20 --losses -');
  assert.equal(stdout.trim().split('\n').length, 21);
  assert.match(stderr, /test accuracy/);
  writeFileSync(join(folder, 'kept.csv'), 'before\n');
  succeeds(bash('pipette run mnist-with-feeds --steps 10 --losses - >> kept.csv'));
  assert.match(readFileSync(join(folder, 'kept.csv'), 'utf8'), /^before\nmini_batch,loss.*\n0,/);
  const both = bash('pipette run mnist-with-feeds --steps 10 --losses - --trace -');
  assert.equal(both.status, 3);
  assert.match(both.stderr, /--trace and --losses would both be written to the standard output/);
});

test('NumPy reads the losses', () => {
  succeeds(bash('pipette run mnist-with-feeds --steps 20 --losses losses.npy --quiet'));
  const text = succeeds(bash('pipette run mnist-with-feeds --steps 20 --losses -'));
  const read = succeeds(
    run('/usr/bin/python3', ['-c', 'import numpy; a = numpy.load("losses.npy"); print(a.dtype, a.shape, *map(float, a))']),
  );
  const [dtype, shape, ...values] = read.trim().split(' ');
  assert.deepEqual([dtype, shape], ['float32', '(20,)']);
  const losses = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Math.fround(line.split(',')[1]));
  assert.deepEqual(values.map(Number), losses);
});

test('each JSON is what its schema in docs/schemas says', () => {
  const report = `POPLAR_ENGINE_OPTIONS='{"autoReport.all": "true", "autoReport.directory": "report"}'`;
  const commands = {
    catalogue: ['pipette list --json'],
    error: ['pipette run nope --json', 'pipette run --stepz --json', 'pipette run mnist-with-feeds --steps 0 --json'],
    summary: [
      'pipette run mnist-with-feeds --steps 5 --json',
      'pipette run perf-training-example --json',
      'pipette dataset-benchmark --elements-per-epochs 10 --json',
      'pipette loops --epochs 1 --batch-size 1000 --json',
      'pipette train --steps 2 --json',
    ],
    matmul: ['pipette model matmul --m 64 --k 64 --n 64 --json'],
    schedule: [
      'pipette schedule --stages 4 --mini-batches 8 --json',
      'pipette schedule --stages 2 --mini-batches 4 --inference --json',
    ],
    profile: [
      'pipette profile mnist-with-feeds --steps 10 --json',
      `${report} pipette run mnist-with-feeds --steps 10 -q && pipette report report --json`,
    ],
    grades: ['echo pipette-1.eyJ9.00000000 | pipette grade - --json'],
    comparison: ['pipette report report --compare report --json'],
  };
  for (const [schema, examples] of Object.entries(commands)) {
    for (const command of examples) {
      const {stdout} = bash(command);
      const text = stdout.slice(stdout.indexOf('{'));
      writeFileSync(join(folder, 'output.json'), text);
      const checked = run('/usr/bin/python3', [
        '-m',
        'jsonschema',
        '-i',
        'output.json',
        join(root, `docs/schemas/${schema}.schema.json`),
      ]);
      assert.equal(checked.status, 0, `${command}\n${checked.stderr}${checked.stdout}`);
    }
  }
  writeFileSync(join(folder, 'experiment.schema.json'), succeeds(run('pipette', ['schema'])));
  const {settings} = JSON.parse(succeeds(bash('pipette run inspect-keras --steps 24 --steps-per-execution 12 --json')));
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  succeeds(run('/usr/bin/python3', ['-m', 'jsonschema', '-i', 'settings.json', 'experiment.schema.json']));
});

test('a schema refuses what is not of it', () => {
  writeFileSync(join(folder, 'output.json'), '{"schema": "pipette.summary", "version": 1, "pipette": "0.1.0"}');
  const checked = run('/usr/bin/python3', [
    '-m',
    'jsonschema',
    '-i',
    'output.json',
    join(root, 'docs/schemas/summary.schema.json'),
  ]);
  assert.notEqual(checked.status, 0);
});

test('bash completes commands, experiments, flags and their words', () => {
  const complete = (...words) =>
    succeeds(
      bash(
        `source <(pipette completion bash); COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); ` +
          'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pipette; printf "%s\\n" "${COMPREPLY[@]}"',
      ),
    )
      .trim()
      .split('\n')
      .sort();
  assert.deepEqual(complete('pipette', 'tra'), ['train']);
  assert.deepEqual(complete('pipette', 'run', 'keras-'), ['keras-convolutions']);
  assert.deepEqual(complete('pipette', 'run', 'loops', '--optimi'), ['--optimizer']);
  assert.deepEqual(complete('pipette', 'run', '--optimizer', 'ad'), ['adam', 'adamw']);
  assert.deepEqual(complete('pipette', 'model', ''), ['matmul']);
  writeFileSync(join(folder, 'experiment.json'), '{}');
  assert.deepEqual(complete('pipette', 'run', '--experiment', 'exper'), ['experiment.json', 'experiment.schema.json']);
});

test('fish completes the same', () => {
  writeFileSync(join(folder, 'c.fish'), succeeds(run('pipette', ['completion', 'fish'])));
  const complete = (line) =>
    succeeds(run('fish', ['-c', `source c.fish; complete -C ${JSON.stringify(line)}`], {env: {HOME: folder}}))
      .trim()
      .split('\n')
      .map((each) => each.split('\t')[0]);
  assert.deepEqual(complete('pipette tra'), ['train']);
  assert.deepEqual(complete('pipette run keras-'), ['keras-convolutions']);
  assert.deepEqual(complete('pipette run --optimizer ad'), ['adam', 'adamw']);
});

test('zsh completes the same', () => {
  writeFileSync(join(folder, '_pipette'), succeeds(run('pipette', ['completion', 'zsh'])));
  // A terminal for it, which says when it is ready and what was completed.
  const script = `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'autoload -Uz compinit && compinit -u -D; source ./_pipette; unsetopt zle_bracketed_paste; PS1=; print REA''DY'
    zpty -r shell text '*READY*'
    zpty -w -n shell $'pipette run --optimi\\tadamw --pipeline-sch\\tinterl\\t'
    zpty -r shell text '*interleaved*' && print COMPLETED
  `;
  const {stdout} = run('zsh', ['-f', '-c', script], {env: {HOME: folder, TERM: 'dumb'}, timeout: 60_000});
  assert.match(stdout, /COMPLETED/);
});

test('troff takes the manual page without a warning', () => {
  writeFileSync(join(folder, 'pipette.1'), succeeds(run('pipette', ['manual'])));
  const {status, stdout, stderr} = run('groff', ['-Kutf8', '-man', '-ww', '-Tutf8', '-P-cbou', 'pipette.1']);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  for (const each of ['NAME', 'EXIT STATUS', 'schedule', '--weight-decay']) assert.ok(stdout.includes(each), each);
});

test('a terminal that only knows text gets no line that is redrawn', () => {
  const drawn = (term) =>
    succeeds(
      run(
        'script',
        ['-qec', 'pipette run mnist-with-feeds --steps 10 2>&1 | cat; pipette run mnist-with-feeds --steps 10', '/dev/null'],
        {env: {TERM: term}},
      ),
    );
  assert.doesNotMatch(drawn('dumb'), /100 %/);
  assert.match(drawn('xterm'), /100 %/);
  assert.ok(!drawn('xterm').includes('\x1b['), 'nothing is coloured, with NO_COLOR or without');
});

test('help is as wide as the terminal', () => {
  for (const columns of [60, 80, 100]) {
    const help = succeeds(run('pipette', ['run', '--help-all'], {env: {COLUMNS: String(columns)}}));
    const longest = Math.max(...help.split('\n').map((line) => [...line].length));
    assert.ok(longest <= columns, `${longest} columns of ${columns}`);
  }
});
