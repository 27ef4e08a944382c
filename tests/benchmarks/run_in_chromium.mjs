#!/usr/bin/env node
// Runs a benchmark built for WebAssembly in headless Chromium and prints what it prints.
//
//   node tests/benchmarks/run_in_chromium.mjs build/wasm-benchmark/tests/benchmarks/kernel_benchmark.js \
//     [--rounds N] [--filter TEXT] [--json]
//
// The program is one JavaScript file (SINGLE_FILE), so a blank page with a script element is enough.

import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {chromium} from '@playwright/test';
import {CHROMIUM} from '../web/browsers.mjs';

const [program, ...programArguments] = process.argv.slice(2);
if (!program) {
  console.error('usage: run_in_chromium.mjs PROGRAM.js [ARGUMENTS...]');
  process.exit(2);
}

const page = `<!doctype html><meta charset="utf-8"><script>
  var Module = {
    arguments: ${JSON.stringify(programArguments)},
    print: (line) => console.log(line),
    printErr: (line) => console.error(line),
    onExit: (status) => { window.exitStatus = status; },
  };
</script><script src="program.js"></script>`;

const script = await readFile(program);
const server = createServer((request, response) => {
  const isScript = request.url === '/program.js';
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
  response.end(isScript ? script : page);
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

const browser = await chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox']});
let status = 1;
try {
  const tab = await browser.newPage();
  tab.on('console', (message) => console.log(message.text()));
  tab.on('pageerror', (error) => console.error(error.message));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`, {timeout: 0});
  await tab.waitForFunction(() => window.exitStatus !== undefined, null, {timeout: 0});
  status = await tab.evaluate(() => window.exitStatus);
} finally {
  await browser.close();
  server.close();
}
process.exit(status);
