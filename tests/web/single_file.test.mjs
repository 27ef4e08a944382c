// The page as one file, opened by its path: no server, no network.

import {spawnSync} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {goldenExperiments} from './golden_experiments.mjs';
import {assert, testInEveryBrowser as test} from './harness.mjs';
import {act, until} from './page.mjs';

const tool = fileURLToPath(new URL('../../tools/single_file.mjs', import.meta.url));

/** Runs `body` with the address of the file, made of the page in `folder`. */
async function withFile(folder, body) {
  const place = await mkdtemp(join(tmpdir(), 'pipette-file-'));
  const file = join(place, 'pipette.html');
  try {
    const made = spawnSync(process.execPath, [tool, folder, file], {encoding: 'utf8'});
    assert.equal(made.status, 0, made.stderr);
    await body(pathToFileURL(file).href);
  } finally {
    await rm(place, {recursive: true});
  }
}

test('single file: it opens by its path and trains the bits of every build', {timeout: 120000}, async ({page, folder}) => {
  await withFile(folder, async (address) => {
    const asked = [];
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) asked.push(request.url());
    });
    await page.goto(address);
    await page.waitForFunction(() => window.pipette_app, null, {timeout: 30000});
    const golden = (await goldenExperiments()).find(({experiment}) => experiment.experiment === 'mnist-with-feeds');
    await act(page, 'open-link', 0, '', JSON.stringify({v: 1, ...golden.experiment}));
    await until(page, 'its experiment', ({parameters}) => parameters.steps === golden.experiment.steps);
    await act(page, 'set-speed', 100);
    await act(page, 'run');
    const {summary} = await until(page, 'the end', ({finished}) => finished, 60000);
    assert.equal(summary.weight_hash, golden.weights);
    assert.equal(summary.loss_hash, golden.losses);
    assert.deepEqual(asked, []);
  });
});

test(
  'single file: what is loaded later is inside, and lessons lead to their places in it',
  {timeout: 120000},
  async ({page, folder}) => {
    await withFile(folder, async (address) => {
      await page.goto(`${address}#v=1&experiment=mnist-pipelined`); // the module's second part
      await page.waitForFunction(() => window.pipette_app, null, {timeout: 30000});
      await act(page, 'step-training');
      await until(page, 'a step', ({step}) => step > 0);
      await act(page, 'show-scene', 0, '', 'profile');
      await page.locator('#profile-panel[data-version] [role=tablist]').first().waitFor();
      await act(page, 'present');
      await page.locator('#presentation h2').waitFor();
      const style = () => page.evaluate(() => getComputedStyle(document.getElementById('presentation')).position);
      assert.equal(await style(), 'fixed');
      await page.keyboard.press('Escape');
      await act(page, 'open-lessons');
      const lessons = page.getByRole('dialog', {name: 'Lessons'});
      await lessons.getByText('pages of their own and not in this file').waitFor();
      assert.equal(await lessons.locator('dt').count(), 9);
      await lessons.getByRole('searchbox').fill('sequential');
      await lessons.getByRole('button', {name: 'The schedule Sequential', exact: true}).click();
      await until(page, 'the place of the lesson', ({parameters}) => parameters.pipeline_schedule === 'sequential');
      await act(page, 'open-help');
      const help = page.getByRole('dialog', {name: 'Help'});
      await help.getByRole('searchbox').fill('fashion_mnist');
      await help.getByText('keras.datasets.fashion_mnist').waitFor();
      const look = () => help.evaluate((element) => getComputedStyle(element).display);
      assert.equal(await look(), 'flex');
    });
  },
);
