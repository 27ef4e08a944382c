#!/usr/bin/env node
// Checks that no class is implemented in more than two files: one that is has grown several ideas.
//
//   node tools/check_classes.mjs [folder with src/]
//
// Prints each class that breaks the rule with its files, and ends with "N passed, N failed", counting
// classes that have member functions outside of headers.

import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const MAX_FILES = 2;
// A definition begins at the margin: `void Engine::walk(`, `Engine::~Engine(`, `bool Shape::operator==(`.
const DEFINITION = /^(?![\s#/}])[^\n;]*?\b([A-Z]\w*)(?:<[^>\n]*>)?::(?:~?\w+|operator[^\s(]*)\(/gm;

const root = process.argv[2] ?? fileURLToPath(new URL('../', import.meta.url));
const sources = join(root, 'src');
const filesOf = new Map(); // by room and class
for (const path of readdirSync(sources, {recursive: true})
  .filter((name) => name.endsWith('.cc'))
  .sort()) {
  for (const [, name] of readFileSync(join(sources, path), 'utf8').matchAll(DEFINITION)) {
    const key = `${dirname(path)}: ${name}`;
    (filesOf.get(key) ?? filesOf.set(key, new Set()).get(key)).add(path);
  }
}
let failed = 0;
for (const [key, files] of filesOf) {
  if (files.size <= MAX_FILES) continue;
  failed++;
  console.log(`${key} is implemented in ${files.size} files: ${[...files].join(', ')}`);
}
console.log(`${filesOf.size - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || filesOf.size === 0 ? 1 : 0;
