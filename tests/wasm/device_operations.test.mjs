// What a device does beside arithmetic, in JavaScript: branches, printing, replicas that add, queues.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, isError, pipette as p} from './module.mjs';

const scalar = (x) => ({data: Float32Array.of(x), shape: []});

test('one branch acts, and its spans say why they are there', async () => {
  const strategy = p.strategy();
  const v = p.variable(scalar(3), {name: 'v'});
  const shown = p.outfeedQueue();
  const fn = p.function(strategy, (x) => {
    const tape = p.gradientTape();
    const [y] = p.cond(
      x.less(1),
      () => [x.mul(v.read()), shown.enqueue(x)],
      () => p.math.square(x),
    );
    return {y, gradient: tape.gradient(y, [v])[0]};
  });
  const yes = await strategy.run(fn, [scalar(0.5)]);
  assert.deepEqual([yes.y.data[0], yes.gradient.data[0]], [1.5, 0.5]);
  const no = await strategy.run(fn, [scalar(4)]);
  assert.deepEqual([no.y.data[0], no.gradient.data[0]], [16, 0]);
  assert.deepEqual([...shown.dequeue().data], [0.5]);
  const words = strategy
    .trace()
    .map((span) => strategy.explain(span))
    .join('\n');
  assert.match(words, /predicate of "cond" was true/);
  assert.match(words, /predicate of "gradients\/cond" was false/);
  strategy.destroy();
});

test('errors name what differs', async () => {
  const strategy = p.strategy();
  const run = (body) => strategy.run(p.function(strategy, body));
  const yes = () => p.constant(1).less(2);
  await assert.rejects(
    run(() =>
      p.cond(
        yes(),
        () => p.constant(1),
        () => [],
      ),
    ),
    isError('ValueError', 'VALUE_ERROR', /1 tensors/),
  );
  await assert.rejects(
    run(() =>
      p.cond(
        p.constant(1),
        () => {},
        () => {},
      ),
    ),
    isError('TypeError', 'TYPE_ERROR', /must be bool/),
  );
  await assert.rejects(
    run(() => p.cond(yes(), 3, () => {})),
    invalid(/trueBranch must be a function/),
  );
  strategy.destroy();
});

test('tensors are printed in the order in which the program runs', async () => {
  const strategy = p.strategy();
  await strategy.run(
    p.function(strategy, () => {
      p.loops.repeat(2, (x) => [x.mul(2), p.internalOps.printTensor(x)], [p.constant(306)]);
      p.internalOps.printTensor({data: Float32Array.from([1, 2]), shape: [2]}, 'pair');
    }),
  );
  assert.equal(strategy.printed(), '/print-tensor: 306.0000\n/print-tensor: 612.0000\npair: [1.0000000 2.0000000]\n');
  assert.throws(() => p.internalOps.printTensor(1, 2), invalid(/label must be a string/));
  strategy.destroy();
});

test("Keras' optimizers add the gradients of all replicas, TensorFlow 1's do not", async () => {
  const applied = async (optimizer) => {
    const strategy = p.strategy({numIpus: 2});
    const w = p.variable(scalar(0), {name: 'w'});
    const seen = p.outfeedQueue();
    await strategy.run(
      p.function(strategy, () => {
        optimizer.applyGradients([[p.cast(p.replicaIndex(), 'float32').add(1), w]]);
        seen.enqueue(w.read());
      }),
    );
    strategy.destroy();
    return [...seen.dequeue().data];
  };
  const {sgd, crossReplicaOptimizer} = p.optimizers;
  assert.deepEqual(await applied(sgd({learningRate: 1})), [-3, -3]);
  assert.deepEqual(await applied(sgd({learningRate: 1, aggregateGradients: false})), [-1, -2]);
  assert.deepEqual(await applied(crossReplicaOptimizer(sgd({learningRate: 1}))), [-1.5, -1.5]);
});

test('a reduction is named in any case; None is none', async () => {
  const weight = async (reductionMethod) => {
    const strategy = p.strategy();
    const w = p.variable(scalar(0), {name: 'w'});
    const optimizer = p.optimizers.gradientAccumulationOptimizerV2(p.optimizers.sgd({learningRate: 1}), 4, {reductionMethod});
    await strategy.run(
      p.function(strategy, () => {
        p.loops.repeat(4, () => [optimizer.applyGradients([[p.constant(1), w]])]);
      }),
    );
    strategy.destroy();
    return w.value().data[0];
  };
  assert.deepEqual([await weight('SUM'), await weight('mean')], [-4, -1]);
  await assert.rejects(weight(null), isError('ValueError', 'VALUE_ERROR', /^Cannot parse None as one of GradientAccum/));
});

test('an offloaded queue gives the values of the plain one', async () => {
  const values = async (options) => {
    const strategy = p.strategy();
    const shown = p.outfeedQueue();
    await strategy.run(
      p.function(strategy, () => {
        p.loops.repeat(5, (x) => [x.add(1), shown.enqueue(p.internalOps.fifo(x, 2, options))], [p.constant(1)]);
      }),
    );
    const loads = strategy.trace().filter((span) => span.kind === 'remoteLoad').length;
    strategy.destroy();
    return [[...shown.dequeue().data], loads];
  };
  assert.deepEqual(await values({}), [[0, 0, 1, 2, 3], 0]);
  assert.deepEqual(await values({offload: true}), [[0, 0, 1, 2, 3], 10]);
});
