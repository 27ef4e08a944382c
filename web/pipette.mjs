// Pipette in JavaScript: an emulated IPU system in a page, a worker or node, without a canvas.
//
//   import {createPipette} from './pipette.mjs';
//   const pipette = await createPipette();
//   const session = pipette.createSession({experiment: 'mnist-with-feeds', steps: 1000});
//   session.on('runFinished', (event) => console.log(event.detail.run));
//   await session.run();
//   session.losses();      // Float32Array, a copy
//   session.destroy();
//
// Types and what each function does: pipette.d.mts. Guide: docs/javascript.md.

import {Callback, callbackFunctions} from './pipette/callbacks.mjs';
import {projection, singularValues} from './pipette/components.mjs';
import {Core} from './pipette/core.mjs';
import {readCsv} from './pipette/csv.mjs';
import {Dataset, datasetBenchmark, datasetFunctions, startDatasetBenchmark} from './pipette/datasets.mjs';
import {
  PipetteError,
  invalidArgument,
  requireBuffer,
  requireInteger,
  requireOptions,
  requirePositive,
  requireString,
} from './pipette/errors.mjs';
import {GradientCaptureTape, GradientTape, captureUpstreamGradients, gradients} from './pipette/gradients.mjs';
import {Handle} from './pipette/handle.mjs';
import {ImageSet, loadMnist, readIdx} from './pipette/image_sets.mjs';
import {experimentText, fromSnakeJson} from './pipette/json.mjs';
import {
  Layer,
  Optimizer,
  OutfeedQueue,
  SymbolicTensor,
  input,
  layerFunctions,
  optimizerFunctions,
  outfeedQueue,
} from './pipette/layers.mjs';
import {Model, functionalModel, sequential} from './pipette/models.mjs';
import {readNpy, readNpz, writeNpy} from './pipette/npy.mjs';
import {numberOf, optionsText} from './pipette/owned.mjs';
import {
  InfeedQueue,
  Strategy,
  TracedFunction,
  cond,
  infeedBenchmark,
  startInfeedBenchmark,
  infeedQueue,
  internalOps,
  ipuShard,
  iter,
  loopFunctions,
  nameScope,
  pipelineStage,
  pipeliningFunctions,
  sourceLine,
  strategy,
  tracedFunction,
} from './pipette/programs.mjs';
import {Session} from './pipette/session.mjs';
import {hash, statistics} from './pipette/tensors.mjs';
import {
  Operation,
  TracedTensor,
  Variable,
  constant,
  initializerFunctions,
  operatorFunctions,
  variable,
  zip,
} from './pipette/values.mjs';

export {
  Callback,
  Dataset,
  GradientCaptureTape,
  GradientTape,
  ImageSet,
  InfeedQueue,
  Layer,
  Model,
  Operation,
  Optimizer,
  OutfeedQueue,
  PipetteError,
  Session,
  Strategy,
  SymbolicTensor,
  TracedFunction,
  TracedTensor,
  Variable,
};

/** The lane of the host in a trace; IPUs are 0 and up, and -2 - k are the I/O tiles of IPU k. */
export const HOST_LANE = -1;

/** One emulator with memory of its own. Made by createPipette(). */
export class Pipette {
  #core;

  constructor(core) {
    if (!(core instanceof Core)) throw invalidArgument('a Pipette is made by createPipette()');
    this.#core = core;
    Object.assign(this, operatorFunctions(core)); // math, nn, losses, matmul, reduceMean, ...
  }

  get version() {
    return this.#core.call('version');
  }

  // Models of one's own: pipette/datasets.d.mts, layers.d.mts, models.d.mts.
  get dataset() {
    return datasetFunctions(this.#core);
  }
  get layers() {
    return layerFunctions(this.#core);
  }
  get optimizers() {
    return optimizerFunctions(this.#core);
  }
  get callbacks() {
    return callbackFunctions;
  }
  outfeedQueue(options) {
    return outfeedQueue(this.#core, options);
  }
  input(shape, options) {
    return input(this.#core, shape, options);
  }
  sequential(layers, options) {
    return sequential(this.#core, layers, options);
  }
  model(inputs, output, options) {
    return functionalModel(this.#core, inputs, output, options);
  }
  // Programs of one's own: pipette/programs.d.mts, values.d.mts.
  strategy(options) {
    return strategy(this.#core, options);
  }
  function(strategy, body, options) {
    return tracedFunction(this.#core, strategy, body, options);
  }
  infeedQueue(dataset, options) {
    return infeedQueue(this.#core, dataset, options);
  }
  iter(dataset, options) {
    return iter(this.#core, dataset, options);
  }
  variable(initial, options) {
    return variable(this.#core, initial, options);
  }
  constant(value, options) {
    return constant(this.#core, value, options);
  }
  gradientTape() {
    return new GradientTape(this.#core);
  }
  gradientCaptureTape() {
    return new GradientCaptureTape(this.#core);
  }
  captureUpstreamGradients(x, tag) {
    return captureUpstreamGradients(this.#core, x, tag);
  }
  gradients(loss, tensors) {
    return gradients(this.#core, loss, tensors);
  }
  zip(a, b) {
    return zip(a, b);
  }
  cond(predicate, trueBranch, falseBranch) {
    return cond(this.#core, predicate, trueBranch, falseBranch);
  }
  get internalOps() {
    return internalOps(this.#core);
  }
  get loops() {
    return loopFunctions(this.#core);
  }
  get pipelining() {
    return pipeliningFunctions(this.#core);
  }
  get initializers() {
    return initializerFunctions(this.#core);
  }
  ipuShard(index, body) {
    return ipuShard(this.#core, index, body);
  }
  pipelineStage(stage, body) {
    return pipelineStage(this.#core, stage, body);
  }
  nameScope(name, body) {
    return nameScope(this.#core, name, body);
  }
  sourceLine(text, body) {
    return sourceLine(this.#core, text, body);
  }
  hash(tensors) {
    return hash(this.#core, tensors);
  }
  statistics(tensors) {
    return statistics(this.#core, tensors);
  }
  singularValues(weights) {
    return singularValues(this.#core, weights);
  }
  projection(activations, options) {
    return projection(this.#core, activations, options);
  }
  readIdx(source, options) {
    return readIdx(this.#core, source, options);
  }
  readNpy(source, options) {
    return readNpy(source, options);
  }
  readNpz(source, options) {
    return readNpz(source, options);
  }
  writeNpy(tensor) {
    return writeNpy(tensor);
  }
  readCsv(source, options) {
    return readCsv(source, options);
  }
  datasetBenchmark(dataset, options) {
    return datasetBenchmark(this.#core, dataset, options);
  }
  infeedBenchmark(queue, options) {
    return infeedBenchmark(this.#core, queue, options);
  }
  startDatasetBenchmark(dataset, options) {
    return startDatasetBenchmark(this.#core, dataset, options);
  }
  startInfeedBenchmark(queue, options) {
    return startInfeedBenchmark(this.#core, queue, options);
  }

  get crashed() {
    return this.#core.crashed;
  }
  destroyAll() {
    this.#core.releaseAll();
  }

  schedule(options) {
    const {json, svg} = this.#core.call('schedule', optionsText('schedule()', options));
    const schedule = fromSnakeJson(json);
    return svg === '' ? schedule : {...schedule, svg};
  }

  matmulCost(options) {
    return fromSnakeJson(this.#core.call('matmulCost', optionsText('matmulCost()', options)));
  }

  catalogue() {
    return fromSnakeJson(this.#core.call('catalogue'));
  }

  describeExperiment(experiment = {}) {
    return fromSnakeJson(this.#core.call('describeExperiment', experimentText(experiment)));
  }

  problems(experiment = {}) {
    return fromSnakeJson(this.#core.call('experimentProblems', experimentText(experiment)));
  }

  modelCode(experiment, language) {
    return this.#core.call('modelCode', experimentText(experiment), requireString('language', language));
  }

  createSession(experiment = {}, options = {}) {
    const {data} = requireOptions('session options', options, ['data']);
    const set = data === undefined ? 0 : numberOf('data', data, ImageSet, this.#core);
    const handle = this.#core.call('createSession', experimentText(experiment, data?.name), set);
    return new Session(new Handle(this.#core, handle, 'session'));
  }

  resumeSession(checkpoint, options = {}) {
    const {data, steps = 0} = requireOptions('options of resumeSession()', options, ['data', 'steps']);
    const bytes = requireBuffer('the checkpoint', checkpoint);
    const set = data === undefined ? 0 : numberOf('data', data, ImageSet, this.#core);
    const handle = this.#core.call('resumeSession', bytes, set, requireInteger('steps', steps, {least: 0}));
    return new Session(new Handle(this.#core, handle, 'session'));
  }

  loadMnist(sources, options) {
    return loadMnist(this.#core, sources, options);
  }
}

// Written out, and here: bundlers look for this very form and give each file its own name, and those that do not leave
// both beside the file that they make of this one.
const OWN = {
  wasm: new URL('./pipette_core.wasm', import.meta.url),
  deferred: new URL('./pipette_core.deferred.wasm', import.meta.url),
};

/** Loads the emulator. `wasm`, `deferred`: where from, when not from beside this file. */
export async function createPipette(options = {}) {
  const {stallSeconds, ...from} = requireOptions('options', options, ['wasm', 'deferred', 'stallSeconds']);
  if (stallSeconds !== undefined) requirePositive('stallSeconds', stallSeconds);
  return new Pipette(await Core.create(from, OWN, {stallSeconds}));
}
