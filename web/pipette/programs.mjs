// Functions that are traced and run on a strategy; infeed queues, loops, pipelines, scopes. Types and
// what each function does: programs.d.mts.

import {Dataset, benchmarkOf, startBenchmark} from './datasets.mjs';
import {functionsOf, invalidArgument, invalidState, requireObject, requireOptions, requireString, show} from './errors.mjs';
import {GradientTape} from './gradients.mjs';
import {Optimizer, OutfeedQueue, dtypeCallback} from './layers.mjs';
import {Owned, callOn, coreOf, handleOf, made, numberOf, optionsText} from './owned.mjs';
import {fromArrays, toArrays} from './structures.mjs';
import {isTensor} from './tensors.mjs';
import {Pauses, requireFunction, sliceOptions} from './time.mjs';
import {Operation, TracedTensor, bodyOf, lossJson, operator, traced, tracedJson, variableNumbers} from './values.mjs';
import {advanceSlice, watchable} from './watchable.mjs';

const RUN_OPTIONS = ['onProgress', 'signal', 'microseconds', 'pace'];

function needFunction(name, value) {
  if (typeof value === 'function') return value;
  throw invalidArgument(`${name} must be a function, but it is ${show(value)}`);
}

/** A machine, and what runs functions on it. Made by Pipette.strategy(). */
export class Strategy extends watchable(Object) {
  static what = 'strategy';
  static article = 'a';
  static maker = 'strategy()';
  #running = false;
  #pauses = new Pauses();

  start(fn, args = []) {
    if (!(fn instanceof TracedFunction)) {
      throw invalidArgument(`a strategy runs what function() has made, but it is given ${show(fn)}`);
    }
    if (!Array.isArray(args)) {
      throw invalidArgument(`the arguments must be a list, but they are ${show(args)}`);
    }
    const {number, tensors} = fn.variant(this, args);
    const {structure, tensors: list} = toArrays('args', tensors);
    callOn(this, 'startFunction', JSON.stringify(structure), {function: number, tensors: list});
  }

  result() {
    const result = fromArrays(callOn(this, 'strategyResult'));
    return Array.isArray(result) && result.length === 0 ? undefined : result;
  }

  abandon() {
    callOn(this, 'abandonRun');
  }

  async run(fn, args = [], options = {}) {
    const {onProgress, signal, microseconds, pace} = sliceOptions(requireOptions('options of run()', options, RUN_OPTIONS));
    if (this.#running) throw invalidState('the strategy is running already; wait for it or abort it');
    signal?.throwIfAborted();
    this.#running = true;
    let finished = false,
      started = false;
    try {
      await this.#pauses.take(pace, microseconds);
      signal?.throwIfAborted();
      this.start(fn, args);
      started = true;
      for (;;) {
        finished = advanceSlice(this, microseconds);
        await onProgress?.(this.status());
        if (finished) return this.result();
        await this.#pauses.take(pace, microseconds);
        signal?.throwIfAborted();
      }
    } finally {
      this.#running = false;
      const handle = handleOf(this);
      if (started && !finished && !handle.destroyed && !handle.crashed) this.abandon();
    }
  }
}

export const strategy = (core, options) => made(Strategy, core, 'createStrategy', optionsText('strategy()', options));

const DEVICE = Symbol('an argument that travels with each call');

/** A function that is traced when it first runs. Made by Pipette.function(). */
export class TracedFunction {
  #strategy;
  #body;
  #name;
  #variants = []; // {fixed, number}: one for each list of arguments that are no tensors

  constructor(strategy, body, name) {
    this.#strategy = strategy;
    this.#body = body;
    this.#name = name;
  }

  get name() {
    return this.#name;
  }

  /** The number of the function for these arguments in the module, and those that are tensors. */
  variant(strategy, args) {
    if (strategy !== this.#strategy) {
      throw invalidArgument(`"${this.#name}" was made for another strategy`);
    }
    const fixed = Array.from(args, (each) => (isTensor(each) ? DEVICE : each));
    const same = ({fixed: other}) => other.length === fixed.length && other.every((each, i) => Object.is(each, fixed[i]));
    let found = this.#variants.find(same);
    if (found === undefined) {
      found = {fixed, number: callOn(strategy, 'createFunction', this.#name, this.#callback(fixed))};
      this.#variants.push(found);
    }
    return {number: found.number, tensors: args.filter(isTensor)};
  }

  destroy() {
    for (const {number} of this.#variants.splice(0)) {
      if (!this.#strategy.destroyed) callOn(this.#strategy, 'destroyFunction', '', number);
    }
  }

  #callback(fixed) {
    const core = coreOf(this.#strategy);
    return core.callback((given) => {
      const tensors = traced(core, given);
      const result = this.#body(...fixed.map((each) => (each === DEVICE ? tensors.shift() : each)));
      const without = Array.isArray(result) ? result.filter((each) => !(each instanceof Operation)) : result;
      return without === undefined || without === null || without instanceof Operation
        ? []
        : tracedJson(core, 'the result', without);
    });
  }
}

export function tracedFunction(core, strategy, body, options = {}) {
  numberOf('strategy', strategy, Strategy, core);
  needFunction('the body', body);
  const {name = body.name || 'function'} = requireOptions('options of function()', options, ['name']);
  return new TracedFunction(strategy, body, requireString('name', name));
}

/** A dataset as a stream that functions read. Made by Pipette.infeedQueue() and iter(). */
export class InfeedQueue extends Owned {
  static what = 'infeed queue';
  static article = 'an';

  initialize() {
    callOn(this, 'initializeInfeed');
  }
  deleter() {
    callOn(this, 'deleteInfeed');
  }
  next() {
    return traced(coreOf(this), JSON.parse(callOn(this, 'infeedNext')));
  }
  get elementsRead() {
    return callOn(this, 'elementsRead');
  }
}

/** `of`: the function whose options they are, for errors. */
export const infeedQueue = (core, dataset, options, of = 'infeedQueue()') =>
  made(InfeedQueue, core, 'createInfeed', optionsText(of, options), of, numberOf('dataset', dataset, Dataset, core));

export function iter(core, dataset, options) {
  const queue = infeedQueue(core, dataset, options, 'iter()');
  queue.initialize();
  return queue;
}

// ---- loops ----

const infeedNumber = (core, infeed) =>
  infeed === undefined || infeed === null ? 0 : numberOf('infeed', infeed, InfeedQueue, core);

function listOfTensors(core, name, values) {
  const list = Array.isArray(values) ? Array.from(values) : [values];
  return JSON.stringify(list.map((each, i) => tracedJson(core, `${name}[${i}]`, each)));
}

export const loopFunctions = (core) =>
  Object.freeze({
    repeat(count, body, inputs = [], infeed) {
      needFunction('the body', body);
      const times = typeof count === 'number' ? count : tracedJson(core, 'count', count);
      const text = core.call('repeat', infeedNumber(core, infeed), optionsText('repeat()', {count: times}), {
        inputs: listOfTensors(core, 'inputs', inputs),
        body: bodyOf(core, body),
      });
      return traced(core, JSON.parse(text));
    },
    whileLoop(condition, body, inputs = [], infeed, options = {}) {
      needFunction('the condition', condition);
      needFunction('the body', body);
      const text = core.call('whileLoop', infeedNumber(core, infeed), optionsText('whileLoop()', options), {
        inputs: listOfTensors(core, 'inputs', inputs),
        condition: bodyOf(core, condition),
        body: bodyOf(core, body),
      });
      return traced(core, JSON.parse(text));
    },
  });

export function cond(core, predicate, trueBranch, falseBranch) {
  needFunction('trueBranch', trueBranch);
  needFunction('falseBranch', falseBranch);
  const text = core.call('cond', 0, JSON.stringify(tracedJson(core, 'predicate', predicate)), {
    trueBranch: bodyOf(core, trueBranch),
    falseBranch: bodyOf(core, falseBranch),
  });
  return traced(core, JSON.parse(text));
}

export const internalOps = (core) =>
  Object.freeze(
    functionsOf({
      'fifo(x, depth, options)': (x, depth, options = {}) =>
        operator(core, 'fifo', [x], {...requireOptions('options of fifo()', options, ['offload']), depth}),
      'printTensor(x, label)'(x, label = '') {
        const text = core.call('printTensor', 0, requireString('label', label), JSON.stringify(tracedJson(core, 'x', x)));
        return new Operation(JSON.parse(text));
      },
    }),
  );

// ---- pipelines ----

/** What an optimizer function returns. */
function optimizerJson(core, output) {
  if (output instanceof Optimizer || output?.optimizer === undefined) {
    throw invalidArgument(`optimizerFunction returns {optimizer, loss}, but it gives ${show(output)}`);
  }
  const {
    optimizer,
    loss,
    variables = [],
    tape,
    capturedGradientOutfeed: captured,
  } = requireOptions('what optimizerFunction returns', output, [
    'optimizer',
    'loss',
    'variables',
    'tape',
    'capturedGradientOutfeed',
  ]);
  return {
    optimizer: numberOf('optimizer', optimizer, Optimizer, core),
    loss: lossJson(core, loss),
    variables: variableNumbers(core, variables),
    tape: tape === undefined ? 0 : GradientTape.numberOf(tape, core),
    captured: captured === undefined ? 0 : numberOf('capturedGradientOutfeed', captured, OutfeedQueue, core),
  };
}

function pipeline(core, stages, options = {}) {
  if (!Array.isArray(stages)) {
    throw invalidArgument(`stages must be a list of functions, but it is ${show(stages)}`);
  }
  const {
    inputs = [],
    infeedQueue: infeed,
    outfeedQueue: outfeed,
    optimizerFunction,
    ...rest
  } = requireObject('options of pipeline()', options);
  requireFunction('optimizerFunction', optimizerFunction);
  const dtype = dtypeCallback(core, rest.gradientAccumulationDtype);
  if (dtype !== null) delete rest.gradientAccumulationDtype;
  const count = rest.gradientAccumulationCount;
  if (count instanceof TracedTensor) rest.gradientAccumulationCount = tracedJson(core, 'count', count);
  const members = Array.from(stages, (stage, i) =>
    Array.from(Array.isArray(stage) ? stage : [stage], (each, k) =>
      needFunction(`stages[${i}]${Array.isArray(stage) ? `[${k}]` : ''}`, each),
    ),
  );
  const text = core.call('pipelineOf', infeedNumber(core, infeed), optionsText('pipeline()', rest), {
    inputs: listOfTensors(core, 'inputs', inputs),
    stages: members.map((stage) => stage.map((each) => bodyOf(core, each))),
    names: members.map(
      (stage, i) =>
        stage
          .map(({name}) => name)
          .filter(Boolean)
          .join(', ') || `stage ${i}`,
    ),
    outfeed: outfeed === undefined ? 0 : numberOf('outfeedQueue', outfeed, OutfeedQueue, core),
    dtype,
    optimizer: optimizerFunction === undefined ? null : bodyOf(core, optimizerFunction, optimizerJson),
  });
  return new Operation(JSON.parse(text));
}

export const pipeliningFunctions = (core) =>
  Object.freeze({
    pipeline: (stages, options) => pipeline(core, stages, options),
    iterationCounter: () => operator(core, 'iterationCounter', []),
  });

export const infeedBenchmark = async (core, queue, options) =>
  benchmarkOf(core, 'infeedBenchmark()', numberOf('queue', queue, InfeedQueue, core), options);

export const startInfeedBenchmark = (core, queue, options) =>
  startBenchmark(core, 'startInfeedBenchmark()', numberOf('queue', queue, InfeedQueue, core), options);

// ---- scopes ----

export class Scope {
  #core;
  #number;

  constructor(core, number) {
    this.#core = core;
    this.#number = number;
  }
  close() {
    this.#core.call('leaveScope', this.#number, '', null);
  }
}
if (Symbol.dispose) Scope.prototype[Symbol.dispose] = Scope.prototype.close;

/** What `body` gives, called in the scope; without a body the scope, which is open until it is closed. */
function inScope(core, kind, index, name, body) {
  if (body !== undefined) needFunction('the body', body);
  const scope = new Scope(core, core.call('enterScope', index, kind, name));
  if (body === undefined) return scope;
  let result;
  try {
    result = body();
  } catch (error) {
    scope.close();
    throw error;
  }
  scope.close();
  return result;
}

const requireWhole = (name, value) => {
  if (!Number.isSafeInteger(value)) throw invalidArgument(`the ${name} must be an integer, but it is ${show(value)}`);
  return Math.max(-1, Math.min(value, 1024));
};

export const ipuShard = (core, index, body) => inScope(core, 'shard', requireWhole('shard', index), '', body);

export const pipelineStage = (core, stage, body) => inScope(core, 'pipeline stage', requireWhole('stage', stage), '', body);

export const nameScope = (core, name, body) => inScope(core, 'name', 0, requireString('name', name), body);

export const sourceLine = (core, text, body) => inScope(core, 'source line', 0, requireString('line', text), body);
