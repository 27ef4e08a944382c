// Long work in slices, so that a page stays alive; and the events of a session.

/** CustomEvent, which node 18 hides behind a flag. */
export const DetailEvent = globalThis.CustomEvent ?? class extends Event {
  constructor(type, {detail}) {
    super(type);
    this.detail = detail;
  }
};

// The next frame; a hidden page gets none, so after a tenth of a second time goes on without one.
const nextFrame = () => new Promise((resolve) => {
  const done = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    resolve();
  };
  const timer = setTimeout(done, 100);
  const frame = requestAnimationFrame(done);
});

// As soon as waiting events have been handled; timers would be slowed down to 4 ms.
const nextTask = () => new Promise((resolve) => {
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

/** A page draws between slices; node and some workers have no frames. */
export const defaultPace = () => typeof requestAnimationFrame === 'function' ? 'frame' : 'task';

/** Calls `work` until it returns true, letting others run in between. Rejects when aborted. */
export async function slices(pace, signal, work) {
  const framed = pace === 'frame' && typeof requestAnimationFrame === 'function';
  const pause = framed ? nextFrame : nextTask;
  signal?.throwIfAborted();
  while (!work()) {
    await pause();
    signal?.throwIfAborted();
  }
}
