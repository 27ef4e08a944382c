// What models are made of: layers, queues, optimizers, symbolic tensors. Types: layers.d.ts.

import {requireOneOf} from './errors.mjs';
import {
  Owned, callOn, coreOf, handleOf, made, numberOf, numbersOf, optionsText,
} from './owned.mjs';
import {namedFromModule, statistics} from './tensors.mjs';

export class OutfeedQueue extends Owned {
  static what = 'outfeed queue';
  static article = 'an';
  #latest = {};

  get pending() { return callOn(this, 'pending'); }
  dequeue() {
    this.#latest = namedFromModule(callOn(this, 'dequeue'));
    return {...this.#latest};
  }
  statistics() { return statistics(coreOf(this), this.#latest); }
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
}

const OPTIMIZERS = ['sgd', 'adam', 'rmsprop'];

export const optimizerFunctions = (core) => Object.freeze(Object.fromEntries(
  OPTIMIZERS.map((type) => [type, (options) =>
    made(Optimizer, core, 'createOptimizer', optionsText(`${type}()`, options), type)])));

/** An optimizer, or the name of one, as the module wants it. */
export const optimizerArguments = (core, optimizer = 'rmsprop') => typeof optimizer === 'string'
  ? {optimizer: 0, name: requireOneOf('optimizer', optimizer, OPTIMIZERS)}
  : {optimizer: numberOf('optimizer', optimizer, Optimizer, core), name: ''};
