// Branches on the device in JavaScript: values, side effects, gradients, errors.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, isError, pipette as p} from './module.mjs';

test('one branch acts, and its spans say why they are there', async () => {
  const strategy = p.strategy();
  const v = p.variable({data: [3], shape: []}, {name: 'v'});
  const shown = p.outfeedQueue();
  const fn = p.function(strategy, (x) => {
    const tape = p.gradientTape();
    const [y] = p.cond(x.less(1), () => [x.mul(v.read()), shown.enqueue(x)], () => p.math.square(x));
    return {y, gradient: tape.gradient(y, [v])[0]};
  });
  const yes = await strategy.run(fn, [{data: [0.5], shape: []}]);
  assert.deepEqual([yes.y.data[0], yes.gradient.data[0]], [1.5, 0.5]);
  const no = await strategy.run(fn, [{data: [4], shape: []}]);
  assert.deepEqual([no.y.data[0], no.gradient.data[0]], [16, 0]);
  assert.deepEqual([...shown.dequeue().data], [0.5]);
  const words = strategy.trace().map((span) => strategy.explain(span)).join('\n');
  assert.match(words, /predicate of "cond" was true/);
  assert.match(words, /predicate of "gradients\/cond" was false/);
  strategy.destroy();
});

test('errors name what differs', async () => {
  const strategy = p.strategy();
  const run = (body) => strategy.run(p.function(strategy, body));
  const yes = () => p.constant(1).less(2);
  await assert.rejects(run(() => p.cond(yes(), () => p.constant(1), () => [])), isError('ValueError', 'VALUE_ERROR', /1 tensors/));
  await assert.rejects(run(() => p.cond(p.constant(1), () => {}, () => {})), isError('TypeError', 'TYPE_ERROR', /must be bool/));
  await assert.rejects(run(() => p.cond(yes(), 3, () => {})), invalid(/trueBranch must be a function/));
  strategy.destroy();
});

test('tensors are printed in the order in which the program runs', async () => {
  const strategy = p.strategy();
  await strategy.run(p.function(strategy, () => {
    p.loops.repeat(2, (x) => [x.mul(2), p.internalOps.printTensor(x)], [p.constant(306)]);
    p.internalOps.printTensor({data: [1, 2], shape: [2]}, 'pair');
  }));
  assert.equal(strategy.printed(), '/print-tensor: 306.0000\n/print-tensor: 612.0000\npair: [1.0000 2.0000]\n');
  assert.throws(() => p.internalOps.printTensor(1, 2), isError('TypeError', 'TYPE_ERROR', /label/));
  strategy.destroy();
});
