// What models are made of: layers, queues, optimizers, symbolic tensors. Types: layers.d.mts.

import {invalidArgument, requireObject, requireOneOf, requireOptions, requireString, show, toPrimitive} from './errors.mjs';
import {Handle} from './handle.mjs';
import {Owned, callOn, coreOf, handleOf, made, numberOf, numbersOf, optionsText} from './owned.mjs';
import {fromArrays} from './structures.mjs';
import {LAYERS} from './tables.mjs';
import {isTensor, statistics} from './tensors.mjs';
import {
  Operation,
  TracedTensor,
  Variable,
  applyGradients,
  computeGradients,
  traced,
  tracedJson,
  variablesFrom,
} from './values.mjs';

// Leaves of a structure by name: items of lists by number, a lone tensor as itself.
function byName(value, name = '') {
  if (isTensor(value)) return [[name || 'outfeed', value]];
  return Object.entries(value).flatMap(([key, each]) => byName(each, name === '' ? key : `${name}/${key}`));
}

export class OutfeedQueue extends Owned {
  static what = 'outfeed queue';
  static article = 'an';
  #latest = {};

  get pending() {
    return callOn(this, 'pending');
  }
  enqueue(value) {
    const text = JSON.stringify(tracedJson(coreOf(this), 'the element', value));
    return new Operation(JSON.parse(callOn(this, 'enqueue', text)));
  }
  dequeue() {
    const found = callOn(this, 'dequeue');
    this.#latest = found === null ? {} : fromArrays(found);
    return isTensor(this.#latest) || Array.isArray(this.#latest) ? this.#latest : {...this.#latest};
  }
  pop() {
    const found = callOn(this, 'pop');
    return found === null ? undefined : fromArrays(found);
  }
  *[Symbol.iterator]() {
    for (let element; (element = this.pop()) !== undefined;) yield element;
  }
  maybeOutfeed(key, value) {
    const text = JSON.stringify(tracedJson(coreOf(this), 'the value', value));
    callOn(this, 'maybeOutfeed', requireString('key', key), text);
  }
  maybeEnqueue() {
    const text = callOn(this, 'maybeEnqueue');
    return text === null ? undefined : new Operation(JSON.parse(text));
  }
  deleter() {
    callOn(this, 'deleteOutfeed');
  }
  statistics() {
    return statistics(coreOf(this), Object.fromEntries(byName(this.#latest)));
  }
}

export const outfeedQueue = (core, options) => made(OutfeedQueue, core, 'createQueue', optionsText('outfeedQueue()', options));

/** A value that a layer was or will be called on: it has a shape, but no numbers. */
export class SymbolicTensor extends Owned {
  static what = 'symbolic tensor';
  static article = 'a';

  toString() {
    return 'SymbolicTensor';
  }
  [Symbol.toPrimitive](hint) {
    return toPrimitive(this, hint);
  }
}

export class Layer extends Owned {
  static what = 'layer';
  static article = 'a';

  apply(x) {
    const core = coreOf(this),
      number = handleOf(this).get();
    const inputs = numbersOf('x', Array.isArray(x) ? x : [x], SymbolicTensor, core);
    return made(SymbolicTensor, core, 'applyLayer', '', inputs, number);
  }

  get name() {
    return this.#about().name;
  }
  get typeName() {
    return this.#about().typeName;
  }
  get trainable() {
    return this.#about().trainable;
  }
  set trainable(trainable) {
    callOn(this, 'setTrainable', '', Boolean(trainable));
  }
  countParams() {
    return this.#about().params;
  }
  variables() {
    return variablesFrom(coreOf(this), callOn(this, 'layerVariables'));
  }
  #about() {
    return JSON.parse(callOn(this, 'describeLayer'));
  }
}

/** The layer of a model, by the number that the module gives. */
export const layerNumbered = (core, number) => new Layer(new Handle(core, number, Layer.what));

export const input = (core, shape, options) =>
  made(SymbolicTensor, core, 'createInput', optionsText('input()', options, {shape}));

export function layerFunctions(core) {
  const layer = (type, options, others, queue = 0) =>
    made(Layer, core, 'createLayer', optionsText(`${type}()`, options, others), {type, queue});
  const functions = Object.entries(LAYERS).map(([type, names]) => [
    type,
    (...given) => layer(type, given[names.length], Object.fromEntries(names.map((name, i) => [name, given[i]]))),
  ]);
  const outfeed = (type) => [type, (queue, options) => layer(type, options, {}, numberOf('queue', queue, OutfeedQueue, core))];
  return Object.freeze(Object.fromEntries([...functions, outfeed('outfeed'), outfeed('maybeOutfeed')]));
}

export class Optimizer extends Owned {
  static what = 'optimizer';
  static article = 'an';

  computeGradients(loss, variables) {
    return computeGradients(this, loss, variables);
  }
  applyGradients(pairs) {
    return applyGradients(this, pairs);
  }
  minimize(loss, variables) {
    return this.applyGradients(this.computeGradients(loss, variables));
  }
}

/** A learning rate that follows from the number of weight updates so far. */
export class LearningRateSchedule {
  #json;
  constructor(json) {
    this.#json = json;
  }
  static json(schedule) {
    return schedule.#json;
  }
}

const scheduleFunctions = Object.freeze({
  exponentialDecay: (initialLearningRate, decaySteps, decayRate, options = {}) =>
    new LearningRateSchedule({
      ...requireOptions('options of exponentialDecay()', options, ['staircase']),
      schedule: 'exponentialDecay',
      initialLearningRate,
      decaySteps,
      decayRate,
    }),
  cosineDecay: (initialLearningRate, decaySteps, options = {}) =>
    new LearningRateSchedule({
      ...requireOptions('options of cosineDecay()', options, ['alpha']),
      schedule: 'cosineDecay',
      initialLearningRate,
      decaySteps,
    }),
  piecewiseConstantDecay: (boundaries, values) =>
    new LearningRateSchedule({schedule: 'piecewiseConstantDecay', boundaries, values}),
});

// A learning rate is a number, a schedule, a variable, or a tensor of the function being traced.
function plainOptimizer(core, type, options = {}) {
  const {learningRate, ...rest} = requireObject(`options of ${type}()`, options);
  const extra = {type, variable: 0, tensor: null};
  if (learningRate instanceof Variable) {
    extra.variable = numberOf('learningRate', learningRate, Variable, core);
  } else if (learningRate instanceof TracedTensor) {
    extra.tensor = JSON.stringify(TracedTensor.json(learningRate, core, 'learningRate'));
  } else if (learningRate instanceof LearningRateSchedule) {
    rest.learningRate = LearningRateSchedule.json(learningRate);
  } else if (learningRate !== undefined) {
    rest.learningRate = learningRate;
  }
  return made(Optimizer, core, 'createOptimizer', optionsText(`${type}()`, rest), extra);
}

const OPTIMIZERS = ['sgd', 'adam', 'adamW', 'rmsprop'];
const ACCUMULATING = [
  'gradientAccumulationOptimizer',
  'gradientAccumulationOptimizerV2',
  'crossReplicaGradientAccumulationOptimizer',
  'crossReplicaGradientAccumulationOptimizerV2',
];

/** The dtype of accumulators as a function of a variable's name; null where it is none. */
export const dtypeCallback = (core, dtype) =>
  typeof dtype !== 'function'
    ? null
    : core.callback((name) => requireOneOf(`the dtype of ${name}'s accumulator`, dtype(name), ['float32', 'float16']));

export function optimizerFunctions(core) {
  const wrapped = (type, optimizer, options, callback = null) =>
    made(Optimizer, core, 'wrapOptimizer', options, {type, callback}, numberOf('optimizer', optimizer, Optimizer, core));
  const plain = OPTIMIZERS.map((type) => [type, (options) => plainOptimizer(core, type, options)]);
  const accumulating = ACCUMULATING.map((type) => [
    type,
    (optimizer, numMiniBatches, options) => {
      const dtype = type.endsWith('V2') ? dtypeCallback(core, options?.dtype) : null;
      const rest = dtype === null ? options : {...options};
      if (dtype !== null) delete rest.dtype;
      return wrapped(type, optimizer, optionsText(`${type}()`, rest, {numMiniBatches}), dtype);
    },
  ]);
  return Object.freeze({
    ...Object.fromEntries(plain),
    schedules: scheduleFunctions,
    ...Object.fromEntries(accumulating),
    crossReplicaOptimizer: (optimizer, options) =>
      wrapped('crossReplicaOptimizer', optimizer, optionsText('crossReplicaOptimizer()', options)),
    outfeedOptimizer(optimizer, queue, options = {}) {
      const {model, ...rest} = requireObject('options of outfeedOptimizer()', options);
      if (model !== undefined && (typeof model?.trainableVariables !== 'function' || !handleOf(model))) {
        throw invalidArgument(`model must be a model, but it is ${show(model)}`);
      }
      return made(
        Optimizer,
        core,
        'wrapOptimizer',
        optionsText('outfeedOptimizer()', rest),
        {
          type: 'outfeedOptimizer',
          queue: numberOf('queue', queue, OutfeedQueue, core),
          model: model === undefined ? 0 : handleOf(model).get(core),
        },
        numberOf('optimizer', optimizer, Optimizer, core),
      );
    },
    castGradients: (optimizer) => wrapped('castGradients', optimizer, '{}'),
    mapGradientOptimizer(optimizer, map) {
      if (typeof map !== 'function') {
        throw invalidArgument(`the map must be a function, but it is ${show(map)}`);
      }
      return wrapped(
        'mapGradientOptimizer',
        optimizer,
        '{}',
        core.callback(([gradient, name]) => tracedJson(core, 'the mapped gradient', map(traced(core, gradient), name))),
      );
    },
  });
}

/** An optimizer, or the name of one, as the module wants it. */
export const optimizerArguments = (core, optimizer = 'rmsprop') =>
  typeof optimizer === 'string'
    ? {
        optimizer: 0,
        name: requireOneOf(
          'optimizer',
          optimizer,
          OPTIMIZERS.map((each) => each.toLowerCase()),
        ),
      }
    : {optimizer: numberOf('optimizer', optimizer, Optimizer, core), name: ''};
