// Operators on elements, events, and the arguments of layers' functions. Written by tools/write_tables.

export const UNARY = ['negative', 'abs', 'sign', 'square', 'relu', 'logicalNot', 'reciprocal', 'sqrt', 'rsqrt', 'exp',
  'log', 'tanh', 'sigmoid', 'floor', 'cos', 'sin', 'erf'];
export const BINARY = ['add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum'];
export const COMPARISONS = ['equal', 'notEqual', 'less', 'lessEqual', 'greater', 'greaterEqual'];
export const EVENTS = ['created', 'compiled', 'runStarted', 'runFinished', 'dequeued', 'finished', 'reset', 'failed'];
export const LAYERS = {
  dense: ['units'],
  conv2d: ['filters', 'kernelSize'],
  maxPooling2d: [],
  averagePooling2d: [],
  globalAveragePooling2d: [],
  globalMaxPooling2d: [],
  batchNormalization: [],
  layerNormalization: [],
  groupNormalization: [],
  dropout: ['rate'],
  flatten: [],
  reshape: ['shape'],
  activation: ['activation'],
  add: [],
  multiply: [],
  concatenate: [],
};
