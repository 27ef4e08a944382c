// What Perfetto's importer of Chrome JSON traces would not take, or would drop without a word, by its source
// (google/perfetto, src/trace_processor/importers/json and importers/common). Every trace that a test writes is held to it:
//
//   assertPerfettoOpens(text)
//
// tests/perfetto_rules.h has the same rules for the traces that the native program writes.

import assert from 'node:assert/strict';

const isUint32 = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isWord = (value) => typeof value === 'string' && value !== '';
const nanoseconds = (us) => Math.round(us * 1000);
const threadOf = ({pid, tid}) => `${pid}/${tid}`;

// A number, or a text that is one hexadecimal number and nothing else.
const isFlowId = (id) => (typeof id === 'string' ? /^(0x)?[0-9a-f]{1,16}$/i.test(id) : Number.isSafeInteger(id) && id >= 0);

const RULES = {
  X: ({dur}) => dur >= 0 || 'dur',
  M: ({name, args}) =>
    (name.endsWith('_name') ? isWord(args?.name) : Number.isFinite(args?.sort_index)) || 'a name or a sort index',
  C: ({args}) => (args && Object.values(args).length > 0 && Object.values(args).every(Number.isFinite)) || 'numbers',
  I: ({s = 't', tid}) => s === 'g' || s === 'p' || (s === 't' && tid !== undefined) || 'scope',
  s: ({id}) => isFlowId(id) || 'flow id',
};
RULES.i = RULES.I;
RULES.t = RULES.s;
RULES.f = (event) => (event.bp === 'e' ? RULES.s(event) : 'binds to the next slice');

function faultOf(event) {
  if (!isWord(event.ph) || !isWord(event.name) || !Object.hasOwn(RULES, event.ph)) return 'phase or name';
  if (!isUint32(event.pid) || !isUint32(event.tid ?? 0)) return 'pid or tid';
  if (event.ph !== 'M' && !(event.ts >= 0)) return 'ts';
  const verdict = RULES[event.ph](event);
  return verdict === true ? null : verdict;
}

const groupedBy = (events, key) => {
  const groups = new Map();
  for (const event of events) {
    const name = key(event);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(event);
  }
  return groups;
};

// A slice that begins within another and ends behind it is dropped.
function* overlaps(slices) {
  const open = [];
  for (const slice of [...slices].sort((a, b) => a.begin - b.begin || b.end - a.end)) {
    while (open.length > 0 && open.at(-1).end <= slice.begin) open.pop();
    if (open.length > 0 && slice.end > open.at(-1).end) yield ['overlaps', slice];
    open.push(slice);
  }
}

// An arrow begins once, before its other ends, and each end needs a slice to bind to.
function* arrowFaults(ends, slices) {
  for (const [i, event] of [...ends].sort((a, b) => a.ts - b.ts).entries()) {
    if ((event.ph === 's') !== (i === 0)) yield ['an arrow begins once, and first', event];
    const at = nanoseconds(event.ts);
    if (!slices.get(threadOf(event))?.some(({begin, end}) => begin <= at && at <= end)) yield ['no slice for an arrow', event];
  }
}

export function perfettoFaults(events) {
  const faults = events.map((event) => [faultOf(event), event]).filter(([fault]) => fault);
  const slices = groupedBy(
    events
      .filter(({ph}) => ph === 'X')
      .map(({pid, tid, ts, dur}) => ({pid, tid, begin: nanoseconds(ts), end: nanoseconds(ts) + nanoseconds(dur)})),
    threadOf,
  );
  for (const of of slices.values()) faults.push(...overlaps(of));
  const arrows = groupedBy(
    events.filter(({ph}) => ['s', 't', 'f'].includes(ph)),
    ({cat, name, id}) => JSON.stringify([cat, name, id]),
  );
  for (const ends of arrows.values()) faults.push(...arrowFaults(ends, slices));
  return faults.map(([fault, event]) => `${fault}: ${JSON.stringify(event).slice(0, 200)}`);
}

/** The events of a trace's text. */
export function assertPerfettoOpens(text) {
  const events = JSON.parse(text);
  assert.ok(Array.isArray(events), 'a cut object cannot be opened');
  assert.deepEqual(perfettoFaults(events), []);
  return events;
}
