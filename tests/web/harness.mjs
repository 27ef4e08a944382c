// The small test harness of tests/web.
//
//   import {assert, test} from './harness.mjs';
//   test('starts without a console error', {viewport: {width: 390, height: 844}},
//        async ({page, open}) => { await open(); assert.equal(await page.title(), 'Pipette'); });
//
// A test file registers tests; runTests() runs them, each with a fresh context made by one of the runner's
// browsers, and counts. A test that takes longer than `timeout` (default 60 s) fails. `skip(reason)`
// inside a test skips it.

import {strict as assert} from 'node:assert';

export {assert};

/** Of the screen's pixels, on each side of a CSS pixel, where nothing depends on them: the processor draws them. */
export const FEW_PIXELS = 0.25;

const registered = [];

export function test(name, options, body) {
  if (typeof options === 'function') [options, body] = [{}, options];
  registered.push({name, options, body});
}

class Skip extends Error {}

export function skip(reason) {
  throw new Skip(reason);
}

/** Tries `probe` until it returns something true; fails with `what` after `timeout` milliseconds. */
export async function eventually(what, probe, timeout = 15000) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${timeout} ms in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function withTimeout(promise, milliseconds) {
  let timer;
  const timeout = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`took longer than ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Runs what was registered. Each of `browsers` is a function `around(test, run)`, which makes the context of one
 * test, calls `run(context)` and cleans up; each takes the next test when it has ended one. Prints a line per test,
 * then again those that were left out and why, and the last line "N passed, N failed", with ", N skipped" where
 * there are any.
 */
export async function runTests(browsers, filter = '') {
  const total = {passed: 0, failed: 0, skipped: 0};
  const leftOut = [];
  const waiting = registered.filter(({name}) => name.includes(filter));
  const takeTests = async (around) => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) await runTest(entry, around, total, leftOut);
  };
  await Promise.all(browsers.map(takeTests));
  if (leftOut.length > 0) console.log(['left out:', ...leftOut].join('\n'));
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total;
}

async function runTest(entry, around, total, leftOut) {
  const start = Date.now();
  let mark = 'ok  ';
  let text = '';
  try {
    const run = (context) => entry.body(context);
    await withTimeout(around(entry, run), entry.options.timeout ?? 60000);
    total.passed++;
  } catch (error) {
    if (error instanceof Skip) {
      total.skipped++;
      leftOut.push(`  ${entry.name}: ${error.message}`);
      mark = 'skip';
      text = `    ${error.message}`;
    } else {
      total.failed++;
      mark = 'FAIL';
      text = `    ${error.stack ?? error}`.replace(/\n/g, '\n    ');
    }
  }
  console.log(`  ${mark} ${entry.name} (${Date.now() - start} ms)`);
  if (text) console.log(text);
}

/** Loads every *.test.mjs of a folder, in the order of their names. */
export async function loadTests(folderUrl) {
  const {readdir} = await import('node:fs/promises');
  const names = (await readdir(folderUrl)).filter((name) => name.endsWith('.test.mjs')).sort();
  for (const name of names) await import(new URL(name, folderUrl).href);
}
