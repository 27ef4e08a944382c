// When a goal of a lesson is reached, and how far a reader has come.

import assert from 'node:assert/strict';
import test from 'node:test';
import {conditions, isReached} from '../../../web/lessons/conditions.mjs';
import {progressOf, saveProgress} from '../../../web/lessons/progress.mjs';

test('goals: conditions are numbers or words of one fact', () => {
  const list = conditions('page.experiment = mnist-with-feeds and page.seconds < 2e-1 and\n page.recompute = true');
  assert.deepEqual(
    list.map(({field, operator, value}) => [field, operator, value]),
    [
      ['experiment', '=', 'mnist-with-feeds'],
      ['seconds', '<', 0.2],
      ['recompute', '=', 'true'],
    ],
  );
  const fact = {kind: 'page', experiment: 'mnist-with-feeds', seconds: 0.1, recompute: true};
  assert.equal(isReached(list, fact), true);
  for (const other of [{kind: 'fit'}, {experiment: 'loops'}, {seconds: 0.2}, {seconds: NaN}, {recompute: false}]) {
    assert.equal(isReached(list, {...fact, ...other}), false, JSON.stringify(other));
  }
  assert.equal(isReached(conditions('fit.runs = 1'), {kind: 'fit', runs: 1}), true);
  assert.equal(isReached(conditions('fit.runs <= 1'), {kind: 'fit'}), false, 'a field that is not there');
});

test('goals: what is no condition is refused', () => {
  for (const text of [
    '',
    'fit.runs',
    'fit.runs == 1',
    'runs = 1',
    'fit.name < word',
    'fit.runs = 1 or fit.runs = 2',
    'fit.runs = 1,5',
  ]) {
    assert.throws(() => conditions(text), /is no condition of a goal/, text);
  }
});

test('progress: kept while something is done, and never more than there is', () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
  assert.equal(progressOf('memory'), null);
  saveProgress('memory', 2, 5);
  assert.deepEqual(progressOf('memory'), {done: 2, total: 5});
  assert.equal(progressOf('infeeds'), null, 'each lesson has its own');
  saveProgress('memory', 0, 5);
  assert.equal(kept.size, 0);
  for (const broken of ['', '9/5', 'a/b', '1', '-1/5', '1/5/2']) {
    kept.set('pipette-lesson-memory-progress', broken);
    assert.equal(progressOf('memory'), null, broken);
  }
  Object.defineProperty(globalThis, 'localStorage', {
    get() {
      throw new Error('forbidden');
    },
    configurable: true,
  });
  assert.equal(progressOf('memory'), null);
  saveProgress('memory', 1, 5);
  delete globalThis.localStorage;
});
