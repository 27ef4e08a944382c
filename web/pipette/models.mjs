// Models in the words of Keras. Types and what each function does: models.d.ts.

import {Dataset, batchesOf} from './datasets.mjs';
import {
  invalidArgument, invalidState, requireInteger, requireOptions, requireString, show,
} from './errors.mjs';
import {
  Layer, OutfeedQueue, SymbolicTensor, optimizerArguments,
} from './layers.mjs';
import {callOn, coreOf, handleOf, made, numberOf, numbersOf, optionsText} from './owned.mjs';
import {fromModule, namedFromModule} from './tensors.mjs';
import {requireFunction, sliceOptions, slices} from './time.mjs';
import {callModel, variablesFrom} from './values.mjs';
import {advanceSlice, watchable} from './watchable.mjs';

const SLICE_OPTIONS = ['onProgress', 'signal', 'microseconds', 'pace'];
const COMPILE_OPTIONS = ['optimizer', 'loss', 'fromLogits', 'metrics', 'stepsPerExecution',
                         'gradients', 'gradientMode'];
const START_FIT_OPTIONS =
  ['epochs', 'initialEpoch', 'stepsPerEpoch', 'validationData', 'validationSteps'];
const FIT_OPTIONS = [...START_FIT_OPTIONS, 'onEpochEnd', ...SLICE_OPTIONS];

/** Logs as numbers: JSON has no NaN. */
const numbers = (logs) =>
  Object.fromEntries(Object.entries(logs).map(([name, value]) => [name, Number(value)]));

/** A network that is trained, tested and asked. Made by Pipette.sequential() and Pipette.model(). */
export class Model extends watchable(Object) {
  static what = 'model';
  static article = 'a';
  #running = false;
  #endedEpochs = [];
  #messages = [];

  setPipelineStageAssignment(stages) { this.#set('setPipelineStageAssignment()', {stages}); }
  setGradientAccumulationOptions(options) {
    this.#set('setGradientAccumulationOptions()', options);
  }
  setPipeliningOptions(options) { this.#set('setPipeliningOptions()', options); }
  setInfeedQueueOptions(options) { this.#set('setInfeedQueueOptions()', options); }
  setOutfeedQueueOptions(options) { this.#set('setOutfeedQueueOptions()', options); }
  setReplicationOptions(options) { this.#set('setReplicationOptions()', options); }
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
    const {optimizer, gradients, gradientMode = 'before_apply', ...rest} =
      requireOptions('options of compile()', options, COMPILE_OPTIONS);
    const core = coreOf(this);
    callOn(this, 'compileModel', optionsText('compile()', rest), {
      ...optimizerArguments(core, optimizer),
      gradients: gradients === undefined
        ? 0 : numberOf('gradients', gradients, OutfeedQueue, core),
      gradientMode: requireString('gradientMode', gradientMode),
    });
  }

  startFit(dataset, options = {}) {
    const {validationData, ...rest} = requireOptions('options of startFit()', options, START_FIT_OPTIONS);
    this.#start('fit', dataset, rest, validationData);
  }

  startEvaluate(dataset, options = {}) {
    this.#start('evaluate', dataset, requireOptions('options of startEvaluate()', options, ['steps']));
  }

  startPredict(data, options = {}) {
    const {batchSize, ...rest} =
      requireOptions('options of startPredict()', options, ['steps', 'batchSize']);
    this.#start('predict', batchesOf(coreOf(this), data, batchSize), rest);
  }

  async fit(dataset, options = {}) {
    const {onProgress, signal, microseconds, pace, onEpochEnd, validationData, ...rest} =
      requireOptions('options of fit()', options, FIT_OPTIONS);
    requireFunction('onEpochEnd', onEpochEnd);
    await this.#run('fit', dataset, validationData, rest,
                    sliceOptions({onProgress, signal, microseconds, pace}), onEpochEnd);
    return this.history();
  }

  history() {
    const {epoch, history} = JSON.parse(callOn(this, 'describeModel', 'history'));
    for (const name of Object.keys(history)) history[name] = history[name].map(Number);
    this.status();  // takes what is new
    return {epoch, history, losses: this.losses(), messages: [...this.#messages]};
  }

  evaluation() { return numbers(JSON.parse(callOn(this, 'describeModel', 'logs'))); }
  predictions() { return fromModule(callOn(this, 'modelPredictions')); }

  async evaluate(dataset, options = {}) {
    const {onProgress, signal, microseconds, pace, ...rest} =
      requireOptions('options of evaluate()', options, ['steps', ...SLICE_OPTIONS]);
    await this.#run('evaluate', dataset, undefined, rest,
                    sliceOptions({onProgress, signal, microseconds, pace}));
    return this.evaluation();
  }

  async predict(data, options = {}) {
    const {onProgress, signal, microseconds, pace, batchSize, ...rest} =
      requireOptions('options of predict()', options, ['steps', 'batchSize', ...SLICE_OPTIONS]);
    const batches = batchesOf(coreOf(this), data, batchSize);
    await this.#run('predict', batches, undefined, rest,
                    sliceOptions({onProgress, signal, microseconds, pace}));
    return this.predictions();
  }

  status() {
    // Not fromSnakeJson(): the names of logs are the user's.
    const {endedEpochs, messages, logs, ...progress} = JSON.parse(callOn(this, 'describeModel', 'progress'));
    this.#endedEpochs.push(...endedEpochs);
    this.#messages.push(...messages);
    const now = numbers(logs);
    return {...super.status(), ...progress, loss: now.loss ?? NaN, logs: now};
  }

  call(x, options = {}) {
    const {training = false} = requireOptions('options of call()', options, ['training']);
    return callModel(this, x, Boolean(training));
  }
  variables() { return variablesFrom(coreOf(this), callOn(this, 'modelVariables', 'all')); }
  trainableVariables() {
    return variablesFrom(coreOf(this), callOn(this, 'modelVariables', 'trainable'));
  }

  summary() { return callOn(this, 'describeModel', 'summary'); }
  weights() { return namedFromModule(callOn(this, 'modelWeights')); }
  saveWeights() { return callOn(this, 'saveWeights'); }

  loadWeights(bytes) {
    if (!(bytes instanceof Uint8Array)) {
      throw invalidArgument(`weights must be a Uint8Array, but it is ${show(bytes)}`);
    }
    callOn(this, 'loadWeights', '', bytes);
  }

  #set(what, options) { callOn(this, 'configureModel', optionsText(what, options), what); }

  #start(kind, dataset, options, validation) {
    const core = coreOf(this);
    const extra = {
      kind,
      dataset: numberOf('dataset', dataset, Dataset, core),
      validation: validation === undefined
        ? 0 : numberOf('validationData', validation, Dataset, core),
    };
    callOn(this, 'startModel', optionsText(`${kind}()`, options), extra);
    this.#endedEpochs.length = this.#messages.length = 0;
  }

  async #run(kind, dataset, validation, rest, slice, onEpochEnd) {
    const {onProgress, signal, microseconds, pace} = slice;
    if (this.#running) {
      throw invalidState('the model is running already; wait for it or abort it');
    }
    signal?.throwIfAborted();
    this.#start(kind, dataset, rest, validation);
    this.#running = true;
    let finished = false;
    try {
      await slices(pace, signal, () => {
        const over = advanceSlice(this, microseconds);
        onProgress?.(this.#progress());
        if (!this.destroyed) this.status();  // takes what has ended
        for (const {epoch, logs} of this.#endedEpochs.splice(0)) {
          onEpochEnd?.({epoch, logs: numbers(logs)});
        }
        finished = over;
        return over;
      });
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
