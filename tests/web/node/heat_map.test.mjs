// Heat maps of tensors: the colour of a value, and which of several values a pixel shows.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {levels, limitOf, paint} from '../../../web/queues/heat_map.mjs';

const palette = {values: ['#000040', '#000080', '#ffffff', '#804000', '#402000'], notFinite: '#ff00ff'};

function painted(values, columns, width, limit = 2) {
  const rows = values.length / columns;
  const pixels = new Uint8ClampedArray(4 * width * rows);
  paint(pixels, width, rows, Float32Array.from(values), rows, columns, limit, palette);
  return Array.from({length: width * rows}, (_, i) => [...pixels.slice(4 * i, 4 * i + 4)].join());
}

test('heat map: sign and strength have colours, and beyond the limit they look the same', () => {
  assert.deepEqual(painted([-2, -1, 0, 1, 2, -9, 9], 7, 7), [
    '0,0,64,255',
    '0,0,128,255',
    '255,255,255,255',
    '128,64,0,255',
    '64,32,0,255',
    '0,0,64,255',
    '64,32,0,255',
  ]);
  assert.deepEqual(painted([1e-9, -1e-9, 2e-3], 3, 3), Array(3).fill('255,255,255,255'));
});

test('heat map: a pixel shows the value farthest from zero, and what is no number wins', () => {
  assert.deepEqual(painted([0.5, -2, 1, 0, NaN, 1], 6, 3), ['0,0,64,255', '128,64,0,255', '255,0,255,255']);
  assert.deepEqual(painted([Infinity, 2, 0, -Infinity], 4, 2), Array(2).fill('255,0,255,255'));
  assert.deepEqual(painted([1, 2], 2, 4), ['128,64,0,255', '128,64,0,255', '64,32,0,255', '64,32,0,255']);
});

test('heat map: a few strong values do not make all others pale', () => {
  assert.equal(limitOf([0, 0, 0]), 1);
  assert.equal(limitOf([NaN, -3, 3, 3, -3]), 3);
  assert.equal(limitOf([]), 1);
  const values = new Float32Array(1000).fill(1);
  values[7] = 1000;
  assert.ok(Math.abs(limitOf(values) - 4 * Math.sqrt((999 + 1e6) / 1000)) < 1e-6);
});

const golden = JSON.parse(readFileSync(new URL('../../golden/heat_map.json', import.meta.url), 'utf8'));
for (const {name, width, height, values, rows, columns, limit, levels: expected} of golden.cases) {
  test(`heat map: ${name}`, () => {
    assert.deepEqual([...levels(width, height, Float32Array.from(values, Number), rows, columns, limit)], expected);
  });
}
