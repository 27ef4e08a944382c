#!/usr/bin/env node
// Runs the *.test.mjs files of one folder under node, without a browser.
//
//   node tests/tools/run.mjs tests/tools [--filter TEXT]     the tools themselves
//   node tests/tools/run.mjs tests/wasm [--filter TEXT]      the JavaScript API, core-only module
//
// Each test gets {folder}, an empty temporary folder that is removed afterwards.

import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {loadTests, runTests} from '../web/harness.mjs';

const [tests, flag, text] = process.argv.slice(2);
if (!tests || (flag && flag !== '--filter')) throw new Error('usage: run.mjs FOLDER [--filter TEXT]');
const filter = text ?? '';
await loadTests(pathToFileURL(`${resolve(tests)}/`));
const total = await runTests(async (_, run) => {
  const folder = await mkdtemp(join(tmpdir(), 'pipette-tools-'));
  try {
    await run({folder});
  } finally {
    await rm(folder, {recursive: true});
  }
}, filter);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
