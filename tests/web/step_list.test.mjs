// The dialog that edits a teacher's own list of steps.

import {assert, eventually, test} from './harness.mjs';
import {act} from './page.mjs';

const dialog = (page) => page.getByRole('dialog', {name: 'Your list of steps'});
const texts = (page) =>
  dialog(page)
    .locator('li input')
    .evaluateAll((all) => all.map(({value}) => value));
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('pipette-steps') ?? '[]').map(({text}) => text));
const steps = ['One', 'Two', 'Three'].map((text, i) => ({text, card: ['flow', 'traces', 'loss'][i]}));

async function begin(page) {
  await page.evaluate((list) => localStorage.setItem('pipette-steps', JSON.stringify(list)), steps);
  await act(page, 'present');
  await page.locator('#presentation h2').waitFor();
  await page.keyboard.press('m');
  await dialog(page).waitFor();
}

test('step list: texts, order and steps are changed, kept at once, and taken back', async ({page, open}) => {
  await open();
  await begin(page);
  assert.deepEqual(await texts(page), ['One', 'Two', 'Three']);
  await dialog(page).getByLabel('Text of step 2').fill('Second, by page down');
  await dialog(page).getByRole('button', {name: 'Step 2 up'}).click(); // the text is kept on the way
  assert.deepEqual(await kept(page), ['Second, by page down', 'One', 'Three']);
  await dialog(page).getByRole('button', {name: 'Delete step 2'}).click();
  assert.deepEqual(await texts(page), ['Second, by page down', 'Three']);
  await dialog(page).getByRole('button', {name: 'Undo'}).click();
  assert.deepEqual(await kept(page), ['Second, by page down', 'One', 'Three']);
});

test('step list: the steps of a link are added, and what is none is told', async ({page, open, url}) => {
  await open();
  await begin(page);
  const link = dialog(page).getByLabel('Link to a list of steps');
  await link.fill(`${url}#v=1`);
  await link.press('Enter');
  await dialog(page).getByText('This link holds no list of steps').waitFor();
  await link.fill(`${url}?steps=${encodeURIComponent(JSON.stringify([{text: 'Four', card: 'flow'}]))}`);
  await link.press('Enter');
  await eventually('four steps', async () => (await kept(page)).join() === 'One,Two,Three,Four');
  assert.equal(await page.locator('#presentation').count(), 1, 'keys of the dialog do nothing on the wall');
});

test('step list: a step that is chosen is shown, and the wall goes on from there', async ({page, open}) => {
  await open();
  await begin(page);
  await dialog(page).getByRole('button', {name: 'Show step 2'}).click();
  const title = page.locator('#presentation h2');
  await eventually('step 2', async () => (await title.innerText()) === 'Two');
  await page.keyboard.press('PageDown');
  await eventually('step 3', async () => (await title.innerText()) === 'Three');
});
