// A pipelined experiment: its schedule, times and position, and stepping slot by slot.

import assert from 'node:assert/strict';
import test from 'node:test';
import {isError, pipette, runAll} from './module.mjs';

const pipelined = (fields = {}) => pipette.createSession({
  experiment: 'mnist-pipelined', hiddenUnits: [16, 12], steps: 2, stepsPerExecution: 1,
  batchSize: 8, ...fields,
});

test('an experiment without stages has no pipeline', () => {
  const session = pipette.createSession({steps: 10});
  assert.equal(session.pipeline(), null);
  session.destroy();
});

test('a pipeline shows its boxes, idle spans and stages', () => {
  const session = pipelined();
  const {schedule, slots, miniBatches, stages, boxes, idle, memory, makespanCycles, position} =
    session.pipeline();
  assert.equal(schedule, 'Grouped');
  assert.equal(miniBatches, 16);
  assert.equal(slots, 16 + 2 * 4 - 1);
  assert.equal(boxes.length, 2 * 4 * 16);
  assert.deepEqual(stages.map(({name}) => name),
                   ['dense 784x16', 'dense 16x12', 'dense 12x10', 'loss']);
  assert.deepEqual(stages.map(({peakStash}) => peakStash), [7, 5, 3, 1]);
  assert.equal(memory.length, 4);
  assert.ok(boxes.every(({endCycles}) => endCycles <= makespanCycles));
  assert.ok(idle.some(({reason, ipu}) => reason === 'rampUp' && ipu === 3));
  assert.ok(idle.every(({text}) => text.startsWith('IPU ')));
  assert.equal(position.running, false);
  session.destroy();
});

test('slots are steps and budgets', () => {
  const session = pipelined();
  session.step('slot');
  assert.equal(session.pipeline().position.slot, 1);
  session.advance({slots: 4});
  const {position} = session.pipeline();
  assert.equal(position.slot, 5);
  assert.deepEqual(position.done.slice(0, 4), [5, 4, 3, 2]);
  session.destroy();
});

test('schedules, cuts and replicas are settings; bits do not depend on the first two', () => {
  const hash = (fields) => {
    const session = runAll(pipelined(fields));
    const {lossHash, weightHash} = session.summary({accuracy: false});
    assert.equal(session.losses().length, 2 * 16);
    session.destroy();
    return lossHash + weightHash;
  };
  const one = hash({stages: 1});
  assert.equal(hash({stages: 4, pipelineSchedule: 'interleaved'}), one);
  assert.equal(hash({stages: 2, deviceMapping: [1, 0], recompute: true}), one);
  assert.notEqual(hash({stages: 2, replicas: 2}), one);
});

test('a count that does not fit names those that do', () => {
  assert.throws(() => pipelined({gradientAccumulationCount: 12}),
                isError('FailedPreconditionError', 'FAILED_PRECONDITION', /8 and 16/));
});
