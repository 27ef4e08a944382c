// Values of functions that are being traced: tensors, variables, the operators on them, gradients.
// Types: values.d.mts. They cross the border as JSON (src/bindings/traced_values.h): a tensor is
// {tensor: number}, a list a tuple, {dict: [[key, item], ...]} an object, {operation: number} a side
// effect.

import {
  PipetteError,
  functionsOf,
  invalidArgument,
  requireInteger,
  requireOptions,
  requireString,
  show,
  toPrimitive,
} from './errors.mjs';
import {Handle} from './handle.mjs';
import {BINARY, COMPARISONS, UNARY} from './tables.mjs';
import {Owned, callOn, coreOf, made, numberOf, optionsText} from './owned.mjs';
import {fromStructure, toStructure} from './structures.mjs';
import {dtypeOf, fromModule, isTensor, requireNumberOf, scalarOf, toModule} from './tensors.mjs';

/** A value of a function that is being traced: it has a dtype and a shape, but no numbers yet. */
export class TracedTensor {
  #core;
  #number;
  #dtype;
  #shape;

  constructor(core, {tensor, dtype, shape}) {
    this.#core = core;
    this.#number = tensor;
    this.#dtype = dtype;
    this.#shape = Object.freeze(shape);
  }

  get dtype() {
    return this.#dtype;
  }
  get shape() {
    return this.#shape;
  }

  toString() {
    return `TracedTensor(${this.#dtype} [${this.#shape.join(', ')}])`;
  }
  [Symbol.toPrimitive](hint) {
    return toPrimitive(this, hint);
  }

  static json(tensor, core, name) {
    if (tensor.#core !== core) throw invalidArgument(`${name} belongs to another instance of Pipette`);
    return {tensor: tensor.#number};
  }

  static coreOf(tensor) {
    return tensor.#core;
  }
}

const method = (name, of = name) => [
  `${name}(other)`,
  function (other) {
    return ofTwo(TracedTensor.coreOf(this), of, this, other);
  },
];
const METHODS = functionsOf({
  ...Object.fromEntries([
    method('add'),
    method('sub', 'subtract'),
    method('mul', 'multiply'),
    method('div', 'divide'),
    ...COMPARISONS.map((name) => method(name)),
  ]),
  'neg()'() {
    return operator(TracedTensor.coreOf(this), 'negative', [this]);
  },
});
for (const [name, value] of Object.entries(METHODS)) {
  Object.defineProperty(TracedTensor.prototype, name, {value, writable: true, configurable: true});
}

/** A side effect: what a body of a loop may return after its tensors. */
export class Operation {
  #node;
  constructor({operation}) {
    this.#node = operation;
  }
  toJSON() {
    return {operation: this.#node};
  }
  toString() {
    return 'Operation';
  }
  [Symbol.toPrimitive](hint) {
    return toPrimitive(this, hint);
  }
}

/** State that lives on the device from run to run. */
export class Variable extends Owned {
  static what = 'variable';
  static article = 'a';
  #about;

  constructor(handle) {
    super(handle);
    this.#about = Object.freeze(JSON.parse(callOn(this, 'describeVariable')));
  }

  get name() {
    return this.#about.name;
  }
  get dtype() {
    return this.#about.dtype;
  }
  get shape() {
    return this.#about.shape;
  }
  toString() {
    return `Variable "${this.name}" (${this.dtype} [${this.shape.join(', ')}])`;
  }
  [Symbol.toPrimitive](hint) {
    return toPrimitive(this, hint);
  }
  value() {
    return fromModule(callOn(this, 'variableValue'));
  }
  read() {
    return new TracedTensor(coreOf(this), JSON.parse(callOn(this, 'readVariable')));
  }
  assign(value) {
    if (isTensor(value)) {
      callOn(this, 'setVariable', '', toModule('value', value));
      return undefined;
    }
    const text = JSON.stringify(leafJson(coreOf(this), 'value', value));
    return new Operation(JSON.parse(callOn(this, 'assignVariable', text)));
  }
  countUp() {
    return new TracedTensor(coreOf(this), JSON.parse(callOn(this, 'countUp')));
  }
}

export const variable = (core, initial, options = {}) => {
  const {name = 'variable'} = requireOptions('options of variable()', options, ['name']);
  return made(Variable, core, 'createVariable', requireString('name', name), toModule('initial', initial));
};

const MOST_ELEMENTS = 2 ** 28; // 1 GB of float32, half of what WebAssembly can have

const filled = (shape, value) => {
  if (!Array.isArray(shape)) throw invalidArgument(`a shape must be a list, but it is ${show(shape)}`);
  shape.forEach((size, i) => requireInteger(`shape[${i}]`, size));
  const count = shape.reduce((all, size) => all * size, 1);
  if (count > MOST_ELEMENTS) {
    throw new PipetteError(
      'ResourceExhaustedError',
      'RESOURCE_EXHAUSTED',
      `a tensor of ${count} elements does not fit into memory; at most ${MOST_ELEMENTS} do`,
    );
  }
  return {data: new Float32Array(count).fill(value), shape: [...shape]};
};

export const initializerFunctions = (core) =>
  Object.freeze({
    zeros: (shape) => filled(shape, 0),
    ones: (shape) => filled(shape, 1),
    glorotUniform: (shape, options) =>
      fromModule(core.call('glorotUniform', 0, optionsText('glorotUniform()', options, {shape}), null)),
  });

// ---- to the module and back ----

export function constant(core, value, options = {}) {
  const {dtype} = requireOptions('options of constant()', options, ['dtype']);
  if (typeof value !== 'number' && !isTensor(value)) {
    throw invalidArgument(`a constant must be a number or {data, shape}, but it is ${show(value)}`);
  }
  if (typeof value === 'number') {
    requireNumberOf(dtype ?? 'float32', value, 'constant', 'give another dtype, or a number that fits');
  }
  const tensor = typeof value === 'number' ? scalarOf(value, dtype) : value;
  const made = new TracedTensor(core, JSON.parse(core.call('constant', 0, '', toModule('value', tensor))));
  return dtype === undefined || dtype === made.dtype ? made : operator(core, 'cast', [made], {dtype});
}

function leafJson(core, name, value) {
  if (value instanceof TracedTensor) return TracedTensor.json(value, core, name);
  if (value instanceof Variable) {
    numberOf(name, value, Variable, core);
    return TracedTensor.json(value.read(), core, name);
  }
  if (typeof value === 'number' || isTensor(value)) {
    return TracedTensor.json(constant(core, value), core, name);
  }
  throw invalidArgument(
    `${name} must be a tensor of the function being traced, a variable, a number or {data, shape}, ` +
      `but it is ${show(value)}`,
  );
}

export const tracedJson = (core, name, value) => toStructure(name, value, (path, each) => leafJson(core, path, each));
export const traced = (core, value) => fromStructure(value, (each) => new TracedTensor(core, each));

export const list = (value) => (Array.isArray(value) ? Array.from(value) : [value]); // without holes

/** What a body returns, as a list: nothing, one value or operation, or a list of both. */
export function resultsJson(core, value) {
  if (value === undefined || value === null) return [];
  return list(value).map((each, i) => (each instanceof Operation ? each : tracedJson(core, `result ${i}`, each)));
}

/** The function of the module's that calls a body: by position, then what has names. */
export const bodyOf = (core, body, results = resultsJson) =>
  core.callback(([positional, {dict}]) => {
    const named = dict.length > 0 ? [traced(core, {dict})] : [];
    return results(core, body(...positional.map((each) => traced(core, each)), ...named));
  });

// ---- operators ----

export function operator(core, name, inputs, options = {}) {
  const json = inputs.map((each, i) => leafJson(core, `operand ${i + 1} of ${name}()`, each));
  const text = core.call('callOperator', 0, optionsText(`${name}()`, options), {name, inputs: JSON.stringify(json)});
  return new TracedTensor(core, JSON.parse(text));
}

const dtypeLike = (like) => like?.dtype ?? dtypeOf(like?.data);

/** The number, when it can be one of the dtype of the other operand. */
function requireLike(name, like, number) {
  return requireNumberOf(dtypeLike(like), number, name, "cast the other operand: p.cast(x, 'float32')");
}

// A number takes the dtype of the other operand.
function ofTwo(core, name, a, b) {
  const number = typeof a === 'number' ? a : b;
  if (typeof number !== 'number' || typeof a === typeof b) return operator(core, name, [a, b]);
  const first = typeof a === 'number',
    other = first ? b : a;
  return operator(core, name, [other], {number: requireLike(name, other, number), first});
}

// The same for operators of more operands.
function numberLike(core, name, like, value) {
  const dtype = dtypeLike(like);
  if (typeof value !== 'number' || dtype === undefined) return value;
  return constant(core, requireLike(name, like, value), {dtype});
}

const ACTIVATIONS = ['relu', 'elu', 'softplus']; // of p.nn
const ONE = [...UNARY.filter((name) => !ACTIVATIONS.includes(name)), 'argmax'];
const TWO = [...BINARY, ...COMPARISONS, 'logicalAnd', 'logicalOr'];
const REDUCTIONS = ['reduceSum', 'reduceMean', 'reduceMax'];

const KEPT_AXES = 'p.reshape(sum, shape) gives an axis of size 1 back';
const ADVICE = {
  sparseCategoricalCrossentropy: 'the losses of logits are p.nn.sparseSoftmaxCrossEntropyWithLogits(labels, logits)',
  softmax: 'it goes along the last axis, which p.transpose() of a matrix exchanges with the other one',
  ...Object.fromEntries(REDUCTIONS.map((name) => [name, KEPT_AXES])),
};

const named = (names, parameters, make) => Object.fromEntries(names.map((name) => [`${name}(${parameters})`, make(name)]));

/** Operators by signature: what is given beyond it is an error. */
const operators = (table) => Object.freeze(functionsOf(table, ADVICE));

export function operatorFunctions(core) {
  const call = (name, inputs, options) => operator(core, name, inputs, options);
  const like = (name, x, value) => numberLike(core, name, x, value);
  const reductions = named(
    REDUCTIONS,
    'x, axis',
    (name) => (x, axis) => call(name, [x], axis === undefined ? {} : {axes: axis}),
  );
  return Object.freeze({
    math: operators({
      ...named(ONE, 'x', (name) => (x) => call(name, [x])),
      ...named(TWO, 'a, b', (name) => (a, b) => ofTwo(core, name, a, b)),
      ...reductions,
    }),
    nn: operators({
      ...named(ACTIVATIONS, 'x', (name) => (x) => call(name, [x])),
      ...named(['gelu', 'leakyRelu', 'maxPool2d'], 'x, options', (name) => (x, options) => call(name, [x], options)),
      'groupNorm(x, gamma, beta, options)': (x, gamma, beta, options) => call('groupNorm', [x, gamma, beta], options),
      'softmax(logits)': (logits) => call('softmax', [logits]),
      'conv2d(x, filter, options)': (x, filter, options) => call('conv2d', [x, filter], options),
      'dropout(x, rate, step, options)': (x, rate, step, options = {}) =>
        call('dropout', [x, step], {rate, ...requireOptions('options of dropout()', options, ['seed'])}),
      ...named(
        ['softmaxCrossEntropyWithLogits', 'sparseSoftmaxCrossEntropyWithLogits'],
        'labels, logits',
        (name) => (labels, logits) => call(name, [labels, logits]),
      ),
    }),
    losses: operators({
      'sparseCategoricalCrossentropy(labels, predictions)': (labels, predictions) =>
        call('sparseCategoricalCrossentropy', [labels, predictions]),
    }),
    ...operators({
      ...reductions,
      'matmul(a, b, options)': (a, b, options) => call('matmul', [a, b], options),
      'where(condition, a, b)': (condition, a, b) => call('where', [condition, like('where', b, a), like('where', a, b)]),
      'clipByValue(x, least, most)': (x, least, most) =>
        call('clipByValue', [x, like('clipByValue', x, least), like('clipByValue', x, most)]),
      'concat(values, axis)'(values, axis) {
        if (!Array.isArray(values)) {
          throw invalidArgument(`concat() wants a list of tensors, but gets ${show(values)}`);
        }
        return call('concat', list(values), {axis});
      },
      'slice(x, axis, begin, size)': (x, axis, begin, size) => call('slice', [x], {axis, begin, size}),
      'cast(x, dtype)': (x, dtype) => call('cast', [x], {dtype}),
      ...named(['reshape', 'broadcastTo'], 'x, shape', (name) => (x, shape) => call(name, [x], {shape})),
      ...named(['stopGradient', 'transpose'], 'x', (name) => (x) => call(name, [x])),
      'replicaIndex()': () => call('replicaIndex', []),
    }),
    crossReplicaOps: operators(named(['crossReplicaSum', 'crossReplicaMean'], 'x', (name) => (x) => call(name, [x]))),
  });
}

// ---- gradients ----

export const variableNumbers = (core, variables) =>
  list(variables).map((each, i) => numberOf(`variables[${i}]`, each, Variable, core));

/** Pairs of two lists of one length. */
export function zip(a, b) {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) {
    throw invalidArgument(
      `zip() wants two lists of one length, but gets ${show(a)} and ${show(b)}` +
        (Array.isArray(a) && Array.isArray(b) ? ` of ${a.length} and ${b.length}` : ''),
    );
  }
  return list(a).map((each, i) => [each, b[i]]);
}

export function applyGradients(optimizer, pairs) {
  if (!Array.isArray(pairs) || !list(pairs).every((pair) => Array.isArray(pair) && pair.length === 2)) {
    throw invalidArgument('applyGradients() wants pairs [gradient, variable]; zip() makes them');
  }
  const core = coreOf(optimizer);
  const computed = pairs.map(([each], i) => leafJson(core, `gradient ${i}`, each));
  const variables = variableNumbers(
    core,
    pairs.map(([, each]) => each),
  );
  return new Operation(JSON.parse(callOn(optimizer, 'applyGradients', JSON.stringify(computed), variables)));
}

export function computeGradients(optimizer, loss, variables) {
  const core = coreOf(optimizer);
  const text = JSON.stringify(leafJson(core, 'loss', loss));
  const found = JSON.parse(callOn(optimizer, 'computeGradients', text, variableNumbers(core, variables)));
  return found.map((each, i) => [new TracedTensor(core, each), list(variables)[i]]);
}

export const lossJson = (core, loss) => leafJson(core, 'loss', loss);
export const tensorsJson = (core, tensors) => list(tensors).map((each, i) => leafJson(core, `tensors[${i}]`, each));

/** The module's variables of a model as objects. */
export const variablesFrom = (core, numbers) => numbers.map((number) => new Variable(new Handle(core, number, Variable.what)));

export const callModel = (model, x, training) => {
  const core = coreOf(model);
  const text = JSON.stringify(leafJson(core, 'x', x));
  return new TracedTensor(core, JSON.parse(callOn(model, 'callModel', text, training)));
};
