// A pipelined experiment: its schedule, times and position, and stepping slot by slot.

import assert from 'node:assert/strict';
import test from 'node:test';
import {isError, pipette, runAll} from './module.mjs';

const pipelined = (fields = {}) =>
  pipette.createSession({
    experiment: 'mnist-pipelined',
    hiddenUnits: [16, 12],
    steps: 2,
    stepsPerExecution: 1,
    batchSize: 8,
    ...fields,
  });

test('an experiment without stages has no pipeline', () => {
  const session = pipette.createSession({steps: 10});
  assert.equal(session.pipeline(), null);
  session.destroy();
});

test('a pipeline shows its boxes, idle spans and stages', () => {
  const session = pipelined();
  const {
    schedule,
    slots,
    miniBatches,
    stages,
    rows,
    boxes,
    weightUpdates,
    barriers,
    parts,
    idle,
    memory,
    makespanCycles,
    position,
  } = session.pipeline();
  assert.equal(schedule, 'Grouped');
  assert.equal(miniBatches, 16);
  assert.equal(slots, 16 + 2 * 4 - 1);
  assert.equal(boxes.length, 2 * 4 * 16);
  assert.deepEqual(
    stages.map(({name}) => name),
    ['dense 784 × 16', 'dense 16 × 12', 'dense 12 × 10', 'loss'],
  );
  assert.deepEqual(
    stages.map(({peakStash}) => peakStash),
    [7, 5, 3, 1],
  );
  assert.equal(memory.length, 4);
  assert.ok(boxes.every(({endCycles}) => endCycles <= makespanCycles));
  assert.ok(boxes.every(({row, ipu, stage}) => rows[row].ipu === ipu && rows[row].stages.includes(stage)));
  assert.equal(weightUpdates.length, 3, 'the loss has no weights');
  assert.equal(Math.max(...weightUpdates.map(({endCycles}) => endCycles)), makespanCycles);
  assert.equal(barriers.length, slots);
  assert.deepEqual(
    parts.map(({name}) => name),
    ['ramp-up', 'main', 'ramp-down', 'weight update'],
  );
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
  assert.throws(
    () => pipelined({gradientAccumulationCount: 12}),
    isError('FailedPreconditionError', 'FAILED_PRECONDITION', /8 and 16/),
  );
});

test('a Keras experiment has a pipeline, named after its layers, before it runs', () => {
  const session = pipette.createSession({
    experiment: 'inspect-keras',
    batchSize: 8,
    steps: 8,
    stepsPerExecution: 8,
    gradientsFilters: ['nothing'],
    activationsFilters: ['nothing'],
  });
  const {stages, miniBatches, slots, position} = session.pipeline();
  assert.deepEqual(
    stages.map(({name}) => name),
    ['Dense_256', 'Dense_128 .. Dense_10'],
  );
  assert.deepEqual([miniBatches, slots, position.running], [4, 7, false]);
  session.advance({slots: 3});
  assert.equal(session.pipeline().position.slot, 3);
  session.destroy();
});

test('a model has a pipeline once it fits, and its spans are explained', async () => {
  const {layers, dataset} = pipette;
  const data = dataset.digits().train.batch(8);
  const model = pipette.sequential(
    [
      layers.flatten(),
      layers.dense(16, {activation: 'relu', name: 'first'}),
      layers.dense(12, {activation: 'relu', name: 'second'}),
      layers.dense(10, {activation: 'softmax', name: 'third'}),
    ],
    {pipelineStages: [0, 0, 1, 1], numIpus: 2},
  );
  model.setPipeliningOptions({gradientAccumulationStepsPerReplica: 8, pipelineSchedule: 'interleaved', deviceMapping: [1, 0]});
  model.compile({optimizer: 'sgd', loss: 'sparse_categorical_crossentropy', stepsPerExecution: 8});
  assert.equal(model.pipeline(), null);
  const slots = [];
  await model.fit(data, {
    stepsPerEpoch: 16,
    microseconds: 1,
    onProgress: () => {
      const {position} = model.pipeline();
      if (position.running) slots.push(position.slot);
    },
  });
  const {schedule, stages, miniBatches, position, replicas} = model.pipeline();
  assert.deepEqual([schedule, miniBatches, replicas], ['Interleaved', 8, 1]);
  assert.deepEqual(
    stages.map(({name, ipus}) => [name, ipus]),
    [
      ['first', [1]],
      ['second .. third', [0]],
    ],
  );
  assert.ok(slots.includes(1) && slots.every((slot) => slot >= 0), 'it was seen running');
  assert.deepEqual([position.running, position.update], [false, 2]);
  await model.evaluate(data, {
    steps: 8,
    microseconds: 1,
    onProgress: () => assert.equal(model.pipeline().position.running, false),
  });
  const wait = model.trace().find(({reason}) => reason !== 'none');
  assert.match(model.explain(wait), /µs/);
  assert.equal(model.explain(wait.number), model.explain(wait));
  assert.throws(() => model.explain(1e9), isError('OutOfRangeError', 'OUT_OF_RANGE', /1000000000/));
  assert.throws(() => model.explain('first'), isError('InvalidArgumentError', 'INVALID_ARGUMENT', /span must be an integer/));
  model.destroy();
});

test('a model without stages has no pipeline', async () => {
  const {layers, dataset} = pipette;
  const model = pipette.sequential([layers.flatten(), layers.dense(10, {activation: 'softmax'})]);
  model.compile({loss: 'sparse_categorical_crossentropy'});
  await model.fit(dataset.digits().train.batch(8), {stepsPerEpoch: 1});
  assert.equal(model.pipeline(), null);
  model.destroy();
});

test('stages are shards, or work concurrently, by fields of an experiment', () => {
  const small = {experiment: 'mnist-pipelined', hiddenUnits: [24, 16], steps: 2, stepsPerExecution: 1, batchSize: 8};
  const run = (fields) => {
    const session = pipette.createSession({...small, ...fields});
    while (!session.advance()) {
      /* on */
    }
    const {weightHash, lossHash} = session.summary({accuracy: false});
    return {session, weightHash, lossHash};
  };
  const plain = run({stages: 1}),
    sharded = run({sharding: true}),
    concurrent = run({concurrentStages: 2});
  assert.deepEqual([sharded.weightHash, sharded.lossHash], [plain.weightHash, plain.lossHash]);
  assert.equal(sharded.session.pipeline(), null);
  assert.equal(concurrent.lossHash, plain.lossHash);
  assert.deepEqual(
    concurrent.session.pipeline().stages.map(({ipus}) => ipus),
    [[0, 1], [2], [3], [4]],
  );
  const older = run({sharding: true, accumulationOptimizer: 'GradientAccumulationOptimizer', printTensors: ['loss']});
  assert.equal(older.weightHash, plain.weightHash);
  assert.match(older.session.printed(), /^loss: \d\.\d{7}\nloss: /);
  assert.throws(
    () => pipette.createSession({...small, sharding: true, recompute: true}),
    isError('InvalidArgumentError', 'INVALID_ARGUMENT', /with sharding there is none/),
  );
});

test('a pipeline whose function takes a tensor, such as the learning rate, shows its schedule', async () => {
  const strategy = pipette.strategy({numIpus: 2});
  const infeed = pipette.infeedQueue(
    pipette.dataset.fromTensorSlices({data: Float32Array.of(1, 2, 3, 4), shape: [4, 1]}).repeat(),
  );
  const outfeed = pipette.outfeedQueue();
  infeed.initialize();
  const w = pipette.variable({data: Float32Array.of(1), shape: [1]}, {name: 'w'});
  const train = pipette.function(strategy, (rate) => {
    pipette.pipelining.pipeline(
      [(rate, x) => [rate, x.mul(w.read())], (rate, y) => [pipette.reduceSum(pipette.math.square(y)), rate]],
      {
        inputs: [rate],
        gradientAccumulationCount: 4,
        infeedQueue: infeed,
        outfeedQueue: outfeed,
        optimizerFunction: (loss, rate) => ({optimizer: pipette.optimizers.sgd({learningRate: rate}), loss}),
      },
    );
  });
  await strategy.run(train, [{data: Float32Array.of(0.001), shape: []}]);
  const {schedule, stages} = strategy.pipeline();
  assert.equal(schedule, 'Grouped');
  assert.equal(stages.length, 2);
  assert.equal(w.value().data[0], Math.fround(1 - 0.001 * 2 * 30));
});
