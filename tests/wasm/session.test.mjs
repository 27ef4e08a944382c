// A session from JSON: advance, step, reset, run; the same numbers however the work is cut.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {api, figures, invalid, isError, pipette, runAll, small} from './module.mjs';

test('the catalogue names experiments that can be created from their defaults', () => {
  const entries = pipette.catalogue();
  assert.deepEqual(
    entries.map((entry) => entry.name),
    [
      'mnist-with-feeds',
      'mnist-without-feeds',
      'outfeed-example',
      'perf-training-example',
      'loops',
      'while-loop',
      'without-loops',
      'mnist-pipelined',
      'inspect-pipelined',
      'inspect-keras',
      'keras-convolutions',
      'inspect-model',
      'print-tensor',
      'dataset-benchmark',
      'infeed-benchmark',
    ],
  );
  for (const entry of entries) {
    const session = pipette.createSession(entry.defaults);
    assert.equal(session.experiment.experiment, entry.name);
    assert.deepEqual(session.experiment, entry.defaults);
    session.destroy();
  }
  assert.match(pipette.version, /^\d+\.\d+\.\d+$/);
});

test('an experiment is an object in either spelling, or JSON text', () => {
  const camel = pipette.createSession({stepsPerExecution: 20, host: {callUs: 500}});
  const snake = pipette.createSession({steps_per_execution: 20, host: {call_us: 500}});
  const text = pipette.createSession('{"steps_per_execution": 20, "host": {"call_us": 500}}');
  assert.equal(camel.experiment.stepsPerExecution, 20);
  assert.equal(camel.experiment.host.callUs, 500);
  assert.equal(camel.experiment.learningRate, 0.01);
  for (const same of [snake, text, pipette.createSession(camel.experimentJson())]) {
    assert.equal(same.fingerprint, camel.fingerprint);
    assert.deepEqual(same.experiment, camel.experiment);
  }
  assert.match(camel.fingerprint, /^[0-9a-f]{16}$/);
  assert.notEqual(pipette.createSession({seed: 2}).fingerprint, pipette.createSession({seed: 3}).fingerprint);
  const described = pipette.describeExperiment({stepsPerExecution: 20, host: {callUs: 500}});
  assert.deepEqual(described, {experiment: camel.experiment, fingerprint: camel.fingerprint});
});

test('the experiment that is handed out is a copy', () => {
  const session = pipette.createSession(small);
  session.experiment.host.callUs = 1;
  assert.notEqual(session.experiment.host.callUs, 1);
});

test('slices of any size give the losses, weights and cycles of one run', () => {
  for (const experiment of ['mnist-with-feeds', 'mnist-without-feeds']) {
    const stepsPerExecution = experiment === 'mnist-with-feeds' ? 10 : 1;
    const create = () => pipette.createSession({...small, experiment, stepsPerExecution});
    const whole = figures(runAll(create()));
    assert.equal(whole.steps, 30);
    assert.equal(whole.losses.length, 30);
    assert.ok(whole.losses.every((loss) => loss > 0 && loss < 20));
    const ways = {
      'short times': (session) => session.advance({microseconds: 1}),
      'seven instructions': (session) => session.advance({instructions: 7}),
      'two steps': (session) => session.advance({steps: 2}),
      'modelled time': (session) => session.advance({untilCycle: session.status().cycles + 100_000}),
      'single instructions': (session) => session.step('instruction'),
      'training steps': (session) => session.step('trainingStep'),
      'engine runs': (session) => session.step('engineRun'),
      'a mixture': (session) => {
        session.step('instruction');
        return session.advance({steps: 1}) || session.step('trainingStep');
      },
    };
    for (const [name, way] of Object.entries(ways)) {
      const session = create();
      let calls = 0;
      while (!way(session)) assert.ok(++calls < 100_000, `${name} does not come to an end`);
      assert.deepEqual(figures(session), whole, `${experiment}: ${name}`);
      session.destroy();
    }
  }
});

test('one step of each size goes as far as its name says', () => {
  const session = pipette.createSession(small);
  assert.equal(session.step('trainingStep'), false);
  assert.equal(session.status().step, 1);
  assert.equal(session.status().inRun, true);
  assert.equal(session.step('engineRun'), false);
  assert.equal(session.status().run, 1);
  assert.equal(session.status().step, 10);
  const before = session.status();
  session.step();
  assert.equal(session.status().step, before.step);
  session.advance({steps: 4});
  assert.equal(session.status().step, 14);
  assert.equal(runAll(session).step('engineRun'), true, 'a finished session stays finished');
});

test('training learns: late losses are below the first ones', () => {
  const session = runAll(pipette.createSession({steps: 300, learningRate: 0.1}));
  const losses = session.losses();
  const mean = (part) => part.reduce((sum, loss) => sum + loss, 0) / part.length;
  assert.ok(mean(losses.slice(-30)) < 0.7 * mean(losses.slice(0, 30)));
  const summary = session.summary({accuracy: false});
  assert.equal(summary.finalLoss, losses[299]);
  assert.equal(summary.testAccuracy, null);
  session.destroy();
});

test('status tells where the session is', () => {
  const session = pipette.createSession(small);
  const fresh = session.status();
  assert.deepEqual(
    [fresh.finished, fresh.run, fresh.numRuns, fresh.step, fresh.numSteps, fresh.cycles],
    [false, 0, 3, 0, 30, 0],
  );
  assert.equal(fresh.infeed.exists, true);
  session.advance({steps: 3});
  const during = session.status();
  assert.equal(during.inRun, true);
  assert.equal(during.step, 3);
  assert.ok(during.cycles > 0 && during.seconds > 0);
  const bytesOfBatch = 8 * (28 * 28 + 4);
  assert.ok(during.infeed.elementBytes >= bytesOfBatch, `${during.infeed.elementBytes} bytes`);
  runAll(session);
  assert.equal(session.status().finished, true);
  assert.equal(session.status().outfeed.elements, 30);
  assert.equal(session.status().outfeed.pending, 0);
});

test('reset starts again from the same weights', () => {
  const session = pipette.createSession(small);
  const first = figures(runAll(session));
  session.reset();
  assert.equal(session.status().step, 0);
  assert.equal(session.losses().length, 0);
  assert.deepEqual(figures(runAll(session)), first);
  session.reset();
  session.advance({instructions: 25});
  session.reset(); // in the middle of a run
  assert.deepEqual(figures(runAll(session)), first);
});

test('run() goes to the end and lets others run in between', async () => {
  const session = pipette.createSession({...small, steps: 200});
  let turns = 0,
    progress = 0;
  const timer = setInterval(() => turns++, 0);
  const status = await session.run({
    microseconds: 200,
    onProgress: ({step}) => {
      assert.ok(step >= progress);
      progress = step;
    },
  });
  clearInterval(timer);
  assert.equal(status.finished, true);
  assert.equal(progress, 200);
  assert.ok(turns > 0, 'no timer ran meanwhile');
  assert.deepEqual(figures(session), figures(runAll(pipette.createSession({...small, steps: 200}))));
});

test('an aborted run() can be taken up again', async () => {
  const experiment = {...small, steps: 500};
  const session = pipette.createSession(experiment);
  const controller = new AbortController();
  const onProgress = ({step}) => {
    if (step >= 20) controller.abort();
  };
  await assert.rejects(session.run({signal: controller.signal, onProgress, microseconds: 300}), {name: 'AbortError'});
  const {step} = session.status();
  assert.ok(step >= 20 && step < 500, `stopped at step ${step}`);
  await assert.rejects(session.run({signal: AbortSignal.abort(new Error('not today'))}), {message: 'not today'});
  assert.equal(session.status().step, step, 'an aborted signal starts nothing');
  await session.run({pace: 'task'});
  assert.deepEqual(figures(session), figures(runAll(pipette.createSession(experiment))));
});

test('one run() at a time', async () => {
  const session = pipette.createSession(small);
  const running = session.run({microseconds: 100});
  await assert.rejects(session.run(), isError('InvalidStateError', 'INVALID_STATE', /already/));
  await running;
  assert.equal((await session.run()).finished, true, 'and another one afterwards');
});

test('destroy: later calls throw, a second destroy does not, run() is rejected', async () => {
  const session = pipette.createSession({...small, steps: 5000});
  const running = session.run({microseconds: 100});
  session.destroy();
  assert.equal(session.destroyed, true);
  const gone = isError('InvalidStateError', 'INVALID_STATE', /this session has been destroyed/);
  await assert.rejects(running, gone);
  for (const call of [
    () => session.advance(),
    () => session.step(),
    () => session.reset(),
    () => session.status(),
    () => session.losses(),
    () => session.trace(),
    () => session.summary(),
    () => session.explain(0),
    () => session.testImages(0, 1),
    () => session.experimentJson(),
    () => session.predict(new Uint8Array(784)),
  ]) {
    assert.throws(call, gone);
  }
  session.destroy();
  if (Symbol.dispose) {
    const other = pipette.createSession(small);
    other[Symbol.dispose]();
    assert.equal(other.destroyed, true);
  }
});

test('instances share nothing', async () => {
  const other = await api.createPipette();
  const session = other.createSession(small);
  assert.deepEqual(figures(runAll(session)), figures(runAll(pipette.createSession(small))));
  session.destroy();
});

test('a step back gives what the run gave then, and it goes on to the same end', () => {
  const straight = pipette.createSession(small);
  runAll(straight);
  const session = pipette.createSession(small);
  assert.equal(session.stepBack(), false, 'there is nothing before the first step');
  session.advance({steps: 3});
  const then = figures(session);
  session.step('trainingStep');
  assert.equal(session.stepBack(), true);
  assert.deepEqual(figures(session), then);
  session.step('phase');
  assert.equal(session.stepBack(), true, 'to the beginning of the step that has begun');
  assert.deepEqual(figures(session), then);
  assert.equal(session.stepBack('engineRun'), true);
  assert.equal(session.status().step, 0);
  runAll(session);
  assert.deepEqual(figures(session), figures(straight));
  assert.throws(() => session.stepBack('slot'), invalid(/training step or an engine run/));
});

test('a session goes on from its checkpoint to the same end', () => {
  const straight = pipette.createSession(small);
  runAll(straight);
  const session = pipette.createSession(small);
  session.step('trainingStep');
  assert.throws(() => session.checkpoint(), isError('FailedPreconditionError', 'FAILED_PRECONDITION', /between engine runs/));
  session.step('engineRun');
  session.step('engineRun');
  const file = session.checkpoint();
  const {step, cycles} = session.status();
  const later = pipette.resumeSession(file);
  assert.deepEqual([later.status().step, later.status().cycles], [step, cycles]);
  assert.deepEqual(later.experiment, straight.experiment);
  runAll(later);
  assert.deepEqual(figures(later), figures(straight));
  const longer = pipette.resumeSession(file.buffer, {steps: 2 * small.steps});
  runAll(longer);
  const long = pipette.createSession({...small, steps: 2 * small.steps});
  runAll(long);
  assert.deepEqual(figures(longer), figures(long));
  assert.throws(
    () => pipette.resumeSession('x'),
    invalid(/the checkpoint must be an ArrayBuffer or a Uint8Array, but it is "x"/),
  );
  assert.throws(() => pipette.resumeSession(file.slice(0, 100)), invalid(/checkpoint: the header claims/));
  assert.throws(() => pipette.resumeSession(file, {steps: 1}), invalid(/has done more steps than the experiment has/));
});

test('a checkpoint of the command line goes on in the tab, and one of the tab can go back', () => {
  const native = readFileSync(new URL('../golden/checkpoint_version_1.safetensors', import.meta.url));
  const session = pipette.resumeSession(native, {steps: 8});
  runAll(session);
  const straight = pipette.createSession(session.experiment);
  runAll(straight);
  assert.deepEqual(figures(session), figures(straight));
  // Nothing but the real time differs from what the command line wrote.
  const again = pipette.resumeSession(native).checkpoint();
  assert.deepEqual(Buffer.from(again), native);
});

test('a session stops where a condition first holds, and goes on past it', async () => {
  const session = pipette.createSession(small);
  session.stopWhen('steps >= 7');
  while (!session.advance()) {
    /* until there */
  }
  assert.equal(session.stopped, true);
  assert.equal(session.status().step, 7);
  assert.equal(session.status().finished, false);
  await session.run();
  assert.equal(session.stopped, false);
  assert.equal(session.status().finished, true);
  session.stopWhen(null);
  assert.throws(() => session.stopWhen('acuracy > 1'), invalid(/nearest is accuracy/));
  assert.throws(() => session.stopWhen(7), invalid(/condition/));
});
