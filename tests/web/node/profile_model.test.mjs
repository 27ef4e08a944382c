// The viewer of profiles, what it reads: columns, clocks, sums, memory, selections and comparisons.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {compareOperations, totalsOf} from '../../../web/profile/compare.mjs';
import {bytesAtStep, bytesOnTile, kindsByTile, liveAt, mostOfStep, variablesOn} from '../../../web/profile/memory.mjs';
import {ProfileModel, readProfiles} from '../../../web/profile/model.mjs';
import {resolveSelection, selectionText} from '../../../web/profile/selection.mjs';
import {decodeSpans} from '../../../web/profile/spans.mjs';
import {smallProfile} from '../small_profile.mjs';

const realText = readFileSync(new URL('../fixtures/profile_without_feeds.json', import.meta.url), 'utf8');
const names = (model, {operations}) => [...operations].map((at) => model.operations[at].name);

test('profile: columns are decoded, begins from differences', () => {
  const spans = decodeSpans({
    begin: [10, 5, -3],
    length: [1, 2, 3],
    lane: [0, -1, 0],
    kind: [0, 1, 0],
    kinds: ['compute', 'Engine::run'],
    leftOut: 4,
  });
  assert.deepEqual([...spans.begin], [10, 15, 12]);
  assert.deepEqual([...spans.end], [11, 17, 15]);
  assert.deepEqual(spans.kindKeys, ['compute', 'engineRun']);
  assert.deepEqual(spans.isLeaf, [true, false]);
  assert.equal(spans.leftOut, 4);
  assert.equal(decodeSpans(undefined).count, 0);
  const coded = decodeSpans({
    begin: {repeated: [10, 1, 5, 2]},
    length: {repeated: [1, 3]},
    lane: {repeated: [0, 1, -1, 2]},
    kind: [0, 1, 0],
    kinds: ['compute', 'Engine::run'],
  });
  assert.deepEqual(
    [[...coded.begin], [...coded.end], [...coded.lane]],
    [
      [10, 15, 20],
      [11, 16, 21],
      [0, -1, -1],
    ],
  );
});

test('profile: a real one agrees with itself, and every span has its operation', () => {
  const model = new ProfileModel(readProfiles(realText)[0]),
    {spans} = model;
  assert.deepEqual(model.disagreements(), []);
  const sums = new Array(model.operations.length).fill(0);
  for (let i = 0; i < spans.count; i++) {
    if (spans.lane[i] < 0 || !spans.isLeaf[spans.kind[i]]) continue;
    assert.ok(model.operationOfSpan[i] >= 0, `span ${i}`);
    sums[model.operationOfSpan[i]] += spans.end[i] - spans.begin[i];
  }
  assert.deepEqual(
    sums,
    model.operations.map(({cycles}) => cycles),
  );
});

test('profile: sums that disagree are said', () => {
  assert.deepEqual(new ProfileModel(smallProfile()).disagreements(), []);
  const wrong = smallProfile();
  wrong.operations[0].cycles += 7;
  wrong.execution.spans.length[3] += 1;
  wrong.compilation.ipus[1].alwaysLiveBytes = 95;
  assert.deepEqual(new ProfileModel(wrong).disagreements(), [
    'cycles of operations and of lanes: 3607 and 3600',
    'cycles of spans and of lane 0: 1601 and 1600',
    'always-live bytes of IPU 1: 96 and 95',
  ]);
  assert.deepEqual(new ProfileModel(smallProfile({keep: 20})).disagreements(), [], 'spans that were left out are no mistake');
});

test('profile: device time leaves out what lies between runs', () => {
  const {clock, runs} = new ProfileModel(smallProfile());
  assert.equal(clock.total, 2000);
  assert.equal(clock.toDevice(runs[0].begin + 5, 0), 5);
  assert.equal(clock.toDevice(runs[1].begin + 5, 1), 1005);
  assert.equal(clock.toModelled(1005), runs[1].begin + 5);
  assert.equal(clock.nearest(runs[1].hostBegin + 1), 1000, 'before the second run');
  assert.equal(clock.nearest(runs[1].end + 99), 2000);
});

test('profile: several programs, a line each or in an array', () => {
  const [first, second] = [smallProfile({steps: 1}), smallProfile({steps: 2})];
  assert.equal(readProfiles(`${JSON.stringify(first)}\n${JSON.stringify(second)}\nsome other line\n`).length, 2);
  assert.equal(readProfiles(JSON.stringify([first, second])).length, 2);
  assert.equal(readProfiles(JSON.stringify(first, null, 1)).length, 1);
  assert.equal(readProfiles(JSON.stringify({pipette: '1.0', experiment: {}, profiles: [first, second]})).length, 2, 'a report');
  assert.throws(() => readProfiles('{"version": 1'), SyntaxError);
});

test('profile: keys that are missing read as empty', () => {
  const model = new ProfileModel(smallProfile());
  assert.deepEqual([model.insights, model.counters, model.overview, model.engineOptions], [[], [], null, {}]);
  const full = new ProfileModel(smallProfile({insights: [{title: 'a'}], engineOptions: {'debug.instrument': 'true'}}));
  assert.equal(full.insights.length, 1);
  assert.deepEqual(full.engineOptions, {'debug.instrument': 'true'});
});

test('profile: the peak is stated, or that of the architecture', () => {
  const profile = smallProfile();
  assert.equal(new ProfileModel(profile).peakFlopsPerCycle, 128);
  profile.compilation.target.peakFlops = 500e9;
  assert.equal(new ProfileModel(profile).peakFlopsPerCycle, 500);
});

test('memory: a real profile\u2019s variables give the bytes of every tile', () => {
  const [
    {
      compilation: {
        ipus: [ipu],
        target: {tilesPerIpu},
      },
    },
  ] = readProfiles(realText);
  const sums = new Array(tilesPerIpu).fill(0);
  for (const variable of ipu.variables) {
    const bytes = Array.from({length: tilesPerIpu}, (_, tile) => bytesOnTile(variable, tile, tilesPerIpu));
    assert.equal(
      bytes.reduce((sum, each) => sum + each, 0),
      variable.bytes,
      variable.name,
    );
    assert.equal(Math.max(...bytes), variable.largestTileBytes, variable.name);
    if (variable.alwaysLive)
      bytes.forEach((each, tile) => {
        sums[tile] += each;
      });
  }
  assert.deepEqual(sums, ipu.tiles.alwaysLive);
});

test('memory: a range of tiles, a step, and the few variables that make it', () => {
  const [ipu] = smallProfile().compilation.ipus;
  assert.deepEqual(
    variablesOn(ipu, 3, 3, 4).map(({variable, bytes}) => [variable.name, bytes]),
    [
      ['dense/kernel', 16],
      ['infeed', 16],
    ],
  );
  assert.deepEqual(
    variablesOn(ipu, 0, 3, 4).map(({bytes}) => bytes),
    [64, 48, 32, 32],
  );
  assert.deepEqual(
    [0, 3, 4, 5, 6, 7, 99].map((step) => bytesAtStep(ipu, step)),
    [0, 48, 48, 80, 80, 0, 0],
  );
  assert.deepEqual(
    liveAt(ipu, 4).variables.map(({name}) => name),
    ['dense/kernel', 'infeed', 'dense/bias'],
  );
  assert.deepEqual(
    mostOfStep(ipu, 5, 0.6).map(({name}) => name),
    ['infeed'],
  );
  assert.deepEqual([...kindsByTile(ipu, 5, 4).weights], ipu.tiles.alwaysLive);
});

test('memory: bytes that are the same on each tile', () => {
  const variable = {bytes: 300, firstTile: 0, tiles: 3, largestTileBytes: 100};
  assert.deepEqual(
    [0, 1, 2, 3].map((tile) => bytesOnTile(variable, tile, 4)),
    [100, 100, 100, 0],
  );
});

test('selection: from an operation to its variables and back', () => {
  const model = new ProfileModel(smallProfile());
  const meant = resolveSelection(model, {operation: 'dense/MatMul'});
  assert.deepEqual(names(model, meant), ['dense/MatMul']);
  assert.deepEqual([...meant.variables], ['dense/kernel', 'dense/matmul']);
  assert.deepEqual(names(model, resolveSelection(model, {variable: 'dense/kernel'})), [
    'dense/MatMul',
    'gradients/dense/MatMul',
  ]);
  assert.deepEqual(names(model, resolveSelection(model, {instruction: 2, name: 'dense/matmul'})), ['dense/MatMul']);
  assert.deepEqual(resolveSelection(model, {ipu: 1, tile: 3}).tiles, {ipu: 1, from: 3, to: 3});
  assert.equal(resolveSelection(model, {ipu: 1}).ipu, 1);
  assert.deepEqual(resolveSelection(model, {lane: 1, begin: 4, end: 9}).range, {lane: 1, begin: 4, end: 9});
  assert.equal(selectionText(model, resolveSelection(model, {ipu: 1, step: 5})), 'Step 5: dense/matmul');
  assert.equal(resolveSelection(model, {operation: 'no such'}).operations.size, 0);
  assert.equal(selectionText(model, resolveSelection(model, null)), '');
});

test('compare: cycles a step now and before, the most different first', () => {
  const now = smallProfile(),
    before = smallProfile();
  now.operations[2].cycles += 100;
  before.operations[3].name = 'gone';
  const rows = compareOperations(new ProfileModel(now), new ProfileModel(before));
  assert.deepEqual(
    rows.map(({name, now: a, before: b, difference}) => [name, a, b, difference]),
    [
      ['gradients/dense/MatMul', 20, null, 20],
      ['gone', null, 20, -20],
      ['dense/MatMul', 45, 40, 5],
      ['barrier', 80, 80, 0],
      ['infeed', 40, 40, 0],
    ],
  );
  const calls = compareOperations(new ProfileModel(smallProfile()), new ProfileModel(smallProfile({steps: 30})), 'call');
  assert.deepEqual(
    calls.map(({difference}) => difference),
    [0, 0, 0, 0],
    'of a call it is the same',
  );
  const totals = totalsOf(new ProfileModel(now));
  assert.equal(totals.find(({label}) => label === 'Cycles of a step').value, 100);
});

test('compare: a program with ten steps in a run beside one with one step', () => {
  const ten = new ProfileModel(smallProfile({steps: 10})),
    one = new ProfileModel(smallProfile({steps: 1}));
  const differences = (basis) => compareOperations(ten, one, basis).map(({difference}) => difference);
  assert.deepEqual(differences(), [0, 0, 0, 0], 'a step is the same work');
  assert.ok(differences('run').every((difference) => difference > 0));
  const figures = (model) => Object.fromEntries(totalsOf(model).map(({label, value}) => [label, value]));
  assert.equal(figures(ten)['Cycles of a step'], figures(one)['Cycles of a step']);
  assert.deepEqual(
    [figures(ten), figures(one)].map((each) => each['Training steps profiled']),
    [20, 2],
  );
});
