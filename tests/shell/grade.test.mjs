// `pipette grade` with codes as students hand them in: true ones, forged ones, damaged ones, in a table of a learning platform.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {classCode} from '../../web/class_code.mjs';
import {fragmentOf} from '../../web/links.mjs';

const pipette = join(process.env.PIPETTE_PROGRAM_DIR ?? fileURLToPath(new URL('../../build/test', import.meta.url)), 'pipette');
const folder = mkdtempSync(join(tmpdir(), 'pipette-grade-'));
after(() => rmSync(folder, {recursive: true}));
const run = (args, input = '') => spawnSync(pipette, args, {cwd: folder, encoding: 'utf8', input});

const TASK = {v: 1, experiment: 'mnist-with-feeds', task: 'Reach a half.', goal: 'accuracy >= 0.5', lock: 'batch_size'};
const link = `http://localhost:8000/${fragmentOf(TASK)}`;

/** What the page's state is after a run of this address. */
function stateOf(address, steps) {
  const flags = Object.entries(address)
    .filter(([name]) => !['v', 'experiment', 'task', 'goal', 'lock', 'hide'].includes(name))
    .flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const {stdout, stderr} = run(['run', address.experiment, '--steps', String(steps), ...flags, '--json']);
  const summary = JSON.parse(stdout || `{"error": ${JSON.stringify(stderr)}}`);
  return {address, step: steps, summary, accuracy: summary.test_accuracy};
}
const codeOf = (address, steps, name) => classCode(stateOf(address, steps), name);
const grades = (text, ...options) => JSON.parse(run(['grade', '-', '--json', ...options], text).stdout).grades;

test('a true code is true, and its goal is met where it was', () => {
  const [grade] = grades(codeOf(TASK, 100, 'Ada'), '--task', link);
  assert.equal(grade.verdict, 'true', grade.reasons.join());
  assert.equal(grade.name, 'Ada');
  assert.ok(grade.met_at > 0 && grade.met_at <= 100, String(grade.met_at));
  const [early] = grades(codeOf(TASK, 10, 'Bo'), '--task', link);
  assert.equal(early.verdict, 'true');
  assert.equal(early.met_at, null);
});

test('what is forged, changed or of another task is told apart', () => {
  const state = stateOf(TASK, 50);
  const code = classCode(state, 'Eve');
  const cases = [
    [classCode({...state, summary: {...state.summary, weight_hash: '0'.repeat(16)}}, 'Eve'), 'not true', /weights/],
    [classCode({...state, step: 60}, 'Eve'), 'not true', /weights/],
    [classCode({...state, accuracy: 0.99}, 'Eve'), 'not true', /accuracy is .*, not 99/],
    [classCode({...state, address: {...TASK, experiment: 'nope'}}, 'Eve'), 'not true', /no experiment "nope"/],
    [classCode({...state, address: {...TASK, batch_size: 0}}, 'Eve'), 'not true', /batch_size/],
    [classCode({...state, step: 10 ** 12}, 'Eve'), 'not true', /has \d+/],
    [codeOf({...TASK, goal: 'steps >= 1'}, 50, 'Eve'), 'another task', /its goal is "steps >= 1", yours/],
    [codeOf({...TASK, batch_size: 64}, 50, 'Eve'), 'another task', /batch_size is 64, yours is 32/],
    [classCode({...state, address: {...TASK, lock: undefined}}, 'Eve'), 'another task', /batch_size is not locked/],
    [`${code.slice(0, 40)}x${code.slice(41)}`, 'unreadable', /changed on its way/],
    [code.replace('pipette-1', 'pipette-9'), 'unreadable', /another version/],
    [code.slice(0, code.lastIndexOf('.')), 'unreadable', /a part of the code is missing/],
  ];
  const found = grades(cases.map(([text]) => text).join('\n'), '--task', link);
  assert.equal(found.length, cases.length);
  for (const [i, [, verdict, reason]] of cases.entries()) {
    assert.equal(found[i].verdict, verdict, `${i}: ${found[i].reasons}`);
    assert.match(found[i].reasons.join('; '), reason);
    assert.equal(found[i].line, i + 1);
  }
});

test('thirty codes in the table of a platform', () => {
  const code = codeOf(TASK, 100, 'Ada');
  const rows = Array.from({length: 30}, (_, i) => `"Student ${i}",${i},"${code}"`);
  writeFileSync(join(folder, 'codes.csv'), `name,number,comment\n${rows.join('\n')}\n`);
  const result = run(['grade', 'codes.csv', '--task', link]);
  assert.equal(result.status, 0, result.stderr);
  assert.match(result.stdout, /30 of 30 true, 30 with their goal met/);
  const csv = run(['grade', 'codes.csv', '--csv']).stdout.trim().split('\n');
  assert.equal(csv.length, 31);
  assert.equal(csv[0], 'line,name,verdict,goal,met_at,step,accuracy,reasons');
  assert.match(csv[1], /^2,Ada,true,/);
});

test('errors say what to do', () => {
  writeFileSync(join(folder, 'none.txt'), 'no codes here\n');
  const cases = [
    [['grade', 'none.txt'], 3, /has no class code: one begins with "pipette-1\."/],
    [['grade', 'nowhere.csv'], 4, /nowhere\.csv/],
    [['grade', 'codes.csv', '--task', 'http://x/#v=1&experiment=loops'], 3, /has no task/],
    [['grade', 'codes.csv', '--task', 'http://x/#v=1&experiment=%zz'], 3, /cannot be read/],
  ];
  for (const [args, status, message] of cases) {
    const result = run(args);
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, message);
  }
});
