// The viewer of profiles, what it draws and lists: rows of blocks, pixels, summaries, tables, numbers.

import assert from 'node:assert/strict';
import test from 'node:test';
import {BlockRow, VisibleBlocks, mergeVisible} from '../../../web/profile/blocks.mjs';
import {flameRows} from '../../../web/profile/flame.mjs';
import {byteTicks, formatDifference, roundTicks} from '../../../web/profile/format.mjs';
import {formatBytes, formatCount, formatNoun, formatPercent, formatRate, formatSeconds} from '../../../web/quantities.mjs';
import {datasetRows, hostCalls, transfersOf} from '../../../web/profile/host_calls.mjs';
import {ProfileModel} from '../../../web/profile/model.mjs';
import {rowsOfCsv} from '../../../web/mirror.mjs';
import {csvOf, groupRows, sortRows} from '../../../web/profile/sorting.mjs';
import {mixColours} from '../../../web/profile/theme.mjs';
import {paintTimeline} from '../../../web/profile/timeline_painter.mjs';
import {restOfLane, summarizeTrace} from '../../../web/profile/trace_summary.mjs';
import {VectorContext} from '../../../web/profile/vector_context.mjs';
import {smallProfile} from '../small_profile.mjs';

const blocksOf = (row, words) => Array.from({length: row.count}, (_, i) => [words[row.text[i]], row.begin[i], row.end[i]]);

function rowOf(lengths, gap = 0) {
  const row = new BlockRow();
  let at = 0;
  lengths.forEach((length, i) => {
    row.add(at, at + length, i % 3, 0, i);
    at += length + gap;
  });
  return row.seal();
}

test('rows: the flame of a lane is paths above BSP phases', () => {
  const model = new ProfileModel(smallProfile({steps: 1})),
    rows = flameRows(model.flames, 0, 'flame');
  assert.deepEqual(
    rows.map((row) => blocksOf(row, model.flames.words).slice(0, 5)),
    [
      [
        ['StreamCopy infeed', 0, 40],
        ['dense', 40, 80],
        ['StreamCopy infeed', 100, 140],
        ['dense', 140, 180],
      ],
      [
        ['Begin', 0, 30],
        ['Mid', 30, 40],
        ['matmul', 40, 80],
        ['Begin', 100, 130],
        ['Mid', 130, 140],
      ],
      [
        ['sync', 40, 44],
        ['exchange', 44, 50],
        ['compute', 50, 80],
        ['sync', 140, 144],
        ['exchange', 144, 150],
      ],
    ],
  );
  const [top] = flameRows(model.flames, 1, 'flame');
  assert.deepEqual(blocksOf(top, model.flames.words)[0], ['External Sync', 0, 80]);
  assert.equal(top.tall[0], 1);
});

test('rows: every row of a lane covers what its leaves cover', () => {
  const model = new ProfileModel(smallProfile({steps: 7}));
  for (const mode of ['flat', 'bsp']) {
    const [row] = flameRows(model.flames, 0, mode);
    let sum = 0;
    for (let i = 0; i < row.count; i++) sum += row.end[i] - row.begin[i];
    assert.equal(sum, 80 * 14, mode);
  }
});

test('rows: the first block after a time, and the one at a place', () => {
  const row = rowOf([10, 10, 10], 5);
  assert.deepEqual(
    [-1, 0, 9, 10, 15, 40, 99].map((cycle) => row.firstAfter(cycle)),
    [0, 0, 0, 1, 1, 3, 3],
  );
  assert.deepEqual(
    [0, 9, 12, 15, 44].map((cycle) => row.at(cycle)),
    [0, 0, -1, 1, -1],
  );
  assert.deepEqual(
    [11, 14, 44].map((cycle) => row.at(cycle, 4)),
    [0, 1, 2],
  );
  assert.equal(row.filter((i) => i === 1).begin[0], 15);
});

test('rows: pixels keep the sum of cycles, however narrow', () => {
  const lengths = Array.from({length: 5000}, (_, i) => 1 + ((i * 7919) % 400)),
    row = rowOf(lengths, 3),
    out = new VisibleBlocks();
  const end = row.end[row.count - 1],
    all = lengths.reduce((sum, each) => sum + each, 0);
  for (const width of [1, 7, 320, 1200, 5000]) {
    mergeVisible(row, 0, end, width, out);
    let sum = 0,
      right = 0;
    for (let i = 0; i < out.count; i++) {
      sum += out.cycles[i];
      assert.ok(out.left[i] >= right - 1 - 1e-9, `${width}: ${out.left[i]} after ${right}`);
      right = out.right[i];
    }
    assert.equal(sum, all, `${width} pixels`);
    assert.ok(out.count <= 2 * width + 2, `${out.count} rectangles on ${width} pixels`);
  }
});

test('rows: a window shows what is in it, cut by the caller', () => {
  const row = rowOf([10, 10, 10]),
    out = new VisibleBlocks();
  mergeVisible(row, 12, 18, 60, out);
  assert.equal(out.count, 1);
  assert.deepEqual([out.left[0], out.right[0], out.block[0]], [-20, 80, 1]);
  mergeVisible(row, 40, 50, 60, out);
  assert.equal(out.count, 0);
});

test('rows: a gathered pixel has the colour of most of its cycles', () => {
  const row = new BlockRow(),
    out = new VisibleBlocks();
  row.add(0, 1, 4, 0, 0);
  row.add(1, 4, 2, 0, 1);
  row.add(4, 7, 4, 0, 2);
  row.add(7, 8, 9, 0, 3);
  mergeVisible(row.seal(), 0, 100, 10, out);
  assert.deepEqual([out.count, out.colour[0], out.cycles[0], out.faint[0]], [1, 4, 8, 0]);
});

test('summary: cycles of a window are cut at its edges, the whole is the profile\u2019s own sums', () => {
  const model = new ProfileModel(smallProfile({steps: 2}));
  const flat = new Map(model.lanes.map(({lane}) => [lane, flameRows(model.flames, lane, 'flat')[0]]));
  const part = summarizeTrace(model, flat, 20, 60);
  assert.deepEqual(part.lanes[0].cycles, {streamBegin: 10, streamMid: 10, sync: 4, exchange: 6, compute: 10});
  assert.deepEqual(part.lanes[1].activities, {stall: 40});
  assert.equal(part.streamBytes, 48);
  assert.equal(part.exchangeBytes, 64);
  assert.equal(part.parallelEfficiency, 10 / 80);
  const whole = summarizeTrace(model, flat, 0, model.clock.total);
  assert.deepEqual(whole.lanes[0].cycles, model.lanes[0].cycles);
  assert.equal(whole.balance, (30 + 8) / 46);
  assert.deepEqual(whole.lanes[1].activities, {stall: 320, sync: 16, backward: 64});
});

test('summary: where spans were left out it says so, and the whole still counts them', () => {
  const model = new ProfileModel(smallProfile({steps: 2, keep: 11}));
  const flat = new Map(model.lanes.map(({lane}) => [lane, flameRows(model.flames, lane, 'flat')[0]]));
  assert.equal(summarizeTrace(model, flat, 0, 80).missing, 0);
  assert.equal(summarizeTrace(model, flat, 0, 200).missing, 100 + 120);
  const whole = summarizeTrace(model, flat, 0, model.clock.total);
  assert.equal(whole.missing, 0);
  assert.deepEqual(whole.lanes[1].activities, {sync: 16, compute: 64, stall: 320});
});

test('summary: what a lane did after its last span is its sums less the spans that are kept', () => {
  const model = new ProfileModel(smallProfile({steps: 2, keep: 11}));
  const rest = model.lanes.map(
    (figures) => restOfLane(model, figures, flameRows(model.flames, figures.lane, 'flat')[0]).activities,
  );
  assert.deepEqual(rest, [
    {streamBegin: 90, streamMid: 30, sync: 12, exchange: 18, compute: 90},
    {sync: 12, compute: 48, stall: 240},
  ]);
  const whole = new ProfileModel(smallProfile({steps: 2}));
  assert.ok(
    whole.lanes.every((figures) =>
      Object.values(restOfLane(whole, figures, flameRows(whole.flames, figures.lane, 'flat')[0]).activities).every(
        (cycles) => cycles === 0,
      ),
    ),
  );
});

test('summary: bytes between IPUs that were not recorded are no number', () => {
  const profile = smallProfile({steps: 2});
  profile.operations[0].cyclesByKind = {sync: 240, exchange: 80};
  const model = new ProfileModel(profile);
  assert.ok(Number.isNaN(summarizeTrace(model, new Map(), 0, model.clock.total).globalBytes));
  profile.operations[0].bytes = 512;
  assert.equal(summarizeTrace(new ProfileModel(profile), new Map(), 0, model.clock.total).globalBytes, 512);
});

test('host: calls nest, and IPUSync lies between the transfers of a run', () => {
  const model = new ProfileModel(smallProfile({steps: 2})),
    {rows, words} = hostCalls(model),
    at = model.runs[0].begin;
  assert.deepEqual(
    rows.map((row) => blocksOf(row, words)[0][0]),
    ['set up the program', 'PoplarExecutor::ExecuteEngine', 'start the program', 'IPUTarget::run', 'streams'],
  );
  assert.deepEqual(transfersOf(model.spans, 0), [
    [at, at + 40],
    [at + 100, at + 140],
  ]);
  assert.deepEqual(blocksOf(rows[4], words).slice(0, 4), [
    ['streams', at, at + 40],
    ['IPUSync', at + 40, at + 100],
    ['streams', at + 100, at + 140],
    ['IPUSync', at + 140, at + 200],
  ]);
  assert.equal(datasetRows(model)[0].count, 4);
});

test('tables: sorting keeps equal rows in order and puts missing numbers last', () => {
  const rows = [
      {n: 2, t: 'b'},
      {n: null, t: 'a'},
      {n: 1, t: 'c'},
      {n: 2, t: 'a'},
    ],
    column = {key: 'n', value: ({n}) => n};
  assert.deepEqual(
    sortRows(rows, column, true).map(({n, t}) => `${n}${t}`),
    ['2b', '2a', '1c', 'nulla'],
  );
  assert.deepEqual(
    sortRows(rows, column, false).map(({n, t}) => `${n}${t}`),
    ['1c', '2b', '2a', 'nulla'],
  );
  assert.deepEqual(
    sortRows(rows, {value: ({t}) => t}, false)
      .map(({t}) => t)
      .join(''),
    'aabc',
  );
  const groups = groupRows(rows, ({t}) => t, [{key: 'n', value: ({n}) => n, sum: true}]);
  assert.deepEqual(
    groups.map(({label, sums}) => [label, sums.n]),
    [
      ['b', 2],
      ['a', 2],
      ['c', 1],
    ],
  );
  assert.equal(
    csvOf(
      [
        {label: 'name, text', value: ({t}) => `${t}"`},
        {label: 'n', value: ({n}) => n},
      ],
      rows.slice(0, 2),
    ),
    '"name, text",n\n"b""",2\n"a""",\n',
  );
});

test('a timeline: its axis says what it counts', () => {
  const texts = [];
  const context = new Proxy(
    {fillText: (text, x) => texts.push([text, x])},
    {get: (target, name) => target[name] ?? (() => {})},
  );
  const view = {gutter: 64, from: 0, to: 1000, tickUnit: 1, axisText: String, axisUnit: 'cycles', tracks: []};
  paintTimeline(context, 564, 40, {surface: {}, fills: [], inks: []}, view, {top: 0, bottom: 40});
  assert.deepEqual(texts[0], ['cycles', 0]);
  assert.deepEqual(
    texts.slice(1, 3).map(([text]) => text),
    ['0', '500'],
  );
});

test('numbers: as a reader sees them', () => {
  const plain = (text) => text.replaceAll('\u00a0', ' ');
  assert.deepEqual(
    [0, 408, 638976, 940572672, 1e12].map((each) => plain(formatBytes(each))),
    ['0 B', '408 B', '624 KiB', '897 MiB', '931 GiB'],
  );
  assert.deepEqual(
    [0, 2.5, 0.0030384, 1.129e-4, 7.5e-10, 1.016e-3, 9.9996e-4, 0.99999].map((each) => plain(formatSeconds(each))),
    ['0 s', '2.5 s', '3.04 ms', '113 \u00b5s', '0.75 ns', '1.02 ms', '1 ms', '1 s'],
  );
  assert.deepEqual(
    [0, 0.0001, 0.121, 1].map((each) => plain(formatPercent(each))),
    ['0.0 %', '<0.1 %', '12.1 %', '100 %'],
  );
  assert.equal(plain(formatRate(7.593e12)), '7.59 TFLOP/s');
  assert.deepEqual([formatDifference(-3), formatDifference(0), formatDifference(1200)], ['\u22123', '0', '+1,200']);
  assert.deepEqual([formatNoun(1, 'call'), formatNoun(2000, 'mini-batch')].map(plain), ['1 call', '2,000 mini-batches']);
  assert.deepEqual([NaN, undefined].map(formatCount), ['\u2013', '\u2013']);
  assert.deepEqual(roundTicks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(byteTicks(3000, 3), [0, 1024, 2048]);
  assert.equal(mixColours('#000000', '#ff8000', 0.5), '#804000');
});

test('pictures: the SVG of a drawing has its rectangles, texts and clips', () => {
  const context = new VectorContext(100, 50);
  context.fillStyle = '#112233';
  context.fillRect(1, 2, 30.123, 4);
  context.save();
  context.beginPath();
  context.rect(0, 0, 10, 10);
  context.clip();
  context.fillText('a < b & "c"', 5, 6);
  context.restore();
  const text = context.toString();
  assert.match(text, /<rect x="1" y="2" width="30.12" height="4" fill="#112233"\/>/);
  assert.match(text, />a &#60; b &#38; &#34;c&#34;<\/text>\n<\/g>/);
});

test('tables: texts that a spreadsheet would compute begin with an apostrophe, numbers do not', () => {
  const columns = ['name', 'cycles'].map((label) => ({label, value: (row) => row[label]}));
  const rows = [
    {name: '=1+1', cycles: -3},
    {name: '@SUM(A1)', cycles: '-0.5'},
    {name: '-x, "y"', cycles: 1},
    {name: 'a\rb', cycles: null},
  ];
  assert.equal(csvOf(columns, rows), 'name,cycles\n"\'=1+1",-3\n"\'@SUM(A1)",-0.5\n"\'-x, ""y""",1\n"a\rb",\n');
  assert.deepEqual(
    rowsOfCsv(csvOf(columns, rows)).map(([name]) => name),
    ['name', '=1+1', '@SUM(A1)', '-x, "y"', 'a\rb'],
    'the mirror shows the texts themselves',
  );
});
