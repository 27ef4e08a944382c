// Links to an experiment: what a fragment says, and what happens when it changes.

import assert from 'node:assert/strict';
import test from 'node:test';
import {experimentOf, followLinks, linkTo} from '../../../web/links.mjs';
import {CALLS, RandomValues, SEED} from '../../fuzz/random_values.mjs';

test('links: what is put into an address comes out again', () => {
  for (const value of [{experiment: 'loops', seed: 3}, {data: '#%&?\u00e4\u2192\u{1f600}"\\/'}, []]) {
    const link = linkTo('https://example.org/page/?x=1#old', JSON.stringify(value, null, 2));
    assert.match(link, /^https:\/\/example\.org\/page\/\?x=1#[^#]*$/);
    assert.deepEqual(JSON.parse(experimentOf(new URL(link).hash)), value);
  }
  assert.equal(experimentOf(''), '');
  assert.equal(experimentOf('#'), '');
});

test('links: a fragment with broken escapes comes out as it is', () => {
  for (const broken of ['%', '%E0%A4%A', '%zz', '%7B%22a%22%3A1%7', '%ff%fe', '100%']) {
    assert.equal(experimentOf(`#${broken}`), broken);
  }
});

test('links: any fragment gives a text, and any value comes out as it went in', () => {
  const random = new RandomValues(SEED);
  for (let i = 0; i < CALLS; i++) {
    const fragment = random.text();
    assert.equal(typeof experimentOf(fragment), 'string');
    assert.equal(experimentOf(`#${encodeURIComponent(fragment.toWellFormed?.() ?? 'x')}`), fragment.toWellFormed?.() ?? 'x');
    const json = JSON.stringify(random.json());
    const link = linkTo(`https://example.org/?${i}#${encodeURI('old')}`, json);
    assert.deepEqual(JSON.parse(experimentOf(new URL(link).hash)), JSON.parse(json), json);
  }
});

test('links: a changed fragment is opened like a link, but not one that is none', () => {
  let reloads = 0;
  const location = {hash: '', reload: () => { reloads++; }};
  const window = Object.assign(new EventTarget(), {location});
  const change = (hash) => {
    location.hash = hash;
    window.dispatchEvent(new Event('hashchange'));
    return reloads;
  };
  followLinks(window, (fragment) => fragment !== '#chapter');
  assert.equal(reloads, 0);
  assert.equal(change('#%7B%7D'), 1);
  assert.equal(change('#chapter'), 1);
  assert.equal(change(''), 2);
});
