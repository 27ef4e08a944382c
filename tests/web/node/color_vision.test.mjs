// Colours that can meet in one picture, as people with a colour vision deficiency see them: they stay apart, or what they
// mean is told by shape or words too.
//
// Deficient vision is simulated by the matrices of Machado, Oliveira and Fernandes, "A physiologically-based model for
// simulation of color vision deficiency" (IEEE Transactions on Visualization and Computer Graphics 15, 2009), at a
// severity of 1.0, on linear RGB. Differences are CIE76, the distance in CIE L*a*b* (D65): for the large differences of
// filled areas it is as good a measure as its successors, which were made for just noticeable ones, and it has no
// parameters. About 2.3 is just noticeable; 10 is told at a glance.

import assert from 'node:assert/strict';
import test from 'node:test';
import {ACTIVITIES, SURFACES} from '../../../web/queues/theme_table.mjs';

const AT_A_GLANCE = 10;

const VISIONS = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, value, i) => sum + value * vector[i], 0));
const linear = (hex) =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));

function lab(rgb) {
  const [x, y, z] = times(TO_XYZ, rgb)
    .map((value, i) => value / WHITE[i])
    .map((value) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const seen = (hex, matrix) => lab(times(matrix, linear(hex)).map((value) => Math.min(1, Math.max(0, value))));
const difference = (a, b, matrix) => Math.hypot(...seen(a, matrix).map((value, i) => value - seen(b, matrix)[i]));

const activity = (name) => ACTIVITIES[name].colors;
const surface = (name) => SURFACES[name];

// Colours of each picture, and the pairs that shape or words tell apart there.
const PICTURES = {
  'the schedule': {
    of: {
      forward: activity('forward'),
      backward: activity('backward'),
      update: activity('weightUpdate'),
      idle: activity('idle'),
      copy: activity('streamMid'),
      exchange: activity('exchange'),
      sync: activity('sync'),
    },
    apart: {},
  },
  'an execution trace': {
    of: {
      forward: activity('forward'),
      backward: activity('backward'),
      update: activity('weightUpdate'),
      idle: activity('idle'),
      begin: activity('streamBegin'),
      mid: activity('streamMid'),
      end: activity('streamEnd'),
      host: activity('host'),
      sync: activity('sync'),
    },
    apart: {
      'idle begin': 'both say that the IPU waits, and a Begin is a box with its name in it',
      'forward host': 'the host has a lane of its own, with its name',
    },
  },
  'two runs': {of: {with: surface('withFeeds'), without: surface('withoutFeeds'), paper: surface('card')}, apart: {}},
  'good and bad': {of: {good: surface('good'), bad: surface('bad')}, apart: {}},
};

test('colour vision: the simulation gives the published figures', () => {
  // A matrix keeps grey, since each of its rows adds up to 1.
  for (const [name, matrix] of Object.entries(VISIONS)) {
    for (const row of matrix) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5, name);
  }
  assert.ok(Math.abs(difference('#ffffff', '#000000', VISIONS.protanopia) - 100) < 0.01);
  // Red and green of the same lightness are the textbook's case: one for those who lack a long or middle cone.
  assert.ok(
    difference('#c04040', '#707000', VISIONS.deuteranopia) <
      0.5 * difference('#c04040', '#707000', VISIONS['full colour vision']),
  );
});

for (const [picture, {of, apart}] of Object.entries(PICTURES)) {
  test(`colour vision: ${picture} can be read by everybody`, () => {
    const names = Object.keys(of);
    const close = [];
    for (const [vision, matrix] of Object.entries(VISIONS)) {
      for (const [i, a] of names.entries()) {
        for (const b of names.slice(i + 1)) {
          for (const [shade, mode] of [
            [0, 'light'],
            [1, 'dark'],
          ]) {
            const found = difference(of[a][shade], of[b][shade], matrix);
            if (found < AT_A_GLANCE && !apart[`${a} ${b}`])
              close.push(`${a} and ${b}, ${vision}, ${mode}: ${found.toFixed(1)}`);
          }
        }
      }
    }
    assert.deepEqual(close, []);
  });
}
