// Callbacks of models, as Keras has them. Types and what each does: callbacks.d.mts.

import {
  invalidArgument,
  notFound,
  requireInteger,
  requireKnown,
  requireOneOf,
  requireOptions,
  requireString,
  show,
} from './errors.mjs';
import {OutfeedQueue} from './layers.mjs';
import {Variable} from './values.mjs';

// Functions of a callback by event of the model (src/bindings/model_recorder.h).
const FUNCTIONS = {
  trainBegin: ['onTrainBegin'],
  trainEnd: ['onTrainEnd'],
  epochBegin: ['onEpochBegin'],
  epochEnd: ['onEpochEnd'],
  trainBatchBegin: ['onBatchBegin', 'onTrainBatchBegin'],
  trainBatchEnd: ['onBatchEnd', 'onTrainBatchEnd'],
  testBegin: ['onTestBegin'],
  testEnd: ['onTestEnd'],
  testBatchBegin: ['onTestBatchBegin'],
  testBatchEnd: ['onTestBatchEnd'],
  predictBegin: ['onPredictBegin'],
  predictEnd: ['onPredictEnd'],
  predictBatchBegin: ['onPredictBatchBegin'],
  predictBatchEnd: ['onPredictBatchEnd'],
};
const NUMBERED = /^(epoch|.*Batch)(Begin|End)$/;

/** Base of callbacks; any object with some of its functions will do as well. */
export class Callback {
  #model;
  get model() {
    return this.#model;
  }
  setModel(model) {
    this.#model = model;
  }
}

/** The names of an object's functions, inherited ones too, that look like those of events. */
function handlersOf(callback) {
  if (typeof callback !== 'object' || callback === null || callback === Object.prototype) return [];
  const own = Object.getOwnPropertyNames(callback).filter((name) => /^on[A-Z]/.test(name));
  return [...own, ...handlersOf(Object.getPrototypeOf(callback))];
}

/** What calls the callbacks of one fit(), evaluate() or predict(). */
export class CallbackList {
  #callbacks;

  /** `own`: one more, of the caller's. */
  constructor(callbacks = [], own = undefined) {
    if (!Array.isArray(callbacks)) {
      throw invalidArgument(`callbacks must be a list, but it is ${show(callbacks)}`);
    }
    const names = Object.values(FUNCTIONS).flat();
    callbacks.forEach((each, i) => {
      for (const name of handlersOf(each)) requireKnown(`callbacks[${i}]`, name, names, 'event');
      if (typeof each !== 'object' || each === null || !names.some((name) => typeof each[name] === 'function')) {
        throw invalidArgument(`callbacks[${i}] must be an object with functions such as onEpochEnd, but it is ${show(each)}`);
      }
    });
    this.#callbacks = own === undefined ? [...callbacks] : [...callbacks, own];
  }

  setModel(model) {
    for (const each of this.#callbacks) each.setModel?.(model);
  }

  /** The events that somebody wants to know. */
  get events() {
    return Object.keys(FUNCTIONS).filter((event) =>
      this.#callbacks.some((each) => FUNCTIONS[event].some((name) => typeof each[name] === 'function')),
    );
  }

  /** Calls what there is, one after the other, and waits for each. */
  async call({event, number, logs}) {
    const given = NUMBERED.test(event) ? [number, logs] : [logs];
    for (const each of this.#callbacks) {
      for (const name of FUNCTIONS[event]) await each[name]?.(...given);
    }
  }
}

// Keras' rule: what is called an accuracy should grow, all else should fall.
function comparison(mode, monitor, minDelta) {
  requireOneOf('mode', mode, ['auto', 'min', 'max']);
  const grows = mode === 'max' || (mode === 'auto' && /acc$|accuracy$|auc$/i.test(monitor));
  return {
    worst: grows ? -Infinity : Infinity,
    better: (now, before) => (grows ? now - minDelta > before : now + minDelta < before),
  };
}

function monitored(logs, monitor) {
  if (Object.hasOwn(logs, monitor)) return logs[monitor];
  const remedy = monitor.startsWith('val_') ? '; give fit() validationData' : '';
  throw notFound(`the logs have no "${monitor}", only: ${Object.keys(logs).join(', ')}${remedy}`);
}

function requireNumber(name, value) {
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw invalidArgument(`${name} must be a number, but it is ${show(value)}`);
}

class EarlyStopping extends Callback {
  #options;
  #better;
  #worst;
  #best;
  #wait = 0;
  #weights;
  stoppedEpoch = 0;
  bestEpoch = 0;

  constructor(options) {
    super();
    const {
      monitor = 'val_loss',
      minDelta = 0,
      patience = 0,
      mode = 'auto',
      baseline,
      restoreBestWeights = false,
      startFromEpoch = 0,
    } = requireOptions('options of earlyStopping()', options, [
      'monitor',
      'minDelta',
      'patience',
      'mode',
      'baseline',
      'restoreBestWeights',
      'startFromEpoch',
    ]);
    if (baseline !== undefined) requireNumber('baseline', baseline);
    this.#options = {
      monitor: requireString('monitor', monitor),
      patience: requireInteger('patience', patience),
      baseline,
      restore: Boolean(restoreBestWeights),
      from: requireInteger('startFromEpoch', startFromEpoch),
    };
    const {better, worst} = comparison(mode, monitor, Math.abs(requireNumber('minDelta', minDelta)));
    this.#better = better;
    this.#worst = worst;
  }

  onTrainBegin() {
    this.#wait = this.stoppedEpoch = this.bestEpoch = 0;
    this.#best = this.#worst;
    this.#weights = undefined;
  }

  onEpochEnd(epoch, logs) {
    const {monitor, patience, baseline, restore, from} = this.#options;
    const now = monitored(logs, monitor);
    if (epoch < from) return;
    if (restore && this.#weights === undefined) this.#weights = this.model.saveWeights();
    ++this.#wait;
    if (this.#better(now, this.#best)) {
      this.#best = now;
      this.bestEpoch = epoch;
      if (restore) this.#weights = this.model.saveWeights();
      if (baseline === undefined || this.#better(now, baseline)) this.#wait = 0;
    } else if (this.#wait >= patience && epoch > 0) {
      this.stoppedEpoch = epoch;
      this.model.stopTraining();
      if (restore) this.model.loadWeights(this.#weights);
    }
  }
}

class ModelCheckpoint extends Callback {
  #options;
  #better;
  #best;

  constructor(options) {
    super();
    const {
      save,
      filepath = 'weights-{epoch}.safetensors',
      monitor = 'val_loss',
      saveBestOnly = false,
      mode = 'auto',
    } = requireOptions('options of modelCheckpoint()', options, ['save', 'filepath', 'monitor', 'saveBestOnly', 'mode']);
    if (typeof save !== 'function') {
      throw invalidArgument(`save must be a function of bytes and a file name, but it is ${show(save)}`);
    }
    this.#options = {
      save,
      filepath: requireString('filepath', filepath),
      monitor: requireString('monitor', monitor),
      best: Boolean(saveBestOnly),
    };
    const {better, worst} = comparison(mode, monitor, 0);
    this.#better = better;
    this.#best = worst;
  }

  async onEpochEnd(epoch, logs) {
    const {save, filepath, monitor, best} = this.#options;
    if (best) {
      const now = monitored(logs, monitor);
      if (!this.#better(now, this.#best)) return;
      this.#best = now;
    }
    // As Keras counts here: the first epoch is 1.
    const name = filepath.replace(/\{(\w+)\}/g, (_, key) => (key === 'epoch' ? epoch + 1 : monitored(logs, key)));
    await save(this.model.saveWeights(), name, {epoch, logs});
  }
}

class LearningRateScheduler extends Callback {
  #rate;
  #schedule;

  constructor(rate, schedule) {
    super();
    if (!(rate instanceof Variable)) {
      throw invalidArgument(`the learning rate must be the variable that the optimizer was given, but it is ${show(rate)}`);
    }
    if (typeof schedule !== 'function') {
      throw invalidArgument(`the schedule must be a function of epoch and rate, but it is ${show(schedule)}`);
    }
    this.#rate = rate;
    this.#schedule = schedule;
  }

  async onEpochBegin(epoch) {
    const next = requireNumber('the scheduled learning rate', await this.#schedule(epoch, this.#rate.value().data[0]));
    this.#rate.assign({data: Float32Array.of(next), shape: []});
  }
}

// As Python prints a tuple.
const shapeText = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`);

class OutfeedCallback extends Callback {
  #queue;
  #name;
  #print;

  constructor(queue, options) {
    super();
    const {name = 'Outfeed callback', print = console.log} = requireOptions('options of outfeedCallback()', options, [
      'name',
      'print',
    ]);
    if (!(queue instanceof OutfeedQueue)) {
      throw invalidArgument(`the queue must be an outfeed queue, but it is ${show(queue)}`);
    }
    if (typeof print !== 'function') {
      throw invalidArgument(`print must be a function of text, but it is ${show(print)}`);
    }
    this.#queue = queue;
    this.#name = requireString('name', name);
    this.#print = print;
  }

  onEpochEnd(epoch) {
    let text = `\n${this.#name}\n`;
    if (this.#queue.pending === 0) {
      text += 'No data enqueued\n';
    } else {
      const shapes = Object.entries(this.#queue.dequeue()).map(([key, {shape}]) => `key: ${key} shape: ${shapeText(shape)}\n`);
      text += `${shapes.join('')}Epoch ${epoch + 1} - Summary Stats\n${this.#queue.statistics().text}`;
    }
    return this.#print(text);
  }
}

export const callbackFunctions = Object.freeze({
  outfeedCallback: (queue, options = {}) => new OutfeedCallback(queue, options),
  earlyStopping: (options = {}) => new EarlyStopping(options),
  modelCheckpoint: (options = {}) => new ModelCheckpoint(options),
  learningRateScheduler: (rate, schedule) => new LearningRateScheduler(rate, schedule),
});
