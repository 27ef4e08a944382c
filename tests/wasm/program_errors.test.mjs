// What goes wrong in programs written in JavaScript: mistakes while they are traced, aborts, and scopes and loops that
// fail at any depth.

import assert from 'node:assert/strict';
import test from 'node:test';
import {api, evaluate, invalid, isError, numbersOf, pipette as p} from './module.mjs';

test('what goes wrong while tracing is said, and nothing is lost', async () => {
  const strategy = p.strategy();
  const run = (body, ...args) => strategy.run(p.function(strategy, body), args);
  const x = {data: Float32Array.of(1, 2), shape: [2]};
  const mine = new Error('my own');
  await assert.rejects(
    run(() => {
      throw mine;
    }),
    (error) => error === mine,
  );
  await assert.rejects(
    run(() => {
      p.loops.repeat(2, () => {
        throw mine;
      });
    }),
    (error) => error === mine,
  );
  await assert.rejects(
    run((a) => a.add({data: Float32Array.of(1, 2, 3), shape: [3]}), x),
    invalid(/\[2\].*\[3\]/),
  );
  await assert.rejects(
    run((a) => a.add('1'), x),
    invalid(/operand 2 of add\(\)/),
  );
  await assert.rejects(
    run((a) => p.reduceSum(a, 5), x),
    isError('OutOfRangeError', 'OUT_OF_RANGE', /axis 5/),
  );
  await assert.rejects(
    run((a) => p.loops.repeat(2, (v) => p.cast(v, 'int32'), [a]), x),
    isError('TypeError', 'TYPE_ERROR', /cast it back/),
  );
  await assert.rejects(
    run(() => {
      try {
        p.loops.repeat(2, () => {
          throw mine;
        });
      } catch {
        // The loop is unfinished now.
      }
    }),
    isError('FailedPreconditionError', 'FAILED_PRECONDITION', /unfinished/),
  );
  let kept;
  assert.deepEqual([...(await run((a) => (kept = a.add(1)), x)).data], [2, 3]);
  await assert.rejects(
    run(() => kept.add(1)),
    isError('RuntimeError', 'RUNTIME_ERROR', /outside of the function/),
  );
  assert.throws(() => p.math.exp(kept), isError('RuntimeError', 'RUNTIME_ERROR', /function/));
  assert.throws(() => p.outfeedQueue().enqueue(1), isError('RuntimeError', 'RUNTIME_ERROR', /function/));
  const other = await api.createPipette();
  await assert.rejects(
    run((a) => other.math.exp(a), x),
    invalid(/another instance/),
  );
  await assert.rejects(
    strategy.run(() => {}),
    invalid(/function\(\) has made/),
  );
  assert.throws(() => p.function(strategy, 5), invalid(/must be a function/));
  assert.throws(() => p.strategy({ipus: 2}), invalid(/no option "ipus"/));
  assert.throws(() => p.strategy({numIpus: 1000}), invalid(/nearest valid value/));
  const elsewhere = p.function(p.strategy(), () => {});
  await assert.rejects(strategy.run(elsewhere), invalid(/another strategy/));
  const late = p.infeedQueue(p.dataset.fromTensorSlices(x).repeat());
  await assert.rejects(
    run(() => late.next()),
    isError('FailedPreconditionError', 'FAILED_PRECONDITION', /initiali/),
  );
  assert.deepEqual([...(await run((a) => a.mul(3), x)).data], [3, 6]);
});

test('an abort ends a run where it is, and the strategy can go on', async () => {
  const strategy = p.strategy();
  const w = p.variable({data: Float32Array.of(0), shape: []}, {name: 'w'});
  const endless = p.function(strategy, () => {
    p.loops.repeat(2_000_000, () => [w.assign(w.read().add(1))]);
  });
  const controller = new AbortController();
  await assert.rejects(
    strategy.run(endless, [], {signal: controller.signal, microseconds: 500, onProgress: () => controller.abort()}),
    {name: 'AbortError'},
  );
  assert.equal(strategy.status().finished, true);
  const read = await strategy.run(p.function(strategy, () => w.read()));
  assert.ok(read.data[0] >= 0 && read.data[0] < 2_000_000);
});

test('scopes and loops in each other may fail at any depth, and nothing is lost', async () => {
  const inScopes = (depth, body) => (depth === 0 ? body() : p.nameScope('a', () => inScopes(depth - 1, body)));
  const inLoops = (depth, body) => (depth === 0 ? body() : p.loops.repeat(1, () => inLoops(depth - 1, body)));
  for (let depth = 1; depth < 8; depth++) {
    await assert.rejects(() => evaluate(() => inScopes(depth, () => p.layers.dense(0))), /units must be at least 1/);
    await assert.rejects(
      () =>
        evaluate(() =>
          inLoops(depth, () => {
            throw new RangeError('mine');
          }),
        ),
      /mine/,
    );
    assert.deepEqual(
      await numbersOf(() => {
        let x;
        inScopes(depth, () => {
          x = p.constant(depth).add(1);
        });
        return x;
      }),
      [depth + 1],
    );
  }
});

test('a pipeline says which options there are, and what its optimizerFunction returns', async () => {
  const strategy = p.strategy({numIpus: 2});
  const infeedQueue = p.iter(p.dataset.fromTensorSlices({data: new Float32Array(8), shape: [8]}).repeat());
  const w = p.variable({data: Float32Array.of(1), shape: []});
  const stages = [(x) => [x.mul(w)], (x) => [p.math.square(x)]];
  const piped = (options) => {
    const given = {gradientAccumulationCount: 4, infeedQueue, outfeedQueue: p.outfeedQueue(), ...options};
    return strategy.run(p.function(strategy, () => p.pipelining.pipeline(stages, given)));
  };
  await assert.rejects(
    piped({infedQueue: 1}),
    invalid(/pipeline\(\) has no option "infedQueue"; did you mean "infeedQueue"\?/),
  );
  await assert.rejects(piped({optimizer: 1}), invalid(/no option "optimizer"; it has .*inputs, .*optimizerFunction/));
  const returns = /optimizerFunction returns \{optimizer, loss\}, but it gives /;
  await assert.rejects(piped({optimizerFunction: () => p.optimizers.sgd()}), invalid(returns));
  await assert.rejects(piped({optimizerFunction: (loss) => ({loss})}), invalid(returns));
  await assert.rejects(piped({optimizerFunction: () => {}}), invalid(returns));
});
