// The cells of a lesson in order, and the worker that runs them.
//
//   const notebook = new Notebook({onBusy, onFact});
//   notebook.add(cell);                 // {id, code, title, state(), takes messages}
//   await notebook.run(cell);           // first the cells above it, where that is needed
//   notebook.stop();
//
// A cell is fresh when it has run as it is now, after what stands above it had. Running a cell first
// runs those above it that are not fresh, so that what one sees is what the lesson gives from the top.
// The first cell gets a new worker: nothing of the old one is needed then, and its memory is free.

import {CellWorker} from './cell_worker.mjs';

const PATIENCE_MS = 700; // for a cell to stop by itself; training does

export class Notebook {
  cells = [];
  #worker = null;
  #ready = null;
  #run = null; // {cell, done}
  #clock = 0;
  #patience = 0;
  #onBusy;
  #onFact;

  constructor({onBusy = () => {}, onFact = () => {}} = {}) {
    this.#onBusy = onBusy;
    this.#onFact = onFact;
  }

  add(cell) {
    this.cells.push(cell);
    cell.ran = null; // {code, number, after}
  }

  get busy() {
    return this.#run !== null;
  }

  isFresh(cell) {
    const i = this.cells.indexOf(cell);
    if (cell.ran === null || cell.ran.code !== cell.code) return false;
    return i === 0 || (this.isFresh(this.cells[i - 1]) && cell.ran.after === this.cells[i - 1].ran.number);
  }

  /** Runs a cell; resolves when it and what it needed have ended. */
  async run(cell) {
    if (this.busy) return;
    const last = this.cells.indexOf(cell);
    const stale = this.cells.slice(0, last).findIndex((each) => !this.isFresh(each));
    const first = stale < 0 ? last : stale;
    if (first === 0) this.#forget();
    for (let i = first; i <= last; i++) this.cells[i].state('waiting');
    for (let i = first; i <= last; i++) {
      if (await this.#runOne(this.cells[i])) continue;
      for (const each of this.cells.slice(i + 1, last + 1)) {
        each.ran = null;
        each.state('needs', this.cells[i]);
      }
      break;
    }
    this.refresh();
  }

  runAll() {
    return this.run(this.cells.at(-1));
  }

  /** Tells every cell whether what it shows is still what it would give. */
  refresh() {
    for (const cell of this.cells) {
      if (cell.ran !== null) cell.state(this.isFresh(cell) ? 'ran' : 'stale');
    }
  }

  /** Asks the running cell to end; ends its worker when it does not. */
  stop() {
    if (!this.busy || this.#patience) return;
    this.#worker?.postMessage({type: 'abort'});
    this.#patience = setTimeout(() => this.#end(), PATIENCE_MS);
  }

  /** Ends the worker, and with it all that cells have declared. */
  #end() {
    this.#forget();
    for (const each of this.cells) {
      if (each !== this.#run?.cell && each.ran !== null) each.state('lost');
      each.ran = null;
    }
    const ended = this.#run;
    if (!ended) return;
    ended.cell.state('ended');
    ended.done(false);
  }

  /** Frees the worker and its memory when nothing runs; what ran stays on the page. */
  release() {
    if (this.busy) return;
    this.#forget();
    for (const each of this.cells) each.ran = null;
  }

  #forget() {
    this.#worker?.terminate();
    this.#worker = this.#ready = null;
  }

  async #runOne(cell) {
    const i = this.cells.indexOf(cell);
    cell.ran = null;
    cell.state('running');
    const code = cell.code;
    const ended = new Promise((done) => {
      this.#run = {cell, done};
    });
    this.#onBusy(cell);
    this.#start().then((worker) => worker?.postMessage({type: 'run', cell: cell.id, code}));
    const ok = await ended;
    clearTimeout(this.#patience);
    this.#patience = 0;
    this.#run = null;
    if (ok) {
      cell.ran = {code, number: ++this.#clock, after: i > 0 ? this.cells[i - 1].ran.number : 0};
      cell.state('ran');
    }
    this.#onBusy(null);
    return ok;
  }

  #start() {
    this.#ready ??= new Promise((done) => {
      const refuse = (text) => {
        this.#forget();
        this.#run?.cell.failed({name: 'Not possible here', message: text, line: 0});
        this.#run?.done(false);
        done(null);
      };
      const worker = new CellWorker();
      this.#worker = worker;
      worker.addEventListener('message', ({data}) => {
        if (worker !== this.#worker) return; // ended meanwhile
        if (data.type === 'ready') done(worker);
        else if (data.type === 'refused') refuse(data.text);
        else this.#take(data);
      });
    });
    return this.#ready;
  }

  #take(message) {
    const cell = this.cells.find(({id}) => id === message.cell);
    if (message.type === 'fact') this.#onFact(message.fact, cell);
    else if (message.type === 'failed') {
      const from = this.cells.find(({id}) => id === message.error.cell);
      cell.failed({...message.error, from});
      this.#run?.done(false);
    } else if (message.type === 'done') this.#run?.done(true);
    else cell.take(message);
  }
}
