// The command palette: what can be done, controls, scenes, experiments and lessons, by name.

import {assert, eventually, test} from './harness.mjs';
import {state, until} from './page.mjs';

const search = (page) => page.getByRole('combobox', {name: /Find a command/});
const options = (page) => page.locator('#commands [role=option]:visible');

/** Opens it, looks for a text, and waits until so many are left. */
async function find(page, text, count) {
  await page.keyboard.press('Control+k');
  await search(page).fill(text);
  await eventually(`${count} are left`, async () => (await options(page).count()) === count);
}

test('commands: Ctrl+K finds a command, with its key, and Enter does it', async ({page, open}) => {
  await open();
  await find(page, 'commands one training step', 1);
  assert.equal(await options(page).locator('kbd').innerText(), '/');
  await page.keyboard.press('Enter');
  await until(page, 'a step', ({step}) => step === 1);
  assert.equal(await page.locator('#commands').count(), 0);
  await find(page, 'commands back by a training', 1);
  await page.keyboard.press('Enter');
  await until(page, 'back', ({step}) => step === 0);
});

test('commands: a control is shown, a scene and an experiment are chosen, all by name', async ({page, open}) => {
  await open();
  await find(page, 'batch_size', 1);
  await page.keyboard.press('Enter');
  await eventually('the cursor is in the field', () => page.evaluate(() => document.activeElement.id === 'typing'));
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await until(page, 'the field has what was typed', ({parameters}) => parameters.batch_size === 16);
  await find(page, "show digit's way", 1);
  await page.keyboard.press('Enter');
  await until(page, 'the scene', ({scene}) => scene === 'way');
  await find(page, 'experiments mnist-pipelined', 1);
  await page.keyboard.press('Enter');
  await until(page, 'the experiment', ({experiment}) => experiment === 'mnist-pipelined');
});

test('commands: what has the search in its name comes before what has it in its description', async ({page, open}) => {
  await open();
  await page.keyboard.press('Control+k');
  await search(page).fill('batch');
  await eventually('the control', async () => (await page.locator('#commands .at strong').innerText()) === 'Batch size');
});

test('commands: lessons are found, and open in a tab of their own', async ({page, open, context}) => {
  await open();
  await find(page, 'lessons pipelining', 1);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await eventually('it is the lesson', async () => (await opened).url().endsWith('/lessons/pipelining.html'));
});

test('commands: while somebody types into a field, the keys are the field’s', async ({page, open}) => {
  await open();
  await page.keyboard.press('Control+k');
  await search(page).fill('nothing of the kind');
  await page.getByText('Nothing here has “nothing of the kind”.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await eventually('it is gone', async () => (await page.locator('#commands').count()) === 0);
  assert.equal((await state(page)).step, 0);
});
