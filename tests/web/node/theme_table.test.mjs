// Colours are said once, in src/theme/theme.h; tests/cli holds theme_table.mjs and theme.css to it. Nothing
// else in web/ may say one that the table has, or use a property that no style sheet sets.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import test from 'node:test';
import {ACTIVITIES, HANDSHAKE, SURFACES, VALUES} from '../../../web/queues/theme_table.mjs';
import {ACTIVITY_NAMES} from '../../../web/queues/lanes.mjs';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const read = (path) => readFileSync(web + path, 'utf8');
const files = (ending) => readdirSync(web, {recursive: true}).filter((path) => path.endsWith(ending));
const colorsIn = (text) => text.match(/#[0-9a-f]{6}\b/gi) ?? [];

test('theme: the element says no colour itself', () => {
  for (const path of files('.mjs').filter((name) => name !== 'queues/theme_table.mjs')) {
    assert.deepEqual(colorsIn(read(path)), [], path);
  }
});

test('theme: style sheets and pages say no colour twice', () => {
  const table = new Set(
    [...Object.values(SURFACES), ...VALUES, HANDSHAKE, Object.values(ACTIVITIES).flatMap(({colors}) => colors)].flat(),
  );
  const ownColors = {'lessons/cells.css': ['#7db9f5']}; // of calls in code, by chance that of a forward
  for (const path of [...files('.css'), ...files('.html')].filter((name) => name !== 'theme.css')) {
    const twice = colorsIn(read(path)).filter((color) => table.has(color));
    assert.deepEqual(twice, ownColors[path] ?? [], path);
  }
});

test('theme: style sheets use properties that are set', () => {
  const named = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
  const set = (path) => named(read(path), /(--[\w-]+):/g);
  const theme = set('theme.css');
  for (const path of ['style.css', 'lessons/cells.css', 'lessons/lessons.css']) {
    const imported = named(read(path), /@import url\((.+?)\)/g).map((name) => `lessons/${name}`);
    const known = new Set([...theme, ...[path, ...imported].flatMap(set)]);
    const used = named(read(path), /var\((--[\w-]+)/g);
    assert.ok(
      used.some((name) => theme.includes(name)),
      `${path} uses no colour of the theme`,
    );
    assert.deepEqual(
      used.filter((name) => !known.has(name)),
      [],
      path,
    );
    assert.deepEqual(
      set(path).filter((name) => theme.includes(name)),
      [],
      `${path} sets what the theme sets`,
    );
  }
});

test('theme: every page that has a style has the theme', () => {
  for (const path of files('.html')) {
    const sheets = [...read(path).matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
    if (sheets.length > 0) assert.match(sheets[0], /^(\.\.\/)?theme\.css$/, path);
  }
});

test('theme: the legend of <pipette-queues> has the labels of the table', () => {
  assert.equal(ACTIVITY_NAMES.weightUpdate, 'weight update');
  assert.ok(Object.values(ACTIVITY_NAMES).every((name) => name.length > 0 && name === name.toLowerCase()));
});
