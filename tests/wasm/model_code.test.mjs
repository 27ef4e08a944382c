// The JavaScript that is written for an experiment with layers, run as it is written.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {folder, isError, pipette as p, runAll} from './module.mjs';

const short = {experiment: 'inspect-keras', batchSize: 4, steps: 24, stepsPerExecution: 12, gradientsFilters: ['none']};
const dense = (units, activation, rest) => ({layer: 'dense', units, activation, ...rest});
const experiments = {
  'a pipeline': {...short, seed: 3, gradientsFilters: ['Dense_128']},
  'a functional pipeline': {
    ...short,
    modelType: 'Model',
    pipelineSchedule: 'interleaved',
    optimizer: 'momentum',
    gradientAccumulationCount: 6,
    reductionMethod: 'mean',
    activationsFilters: ['first', 'acts'],
    layers: [
      {layer: 'flatten'},
      dense(24, 'tanh', {name: "it's first", outfeed: true}),
      dense(16, 'relu', {stage: 1, outfeed: true}),
      dense(10, 'softmax', {stage: 2, outfeed: true}),
    ],
  },
  convolutions: {
    ...short,
    gradientAccumulationCount: 2,
    optimizer: 'adam',
    prefetchDepth: 2,
    outfeedPreAccumulatedGradients: true,
    offloadWeightUpdateVariables: false,
    layers: [
      {layer: 'reshape', shape: [28, 28, 1]},
      {layer: 'conv2d', filters: 3, strides: [2, 2], activation: 'relu', outfeed: true},
      {layer: 'max_pooling2d', poolSize: [2, 2], padding: 'valid'},
      {layer: 'conv2d', filters: 2, kernelSize: [2, 3], padding: 'valid'},
      {layer: 'flatten'},
      {layer: 'dropout', rate: 0.25},
      dense(10, 'softmax'),
    ],
  },
  'normalization and means': {
    ...short,
    gradientAccumulationCount: 1,
    layers: [
      {layer: 'reshape', shape: [28, 28, 1]},
      {layer: 'conv2d', filters: 4, activation: 'gelu', kernelInitializer: 'he_normal', kernelL2: 0.01},
      {layer: 'batch_normalization', outfeed: true},
      {layer: 'average_pooling2d', strides: [4, 4]},
      {layer: 'layer_normalization'},
      {layer: 'global_average_pooling2d'},
      dense(10, 'softmax'),
    ],
  },
  'a plain model': {
    ...short,
    gradientAccumulationCount: 1,
    optimizer: 'rmsprop',
    modelType: 'Model',
    layers: [{layer: 'flatten'}, {layer: 'activation', activation: 'tanh'}, dense(10, 'softmax')],
  },
};

/** What the program defines, and what it printed. */
async function run(code, defined = 'gradients, model') {
  const url = pathToFileURL(join(folder, 'pipette.mjs')).href;
  const program = `${code.replace('./pipette.mjs', url)}\nexport {${defined}};`;
  const printed = [],
    log = console.log;
  console.log = (...values) => printed.push(values);
  try {
    return {...(await import(`data:text/javascript,${encodeURIComponent(program)}`)), printed};
  } finally {
    console.log = log;
  }
}

for (const [name, experiment] of Object.entries(experiments)) {
  test(`the program of ${name} gives the bits of its experiment`, async () => {
    const session = runAll(p.createSession(experiment));
    const {model, gradients, printed} = await run(p.modelCode(experiment, 'javascript'));
    assert.deepEqual([...model.losses()], [...session.losses()]);
    assert.equal(session.losses().length, 24);
    const epochs = printed.filter(([words]) => words.startsWith('epoch '));
    assert.equal(epochs.length, 2);
    assert.ok(epochs.every(([, logs]) => logs.accuracy >= 0));
    const keys = gradients.statistics().rows.map((row) => row.name);
    assert.ok(printed.some(([text]) => keys.length > 0 && keys.every((key) => text.includes(key))));
  });
}

for (const experiment of [
  {
    experiment: 'mnist-with-feeds',
    batchSize: 4,
    steps: 24,
    stepsPerExecution: 12,
    seed: 3,
    prefetchDepth: 2,
    hiddenUnits: [24, 16],
  },
  {experiment: 'mnist-without-feeds', batchSize: 4, steps: 12, optimizer: 'adam', learningRate: 0.001},
]) {
  test(`the program of ${experiment.experiment} gives the bits and the time of its experiment`, async () => {
    const session = runAll(p.createSession(experiment));
    const {losses, model, printed} = await run(p.modelCode(experiment, 'javascript'), 'losses, model');
    assert.deepEqual([...losses], [...session.losses()]);
    const {weightHash} = session.summary({accuracy: false});
    assert.equal(p.hash(model.variables().map((each) => each.value())), weightHash);
    const [words, seconds, unit] = printed.at(-1);
    assert.equal(`${words} ${seconds.toFixed(3)} ${unit}`, session.printed().trim());
  });
}

test('experiments with layers and those of queues have a program, in three languages', () => {
  assert.match(p.modelCode(short, 'python'), /keras\.Sequential/);
  assert.match(p.modelCode(short, 'cpp'), /keras::Sequential/);
  const invalid = (message) => isError('InvalidArgumentError', 'INVALID_ARGUMENT', message);
  assert.throws(() => p.modelCode({experiment: 'loops'}, 'cpp'), invalid(/program of its own/));
  assert.throws(() => p.modelCode(short, 'fortran'), invalid(/"language" must be one of "python", "cpp", "javascript"/));
});
