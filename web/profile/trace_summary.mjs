// What the lanes did between two times on the device's clock.
//
//   const summary = summarizeTrace(model, flatRows, from, to);     // flatRows: Map of lane -> BlockRow
//   summary.lanes[0].cycles.compute, summary.parallelEfficiency, summary.streamBytes
//
// Cycles are exact: those of spans, cut where the window cuts them. Where spans were left out, `missing` counts
// the cycles that nothing is known of; the whole time has the sums of all spans all the same, since a profile
// keeps them. Bytes of a transfer are shared out over its cycles.
//
// Inaccuracies: the balance of a part of an operation is that of the whole operation.

import {addTo, entryOf} from './keys.mjs';

const COMPUTE = 'compute';
/** Reasons for which an IPU waits for others, at a sync. */
const STALL_REASONS = ['sync', 'neighbour', 'rampUp', 'rampDown', 'transfer'];

const emptyLane = ({lane, name}) => ({lane, name, cycles: {}, activities: {}, total: 0, compute: 0, balanced: 0, missing: 0});

/** The time after which a lane has no spans; the end where none were left out. */
export function detailEnd(model, row) {
  return model.spans.leftOut === 0 || row === undefined ? model.clock.total : row.count > 0 ? row.end[row.count - 1] : 0;
}

function addSpan(model, lane, i, cycles) {
  const {spans, flames} = model,
    kind = flames.kindOf(i);
  const activity = flames.waits(i) ? 'stall' : flames.activityOf(i);
  addTo(lane.cycles, kind, cycles);
  addTo(lane.activities, activity, cycles);
  lane.total += cycles;
  const operation = model.operations[model.operationOfSpan[i]];
  if (kind === COMPUTE) {
    lane.compute += cycles;
    lane.balanced += cycles * (operation?.tileBalance ?? 0);
  }
  if (!operation) return;
  const carrier = operation.kind === 'StreamCopy' ? 'streamMid' : 'exchange';
  const all = operation.cyclesByKind[carrier];
  if (kind !== carrier || !all || spans.reason[i] !== 0) return;
  const bytes = (operation.bytes * cycles) / all;
  if (operation.kind === 'StreamCopy') lane.streamBytes = (lane.streamBytes ?? 0) + bytes;
  else if (operation.kind === 'GlobalExchange') lane.globalBytes = (lane.globalBytes ?? 0) + globalBytesOf(operation, bytes);
  else lane.exchangeBytes = (lane.exchangeBytes ?? 0) + bytes;
}

/** Not a number where a transfer between IPUs took cycles but its bytes were not recorded. */
const globalBytesOf = (operation, bytes) => (operation.bytes === 0 && operation.cyclesByKind.exchange > 0 ? NaN : bytes);

/** The figures of all profiled runs, from the profile's own sums. */
function summarizeWhole(model) {
  const lanes = model.lanes.map((figures) => {
    const lane = emptyLane(figures);
    lane.cycles = {...figures.cycles};
    lane.stalled = STALL_REASONS.reduce((sum, reason) => sum + (figures.waits?.[reason] ?? 0), 0);
    lane.total = Object.values(figures.cycles).reduce((sum, cycles) => sum + cycles, 0);
    lane.compute = figures.cycles.compute ?? 0;
    lane.balanced = figures.busyTileCycles;
    return lane;
  });
  const bytesOf = (test) => model.operations.filter(test).reduce((sum, {bytes}) => sum + bytes, 0);
  return {
    lanes,
    streamBytes: bytesOf(({kind}) => kind === 'StreamCopy'),
    globalBytes: model.operations
      .filter(({kind}) => kind === 'GlobalExchange')
      .reduce((sum, each) => sum + globalBytesOf(each, each.bytes), 0),
    exchangeBytes: bytesOf(
      ({kind, cyclesByKind}) => kind !== 'StreamCopy' && kind !== 'GlobalExchange' && cyclesByKind.exchange > 0,
    ),
  };
}

/** What a lane did after its last span, by activity: the profile's sums less the spans that are kept. */
export function restOfLane(model, {lane, cycles, waits}, row) {
  const figures = {cycles: {...cycles}, stalled: STALL_REASONS.reduce((sum, reason) => sum + (waits?.[reason] ?? 0), 0)};
  for (let at = 0; at < (row?.count ?? 0); at++) {
    const i = row.item[at],
      length = row.end[at] - row.begin[at];
    figures.cycles[model.flames.kindOf(i)] -= length;
    if (model.flames.waits(i)) figures.stalled -= length;
  }
  return {lane, activities: activitiesOfKinds(figures)};
}

export function summarizeTrace(model, flatRows, from, to) {
  const isWhole = from <= 0 && to >= model.clock.total;
  const parts = model.lanes.map((figures) => {
    const lane = emptyLane(figures),
      row = flatRows.get(figures.lane);
    if (!row) return lane;
    for (let at = row.firstAfter(from); at < row.count && row.begin[at] < to; at++) {
      addSpan(model, lane, row.item[at], Math.min(to, row.end[at]) - Math.max(from, row.begin[at]));
    }
    lane.missing = Math.max(0, to - Math.max(from, detailEnd(model, row)));
    return lane;
  });
  const sum = (key) => parts.reduce((all, lane) => all + (lane[key] ?? 0), 0);
  const missing = sum('missing');
  const figures = isWhole
    ? summarizeWhole(model)
    : {lanes: parts, streamBytes: sum('streamBytes'), globalBytes: sum('globalBytes'), exchangeBytes: sum('exchangeBytes')};
  figures.lanes.forEach((lane, i) => {
    lane.activities = isWhole && missing > 0 ? activitiesOfKinds(lane) : parts[i].activities;
  });
  const compute = figures.lanes.reduce((all, lane) => all + (lane.lane >= 0 ? lane.compute : 0), 0);
  const ipus = figures.lanes.filter(({lane}) => lane >= 0).length;
  const known = (to - from) * ipus - (isWhole ? 0 : parts.reduce((all, lane) => all + (lane.lane >= 0 ? lane.missing : 0), 0));
  return {
    ...figures,
    from,
    to,
    cycles: to - from,
    missing: isWhole ? 0 : missing,
    spansMissing: missing,
    parallelEfficiency: known > 0 ? compute / known : NaN,
    balance: compute > 0 ? figures.lanes.reduce((all, lane) => all + lane.balanced, 0) / compute : NaN,
  };
}

const KIND_ACTIVITIES = {layout: 'exchange', remoteLoad: 'streamMid', remoteStore: 'streamMid'};

/** Sums by kind as sums by activity, where phases are not known. */
function activitiesOfKinds({cycles, stalled}) {
  const sums = {};
  const add = (activity, count) => addTo(sums, activity, count);
  for (const [kind, count] of Object.entries(cycles)) add(entryOf(KIND_ACTIVITIES, kind), count);
  const waiting = Math.min(stalled, sums.sync ?? 0);
  if (waiting > 0) {
    add('sync', -waiting);
    add('stall', waiting);
  }
  return sums;
}
