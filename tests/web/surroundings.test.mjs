// The page in surroundings it does not choose: a frame, a lost WebGL context, a browser without
// WebGL2 or SIMD.

import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {serve} from '../../tools/serve.mjs';
import {assert, eventually, test} from './harness.mjs';
import {greyStatistics} from './pixels.mjs';

test('surroundings: runs in a frame of another origin', async ({page, url}) => {
  const folder = await mkdtemp(join(tmpdir(), 'pipette-frame-'));
  await writeFile(join(folder, 'index.html'),
                  `<!doctype html><title>host</title><link rel="icon" href="data:,">
                   <iframe src="${url}" width="900" height="600"></iframe>`);
  const host = await serve(folder);
  try {
    await page.goto(host.url);
    const frame = await eventually('the frame', () => page.frames().find((f) => f.url() === url));
    await frame.waitForFunction(
        () => performance.getEntriesByName('pipette-first-frame').length > 0);
    assert.equal(await frame.evaluate(() => globalThis.crossOriginIsolated), false);
  } finally {
    await host.close();
    await rm(folder, {recursive: true});
  }
});

test('surroundings: survives a lost WebGL context', async ({page, open, errors}) => {
  await open();
  const lost = await page.locator('canvas').first().evaluate(async (canvas) => {
    const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    if (!extension) return false;
    const event = (name) => new Promise((done) => canvas.addEventListener(name, done, {once: true}));
    const gone = event('webglcontextlost');
    extension.loseContext();
    await gone;
    await new Promise((done) => setTimeout(done, 200));
    const back = event('webglcontextrestored');
    extension.restoreContext();
    await back;
    return true;
  });
  assert.ok(lost, 'the first canvas of the page has no WebGL2 context');
  await eventually('the picture after the context came back', async () => {
    const {variance} = await greyStatistics(page);
    return variance > 20;
  });
  errors.length = 0;  // Chromium itself reports the loss on the console
});

/** The text a visitor reads, once it matches. */
async function message(page, url, pattern) {
  await page.goto(url);
  return eventually(`a message that matches ${pattern}`, async () => {
    const text = await page.locator('body').innerText();
    return pattern.test(text) && text;
  });
}

test('surroundings: says so where WebGL2 is missing', async ({page, url, errors}) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function(kind, ...rest) {
      return /webgl/.test(kind) ? null : original.call(this, kind, ...rest);
    };
  });
  await message(page, url, /WebGL ?2/i);
  errors.length = 0;
});

test('surroundings: says so where WebAssembly SIMD is missing', async ({page, url, errors}) => {
  await page.addInitScript(() => { WebAssembly.validate = () => false; });
  await message(page, url, /SIMD/);
  errors.length = 0;
});
