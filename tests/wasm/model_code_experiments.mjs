// Experiments that are written as programs (src/code), small ones: what those programs train must be the same, bit by bit.

export const short = {experiment: 'inspect-keras', batchSize: 4, steps: 24, stepsPerExecution: 12, gradientsFilters: ['none']};
const dense = (units, activation, rest) => ({layer: 'dense', units, activation, ...rest});
export const layered = {
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

export const queued = [
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
];
