import assert from 'node:assert/strict';
import {test} from 'node:test';
import {linkToSteps, moved, stepsOfLink} from '../../../web/step_list.mjs';

const steps = [
  {text: 'A & B', card: 'flow'},
  {text: 'C', address: '{"v":1}'},
];

test('a list survives its link', () => {
  const link = linkToSteps(steps, 'https://example.org/page/?lesson=pipelining#v=1');
  assert.deepEqual(stepsOfLink(` ${link} `), steps);
});

test('what is no link to a list is told apart', () => {
  assert.throws(() => stepsOfLink('no link'), /no link/);
  assert.throws(() => stepsOfLink('https://example.org/'), /holds no list/);
  for (const damaged of ['[1]', '[]', '{', '[{"card":"flow"}]', '[{"text":"A","card":3}]']) {
    assert.throws(() => stepsOfLink(`https://example.org/?steps=${encodeURIComponent(damaged)}`), /damaged/);
  }
});

test('an item is moved, and not out of the list', () => {
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3]);
  assert.deepEqual(moved([1, 2, 3], 2, -1), [1, 3, 2]);
  assert.deepEqual(moved([1, 2, 3], 0, -1), [1, 2, 3]);
  assert.deepEqual(moved([1, 2, 3], 2, 1), [1, 2, 3]);
});
