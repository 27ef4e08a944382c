// Snapshots of anything that can be watched, without the emulator.

import assert from 'node:assert/strict';
import test from 'node:test';
import {ACTIVITIES, Follower, canBeFollowed} from '../../../web/queues/snapshot.mjs';

/** Columns of spans given as [lane, kind, phase, reason, step, begin, end]. */
function columns(spans, {from, limit = Infinity}) {
  const first = Math.min(from, spans.length);
  const part = spans.slice(first, first + limit);
  const coded = (at) => {
    const texts = [...new Set(part.map((span) => span[at]))];
    return [Int32Array.from(part, (span) => texts.indexOf(span[at])), texts];
  };
  const numbers = (at) => Float64Array.from(part, (span) => span[at]);
  const [kind, kinds] = coded(1),
    [phase, phases] = coded(2),
    [reason, reasons] = coded(3);
  return {
    first,
    end: spans.length,
    length: part.length,
    lane: Int32Array.from(part, ([lane]) => lane),
    kind,
    kinds,
    phase,
    phases,
    reason,
    reasons,
    step: numbers(4),
    beginCycles: numbers(5),
    endCycles: numbers(6),
  };
}

const SPANS = [
  [0, 'engineRun', 'none', 'none', 0, 0, 400],
  [-1, 'hostPrepare', 'none', 'none', 0, 0, 30],
  [-1, 'hostHandshake', 'none', 'none', 0, 30, 40],
  [0, 'streamBegin', 'none', 'infeedEmpty', 0, 0, 50],
  [0, 'streamMid', 'none', 'none', 0, 50, 60],
  [0, 'sync', 'none', 'none', 0, 60, 62],
  [0, 'layout', 'forward', 'none', 0, 62, 70],
  [0, 'compute', 'forward', 'none', 0, 70, 100],
  [0, 'compute', 'recompute', 'none', 0, 100, 110],
  [0, 'compute', 'backward', 'none', 0, 110, 150],
  [0, 'compute', 'weightUpdate', 'none', 0, 150, 170],
  [0, 'compute', 'none', 'none', 0, 170, 180],
];

function watched(spans = SPANS, losses = [3, 2, 1]) {
  return {
    status: () => ({step: losses.length, steps: 10, runs: 2, cycles: 400, seconds: 4e-7, finished: false}),
    queues: () => ({infeed: {exists: true, fill: 1}, outfeed: {exists: false}}),
    losses: ({from}) => Float32Array.from(losses.slice(from)),
    traceColumns: (range) => columns(spans, range),
  };
}

test('snapshot: what can be watched is followed, whatever it is', () => {
  const losses = [3, 2];
  const follower = new Follower(watched(SPANS, losses), {elementSpec: {dtype: 'float32', shape: [null, 4]}});
  const first = follower.snapshot();
  assert.deepEqual([first.number, first.step, first.steps, first.runs, first.epoch], [0, 2, 10, 2, 0]);
  assert.deepEqual([...first.losses], [3, 2]);
  assert.equal(first.element, 'f32 [?, 4]');
  assert.deepEqual([first.infeed.fill, first.outfeed.exists], [1, false]);
  losses.push(1);
  const next = follower.snapshot({ended: true});
  assert.deepEqual([next.number, next.ended, ...next.losses], [1, true, 1]);
  assert.deepEqual(structuredClone(next), next, 'plain data, which can be posted');
});

test('snapshot: what spans mean', () => {
  const {lanes, from, to} = new Follower(watched()).snapshot();
  assert.deepEqual([from, to], [0, 180]);
  const drawn = lanes.map(({lane, spans}) => [
    lane,
    ...Array.from({length: spans.length / 3}, (_, i) => `${spans[3 * i]}-${spans[3 * i + 1]} ${ACTIVITIES[spans[3 * i + 2]]}`),
  ]);
  assert.deepEqual(drawn, [
    [-1, '0-30 host', '30-40 handshake'],
    [
      0,
      '0-50 stall',
      '50-60 exchange',
      '62-70 exchange',
      '70-100 forward',
      '100-110 forward',
      '110-150 backward',
      '150-170 weightUpdate',
      '170-180 exchange',
    ],
  ]);
});

test('snapshot: of a pipeline the programs are drawn, not what is in them', () => {
  const {lanes, pipelined} = new Follower(
    watched(
      [
        [0, 'stageProgram', 'forward', 'none', 5, 0, 100],
        [0, 'compute', 'forward', 'none', 5, 0, 90],
        [1, 'stageProgram', 'backward', 'none', 5, 100, 150],
        [1, 'compute', 'weightUpdate', 'none', 5, 150, 160],
        [0, 'stageProgram', 'forward', 'none', 4, 0, 100],
      ].map((span, i) => (i < 4 ? span : [...span.slice(0, 5), -100, 0])),
    ),
  ).snapshot();
  assert.equal(pipelined, true);
  assert.deepEqual(
    lanes.map(({lane, spans}) => [lane, spans.length / 3]),
    [
      [0, 1],
      [1, 2],
    ],
  );
});

test('snapshot: what cannot be followed is told apart', () => {
  assert.equal(canBeFollowed(watched()), true);
  for (const other of [null, undefined, 5, {}, {...watched(), queues: undefined}, new Map()]) {
    assert.equal(canBeFollowed(other), false);
  }
});
