// What waits, over the modelled time: elements in infeeds for the device, and IPUs for others or the host.
//
//   const waiting = new WaitingCounters();
//   for (let i = 0; i < model.spans.count; i++) waiting.add(model.spans, i);
//   waiting.counters()                   // [{name, label, meaning, unit, cycles, values, steps: true}], as those of a profile
//
// Spans come in the order of a profile. src/report/trace_events.cc counts the same.

import {HOST_TRACK} from './spans.mjs';

const ELEMENT_KINDS = new Set(['hostPipeline', 'hostStaging', 'hostHandshake']);

/** Changes [cycle, more or fewer] as the values from each cycle on. */
function levelOf({changes, ...about}) {
  const cycles = [],
    values = [];
  let level = 0;
  changes
    .sort(([a], [b]) => a - b)
    .forEach(([cycle, change], i) => {
      level += change;
      if (changes[i + 1]?.[0] === cycle || level === values.at(-1)) return;
      cycles.push(cycle);
      values.push(level);
    });
  return {...about, unit: '', cycles, values, steps: true};
}

export class WaitingCounters {
  #element = -1; // that the host has made last, on its way to a copy
  #queue = [];
  #waits = [];

  /** 's' where an element sets out, 'f' where it arrives, else null. */
  add(spans, i) {
    const lane = spans.lane[i],
      key = spans.kindKeys[spans.kind[i]];
    if (lane >= 0 && spans.reason[i] > 0) this.#waits.push([spans.begin[i], 1], [spans.end[i], -1]);
    if (lane === HOST_TRACK) return ELEMENT_KINDS.has(key) ? this.#make(spans.step[i], spans.end[i]) : null;
    if (key !== 'streamMid' || this.#element < 0) return null;
    this.#queue.push([spans.begin[i], -1]);
    this.#element = -1;
    return 'f';
  }

  counters() {
    return [
      {name: 'infeed elements', label: 'Infeed', meaning: 'elements that wait for the device', changes: this.#queue},
      {name: 'IPUs waiting', label: 'Waiting', meaning: 'IPUs that wait in a run', changes: this.#waits},
    ]
      .filter(({changes}) => changes.length > 0)
      .map(levelOf);
  }

  // The host's spans for an element come right before the copy that waits for it.
  #make(element, end) {
    if (this.#element === element) {
      this.#queue.at(-1)[0] = end;
      return null;
    }
    this.#element = element;
    this.#queue.push([end, 1]);
    return 's';
  }
}

export function waitingCounters(spans) {
  const waiting = new WaitingCounters();
  for (let i = 0; i < spans.count; i++) waiting.add(spans, i);
  return waiting.counters();
}
