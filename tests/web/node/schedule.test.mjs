// The picture of a schedule puts what the emulator has laid out where it says, without the emulator.

import assert from 'node:assert/strict';
import test from 'node:test';
import {paintSchedule} from '../../../web/queues/schedule.mjs';

const PIPELINE = {
  rows: [
    {ipu: 0, name: 'IPU 0', stages: [0, 2]},
    {ipu: 4, name: 'IPU 4', stages: [1]},
  ],
  boxes: [
    {row: 0, stage: 0, activity: 'forward', number: 1, beginCycles: 0, endCycles: 100},
    {row: 1, stage: 1, activity: 'backward', number: 1, beginCycles: 120, endCycles: 300},
    {row: 0, stage: 2, activity: 'forward', number: 2, beginCycles: 300, endCycles: 304},
  ],
  weightUpdates: [{row: 1, ipu: 4, beginCycles: 350, endCycles: 400}],
  barriers: [{beginCycles: 100, endCycles: 120}],
  makespanCycles: 400,
};
const LEFT = 52,
  WIDTH = 452; // a pixel a cycle

function painted(pipeline) {
  const rectangles = [],
    texts = [];
  const context = {
    fillRect(...at) {
      rectangles.push([this.fillStyle, ...at]);
    },
    fillText(text, x, y) {
      texts.push({text, x, y});
    },
  };
  const palette = new Proxy({}, {get: (_, name) => name});
  paintSchedule(pipeline, context, WIDTH, 94, palette);
  return {rectangles, texts};
}

test('schedule: boxes stand in their rows at their times', () => {
  const {rectangles} = painted(PIPELINE);
  const of = (color) => rectangles.filter(([each]) => each === color).map(([, ...at]) => at);
  assert.deepEqual(of('forward'), [
    [LEFT, 0, 99, 30],
    [LEFT + 300, 0, 3, 30],
  ]);
  assert.deepEqual(of('backward'), [[LEFT + 120, 36, 179, 30]]);
  assert.deepEqual(of('weightUpdate'), [[LEFT + 350, 36, 49, 30]]);
  assert.deepEqual(of('sync'), [[LEFT + 99.5, 0, 1, 66]]);
  assert.equal(of('track').length, 2, 'an IPU that the pipeline leaves out has no row');
});

test('schedule: words are those of the layout', () => {
  const texts = painted(PIPELINE).texts.map(({text}) => text);
  assert.deepEqual(texts, ['IPU 0', 'IPU 4', '1', 's0', '1', '400 cycles'], 'no number where there is no room');
});

test('schedule: barriers that would hide the boxes are left out', () => {
  const barriers = Array.from({length: 100}, (_, i) => ({beginCycles: 4 * i, endCycles: 4 * i}));
  assert.equal(painted({...PIPELINE, barriers}).rectangles.filter(([color]) => color === 'sync').length, 0);
  assert.equal(painted({...PIPELINE, barriers: []}).rectangles.filter(([color]) => color === 'sync').length, 0);
});
