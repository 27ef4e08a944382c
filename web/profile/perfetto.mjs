// The execution of a profile as Chrome trace events, which Perfetto opens: trace.json of a report folder, in the browser.
//
//   saveFile('trace.json', perfettoTrace(json), 'application/json')     // a profile, several, or a report
//
// What the events are, and why they are a bare array, stands in src/report/trace_events.h; tests/web/node holds this file
// to what the native program writes. Times are whole nanoseconds. A profile keeps no bytes of single spans, so `bytes` is
// left out of their arguments; the counters of live bytes follow from its liveness.

import {ProfileModel, profilesIn} from './model.mjs';
import {WaitingCounters} from './counters.mjs';

const HOST_PROCESS = 1,
  FIRST_REPLICA = 2,
  FIRST_IO_THREAD = 1001;
const PHASE_WORDS = {forward: 'forward', backward: 'backward', weightUpdate: 'weight update', recompute: 'recompute'};

const ipuOfLane = (lane) => (lane < -1 ? -2 - lane : lane);

class TraceWriter {
  #events = [];
  #waiting = new WaitingCounters();
  #arrows = 0; // that have begun, each with its number as its id
  #elementArrow = 0;
  #miniBatchArrows = new Map();
  #liveBytes = new Map();

  constructor({clockHz, numIpus, ipusPerReplica, ioTiles}, other) {
    Object.assign(this, {clockHz, ipusPerReplica});
    this.#add({ph: 'I', s: 'g', pid: HOST_PROCESS, tid: 1, ts: 0, name: 'otherData', args: other});
    this.#name('process', {pid: HOST_PROCESS}, 'Host', 0);
    this.#name('thread', {pid: HOST_PROCESS, tid: 1}, 'Host', 0);
    const replicas = numIpus / ipusPerReplica;
    for (let replica = 0; replica < replicas; replica++) {
      this.#name('process', {pid: FIRST_REPLICA + replica}, replicas === 1 ? 'IPUs' : `Replica ${replica}`, 1 + replica);
    }
    for (let ipu = 0; ipu < numIpus; ipu++) {
      this.#name('thread', this.#threadOf(ipu), `IPU ${ipu}`, 2 * ipu);
      if (ioTiles > 0) this.#name('thread', this.#threadOf(-2 - ipu), `IPU ${ipu} I/O tiles`, 2 * ipu + 1);
    }
  }

  /** All spans of a program, in the order in which they ended. */
  addProgram(model) {
    for (let i = 0; i < model.spans.count; i++) this.#addSpan(model, i);
  }

  addCounter(name, cycle, value) {
    this.#add({ph: 'C', pid: HOST_PROCESS, ts: this.#microseconds(cycle), name, args: {value}});
  }

  addTracepoint(name, cycle) {
    this.#add({ph: 'i', s: 'p', ...this.#threadOf(-1), ts: this.#microseconds(cycle), name});
  }

  text() {
    for (const {name, cycles, values} of this.#waiting.counters())
      cycles.forEach((cycle, i) => this.addCounter(name, cycle, values[i]));
    return `[\n${this.#events.join(',\n')}\n]\n`;
  }

  #add(event) {
    this.#events.push(JSON.stringify(event));
  }

  #name(what, thread, name, order) {
    this.#add({ph: 'M', ...thread, name: `${what}_name`, args: {name}});
    this.#add({ph: 'M', ...thread, name: `${what}_sort_index`, args: {sort_index: order}});
  }

  #threadOf(lane) {
    if (lane === -1) return {pid: HOST_PROCESS, tid: 1};
    const ipu = ipuOfLane(lane);
    return {pid: FIRST_REPLICA + Math.floor(ipu / this.ipusPerReplica), tid: (lane < -1 ? FIRST_IO_THREAD : 1) + ipu};
  }

  #nanoseconds(cycle) {
    return Math.round((cycle * 1e9) / this.clockHz);
  }
  #microseconds(cycle) {
    return this.#nanoseconds(cycle) / 1000;
  }

  #addSpan(model, i) {
    const {spans} = model,
      lane = spans.lane[i],
      begin = spans.begin[i],
      end = spans.end[i],
      run = spans.run[i],
      step = spans.step[i];
    const label = spans.kinds[spans.kind[i]],
      key = spans.kindKeys[spans.kind[i]],
      operation = spans.names[spans.name[i]];
    const name =
      {engineRun: `${label} #${run}`, compute: operation, stageProgram: `${operation} mini-batch ${spans.miniBatch[i]}`}[key] ??
      label;
    const phase = model.operations[model.operationOfSpan[i]]?.phase ?? model.nodes.get(spans.instruction[i])?.phase;
    this.#add({
      ph: 'X',
      ...this.#threadOf(lane),
      ts: this.#microseconds(begin),
      dur: (this.#nanoseconds(end) - this.#nanoseconds(begin)) / 1000,
      name,
      cat: PHASE_WORDS[phase] ?? label,
      args: {operation, cycles: end - begin, run, step, what: label},
    });
    const element = this.#waiting.add(spans, i);
    if (element) this.#followElement(element, lane, begin);
    if (key === 'stageProgram')
      this.#followMiniBatch(
        lane,
        begin,
        `${run}.${step}.${Math.floor(ipuOfLane(lane) / this.ipusPerReplica)}.${spans.miniBatch[i]}`,
      );
    this.#countBytes(model.ipus[lane], spans.instruction[i], begin);
  }

  #addArrow(ph, cat, id, lane, begin) {
    this.#add({ph, bp: 'e', ...this.#threadOf(lane), ts: this.#microseconds(begin), cat, name: cat, id});
  }

  #followElement(ph, lane, begin) {
    if (ph === 's') this.#elementArrow = ++this.#arrows;
    this.#addArrow(ph, 'infeed element', this.#elementArrow, lane, begin);
  }

  #followMiniBatch(lane, begin, which) {
    const begins = !this.#miniBatchArrows.has(which);
    if (begins) this.#miniBatchArrows.set(which, ++this.#arrows);
    this.#addArrow(begins ? 's' : 't', 'mini-batch', this.#miniBatchArrows.get(which), lane, begin);
  }

  // Of the IPUs of the first replica; I/O tiles and the host have no such memory.
  #countBytes(memory, instruction, begin) {
    if (!memory || instruction < 0) return;
    const {steps, notAlwaysLive} = memory.liveness,
      at = steps.findLastIndex((step) => step <= 2 * instruction + 1);
    const bytes = memory.alwaysLiveBytes + (notAlwaysLive[at] ?? 0);
    if (this.#liveBytes.get(memory.ipu) === bytes) return;
    this.#liveBytes.set(memory.ipu, bytes);
    this.addCounter(`IPU ${memory.ipu} live bytes`, begin, bytes);
  }
}

/** The text of the file. */
export function perfettoTrace(json) {
  const models = profilesIn(json).map((profile) => new ProfileModel(profile)),
    [first] = models;
  const {experiment, pipette: version} = json;
  const writer = new TraceWriter(first.target, {
    application: 'Pipette',
    version,
    experiment,
    engineOptions: first.engineOptions,
  });
  models.forEach((model) => writer.addProgram(model));
  for (const {name, cycles, values} of first.counters) cycles.forEach((cycle, i) => writer.addCounter(name, cycle, values[i]));
  for (const {name, cycle} of first.tracepoints) writer.addTracepoint(name, cycle);
  return writer.text();
}
