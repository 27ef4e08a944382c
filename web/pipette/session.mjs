// An experiment as it is run: advanced and stepped, listened to, evaluated and looked into. Types: ../pipette.d.mts.

import {imageWay, layerOutput, projection, singularValuesOf} from './components.mjs';
import {invalidArgument, invalidState, requireInteger, requireKnown, requireOptions, requireString, show} from './errors.mjs';
import {fromSnakeJson} from './json.mjs';
import {coreOf, handleOf, optionsText} from './owned.mjs';
import {EVENTS} from './tables.mjs';
import {fromModule, withNumbers} from './tensors.mjs';
import {DetailEvent, sliceOptions, slices} from './time.mjs';
import {watchable} from './watchable.mjs';

const sliceArguments = (name, options) =>
  sliceOptions(requireOptions(name, options, ['onProgress', 'signal', 'microseconds', 'pace']));

/** One experiment being run. Made by Pipette.createSession(). */
export class Session extends watchable(EventTarget) {
  static maker = 'createSession()';
  #experiment;
  #fingerprint;
  #image; // {height, width} of the data
  #events = [];
  #dispatching = false;
  #running = false;

  constructor(handle) {
    super(handle);
    this.#readExperiment();
    this.#image = fromSnakeJson(handle.call('sessionData'));
  }

  get #handle() {
    return handleOf(this);
  }

  #readExperiment() {
    const {experiment, fingerprint} = fromSnakeJson(this.#handle.call('experiment'));
    this.#experiment = experiment;
    this.#fingerprint = fingerprint;
  }

  get experiment() {
    return structuredClone(this.#experiment);
  }
  get fingerprint() {
    return this.#fingerprint;
  }

  experimentJson() {
    return this.#handle.call('experimentText');
  }

  advance(budget = {}) {
    return this.#going(() => super.advance(budget));
  }
  step(size = 'instruction') {
    return this.#going(() => super.step(size));
  }
  stepBack(size = 'trainingStep') {
    return this.#going(() => this.#handle.call('stepBack', requireString('size', size)));
  }
  stopWhen(condition) {
    this.#handle.call('stopWhen', condition === null ? '' : requireString('condition', condition));
  }
  get stopped() {
    return this.#handle.call('stopped');
  }
  checkpoint() {
    return this.#handle.call('checkpoint');
  }
  reset() {
    this.#going(() => this.#handle.call('reset'));
  }

  setFilters(filters) {
    this.#handle.call('setFilters', optionsText('setFilters()', filters));
    this.#readExperiment();
  }

  async run(options = {}) {
    const {onProgress, signal, microseconds, pace} = sliceArguments('run options', options);
    if (this.#running) throw invalidState('run() is already going on; wait for it or abort it');
    this.#running = true;
    try {
      await slices(pace, signal, async () => {
        const finished = this.advance({microseconds});
        if (!this.destroyed) await onProgress?.(this.status());
        return finished;
      });
      return this.status();
    } finally {
      this.#running = false;
    }
  }

  summary(options = {}) {
    const {accuracy = true} = requireOptions('summary options', options, ['accuracy']);
    return fromSnakeJson(this.#handle.call('summary', Boolean(accuracy)));
  }

  outfed() {
    return this.#handle
      .call('outfed')
      .map(({about, ...tensor}) => ({...withNumbers(JSON.parse(about)), ...fromModule(tensor)}));
  }

  predict(images) {
    const isFloat = images instanceof Float32Array;
    if (!isFloat && !(images instanceof Uint8Array) && !(images instanceof Uint8ClampedArray)) {
      throw invalidArgument(`images must be a Uint8Array (0 to 255) or a Float32Array (0 to 1), but it is ${show(images)}`);
    }
    return this.#handle.call('predict', images, isFloat);
  }

  layerNames() {
    return this.#handle.call('layerNames');
  }
  singularValues(name) {
    return singularValuesOf(this, name);
  }
  imageWay(image, label) {
    return imageWay(this, image, label);
  }

  projection(layer, options = {}) {
    const {images = 256, before} = requireOptions('options of projection()', options, ['images', 'before']);
    const {images: data, labels, count, height, width} = this.testImages(0, requireInteger('images', images, {least: 1}));
    const activations = layerOutput(this, layer, {data, shape: [count, height, width]});
    return {...projection(coreOf(this), activations, {before}), labels};
  }

  testImages(begin, end) {
    const part = this.#handle.call('testImages', requireInteger('begin', begin), requireInteger('end', end));
    const {height, width} = this.#image;
    return {...part, count: part.labels.length, height, width};
  }

  async evaluate(options = {}) {
    const {onProgress, signal, microseconds, pace} = sliceArguments('evaluate options', options);
    let restart = true,
      progress;
    await slices(pace, signal, async () => {
      progress = this.#handle.call('evaluate', restart, microseconds);
      restart = false;
      await onProgress?.(progress);
      return progress.finished;
    });
    return progress;
  }

  on(type, listener) {
    if (typeof listener !== 'function') {
      throw invalidArgument(`the listener must be a function, but it is ${show(listener)}`);
    }
    requireKnown('a session', requireString('type', type), EVENTS, 'event');
    this.addEventListener(type, listener);
    return () => this.removeEventListener(type, listener);
  }

  /** A call that may have made events, which are dispatched even if it throws. */
  #going(call) {
    this.#handle.get(); // throws if destroyed
    try {
      return call();
    } finally {
      if (!this.#handle.crashed) {
        this.#events.push(...fromSnakeJson(this.#handle.call('drainEvents')));
        this.#dispatch();
      }
    }
  }

  // Listeners may call anything, this session's own functions too: events keep their order.
  #dispatch() {
    if (this.#dispatching) return;
    this.#dispatching = true;
    try {
      for (let event; (event = this.#events.shift()) !== undefined;) {
        const {type, ...detail} = event;
        this.dispatchEvent(new DetailEvent(type, {detail}));
      }
    } finally {
      this.#dispatching = false;
    }
  }
}
