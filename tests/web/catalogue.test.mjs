// The catalogue of experiments: in groups, searched, and chosen with the keyboard or a finger.

import {assert, eventually, test} from './harness.mjs';
import {act, click, state, until} from './page.mjs';

const options = (page) => page.locator('#catalogue [role=option]:visible');
const search = (page) => page.getByRole('combobox', {name: 'Search the experiments'});
const chosen = (page, name) => until(page, name, ({experiment}) => experiment === name);

test(
  'catalogue: every experiment is on the screen of a laptop, in its group, with its line',
  {viewport: {width: 1280, height: 720}},
  async ({page, open}) => {
    await open();
    await page.keyboard.press('c');
    await search(page).waitFor();
    const {boxes, scrolls} = await page.evaluate(() => {
      const list = document.querySelector('#catalogue-list');
      const boxes = [...list.querySelectorAll('[role=option]')].map((option) => {
        const {top, bottom} = option.getBoundingClientRect();
        return {
          top,
          bottom,
          group: option.parentElement.getAttribute('aria-label'),
          line: option.querySelector('span').textContent,
        };
      });
      return {boxes, scrolls: list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1};
    });
    assert.equal(boxes.length, 15);
    assert.equal(scrolls, false, 'nothing scrolls');
    assert.ok(
      boxes.every(({top, bottom}) => top >= 0 && bottom <= 720),
      'all of it is in sight',
    );
    assert.ok(boxes.every(({group, line}) => group && line));
    assert.equal(
      await page.locator('#catalogue [aria-selected=true] strong').innerText(),
      'MNIST with infeed and outfeed queues',
    );
  },
);

test('catalogue: what is typed is searched, arrows go through what is left, and Enter chooses', async ({page, open}) => {
  await open();
  await page.keyboard.press('c');
  await search(page).fill('activations');
  await eventually('three are left', async () => (await options(page).count()) === 3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const at = await search(page).getAttribute('aria-activedescendant');
  assert.equal(at, 'catalogue-inspect-model');
  await page.keyboard.press('ArrowDown'); // from the last to the first
  await page.keyboard.press('Enter');
  await chosen(page, 'inspect-pipelined');
  assert.equal(await page.locator('#catalogue').count(), 0);
});

test('catalogue: a search without a result says so, and Escape empties it and then closes', async ({page, open}) => {
  await open();
  await click(page, 'parameters/experiment');
  await search(page).fill('no such thing');
  await page.getByText('No experiment has “no such thing”.').waitFor();
  await page.keyboard.press('Enter'); // takes nothing
  await page.keyboard.press('Escape');
  assert.equal(await search(page).inputValue(), '');
  assert.equal(await options(page).count(), 15);
  await page.keyboard.press('Escape');
  await eventually('it is gone', async () => (await page.locator('#catalogue').count()) === 0);
  assert.equal((await state(page)).experiment, 'mnist-with-feeds');
});

test(
  'catalogue: on a phone it fills the screen, and a chosen experiment is shown from its top',
  {viewport: {width: 390, height: 844}},
  async ({page, open}) => {
    await open();
    const before = await page.evaluate(() => window.pipette_app.rect('flow').y);
    await page.mouse.wheel(0, 2000);
    await eventually('the page has scrolled', () => page.evaluate((y) => window.pipette_app.rect('flow').y < y - 300, before));
    await act(page, 'choose-experiment');
    await search(page).waitFor();
    await page.locator('#catalogue-loops').click();
    await chosen(page, 'loops');
    await eventually('the page is at its top', () => page.evaluate((y) => window.pipette_app.rect('flow').y === y, before));
  },
);
