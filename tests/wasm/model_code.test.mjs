// The JavaScript that is written for an experiment with layers, run as it is written.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {layered, queued, short} from './model_code_experiments.mjs';
import {folder, isError, pipette as p, runAll} from './module.mjs';

/** What the program defines, and what it printed. */
async function run(code, defined = 'gradients, model') {
  const url = pathToFileURL(join(folder, 'pipette.mjs')).href;
  const program = `${code.replace('./pipette.mjs', url)}\nexport {${defined}};`;
  const printed = [],
    log = console.log;
  console.log = (...values) => printed.push(values);
  try {
    return {...(await import(`data:text/javascript,${encodeURIComponent(program)}`)), printed};
  } finally {
    console.log = log;
  }
}

for (const [name, experiment] of Object.entries(layered)) {
  test(`the program of ${name} gives the bits of its experiment`, async () => {
    const session = runAll(p.createSession(experiment));
    const {model, gradients, printed} = await run(p.modelCode(experiment, 'javascript'));
    assert.deepEqual([...model.losses()], [...session.losses()]);
    assert.equal(session.losses().length, 24);
    const epochs = printed.filter(([words]) => words.startsWith('epoch '));
    assert.equal(epochs.length, 2);
    assert.ok(epochs.every(([, logs]) => logs.accuracy >= 0));
    const keys = gradients.statistics().rows.map((row) => row.name);
    assert.ok(printed.some(([text]) => keys.length > 0 && keys.every((key) => text.includes(key))));
  });
}

for (const experiment of queued) {
  test(`the program of ${experiment.experiment} gives the bits and the time of its experiment`, async () => {
    const session = runAll(p.createSession(experiment));
    const {losses, model, printed} = await run(p.modelCode(experiment, 'javascript'), 'losses, model');
    assert.deepEqual([...losses], [...session.losses()]);
    const {weightHash} = session.summary({accuracy: false});
    assert.equal(p.hash(model.variables().map((each) => each.value())), weightHash);
    const [words, seconds, unit] = printed.at(-1);
    assert.equal(`${words} ${seconds.toFixed(3)} ${unit}`, session.printed().trim());
  });
}

test('experiments with layers and those of queues have a program, in three languages', () => {
  assert.match(p.modelCode(short, 'python'), /keras\.Sequential/);
  assert.match(p.modelCode(short, 'cpp'), /keras::Sequential/);
  const invalid = (message) => isError('InvalidArgumentError', 'INVALID_ARGUMENT', message);
  assert.throws(() => p.modelCode({experiment: 'loops'}, 'cpp'), invalid(/program of its own/));
  assert.throws(() => p.modelCode(short, 'fortran'), invalid(/"language" must be one of "python", "cpp", "javascript"/));
});
