// The help: keys, words and the names of the tutorials, searched, with a way to where the page has them and to the lessons.

import {assert, eventually, test, testInEveryBrowser} from './harness.mjs';
import {faultsOfHtml} from './layout.mjs';
import {act, click, state, until} from './page.mjs';

const help = (page) => page.getByRole('dialog', {name: 'Help'});
const search = (page) => help(page).getByRole('searchbox');
const shown = (page, section) => page.locator(`#help .${section} dl > div:visible`);

async function openHelp(page) {
  await page.keyboard.press('h');
  await page.locator('#help[data-ready]').waitFor();
}

/** The one row that a search leaves of a section. */
async function onlyRow(page, words, section) {
  await search(page).fill(words);
  await eventually(`a row for ${words}`, async () => (await shown(page, section).count()) === 1);
  return shown(page, section);
}

test('help: the keys are there, and what is typed is searched in all of it', async ({page, open}) => {
  await open();
  await openHelp(page);
  assert.ok((await shown(page, 'keys').count()) > 20);
  assert.ok((await shown(page, 'names').count()) > 60);
  assert.ok((await shown(page, 'words').count()) > 30);
  const row = await onlyRow(page, 'redo', 'keys');
  assert.match(await row.innerText(), /Ctrl \+ Y, Ctrl \+ Shift \+ Z/);
  await search(page).fill('ramp-up');
  await eventually('the word', async () => (await shown(page, 'words').allInnerTexts()).some((text) => /^ramp-up/i.test(text)));
  await search(page).fill('no such thing');
  await page.getByText('Nothing here has “no such thing”').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await search(page).inputValue(), '');
  await page.keyboard.press('Escape');
  await eventually('it is gone', async () => (await help(page).count()) === 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'pipette-canvas');
});

test('help: names of the tutorials are found, and lead to the control or the experiment', async ({page, open}) => {
  await open();
  for (const [name, says, button, reached] of [
    ['IPUInfeedQueue', /p\.infeedQueue/, /^Prefetch/, ({experiment}) => experiment === 'mnist-with-feeds'],
    ['tf.keras.datasets.fashion_mnist', /p\.loadMnist/, /^Data$/, ({experiment}) => experiment === 'mnist-with-feeds'],
    ['CastGradientsSGD', /p\.optimizers\.castGradients/, /: /, ({controls}) => controls.some(isDtype)],
    [
      'dataset_benchmark DatasetBenchmark',
      /DatasetBenchmark/,
      /^Experiment: /,
      ({experiment}) => experiment === 'dataset-benchmark',
    ],
  ]) {
    await act(page, 'open-help');
    const row = await onlyRow(page, name, 'names');
    assert.match(await row.innerText(), says);
    await row.getByRole('button', {name: button}).click();
    await until(page, name, reached);
    assert.equal(await help(page).count(), 0);
  }
});

const isDtype = ({name}) => name === 'gradient_accumulation_dtype';

test(
  'help: a control that is named is in sight, with the cursor in it',
  {viewport: {width: 1024, height: 500}},
  async ({page, open}) => {
    await open();
    await openHelp(page);
    const row = await onlyRow(page, 'ipu.loops.repeat', 'names');
    await row.getByRole('button', {name: /^Steps per execution/}).click();
    await eventually('it is in sight', async () => {
      const rect = await page.evaluate(() => window.pipette_app.rect('parameters/steps_per_execution'));
      return rect && rect.y > 50 && rect.y + rect.height < 500;
    });
    await eventually('the cursor is in it', () => page.evaluate(() => document.activeElement.id === 'typing'));
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await until(page, 'what is typed', ({parameters}) => parameters.steps_per_execution === 20);
  },
);

testInEveryBrowser('help: the lessons are one press away', async ({page, open}) => {
  await open();
  await page.getByRole('button', {name: 'Help', exact: true}).focus();
  await page.keyboard.press('Enter');
  await page.locator('#help[data-ready]').waitFor();
  await page.keyboard.press('Escape');
  await click(page, 'transport/help');
  await page.locator('#help[data-ready]').waitFor();
  const [lessons] = await Promise.all([
    page.context().waitForEvent('page'),
    help(page).getByRole('button', {name: 'Lessons'}).click(),
  ]);
  await lessons.waitForURL(/\/lessons\/$/);
});

for (const [width, height, least] of [
  [320, 568, 44],
  [390, 844, 44],
  [1280, 720, 24],
]) {
  test(`help: it has room at ${width} px`, {viewport: {width, height}, hasTouch: least === 44}, async ({page, open}) => {
    await open();
    await act(page, 'open-help');
    await page.locator('#help[data-ready]').waitFor();
    assert.deepEqual(await faultsOfHtml(page, '#help', least), []);
    assert.match(await shown(page, 'keys').first().innerText(), least === 44 ? /Scroll the page/ : /Run or pause/);
    assert.equal((await state(page)).running, false);
  });
}
