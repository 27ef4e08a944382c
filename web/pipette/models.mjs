// Models in the words of Keras. Types and what each function does: models.d.mts.

import {CallbackList} from './callbacks.mjs';
import {layerOutput, projection, singularValuesOf} from './components.mjs';
import {Dataset, batchesOf} from './datasets.mjs';
import {
  invalidArgument,
  invalidState,
  requireBuffer,
  requireInteger,
  requireObject,
  requireOptions,
  requireString,
  show,
} from './errors.mjs';
import {Layer, OutfeedQueue, SymbolicTensor, layerNumbered, optimizerArguments} from './layers.mjs';
import {callOn, coreOf, handleOf, made, numberOf, numbersOf, optionsText} from './owned.mjs';
import {fromModule, isTensor, namedFromModule, toModule} from './tensors.mjs';
import {Pauses, requireFunction, sliceOptions} from './time.mjs';
import {callModel, variablesFrom} from './values.mjs';
import {advanceSlice, watchable} from './watchable.mjs';
import {inJavaScript} from './words.mjs';

const SLICE_OPTIONS = ['onProgress', 'signal', 'microseconds', 'pace'];
const COMPILE_OPTIONS = ['optimizer', 'loss', 'fromLogits', 'metrics', 'stepsPerExecution', 'gradients', 'gradientMode'];
const FIT_OPTIONS = ['epochs', 'initialEpoch', 'stepsPerEpoch', 'validationData', 'validationSteps'];
const START_OPTIONS = ['verbose', 'events'];
const RUN_OPTIONS = ['callbacks', 'verbose', ...SLICE_OPTIONS];

/** Logs as numbers: JSON has no NaN. */
const numbers = (logs) => Object.fromEntries(Object.entries(logs).map(([name, value]) => [name, Number(value)]));

/** A dataset; arrays, as Keras takes them, are a hint at what makes one. */
function requireDataset(name, data) {
  if (!isTensor(data) && !Array.isArray(data)) return;
  throw invalidArgument(`${name} takes a dataset: p.dataset.fromTensorSlices(x, y).batch(32)`);
}

/** A network that is trained, tested and asked. Made by Pipette.sequential() and Pipette.model(). */
export class Model extends watchable(Object) {
  static what = 'model';
  static article = 'a';
  #running = false;
  #events = [];
  #messages = [];
  #kind; // what was started last: 'fit', 'evaluate' or 'predict'; undefined after a change
  #fitted = null; // the history of the last fit(), once the module tells of something else

  setPipelineStageAssignment(stages) {
    this.#set('setPipelineStageAssignment()', {stages});
  }
  setGradientAccumulationOptions(options) {
    this.#set('setGradientAccumulationOptions()', options);
  }
  setPipeliningOptions(options) {
    this.#set('setPipeliningOptions()', options);
  }
  setInfeedQueueOptions(options) {
    this.#set('setInfeedQueueOptions()', options);
  }
  setOutfeedQueueOptions(options) {
    this.#set('setOutfeedQueueOptions()', options);
  }
  setReplicationOptions(options) {
    this.#set('setReplicationOptions()', options);
  }
  setAsynchronousCallbacks(asynchronous) {
    this.#set('setAsynchronousCallbacks()', {asynchronous});
  }

  build(shape) {
    if (!Array.isArray(shape)) {
      throw invalidArgument(`shape must be a list of sizes, but it is ${show(shape)}`);
    }
    shape.forEach((size, i) => requireInteger(`shape[${i}]`, size, {least: 1}));
    callOn(this, 'buildModel', '', shape);
  }

  compile(options = {}) {
    const {
      optimizer,
      gradients,
      gradientMode = 'before_apply',
      ...rest
    } = requireOptions('options of compile()', options, COMPILE_OPTIONS);
    if (options.gradientMode !== undefined && gradients === undefined) {
      throw invalidArgument('gradientMode says when gradients are outfed, so it needs gradients: an outfeed queue for them');
    }
    const core = coreOf(this);
    const extra = {
      ...optimizerArguments(core, optimizer),
      gradients: gradients === undefined ? 0 : numberOf('gradients', gradients, OutfeedQueue, core),
      gradientMode: requireString('gradientMode', gradientMode),
    };
    this.#replacing(undefined, () => callOn(this, 'compileModel', optionsText('compile()', rest), extra));
  }

  startFit(dataset, options = {}) {
    requireDataset('startFit()', dataset);
    const {validationData, ...rest} = requireOptions('options of startFit()', options, [...FIT_OPTIONS, ...START_OPTIONS]);
    this.#start('fit', dataset, rest, validationData);
  }

  startEvaluate(dataset, options = {}) {
    requireDataset('startEvaluate()', dataset);
    this.#start('evaluate', dataset, requireOptions('options of startEvaluate()', options, ['steps', ...START_OPTIONS]));
  }

  startPredict(data, options = {}) {
    const {batchSize, ...rest} = requireOptions('options of startPredict()', options, ['steps', 'batchSize', ...START_OPTIONS]);
    this.#start('predict', batchesOf(coreOf(this), data, batchSize), rest);
  }

  async fit(dataset, options = {}) {
    requireDataset('fit()', dataset);
    const {onEpochEnd, validationData, ...rest} = requireOptions('options of fit()', options, [
      ...FIT_OPTIONS,
      'onEpochEnd',
      ...RUN_OPTIONS,
    ]);
    requireFunction('onEpochEnd', onEpochEnd);
    const own = onEpochEnd && {onEpochEnd: (epoch, logs) => onEpochEnd({epoch, logs})};
    await this.#run('fit', dataset, validationData, rest, own);
    return this.history();
  }

  history() {
    if (this.#fitted !== null) return structuredClone(this.#fitted);
    const {epoch, history} = JSON.parse(callOn(this, 'describeModel', 'history'));
    for (const name of Object.keys(history)) history[name] = history[name].map(Number);
    this.status(); // takes what is new
    return {epoch, history, losses: this.losses(), messages: [...this.#messages]};
  }

  /** A call after which the module tells of another run, of this kind, or of none. */
  #replacing(kind, call) {
    const fitted = this.#kind === 'fit' ? this.history() : this.#fitted;
    call();
    this.#kind = kind;
    this.#fitted = kind === 'fit' ? null : fitted;
  }

  evaluation() {
    return numbers(JSON.parse(callOn(this, 'describeModel', 'logs')));
  }
  predictions() {
    return fromModule(callOn(this, 'modelPredictions'));
  }

  async evaluate(dataset, options = {}) {
    requireDataset('evaluate()', dataset);
    const rest = requireOptions('options of evaluate()', options, ['steps', ...RUN_OPTIONS]);
    await this.#run('evaluate', dataset, undefined, rest);
    return this.evaluation();
  }

  async predict(data, options = {}) {
    const {batchSize, ...rest} = requireOptions('options of predict()', options, ['steps', 'batchSize', ...RUN_OPTIONS]);
    const batches = batchesOf(coreOf(this), data, batchSize);
    await this.#run('predict', batches, undefined, rest);
    return this.predictions();
  }

  stopTraining() {
    callOn(this, 'stopTraining');
  }

  status() {
    // Not fromSnakeJson(): the names of logs are the user's.
    const {events, messages, logs, ...progress} = JSON.parse(callOn(this, 'describeModel', 'progress'));
    this.#events.push(...events);
    this.#messages.push(...messages.map((message) => inJavaScript(message, () => false)));
    const now = numbers(logs);
    return {...super.status(), ...progress, loss: now.loss ?? NaN, logs: now};
  }

  takeEvents() {
    if (!this.destroyed) this.status();
    return this.#events.splice(0).map(({event, number, logs}) => ({event, number, logs: numbers(logs)}));
  }

  call(x, options = {}) {
    const {training = false} = requireOptions('options of call()', options, ['training']);
    return callModel(this, x, Boolean(training));
  }
  variables() {
    return variablesFrom(coreOf(this), callOn(this, 'modelVariables', 'all'));
  }
  trainableVariables() {
    return variablesFrom(coreOf(this), callOn(this, 'modelVariables', 'trainable'));
  }

  summary() {
    return callOn(this, 'describeModel', 'summary');
  }
  layers() {
    return callOn(this, 'modelLayers').map((number) => layerNumbered(coreOf(this), number));
  }
  getLayer(name) {
    return layerNumbered(coreOf(this), callOn(this, 'modelLayer', requireString('name', name)));
  }
  setWeights(weights) {
    const entries = Object.entries(requireObject('weights', weights));
    callOn(
      this,
      'setModelWeights',
      '',
      entries.map(([name, tensor]) => ({name, ...toModule(`weights["${name}"]`, tensor)})),
    );
  }

  singularValues(name) {
    return singularValuesOf(this, name);
  }
  projection(layer, images, options) {
    return projection(coreOf(this), layerOutput(this, layer, images), options);
  }
  weights() {
    return namedFromModule(callOn(this, 'modelWeights'));
  }
  saveWeights() {
    return callOn(this, 'saveWeights');
  }

  loadWeights(bytes) {
    callOn(this, 'loadWeights', '', requireBuffer('weights', bytes));
  }

  #set(what, options) {
    this.#replacing(undefined, () => callOn(this, 'configureModel', optionsText(what, options), what));
  }

  #start(kind, dataset, options, validation) {
    const core = coreOf(this);
    const extra = {
      kind,
      dataset: numberOf('dataset', dataset, Dataset, core),
      validation: validation === undefined ? 0 : numberOf('validationData', validation, Dataset, core),
    };
    this.#replacing(kind, () => callOn(this, 'startModel', optionsText(`${kind}()`, options), extra));
    this.#events.length = this.#messages.length = 0;
  }

  async #run(kind, dataset, validation, options, ownCallback) {
    const {onProgress, signal, microseconds, pace, callbacks, ...rest} = options;
    const slice = sliceOptions({onProgress, signal, microseconds, pace});
    const called = new CallbackList(callbacks, ownCallback);
    if (this.#running) {
      throw invalidState('the model is running already; wait for it or abort it');
    }
    signal?.throwIfAborted();
    this.#start(kind, dataset, {...rest, events: called.events}, validation);
    this.#running = true;
    called.setModel(this);
    const pauses = new Pauses();
    let finished = false;
    try {
      while (!finished) {
        const over = advanceSlice(this, slice.microseconds);
        await onProgress?.(this.#progress());
        for (const each of this.takeEvents()) await called.call(each);
        finished = over;
        if (!over) await pauses.take(slice.pace, slice.microseconds);
        signal?.throwIfAborted();
      }
    } finally {
      this.#running = false;
      const handle = handleOf(this);
      if (!finished && !handle.destroyed && !handle.crashed) callOn(this, 'abandonModel');
    }
  }

  #progress() {
    const {epoch, step, steps, loss, logs, cycles, seconds} = this.status();
    return {epoch, step, steps, loss, logs, cycles, seconds};
  }
}

/** One layer after the other; an input() may come first. */
export function sequential(core, layers, options) {
  const first = Array.isArray(layers) && layers[0] instanceof SymbolicTensor ? 1 : 0;
  const handles = [
    ...(first === 1 ? numbersOf('layers', layers.slice(0, 1), SymbolicTensor, core) : []),
    ...numbersOf('layers', first === 1 ? layers.slice(1) : layers, Layer, core),
  ];
  return made(Model, core, 'createSequential', optionsText('sequential()', options), handles);
}

export function functionalModel(core, inputs, output, options) {
  const from = numbersOf('inputs', Array.isArray(inputs) ? inputs : [inputs], SymbolicTensor, core);
  const to = numberOf('output', output, SymbolicTensor, core);
  return made(Model, core, 'createModel', optionsText('model()', options), from, to);
}
