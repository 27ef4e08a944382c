// Gradients captured on their way, tapes of pipelines, and the dtypes of accumulators, in JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, isError, pipette as p} from './module.mjs';

const scalar = (x) => ({data: Float32Array.of(x), shape: []});
const near = (got, expected) => assert.ok(Math.abs(got - expected) < 1e-6, `${got} is not ${expected}`);

test('a capture tape keeps the gradient that comes back to a tensor', async () => {
  const strategy = p.strategy();
  const x = p.variable(scalar(0.5), {name: 'x'});
  const fn = p.function(strategy, () => {
    const tape = p.gradientCaptureTape();
    const y = p.math.tanh(p.captureUpstreamGradients(p.math.square(x), 'tanhGrad'));
    return {dfdx: tape.gradient(y, x), ...tape.capturedGradients()};
  });
  const {dfdx, tanhGrad} = await strategy.run(fn);
  const slope = 1 - Math.tanh(0.25) ** 2;
  near(tanhGrad.data[0], slope);
  near(dfdx.data[0], slope); // d x^2 / dx is 1 there
  await assert.rejects(
    strategy.run(
      p.function(strategy, () => {
        p.gradientTape();
        p.captureUpstreamGradients(x, 'tag');
      }),
    ),
    isError('RuntimeError', 'RUNTIME_ERROR', /only be used within the context/),
  );
  assert.throws(() => p.captureUpstreamGradients(x, 7), invalid(/tag must be a string/));
  strategy.destroy();
});

// tanh(tanh(x)) of a variable in two stages; 4 mini-batches that are all alike.
async function pipelined(returned, options = {}) {
  const strategy = p.strategy({config: {autoSelectIpus: 2}});
  const x = p.variable(scalar(3), {name: 'x'});
  const outfeedQueue = p.outfeedQueue();
  const captured = p.outfeedQueue();
  const fn = p.function(strategy, () => {
    const tape = p.gradientCaptureTape();
    return p.pipelining.pipeline(
      [() => p.math.tanh(p.captureUpstreamGradients(x, 'first')), (y) => p.math.tanh(p.captureUpstreamGradients(y, 'second'))],
      {
        gradientAccumulationCount: 4,
        outfeedQueue,
        optimizerFunction: (loss) => ({
          optimizer: p.optimizers.castGradients(p.optimizers.sgd({learningRate: 100})),
          loss,
          ...returned({tape, x, captured}),
        }),
        ...options,
      },
    );
  });
  await strategy.run(fn);
  const pipeline = strategy.pipeline();
  strategy.destroy();
  return {x: x.value().data[0], captured, pipeline};
}

test('a pipeline takes a tape, and captured gradients go to an outfeed', async () => {
  const listed = await pipelined(({x}) => ({variables: [x]}));
  const taped = await pipelined(({tape, captured}) => ({tape, capturedGradientOutfeed: captured}));
  assert.equal(taped.x, listed.x);
  const {first, second} = taped.captured.dequeue();
  const inner = 1 - Math.tanh(Math.tanh(3)) ** 2;
  near(second.data[0], 4 * inner);
  near(first.data[0], 4 * inner * (1 - Math.tanh(3) ** 2));
  const last = await pipelined(({tape, captured}) => ({tape, capturedGradientOutfeed: captured}), {
    gradientAccumulationForCapturedGrads: false,
  });
  near(last.captured.dequeue().second.data[0], inner);
  await assert.rejects(
    pipelined(({tape, x}) => ({tape, variables: [x]})),
    isError('ValueError', 'VALUE_ERROR', /variables must be empty/),
  );
  await assert.rejects(
    pipelined(() => ({tape: 3})),
    invalid(/tape must be a tape/),
  );
});

test('the dtype of accumulators may be a function of the variable', async () => {
  const names = [];
  const half = await pipelined(({x}) => ({variables: [x]}), {
    gradientAccumulationDtype: (name) => {
      names.push(name);
      return 'float16';
    },
  });
  assert.deepEqual(names, ['x']);
  const whole = await pipelined(({x}) => ({variables: [x]}));
  assert.ok(half.x !== whole.x && Math.abs(half.x - whole.x) < 1e-2);
  const sums = p.optimizers.gradientAccumulationOptimizerV2(p.optimizers.castGradients(p.optimizers.sgd()), 2, {
    dtype: () => 'int8',
  });
  const strategy = p.strategy();
  const w = p.variable(scalar(1), {name: 'w'});
  await assert.rejects(
    strategy.run(
      p.function(strategy, () => {
        p.loops.repeat(2, () => [sums.minimize(p.math.square(w), [w])]);
      }),
    ),
    invalid(/the dtype of w's accumulator/),
  );
  strategy.destroy();
});

test('recomputation has slots of its own', async () => {
  const {slots} = p.schedule({stages: 2, miniBatches: 4, kind: 'interleaved', recompute: true});
  assert.deepEqual(slots[2], [
    [1, 'B', 0],
    [0, 'F', 1],
    [0, 'R', 0],
  ]);
  assert.throws(
    () => p.schedule({stages: 2, miniBatches: 4, kind: 'sequential', recompute: true}),
    invalid(/count it to the backward pass/),
  );
  const session = p.createSession({
    experiment: 'mnist-pipelined',
    stages: 2,
    gradientAccumulationCount: 4,
    batchSize: 4,
    steps: 1,
    stepsPerExecution: 1,
    recompute: true,
  });
  const {stages, boxes} = session.pipeline();
  assert.ok(stages[0].recomputeCycles > 0 && stages[1].recomputeCycles === 0);
  assert.equal(boxes.filter(({recompute}) => recompute).length, 4);
  session.destroy();
});
