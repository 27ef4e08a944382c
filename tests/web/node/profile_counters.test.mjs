// Counters of what waits, made of spans.

import assert from 'node:assert/strict';
import test from 'node:test';
import {waitingCounters} from '../../../web/profile/counters.mjs';

const KEYS = ['hostPipeline', 'streamMid', 'sync'];

/** Rows of {lane, key, begin, end, step, reason} as columns. */
const spansOf = (rows) => ({
  count: rows.length,
  kindKeys: KEYS,
  kind: rows.map(({key}) => KEYS.indexOf(key)),
  reason: rows.map(({reason = 0}) => reason),
  ...Object.fromEntries(['lane', 'begin', 'end', 'step'].map((name) => [name, rows.map((row) => row[name] ?? 0)])),
});

test('counters: an element waits from when the host has made it until a copy takes it', () => {
  const spans = spansOf([
    {lane: -1, key: 'hostPipeline', begin: 0, end: 10, step: 0},
    {lane: -1, key: 'hostPipeline', begin: 10, end: 12, step: 0},
    {lane: 0, key: 'streamMid', begin: 20, end: 30},
    {lane: 0, key: 'streamMid', begin: 40, end: 50},
    {lane: -1, key: 'hostPipeline', begin: 13, end: 60, step: 1},
    {lane: 0, key: 'streamMid', begin: 60, end: 70},
  ]);
  const [queue, ...others] = waitingCounters(spans);
  assert.deepEqual(others, []);
  // The copy at 40 is of something else; element 1 is taken at once.
  assert.deepEqual([queue.name, queue.cycles, queue.values], ['infeed elements', [12, 20], [1, 0]]);
});

test('counters: IPUs that wait at once, but neither the host nor I/O tiles', () => {
  const wait = (lane, begin, end) => ({lane, key: 'sync', begin, end, reason: 1});
  const [waiting] = waitingCounters(spansOf([wait(0, 5, 9), wait(0, 9, 12), wait(1, 7, 12), wait(-1, 0, 90), wait(-2, 0, 90)]));
  assert.deepEqual([waiting.name, waiting.cycles, waiting.values], ['IPUs waiting', [5, 7, 12], [1, 2, 0]]);
});
