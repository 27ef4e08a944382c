// The page after one visit, without a network; and with one, never an old page.

import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {filesOfPage} from '../../tools/list_files.mjs';
import {serve} from '../../tools/serve.mjs';
import {assert, testInEveryBrowser as test, underName} from './harness.mjs';
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
  {serviceWorker: true, timeout: 180000},
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
  {serviceWorker: true, timeout: 180000},
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

/** Calls `use` with a folder that has the site in `places`, and its address. */
async function withCopies(folder, places, use) {
  const copy = await mkdtemp(join(tmpdir(), 'pipette-site-'));
  for (const place of places) await cp(folder, join(copy, place), {recursive: true});
  const server = await serve(copy, {csp: true});
  try {
    await use(copy, underName(server.url));
  } finally {
    await server.close();
    await rm(copy, {recursive: true});
  }
}

const rename = async (folder, title) => {
  const index = join(folder, 'index.html');
  await writeFile(index, (await readFile(index, 'utf8')).replace(/<title>.*<\/title>/, `<title>${title}</title>`));
};
const listAgain = (folder) => writeFile(join(folder, 'files.json'), JSON.stringify(filesOfPage(folder)));
const keptNames = (page) => page.evaluate(() => caches.keys());

test('offline: with a network a new page is served at once', {serviceWorker: true, timeout: 90000}, async ({page, folder}) => {
  await withCopies(folder, [''], async (copy, url) => {
    await page.goto(url);
    await kept(page);
    await rename(copy, 'Pipette, newer');
    await page.reload();
    assert.equal(await page.title(), 'Pipette, newer');
    await kept(page); // what it still loads would fail without a server
  });
});

test('offline: no mixture of two versions is kept', {serviceWorker: true, timeout: 120000}, async ({page, folder}) => {
  await withCopies(folder, [''], async (copy, url) => {
    await rename(copy, 'Pipette, half there'); // and the list is still the one of before
    await page.goto(url);
    await page.waitForFunction(() => window.pipette_app);
    await page.evaluate(() => import('./offline.mjs').then(({keepForOffline}) => keepForOffline()));
    assert.equal(await page.evaluate(() => document.documentElement.dataset.offline), undefined);
    const whole = await page.evaluate(async () => Boolean(await caches.match(new URL('./', document.baseURI))));
    assert.equal(whole, false);
    await listAgain(copy);
    await page.reload();
    await kept(page);
  });
});

test('offline: files come past the cache of the browser', {serviceWorker: true, timeout: 90000}, async ({page, folder}) => {
  await withCopies(folder, [''], async (copy, url) => {
    await page.addInitScript(() => {
      window.asked = [];
      const {fetch} = window;
      window.fetch = (what, options) => {
        window.asked.push([new URL(what, document.baseURI).pathname, options?.cache]);
        return fetch(what, options);
      };
    });
    await page.goto(url);
    await kept(page);
    for (const path of ['/files.json', '/main.mjs', '/pipette_app.wasm', '/lessons/']) {
      const modes = await page.evaluate((wanted) => window.asked.filter(([each]) => each === wanted), path);
      assert.equal(modes.at(-1)?.[1], 'reload', path);
    }
  });
});

test(
  'offline: two copies on one host leave each other alone',
  {serviceWorker: true, timeout: 180000},
  async ({page, folder, errors}) => {
    await withCopies(folder, ['a', 'b'], async (copy, url) => {
      await rename(join(copy, 'b'), 'Pipette, another');
      await listAgain(join(copy, 'b'));
      for (const place of ['a/', 'b/', 'a/']) {
        await page.goto(url + place);
        await kept(page);
      }
      assert.deepEqual((await keptNames(page)).map((name) => name.split(' ')[1]).sort(), ['/a/', '/b/']);
      await page.context().setOffline(true);
      for (const [place, title] of [
        ['a/', 'Pipette'],
        ['b/', 'Pipette, another'],
      ]) {
        await page.goto(url + place);
        assert.equal(await page.title(), title);
      }
      await page.context().setOffline(false);
      await page.goto('about:blank'); // what the page tried without a network has failed by now
      errors.length = 0;
    });
  },
);

test('offline: on a loopback address nothing is kept', {serviceWorker: true}, async ({page, url}) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(url.replace('pipette.localhost', host));
    await page.waitForFunction(() => window.pipette_app);
    await page.evaluate(() => import('./offline.mjs').then(({keepForOffline}) => keepForOffline()));
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0, host);
    assert.deepEqual(await keptNames(page), [], host);
  }
});
