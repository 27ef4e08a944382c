// Filters of a session: other tensors come from the next engine run on, training stays the same.

import assert from 'node:assert/strict';
import test from 'node:test';
import {isError, pipette, runAll} from './module.mjs';

const inspect = (experiment, fields = {}) =>
  pipette.createSession({
    experiment,
    batchSize: 4,
    gradientAccumulationCount: 4,
    steps: 12,
    stepsPerExecution: 4,
    gradientsFilters: ['bias'],
    activationsFilters: ['nothing'],
    ...fields,
  });
const names = (session) => session.outfed().map(({name}) => name);
const hashes = (session) => {
  const {weightHash, lossHash} = session.summary({accuracy: false});
  return weightHash + lossHash;
};

for (const experiment of ['inspect-keras', 'inspect-model']) {
  test(`${experiment}: filters change between and inside of engine runs`, () => {
    const kernel = experiment === 'inspect-keras' ? 'Dense_128/kernel:0_grad' : 'dense2/kernel:0_grad';
    const whole = runAll(inspect(experiment, {gradientsFilters: 'kernel'}));
    const session = inspect(experiment);
    session.step('engineRun');
    session.step('instruction');
    const {fingerprint} = session;
    session.setFilters({gradients: ['kernel']});
    assert.equal(session.status().run, 1);
    assert.deepEqual(session.experiment.gradientsFilters, ['kernel']);
    assert.deepEqual(session.experiment.activationsFilters, ['nothing'], 'as it was');
    assert.notEqual(session.fingerprint, fingerprint);
    session.step('engineRun');
    assert.ok(!names(session).includes(kernel), 'the run that was going on');
    runAll(session);
    assert.equal(hashes(session), hashes(whole));
    const {data, shape, axis, first, mean, count} = session.outfed().find(({name}) => name === kernel);
    const expected = whole.outfed().find(({name}) => name === kernel);
    assert.deepEqual(
      {data, shape, axis, first, mean},
      {data: expected.data, shape: expected.shape, axis: expected.axis, first: expected.first, mean: expected.mean},
    );
    assert.ok(data instanceof Float32Array && data.length === count);
    assert.equal(first, 2 * shape[0], 'numbered from the beginning of the training');
    assert.ok(
      names(session).some((name) => name.includes('bias')),
      'what came stays',
    );
    session.setFilters({gradients: 'none', activations: [], preAccumulated: true});
    session.reset();
    runAll(session);
    assert.ok(names(session).includes(kernel));
    assert.equal(session.outfed().find(({name}) => name === kernel).axis, 'mini-batch');
    session.destroy();
    whole.destroy();
  });
}

test('filters that are none are refused', () => {
  const session = inspect('inspect-model');
  assert.throws(
    () => session.setFilters({gradient: []}),
    isError('InvalidArgumentError', 'INVALID_ARGUMENT', /no option "gradient"; did you mean "gradients"/),
  );
  assert.throws(
    () => session.setFilters({gradients: [1]}),
    isError('InvalidArgumentError', 'INVALID_ARGUMENT', /"gradients" must be a string/),
  );
  session.setFilters({});
  session.destroy();
  const other = pipette.createSession();
  assert.throws(
    () => other.setFilters({gradients: ['a']}),
    isError('InvalidArgumentError', 'INVALID_ARGUMENT', /gradientsFilters has no meaning for "mnist-with-feeds"/),
  );
  assert.deepEqual(other.outfed(), []);
  other.destroy();
});
