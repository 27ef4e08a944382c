// The tutorials that look at tensors, as programs of JavaScript: they give the bits of the C++ programs.
// Schedules and costs without a run.

import assert from 'node:assert/strict';
import test from 'node:test';
import {inspectedKeras, inspectedPipeline} from './inspection_programs.mjs';
import {invalid, isError, pipette as p, runAll} from './module.mjs';

test('tutorial 001: losses, weights, cycles and what is printed are those of the C++ program', async () => {
  const session = runAll(
    p.createSession({experiment: 'inspect-keras', steps: 32, stepsPerExecution: 16, seed: 6, modelType: 'Model'}),
  );
  const {learningRate, gradientAccumulationCount: count, host} = session.experiment;
  let printed = '';
  const {model, losses} = await inspectedKeras(p, {
    stepsPerEpoch: 16,
    epochs: 2,
    count,
    seed: 6,
    learningRate,
    host,
    print: (text) => {
      printed += text;
    },
  });
  const {lossHash, weightHash, modelled} = session.summary({accuracy: false});
  assert.equal(p.hash([{data: losses, shape: [losses.length]}]), lossHash);
  assert.equal(p.hash(model.variables().map((each) => each.value())), weightHash);
  assert.equal(model.status().cycles, modelled.cycles);
  assert.match(printed, /^\nGradients callback\nkey: Dense_128\/bias:0_grad shape: \(4, 128\)\n/);
  for (const line of printed.split('\n')) assert.ok(session.printed().includes(line), line);
});

test('tutorial 004: losses, weights, cycles and outfed tensors are those of the C++ program', async () => {
  const session = runAll(p.createSession({experiment: 'inspect-pipelined', steps: 6, stepsPerExecution: 3, seed: 6}));
  const {learningRate, gradientAccumulationCount: count, host} = session.experiment;
  const {strategy, variables, losses, outfed} = await inspectedPipeline(p, {
    repeatCount: 3,
    runs: 2,
    count,
    seed: 6,
    learningRate,
    host,
  });
  const {lossHash, weightHash, modelled} = session.summary({accuracy: false});
  assert.equal(p.hash([{data: losses, shape: [losses.length]}]), lossHash);
  assert.equal(p.hash(variables.map((each) => each.value())), weightHash);
  assert.equal(strategy.status().cycles, modelled.cycles);
  const {gradients, activations} = outfed[1];
  assert.deepEqual(Object.keys(gradients).sort(), [
    'dense1/bias:0_grad',
    'dense1/kernel:0_grad',
    'dense2/bias:0_grad',
    'dense2/kernel:0_grad',
  ]);
  assert.deepEqual(gradients['dense1/kernel:0_grad'].shape, [3, 784, 256]);
  assert.deepEqual(Object.keys(activations), ['dense1', 'dense3']);
  assert.deepEqual(activations.dense1.shape, [3 * count, 32, 256]);
});

test('layers belong to the stage in which they are called', () => {
  const x = p.input([6], {batchSize: 4});
  const first = p.pipelineStage(0, () => p.layers.dense(4).apply(x));
  assert.throws(() => p.pipelineStage(0, () => p.pipelineStage(1, () => first)), isError('RuntimeError', 'RUNTIME_ERROR', /./));
  assert.throws(() => p.pipelineStage(-1, () => first), isError('ValueError', 'VALUE_ERROR', /stage/));
  assert.throws(
    () =>
      p.pipelineStage(0, () => {
        throw new RangeError('mine');
      }),
    /mine/,
  );
  assert.throws(() => p.pipelineStage('a', () => first), invalid(/must be an integer/));
});

test('a schedule is that of the command line', () => {
  const schedule = p.schedule({kind: 'grouped', stages: 2, miniBatches: 4, forwardCycles: [100, 50], svg: true});
  assert.equal(
    schedule.slots.length,
    schedule.parts.reduce((sum, {numSlots}) => sum + numSlots, 0),
  );
  assert.deepEqual(schedule.slots[0], [[0, 'F', 0]]);
  assert.deepEqual(schedule.deviceMapping, [[0], [1]]);
  assert.ok(schedule.makespanCycles > 0 && schedule.svg.startsWith('<svg'));
  assert.equal(p.schedule({stages: 2, miniBatches: 4}).svg, undefined);
  const overlapped = p.schedule({stages: 2, miniBatches: 7, overlappedIo: true, transferCycles: [500, 20]});
  assert.deepEqual(overlapped.transfers[3], [
    [0, 'in', 3],
    [1, 'out', 0],
  ]);
  assert.equal(overlapped.slots.length, 11);
  assert.throws(
    () => p.schedule({stages: 2, miniBatches: 4, forwardCycles: [1, 2, 3]}),
    invalid(/forwardCycles has 3 values, but it must have 1 or 2/),
  );
  assert.throws(() => p.schedule({stages: 2}), invalid(/needs "miniBatches"/));
  assert.throws(() => p.schedule({stages: 2, miniBatches: 4, kinds: 1}), invalid(/no option "kinds"/));
});

test('the cost of a product comes from the cost model', () => {
  const cost = p.matmulCost({m: 32, k: 784, n: 128});
  assert.equal(cost.flops, 2 * 32 * 784 * 128);
  assert.equal(cost.cycles, cost.exchangeCycles + cost.syncCycles + cost.layoutCycles + cost.computeCycles);
  assert.ok(p.matmulCost({m: 32, k: 784, n: 128, layoutChanges: false}).layoutCycles === 0);
  assert.throws(() => p.matmulCost({m: 0, k: 1, n: 1}), invalid(/m must be at least 1, but it is 0/));
  assert.throws(() => p.matmulCost({m: 1, k: 1, n: 1, architecture: 'Mk9'}), /Mk9/);
});
