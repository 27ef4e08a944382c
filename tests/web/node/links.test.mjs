// Links to an experiment: what a fragment says, and what happens when it changes.

import assert from 'node:assert/strict';
import test from 'node:test';
import {addressOf, followLinks, fragmentOf, linkTo, liveAddress} from '../../../web/links.mjs';
import {CALLS, RandomValues, SEED} from '../../fuzz/random_values.mjs';

test('links: what is put into an address comes out again', () => {
  for (const value of [
    {v: 1, experiment: 'loops', seed: 3},
    {a: '#%&?\u00e4\u2192\u{1f600}"\\/='},
    {b: '5', c: 'true', d: [1, {e: 'f'}], g: null},
  ]) {
    const link = linkTo('https://example.org/page/?embed=flow#old', JSON.stringify(value, null, 2));
    assert.match(link, /^https:\/\/example\.org\/page\/#[^#]*$/);
    if (value.v) assert.deepEqual(JSON.parse(addressOf(new URL(link).hash)), value);
  }
  assert.equal(
    fragmentOf({batch_size: 48, experiment: 'loops', hidden_units: [64, 32], v: 1}),
    '#v=1&experiment=loops&batch_size=48&hidden_units=%5B64,32%5D',
  );
  assert.equal(addressOf(''), '');
  assert.equal(addressOf('#'), '');
});

test('links: the long links of before are read as they were', () => {
  assert.deepEqual(JSON.parse(addressOf('#%7B%22experiment%22%3A%22loops%22%2C%22seed%22%3A3%7D')), {
    experiment: 'loops',
    seed: 3,
  });
});

test('links: a fragment with broken escapes comes out as it is', () => {
  for (const broken of ['%', '%E0%A4%A', '%zz', '%7B%22a%22%3A1%7', '%ff%fe', '100%']) {
    assert.equal(addressOf(`#${broken}`), broken);
  }
});

test('links: any fragment gives a text, and any value comes out as it went in', () => {
  const random = new RandomValues(SEED);
  for (let i = 0; i < CALLS; i++) {
    const fragment = random.text();
    assert.equal(typeof addressOf(fragment), 'string');
    assert.equal(addressOf(`#${encodeURIComponent(fragment.toWellFormed?.() ?? 'x')}`), fragment.toWellFormed?.() ?? 'x');
    const value = {v: 1, experiment: random.json(), [random.text().toWellFormed?.() ?? 'x']: random.json()};
    const json = JSON.stringify(value);
    const link = linkTo(`https://example.org/?${i}#${encodeURI('old')}`, json);
    assert.deepEqual(JSON.parse(addressOf(new URL(link).hash)), JSON.parse(json), json);
  }
});

/** As much of a window as links need. */
function fakeWindow(hash = '') {
  const timers = [];
  const written = [];
  const write = (how) => (_, __, to) => {
    written.push([how, to]);
    window.location.hash = to;
  };
  const window = Object.assign(new EventTarget(), {
    location: {hash},
    history: {pushState: write('push'), replaceState: write('replace')},
    setTimeout: (call) => timers.push(call),
    clearTimeout: () => {},
  });
  window.self = window.top = window;
  return {window, written, wait: () => timers.splice(0).forEach((call) => call())};
}

test('links: a changed fragment is opened', () => {
  const {window} = fakeWindow();
  const opened = [];
  followLinks(window, (json) => opened.push(json));
  for (const hash of ['#v=1&experiment=loops', '', '#%']) {
    window.location.hash = hash;
    window.dispatchEvent(new Event('hashchange'));
  }
  assert.deepEqual(opened, ['{"v":1,"experiment":"loops"}', '', '%']);
});

test('links: an address follows at once where going back should lead there, otherwise when it is quiet', () => {
  const {window, written, wait} = fakeWindow();
  const show = liveAddress(window);
  show('{"v":1,"at":1}', '');
  show('{"v":1,"at":2}', '');
  assert.deepEqual(written, []);
  wait();
  show('{"v":1,"at":2}', ''); // it is there
  wait();
  show('{"v":1,"at":3}', '');
  show('{"v":1,"scene":"builder"}', 'push');
  wait();
  show('{"v":1,"at":4}', '');
  window.dispatchEvent(new Event('pagehide'));
  assert.deepEqual(written, [
    ['replace', '#v=1&at=2'],
    ['replace', '#v=1&at=3'],
    ['push', '#v=1&scene=builder'],
    ['replace', '#v=1&at=4'],
  ]);
});

test('links: a page in a frame never writes its address', () => {
  const {window, written, wait} = fakeWindow();
  window.top = {};
  liveAddress(window)('{"v":1,"at":1}', 'push');
  wait();
  assert.deepEqual(written, []);
});
