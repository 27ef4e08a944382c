// The spans of a profile as typed columns, and the clock of the device.
//
//   const spans = decodeSpans(profile.execution.spans);
//   spans.begin[i], spans.end[i], spans.kindKeys[spans.kind[i]]      // 1351280, 1617165, 'streamBegin'
//   const clock = new DeviceClock(profile.execution.runs, spans);
//   clock.toDevice(spans.begin[i], spans.run[i])                     // the time between runs left out
//
// Times are modelled cycles. Begins are delta-coded over the whole list, which is in the order of ends.
// A column may be run-length coded, as those of a report are.

import {entryOf} from './keys.mjs';

/** Labels of kinds of span -> the keys that cyclesByKind has. */
const KIND_KEYS = {
  'prepare batch': 'hostPrepare',
  'set up the program': 'hostSetUp',
  call: 'hostCall',
  'data pipeline': 'hostPipeline',
  staging: 'hostStaging',
  handshake: 'hostHandshake',
  'Engine::run': 'engineRun',
  stage: 'stageProgram',
  'StreamCopy Begin': 'streamBegin',
  'StreamCopy Mid': 'streamMid',
  'StreamCopy End': 'streamEnd',
  sync: 'sync',
  exchange: 'exchange',
  'layout change': 'layout',
  compute: 'compute',
  'remote load': 'remoteLoad',
  'remote store': 'remoteStore',
};
const HOLDERS = new Set(['engineRun', 'stageProgram']);

export const HOST_TRACK = -1;

export const isStreamKind = (key) => key === 'streamBegin' || key === 'streamMid' || key === 'streamEnd';

/** A column as it is, or {repeated: [value, times, value, times, ...]}. */
function plainColumn(column) {
  if (!column?.repeated) return column ?? [];
  const values = [];
  for (let i = 0; i < column.repeated.length; i += 2) {
    for (let times = column.repeated[i + 1]; times > 0; times--) values.push(column.repeated[i]);
  }
  return values;
}

export function decodeSpans(columns) {
  const begins = plainColumn(columns?.begin),
    lengths = plainColumn(columns?.length);
  const count = begins.length;
  const begin = new Float64Array(count),
    end = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    at += begins[i];
    begin[i] = at;
    end[i] = at + lengths[i];
  }
  const ints = (name) => Int32Array.from(plainColumn(columns?.[name]));
  const kinds = columns?.kinds ?? [];
  const kindKeys = kinds.map((label) => entryOf(KIND_KEYS, label));
  return {
    count,
    begin,
    end,
    kinds,
    kindKeys,
    isLeaf: kindKeys.map((key) => !HOLDERS.has(key)),
    leftOut: columns?.leftOut ?? 0,
    names: columns?.names ?? [],
    reasons: columns?.reasons ?? [],
    activities: columns?.activities ?? [],
    lane: ints('lane'),
    kind: ints('kind'),
    activity: ints('activity'),
    name: ints('name'),
    instruction: ints('instruction'),
    run: ints('run'),
    step: ints('step'),
    miniBatch: ints('miniBatch'),
    reason: ints('reason'),
  };
}

/** The indices of spans on a lane that `keep`, in the order of their begins. */
export function spansOfLane(spans, lane, keep) {
  const found = [];
  for (let i = 0; i < spans.count; i++) {
    if (spans.lane[i] === lane && keep(i)) found.push(i);
  }
  return found.sort((a, b) => spans.begin[a] - spans.begin[b] || spans.end[a] - spans.end[b]);
}

/** Device time: the runs that were profiled, one after the other without the host's time between them. */
export class DeviceClock {
  #byRun = new Map();

  constructor(runs, profiledRuns) {
    this.runs = runs.slice(0, profiledRuns);
    this.total = 0;
    for (const {run, begin, end} of this.runs) {
      this.#byRun.set(run, {begin, end, offset: this.total});
      this.total += end - begin;
    }
  }

  /** A modelled time in a run as device time. */
  toDevice(cycle, run) {
    const found = this.#byRun.get(run);
    return found ? cycle - found.begin + found.offset : NaN;
  }

  /** Any modelled time: between runs it is the begin of the next one. */
  nearest(cycle) {
    for (const {run, begin, end} of this.runs) {
      if (cycle <= end) return this.toDevice(Math.max(begin, cycle), run);
    }
    return this.total;
  }

  /** The modelled time of a device time. */
  toModelled(cycle) {
    for (const each of this.#byRun.values()) {
      if (cycle <= each.offset + each.end - each.begin) return cycle - each.offset + each.begin;
    }
    return this.runs.at(-1)?.end ?? 0;
  }
}
