// The tutorials that look at tensors, written in JavaScript at the level of their Python. TypeScript reads their types
// (tools/check_types).

/**
 * @typedef {import('../../web/pipette.mjs').Pipette} Pipette
 * @typedef {import('../../web/pipette.mjs').TracedTensor} TracedTensor
 * @typedef {import('../../web/pipette.mjs').MachineOptions} MachineOptions
 */

/**
 * Tutorial 001, pipelining and tensor inspection with Keras: a model in two stages whose layers and optimizer hand
 * tensors to queues, and callbacks that print what they are like.
 * @param {Pipette} p
 * @param {{stepsPerEpoch: number, epochs: number, count: number, seed: number, learningRate: number,
 *   host?: MachineOptions['host'], print?: (text: string) => void}} options
 */
export async function inspectedKeras(p, {stepsPerEpoch, epochs, count, seed, learningRate, host, print}) {
  const dataset = p.dataset.digits({seed}).train.cache().shuffle(60000, seed).batch(32).prefetch().repeat();

  const optimizerOutfeedQueue = p.outfeedQueue({filters: ['Dense_128']});
  const multiActivationsOutfeedQueue = p.outfeedQueue();

  const createPipelineModel = () => {
    const inputLayer = p.input([28, 28], {batchSize: 32});
    let x = p.pipelineStage(0, () => {
      const flat = p.layers.flatten().apply(inputLayer);
      return p.layers.dense(256, {activation: 'relu', name: 'Dense_256'}).apply(flat);
    });
    x = p.pipelineStage(1, () => {
      let y = p.layers.dense(128, {activation: 'relu', name: 'Dense_128'}).apply(x);
      y = p.layers.maybeOutfeed(multiActivationsOutfeedQueue, {finalOutfeed: false, name: 'Dense_128_acts'}).apply(y);
      y = p.layers.dense(10, {activation: 'softmax', name: 'Dense_10'}).apply(y);
      return p.layers.maybeOutfeed(multiActivationsOutfeedQueue, {finalOutfeed: true, name: 'Dense_10_acts'}).apply(y);
    });
    const model = p.model(inputLayer, x, {seed, numIpus: 2, host});
    model.setPipeliningOptions({gradientAccumulationStepsPerReplica: count});
    return model;
  };

  const callbacks = [
    p.callbacks.outfeedCallback(optimizerOutfeedQueue, {name: 'Gradients callback', print}),
    p.callbacks.outfeedCallback(multiActivationsOutfeedQueue, {name: 'Multi-layer activations callback', print}),
  ];

  const model = createPipelineModel();
  model.compile({
    loss: 'sparse_categorical_crossentropy',
    optimizer: p.optimizers.outfeedOptimizer(p.optimizers.sgd({learningRate}), optimizerOutfeedQueue, {
      model,
      outfeedOptimizerMode: 'before_apply',
    }),
    metrics: ['accuracy'],
    stepsPerExecution: stepsPerEpoch,
  });
  const {losses} = await model.fit(dataset, {callbacks, stepsPerEpoch, epochs});
  return {model, losses};
}

/**
 * Tutorial 004, tensor inspection in the words of TensorFlow 1 (pipelined_model.py): two stages that offer their
 * activations to queues, an optimizer that offers its gradients, and what was dequeued after every engine run.
 * @param {Pipette} p
 * @param {{repeatCount: number, runs: number, count: number, seed: number, learningRate: number,
 *   host?: MachineOptions['host']}} options
 */
export async function inspectedPipeline(p, {repeatCount, runs, count, seed, learningRate, host}) {
  const dataset = p.dataset.digits({seed}).train.cache().shuffle(60000, seed).batch(32).prefetch().repeat();
  const infeedQueue = p.infeedQueue(dataset, {prefetchDepth: 3});
  const outfeedQueue = p.outfeedQueue();
  const gradientsQueue = p.outfeedQueue({filters: ['dense1', 'dense2']});
  const activationsQueue = p.outfeedQueue({filters: ['dense1']});
  const secondActivationsQueue = p.outfeedQueue();
  infeedQueue.initialize();

  /** @type {import('../../web/pipette.mjs').Variable[]} */
  const variables = [];
  /** @param {string} name @param {number} inputs @param {number} units */
  const dense = (name, inputs, units) => {
    const kernel = p.variable(p.initializers.glorotUniform([inputs, units], {seed, name: `${name}/kernel`}), {
      name: `${name}/kernel:0`,
    });
    const bias = p.variable(p.initializers.zeros([units]), {name: `${name}/bias:0`});
    variables.push(kernel, bias);
    return (/** @type {TracedTensor} */ x) => p.matmul(x, kernel).add(bias);
  };
  const dense1 = dense('dense1', 784, 256),
    dense2 = dense('dense2', 256, 128),
    dense3 = dense('dense3', 128, 10);

  /** @param {TracedTensor} images @param {TracedTensor} labels */
  const stage1 = (images, labels) => {
    const one = p.nn.relu(dense1(p.reshape(images, [32, 784])));
    activationsQueue.maybeOutfeed('dense1', one);
    const two = p.nn.relu(dense2(one));
    activationsQueue.maybeOutfeed('dense2', two);
    activationsQueue.maybeEnqueue();
    return [two, labels];
  };
  /** @param {TracedTensor} x @param {TracedTensor} labels */
  const stage2 = (x, labels) => {
    const logits = dense3(x);
    secondActivationsQueue.maybeOutfeed('dense3', logits);
    secondActivationsQueue.maybeEnqueue();
    return p.reduceMean(p.nn.sparseSoftmaxCrossEntropyWithLogits(labels, logits));
  };
  /** @param {TracedTensor} loss */
  const optimizerFunction = (loss) => ({
    optimizer: p.optimizers.outfeedOptimizer(p.optimizers.sgd({learningRate, aggregateGradients: false}), gradientsQueue),
    loss,
  });

  const strategy = p.strategy({numIpus: 2, host});
  const myNet = p.function(strategy, () =>
    p.pipelining.pipeline([stage1, stage2], {
      gradientAccumulationCount: count,
      repeatCount,
      infeedQueue,
      outfeedQueue,
      optimizerFunction,
      outfeedLoss: true,
    }),
  );
  const losses = [],
    outfed = [];
  for (let run = 0; run < runs; run++) {
    await strategy.run(myNet);
    const {data} = /** @type {import("../../web/pipette.mjs").Tensor} */ (outfeedQueue.dequeue());
    losses.push(...data);
    outfed.push({
      gradients: gradientsQueue.dequeue(),
      activations: {...activationsQueue.dequeue(), ...secondActivationsQueue.dequeue()},
    });
  }
  return {strategy, variables, losses: Float32Array.from(losses), outfed};
}
