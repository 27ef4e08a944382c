// What the lessons say of experiments, asked of the emulator itself: every link to the page holds an experiment that
// it takes, and every figure that a text takes from a field is that field's value.

import assert from 'node:assert/strict';
import test from 'node:test';
import {addressOf, readLesson} from '../web/lesson_text.mjs';
import {LESSONS} from '../web/lessons.mjs';
import {pipette} from './module.mjs';

for (const name of LESSONS) {
  const root = readLesson(name);

  test(`lessons: ${name}: the page takes every link`, () => {
    const links = root.all('a').filter(({attributes}) => attributes.href.startsWith('../#'));
    assert.ok(links.length >= 2, `${links.length} links`);
    for (const link of links) {
      const {experiment} = addressOf(link); // tests/web/lessons.test.mjs goes to the place
      assert.deepEqual(pipette.problems(experiment), [], link.attributes.href);
      pipette.createSession(experiment).destroy();
    }
  });

  test(`lessons: ${name}: figures of fields`, () => {
    for (const {attributes, text} of root.all('data')) {
      if (!('data-field' in attributes)) continue;
      const [experiment, field] = attributes['data-field'].split('/');
      const json = JSON.parse(pipette.createSession({experiment}).experimentJson());
      assert.equal(text, String(json[field]), attributes['data-field']);
    }
  });
}
