// The programs of the tutorials, line by line as they are written there, in JavaScript. Each gives what
// its Python prints or leaves behind; what differs is named. TypeScript reads their types (tools/check_types).

/**
 * @typedef {import('../../web/pipette.mjs').Pipette} Pipette
 * @typedef {import('../../web/pipette.mjs').TracedTensor} TracedTensor
 * @typedef {import('../../web/pipette.mjs').Variable} Variable
 * @typedef {import('../../web/pipette.mjs').MachineOptions} MachineOptions
 */

/**
 * Tutorial 000, mnist_with_feeds.py. Its dataset is shuffled with a seed, and its model has one.
 * @param {Pipette} p
 * @param {{stepCount: number, stepsPerExecution: number, seed: number, hidden?: number, batch?: number}} options
 */
export async function mnistWithFeeds(p, {stepCount, stepsPerExecution, seed, hidden = 128, batch = 32}) {
  const createDataset = () => p.dataset.digits({seed}).train.cache().shuffle(60000, seed).batch(batch).prefetch().repeat();

  const createModel = () =>
    p.sequential(
      [p.layers.flatten(), p.layers.dense(hidden, {activation: 'relu'}), p.layers.dense(10, {activation: 'softmax'})],
      {seed},
    );

  const strategy = p.strategy({config: {autoSelectIpus: 1}});

  const trainingLoop = p.function(
    strategy,
    /**
     * @param {import('../../web/pipette.mjs').InfeedQueue} iterator
     * @param {import('../../web/pipette.mjs').OutfeedQueue} outfeedQueue
     * @param {import('../../web/pipette.mjs').Model} model
     * @param {import('../../web/pipette.mjs').Optimizer} optimizer
     * @param {number} numIterations
     */
    (iterator, outfeedQueue, model, optimizer, numIterations) => {
      p.loops.repeat(numIterations, () => {
        // Get the data for the step.
        const [features, labels] = iterator.next();

        // Perform the training step.
        const tape = p.gradientTape();
        const predictions = model.call(features, {training: true});
        const predictionLoss = p.losses.sparseCategoricalCrossentropy(labels, predictions);
        const loss = p.reduceMean(predictionLoss);
        const grads = tape.gradient(loss, model.trainableVariables());
        optimizer.applyGradients(p.zip(grads, model.trainableVariables()));

        // Store the loss in the outfeed queue.
        outfeedQueue.enqueue(loss);
      });
    },
    {name: 'training_loop'},
  );

  const opt = p.optimizers.sgd({learningRate: 0.01});
  const model = createModel();
  const iterator = p.iter(createDataset());
  const outfeedQueue = p.outfeedQueue();

  for (let step = 0; step < stepCount; step += stepsPerExecution) {
    await strategy.run(trainingLoop, [iterator, outfeedQueue, model, opt, stepsPerExecution]);
  }
  const result = outfeedQueue.dequeue();
  return {strategy, model, losses: result};
}

/**
 * Tutorial 000, mnist_without_feeds.py.
 * @param {Pipette} p
 * @param {{stepCount: number, seed: number, hidden?: number, batch?: number}} options
 */
export async function mnistWithoutFeeds(p, {stepCount, seed, hidden = 128, batch = 32}) {
  const dataset = p.dataset.digits({seed}).train.cache().shuffle(60000, seed).batch(batch).prefetch().repeat();
  const model = p.sequential(
    [p.layers.flatten(), p.layers.dense(hidden, {activation: 'relu'}), p.layers.dense(10, {activation: 'softmax'})],
    {seed},
  );
  const strategy = p.strategy({config: {autoSelectIpus: 1}});
  const optimizer = p.optimizers.sgd({learningRate: 0.01});

  const trainingStep = p.function(
    strategy,
    /** @param {TracedTensor} features @param {TracedTensor} labels */
    (features, labels) => {
      const tape = p.gradientTape();
      const predictions = model.call(features, {training: true});
      const loss = p.reduceMean(p.losses.sparseCategoricalCrossentropy(labels, predictions));
      const grads = tape.gradient(loss, model.trainableVariables());
      optimizer.applyGradients(p.zip(grads, model.trainableVariables()));
      return loss;
    },
    {name: 'training_step'},
  );

  const losses = new Float32Array(stepCount);
  let step = 0;
  for (const [features, labels] of dataset.take(stepCount)) {
    const loss = await strategy.run(trainingStep, [features, labels]);
    losses[step++] = loss.data[0];
  }
  return {strategy, model, losses: {data: losses, shape: [stepCount]}};
}

/**
 * Tutorial 003, the training of its convolutional network in one loop, by epochs.
 * @param {Pipette} p
 * @param {{epochs: number, batches: number, seed: number, learningRate: number}} options
 */
export async function loopsAndConvolutions(p, {epochs, batches, seed, learningRate}) {
  const dataset = p.dataset.digits({seed}).train.cache().repeat().batch(32);
  const infeed = p.iter(dataset);
  const model = p.sequential(
    [
      p.layers.reshape([28, 28, 1]),
      p.layers.conv2d(8, 3, {padding: 'same', activation: 'relu'}),
      p.layers.conv2d(8, 3, {padding: 'same', activation: 'relu'}),
      p.layers.flatten(),
      p.layers.dense(10),
    ],
    {seed},
  );
  const optimizer = p.optimizers.adam({learningRate});
  const strategy = p.strategy({config: {autoSelectIpus: 1}});

  const trainOneEpoch = p.function(strategy, () => {
    /** @param {TracedTensor} total @param {TracedTensor} x @param {TracedTensor} y */
    const body = (total, x, y) => {
      const logits = model.call(x, {training: true});
      const loss = p.reduceMean(p.nn.sparseSoftmaxCrossEntropyWithLogits(y, logits));
      return [total.add(loss), optimizer.minimize(loss, model.trainableVariables())];
    };
    return p.loops.repeat(batches, body, [0], infeed);
  });

  const losses = [];
  for (let epoch = 0; epoch < epochs; epoch++) {
    const [total] = await strategy.run(trainOneEpoch);
    losses.push(total.data[0] / batches);
  }
  return {strategy, model, losses};
}

/**
 * Tutorial 002, a network in stages: one for each layer, and the loss in the last.
 * @param {Pipette} p
 * @param {{updates: number, perExecution: number, count: number, seed: number, hidden: number, learningRate: number,
 *   schedule: 'grouped' | 'interleaved' | 'sequential', host?: MachineOptions['host']}} options
 */
export async function pipelined(p, {updates, perExecution, count, seed, schedule, hidden, learningRate, host}) {
  const dataset = p.dataset.digits({seed}).train.cache().shuffle(60000, seed).batch(32).prefetch().repeat();
  const infeedQueue = p.infeedQueue(dataset, {prefetchDepth: 3});
  const outfeedQueue = p.outfeedQueue();
  infeedQueue.initialize();

  /** @type {Variable[]} */
  const variables = [];
  /** @param {string} name @param {number} inputs @param {number} units */
  const dense = (name, inputs, units) => {
    const kernel = p.variable(p.initializers.glorotUniform([inputs, units], {seed, name: `${name}/kernel`}), {
      name: `${name}/kernel`,
    });
    const bias = p.variable(p.initializers.zeros([units]), {name: `${name}/bias`});
    variables.push(kernel, bias);
    return (/** @type {TracedTensor} */ x) => p.nameScope(name, () => p.matmul(x, kernel).add(bias));
  };
  const dense1 = dense('dense', 784, hidden),
    dense2 = dense('dense_1', hidden, 10);

  /** @param {TracedTensor} images @param {TracedTensor} labels */
  const stage1 = (images, labels) => [p.nn.relu(dense1(p.reshape(images, [32, 784]))), labels];
  /** @param {TracedTensor} x @param {TracedTensor} labels */
  const stage2 = (x, labels) => p.reduceMean(p.losses.sparseCategoricalCrossentropy(labels, p.nn.softmax(dense2(x))));
  /** @param {TracedTensor} loss */
  const optimizerFunction = (loss) => ({optimizer: p.optimizers.sgd({learningRate}), loss, variables});

  const strategy = p.strategy({config: {autoSelectIpus: 2}, host});
  const myNet = p.function(strategy, () =>
    p.pipelining.pipeline([stage1, stage2], {
      gradientAccumulationCount: count,
      repeatCount: perExecution,
      infeedQueue,
      outfeedQueue,
      optimizerFunction,
      pipelineSchedule: schedule,
      outfeedLoss: true,
    }),
  );

  for (let update = 0; update < updates; update += perExecution) await strategy.run(myNet);
  return {strategy, variables, losses: outfeedQueue.dequeue()};
}
