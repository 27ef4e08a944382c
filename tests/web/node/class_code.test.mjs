// Class codes: what they carry, what is wrong with one that is not whole, and how a wrong one is told.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {classCode, departures, differences, readClassCode, whyNotYet} from '../../../web/class_code.mjs';

const STATE = {
  address: {v: 1, experiment: 'mnist-with-feeds', batch_size: 48, task: 'Übe!', at: 700},
  step: 700,
  accuracy: 0.8125,
  summary: {weight_hash: '0123456789abcdef', loss_hash: 'fedcba9876543210'},
  running: false,
  going_back: false,
  testing: false,
  between_steps: true,
  data: 'digits',
};

test('a code carries what came of a run, and is read again', () => {
  const read = readClassCode(classCode(STATE, ' Ada Müller '));
  assert.deepEqual(read, {
    name: 'Ada Müller',
    address: STATE.address,
    step: 700,
    weights: '0123456789abcdef',
    losses: 'fedcba9876543210',
    accuracy: 0.8125,
  });
  assert.deepEqual(differences(read, STATE), []);
  assert.equal(readClassCode(classCode({...STATE, accuracy: -1}, '')).accuracy, null);
});

test('lines that a mail has broken do no harm', () => {
  const code = classCode(STATE, 'Ada');
  assert.equal(readClassCode(` ${code.replace(/(.{60})/g, '$1\r\n')}\n`).step, 700);
});

test('what is not whole is told', () => {
  const code = classCode(STATE, 'Ada');
  const [version, body, sum] = code.split('.');
  const forged = (value) => classCode({...STATE, ...value}, 'Ada');
  for (const [bad, why] of [
    ['', /Paste/],
    ['hello', /begins with "pipette-1/],
    [`pipette-2.${body}.${sum}`, /another version/],
    [`${version}.${body}`, /missing/],
    [`${code}.more`, /missing/],
    [code.replace(body, `A${body.slice(1)}`), /changed on its way/],
    ['x'.repeat(30000), /at most/],
    [forged({step: -1}), /lacks/],
    [forged({step: 1.5}), /lacks/],
    [forged({address: null}), /lacks/],
    [forged({accuracy: 7}), /lacks/],
    [forged({summary: {weight_hash: 'x', loss_hash: ''}}), /lacks/],
  ])
    assert.throws(() => readClassCode(bad), why, bad.slice(0, 40));
});

test('what the page came to differently is named', () => {
  const read = readClassCode(classCode(STATE, 'Ada'));
  const other = {...STATE, step: 701, accuracy: 0.8, summary: {weight_hash: 'a', loss_hash: 'b'}};
  assert.deepEqual(differences(read, other), [
    'it ends at step 701, not 700',
    'the weights are others',
    'the losses are others',
    'the accuracy is 80.0 %, not 81.3 %',
  ]);
});

const at = (address, values = {}) => ({
  experiment: 'mnist-with-feeds',
  parameters: {layers: [{units: 10}]},
  controls: Object.entries({batch_size: 8, learning_rate: 0.1, ...values}).map(([name, value]) => ({
    name,
    label: name.replace('_', ' '),
    value,
    text: '',
  })),
  address,
});

test('a task that was changed is not the teacher\u2019s, whatever its code says', () => {
  const address = {task: 'Train.', goal: 'accuracy >= 0.9', lock: 'batch_size', hide: 'learning_rate'};
  const own = at(address);
  assert.deepEqual(departures(address, own, at(address)), []);
  for (const [theirs, state, why] of [
    [{...address, goal: 'steps >= 1'}, at(address), ['its goal is "steps >= 1", yours is "accuracy >= 0.9"']],
    [{...address, goal: undefined}, at(address), ['its goal is none, yours is "accuracy >= 0.9"']],
    [{...address, task: 'Play.'}, at(address), ['its task has other words than yours']],
    [{...address, lock: ''}, at(address), ['batch size is not locked in it']],
    [address, at(address, {batch_size: 64}), ['batch size is 64, yours is 8']],
    [address, at(address, {learning_rate: 1}), ['learning rate is 1, yours is 0.1']],
  ])
    assert.deepEqual(departures(theirs, own, state), why);
  const locked = {lock: 'experiment,layers'};
  assert.deepEqual(departures(locked, at(locked), {...at(locked), experiment: 'loops', parameters: {layers: []}}), [
    'the experiment is loops, yours is mnist-with-feeds',
    'the layers are not yours',
  ]);
});

test('only what stands between two steps can be handed in', () => {
  assert.equal(whyNotYet(STATE), '');
  for (const [change, why] of [
    [{running: true}, /Pause/],
    [{testing: true}, /Wait/],
    [{going_back: true}, /Wait/],
    [{step: 0}, /Train/],
    [{between_steps: false}, /end of this step/],
    [{data: 'mnist'}, /generated digits/],
  ])
    assert.match(whyNotYet({...STATE, ...change}), why);
});
