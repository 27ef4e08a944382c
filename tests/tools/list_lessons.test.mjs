// The list of lessons that the built page has, read from the sources.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {test} from 'node:test';
import {lessonsOf} from '../../tools/list_lessons.mjs';

const web = new URL('../../web/', import.meta.url);
const read = (path) => readFileSync(new URL(path, web));

test('every place of the page to which a lesson leads is in the list', () => {
  const found = lessonsOf(read).flatMap(({places}) => places.map(({link}) => link));
  const written = readdirSync(new URL('lessons/', web))
    .filter((name) => name.endsWith('.html'))
    .flatMap((name) =>
      [
        ...read(`lessons/${name}`)
          .toString()
          .matchAll(/href='\.\.\/(#[^']*)'/g),
      ].map(([, link]) => link),
    );
  assert.ok(written.length >= 39);
  for (const link of written) assert.ok(found.includes(link), link);
});

test('an attribute beside the address changes nothing, and a link that cannot be read is an error', () => {
  const lesson = (link) => (path) =>
    path === 'lessons/index.html'
      ? '<li>\n<a href="one.html">One</a>\n<p>About it.</p></li>'
      : `<pipette-page>\n${link}</pipette-page>`;
  const places = (link) => lessonsOf(lesson(link))[0].places;
  const expected = [{text: 'Two stages', link: '#{"stages":2}'}];
  assert.deepEqual(places(`<a href='../#{"stages":2}'>The page with two stages</a>`), expected);
  assert.deepEqual(places(`<a class="x" href='../#{"stages":2}' data-wall="numbers">Two stages</a>`), expected);
  assert.throws(() => places('<a>Two stages</a>'), /one\.html has a link to the page that cannot be read/);
});
