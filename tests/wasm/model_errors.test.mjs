// Misuse of models, layers, datasets and queues: an Error with name, code and a message that helps.

import assert from 'node:assert/strict';
import test from 'node:test';
import {api, invalid, isError, pipette as p} from './module.mjs';

const value = (message) => isError('ValueError', 'VALUE_ERROR', message);
const loss = 'sparse_categorical_crossentropy';
const f32 = (...shape) => ({data: new Float32Array(shape.reduce((product, size) => product * size, 1)), shape});
const labels = (n) => ({data: new Int32Array(n), shape: [n]});
const rows = p.dataset.fromTensorSlices(f32(8, 3), labels(8));
const dense = () => p.layers.dense(2, {activation: 'softmax'});

test('options that do not exist are named, with those that do', () => {
  const cases = [
    [() => p.layers.dense(4, {unit: 5}), /dense\(\) has no option "unit"; did you mean "units"\?/],
    [() => p.optimizers.adam({beta_1: 0.9}), /adam\(\) has no option "beta_1"; did you mean "beta1"\?/],
    [() => rows.batch(5, {drop_remainder: false}), /batch\(\) has no option "drop_remainder"; did you mean "dropRemainder"/],
    [() => p.iter(rows, {prefetch_depth: 2}), /has no option "prefetch_depth"; did you mean "prefetchDepth"/],
    [() => p.strategy({num_ipus: 2}), /strategy\(\) has no option "num_ipus"; did you mean "numIpus"/],
    [() => p.layers.dense(4, 'relu'), /options of dense\(\) must be an object.*"relu"/],
    [() => p.layers.dense(), /dense\(\) needs "units"/],
    [() => p.layers.flatten({units: 3}), /flatten\(\) has no option "units"; it has name/],
    [() => p.layers.conv2d(4, [3, 3], {pading: 'same'}), /no option "pading"; .*padding/],
    [() => p.layers.conv2d(4), /conv2d\(\) needs "kernelSize"/],
    [() => p.optimizers.sgd({rate: 1}), /sgd\(\) has no option "rate"; it has learningRate/],
    [() => p.outfeedQueue({filter: []}), /no option "filter"; did you mean "filters"/],
    [() => p.sequential([dense()], {ipus: 2}), /a model has no option "ipus"; it has name, seed/],
    [() => p.sequential([dense()], {host: {callMs: 1}}), /"host" of a model has no option "callMs"/],
    [() => rows.batch(4, true), /options of batch\(\) must be an object/],
    [() => rows.batch(4, {drop: true}), /batch\(\) has no option "drop"; it has batchSize/],
    [() => rows.shuffle(), /shuffle\(\) needs "bufferSize"/],
    [() => p.dataset.digits({sed: 1}), /digits\(\) has no field "sed"; did you mean "seed"/],
    [() => p.input([3], {batch: 3}), /input\(\) has no option "batch"/],
    [() => p.sequential([dense()]).compile({loss, optimiser: 'sgd'}), /no field "optimiser"/],
    [
      () => p.sequential([dense()]).setPipeliningOptions({schedule: 'grouped'}),
      /setPipeliningOptions\(\) has no option "schedule"; .*pipelineSchedule/,
    ],
  ];
  for (const [call, message] of cases) assert.throws(call, invalid(message));
});

test('values that cannot be', () => {
  const model = p.sequential([dense()]);
  const cases = [
    [() => p.layers.dense(0), value(/units must be at least 1.*nearest valid value is 1/)],
    [() => p.layers.dense(1.5), invalid(/"units" must be an integer, not 1\.5/)],
    [() => p.layers.dense(NaN), invalid(/units must be a finite number/)],
    [() => p.layers.dense(4, {activation: 'swish'}), value(/unknown activation "swish"; there are .*tanh/)],
    [() => p.layers.dense(4, {name: 5}), invalid(/"name" must be a string/)],
    [() => p.layers.dense(4, {activation: () => 1}), invalid(/must be a plain value/)],
    [() => p.layers.conv2d(4, [3, 3, 3]), invalid(/must be one size or two, height and width/)],
    [() => p.layers.conv2d(4, 3, {padding: 'full'}), invalid(/"padding".*"valid", "same"/)],
    [() => p.layers.reshape([-5]), value(/negative size/)],
    [() => p.layers.outfeed({}), invalid(/queue must be an outfeed queue/)],
    [() => p.optimizers.adam({learningRate: -1}), value(/learningRate/)],
    [() => p.optimizers.adam({learningRate: 1e300}), invalid(/float32/)],
    [() => p.outfeedQueue({mode: 'some'}), invalid(/"mode" must be one of "all", "last"/)],
    [() => p.outfeedQueue({filters: 5}), invalid(/"filters" must be a string/)],
    [() => p.layers.dropout(1), value(/rate/)],
    [() => p.layers.dropout(), invalid(/dropout\(\) needs "rate"/)],
    [() => p.layers.maxPooling2d({poolSize: 0}), value(/poolSize/)],
    [() => p.sequential([dense(), 5]), invalid(/layers\[1\] must be a layer.*5/)],
    [() => p.sequential('dense'), invalid(/layers must be a list/)],
    [() => p.sequential([dense()], {numIpus: 0}), invalid(/numIpus/)],
    [() => p.sequential([dense()], {architecture: 'Mk9'}), isError('NotFoundError', 'NOT_FOUND', /Mk9/)],
    [() => p.sequential([dense()], {seed: -1}), invalid(/"seed".*at least 0/)],
    [() => p.sequential([dense()], {pipelineStages: [0, 1]}), value(/./)],
    [() => p.model(5, 6), invalid(/inputs\[0\] must be a symbolic tensor/)],
    [() => dense().apply(rows), invalid(/x\[0\] must be a symbolic tensor/)],
    [() => dense().apply([]), value(/at least one tensor/)],
    [() => p.layers.add().apply([p.input([2]), p.input([3])]), value(/one shape/)],
    [() => model.compile(), invalid(/compile\(\) needs "loss"/)],
    [() => model.compile({loss: 'hinge'}), value(/unknown loss "hinge"/)],
    [() => model.compile({loss: 'mse', fromLogits: true}), invalid(/cross-entropies/)],
    [() => model.compile({loss, metrics: ['auc']}), value(/unknown metric "auc"/)],
    [() => model.compile({loss, metrics: ['accuracy', 5]}), invalid(/"metrics" must be a string/)],
    [() => model.compile({loss, optimizer: 'lion'}), invalid(/optimizer must be one of "sgd"/)],
    [() => model.compile({loss, stepsPerExecution: 0}), value(/stepsPerExecution/)],
    [() => model.compile({loss, gradients: rows}), invalid(/gradients must be an outfeed queue/)],
    [
      () => model.compile({loss, gradients: p.outfeedQueue(), gradientMode: 'late'}),
      invalid(/"gradientMode" must be one of "after_compute", "before_apply"/),
    ],
    [() => model.weights(), value(/not yet been created/)],
    [() => model.summary(), value(/not yet been created/)],
    [() => model.loadWeights('x'), invalid(/Uint8Array/)],
    [() => model.build(3), invalid(/shape must be a list/)],
    [() => model.build([-3]), invalid(/shape\[0\] must be an integer of at least 1/)],
    [() => model.trace({form: 1}), invalid(/no field "form"/)],
    [() => new api.Model(1), invalid(/not by new/)],
    [() => new api.Dataset(), invalid(/not by new/)],
    [() => p.statistics([]), invalid(/tensors must be \{name: \{data, shape\}\}/)],
    [() => p.statistics(new Map([['a', f32(2)]])), invalid(/tensors must be .*Map.*Object\.fromEntries/)],
    [() => p.statistics({a: 5}), invalid(/must be \{data, shape\}/)],
  ];
  for (const [call, expected] of cases) assert.throws(call, expected);
});

test('tensors that cannot be', () => {
  const slices = p.dataset.fromTensorSlices;
  const cases = [
    [() => slices(), invalid(/must be \{data, shape\}/)],
    [() => slices([1, 2, 3]), invalid(/tensors\[0\] must be \{data, shape\}/)],
    [() => slices({data: [1, 2], shape: [2]}), invalid(/Float32Array.*an array/)],
    [() => slices({data: new Float32Array(3)}), invalid(/shape must be a list/)],
    [() => slices({data: new Float32Array(3), shape: [4]}), invalid(/has 3 elements.*\[4\] has 4/)],
    [() => slices({data: new Float32Array(3), shape: [-1, -3]}), invalid(/shape\[0\]/)],
    [() => slices({data: new Float32Array(3), shape: [2 ** 53, 2 ** 53]}), invalid(/shape\[0\]/)],
    [() => slices({data: new BigInt64Array(3), shape: [3]}), invalid(/BigInt64Array/)],
    [() => slices({data: new Float32Array(1), shape: []}), invalid(/scalar/)],
    [() => slices(f32(3, 2), labels(4)), invalid(/3.*4/)],
    [() => rows.batch(0), invalid(/batchSize/)],
    [() => rows.shuffle(0), invalid(/bufferSize/)],
    [() => rows.take('all'), invalid(/"count" must be an integer/)],
    [() => rows.take(), invalid(/take\(\) needs "count"/)],
    [() => rows.skip(), invalid(/skip\(\) needs "count"/)],
    [() => rows.map((x) => x, {item: 1}), invalid(/map\(\) of a function has no field "item"; it has none/)],
  ];
  const wrong = [];
  for (const [call, expected] of cases) {
    try {
      assert.throws(call, expected);
    } catch (error) {
      wrong.push(`${call}: ${error.message}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('Maps and Sets among options are refused, and typed arrays are lists', () => {
  const autoReport = new Map([['autoReport.all', 'x']]);
  const host = new Map([['setUpUs', 5]]);
  const cases = [
    [() => p.createSession({engineOptions: autoReport}), /engineOptions must be a plain value.*Map.*Object\.fromEntries/],
    [() => p.createSession({host}), /host must be a plain value/],
    [() => p.createSession({device: new Map()}), /device must be a plain value/],
    [() => p.strategy({host}), /host must be a plain value/],
    [() => p.strategy({config: new Map()}), /config must be a plain value/],
    [() => p.sequential([dense()], {engineOptions: autoReport}), /engineOptions must be a plain value/],
    [
      () => p.sequential([dense()]).compile({loss, metrics: new Set(['accuracy'])}),
      /metrics must be a plain value, but it is an object \(Set\): Array\.from\(\) makes a list/,
    ],
    [() => p.createSession({hiddenUnits: new DataView(new ArrayBuffer(4))}), /hiddenUnits must be a plain value.*DataView/],
  ];
  for (const [call, message] of cases) assert.throws(call, invalid(message), String(call));
  p.sequential([dense(), dense()], {pipelineStages: Uint8Array.of(0, 1), numIpus: 2}).destroy();
});

test('fit, evaluate and predict reject', async () => {
  const fresh = p.sequential([dense()]);
  const runtime = (message) => isError('RuntimeError', 'RUNTIME_ERROR', message);
  await assert.rejects(fresh.fit(rows.batch(4)), runtime(/compile/));
  const model = p.sequential([dense()]);
  model.compile({loss, stepsPerExecution: 2});
  const good = rows.batch(4);
  const cases = [
    [() => model.fit(), invalid(/dataset must be a dataset.*undefined/)],
    [() => model.fit(good, {epoch: 3}), invalid(/fit\(\) has no field "epoch"; did you mean "epochs"/)],
    [() => model.fit(good, {epochs: -1}), value(/epochs/)],
    [() => model.fit(good, {onEpochEnd: 5}), invalid(/onEpochEnd must be a function/)],
    [() => model.fit(good, {signal: 5}), invalid(/signal must be an AbortSignal/)],
    [() => model.fit(good, {microseconds: 0}), invalid(/microseconds/)],
    [() => model.fit(good, {validationData: 5}), invalid(/validationData must be a dataset/)],
    [() => model.fit(good, {stepsPerEpoch: 3}), value(/./)],
    [() => model.fit(good.repeat()), value(/./)],
    [() => model.fit(rows), value(/./)],
    [() => model.evaluate(good, {step: 1}), invalid(/no field "step"/)],
    [
      () => model.fit(good, {callbacks: [{onEpochEnd() {}, onEpochBgin() {}}]}),
      invalid(/callbacks\[0\] has no event "onEpochBgin"; did you mean "onEpochBegin"/),
    ],
    [() => model.predict(5), invalid(/data must be a Dataset or \{data, shape\}/)],
    [() => model.predict({data: [1, 2, 3], shape: [1, 3]}), invalid(/with data a Float32Array, .*but it is an array/)],
    [() => model.predict(f32(0, 3)), value(/data has no rows/)],
    [() => model.predict(good, {batchSize: 2}), invalid(/batchSize is for tensors/)],
    [() => model.predict(f32(3)), isError('ValueError', 'VALUE_ERROR', /./)],
  ];
  for (const [call, expected] of cases) await assert.rejects(call, expected);
  assert.equal((await model.fit(good)).losses.length, 2, 'the model still works');
  await assert.rejects(model.predict(f32(4, 5)), value(/./));
  await assert.rejects(
    model.fit(good, {
      onProgress() {
        throw new RangeError('mine');
      },
    }),
    {name: 'RangeError', message: 'mine'},
  );
  assert.equal((await model.fit(good)).losses.length, 2);
});

test('float64 is narrowed, as Keras does', async () => {
  const train = async (Kind) => {
    const data = Kind.from({length: 8}, (_, i) => i / 8);
    const model = p.sequential([dense()]);
    model.compile({loss});
    const few = p.dataset.fromTensorSlices({data, shape: [8, 1]}, labels(8)).batch(4);
    return [...(await model.fit(few)).losses];
  };
  assert.deepEqual(await train(Float64Array), await train(Float32Array));
});

test('queues in a model: one final layer, one use in a function', async () => {
  const queue = p.outfeedQueue();
  const twice = p.sequential([p.layers.outfeed(queue, {name: 'a'}), p.layers.outfeed(queue, {name: 'b'}), dense()]);
  twice.compile({loss});
  await assert.rejects(twice.fit(rows.batch(4)), value(/only be enqueued once/));
});

test('a layer that is too large is an error, not a crash', async () => {
  const model = p.sequential([p.layers.dense(2 ** 40)]);
  assert.throws(
    () => model.build([1000]),
    (error) => error instanceof api.PipetteError && ['ResourceExhaustedError', 'ValueError'].includes(error.name),
  );
  assert.throws(
    () => p.sequential([p.layers.dense(2 ** 29)]).build([8]),
    isError('ResourceExhaustedError', 'RESOURCE_EXHAUSTED', /./),
  );
  assert.equal(p.sequential([dense()]).destroyed, false);
});
