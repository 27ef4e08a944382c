// The pages of docs/adding name what their steps take, and the steps fit the sources as they are. That what is added by them works
// is shown by tests/adding, which builds it.

import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {KINDS, edited} from '../adding/steps.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');

for (const [name, {page, folder, files, made, edits}] of Object.entries(KINDS)) {
  test(`adding: the page for a new ${name} names every file that it takes, and their number`, () => {
    const text = read(page).replace(/\s+/g, ' ');
    const all = {...made, ...Object.fromEntries(edits.map(({file, says}) => [file, says]))};
    for (const [file, says] of Object.entries(all)) assert.ok(text.includes(says), `${page} names ${file} as ${says}`);
    const count = ['no', 'one', 'two', 'three', 'four', 'five', 'six'][files];
    assert.equal(Object.keys(all).length, files);
    assert.match(text, new RegExp(`\\b${count} files`, 'i'));
  });

  test(`adding: the steps for a new ${name} fit the sources`, () => {
    for (const file of Object.keys(made)) assert.ok(existsSync(join(root, 'tests/adding', folder, file)), file);
    for (const {file, lines} of edits) assert.notEqual(edited(read(file), lines, file), read(file));
  });
}

test('adding: all steps fit one after the other', () => {
  const texts = new Map();
  for (const {file, lines} of Object.values(KINDS).flatMap(({edits}) => edits))
    texts.set(file, edited(texts.get(file) ?? read(file), lines, file));
});
