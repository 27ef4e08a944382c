// Models built in JavaScript: training, evaluating, predicting; weights; the same bits as a session.

import assert from 'node:assert/strict';
import test from 'node:test';
import {api, isError, pipette as p, runAll} from './module.mjs';
import {batches, loss, small, thirds, weightsOf} from './small_model.mjs';

test('a network of generated digits gives the bits of the session that has the same', async () => {
  const experiment = {steps: 40, stepsPerExecution: 10, batchSize: 32, hiddenUnits: 32, seed: 3};
  const session = runAll(p.createSession(experiment));
  const {train, test: held} = p.dataset.digits({seed: 3});
  const data = train.cache().shuffle(60000, 3).batch(32).prefetch().repeat();
  const model = p.sequential(
    [p.layers.flatten(), p.layers.dense(32, {activation: 'relu'}), p.layers.dense(10, {activation: 'softmax'})],
    {seed: 3},
  );
  model.compile({optimizer: p.optimizers.sgd({learningRate: 0.01}), loss, metrics: ['accuracy'], stepsPerExecution: 10});
  const {losses} = await model.fit(data, {epochs: 2, stepsPerEpoch: 20});
  assert.deepEqual([...losses], [...session.losses()]);
  const {images, count} = session.testImages(0, 50);
  const pixels = Float32Array.from(images, (value) => value / 255);
  const y = await model.predict({data: pixels, shape: [count, 28, 28]});
  assert.deepEqual(y.shape, [50, 10]);
  assert.deepEqual([...y.data], [...session.predict(images)]);
  const few = held.take(320).batch(32);
  const {accuracy} = await model.evaluate(few);
  const whole = await model.predict(few);
  assert.deepEqual(whole.shape, [320, 10]);
  const {labels} = session.testImages(0, 320);
  const right = labels.filter((label, i) => {
    const row = [...whole.data.subarray(10 * i, 10 * i + 10)];
    return row.indexOf(Math.max(...row)) === label;
  }).length;
  assert.ok(Math.abs(accuracy - right / 320) < 1e-6, `${accuracy} and ${right} of 320`);
});

test('fit learns, tells its progress and gives the history of Keras', async () => {
  const model = small();
  model.compile({optimizer: 'adam', loss, metrics: ['accuracy'], stepsPerExecution: 5});
  const epochs = [],
    steps = [];
  const data = batches(320, 8);
  const result = await model.fit(data, {
    epochs: 6,
    validationData: data,
    microseconds: 200,
    onProgress: (progress) => steps.push(progress),
    onEpochEnd: ({epoch, logs}) => epochs.push([epoch, logs.loss]),
  });
  const {epoch, history, losses, messages} = result;
  assert.deepEqual(epoch, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(Object.keys(history), ['loss', 'accuracy', 'val_loss', 'val_accuracy']);
  assert.deepEqual(
    epochs,
    epoch.map((number) => [number, history.loss[number]]),
  );
  assert.ok(history.loss[5] < 0.8 * history.loss[0], String(history.loss));
  assert.equal(losses.length, 6 * 40);
  const mean = losses.slice(0, 40).reduce((sum, each) => sum + each, 0) / 40;
  assert.ok(Math.abs(mean - history.loss[0]) < 1e-6);
  assert.match(messages.join('\n'), /5 weight updates per execution/);
  assert.deepEqual(await model.evaluate(data), {loss: history.val_loss[5], accuracy: history.val_accuracy[5]});
  assert.ok(steps.length > 1);
  for (let i = 1; i < steps.length; i++) {
    assert.ok(steps[i].cycles >= steps[i - 1].cycles);
    assert.ok(steps[i].epoch * 40 + steps[i].step >= steps[i - 1].epoch * 40 + steps[i - 1].step);
    assert.equal(steps[i].steps, 40);
  }
  assert.deepEqual(model.losses(), losses, 'they are those of the latest fit()');
});

test('however the work is cut: the same bits and cycles', async () => {
  const outcomes = [];
  for (const microseconds of [50, 6000, Infinity]) {
    const model = small();
    model.compile({optimizer: p.optimizers.sgd({momentum: 0.9}), loss, stepsPerExecution: 10});
    const {losses} = await model.fit(batches(160, 8).repeat(), {stepsPerEpoch: 40, microseconds});
    outcomes.push([[...losses], weightsOf(model), model.status().cycles]);
  }
  assert.deepEqual(outcomes[1], outcomes[0]);
  assert.deepEqual(outcomes[2], outcomes[0]);
});

test('a pipeline of two stages gives the bits of plain accumulation', async () => {
  const train = async (numIpus, configure) => {
    const model = small({numIpus});
    configure(model);
    model.compile({optimizer: 'sgd', loss, stepsPerExecution: 8});
    const {losses} = await model.fit(batches(128, 4), {epochs: 2});
    return [[...losses], weightsOf(model)];
  };
  const gradientAccumulationStepsPerReplica = 4;
  const plain = await train(1, (model) => model.setGradientAccumulationOptions({gradientAccumulationStepsPerReplica}));
  for (const pipelineSchedule of ['grouped', 'interleaved', 'sequential']) {
    const piped = await train(2, (model) => {
      model.setPipelineStageAssignment([0, 1]);
      model.setPipeliningOptions({gradientAccumulationStepsPerReplica, pipelineSchedule});
    });
    assert.deepEqual(piped, plain, pipelineSchedule);
  }
});

test('two IPUs without a pipeline are two replicas', async () => {
  const model = small({numIpus: 2});
  model.compile({loss: 'sparse_categorical_crossentropy', stepsPerExecution: 5});
  const {losses} = await model.fit(batches(160, 8));
  assert.equal(losses.length, 10);
});

test('functional models: branches that meet again', async () => {
  const x = p.input([6], {batchSize: 8});
  const a = p.layers.dense(4, {activation: 'tanh', name: 'left'}).apply(x);
  const b = p.layers.dense(4, {activation: 'sigmoid', name: 'right'}).apply(x);
  const y = p.layers.dense(3, {activation: 'softmax'}).apply(p.layers.add().apply([a, b]));
  const model = p.model(x, y, {name: 'branches'});
  assert.match(model.summary(), /Model: "branches"[\s\S]*left \(Dense\)[\s\S]*Total params: 71/);
  model.compile({optimizer: p.optimizers.rmsprop(), loss});
  const {history} = await model.fit(batches(320, 8), {epochs: 5});
  assert.ok(history.loss[4] < history.loss[0]);
  assert.deepEqual(Object.keys(model.weights()), [
    'left/kernel:0',
    'left/bias:0',
    'right/kernel:0',
    'right/bias:0',
    'dense/kernel:0',
    'dense/bias:0',
  ]);
});

test('convolutions, pooling, dropout, reshape and activation are layers too', async () => {
  const model = p.sequential([
    p.input([6]),
    p.layers.reshape([6, 1, 1]),
    p.layers.conv2d(2, [3, 1], {padding: 'same'}),
    p.layers.activation('relu'),
    p.layers.maxPooling2d({poolSize: [2, 1], strides: 1}),
    p.layers.flatten(),
    p.layers.dropout(0.1),
    p.layers.dense(3, {useBias: false}),
  ]);
  assert.match(model.summary(), /conv2d \(Conv2D\) +\(None, 6, 1, 2\) +8/);
  model.compile({loss, fromLogits: true, optimizer: 'adam', stepsPerExecution: 10});
  const {history} = await model.fit(batches(160, 8), {epochs: 8});
  assert.ok(history.loss[7] < history.loss[0]);
});

test('weights are saved and loaded, and belong to nobody else', async () => {
  const model = small(),
    other = small({seed: 6});
  for (const each of [model, other]) each.build([6]);
  assert.notDeepEqual(weightsOf(other), weightsOf(model));
  const bytes = model.saveWeights();
  assert.ok(bytes instanceof Uint8Array);
  other.loadWeights(bytes);
  assert.deepEqual(weightsOf(other), weightsOf(model));
  const kernel = model.weights()['dense/kernel:0'];
  assert.deepEqual(kernel.shape, [6, 16]);
  kernel.data.fill(7);
  assert.notEqual(model.weights()['dense/kernel:0'].data[0], 7);
  for (const bad of [bytes.slice(0, 20), new Uint8Array(), bytes.slice(0, -1)]) {
    assert.throws(() => other.loadWeights(bad), isError('InvalidArgumentError', 'INVALID_ARGUMENT', /weights file/));
  }
  assert.deepEqual(weightsOf(other), weightsOf(model));
});

test('an aborted fit keeps what was trained, and the model can go on', async () => {
  const model = small();
  model.compile({optimizer: 'sgd', loss, stepsPerExecution: 1});
  const controller = new AbortController();
  const data = batches(160, 8).repeat();
  await assert.rejects(
    model.fit(data, {
      stepsPerEpoch: 100000,
      microseconds: 300,
      signal: controller.signal,
      onProgress: ({step}) => step > 3 && controller.abort(),
    }),
    {name: 'AbortError'},
  );
  const done = model.losses().length;
  assert.ok(done > 3 && done < 100000, String(done));
  assert.equal(model.status().finished, true);
  model.compile({optimizer: 'adam', loss, stepsPerExecution: 5});
  const {losses} = await model.fit(data, {stepsPerEpoch: 10});
  assert.equal(losses.length, 10);
  await assert.rejects(model.fit(data, {signal: AbortSignal.abort(new Error('not today'))}), {message: 'not today'});
});

test('cut off in the middle of an execution: the next fit is not mixed with it', async () => {
  const model = small();
  model.setAsynchronousCallbacks(true);
  model.compile({optimizer: p.optimizers.sgd({learningRate: 0}), loss, stepsPerExecution: 4000});
  const data = batches(160, 8).repeat();
  const signal = {
    throwIfAborted() {
      if (model.status().step > 5) throw new Error('enough');
    },
  };
  await assert.rejects(model.fit(data, {stepsPerEpoch: 4000, microseconds: 100, signal}), {message: 'enough'});
  const cut = model.losses();
  assert.ok(cut.length > 5 && cut.length < 4000, String(cut.length));
  const {losses} = await model.fit(data, {stepsPerEpoch: 4000, microseconds: Infinity});
  assert.equal(losses.length, 4000);
  assert.deepEqual([...losses.slice(0, cut.length)], [...cut], 'a learning rate of 0 changes nothing');
});

test('destroyed while it runs: the promise is rejected', async () => {
  const model = small();
  model.compile({optimizer: 'sgd', loss});
  const running = model.fit(batches(160, 8).repeat(), {stepsPerEpoch: 5000, microseconds: 100});
  await assert.rejects(model.evaluate(batches(8, 8)), isError('InvalidStateError', 'INVALID_STATE', /running already/));
  assert.throws(() => model.compile({loss}), isError('RuntimeError', 'RUNTIME_ERROR', /running/));
  model.destroy();
  const gone = isError('InvalidStateError', 'INVALID_STATE', /this model has been destroyed/);
  await assert.rejects(running, gone);
  for (const call of [
    () => model.status(),
    () => model.summary(),
    () => model.weights(),
    () => model.losses(),
    () => model.compile({loss}),
    () => model.trace(),
    () => model.saveWeights(),
    () => model.build([6]),
  ]) {
    assert.throws(call, gone);
  }
  await assert.rejects(model.fit(batches(8, 8)), gone);
  model.destroy();
});

test('the trace and the modelled time are of its own machine', async () => {
  const model = small({architecture: 'Mk1', host: {callUs: 100}});
  model.compile({optimizer: 'sgd', loss, stepsPerExecution: 5});
  assert.equal(model.status().cycles, 0);
  await model.fit(batches(160, 8));
  const {cycles, seconds, runs} = model.status();
  assert.ok(Math.abs(cycles / 1.6e9 - seconds) < 1e-12, `${cycles} cycles, ${seconds} s`);
  assert.equal(runs, 4);
  const spans = model.trace();
  assert.equal(spans.filter(({kind}) => kind === 'engineRun').length >= 4, true);
  assert.deepEqual(model.trace({from: spans[0].number, limit: 2}), spans.slice(0, 2));
});

test('instances share nothing', async () => {
  const other = await api.createPipette();
  const elsewhere = isError('InvalidArgumentError', 'INVALID_ARGUMENT', /another instance/);
  const layer = other.layers.dense(3);
  assert.throws(() => p.sequential([layer]), elsewhere);
  assert.throws(() => layer.apply(p.input([6])), elsewhere);
  const model = small();
  assert.throws(() => model.compile({loss, optimizer: other.optimizers.sgd()}), elsewhere);
  assert.throws(() => model.compile({loss, gradients: other.outfeedQueue()}), elsewhere);
  model.compile({loss});
  const foreign = other.dataset.fromTensorSlices(...thirds(8)).batch(8);
  await assert.rejects(model.fit(foreign), elsewhere);
});

test('a result has all rows, or an error says which numbers would do', async () => {
  const rows = (count) => ({data: new Float32Array(6 * count), shape: [count, 6]});
  const one = small();
  one.compile({loss});
  assert.deepEqual((await one.predict(rows(10), {batchSize: 5})).shape, [10, 3]);
  await assert.rejects(
    one.predict(rows(10), {batchSize: 4}),
    isError('ValueError', 'VALUE_ERROR', /10 rows do not make whole batches of 4.*such as 2, or none/),
  );
  const two = small({numIpus: 2});
  two.compile({loss});
  const shared = isError(
    'ValueError',
    'VALUE_ERROR',
    /3 batches of the dataset cannot be shared out evenly between 2 replicas/,
  );
  await assert.rejects(two.predict(rows(30), {batchSize: 10}), shared);
  await assert.rejects(two.evaluate(batches(24, 8)), shared);
  assert.deepEqual((await two.predict(rows(40), {batchSize: 10})).shape, [40, 3]);
});

test('a pipelined model refuses an optimizer that accumulates by itself', async () => {
  const model = small({numIpus: 2});
  model.setPipelineStageAssignment([0, 1]);
  model.setPipeliningOptions({gradientAccumulationStepsPerReplica: 4});
  const optimizer = p.optimizers.gradientAccumulationOptimizerV2(p.optimizers.sgd(), 4);
  model.compile({optimizer, loss, stepsPerExecution: 4});
  await assert.rejects(model.fit(batches(32, 4)), isError('ValueError', 'VALUE_ERROR', /must not accumulate gradients itself/));
});
