#!/usr/bin/env node
// Adds to the dictionaries of tests/fuzz what an experiment can be told and they do not know yet: names of
// fields and of experiments, from docs/experiments.md, which a test holds to the table of fields.
//
//     node tools/fuzz_dictionaries.mjs            # writes them
//     node tools/fuzz_dictionaries.mjs --check    # only says what is missing; a test does

import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const rows = [...readFileSync(path('docs/experiments.md'), 'utf8').matchAll(/^\| `([\w.]+)` .*\| ([^|]*) \|$/gm)];
const fields = rows.map(([, name]) => name);
const experiments = new Set(
  rows.flatMap(([, , programs]) =>
    programs
      .replace('all programs but ', '')
      .split(', ')
      .filter((name) => /^[a-z][a-z-]+$/.test(name)),
  ),
);

// How each of them spells a field.
const SPELLINGS = {
  command_line: (name) => `--${name.replace(/[._]/g, '-')}`,
  experiment_json: (name) => name.split('.').at(-1),
  intents: (name) => `${name}|`,
  layer_edits: (name) => `${name}=`,
  page_edits: (name) => `${name}|`,
  sessions: (name) => `${name}=`,
};

let missing = 0;
for (const [name, spelled] of Object.entries(SPELLINGS)) {
  const file = path(`tests/fuzz/dictionaries/${name}.dict`);
  const text = readFileSync(file, 'utf8');
  const known = new Set(text.split('\n'));
  const wanted = new Set([...experiments, ...fields.map(spelled)].map((word) => `"${word}"`));
  const fresh = [...wanted].filter((line) => !known.has(line));
  missing += fresh.length;
  if (fresh.length === 0) continue;
  console.log(`${name}.dict lacks ${fresh.join(' ')}`);
  if (!process.argv.includes('--check')) writeFileSync(file, `${text.replace(/\n*$/, '\n')}${fresh.join('\n')}\n`);
}
console.log(
  `${Object.keys(SPELLINGS).length} dictionaries, ${fields.length} fields, ${experiments.size} experiments, ${missing} missing`,
);
process.exitCode = process.argv.includes('--check') && missing > 0 ? 1 : 0;
