// Two hundred programs with one mistake each: misspelt names, missing arguments, statements in the wrong order, a `with` left out. Each
// gives an error of Python's usual kind that names the program's own line, and the interpreter goes on.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {bridgeOf} from '../../web/python/bridge.mjs';
import {api} from '../wasm/module.mjs';
import {pythonForTests} from './start.mjs';

const EACH = {attribute: 55, keyword: 40, name: 40, argument: 35, order: 20, with: 10}; // 200 in all

// What makes a program short: [from, to] in its text, and its arguments.
const SHORTER = [
  ['STEPS = 10_000', 'STEPS = 20'],
  ['STEPS = 100', 'STEPS = 10'],
  ['STEPS_PER_EPOCH = 200', 'STEPS_PER_EPOCH = 8'],
  ['EPOCHS = 2', 'EPOCHS = 1'],
];
const ARGUMENTS = {'pipelined_model.py': ['--repeat-count', '2', '--run-single-step']};

const folder = new URL('../../python/programs/', import.meta.url);
const read = (url) => readFileSync(url, 'utf8');
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.py'))
  .map((name) => ({
    name,
    argv: ARGUMENTS[name] ?? [],
    text: SHORTER.reduce((text, [from, to]) => text.replace(from, to), read(new URL(name, folder))),
  }));

const emulator = await api.createPipette();
const {run, printed} = await pythonForTests();
const images = (count) => ({data: new Uint8Array(count * 784).map((_, i) => (i * 37) % 251), shape: [count, 28, 28]});
const labels = (count) => ({data: new Uint8Array(count).map((_, i) => i % 10), shape: [count]});
const data = {xTrain: images(512), yTrain: labels(512), xTest: images(64), yTest: labels(64)};
const bridge = bridgeOf(emulator, {dataFiles: {mnist: data, fashion_mnist: data}});

function ran(program, argv = []) {
  emulator.destroyAll(); // of the program before
  printed();
  const began = performance.now();
  const status = run(program, {argv, modules: {_pipette: bridge}});
  return {status, text: printed(), seconds: (performance.now() - began) / 1000};
}

/** All mutations of the programs, made by Python itself. */
function mutations() {
  const {status, text} = ran(
    {
      'main.py': read(new URL('mutations.py', import.meta.url)),
      ...Object.fromEntries(programs.map(({name, text}) => [name, text])),
    },
    programs.map(({name}) => name),
  );
  assert.equal(status, 0, text);
  const made = JSON.parse(text);
  return programs.flatMap((program) => made[program.name].map((each) => ({program, ...each})));
}

/** `count` of them, from everywhere. */
const some = (list, count) => Array.from({length: count}, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]);

const all = mutations();
const mistakes = all.filter(({right}) => !right);
const chosen =
  process.env.MUTATIONS === 'all'
    ? mistakes
    : Object.entries(EACH).flatMap(([kind, count]) =>
        some(
          mistakes.filter((each) => each.kind === kind),
          count,
        ),
      );
let slowest = {seconds: 0};

test('there are two hundred', () => assert.equal(new Set(chosen.map(({text}) => text)).size, chosen.length));

for (const {program, kind, line, last, what, text: mutated} of chosen) {
  test(`${program.name}, line ${line}: ${kind} ${what}`, () => {
    const {status, text, seconds} = ran({'main.py': mutated}, program.argv);
    if (seconds > slowest.seconds) slowest = {seconds, name: `${program.name}, ${kind} ${what}`};
    assert.equal(status, 1, text);
    assert.match(text, /^(\w+\.)*\w*(Error|Exception|Iteration): .+(\n.+)*\n$/m);
    const lines = [...text.matchAll(/File "\/home\/pyodide\/main\.py", line (\d+)/g)].map(([, at]) => Number(at));
    assert.ok(lines.length > 0, text);
    if (kind === 'attribute' || kind === 'keyword' || kind === 'name')
      assert.ok(
        lines.some((at) => at >= line && at <= last),
        `not at its line: ${text}`,
      );
  });
}

test('what is called no mistake is none', () => {
  for (const {program, kind, what, text: changed} of all.filter(({right}) => right)) {
    const {status, text} = ran({'main.py': changed}, program.argv);
    assert.equal(status, 0, `${program.name}: ${kind} ${what}: ${text}`);
  }
});

test('right programs still run after all of them', (t) => {
  t.diagnostic(`the slowest: ${slowest.seconds.toFixed(2)} s, ${slowest.name}`);
  for (const {name, argv, text} of programs) {
    const ended = ran({'main.py': text}, argv);
    assert.equal(ended.status, 0, `${name}: ${ended.text}`);
  }
});
