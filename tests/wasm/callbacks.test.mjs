// Callbacks of models, as Keras has them: when they are called, that they are awaited, the ready ones.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, isError, pipette as p} from './module.mjs';
import {batches, loss, small, weightsOf} from './small_model.mjs';

const compiled = (options = {}) => {
  const model = small();
  model.compile({optimizer: p.optimizers.sgd({learningRate: 0.05}), loss, ...options});
  return model;
};
const later = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 1);
  });

test('callbacks are called in the order of Keras, and the model waits for each', async () => {
  const model = compiled({stepsPerExecution: 2});
  const said = [];
  let busy = 0;
  const names = [
    'TrainBegin',
    'TrainEnd',
    'EpochBegin',
    'EpochEnd',
    'BatchBegin',
    'BatchEnd',
    'TrainBatchEnd',
    'TestBegin',
    'TestEnd',
    'TestBatchEnd',
  ];
  const callback = Object.fromEntries(
    names.map((name) => [
      `on${name}`,
      async (...given) => {
        assert.equal(++busy, 1, 'one at a time');
        const {step, runs} = model.status();
        await later();
        assert.deepEqual([model.status().step, model.status().runs], [step, runs], 'the model waits');
        said.push(given.length === 2 ? `${name} ${given[0]}` : name);
        --busy;
      },
    ]),
  );
  callback.setModel = (its) => assert.equal(its, model);
  const {history} = await model.fit(batches(32, 8), {epochs: 2, validationData: batches(16, 8), callbacks: [callback]});
  const epoch = (number) => [
    `EpochBegin ${number}`,
    'BatchBegin 0',
    'BatchEnd 1',
    'TrainBatchEnd 1',
    'BatchBegin 2',
    'BatchEnd 3',
    'TrainBatchEnd 3',
    'TestBegin',
    'TestBatchEnd 1',
    'TestEnd',
    `EpochEnd ${number}`,
  ];
  assert.deepEqual(said, ['TrainBegin', ...epoch(0), ...epoch(1), 'TrainEnd']);
  assert.equal(history.loss.length, 2);
});

test('callbacks change no number and no cycle', async () => {
  const outcomes = [];
  for (const callbacks of [[], [{onBatchEnd() {}, onEpochEnd() {}}]]) {
    const model = compiled();
    const {losses} = await model.fit(batches(64, 8), {epochs: 2, callbacks});
    outcomes.push([[...losses], weightsOf(model), model.status().cycles]);
  }
  assert.deepEqual(outcomes[1], outcomes[0]);
});

test('stopTraining() ends the fit after the execution, and it resolves with the history', async () => {
  const model = compiled();
  const logs = [];
  const {epoch, losses} = await model.fit(batches(64, 8), {
    epochs: 5,
    callbacks: [
      {
        onBatchEnd(batch) {
          if (logs.length === 1 && batch === 2) model.stopTraining();
        },
        onEpochEnd(number, its) {
          logs.push(its);
        },
      },
    ],
  });
  assert.deepEqual(epoch, [0, 1]);
  assert.equal(losses.length, 8 + 3);
  assert.equal(logs.length, 2);
  const after = await model.fit(batches(64, 8));
  assert.deepEqual(after.epoch, [0], 'the next one is not stopped');
});

test('what a callback throws ends the fit and is passed on', async () => {
  const model = compiled();
  await assert.rejects(
    model.fit(batches(64, 8), {
      epochs: 3,
      callbacks: [
        {
          onEpochEnd() {
            throw new RangeError('enough');
          },
        },
      ],
    }),
    /enough/,
  );
  assert.equal((await model.fit(batches(64, 8))).losses.length, 8);
});

test('a model that is compiled anew after a fit that was ended tells of that fit', async () => {
  const model = compiled();
  const fit = model.fit(batches(64, 8), {
    callbacks: [
      {
        onTrainBatchEnd() {
          throw new Error('enough');
        },
      },
    ],
  });
  await assert.rejects(() => fit, /enough/);
  const before = model.status();
  assert.ok(before.step >= 1);
  model.compile({optimizer: 'sgd', loss});
  assert.equal(model.status().step, before.step);
  await model.fit(batches(64, 8));
  assert.equal(model.status().finished, true);
});

test('evaluate() and predict() have callbacks too', async () => {
  const model = compiled();
  const said = [];
  await model.evaluate(batches(16, 8), {
    callbacks: [
      {
        onTestBegin: () => said.push('begin'),
        onTestBatchEnd: (batch, logs) => said.push([batch, logs.loss > 0]),
        onTestEnd: (logs) => said.push(logs.loss > 0),
      },
    ],
  });
  assert.deepEqual(said, ['begin', [0, true], [1, true], true]);
  said.length = 0;
  await model.predict(batches(16, 8), {callbacks: [{onPredictBatchEnd: (batch) => said.push(batch)}]});
  assert.deepEqual(said, [0, 1]);
});

test('early stopping waits for its patience and brings the best weights back', async () => {
  const model = compiled({optimizer: p.optimizers.sgd({learningRate: 0.5})});
  const stopping = p.callbacks.earlyStopping({monitor: 'loss', patience: 2, minDelta: 10, restoreBestWeights: true});
  const weights = [];
  const {epoch} = await model.fit(batches(64, 8), {
    epochs: 10,
    callbacks: [
      {
        onEpochEnd: () => {
          weights.push(weightsOf(model));
        },
      },
      stopping,
    ],
  });
  assert.deepEqual(epoch, [0, 1, 2], 'nothing falls by 10 twice');
  assert.deepEqual([stopping.bestEpoch, stopping.stoppedEpoch], [0, 2]);
  assert.deepEqual(weightsOf(model), weights[0]);
  assert.notDeepEqual(weights[2], weights[0]);
  await assert.rejects(
    model.fit(batches(64, 8), {callbacks: [p.callbacks.earlyStopping()]}),
    isError('NotFoundError', 'NOT_FOUND', /no "val_loss", only: loss/),
  );
});

test('checkpoints have the weights of their epoch, all or only the best', async () => {
  const model = compiled({metrics: ['accuracy']});
  const saved = [],
    after = [];
  const save = async (bytes, name, {epoch}) => {
    await later();
    saved.push([name, epoch, bytes]);
  };
  await model.fit(batches(64, 8), {
    epochs: 3,
    callbacks: [
      p.callbacks.modelCheckpoint({save, filepath: 'digits-{epoch}.safetensors'}),
      {
        onEpochEnd: () => {
          after.push(weightsOf(model));
        },
      },
    ],
  });
  assert.deepEqual(
    saved.map(([name, epoch]) => [name, epoch]),
    [0, 1, 2].map((epoch) => [`digits-${epoch + 1}.safetensors`, epoch]),
  );
  model.loadWeights(saved[1][2]);
  assert.deepEqual(weightsOf(model), after[1]);
  saved.length = 0;
  await model.fit(batches(64, 8), {
    epochs: 3,
    callbacks: [p.callbacks.modelCheckpoint({save, saveBestOnly: true, monitor: 'loss', mode: 'max'})],
  });
  assert.ok(saved.length >= 1 && saved.length < 3, `${saved.length}`);
  assert.equal(saved[0][1], 0);
});

test('a scheduler sets the variable that is the learning rate', async () => {
  const rate = p.variable({data: Float32Array.of(0.5), shape: []}, {name: 'rate'});
  const model = compiled({optimizer: p.optimizers.sgd({learningRate: rate})});
  const weights = [];
  await model.fit(batches(64, 8), {
    epochs: 3,
    callbacks: [
      p.callbacks.learningRateScheduler(rate, (epoch, now) => (epoch === 1 ? 0 : now / 2)),
      {
        onEpochEnd: () => {
          weights.push(weightsOf(model));
        },
      },
    ],
  });
  assert.deepEqual(weights[1], weights[0], 'nothing moves at rate 0');
  assert.deepEqual(weights[2], weights[1]);
  assert.equal(rate.value().data[0], 0);
  const again = compiled({optimizer: p.optimizers.sgd({learningRate: 0.25})});
  await again.fit(batches(64, 8));
  assert.deepEqual(weightsOf(again), weights[0], 'a variable gives the bits of the number');
});

test('a schedule follows the weight updates, and has the bits of C++', async () => {
  const {exponentialDecay, cosineDecay, piecewiseConstantDecay} = p.optimizers.schedules;
  const trained = async (learningRate) => {
    const model = compiled({optimizer: p.optimizers.adamW({learningRate})});
    await model.fit(batches(64, 8));
    return weightsOf(model);
  };
  assert.deepEqual(await trained(piecewiseConstantDecay([100], [0.01, 1])), await trained(0.01));
  assert.notDeepEqual(await trained(exponentialDecay(0.01, 4, 0.5)), await trained(0.01));
  assert.notDeepEqual(await trained(cosineDecay(0.01, 8)), await trained(cosineDecay(0.01, 8, {alpha: 0.5})));
  assert.throws(
    () => p.optimizers.sgd({learningRate: exponentialDecay(0.01, 0, 0.5)}),
    isError('ValueError', 'VALUE_ERROR', /decaySteps must be at least 1/),
  );
  assert.throws(() => exponentialDecay(0.01, 4, 0.5, {stairs: true}), invalid(/no field "stairs"/));
});

test('history() is that of the last fit(), whatever was run after it', async () => {
  const model = small();
  const data = batches(16, 8);
  const none = isError(
    'FailedPreconditionError',
    'FAILED_PRECONDITION',
    /has not been trained yet: fit\(\) or startFit\(\) comes first/,
  );
  model.compile({loss});
  await model.evaluate(data);
  assert.throws(() => model.history(), none);
  const first = await model.fit(data, {epochs: 2});
  await model.evaluate(data);
  await model.predict(data);
  assert.deepEqual(model.history(), first);
  model.history().epoch.push(7);
  assert.deepEqual(model.history(), first, 'a copy');
  model.compile({loss});
  await model.evaluate(data);
  const second = await model.fit(data);
  assert.deepEqual(second.epoch, [0]);
  assert.deepEqual(model.history(), second);
  model.setAsynchronousCallbacks(true);
  model.compile({loss});
  await model.evaluate(data);
  assert.deepEqual(model.history().history, second.history);
  const controller = new AbortController();
  await assert.rejects(
    model.fit(data.repeat(), {
      stepsPerEpoch: 100_000,
      microseconds: 300,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    }),
    {name: 'AbortError'},
  );
  model.setPipeliningOptions({});
  model.layers()[0].trainable = false;
  model.compile({loss});
  assert.deepEqual(model.history().epoch, []);
});

test('wrong callbacks are refused before anything begins', async () => {
  const model = compiled(),
    data = batches(16, 8);
  const refused = [
    [{callbacks: 5}, /callbacks must be a list/],
    [{callbacks: [5]}, /callbacks\[0\] must be an object/],
    [{callbacks: [{onEpoch() {}}]}, /callbacks\[0\] has no event "onEpoch"; it has onTrainBegin/],
    [{callbacks: [{epochEnd() {}}]}, /functions such as onEpochEnd/],
    [{verbose: 3}, /verbose must be 0, 1 or 2/],
  ];
  for (const [options, message] of refused) await assert.rejects(model.fit(data, options), invalid(message));
  assert.throws(() => p.callbacks.earlyStopping({patience: -1}), invalid(/patience/));
  assert.throws(() => p.callbacks.earlyStopping({mode: 'best'}), invalid(/mode must be one of/));
  assert.throws(() => p.callbacks.modelCheckpoint(), invalid(/save must be a function/));
  assert.throws(() => p.callbacks.learningRateScheduler(0.1, () => 0.1), invalid(/must be the variable/));
});

test('printed() has a line for each epoch, a bar or nothing', async () => {
  const model = compiled();
  await model.fit(batches(32, 8), {epochs: 2});
  assert.match(model.printed(), /^Epoch 1\/2\n4\/4 - .* - loss: \d\.\d+ .*\nEpoch 2\/2\n4\/4 - /);
  await model.fit(batches(32, 8), {verbose: 0});
  assert.equal(model.printed(), '');
  await model.fit(batches(32, 8), {verbose: 1});
  assert.match(model.printed(), /4\/4 \[=+\].*loss: /);
});

test('layers of a model are found by name, and what is not trainable stays', async () => {
  const model = small();
  model.build([6]);
  const [first, last] = model.layers().filter((layer) => layer.countParams() > 0);
  assert.equal(model.getLayer(first.name).typeName, 'Dense');
  assert.throws(() => model.getLayer('none'), isError('NotFoundError', 'NOT_FOUND', /none/));
  first.trainable = false;
  assert.deepEqual([model.getLayer(first.name).trainable, last.trainable], [false, true]);
  model.compile({optimizer: 'sgd', loss});
  const kernel = (layer) => [...layer.variables()[0].value().data];
  const before = [kernel(first), kernel(last)];
  await model.fit(batches(64, 8));
  assert.deepEqual(kernel(first), before[0]);
  assert.notDeepEqual(kernel(last), before[1]);
  const [name] = last.variables().map((each) => each.name);
  const zeros = {data: new Float32Array(before[1].length), shape: model.weights()[name].shape};
  model.setWeights({[name]: zeros});
  assert.ok(kernel(last).every((value) => value === 0));
  const other = {data: new Float32Array(1), shape: [1]};
  assert.throws(
    () =>
      model.setWeights({
        [first.variables()[0].name]: {data: new Float32Array(before[0].length), shape: first.variables()[0].shape},
        nobody: other,
      }),
    isError('NotFoundError', 'NOT_FOUND', /"nobody"/),
  );
  assert.throws(() => model.setWeights({[name]: other}), invalid(/float32 \[.*but the tensor is float32 \[1\]/));
  assert.deepEqual(kernel(first), before[0]);
});
