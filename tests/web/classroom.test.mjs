// What a lesson asks and keeps: questions by keyboard, what stays hidden until then, progress in the list, live
// pictures, and the sheet of paper.

import {assert, eventually, test} from './harness.mjs';
import {LESSONS, drawFigures, openLesson, putOnPaper, runAll} from './lessons.mjs';

const LESSON = 'engine-runs';
const question = (page) => page.locator('pipette-question#largest');
const covered = (page) => page.locator('[data-after="largest"]');

test('classroom: a question is answered by the keyboard, and its answer stays', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  assert.equal(await question(page).locator('details').isVisible(), false, 'no answer before the prediction');
  assert.equal(await covered(page).isVisible(), false, 'nor in the text below');
  const group = question(page).getByRole('group', {name: /What takes most of the time/});
  assert.equal(await group.getByRole('radio').count(), 4);
  const check = question(page).getByRole('button', {name: 'Check my prediction'});
  assert.equal(await check.isDisabled(), true);
  await group.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown'); // choosing is not yet answering
  assert.equal(await question(page).locator('details').isVisible(), false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await question(page).getByRole('status').innerText(), 'Not this one: c is right.');
  assert.equal(await question(page).locator('details p').isVisible(), true);
  assert.equal(await covered(page).isVisible(), true);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SUMMARY', 'the focus goes to the answer');
  assert.equal(await group.getByRole('radio').first().isDisabled(), true);
  await page.reload();
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(await question(page).getByRole('status').innerText(), 'Not this one: c is right.');
  assert.equal(await covered(page).isVisible(), true);
  await question(page).getByRole('button', {name: 'Predict again'}).click();
  assert.equal(await covered(page).isVisible(), false);
  await question(page).getByRole('radio').nth(2).check();
  await check.click();
  assert.equal(await question(page).getByRole('status').innerText(), 'Right.');
});

test('classroom: the list says how far one has come', async ({page, url}) => {
  await page.goto(`${url}lessons/`);
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(await page.locator('.lessons .progress').count(), 0, 'nothing done yet');
  await openLesson(page, url, LESSON);
  const all = await page.locator('pipette-question, pipette-goal').count();
  await question(page).getByRole('radio').first().check();
  await question(page)
    .getByRole('button', {name: /^Check/})
    .click();
  await page.goto(`${url}lessons/`);
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(
    await page.locator('.lessons > li').first().locator('.progress').innerText(),
    `1 of ${all} questions and goals done`,
  );
  assert.equal(await page.locator('.lessons .progress').count(), 1);
});

test('classroom: the list works where the browser may keep nothing', async ({page, url}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await page.goto(`${url}lessons/`);
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(await page.locator('.lessons > li').count(), LESSONS.length);
  await openLesson(page, url, LESSON);
  await question(page).getByRole('radio').nth(2).check();
  await question(page)
    .getByRole('button', {name: /^Check/})
    .click();
  assert.equal(await question(page).getByRole('status').innerText(), 'Right.');
});

test('classroom: a picture follows its controls', async ({page, url}) => {
  await openLesson(page, url, 'schedules');
  assert.deepEqual(await drawFigures(page), []);
  const figure = page.locator('#headline');
  const caption = () => figure.locator('.schedule figcaption').innerText();
  assert.match(await caption(), /^Grouped 8 mini-batches/);
  assert.match(await figure.locator('.bars').innerText(), /stage 0\s+7/);
  await figure.getByRole('combobox', {name: /^Schedule/}).selectOption('interleaved');
  await eventually('the other schedule', async () => (await caption()).startsWith('Interleaved 8'));
  await figure.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await eventually('one stage less', async () => !(await figure.locator('.bars').innerText()).includes('stage 3'));
  assert.match(await figure.locator('.bars').innerText(), /stage 0\s+3/);
  const figures = page.getByRole('figure', {name: /The same network in the same stages/});
  assert.equal(await figures.count(), 1, 'its caption is its name');
});

test('classroom: one page is shown at a time', async ({page, url}) => {
  await openLesson(page, url, 'device-loops');
  const buttons = page.locator('main > pipette-page').getByRole('button');
  await buttons.nth(0).click();
  const frames = page.locator('pipette-page iframe'); // cells have one of their own
  assert.equal(await frames.count(), 1);
  assert.equal(await buttons.nth(0).getAttribute('aria-expanded'), 'true');
  await buttons.nth(1).click();
  assert.equal(await frames.count(), 1, 'browsers keep few pictures of this kind');
  assert.equal(await buttons.nth(0).getAttribute('aria-expanded'), 'false');
  await page.frameLocator('pipette-page iframe').locator('canvas').waitFor();
  await buttons.nth(1).click();
  assert.equal(await frames.count(), 0);
});

test(
  'classroom: on paper there are questions without answers, and the note on a page of its own',
  {colorScheme: 'dark'},
  async ({page, url}) => {
    await openLesson(page, url, LESSON);
    await runAll(page);
    assert.equal(await page.locator('pipette-cell .output').first().isVisible(), true, 'a teacher has run all');
    await question(page).getByRole('radio').first().check();
    await question(page)
      .getByRole('button', {name: /^Check/})
      .click();
    await page.evaluate(() => {
      window.printed = [];
      window.print = () => window.printed.push(document.documentElement.dataset.theme, document.querySelector('.teacher').open);
    });
    await page.getByRole('button', {name: 'Print'}).click();
    await eventually('the sheet', () => page.evaluate(() => window.printed.length > 0));
    assert.deepEqual(await page.evaluate(() => window.printed), ['light', true]);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'as it was');
    assert.equal(await page.locator('.teacher').evaluate((note) => note.open), false);
    await putOnPaper(page);
    const shown = (selector) => page.locator(selector).first().isVisible();
    for (const selector of ['.sheet-head', 'pipette-question legend', '.teacher .plan', '.copy', 'pipette-goal p']) {
      assert.equal(await shown(selector), true, selector);
    }
    for (const selector of [
      '.tools',
      '.bar',
      'pipette-question details',
      '.verdict',
      '.hint',
      '.solution',
      '.area',
      '.next',
      '[data-after]',
      'pipette-cell .output',
    ]) {
      assert.equal(await shown(selector), false, selector);
    }
    assert.equal(await page.locator('.teacher').evaluate((note) => getComputedStyle(note).breakBefore), 'page');
  },
);
