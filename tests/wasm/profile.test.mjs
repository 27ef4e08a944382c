// Profiles from JavaScript: plain data whose sums agree with the session.

import assert from 'node:assert/strict';
import test from 'node:test';
import {pipette as p, runAll} from './module.mjs';
import {batches, loss, small} from './small_model.mjs';

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

test('a session has the profile of what it ran', () => {
  const session = p.createSession({steps: 20});
  assert.equal(session.profile(), null);
  runAll(session);
  const profile = session.profile();
  assert.equal(profile.compilation.graph.name, 'training_loop');
  assert.equal(profile.execution.profiledRuns, 2);
  assert.equal(profile.execution.runs.at(-1).end, session.status().cycles);
  const byOperation = sum(profile.operations.map(({cycles}) => cycles));
  assert.equal(byOperation, profile.execution.profiledCycles);
  assert.equal(byOperation, profile.compilation.program.cycles);
  const {begin, length, count} = profile.execution.spans;
  assert.equal(begin.length, count);
  assert.equal(length.length, count);
  assert.equal(profile.execution.counters[0].values.length, session.losses().length);
  assert.ok(profile.insights.some(({kind}) => kind === 'waitingForHost'));
  session.destroy();
});

test('advice of a profile is an experiment to be made, and its promise holds', () => {
  const session = p.createSession({steps: 200});
  runAll(session);
  const before = session.profile();
  const advice = before.insights.flatMap((insight) => insight.advice);
  assert.deepEqual(
    advice.map(({kind}) => kind),
    ['fasterHost', 'moreStepsPerRun'],
  );
  assert.deepEqual(advice[1].changes, {stepsPerExecution: 100});
  const figure = (profile, {measure, ipu}) =>
    profile.measures.find((each) => each.measure === measure && each.ipu === ipu).value;
  for (const {changes, promise} of advice) {
    assert.equal(figure(before, promise), promise.from);
    const advised = p.createSession({...session.experiment, ...changes});
    runAll(advised);
    const came = figure(advised.profile(), promise);
    assert.ok(Math.abs(came - promise.to) <= 0.1 * (promise.from - promise.to), `${promise.label}: ${came}`);
    advised.destroy();
  }
  session.destroy();
});

test('a model has a profile of each of its programs', async () => {
  const model = small();
  model.compile({optimizer: 'sgd', loss, stepsPerExecution: 5});
  await model.fit(batches(80, 8), {epochs: 1});
  await model.evaluate(batches(80, 8));
  const profiles = model.profiles();
  assert.equal(profiles.length, 2);
  assert.notEqual(profiles[0].compilation.graph.fingerprint, profiles[1].compilation.graph.fingerprint);
  const phases = (profile) => new Set(profile.operations.map(({phase}) => phase));
  assert.ok(phases(profiles[0]).has('weightUpdate'));
  assert.ok(!phases(profiles[1]).has('weightUpdate'));
  model.destroy();
});

test('engine options say how much a profile records, and stand in it', () => {
  const engineOptions = {'autoReport.all': 'true', 'autoReport.executionProfileProgramRunCount': 3};
  const session = p.createSession({steps: 60, engineOptions});
  runAll(session);
  assert.equal(session.profile().execution.profiledRuns, 3);
  assert.deepEqual(session.engineOptions, {'autoReport.all': 'true', 'autoReport.executionProfileProgramRunCount': '3'});
  assert.deepEqual(session.profile().engineOptions, session.engineOptions);
  assert.equal(session.engineNotes.length, 1);
  assert.match(session.engineNotes[0], /writes no folder here: profiles\(\) has the report/);
  const plain = p.createSession({steps: 60, engineOptions: '{}'});
  runAll(plain);
  assert.equal(plain.profile().execution.profiledRuns, 2);
  assert.equal(plain.summary().weightHash, session.summary().weightHash);
  assert.equal(plain.fingerprint, session.fingerprint);
  assert.deepEqual(session.experiment.engineOptions, session.engineOptions);
  assert.deepEqual(plain.engineNotes, []);
  session.destroy();
  plain.destroy();
});

test('engine options that are wrong name what would do', () => {
  const making = (engineOptions) => () => p.createSession({steps: 10, engineOptions});
  assert.throws(making({'autoReport.al': 'true'}), {name: 'NotFoundError', message: /autoReport\.al.*autoReport\.all/s});
  assert.throws(making({'autoReport.all': 'yes'}), {
    name: 'InvalidArgumentError',
    message: /must be one of true false, but it is "yes"/,
  });
  assert.throws(making({'autoReport.all': {}}), {name: 'InvalidArgumentError', message: /must be a text/});
  assert.throws(making('not JSON'), {name: 'InvalidArgumentError', message: /they are no JSON/});
  assert.throws(making(['autoReport.all']), {
    name: 'InvalidArgumentError',
    message: /engine options must be a JSON object of texts/,
  });
});

test('a program that does not fit is compiled where its engine options allow it, and its memory read', () => {
  const small = {
    experiment: 'mnist-with-feeds',
    steps: 1,
    stepsPerExecution: 1,
    hiddenUnits: [4096, 4096],
    batchSize: 10000,
    device: {architecture: 'Mk1'},
  };
  const run = (engineOptions) => {
    const session = p.createSession({...small, engineOptions});
    assert.throws(() => runAll(session), {name: 'ResourceExhaustedError'});
    return session.profiles();
  };
  assert.deepEqual(run({}), []);
  const [profile] = run({'debug.allowOutOfMemory': 'true'});
  assert.ok(profile.compilation.ipus.some(({fits}) => !fits));
});

test('operations of a traced function name the lines that they come from', async () => {
  const strategy = p.strategy();
  const [w, layer] = p.sourceLine('train.mjs:1', () => [
    p.variable({data: new Float32Array(6).fill(0.5), shape: [3, 2]}, {name: 'w'}),
    p.layers.dense(2, {name: 'last'}),
  ]);
  const model = p.sequential([layer]);
  const step = p.function(strategy, (x) => {
    const y = p.sourceLine('train.mjs:5', () => p.matmul(x, w));
    const loss = p.sourceLine('train.mjs:6', () => p.reduceMean(model.call(y)));
    return [loss, p.gradients(loss, y)];
  });
  await strategy.run(step, [{data: new Float32Array(12).fill(1), shape: [4, 3]}]);
  const {operations} = strategy.profile();
  const from = (line) =>
    operations.filter(({sources = []}) => sources.includes(line)).map(({name, phase}) => `${phase} ${name}`);
  assert.deepEqual(from('train.mjs:5'), ['forward MatMul']);
  assert.ok(from('train.mjs:6').includes('forward Mean'), from('train.mjs:6').join());
  assert.deepEqual(
    from('train.mjs:1')
      .filter((each) => /MatMul/.test(each))
      .sort(),
    ['backward gradients/last/MatMul', 'forward last/MatMul'],
  );
  const other = p.strategy();
  const mean = p.function(other, (x) => [p.reduceMean(x)]);
  await other.run(mean, [{data: new Float32Array(4), shape: [4]}]);
  const without = other.profile().operations;
  assert.ok(without.length > 0 && without.every((each) => !('sources' in each)));
});
