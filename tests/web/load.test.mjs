// What loading the page costs, and that it then shows something.

import {gzipSync} from 'node:zlib';
import {holdLoad} from './hands.mjs';
import {assert, test, testInEveryBrowser} from './harness.mjs';
import {act, until} from './page.mjs';
import {greyStatistics} from './pixels.mjs';

const SIZE_BUDGET_BYTES = 900_000; // module, JavaScript and fonts, gzipped: docs/benchmarks.md
const FIRST_FRAME_BUDGET_MS = 1500; // from the last byte

test('load: what a first visit trains with fits 900 KB gzipped', async ({page, open, errors}) => {
  const bodies = new Map();
  page.on('response', (response) => bodies.set(new URL(response.url()).pathname, response.body()));
  await page.route('**/*.deferred.wasm', (route) => route.abort());
  await open();
  await act(page, 'run');
  const {problem} = await until(page, 'forty steps', ({step}) => step >= 40);
  assert.ok(!problem, problem);
  assert.ok(
    errors.every((text) => text.includes('net::ERR_FAILED')),
    errors.join('; '),
  );
  errors.length = 0;
  let counted = 0;
  for (const [path, body] of bodies) {
    const packed = gzipSync(await body, {level: 9}).length;
    const counts = /\.(wasm|m?js|ttf|otf|woff2)$/.test(path);
    if (counts) counted += packed;
    console.log(`    ${path.padEnd(28)} ${(await body).length} bytes, ${packed} gzipped${counts ? '' : ' (not counted)'}`);
  }
  console.log(`    counted: ${counted} of ${SIZE_BUDGET_BYTES} bytes`);
  assert.ok(
    [...bodies.keys()].some((path) => path.endsWith('.wasm')),
    'no WebAssembly was loaded',
  );
  assert.ok(counted <= SIZE_BUDGET_BYTES, `${counted} bytes gzipped`);
});

test('load: first frame within 1.5 s of the last byte', async ({page, open}) => {
  const times = [];
  for (let load = 0; load < 3; load++) {
    await open();
    times.push(
      await page.evaluate(() => {
        const frame = performance.getEntriesByName('pipette-first-frame')[0].startTime;
        const ends = performance
          .getEntriesByType('resource')
          .map((entry) => entry.responseEnd)
          .filter((end) => end < frame);
        return Math.round(frame - Math.max(...ends));
      }),
    );
  }
  console.log(`    ${times.join(', ')} ms after the last byte`);
  const median = times.sort((a, b) => a - b)[1];
  assert.ok(median <= FIRST_FRAME_BUDGET_MS, `median ${median} ms`);
});

test('load: what comes later is waited for where it is wanted at once', async ({page, open}) => {
  const held = await holdLoad(page, '.deferred.wasm');
  await open();
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  await act(page, 'step-training');
  const {problem} = await until(page, 'a step', ({step}) => step > 0);
  assert.ok(!problem, problem);
  assert.ok((await held.release()) > 0, 'it was asked for in the background too');
});

for (const [what, options] of Object.entries({
  '1280x720': {deviceScaleFactor: 1},
  '1280x720 at device pixel ratio 2': {deviceScaleFactor: 2},
  '390x844 with touch': {deviceScaleFactor: 1, viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true},
})) {
  testInEveryBrowser(`load: draws at ${what}`, options, async ({page, open}) => {
    await open();
    const canvas = page.locator('canvas').first();
    const box = await canvas.boundingBox();
    assert.ok(box.width >= 200 && box.height >= 200, JSON.stringify(box));
    const ratio = options.deviceScaleFactor;
    const buffer = await canvas.evaluate(({width, height}) => ({width, height}));
    assert.ok(Math.abs(buffer.width - box.width * ratio) <= 1, 'canvas is not as wide as its pixels');
    const {variance} = await greyStatistics(page);
    assert.ok(variance > 20, `grey variance ${variance}: an empty picture`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px wider than its window`);
  });
}
