// Programs of functions, loops, queues and pipelines written in JavaScript: the tutorials' own give the
// bits of the C++ programs; operators, structures.

import assert from 'node:assert/strict';
import test from 'node:test';
import {evaluate, invalid, isError, numbersOf, pipette as p, runAll} from './module.mjs';
import {loopsAndConvolutions, mnistWithFeeds, mnistWithoutFeeds, pipelined} from './tutorial_programs.mjs';

const weightsOf = (model) => p.hash(model.variables().map((each) => each.value()));

test('tutorial 000 with feeds: losses, weights and cycles of the C++ program', async () => {
  const session = runAll(p.createSession({steps: 60, stepsPerExecution: 10, seed: 5}));
  const {strategy, model, losses} = await mnistWithFeeds(p, {stepCount: 60, stepsPerExecution: 10, seed: 5});
  const {weightHash, lossHash, modelled} = session.summary({accuracy: false});
  assert.deepEqual(losses.shape, [60]);
  assert.equal(p.hash([losses]), lossHash);
  assert.equal(weightsOf(model), weightHash);
  const {cycles, run, step} = strategy.status();
  assert.deepEqual({cycles, run, step}, {cycles: modelled.cycles, run: 6, step: 60});
  assert.deepEqual(strategy.lossRecord(), session.lossRecord(), 'those who watch see what was outfed');
  assert.deepEqual(strategy.losses({from: 50}), losses.data.slice(50));
});

test('tutorial 000 without feeds: losses, weights and cycles of the C++ program', async () => {
  const session = runAll(p.createSession({experiment: 'mnist-without-feeds', steps: 20, seed: 5}));
  const {strategy, model, losses} = await mnistWithoutFeeds(p, {stepCount: 20, seed: 5});
  const {weightHash, lossHash, modelled} = session.summary({accuracy: false});
  assert.equal(p.hash([losses]), lossHash);
  assert.equal(weightsOf(model), weightHash);
  assert.equal(strategy.status().cycles, modelled.cycles);
});

test('tutorial 003: losses, weights and cycles of the C++ program', async () => {
  const experiment = {experiment: 'loops', steps: 8, stepsPerExecution: 4, seed: 2};
  const session = runAll(p.createSession(experiment));
  const {learningRate} = session.experiment;
  const {strategy, model, losses} = await loopsAndConvolutions(p, {epochs: 2, batches: 4, seed: 2, learningRate});
  const {weightHash, modelled} = session.summary({accuracy: false});
  assert.deepEqual(losses.map(Math.fround), [...session.losses()]);
  assert.equal(weightsOf(model), weightHash);
  assert.equal(strategy.status().cycles, modelled.cycles);
});

test('a pipeline without an optimizer runs forward, and its schedule has no backward passes', async () => {
  const strategy = p.strategy({numIpus: 4});
  const infeed = p.infeedQueue(
    p.dataset.fromTensorSlices({data: Float32Array.from({length: 12}, (_, i) => i), shape: [12, 1]}),
  );
  const outfeed = p.outfeedQueue();
  infeed.initialize();
  const twice = (x) => x.mul(2);
  await strategy.run(
    p.function(strategy, () => {
      p.pipelining.pipeline([twice, twice, twice], {gradientAccumulationCount: 12, infeedQueue: infeed, outfeedQueue: outfeed});
    }),
  );
  assert.deepEqual(
    [...outfeed.dequeue().data],
    Array.from({length: 12}, (_, i) => 8 * i),
  );
  const {stages, boxes} = strategy.pipeline();
  assert.deepEqual(
    stages.map((stage) => stage.backward_cycles ?? stage.backwardCycles),
    [0, 0, 0],
  );
  assert.equal(boxes.length, 36);
  strategy.destroy();
});

for (const schedule of ['grouped', 'interleaved', 'sequential']) {
  test(`tutorial 002: the pipeline of the C++ program, ${schedule}`, async () => {
    const session = runAll(
      p.createSession({
        experiment: 'mnist-pipelined',
        stages: 2,
        hiddenUnits: [24],
        gradientAccumulationCount: 8,
        steps: 4,
        stepsPerExecution: 2,
        seed: 4,
        pipelineSchedule: schedule,
      }),
    );
    const {learningRate, host} = session.experiment;
    const {strategy, variables, losses} = await pipelined(p, {
      updates: 4,
      perExecution: 2,
      count: 8,
      seed: 4,
      schedule,
      hidden: 24,
      learningRate,
      host,
    });
    const {weightHash, lossHash, modelled} = session.summary({accuracy: false});
    assert.equal(strategy.status().cycles, modelled.cycles);
    assert.equal(p.hash([losses]), lossHash);
    assert.equal(p.hash(variables.map((each) => each.value())), weightHash);
    const mine = strategy.pipeline(),
      theirs = session.pipeline();
    assert.deepEqual(
      mine.stages.map(({name}) => name),
      ['stage1', 'stage2'],
    );
    assert.equal(mine.boxes.length, theirs.boxes.length);
    assert.ok(mine.bubbleFraction > 0);
  });
}

test('a strategy goes on in slices and by steps, and is traced and explained', async () => {
  const whole = await mnistWithFeeds(p, {stepCount: 20, stepsPerExecution: 10, seed: 1, hidden: 16});
  const strategy = p.strategy(),
    outfeed = p.outfeedQueue();
  const model = p.sequential(
    [p.layers.flatten(), p.layers.dense(16, {activation: 'relu'}), p.layers.dense(10, {activation: 'softmax'})],
    {seed: 1},
  );
  const infeed = p.iter(p.dataset.digits({seed: 1}).train.cache().shuffle(60000, 1).batch(32).repeat());
  const optimizer = p.optimizers.sgd({learningRate: 0.01});
  let traces = 0;
  const loop = p.function(strategy, () => {
    traces++;
    p.loops.repeat(10, () => {
      const [x, y] = infeed.next();
      const loss = p.reduceMean(p.losses.sparseCategoricalCrossentropy(y, model.call(x, {training: true})));
      return [optimizer.minimize(loss, model.trainableVariables()), outfeed.enqueue(loss)];
    });
  });
  for (let run = 0; run < 2; run++) {
    strategy.start(loop);
    assert.throws(() => strategy.start(loop), isError('FailedPreconditionError', 'FAILED_PRECONDITION', /running/));
    assert.equal(strategy.step('trainingStep'), false);
    assert.equal(strategy.status().step, 10 * run + 1);
    while (!strategy.advance({instructions: 7}));
    assert.equal(strategy.result(), undefined);
  }
  assert.equal(traces, 1, 'the function is traced once');
  assert.equal(infeed.elementsRead, 20);
  assert.deepEqual(outfeed.dequeue(), whole.losses);
  const {infeed: queue} = strategy.queues();
  assert.equal(queue.exists, true);
  assert.equal(queue.elements, 20);
  const waits = strategy.trace().filter(({kind}) => kind.includes('wait') || kind === 'stall');
  assert.ok(strategy.trace().length > 10);
  for (const span of waits.slice(0, 3)) assert.ok(strategy.explain(span).length > 10);
});

test('operators compute what they are called', async () => {
  const x = {data: Float32Array.of(-1, 4, 2.25), shape: [3]};
  const cases = [
    [() => p.constant(x).add(1), [0, 5, 3.25]],
    [() => p.math.subtract(1, p.constant(x)), [2, -3, -1.25]],
    [() => p.constant(x).mul(x), [1, 16, 5.0625]],
    [() => p.math.divide(9, p.constant(x)), [-9, 2.25, 4]],
    [() => p.math.maximum(p.constant(x), 0), [0, 4, 2.25]],
    [() => p.math.sqrt(p.math.abs(p.constant(x))), [1, 2, 1.5]],
    [() => p.math.floor(p.constant(x)), [-1, 4, 2]],
    [() => p.nn.relu(p.constant(x)), [0, 4, 2.25]],
    [() => p.cast(p.constant(x).greater(0), 'int32'), [0, 1, 1]],
    [() => p.reduceSum(p.constant(x)), [5.25]],
    [() => p.reduceMax(p.reshape(p.constant(x), [3, 1]), 0), [4]],
    [() => p.math.argmax(p.constant(x)), [1]],
    [() => p.matmul(p.reshape(p.constant(x), [1, 3]), p.reshape(p.constant(x), [1, 3]), {transposeB: true}), [22.0625]],
    [() => p.broadcastTo(p.constant(7, {dtype: 'int32'}), [2]), [7, 7]],
    [() => p.transpose(p.reshape(p.constant({data: Float32Array.of(1, 2, 3, 4), shape: [4]}), [2, 2])), [1, 3, 2, 4]],
    [() => p.gradients(p.reduceSum(p.math.square(p.constant(x))), p.constant(x)), [0, 0, 0]],
  ];
  for (const [body, expected] of cases) assert.deepEqual(await numbersOf(body), expected, String(body));
});

test('gradients of tensors and of variables', async () => {
  const w = p.variable({data: Float32Array.of(3, -2), shape: [2]}, {name: 'w'});
  const result = await evaluate(() => {
    const x = p.constant({data: Float32Array.of(5, 7), shape: [2]});
    const tape = p.gradientTape();
    const loss = p.reduceSum(p.math.square(x.mul(w)));
    return {x: p.gradients(loss, x), w: tape.gradient(loss, w), both: tape.gradient(loss, [w, w])[1]};
  });
  assert.deepEqual([...result.x.data], [90, 56]);
  assert.deepEqual([...result.w.data], [150, -196]);
  assert.deepEqual(result.both, result.w);
});

test('variables keep what is assigned, on the device and by the host', async () => {
  const strategy = p.strategy();
  const total = p.variable({data: Float32Array.of(1), shape: []}, {name: 'total'});
  const counter = p.variable({data: Int32Array.of(0), shape: []}, {name: 'counter'});
  assert.deepEqual([total.name, total.dtype, total.shape], ['total', 'float32', []]);
  const add = p.function(strategy, (x) => {
    const now = total.read().add(x);
    return [now, counter.countUp(), total.assign(now)];
  });
  const five = {data: Float32Array.of(5), shape: []};
  assert.deepEqual(
    (await strategy.run(add, [five])).map(({data}) => data[0]),
    [6, 0],
  );
  assert.deepEqual(
    (await strategy.run(add, [five])).map(({data}) => data[0]),
    [11, 1],
  );
  total.assign({data: Float32Array.of(-1), shape: []});
  assert.deepEqual(
    (await strategy.run(add, [five])).map(({data}) => data[0]),
    [4, 2],
  );
  assert.deepEqual([...total.value().data], [4]);
});

test('loops carry values, nest, and end by a condition', async () => {
  const [count, sum] = await evaluate(() =>
    p.loops.whileLoop(
      (i) => i.less(5),
      (i, total) => {
        const [inner] = p.loops.repeat(3, (x) => x.add(p.cast(i, 'float32')), [0]);
        return [i.add(1), total.add(inner)];
      },
      [p.constant(0, {dtype: 'int32'}), 0],
    ),
  );
  assert.deepEqual([count.data[0], sum.data[0]], [5, 30]);
  const [limited] = await evaluate(() =>
    p.loops.whileLoop(
      () => p.constant(1).greater(0),
      (i) => i.add(1),
      [0],
      undefined,
      {maximumIterations: 4},
    ),
  );
  assert.equal(limited.data[0], 4);
});

test('structures travel as they are: lists, objects, and both', async () => {
  const rows = (count) => ({data: Float32Array.from({length: count}, (_, i) => i), shape: [count]});
  const infeed = p.iter(p.dataset.fromTensorSlices({a: rows(4), b: [rows(4), rows(4)]}).repeat());
  const outfeed = p.outfeedQueue();
  const strategy = p.strategy();
  await strategy.run(
    p.function(strategy, () => {
      p.loops.repeat(
        4,
        ({a, b: [c, d]}) => {
          outfeed.enqueue({sum: a.add(c), list: [d, 7]});
        },
        [],
        infeed,
      );
    }),
  );
  assert.equal(outfeed.pending, 4);
  assert.deepEqual(outfeed.pop(), {
    sum: {data: Float32Array.of(0), shape: []},
    list: [
      {data: Float32Array.of(0), shape: []},
      {data: Float32Array.of(7), shape: []},
    ],
  });
  const {
    sum,
    list: [d, seven],
  } = outfeed.dequeue();
  assert.deepEqual([...sum.data], [2, 4, 6]);
  assert.deepEqual([...d.data], [1, 2, 3]);
  assert.deepEqual([...seven.data], [7, 7, 7]);
  assert.deepEqual(
    outfeed.statistics().rows.map(({name}) => name),
    ['sum', 'list/0', 'list/1'],
  );
  assert.deepEqual([...outfeed], []);
  const arrays = p.dataset.fromTensorSlices(rows(3)).toArray();
  assert.deepEqual(
    arrays.map(({data}) => data[0]),
    [0, 1, 2],
  );
  assert.throws(() => p.dataset.fromTensorSlices(rows(3)).repeat().toArray(), invalid(/take\(\)/));
});

test('a function is traced once for each list of arguments that are no tensors', async () => {
  const strategy = p.strategy(),
    seen = [];
  const scaled = p.function(strategy, (x, factor) => {
    seen.push(factor);
    return x.mul(factor);
  });
  const x = {data: Float32Array.of(2), shape: [1]};
  for (const factor of [3, 3, 4, 3]) {
    assert.equal((await strategy.run(scaled, [x, factor])).data[0], 2 * factor);
  }
  assert.deepEqual(seen, [3, 4]);
  const two = {data: Float32Array.of(1, 2), shape: [2]};
  assert.deepEqual([...(await strategy.run(scaled, [two, 3])).data], [3, 6]);
  assert.deepEqual(seen, [3, 4, 3]);
  scaled.destroy();
  assert.equal((await strategy.run(scaled, [x, 3])).data[0], 6);
});

test('optimizers accumulate, exchange and change gradients', async () => {
  const train = async (wrap, {numIpus = 1, steps = 4} = {}) => {
    const strategy = p.strategy({numIpus});
    const w = p.variable({data: Float32Array.of(1), shape: [1]}, {name: 'w'});
    const optimizer = wrap(p.optimizers.sgd({learningRate: 0.5}));
    await strategy.run(
      p.function(strategy, () => {
        p.loops.repeat(steps, () => [optimizer.minimize(p.reduceSum(w.read().mul(2)), [w])]);
      }),
    );
    return w.value().data[0];
  };
  assert.equal(await train((sgd) => sgd), 1 - 4 * 0.5 * 2);
  assert.equal(await train((sgd) => p.optimizers.mapGradientOptimizer(sgd, (g) => g.mul(10))), 1 - 40);
  assert.equal(await train((sgd) => p.optimizers.gradientAccumulationOptimizerV2(sgd, 4, {reductionMethod: 'mean'})), 0);
  assert.equal(await train((sgd) => p.optimizers.gradientAccumulationOptimizer(sgd, 4)), 1 - 4);
  assert.equal(
    await train((sgd) => p.optimizers.crossReplicaOptimizer(sgd, {replicaReduction: 'sum'}), {numIpus: 2, steps: 1}),
    1 - 2,
  );
  assert.equal(
    await train((sgd) => p.optimizers.crossReplicaGradientAccumulationOptimizerV2(sgd, 2), {numIpus: 2, steps: 2}),
    1 - 2,
  );
});

test('shards run where they are told to', async () => {
  const strategy = p.strategy({numIpus: 2});
  const y = await strategy.run(
    p.function(strategy, (x) => {
      const hidden = p.ipuShard(0, () => x.mul(2));
      return p.ipuShard(1, () => p.math.square(hidden));
    }),
    [{data: Float32Array.of(3), shape: [1]}],
  );
  assert.equal(y.data[0], 36);
  assert.deepEqual([...new Set(strategy.trace().map(({lane}) => lane))].filter((lane) => lane >= 0).sort(), [0, 1]);
});
