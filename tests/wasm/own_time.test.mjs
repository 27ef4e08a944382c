// What goes on in the caller's own time, for callers who cannot wait for a promise: runs that are asked what has happened,
// benchmarks that are advanced, and scopes that are opened and closed.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, isError, pipette as p} from './module.mjs';
import {batches, loss, small} from './small_model.mjs';

function compiled() {
  const model = small();
  model.compile({optimizer: p.optimizers.sgd({learningRate: 0.05}), loss});
  return model;
}

test('a run that was started tells the events it was asked for, and stops where they come', async () => {
  const model = compiled();
  model.startFit(batches(32, 8), {epochs: 2, events: ['epochBegin', 'epochEnd', 'trainEnd']});
  const told = [];
  let stops = 0;
  for (let over = false; !over;) {
    over = model.advance({microseconds: Infinity});
    const events = model.takeEvents();
    assert.ok(over || events.length > 0, 'it stops for nothing else');
    told.push(...events);
    stops++;
  }
  assert.deepEqual(
    told.map(({event, number}) => `${event} ${number}`),
    ['epochBegin 0', 'epochEnd 0', 'epochBegin 1', 'epochEnd 1', 'trainEnd 0'],
  );
  assert.ok(stops > 2, `${stops} stops`);
  const losses = told.filter(({event}) => event === 'epochEnd').map(({logs}) => logs.loss);
  assert.deepEqual(losses, model.history().history.loss);
  assert.deepEqual(model.takeEvents(), [], 'each is told once');

  const waited = compiled();
  const {history} = await waited.fit(batches(32, 8), {epochs: 2});
  assert.deepEqual(history.loss, losses, 'as fit() trains');
});

test('events that there are not are refused, with those that there are', () => {
  assert.throws(
    () => compiled().startFit(batches(32, 8), {events: ['epochStart']}),
    invalid(/^models have no event "epochStart".*; there are trainBegin, .*epochBegin/),
  );
});

/** What does not depend on how fast this computer is. */
const counted = ({epochs}) =>
  epochs.map(({elements_processed, total_bytes_processed}) => [elements_processed, total_bytes_processed]);

test('benchmarks in slices measure what those in one go do', async () => {
  const whole = await p.datasetBenchmark(batches(64, 8), {numberOfEpochs: 2, elementsPerEpochs: 4});
  const sliced = p.startDatasetBenchmark(batches(64, 8), {numberOfEpochs: 2, elementsPerEpochs: 4});
  assert.throws(() => sliced.result(), isError('InvalidStateError', 'INVALID_STATE', /./));
  while (!sliced.advance({microseconds: 50}));
  assert.deepEqual(counted(sliced.result()), counted(whole));

  const ofQueue = await p.infeedBenchmark(p.infeedQueue(batches(64, 8)), {numberOfEpochs: 2, elementsPerEpochs: 4});
  const queued = p.startInfeedBenchmark(p.infeedQueue(batches(64, 8)), {numberOfEpochs: 2, elementsPerEpochs: 4});
  while (!queued.advance({microseconds: 50}));
  assert.deepEqual(counted(queued.result()), counted(ofQueue));
});

/** The shard and the name of the product that `body` makes within its scopes. */
async function productIn(body) {
  const strategy = p.strategy({config: {auto_select_ipus: 2}});
  try {
    const traced = p.function(strategy, () =>
      body(() =>
        p.matmul(
          p.constant({data: new Float32Array([2]), shape: [1, 1]}),
          p.constant({data: new Float32Array([3]), shape: [1, 1]}),
        ),
      ),
    );
    const result = await strategy.run(traced);
    return {result: [...result.data], cycles: strategy.status().cycles};
  } finally {
    strategy.destroy();
  }
}

test('a scope that is opened and closed is one with a body', async () => {
  const withBody = await productIn((product) => p.nameScope('outer', () => p.ipuShard(1, product)));
  const opened = await productIn((product) => {
    const name = p.nameScope('outer'),
      shard = p.ipuShard(1);
    const made = product();
    shard.close();
    name.close();
    return made;
  });
  assert.deepEqual(opened, withBody);
});

test('a pipeline stage that was opened holds the layers that are made until it is closed', async () => {
  const stage = (number, make) => {
    const scope = p.pipelineStage(number);
    try {
      return make();
    } finally {
      scope.close();
    }
  };
  const trained = async (inStage) => {
    const layers = [inStage(0, () => p.layers.dense(16)), inStage(1, () => p.layers.dense(3, {activation: 'softmax'}))];
    const model = p.sequential(layers, {seed: 5, config: {auto_select_ipus: 2}});
    model.setPipeliningOptions({gradientAccumulationStepsPerReplica: 4});
    model.compile({optimizer: p.optimizers.sgd(), loss});
    await model.fit(batches(32, 8));
    return model.status().cycles;
  };
  assert.equal(await trained(stage), await trained((number, make) => p.pipelineStage(number, make)));
});

test('a scope is closed once, and from the inside out', async () => {
  await assert.rejects(
    productIn((product) => {
      const outer = p.nameScope('outer');
      p.nameScope('inner');
      outer.close();
      return product();
    }),
    isError('RuntimeError', 'RUNTIME_ERROR', /scopes end in the reverse order of their beginnings, each once/),
  );
});
