// Events: what happened, in order, as CustomEvents after each call.

import assert from 'node:assert/strict';
import test from 'node:test';
import {api, isError, pipette, runAll, small} from './module.mjs';

const TYPES = ['created', 'compiled', 'runStarted', 'runFinished', 'dequeued', 'finished', 'reset', 'failed'];

function record(session) {
  const seen = [];
  for (const type of TYPES) session.on(type, (event) => seen.push({type, ...event.detail}));
  return seen;
}
const types = (events) => events.map((event) => event.type);

test('a run tells its story in order, on a clock that never goes back', () => {
  const session = pipette.createSession({...small, steps: 20});
  const seen = record(session);
  runAll(session);
  assert.deepEqual(types(seen), [
    'created',
    'compiled',
    'runStarted',
    'runFinished',
    'dequeued',
    'runStarted',
    'runFinished',
    'dequeued',
    'finished',
  ]);
  assert.deepEqual(
    seen.filter(({type}) => type === 'runStarted').map(({run}) => run),
    [0, 1],
  );
  assert.deepEqual(
    seen.filter(({type}) => type === 'dequeued').map(({elements}) => elements),
    [10, 10],
  );
  assert.equal(seen.at(-1).steps, 20);
  assert.equal(seen[1].compileSeconds, session.experiment.host.compileSeconds);
  for (let i = 1; i < seen.length; i++) assert.ok(seen[i].cycle >= seen[i - 1].cycle);
  assert.equal(seen.at(-1).cycle, session.status().cycles);
});

test('slices see the same events, each once', () => {
  const whole = pipette.createSession(small),
    sliced = pipette.createSession(small);
  const expected = record(whole),
    seen = record(sliced);
  runAll(whole);
  while (!sliced.advance({instructions: 3}));
  assert.deepEqual(seen, expected);
});

test('dequeuing at the end comes once', () => {
  const session = pipette.createSession({...small, dequeue: 'at_end'});
  const seen = record(session);
  session.step('engineRun');
  assert.equal(session.losses().length, 0);
  runAll(session);
  assert.deepEqual(
    seen.filter(({type}) => type === 'dequeued').map(({elements}) => elements),
    [30],
  );
  assert.equal(session.losses().length, 30);
});

test('events are CustomEvents of an EventTarget; listeners can be removed', () => {
  const session = pipette.createSession(small);
  let heard = 0;
  const remove = session.on('runStarted', (event) => {
    heard++;
    assert.equal(event.target, session);
    assert.equal(event.type, 'runStarted');
  });
  session.addEventListener('runFinished', () => (heard += 100), {once: true});
  session.step('engineRun');
  assert.equal(heard, 101);
  remove();
  session.step('engineRun');
  assert.equal(heard, 101);
  assert.ok(session instanceof EventTarget && session instanceof api.Session);
  assert.throws(
    () => session.on('finished', 'not a function'),
    isError('InvalidArgumentError', 'INVALID_ARGUMENT', /listener/),
  );
});

test('a listener may use the session: events keep their order', () => {
  const session = pipette.createSession(small);
  const seen = record(session);
  let nested = 0;
  session.on('runFinished', () => {
    if (nested++ === 0) session.step('engineRun');
  });
  session.step('engineRun');
  assert.deepEqual(types(seen).slice(2), ['runStarted', 'runFinished', 'dequeued', 'runStarted', 'runFinished', 'dequeued']);
  assert.equal(session.status().run, 2);
});

test('a listener may destroy the session', () => {
  const session = pipette.createSession(small);
  session.on('runStarted', () => session.destroy());
  session.step('engineRun');
  assert.equal(session.destroyed, true);
});

test('reset is an event', () => {
  const session = pipette.createSession(small);
  session.step('engineRun');
  const seen = record(session);
  session.reset();
  assert.deepEqual(types(seen), ['reset']);
});
