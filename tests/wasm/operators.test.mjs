// Operators of networks and learning rates in functions that are traced for JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import {evaluate, invalid, isError, numbersOf, pipette as p} from './module.mjs';

test('operators of networks: values', async () => {
  const of = (...values) => p.constant({data: Float32Array.from(values), shape: [values.length]});
  const close = (got, wanted) => {
    assert.equal(got.length, wanted.length);
    got.forEach((each, i) => assert.ok(Math.abs(each - wanted[i]) < 1e-6, `${got} and ${wanted}`));
  };
  close(await numbersOf(() => p.where(of(1, 2, 3).less(2.5), of(10, 20, 30), 0)), [10, 20, 0]);
  close(await numbersOf(() => p.concat([of(1, 2), of(3)], 0)), [1, 2, 3]);
  close(await numbersOf(() => p.slice(of(1, 2, 3, 4), 0, 1, 2)), [2, 3]);
  close(await numbersOf(() => p.clipByValue(of(-2, 0.5, 3), -1, 1)), [-1, 0.5, 1]);
  close(await numbersOf(() => p.math.cos(of(0, Math.PI))), [1, -1]);
  close(await numbersOf(() => p.math.erf(of(0, 1))), [0, 0.8427008]);
  close(await numbersOf(() => p.nn.leakyRelu(of(-1, 2), {alpha: 0.25})), [-0.25, 2]);
  close(await numbersOf(() => p.nn.gelu(of(0, 1))), [0, 0.8413447]);
  close(await numbersOf(() => p.nn.softplus(of(0))), [Math.log(2)]);
  close(await numbersOf(() => p.cast(p.math.logicalAnd(of(1, 3).less(2), of(1, 3).greater(0)), 'float32')), [1, 0]);
  close(
    await numbersOf(() => {
      const x = of(3, -5);
      return p.gradients(x.mul(p.stopGradient(x)), x);
    }),
    [3, -5],
  );
  await assert.rejects(
    evaluate(() => p.slice(of(1, 2), 0, 1, 2)),
    /no 2 positions from 1/,
  );
  await assert.rejects(
    evaluate(() => p.concat('no', 0)),
    invalid(/wants a list/),
  );
});

test('a learning rate that goes through the stages of a pipeline reaches its optimizer', async () => {
  const train = async (asTensor) => {
    const strategy = p.strategy({numIpus: 2});
    const data = p.dataset.fromTensorSlices({data: Float32Array.of(1, 2, 3, 4), shape: [4]}).repeat();
    const infeedQueue = p.infeedQueue(data),
      outfeedQueue = p.outfeedQueue();
    infeedQueue.initialize();
    const w = p.variable({data: Float32Array.of(0.5), shape: []}, {name: 'w'});
    const stage1 = asTensor ? (rate, x) => [rate, x.mul(w)] : (x) => [x.mul(w)];
    const stage2 = asTensor ? (rate, y) => [rate, p.math.square(y)] : (y) => [p.math.square(y)];
    const net = p.function(strategy, (...inputs) =>
      p.pipelining.pipeline([stage1, stage2], {
        inputs,
        gradientAccumulationCount: 4,
        infeedQueue,
        outfeedQueue,
        outfeedLoss: true,
        optimizerFunction: asTensor
          ? (rate, loss) => ({optimizer: p.optimizers.adam({learningRate: rate}), loss, variables: [w]})
          : (loss) => ({optimizer: p.optimizers.adam({learningRate: 0.125}), loss, variables: [w]}),
      }),
    );
    await strategy.run(net, asTensor ? [{data: Float32Array.of(0.125), shape: []}] : []);
    const after = w.value().data[0];
    if (asTensor) {
      await strategy.run(net, [{data: Float32Array.of(0), shape: []}]);
      assert.equal(w.value().data[0], after, 'rate 0 in the next run');
    }
    return after;
  };
  const after = await train(true);
  assert.notEqual(after, 0.5);
  assert.equal(after, await train(false));
});

test("JavaScript's own operators refuse values that have no numbers yet", async () => {
  const count = p.variable({data: Float32Array.of(2), shape: [1]}, {name: 'count'});
  const wrong = {
    '*': (x) => x * 2,
    '-': (x) => x - 1,
    '+': (x) => x + 1,
    'unary -': (x) => -x,
    '**': (x) => x ** 2,
    'Math.max': (x) => Math.max(x, 0),
    '>': (x) => x > 1,
    '==': (x) => x == 1, // eslint-disable-line eqeqeq
    'a template as a number': (x) => Number(x),
    'a number in front': (x) => 3 / x,
  };
  for (const [name, body] of Object.entries(wrong)) {
    for (const value of [(x) => x, () => count, (x) => x.add(count)]) {
      const strategy = p.strategy();
      const traced = p.function(strategy, (x) => body(value(x)));
      const run = strategy.run(traced, [{data: Float32Array.of(2), shape: [1]}]);
      await assert.rejects(run, invalid(/has no number in JavaScript.*x\.mul\(y\).*p\.cond\(\) or p\.where\(\)/), name);
      strategy.destroy();
    }
  }
  assert.throws(() => p.input([4]) * 2, invalid(/SymbolicTensor has no number/));
  assert.throws(() => count + 1, invalid(/Variable "count" \(float32 \[1\]\) has no number/));
  assert.equal(`${count}`, 'Variable "count" (float32 [1])');
  await evaluate(() => {
    assert.equal(`${p.constant(1)}`, 'TracedTensor(float32 [])');
    return p.constant(1);
  });
  count.destroy();
});

const notOf = (dtype, number) =>
  isError('TypeError', 'TYPE_ERROR', new RegExp(`${dtype} has .*but the number is ${number.replace('+', '\\+')};`));

test('a number beside a tensor must be one that the dtype of the tensor has', async () => {
  const ints = () => p.constant({data: Int32Array.of(1, 10), shape: [2]});
  const bytes = () => p.constant({data: Uint8Array.of(200, 1), shape: [2]});
  const wrong = [
    [() => ints().less(1.5), 'int32', '1.5'],
    [() => ints().equal(1.5), 'int32', '1.5'],
    [() => ints().mul(2.5), 'int32', '2.5'],
    [() => ints().add(1e10), 'int32', '10000000000'],
    [() => ints().div(NaN), 'int32', 'NaN'],
    [() => p.math.maximum(ints(), 0.5), 'int32', '0.5'],
    [() => p.math.subtract(1.5, ints()), 'int32', '1.5'],
    [() => p.math.add({data: Int32Array.of(1), shape: [1]}, 0.5), 'int32', '0.5'],
    [() => p.where(ints().less(5), 0.5, ints()), 'int32', '0.5'],
    [() => p.clipByValue(ints(), 0.5, 3), 'int32', '0.5'],
    [() => bytes().less(300), 'uint8', '300'],
    [() => bytes().greater(-1), 'uint8', '-1'],
    [() => p.cast(ints(), 'float16').add(1e5), 'float16', '100000'],
    [() => p.cast(ints(), 'float32').add(1e39), 'float32', '1e+39'],
  ];
  for (const [body, ...said] of wrong) await assert.rejects(evaluate(body), notOf(...said), String(body));
  await assert.rejects(
    evaluate(() => ints().less(1.5)),
    /p\.cast\(x, 'float32'\)/,
  );
  assert.deepEqual(await numbersOf(() => ints().add(2 ** 31 - 20)), [2 ** 31 - 19, 2 ** 31 - 10]);
  assert.deepEqual(await numbersOf(() => p.where(bytes().less(5), 7, bytes())), [200, 7]);
  assert.deepEqual(
    await numbersOf(() => p.cast(ints(), 'float32').add(3.4028235e38)),
    Array(2).fill((2 - 2 ** -23) * 2 ** 127),
  );
});

test('a constant must be one that its dtype has', async () => {
  const wrong = [
    [1.7, 'int32', '1.7'],
    [2 ** 40, 'int32', '1099511627776'],
    [-1, 'uint8', '-1'],
    [NaN, 'int8', 'NaN'],
    [2, 'bool', '2'],
    [1e39, 'float32', '1e+39'],
    [1e5, 'float16', '100000'],
  ];
  for (const [number, dtype, said] of wrong) {
    await assert.rejects(
      evaluate(() => p.constant(number, {dtype})),
      notOf(dtype, said),
    );
  }
  await assert.rejects(
    evaluate(() => p.constant(1e39)),
    notOf('float32', '1e+39'),
  );
  assert.deepEqual(await numbersOf(() => p.constant(4e9, {dtype: 'uint32'})), [4e9]);
  assert.deepEqual(await numbersOf(() => p.constant(Infinity)), [Infinity]);
});

test('arguments that a function does not have are refused, options among them', async () => {
  const x = () => p.constant({data: new Float32Array(6), shape: [2, 3]});
  const labels = () => p.constant({data: Int32Array.of(0, 1), shape: [2]});
  const wrong = [
    [
      () => p.losses.sparseCategoricalCrossentropy(labels(), x(), {fromLogits: true}),
      /takes 2 arguments \(labels, predictions\), and an object.*p\.nn\.sparseSoftmaxCrossEntropyWithLogits\(labels, logits\)/,
    ],
    [() => p.nn.softmax(x(), {axis: 0}), /softmax\(\) takes one argument \(logits\), and an object .*last axis/],
    [() => p.nn.softmax(x(), 0), /softmax\(\) .*and 0 is one too many/],
    [() => p.reduceSum(x(), 0, {keepDims: true}), /reduceSum\(\) takes 2 arguments \(x, axis\), .*p\.reshape/],
    [() => p.math.reduceMean(x(), 0, true), /reduceMean\(\) takes 2 arguments/],
    [() => p.math.exp(x(), 1), /exp\(\) takes one argument \(x\)/],
    [() => p.math.add(x(), 1, 2), /add\(\) takes 2 arguments \(a, b\)/],
    [() => p.cast(x(), 'int32', {x: 1}), /cast\(\) takes 2 arguments \(x, dtype\)/],
    [() => p.matmul(x(), x(), {transposeB: true}, 1), /matmul\(\) takes 3 arguments \(a, b, options\), and 1/],
    [() => p.replicaIndex(0), /replicaIndex\(\) takes no arguments, and 0/],
    [() => p.internalOps.printTensor(x(), 'x', 1), /printTensor\(\) takes 2 arguments/],
    [() => p.internalOps.fifo(x(), 1, {ofload: true}), /fifo\(\) has no field "ofload"; did you mean "offload"/],
    [() => x().add(1, 2), /add\(\) takes one argument \(other\), and 2/],
    [() => x().neg({}), /neg\(\) takes no arguments/],
  ];
  for (const [body, message] of wrong) await assert.rejects(evaluate(body), invalid(message), String(body));
  assert.deepEqual(await numbersOf(() => p.reduceSum(x().add(1, undefined), 0, undefined)), [2, 2, 2]);
});
