// Whatever values the functions of the API are given, they return or throw a PipetteError with a text,
// and the emulator goes on.

import assert from 'node:assert/strict';
import test from 'node:test';
import {CALLS, Mine, RandomValues, SEED} from '../fuzz/random_values.mjs';
import {api, pipette, small} from './module.mjs';

const KINDS = [
  api.Dataset,
  api.Layer,
  api.Model,
  api.Optimizer,
  api.OutfeedQueue,
  api.SymbolicTensor,
  api.Session,
  api.Strategy,
  api.InfeedQueue,
  api.Variable,
  api.TracedFunction,
  api.TracedTensor,
  api.GradientTape,
];
const MOST_OBJECTS = 12; // of a kind, which are given to functions again
// Work without an end of its own; what begins it is called, and goes on by a few instructions.
const ENDLESS = new Set(['run', 'fit', 'evaluate', 'predict', 'datasetBenchmark', 'infeedBenchmark', 'loadMnist', 'toArray']);
const LATER = new Set(['advance', 'step', 'constructor', ...ENDLESS]);
const FIELDS = Object.keys(pipette.describeExperiment().experiment);
const OPTIONS = [
  'name',
  'activation',
  'units',
  'useBias',
  'strides',
  'padding',
  'poolSize',
  'seed',
  'trainCount',
  'testCount',
  'dropRemainder',
  'reshuffleEachIteration',
  'optimizer',
  'loss',
  'fromLogits',
  'metrics',
  'stepsPerExecution',
  'gradients',
  'gradientMode',
  'epochs',
  'initialEpoch',
  'stepsPerEpoch',
  'validationData',
  'validationSteps',
  'steps',
  'batchSize',
  'outfeedMode',
  'bufferDepth',
  'learningRate',
  'momentum',
  'gradientAccumulationSteps',
  'gradientAccumulationReductionMethod',
  'pipelineSchedule',
  'deviceMapping',
  'replicas',
  'prefetchDepth',
  'from',
  'limit',
  'microseconds',
  'instructions',
  'activations',
  'preAccumulated',
  'accuracy',
  'data',
  'shape',
  'numIpus',
];
const WORDS = [
  'relu',
  'softmax',
  'tanh',
  'same',
  'valid',
  'sgd',
  'adam',
  'rmsprop',
  'sum',
  'mean',
  'all',
  'last',
  'accuracy',
  'sparse_categorical_crossentropy',
  'mse',
  'grouped',
  'interleaved',
  'sequential',
  'instruction',
  'engineRun',
  'python',
  ...pipette.catalogue().map(({name}) => name),
];

/** Objects that functions have made, by kind. */
class Made {
  #objects = new Map(KINDS.map((Kind) => [Kind, []]));

  keep(value) {
    const values = typeof value === 'object' && value !== null ? [value, ...Object.values(value)] : [];
    for (const each of values) {
      const list = this.#objects.get(each?.constructor);
      if (list === undefined) continue;
      list.push(each);
      if (list.length > MOST_OBJECTS) list.shift().destroy?.();
    }
  }
  all() {
    return [...this.#objects.values()].flat();
  }
  /** Those of a kind that has any. */
  some(random) {
    return random.pick([[], ...[...this.#objects.values()].filter((list) => list.length > 0)]);
  }
  destroy() {
    for (const each of this.all()) each.destroy?.();
  }
}

function argument(random, made) {
  const kind = random.integer(10);
  const objects = kind <= 2 ? made.some(random) : [];
  if (kind < 2 && objects.length > 0) return random.pick(objects);
  if (kind === 2 && objects.length > 0) return random.list(4, () => random.pick(objects));
  if (kind === 3) return random.pick(WORDS);
  if (kind === 4) return random.list(4, () => random.integer(30));
  if (kind === 5) return random.integer(30);
  if (kind === 6) {
    const shape = random.list(3, () => 1 + random.integer(3));
    return {data: new Float32Array(shape.reduce((a, b) => a * b, 1)), shape};
  }
  if (kind === 7) {
    return Object.fromEntries(
      random.list(3, () => [
        random.pick(random.integer(3) === 0 ? FIELDS : OPTIONS),
        random.pick([random.pick(WORDS), random.integer(9), random.value()]),
      ]),
    );
  }
  return random.value();
}

/** The names of an object's functions that return soon. */
function functionsOf(object) {
  const names = [];
  for (
    let owner = object;
    owner !== null && owner !== Object.prototype && owner !== EventTarget.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const [name, {value}] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value === 'function' && !LATER.has(name)) names.push(name);
    }
  }
  return names;
}

function checkRefusal(what, error) {
  if (error instanceof Mine) return;
  assert.ok(error instanceof api.PipetteError, `${what}: ${error?.stack ?? error}`);
  assert.ok(error.message.length > 0 && error.code !== 'INTERNAL', `${what}: ${error.code} ${error.message}`);
}

/** What the call gives; undefined when it was refused as it should be. */
function attempt(what, call) {
  try {
    const result = call();
    if (result instanceof Promise) result.catch((error) => checkRefusal(what, error));
    return result;
  } catch (error) {
    checkRefusal(what, error);
    return undefined;
  }
}

test('functions of the API take any values', () => {
  const random = new RandomValues(SEED);
  const made = new Made();
  made.keep(pipette.createSession(small));
  for (let i = 0; i < CALLS; i++) {
    const object = random.pick([
      pipette,
      pipette.dataset,
      pipette.layers,
      pipette.optimizers,
      ...made.some(random),
      ...made.some(random),
    ]);
    const name = random.pick(functionsOf(object));
    const values = random.list(3, () => argument(random, made));
    const what = `call ${i} of seed ${SEED}, ${object.constructor.name}.${name}()`;
    made.keep(attempt(what, () => object[name](...values)));
    if (object instanceof api.Model && !object.destroyed) attempt(what, () => object.advance({instructions: 50}));
  }
  made.destroy();
  pipette.createSession(small).destroy();
});

test('functions of tensors take any values while a function is traced', () => {
  const random = new RandomValues(SEED);
  const namespaces = [
    pipette.math,
    pipette.nn,
    pipette.losses,
    pipette.loops,
    pipette.pipelining,
    pipette.crossReplicaOps,
    pipette.internalOps,
    pipette.initializers,
  ];
  const names = [
    'matmul',
    'cast',
    'reshape',
    'broadcastTo',
    'transpose',
    'reduceSum',
    'reduceMean',
    'reduceMax',
    'constant',
    'variable',
    'cond',
    'gradientTape',
    'gradients',
    'zip',
    'ipuShard',
    'nameScope',
    'outfeedQueue',
    'iter',
    'replicaIndex',
  ];
  for (let round = 0; round < CALLS / 20; round++) {
    const made = new Made();
    const strategy = pipette.strategy({numIpus: 1 + random.integer(2)});
    const call = (what, depth) => {
      // Bodies call on, and return anything; a loop of many iterations is compiled, not run.
      const body = (...given) => {
        for (const each of given) made.keep(each);
        if (depth < 3) for (let i = random.integer(3); i > 0; i--) call(what, depth + 1);
        return random.pick([undefined, ...given, argument(random, made)]);
      };
      const any = () => (random.integer(4) === 0 ? body : argument(random, made));
      const object = random.pick([pipette, pipette, ...namespaces, ...made.some(random), ...made.some(random)]);
      const name = object === pipette ? random.pick(names) : random.pick(functionsOf(object));
      const values = random.list(4, any);
      if (object === pipette.loops) values[0] = random.integer(5);
      made.keep(attempt(`${what}, ${object.constructor.name}.${name}()`, () => object[name](...values)));
    };
    const what = `round ${round} of seed ${SEED}`;
    attempt(what, () =>
      strategy.start(
        pipette.function(strategy, (x) => {
          made.keep([x, x.add(1), pipette.constant(3, {dtype: 'int32'})]);
          for (let i = 0; i < 20; i++) call(what, 0);
          return random.pick([undefined, x, argument(random, made)]);
        }),
        [{data: Float32Array.of(1, 2, 3, 4), shape: [2, 2]}],
      ),
    );
    attempt(what, () => strategy.advance({instructions: 50}));
    made.destroy();
    strategy.destroy();
  }
});

test('experiments of any values', () => {
  const random = new RandomValues(SEED);
  for (let i = 0; i < CALLS; i++) {
    const experiment = {experiment: random.pick(WORDS)};
    for (const field of random.list(3, () => random.pick(FIELDS))) experiment[field] = random.value();
    const what = `experiment ${i} of seed ${SEED}`;
    const problems = attempt(what, () => pipette.problems(experiment));
    const described = attempt(what, () => pipette.describeExperiment(experiment));
    if (problems === undefined) continue;
    assert.equal(described !== undefined, problems.length === 0, `${what}: taken if and only if nothing is wrong`);
    if (described === undefined) continue;
    assert.deepEqual(pipette.describeExperiment(described.experiment), described, `${what}: what comes out goes in`);
  }
});

test('budgets, ranges and pixels of any values', () => {
  const random = new RandomValues(SEED);
  const session = pipette.createSession(small);
  const functions = ['advance', 'step', 'predict', 'losses', 'traceColumns', 'explain', 'testImages'];
  for (let i = 0; i < CALLS; i++) {
    const name = random.pick(functions);
    const keys = ['microseconds', 'instructions', 'slots', 'steps', 'untilCycle', 'from', 'limit'];
    const range = Object.fromEntries(random.list(2, () => [random.pick(keys), random.value()]));
    const value = random.pick([range, random.value(), random.number()]);
    attempt(`call ${i} of seed ${SEED}, ${name}()`, () => session[name](value, random.number()));
    if (session.status().finished) session.reset();
  }
  session.destroy();
});
