// What <pipette-queues> draws of a training at one moment: plain data, which can be posted from a worker
// to the page.
//
//   const follower = new Follower(model, dataset);
//   await model.fit(dataset, {onProgress: () => picture.update(follower.snapshot())});
//
// Whatever can be watched can be followed: a Session, a Model, or anything of one's own with
//
//   status()           {step, steps, runs, cycles, seconds}, and of a model {epoch, logs}
//   queues()           {infeed, outfeed}
//   losses({from})     Float32Array, one value for each mini-batch, from number `from` on
//   traceColumns({from, limit})
//
// as `Followed` in snapshot.d.mts describes it. Nothing here needs the emulator.

import {PHASES, SPAN_KINDS} from './theme_table.mjs';

const SPANS = 900; // looked at, from the end of the trace
const STEPS_SHOWN = 3; // of a plain loop; of a pipeline one weight update
const MAX_LOSSES = 20000; // in the first snapshot

/** What a span means to a reader; the order is that of the legend. */
export const ACTIVITIES = ['forward', 'backward', 'weightUpdate', 'exchange', 'stall', 'host', 'handshake'];

// Fewer activities than the page's canvas has. Synchronisation and whole runs are not drawn.
const DRAWN_AS = {
  forward: 'forward',
  backward: 'backward',
  weightUpdate: 'weightUpdate',
  compute: 'exchange',
  exchange: 'exchange',
  streamBegin: 'stall',
  streamMid: 'exchange',
  streamEnd: 'exchange',
  host: 'host',
};
const HANDSHAKES = ['hostSetUp', 'hostCall', 'hostHandshake'];

/** The index into ACTIVITIES of what a span shows; -1 for nothing. */
function activityOf(lane, kind, phase, reason) {
  if (lane !== -1 && reason !== 'none') return ACTIVITIES.indexOf('stall');
  if (HANDSHAKES.includes(kind)) return ACTIVITIES.indexOf('handshake');
  return ACTIVITIES.indexOf(DRAWN_AS[SPAN_KINDS[kind] ?? PHASES[phase] ?? 'compute']);
}

// The host, then each IPU and its I/O tiles, whose lane is -2 - IPU.
const placeOf = (lane) => (lane >= -1 ? lane : -2 - lane + 0.5);

/** [{lane, spans: Float64Array of begin, end, activity, ...}] of the latest steps, and their time. */
function latestLanes(source) {
  const {end} = source.traceColumns({from: 0, limit: 1});
  const trace = source.traceColumns({from: Math.max(0, end - SPANS)});
  const kindOf = (i) => trace.kinds[trace.kind[i]];
  let last = -1,
    pipelined = false;
  for (let i = 0; i < trace.length; i++) {
    if (trace.lane[i] >= 0 && kindOf(i) !== 'engineRun') last = Math.max(last, trace.step[i]);
    pipelined ||= kindOf(i) === 'stageProgram';
  }
  const first = last - (pipelined ? 1 : STEPS_SHOWN) + 1;
  let from = Infinity,
    to = 0;
  for (let i = 0; i < trace.length; i++) {
    if (trace.lane[i] < 0 || trace.step[i] < first || kindOf(i) === 'engineRun') continue;
    from = Math.min(from, trace.beginCycles[i]);
    to = Math.max(to, trace.endCycles[i]);
  }
  const lanes = new Map();
  for (let i = 0; i < trace.length; i++) {
    if (trace.endCycles[i] <= from || trace.beginCycles[i] >= to) continue;
    const phase = trace.phases[trace.phase[i]];
    const inStage = pipelined && trace.lane[i] >= 0 && phase !== 'weightUpdate' && ['compute', 'layout'].includes(kindOf(i));
    const activity = activityOf(trace.lane[i], kindOf(i), phase, trace.reasons[trace.reason[i]]);
    if (activity < 0 || inStage) continue;
    const spans = lanes.get(trace.lane[i]) ?? lanes.set(trace.lane[i], []).get(trace.lane[i]);
    spans.push(Math.max(from, trace.beginCycles[i]), Math.min(to, trace.endCycles[i]), activity);
  }
  return {
    from: from < to ? from : 0,
    to,
    pipelined,
    lanes: [...lanes]
      .sort(([a], [b]) => placeOf(a) - placeOf(b))
      .map(([lane, spans]) => ({lane, spans: Float64Array.from(spans)})),
  };
}

const specText = (spec) =>
  Array.isArray(spec)
    ? spec.map(specText).join(' + ')
    : `${spec.dtype === 'float32' ? 'f32' : spec.dtype === 'int32' ? 'i32' : spec.dtype} ` +
      `[${spec.shape.map((size) => size ?? '?').join(', ')}]`;

/** Whether a value can be followed. */
export const canBeFollowed = (value) =>
  ['status', 'queues', 'losses', 'traceColumns'].every((name) => typeof value?.[name] === 'function');

/** Follows what can be watched; each snapshot has the losses that are new since the one before. */
export class Follower {
  #source;
  #element;
  #taken = 0;
  #number = 0;

  /** `dataset`, if given, names its elements in the picture. */
  constructor(source, dataset) {
    this.#source = source;
    this.#element = dataset === undefined ? '' : specText(dataset.elementSpec);
  }

  /** `task`: what goes on, in a word. */
  snapshot({task = 'fit', ended = false} = {}) {
    const source = this.#source;
    const status = source.status();
    const {infeed, outfeed} = source.queues();
    let losses = new Float32Array();
    if (task === 'fit') {
      losses = source.losses({from: this.#taken});
      if (losses.length > MAX_LOSSES) losses = losses.slice(-MAX_LOSSES);
      this.#taken += losses.length;
    }
    return {
      task,
      ended,
      number: this.#number++,
      element: this.#element,
      epoch: status.epoch ?? 0,
      step: status.step,
      steps: status.steps,
      runs: status.runs,
      logs: status.logs ?? {},
      cycles: status.cycles,
      seconds: status.seconds,
      infeed,
      outfeed,
      losses,
      ...latestLanes(source),
    };
  }
}
