// A report that is dropped on the page opens over it, beside the page's own profile, and goes without a trace.

import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {drop} from './hands.mjs';
import {assert, eventually, test} from './harness.mjs';
import {act, until} from './page.mjs';
import {reportOf} from './profiles.mjs';
import {smallProfile} from './small_profile.mjs';

const report = (page) => page.getByRole('dialog', {name: /^Report /});
const notice = (page) => page.locator('#notice');

/** Drops files, {name: text}, in the middle of the window; the report or the notice of this text comes. */
async function dropped(page, files, text = Object.keys(files)[0]) {
  const folder = await mkdtemp(join(tmpdir(), 'pipette-report-'));
  try {
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
    const {width, height} = page.viewportSize();
    await drop(
      page,
      Object.keys(files).map((name) => join(folder, name)),
      [width / 2, height / 2],
    );
    await eventually(
      text,
      async () => (await report(page).getByText(text).count()) + (await notice(page).getByText(text).count()) > 0,
    );
  } finally {
    await rm(folder, {recursive: true});
  }
}

test('reports: one opens over the page under its name, and the page is as it was', async ({page, open}) => {
  await open();
  await act(page, 'step-engine-run');
  const before = await until(page, 'the run', ({step}) => step === 10);
  await dropped(page, {'with_feeds.html': reportOf(smallProfile())});
  await page.getByRole('tab', {name: 'Operations'}).click();
  await page.getByRole('row', {name: 'dense/MatMul'}).first().click();
  await page.keyboard.press('Escape');
  assert.equal(await report(page).count(), 1, 'the first Escape is for the selection');
  await page.getByRole('button', {name: 'Back to the page'}).focus();
  await page.keyboard.press('Escape');
  assert.equal(await report(page).count(), 0);
  const after = await page.evaluate(() => window.pipette_app.state());
  assert.deepEqual(
    [after.step, after.scene, after.experiment, after.data_error],
    [before.step, before.scene, before.experiment, before.data_error],
  );
  assert.equal(await page.evaluate(() => [...document.querySelectorAll('[inert]')].length), 0);
});

test('reports: one is compared with the page, once it has run something', async ({page, open}) => {
  await open();
  await dropped(page, {'before.json': JSON.stringify(smallProfile())});
  await page.getByRole('button', {name: 'Compare with the page'}).click();
  await notice(page).getByText('The page has run nothing yet').waitFor();
  await page.getByRole('button', {name: 'Back to the page'}).click();
  await act(page, 'step-engine-run');
  await until(page, 'the run', ({step}) => step === 10);
  await dropped(page, {'before.json': JSON.stringify(smallProfile())});
  await page.getByRole('button', {name: 'Compare with the page'}).click();
  await page.getByRole('table', {name: 'Totals of both profiles'}).waitFor();
  await page.getByRole('button', {name: 'Stop comparing'}).click();
  assert.equal(await page.getByRole('table', {name: 'Totals of both profiles'}).count(), 0);
});

test('reports: several can be chosen from, and a later one joins them', async ({page, open}) => {
  await open();
  const second = smallProfile({steps: 3});
  second.compilation.graph.name = 'evaluation';
  await dropped(page, {'one.json': JSON.stringify(smallProfile())});
  await dropped(page, {'one.json': JSON.stringify(second)}, 'one.json (2)');
  await dropped(page, {'one.json': JSON.stringify(second)}, 'one.json (2)');
  assert.deepEqual(await page.getByLabel('Report', {exact: true}).locator('option').allInnerTexts(), [
    'one.json',
    'one.json (2)',
  ]);
  await page.getByRole('tab', {name: 'Operations'}).click();
  await page.getByLabel('Report', {exact: true}).selectOption('one.json');
  await report(page).getByText('training_loop').first().waitFor();
  assert.equal(await page.getByRole('tab', {name: 'Operations'}).getAttribute('aria-selected'), 'true', 'the tab stays');
  await page.getByRole('button', {name: 'Back to the page'}).click();
  assert.equal(await page.evaluate(() => [...document.querySelectorAll('[inert]')].length), 0);
});

test('reports: what is none is named with what to drop instead, and a report that is open stays', async ({page, open}) => {
  await open();
  await dropped(
    page,
    {'profile.pop': 'SQLite format 3'},
    'profile.pop is a SQLite database, which a browser cannot read; drop report.html or profile.json',
  );
  assert.equal(await report(page).count(), 0);
  assert.match(await page.locator('#announcer').innerText(), /drop report\.html/);
  await dropped(page, {'one.json': JSON.stringify(smallProfile())});
  await dropped(page, {'package.json': '{}'}, 'package.json holds no profile');
  assert.equal(await report(page).count(), 1);
});

test('reports: nothing is wider than a phone', {viewport: {width: 390, height: 844}}, async ({page, open}) => {
  await open();
  await dropped(page, {[`${'a_long_name_'.repeat(9)}.json`]: JSON.stringify(smallProfile())});
  const wide = await report(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  assert.equal(wide, 0);
});

test('reports: one is picked from the Profile panel, whose own comparison lasts', async ({page, open}) => {
  await open();
  await act(page, 'show-scene', 0, '', 'profile');
  await act(page, 'step-engine-run');
  const panel = page.locator('#profile-panel');
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel.getByRole('button', {name: 'Open report\u2026'}).click(),
  ]);
  await picker.setFiles({
    name: 'picked.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(smallProfile())),
  });
  await report(page).getByText('picked.json').waitFor();
  await page.getByRole('button', {name: 'Back to the page'}).click();
  await panel.getByRole('button', {name: 'Stop comparing'}).click(); // with the other program of the page
  await panel
    .getByLabel('A profile to compare with')
    .setInputFiles({name: 'before.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(smallProfile()))});
  await panel.getByRole('button', {name: 'Stop comparing'}).waitFor();
  const version = await panel.getAttribute('data-version');
  await act(page, 'step-engine-run');
  await page.waitForFunction((old) => document.querySelector('#profile-panel').dataset.version !== old, version);
  await panel.getByText('The programs differ').waitFor();
});

test('reports: one that was being read while the profile changed is compared with', async ({page, open}) => {
  await open();
  await act(page, 'show-scene', 0, '', 'profile');
  await act(page, 'step-engine-run');
  const panel = page.locator('#profile-panel');
  await panel.getByRole('button', {name: 'Stop comparing'}).click();
  const version = await panel.getAttribute('data-version');
  await page.evaluate(() => {
    const read = File.prototype.text;
    File.prototype.text = async function () {
      await new Promise((goOn) => {
        window.readOn = goOn;
      });
      return read.call(this);
    };
  });
  await panel
    .getByLabel('A profile to compare with')
    .setInputFiles({name: 'before.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(smallProfile()))});
  await page.waitForFunction(() => window.readOn);
  await act(page, 'step-engine-run');
  await page.waitForFunction((old) => document.querySelector('#profile-panel').dataset.version !== old, version);
  await page.evaluate(() => window.readOn());
  await panel.getByText('The programs differ').waitFor();
});
