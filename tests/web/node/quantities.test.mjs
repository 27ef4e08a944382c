// Sizes, durations and shares as people read them: the texts to which tests/core/format_quantity_test.cc holds C++.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {formatBytes, formatPercent, formatRate, formatSeconds, NO_NUMBER} from '../../../web/quantities.mjs';

const plain = (text) => text.replaceAll('\u00a0', ' ');
const FORMATS = {bytes: formatBytes, microseconds: (value) => formatSeconds(value / 1e6), share: formatPercent};

test('quantities: a thousand values have the texts that C++ gives them', () => {
  const golden = JSON.parse(readFileSync(new URL('../../golden/quantities.json', import.meta.url), 'utf8'));
  const rows = Object.entries(golden).flatMap(([kind, values]) => values.map((row) => [kind, ...row]));
  assert.equal(rows.length, 1000);
  for (const [kind, value, text] of rows) assert.equal(plain(FORMATS[kind](value)), text, `${kind} ${value}`);
});

test('quantities: a dash is no number, and rates have the prefixes of SI', () => {
  for (const format of [...Object.values(FORMATS), formatRate])
    for (const value of [NaN, Infinity, undefined]) assert.equal(format(value), NO_NUMBER);
  assert.deepEqual(
    [0, 12, 999.6, 7.593e12, 5e18].map((value) => plain(formatRate(value))),
    ['0 FLOP/s', '12 FLOP/s', '1 kFLOP/s', '7.59 TFLOP/s', '5,000 PFLOP/s'],
  );
});
