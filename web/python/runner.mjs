// The worker with the interpreter: started when it is first asked for, kept warm, ended to stop a program.
//
//   const runner = new Runner({onLoading, onMessage});
//   await runner.run({main, files, argv, data});     // {status, seconds, modelledSeconds}, or null where it was stopped
//   runner.stop();
//
// onLoading({part}) says how much of the interpreter has come, of 1; onMessage hears what worker.mjs tells meanwhile.

import {CellWorker} from '../lessons/cell_worker.mjs';

// What is fetched, by size in bytes: it is told as it comes, and nearly all of it is the first of them.
const SIZES = {
  'python/pyodide/pyodide.asm.wasm': 9_600_000,
  'python/pyodide/python_stdlib.zip': 2_550_000,
  'python/packages.json': 430_000,
  'pipette_core.wasm': 900_000,
};
const ALL = Object.values(SIZES).reduce((sum, size) => sum + size, 0);

export class Runner {
  #worker = null;
  #ready = null; // promise of nothing
  #ended = null; // what ends the promise of run()
  #onLoading;
  #onMessage;

  constructor({onLoading = () => {}, onMessage = () => {}} = {}) {
    this.#onLoading = onLoading;
    this.#onMessage = onMessage;
  }

  get running() {
    return this.#ended !== null;
  }

  /** Whether the interpreter is there or on its way. */
  get started() {
    return this.#ready !== null;
  }

  /** Resolves when the interpreter can be used; an Error says why it cannot. */
  start() {
    this.#ready ??= new Promise((done, fail) => {
      const worker = new CellWorker('python/worker.mjs');
      const read = new Map();
      this.#worker = worker;
      worker.addEventListener('read', ({data: {path, bytes}}) => {
        if (worker !== this.#worker || !(path in SIZES)) return;
        read.set(path, Math.min(bytes, SIZES[path]));
        this.#onLoading({part: [...read.values()].reduce((sum, size) => sum + size, 0) / ALL});
      });
      worker.addEventListener('message', ({data}) => {
        if (worker !== this.#worker) return; // ended meanwhile
        if (data.type === 'ready') {
          this.#onLoading({part: 1});
          done();
        } else if (data.type === 'refused') {
          this.#forget();
          fail(new Error(data.text));
        } else this.#take(data);
      });
    });
    return this.#ready;
  }

  async run(program) {
    const ended = new Promise((done) => {
      this.#ended = done;
    });
    try {
      const stopped = await Promise.race([this.start(), ended]);
      if (stopped === null) return null;
      this.#worker.postMessage({type: 'run', ...program});
      return await ended;
    } finally {
      this.#ended = null;
    }
  }

  /** Ends the program with its worker; the next one is started at once. */
  stop() {
    const ended = this.#ended;
    this.#forget();
    ended?.(null);
    this.start().catch(() => {}); // the next run says so
  }

  #forget() {
    this.#worker?.terminate();
    this.#worker = this.#ready = null;
  }

  #take(message) {
    if (message.type === 'ended') this.#ended?.(message);
    else this.#onMessage(message);
  }
}
