// The page in surroundings it does not choose: a frame, a lost WebGL context, a browser without
// WebGL2 or SIMD.

import {createServer} from 'node:http';
import {ISOLATION} from '../../tools/serve.mjs';
import {assert, eventually, testInEveryBrowser as test} from './harness.mjs';
import {frameAt, withHost} from './hosts.mjs';
import {openLesson, runAll} from './lessons.mjs';
import {act, state, until} from './page.mjs';
import {greyStatistics} from './pixels.mjs';

/** The page once more, by a server that sends more headers: those that `more` gives for a path. */
async function withHeaders(url, more, use) {
  const server = createServer(async ({url: path}, response) => {
    const answer = await fetch(new URL(path, url));
    const headers = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, {...headers, ...more(path)});
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  try {
    await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Lets all origins read what `shares` says. */
const withSharing = (url, shares, use) => withHeaders(url, (path) => shares(path) && {'access-control-allow-origin': '*'}, use);

const drawn = () => performance.getEntriesByName('pipette-first-frame').length > 0;

test('surroundings: runs in a frame of another origin', async ({page, url}) => {
  await withHost(`<iframe src="${url}" width="900" height="600"></iframe>`, async (host) => {
    await page.goto(host);
    const frame = await frameAt(page, url);
    await frame.waitForFunction(drawn);
    assert.equal(await frame.evaluate(() => globalThis.crossOriginIsolated), false);
  });
});

test('surroundings: works where everything is cross-origin isolated', async ({page, url}) => {
  await withHeaders(
    url,
    () => ISOLATION,
    async (isolated) => {
      await page.goto(isolated);
      assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
      await page.waitForFunction(drawn);
      await openLesson(page, isolated, 'engine-runs');
      await runAll(page);
      const states = await page.locator('pipette-cell').evaluateAll((all) => all.map(({dataset}) => dataset.state));
      assert.deepEqual([...new Set(states)], ['ran']);
    },
  );
});

const SANDBOXED = /sandboxed frame.*allow-same-origin.*Access-Control-Allow-Origin/s;
const sandbox = (url, tokens) => `<iframe sandbox="${tokens}" src="${url}" width="900" height="600"></iframe>`;

/** What a visitor reads in the frame at `url`, once it matches. */
async function messageInFrame(page, url, pattern) {
  const frame = await frameAt(page, url);
  return eventually(`a message that matches ${pattern}`, async () => {
    const text = await frame.evaluate(() => document.body?.innerText ?? '');
    return pattern.test(text) && text;
  });
}

for (const path of ['', 'lessons/pipelining.html']) {
  test(`surroundings: says so where a sandbox keeps its files from it: /${path}`, async ({page, url, errors}) => {
    await withHost(sandbox(url + path, 'allow-scripts'), async (host) => {
      await page.goto(host);
      const text = await messageInFrame(page, url + path, SANDBOXED);
      assert.match(text, /The program of this page could not be loaded/);
    });
    errors.length = 0; // the browser reports what it kept back
  });
}

test('surroundings: runs in a sandboxed frame of its own origin, or with shared files', async ({page, url, errors}) => {
  await withHost(sandbox(url, 'allow-scripts allow-same-origin'), async (host) => {
    await page.goto(host);
    await (await frameAt(page, url)).waitForFunction(drawn);
  });
  await withSharing(
    url,
    () => true,
    async (shared) =>
      withHost(sandbox(shared, 'allow-scripts'), async (host) => {
        await page.goto(host);
        await (await frameAt(page, shared)).waitForFunction(drawn);
      }),
  );
  assert.deepEqual(errors, []);
  const scriptsOnly = (path) => !path.endsWith('.wasm');
  await withSharing(url, scriptsOnly, async (shared) =>
    withHost(sandbox(shared, 'allow-scripts'), async (host) => {
      await page.goto(host);
      assert.match(await messageInFrame(page, shared, SANDBOXED), /The emulator could not be loaded: /);
    }),
  );
  errors.length = 0;
});

test('surroundings: survives a lost WebGL context', async ({page, open, errors}) => {
  await open();
  const lost = await page
    .locator('canvas')
    .first()
    .evaluate(async (canvas) => {
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
  errors.length = 0; // Chromium itself reports the loss on the console
});

/** Hides the page, as if another tab were looked at, or shows it again. */
const hide = (page, hidden) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', {value: now, configurable: true});
    Object.defineProperty(document, 'visibilityState', {value: now ? 'hidden' : 'visible', configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

for (const [speed, notch] of [
  ['full', 7],
  ['animated', 4],
]) {
  test(`surroundings: training at ${speed} speed goes on in a hidden tab, and nothing is drawn`, async ({page, open}) => {
    await open();
    await act(page, 'set-parameter', 100000, 'steps');
    await act(page, 'set-speed', notch);
    await act(page, 'run');
    await until(page, 'some steps', ({step}) => step > 3);
    await hide(page, true);
    const {step} = await state(page);
    const frame = await page.evaluate(() => window.pipette_app.frame());
    await until(page, 'further steps', (now) => now.step > step + 3);
    assert.equal(await page.evaluate(() => window.pipette_app.frame()), frame);
    await hide(page, false);
    await eventually('a frame', () => page.evaluate((before) => window.pipette_app.frame() > before, frame));
  });
}

test('surroundings: training goes on while the WebGL context is lost', async ({page, open, errors}) => {
  await open();
  await act(page, 'set-parameter', 100000, 'steps');
  await act(page, 'set-speed', 7);
  await act(page, 'run');
  await until(page, 'some steps', ({step}) => step > 3);
  await page
    .locator('canvas')
    .first()
    .evaluate(async (canvas) => {
      const gone = new Promise((done) => canvas.addEventListener('webglcontextlost', done, {once: true}));
      canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext();
      await gone;
    });
  const {step} = await state(page);
  await until(page, 'further steps', (now) => now.step > step + 100);
  errors.length = 0; // Chromium itself reports the loss on the console
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
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return /webgl/.test(kind) ? null : original.call(this, kind, ...rest);
    };
  });
  await message(page, url, /WebGL ?2/i);
  errors.length = 0;
});

test('surroundings: says so where WebAssembly SIMD is missing', async ({page, url, errors}) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await message(page, url, /SIMD/);
  errors.length = 0;
});

test('surroundings: a page that lacks one of its files says so, and tries again', async ({page, url, errors}) => {
  for (const [file, says] of [
    ['pipette_app.wasm', /The emulator could not be loaded: .*503/],
    ['main.mjs', /The program of this page could not be loaded/],
    ['links.mjs', /The program of this page could not be loaded/],
  ]) {
    const pattern = `**/${file}`;
    await page.route(pattern, (route) => route.fulfill({status: 503, body: ''}));
    await page.goto(url);
    const again = page.getByRole('button', {name: 'Try again'});
    await again.waitFor();
    assert.match(await page.locator('#cover-text').innerText(), says, file);
    await page.unroute(pattern);
    await again.click();
    await page.waitForFunction(drawn);
    assert.equal(await again.isVisible(), false);
  }
  errors.length = 0; // the browser reports what it did not get
});

test('surroundings: a part that cannot be had is tried again from its notice', async ({page, open, errors}) => {
  await open('#v=1&experiment=mnist-with-feeds&batch_size=16');
  await page.route('**/catalogue.mjs', (route) => route.abort());
  await act(page, 'choose-experiment');
  const notice = page.getByRole('alert');
  await notice.getByText('The catalogue could not be loaded').waitFor();
  await page.unroute('**/catalogue.mjs');
  await notice.getByRole('button', {name: 'Try again'}).click();
  await page.waitForFunction(() => window.pipette_app && !document.getElementById('notice'));
  assert.equal((await state(page)).parameters.batch_size, 16, 'at the same address');
  errors.length = 0;
});
