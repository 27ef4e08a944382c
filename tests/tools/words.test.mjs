// docs/words.md: every name of its table is where the table says.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const named = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

const rows = read('docs/words.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const headers = readdirSync(join(root, 'src'), {recursive: true})
  .filter((path) => path.endsWith('.h'))
  .map((path) => read(join('src', path)))
  .join('\n');
const declarations = readdirSync(join(root, 'web'), {recursive: true})
  .filter((path) => /pipette.*\.d\.m?ts$/.test(path))
  .map((path) => read(join('web', path)))
  .join('\n');
const fields = new Set([...read('docs/experiments.md').matchAll(/^\| `([\w.]+)`/gm)].map(([, name]) => name));

const experiments = new Set([...read('src/experiment/catalogue.cc').matchAll(/\{k\w+, "([a-z-]+)"/g)].map(([, name]) => name));

const has = (text, name) => new RegExp(`\\b${name}\\b`).test(text);

test('the table has the four columns, and no name twice', () => {
  assert.ok(rows.length > 50, `${rows.length} rows`);
  for (const row of rows) assert.equal(row.length, 4, row.join('|'));
  const names = rows.flatMap(([upstream]) => named(upstream));
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
  for (const [upstream, ...others] of rows) {
    for (const cell of others) assert.ok(cell === 'none' || named(cell).length > 0, `${upstream}: ${cell}`);
  }
});

test('what people look for is in the table', () => {
  const names = rows.flatMap(([upstream]) => named(upstream)).join(' ');
  for (const name of ['IPUInfeedQueue', 'fashion_mnist', 'CastGradientsSGD', 'dataset_benchmark'])
    assert.ok(has(names, name), name);
});

test('C++ has what the table says', () => {
  for (const [upstream, cpp] of rows) {
    for (const name of named(cpp)) {
      for (const part of name.split('::')) assert.ok(has(headers, part), `${upstream}: ${name}`);
    }
  }
});

test('JavaScript has what the table says', () => {
  for (const [upstream, , javascript] of rows) {
    for (const name of named(javascript)) {
      const [object, ...parts] = name.split('.');
      assert.ok(['p', 'strategy', 'model', 'queue', 'optimizer', 'tape'].includes(object), `${upstream}: ${name}`);
      for (const part of parts) assert.ok(has(declarations, part), `${upstream}: ${name}`);
    }
  }
});

test('there are the fields and the experiments that the table says', () => {
  for (const [upstream, , , experiment] of rows) {
    for (const name of named(experiment)) assert.ok(fields.has(name) || experiments.has(name), `${upstream}: ${name}`);
  }
});
