// The page after one visit, without a network; and with one, never an old page.

import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {serve} from '../../tools/serve.mjs';
import {assert, testInEveryBrowser as test} from './harness.mjs';
import {openLesson, output, run} from './lessons.mjs';
import {act, until} from './page.mjs';

const kept = (page) => page.waitForFunction(() => document.documentElement.dataset.offline === 'kept', null, {timeout: 30000});

test(
  'offline: the page opens and trains after one visit',
  {serviceWorker: true, timeout: 90000},
  async ({page, open, errors}) => {
    await open();
    await kept(page);
    await page.context().setOffline(true);
    await open('#v=1&experiment=mnist-with-feeds&batch_size=8');
    await page.reload();
    await page.waitForFunction(() => window.pipette_app);
    await act(page, 'step-training');
    const {parameters} = await until(page, 'a step', ({step}) => step === 1);
    assert.equal(parameters.batch_size, 8);
    await page.context().setOffline(false);
    errors.length = 0; // the browser may tell what it asked in vain
  },
);

test(
  'offline: after a visit to the page, lessons run their cells and parts come that were never asked for',
  {serviceWorker: true, timeout: 120000},
  async ({page, open, url, errors}) => {
    await open();
    await kept(page);
    await page.context().setOffline(true);
    await openLesson(page, url, 'engine-runs');
    const cells = await page.locator('pipette-cell').evaluateAll((all) => all.map(({id}) => id));
    assert.equal(await run(page, cells[0]), 'ran', await output(page, cells[0]));
    await page.goto(`${url}lessons/index.html`);
    assert.equal(await page.locator('.lessons > li').count(), 9);
    await page.goto(url);
    await page.waitForFunction(() => window.pipette_app);
    await act(page, 'present');
    await page.locator('#presentation h2').waitFor();
    await page.context().setOffline(false);
    errors.length = 0; // the browser may tell what it asked in vain
  },
);

test(
  'offline: a visit to a lesson keeps the page, too; the next one fetches none of it again',
  {serviceWorker: true, timeout: 120000},
  async ({page, url, errors}) => {
    await openLesson(page, url, 'pipelining');
    await kept(page);
    const caches = () => page.evaluate(() => window.caches.keys());
    const [first, ...others] = await caches();
    assert.deepEqual(others, []);
    await page.evaluate((name) => window.caches.open(name).then((cache) => cache.put('marked', new Response('here'))), first);
    await page.reload();
    await kept(page);
    assert.equal(await page.evaluate(() => window.caches.match('marked').then((answer) => answer.text())), 'here');
    await page.context().setOffline(true);
    await page.goto(url);
    await page.waitForFunction(() => window.pipette_app);
    await page.context().setOffline(false);
    errors.length = 0;
  },
);

test('offline: with a network a new page is served at once', {serviceWorker: true, timeout: 90000}, async ({page, folder}) => {
  const copy = await mkdtemp(join(tmpdir(), 'pipette-site-'));
  await cp(folder, copy, {recursive: true});
  const server = await serve(copy, {csp: true});
  try {
    await page.goto(server.url);
    await kept(page);
    const index = join(copy, 'index.html');
    await writeFile(index, (await readFile(index, 'utf8')).replace('<title>Pipette</title>', '<title>Pipette, newer</title>'));
    await page.reload();
    assert.equal(await page.title(), 'Pipette, newer');
    await kept(page); // what it still loads would fail without a server
  } finally {
    await server.close();
    await rm(copy, {recursive: true});
  }
});
