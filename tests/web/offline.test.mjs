// The page after one visit, without a network; and with one, never an old page.

import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {serve} from '../../tools/serve.mjs';
import {assert, test} from './harness.mjs';
import {act, until} from './page.mjs';

const kept = (page) => page.waitForFunction(() => document.documentElement.dataset.offline === 'kept', null, {timeout: 30000});

test('offline: the page opens and trains after one visit', {serviceWorker: true, timeout: 90000}, async ({page, open, errors}) => {
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
  errors.length = 0;  // the browser may tell what it asked in vain
});

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
  } finally {
    await server.close();
    await rm(copy, {recursive: true});
  }
});
