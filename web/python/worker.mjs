// Runs Python programs, one after the other, on one emulator, which keeps nothing of the program before. It lives in a worker
// without an origin (../lessons/cell_worker.mjs): a program cannot stop the page, and reads nothing of what the site keeps in the
// browser.
//
//   page -> worker   {type: 'run', main, files, argv, data}     as run() of interpreter.mjs has them; data: see below
//   worker -> page   {type: 'ready'} once the interpreter can be used | {type: 'refused', text}
//                    {type: 'started'} the program begins
//                    {type: 'printed', stream, text}
//                    {type: 'snapshot', machine, snapshot} | {type: 'pipeline', machine, pipeline} | {type: 'profile', machine, profile}
//                    {type: 'left-out', machines}          only so many are drawn
//                    {type: 'tensors', pictures}           what it has dequeued (dequeued.mjs)
//                    {type: 'ended', status, seconds, modelledSeconds}
//
// `machine` counts strategies and models in the order in which they first ran. `data` is {mnist: {xTrain, ...}} with the bytes of
// IDX files. A program that is to be stopped is ended with its worker.

import createPyodideModule from './pyodide/pyodide.asm.mjs';
import {loadPyodide} from './pyodide/pyodide.mjs';
import {SiteFiles} from '../lessons/site_files.mjs';
import {createPipette} from '../pipette.mjs';
import {Follower} from '../queues/snapshot.mjs';
import * as arrays from './arrays.mjs';
import {bridgeOf} from './bridge.mjs';
import {watchDequeued} from './dequeued.mjs';
import {startPython} from './interpreter.mjs';

const REAL_DATA = 'drop the four files of MNIST on the program for the real ones';
const SNAPSHOT_MS = 60;
const FIRST_MACHINES = 6; // that are drawn: a benchmark may make many

/** Tells the page what runs, at most so often, and what it was like when the program had ended. */
class Machines {
  #tell;
  #known = new Map(); // {machine, follower, at} by what runs

  constructor(tell) {
    this.#tell = tell;
  }

  slice(source, ended = false) {
    let known = this.#known.get(source);
    if (known === undefined) {
      if (this.#known.size === FIRST_MACHINES) this.#tell({type: 'left-out', machines: FIRST_MACHINES});
      known = {machine: this.#known.size, follower: new Follower(source), at: -Infinity};
      this.#known.set(source, known);
    }
    const now = performance.now();
    if (known.machine >= FIRST_MACHINES || (!ended && now - known.at < SNAPSHOT_MS)) return;
    known.at = now;
    this.#tell({type: 'snapshot', machine: known.machine, snapshot: known.follower.snapshot({ended})});
  }

  /** All there is to see of each; gives the modelled seconds of all. */
  end() {
    let seconds = 0;
    for (const [source, {machine}] of this.#known) {
      if (source.destroyed) continue;
      const status = source.status();
      seconds += status.seconds + status.compileSeconds;
      if (machine >= FIRST_MACHINES) continue;
      this.slice(source, true);
      const pipeline = source.pipeline();
      if (pipeline !== null) this.#tell({type: 'pipeline', machine, pipeline});
      const profile = source.profile();
      if (profile !== null) this.#tell({type: 'profile', machine, profile});
    }
    return seconds;
  }
}

async function imagesOf(emulator, data) {
  const found = {};
  for (const [name, parts] of Object.entries(data)) {
    found[name] = {};
    for (const [part, bytes] of Object.entries(parts)) found[name][part] = await emulator.readIdx(bytes);
  }
  return found;
}

async function start(site, tell) {
  const answer = await fetch(`${site}python/packages.json`);
  if (!answer.ok) throw new Error(`python/packages.json: HTTP status ${answer.status}`);
  return startPython({
    loadPyodide: (options) => loadPyodide({...options, createPyodideModule}),
    folder: `${site}python/pyodide/`,
    packages: await answer.json(),
    print: (text, stream) => tell({type: 'printed', stream, text}),
  });
}

let emulator = null;

async function run(python, tell, dequeued, {main, files, argv, data = {}}) {
  if (emulator === null || emulator.crashed) emulator = await createPipette();
  const dataFiles = await imagesOf(emulator, data);
  const machines = new Machines(tell);
  const bridge = bridgeOf(emulator, {dataFiles, realData: REAL_DATA, onSlice: (source) => machines.slice(source)});
  tell({type: 'started'});
  const began = performance.now();
  const status = python.run({main, files, argv, modules: {_arrays: arrays, _pipette: bridge}});
  const seconds = (performance.now() - began) / 1000;
  dequeued.flush();
  tell({type: 'ended', status, seconds, modelledSeconds: machines.end()});
  emulator.destroyAll();
}

/** `port`: the page; the rest is for SiteFiles. */
export function connect({port, ...files}) {
  const tell = (message) => port.postMessage(message);
  const site = new SiteFiles(port, files);
  const dequeued = watchDequeued((pictures) => tell({type: 'tensors', pictures}));
  const starting = start(files.site, tell);
  starting.then(
    () => tell({type: 'ready'}),
    ({message}) => tell({type: 'refused', text: `Python could not be started: ${message}`}),
  );
  port.onmessage = ({data}) => {
    if (data.type === 'answer') site.answered(data);
    if (data.type !== 'run') return;
    starting
      .then((python) => run(python, tell, dequeued, data))
      .catch(({message}) => {
        tell({type: 'printed', stream: 'error', text: `${message}\n`});
        tell({type: 'ended', status: 1, seconds: 0, modelledSeconds: 0});
      });
  };
}
