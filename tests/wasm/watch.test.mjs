// What can be watched: sessions and models are advanced, stepped and looked at in the same way.

import assert from 'node:assert/strict';
import test from 'node:test';
import {Follower, canBeFollowed} from '../../web/queues/snapshot.mjs';
import {isError, pipette as p, runAll} from './module.mjs';
import {batches, loss, small, weightsOf} from './small_model.mjs';

test('slots are those of a pipeline: nothing else goes on by them', () => {
  const session = p.createSession({steps: 20, stepsPerExecution: 5, batchSize: 8, hiddenUnits: 16});
  const refused = isError('FailedPreconditionError', 'FAILED_PRECONDITION', /is for a pipeline/);
  assert.throws(() => session.advance({slots: 1}), refused);
  assert.throws(() => session.step('slot'), refused);
  assert.equal(session.status().step, 0);
  session.destroy();
});

test('a session and a model are watched in the same way', async () => {
  const model = small({});
  model.compile({optimizer: 'sgd', loss, stepsPerExecution: 5});
  await model.fit(batches(80, 8).repeat(), {stepsPerEpoch: 20});
  const session = runAll(p.createSession({steps: 20, stepsPerExecution: 5, batchSize: 8, hiddenUnits: 16}));
  for (const watched of [model, session]) {
    assert.ok(canBeFollowed(watched));
    const {finished, step, steps, runs, cycles, seconds} = watched.status();
    assert.deepEqual([finished, step, steps, runs], [true, 20, 20, 4]);
    assert.ok(cycles > 0 && seconds > 0);
    const {infeed, outfeed} = watched.queues();
    assert.deepEqual([infeed.exists, infeed.elements, outfeed.pending], [true, 20, 0]);
    assert.deepEqual(watched.losses({from: 15}), watched.losses().slice(15));
    assert.equal(watched.pipeline(), null);
    const spans = watched.trace({from: watched.traceColumns().end - 3});
    assert.equal(spans.length, 3);
    assert.equal(watched.explain(spans[2]), watched.explain(spans[2].number));
    const snapshot = new Follower(watched).snapshot({ended: true});
    assert.deepEqual([snapshot.step, snapshot.steps, snapshot.runs, snapshot.losses.length], [20, 20, 4, 20]);
    assert.ok(snapshot.lanes.some(({lane, spans: drawn}) => lane === 0 && drawn.length > 0));
    for (const from of [-1, 0.5, '1']) {
      const invalid = isError('InvalidArgumentError', 'INVALID_ARGUMENT', /from must be an integer/);
      assert.throws(() => watched.losses({from}), invalid);
      assert.throws(() => watched.trace({from}), invalid);
    }
  }
});

test("a model is advanced and stepped in one's own time, as a session is", async () => {
  const fitted = small({});
  fitted.compile({optimizer: 'sgd', loss, stepsPerExecution: 5});
  const history = await fitted.fit(batches(80, 8).repeat(), {stepsPerEpoch: 20, epochs: 2});

  const model = small({});
  model.compile({optimizer: 'sgd', loss, stepsPerExecution: 5});
  assert.equal(model.advance(), true, 'nothing has been started');
  model.startFit(batches(80, 8).repeat(), {stepsPerEpoch: 20, epochs: 2});
  assert.equal(model.status().inRun, false);
  assert.equal(model.step(), false);
  const {inRun, instruction, run} = model.status();
  assert.deepEqual([inRun, instruction !== '', run], [true, true, 0]);
  model.step('trainingStep');
  assert.equal(model.losses().length, 0, 'the host dequeues after each run');
  model.step('engineRun');
  assert.deepEqual([model.status().run, model.status().step, model.losses().length], [1, 5, 5]);
  model.advance({steps: 7});
  assert.equal(model.status().run, 2);
  assert.throws(() => model.step('epoch'), isError('InvalidArgumentError', 'INVALID_ARGUMENT', /size must be/));
  assert.throws(() => model.startFit(batches(80, 8)), isError('RuntimeError', 'RUNTIME_ERROR', /is running already/));
  while (!model.advance({microseconds: 50})) {
    /* to the end */
  }
  assert.deepEqual(model.history(), history);
  assert.deepEqual(weightsOf(model), weightsOf(fitted));
  assert.deepEqual(model.lossRecord(), fitted.lossRecord());

  model.startEvaluate(batches(16, 8));
  while (!model.advance()) {
    /* to the end */
  }
  assert.deepEqual(model.evaluation(), await fitted.evaluate(batches(16, 8)));
  assert.equal(model.losses().length, 40, 'those of the latest fit stay');
  model.startPredict(batches(16, 8), {steps: 1});
  while (!model.advance()) {
    /* to the end */
  }
  assert.deepEqual(model.predictions().shape, [8, 3]);
  assert.throws(() => model.evaluation(), isError('FailedPreconditionError', 'FAILED_PRECONDITION', /./));
});

test('queues can be watched while a model trains', async () => {
  const model = small();
  assert.equal(model.queues().infeed.exists, false);
  model.setInfeedQueueOptions({prefetchDepth: 4});
  model.compile({optimizer: 'sgd', loss, metrics: ['accuracy'], stepsPerExecution: 20});
  const seen = [];
  await model.fit(batches(160, 8).repeat(), {stepsPerEpoch: 40, microseconds: 1, onProgress: () => seen.push(model.queues())});
  for (const {infeed, outfeed} of seen) {
    assert.ok(infeed.fill >= 0 && infeed.fill <= 4, `${infeed.fill} of 4`);
    assert.ok(outfeed.pending >= 0 && outfeed.pending <= 20, String(outfeed.pending));
  }
  assert.ok(
    seen.some(({outfeed}) => outfeed.pending > 1),
    'losses wait for the end of a run',
  );
  const {infeed, outfeed} = seen.at(-1);
  assert.deepEqual([infeed.depth, infeed.elements, outfeed.elements, outfeed.pending], [4, 40, 40, 0]);
  assert.equal(outfeed.elementBytes, 8);
  assert.ok(infeed.wait.length > 0 && infeed.totalWaitCycles >= infeed.waitCycles);
});
