#!/usr/bin/env node
// Runs tests/tools/*.test.mjs: tests of the tools themselves, without a browser.
//
//   node tests/tools/run.mjs [--filter TEXT]
//
// Each test gets {folder}, an empty temporary folder that is removed afterwards.

import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {loadTests, runTests} from '../web/harness.mjs';

const filter = process.argv[2] === '--filter' ? process.argv[3] : '';
await loadTests(new URL('./', import.meta.url));
const total = await runTests(async (_, run) => {
  const folder = await mkdtemp(join(tmpdir(), 'pipette-tools-'));
  try {
    await run({folder});
  } finally {
    await rm(folder, {recursive: true});
  }
}, filter);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
