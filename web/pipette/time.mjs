// Long work in slices, so that a page stays alive; and the events of a session.

import {invalidArgument, requireOneOf, requirePositive, show} from './errors.mjs';

export const SLICE_US = 6000; // leaves time to draw in a frame of 16.7 ms

/** CustomEvent, which node 18 hides behind a flag. */
export const DetailEvent =
  globalThis.CustomEvent ??
  class extends Event {
    constructor(type, {detail}) {
      super(type);
      this.detail = detail;
    }
  };

// The next frame; a hidden page gets none, so after a tenth of a second time goes on without one.
const nextFrame = () =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const timer = setTimeout(done, 100);
    const frame = requestAnimationFrame(done);
  });

// As soon as waiting events have been handled; timers would be slowed down to 4 ms.
const nextTask = () =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

// A page draws between slices. A worker has frames too, but nothing of its own to draw in them: it would only wait.
const defaultPace = () => (typeof document === 'object' && typeof requestAnimationFrame === 'function' ? 'frame' : 'task');

export function requireFunction(name, value) {
  if (value === undefined || typeof value === 'function') return value;
  throw invalidArgument(`${name} must be a function, but it is ${show(value)}`);
}

/** What every function that works in slices takes, checked. */
export function sliceOptions({onProgress, signal, microseconds = SLICE_US, pace = defaultPace()}) {
  requirePositive('microseconds', microseconds);
  requireOneOf('pace', pace, ['frame', 'task']);
  requireFunction('onProgress', onProgress);
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw invalidArgument(`signal must be an AbortSignal, but it is ${show(signal)}`);
  }
  return {onProgress, signal, microseconds, pace};
}

const pauseOf = (pace) => (pace === 'frame' && typeof requestAnimationFrame === 'function' ? nextFrame : nextTask);

/** Lets others run once work has gone on for a slice, however many calls it was cut into. */
export class Pauses {
  #since = performance.now();

  async take(pace, microseconds) {
    if (performance.now() - this.#since < microseconds / 1000) return;
    await pauseOf(pace)();
    this.#since = performance.now();
  }
}

/** Calls `work` until it gives true or a promise of it, letting others run in between. Rejects when aborted. */
export async function slices(pace, signal, work) {
  const pause = pauseOf(pace);
  signal?.throwIfAborted();
  while (!(await work())) {
    await pause();
    signal?.throwIfAborted();
  }
}
