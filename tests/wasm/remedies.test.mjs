// What a beginner does wrong is answered with what would do, in the words of JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, isError, pipette as p} from './module.mjs';

const value = (message) => isError('ValueError', 'VALUE_ERROR', message);
const failed = (message) => isError('FailedPreconditionError', 'FAILED_PRECONDITION', message);
const sparse = 'sparse_categorical_crossentropy';
const f32 = (...shape) => ({data: new Float32Array(shape.reduce((product, size) => product * size, 1)), shape});
const labels = (n) => ({data: new Int32Array(n), shape: [n]});
const rows = (n) => p.dataset.fromTensorSlices(f32(n, 6), labels(n));

function classifier({loss = sparse, numIpus = 1, stepsPerExecution = 1, units = [3]} = {}) {
  const layers = units.map((each, i) => p.layers.dense(each, i + 1 === units.length ? {activation: 'softmax'} : {}));
  const model = p.sequential(layers, {numIpus});
  return {model, compile: () => model.compile({loss, stepsPerExecution})};
}

async function fitting(options, dataset, fit) {
  const {model, compile} = classifier(options);
  compile();
  await model.fit(dataset, fit);
}

test('data that do not fit the loss or the layers', async () => {
  await assert.rejects(fitting({}, rows(16)), value(/batch\(\) it/));
  const oneHot = p.dataset.fromTensorSlices(f32(8, 6), f32(8, 3)).batch(4);
  await assert.rejects(fitting({}, oneHot), value(/belong to categorical_crossentropy/));
  const other = {loss: 'categorical_crossentropy'};
  await assert.rejects(fitting(other, rows(16).batch(4)), value(/belong to sparse_categorical_crossentropy/));
  const images = p.dataset.digits({seed: 1}).train.take(32).batch(4);
  await assert.rejects(fitting({}, images), invalid(/put flatten\(\) before/));
  await assert.rejects(fitting({}, rows(10).batch(4, {dropRemainder: false})), value(/dropRemainder: true/));
  await assert.rejects(fitting({}, rows(16).batch(4).repeat()), value(/`stepsPerEpoch`/));
  const validation = {validationData: rows(40).batch(4)};
  await assert.rejects(
    fitting({stepsPerExecution: 8}, rows(64).batch(4), validation),
    value(
      /`stepsPerExecution` must be a divisor .* validation data, but 8 does not divide 10; .* the 16 of training too, is 2/,
    ),
  );
  await assert.rejects(fitting({}, f32(8, 6), labels(8)), invalid(/fit\(\) takes a dataset: p\.dataset\.fromTensorSlices/));
});

test('machines that are too small say how large they must be', async () => {
  const {model, compile} = classifier({units: [4, 3], stepsPerExecution: 4});
  model.setPipelineStageAssignment([0, 1]);
  model.setPipeliningOptions({gradientAccumulationStepsPerReplica: 4});
  compile();
  await assert.rejects(model.fit(rows(32).batch(4)), value(/1 IPU attached.*set numIpus to 2/));
  const strategy = p.strategy();
  const infeedQueue = p.iter(rows(8).batch(4).repeat());
  const run = strategy.run(
    p.function(strategy, () => {
      const same = (...given) => given;
      p.pipelining.pipeline([same, same], {gradientAccumulationCount: 4, infeedQueue, outfeedQueue: p.outfeedQueue()});
    }),
  );
  await assert.rejects(run, invalid(/it has 1: set numIpus to 2$/));
  strategy.destroy();
});

test('names that are almost right', () => {
  assert.throws(
    () => p.sequential([p.layers.dense(3)]).compile({loss: 'mse', stepPerExecution: 10}),
    invalid(/did you mean "stepsPerExecution"\?/),
  );
  assert.throws(
    () => p.describeExperiment({stepPerExecution: 10}),
    isError('NotFoundError', 'NOT_FOUND', /did you mean "stepsPerExecution"/),
  );
  assert.throws(
    () => p.describeExperiment({stepsPerExecution: 10, steps_per_execution: 5}),
    invalid(/stepsPerExecution.*steps_per_execution/),
  );
  const model = p.sequential([p.layers.dense(3)]);
  assert.throws(() => model.getLayer('dense'), failed(/call build\(\) .* before it is asked for "dense"/));
  model.build([1, 2]);
  assert.throws(() => model.getLayer('dens'), isError('NotFoundError', 'NOT_FOUND', /only: dense/));
});

test('objects that are none, counts of nothing, queues before a run', () => {
  assert.throws(() => p.createSession(new Map([['steps', 5]])), invalid(/must be an object/));
  assert.throws(() => p.layers.dense(3, new Map()), invalid(/an object \(Map\): Object\.fromEntries\(\)/));
  assert.throws(() => p.layers.dense(3, Promise.resolve({})), invalid(/await it/));
  assert.throws(() => p.dataset.digits({trainCount: 0}), invalid(/trainCount must be at least 1, but it is 0/));
  assert.throws(() => p.outfeedQueue({mode: 'last'}).dequeue(), failed(/before it was executed; run the program first/));
});

test('what a map of a dataset throws is the cause of what the run says', async () => {
  let calls = 0;
  const mine = new Error('mine');
  const numbers = p.dataset.fromTensorSlices(f32(8)).map((x) => {
    if (++calls > 3) throw mine;
    return x;
  });
  const strategy = p.strategy();
  const infeed = p.iter(numbers);
  const sum = p.function(strategy, () => p.loops.repeat(8, (total, x) => [total.add(x)], [0], infeed));
  await assert.rejects(strategy.run(sum), (error) => {
    assert.match(error.message, /An infeed dataset iterator has failed: mine/);
    assert.equal(error.cause, mine);
    return true;
  });
  strategy.destroy();
});

test("an outfeed optimizer around one of Keras' wants the model", () => {
  const {outfeedOptimizer, sgd} = p.optimizers;
  const queue = p.outfeedQueue();
  assert.throws(() => outfeedOptimizer(sgd(), queue), value(/needs the model/));
  assert.throws(() => outfeedOptimizer(sgd(), queue, {model: 5}), invalid(/model must be a model/));
  const {model} = classifier();
  outfeedOptimizer(sgd(), queue, {model});
  outfeedOptimizer(sgd({aggregateGradients: false}), queue);
});

test('what trains nothing or wrongly is said in the messages', async () => {
  const messages = async ({units = [3], activation = 'softmax', ...options}, data) => {
    const model = p.sequential(units.map((each) => p.layers.dense(each, {activation})));
    model.compile({loss: sparse, optimizer: p.optimizers.sgd({learningRate: 0.1}), ...options});
    return (await model.fit(data.batch(4))).messages.join('\n');
  };
  const good = p.dataset.fromTensorSlices({data: Float32Array.from({length: 48}, (_, i) => i / 48), shape: [8, 6]}, labels(8));
  const quiet = /probabilities|softmax|divide|whole|smaller learning rate/;
  assert.doesNotMatch(await messages({}, good), quiet);
  assert.doesNotMatch(await messages({activation: 'linear', fromLogits: true}, good), quiet);
  assert.match(await messages({fromLogits: true}, good), /applies it again/);
  assert.match(
    await messages({activation: 'linear'}, good),
    /neither a softmax nor a sigmoid ends the model: add one, or say fromLogits/,
  );
  const bytes = {data: Float32Array.from({length: 48}, (_, i) => 255 - i), shape: [8, 6]};
  assert.match(await messages({}, p.dataset.fromTensorSlices(bytes, labels(8))), /inputs go up to \d+, .*divide them by 255/);
  const halves = {data: Float32Array.of(0, 1, 0.5, 1, 0, 1, 0.5, 2), shape: [8]};
  assert.match(await messages({}, p.dataset.fromTensorSlices(f32(8, 6), halves)), /label is 0\.5/);
  const nan = {data: new Float32Array(48).fill(NaN), shape: [8, 6]};
  assert.match(
    await messages({}, p.dataset.fromTensorSlices(nan, labels(8))),
    /loss of mini-batch 1 is nan.*smaller learning rate/,
  );
});

test('a tape that is made too late, numbers of now in a function', async () => {
  const strategy = p.strategy();
  const w = p.variable(f32(1), {name: 'w'});
  const run = (body) => strategy.run(p.function(strategy, body));
  const late = () => {
    const loss = p.reduceSum(w.read().mul(2));
    return p.gradientTape().gradient(loss, [w]);
  };
  await assert.rejects(run(late), value(/No gradients provided for any variable.*make the tape before/));
  await assert.rejects(
    run(() => p.constant(w.value())),
    failed(/use read\(\)/),
  );
  const queue = p.outfeedQueue();
  await assert.rejects(
    run(() => void queue.dequeue()),
    failed(/call it after the run/),
  );
  assert.deepEqual(w.value().data, new Float32Array(1));
  strategy.destroy();
});

test('with synthetic data nothing comes to the host, and the queue that keeps the last element says so', async () => {
  const strategy = p.strategy({syntheticData: true});
  const all = p.outfeedQueue(),
    last = p.outfeedQueue({mode: 'last'});
  const body = (v) => [v.add(1), all.enqueue(v), last.enqueue(v)];
  await strategy.run(p.function(strategy, () => p.loops.repeat(20, body, [p.constant(1)])));
  assert.deepEqual(all.dequeue().shape, [0]);
  assert.throws(() => last.dequeue(), failed(/while synthetic data is used/));
  strategy.destroy();
});
