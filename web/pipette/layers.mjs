// What models are made of: layers, queues, optimizers, symbolic tensors. Types: layers.d.ts.

import {invalidArgument, requireOneOf, show} from './errors.mjs';
import {
  Owned, callOn, coreOf, handleOf, made, numberOf, numbersOf, optionsText,
} from './owned.mjs';
import {fromArrays} from './structures.mjs';
import {isTensor, statistics} from './tensors.mjs';
import {Operation, applyGradients, computeGradients, traced, tracedJson} from './values.mjs';

// Leaves of a structure by name: items of lists by number, a lone tensor as itself.
function byName(value, name = '') {
  if (isTensor(value)) return [[name || 'outfeed', value]];
  return Object.entries(value).flatMap(([key, each]) => byName(each, name === '' ? key : `${name}/${key}`));
}

export class OutfeedQueue extends Owned {
  static what = 'outfeed queue';
  static article = 'an';
  #latest = {};

  get pending() { return callOn(this, 'pending'); }
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
  * [Symbol.iterator]() {
    for (let element; (element = this.pop()) !== undefined;) yield element;
  }
  deleter() { callOn(this, 'deleteOutfeed'); }
  statistics() { return statistics(coreOf(this), Object.fromEntries(byName(this.#latest))); }
}

export const outfeedQueue = (core, options) =>
  made(OutfeedQueue, core, 'createQueue', optionsText('outfeedQueue()', options));

/** A value that a layer was or will be called on: it has a shape, but no numbers. */
export class SymbolicTensor extends Owned {
  static what = 'symbolic tensor';
  static article = 'a';
}

export class Layer extends Owned {
  static what = 'layer';
  static article = 'a';

  apply(x) {
    const core = coreOf(this), number = handleOf(this).get();
    const inputs = numbersOf('x', Array.isArray(x) ? x : [x], SymbolicTensor, core);
    return made(SymbolicTensor, core, 'applyLayer', '', inputs, number);
  }
}

export const input = (core, shape, options) =>
  made(SymbolicTensor, core, 'createInput', optionsText('input()', options, {shape}));

export function layerFunctions(core) {
  const layer = (type, options, others, queue = 0) =>
    made(Layer, core, 'createLayer', optionsText(`${type}()`, options, others), {type, queue});
  return Object.freeze({
    flatten: (options) => layer('flatten', options),
    dense: (units, options) => layer('dense', options, {units}),
    conv2d: (filters, kernelSize, options) => layer('conv2d', options, {filters, kernelSize}),
    maxPooling2d: (options) => layer('maxPooling2d', options),
    dropout: (rate, options) => layer('dropout', options, {rate}),
    reshape: (shape, options) => layer('reshape', options, {shape}),
    activation: (activation, options) => layer('activation', options, {activation}),
    add: (options) => layer('add', options),
    outfeed: (queue, options) =>
      layer('outfeed', options, {}, numberOf('queue', queue, OutfeedQueue, core)),
  });
}

export class Optimizer extends Owned {
  static what = 'optimizer';
  static article = 'an';

  computeGradients(loss, variables) { return computeGradients(this, loss, variables); }
  applyGradients(pairs) { return applyGradients(this, pairs); }
  minimize(loss, variables) { return this.applyGradients(this.computeGradients(loss, variables)); }
}

const OPTIMIZERS = ['sgd', 'adam', 'rmsprop'];
const ACCUMULATING = ['gradientAccumulationOptimizer', 'gradientAccumulationOptimizerV2',
                      'crossReplicaGradientAccumulationOptimizer',
                      'crossReplicaGradientAccumulationOptimizerV2'];

export function optimizerFunctions(core) {
  const wrapped = (type, optimizer, options, callback = null) => made(
    Optimizer, core, 'wrapOptimizer', options, {type, callback},
    numberOf('optimizer', optimizer, Optimizer, core));
  const plain = OPTIMIZERS.map((type) => [type, (options) =>
    made(Optimizer, core, 'createOptimizer', optionsText(`${type}()`, options), type)]);
  const accumulating = ACCUMULATING.map((type) => [type, (optimizer, numMiniBatches, options) =>
    wrapped(type, optimizer, optionsText(`${type}()`, options, {numMiniBatches}))]);
  return Object.freeze({
    ...Object.fromEntries(plain),
    ...Object.fromEntries(accumulating),
    crossReplicaOptimizer: (optimizer, options) =>
      wrapped('crossReplicaOptimizer', optimizer, optionsText('crossReplicaOptimizer()', options)),
    mapGradientOptimizer(optimizer, map) {
      if (typeof map !== 'function') {
        throw invalidArgument(`the map must be a function, but it is ${show(map)}`);
      }
      return wrapped('mapGradientOptimizer', optimizer, '{}', core.callback(
        ([gradient, name]) => tracedJson(core, 'the mapped gradient', map(traced(core, gradient), name))));
    },
  });
}

/** An optimizer, or the name of one, as the module wants it. */
export const optimizerArguments = (core, optimizer = 'rmsprop') => typeof optimizer === 'string'
  ? {optimizer: 0, name: requireOneOf('optimizer', optimizer, OPTIMIZERS)}
  : {optimizer: numberOf('optimizer', optimizer, Optimizer, core), name: ''};
