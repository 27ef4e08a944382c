// In front of a class: a card at a time, by the keys of a presenter's remote; steps of a lesson and of one's own list.

import {assert, eventually, test, testInEveryBrowser} from './harness.mjs';
import {collectTexts} from './layout.mjs';
import {act, click, place, settled, state, until} from './page.mjs';

const caption = (page) => page.locator('#presentation h2').innerText();
const shows = (page, text) => eventually(`the step "${text}"`, async () => (await caption(page)).includes(text));
const begin = async (page) => {
  await act(page, 'present');
  await page.locator('#presentation h2').waitFor();
};

testInEveryBrowser(
  'presentation: a remote goes through the cards, and the page is as before at its end',
  {viewport: {width: 1024, height: 768}},
  async ({page, open}) => {
    await open();
    const [, , before] = await place(page, 'flow');
    await page.locator('#pipette-canvas').focus();
    await page.keyboard.press('v');
    await shows(page, 'Queues between host and IPU');
    const {cards} = await state(page);
    assert.deepEqual(cards, ['flow', 'traces', 'digits', 'pad', 'loss', 'accuracy']);
    await eventually('the whole wall', async () => (await place(page, 'flow'))[2].width > 980);
    await page.keyboard.press('Space');
    await until(page, 'training', ({step}) => step > 0);
    const [[forwardX, forwardY], [backwardX, backwardY]] = [
      await place(page, 'phase/forward pass'),
      await place(page, 'phase/backward pass'),
    ];
    assert.ok(backwardX === forwardX && backwardY > forwardY + 100, 'in a high box they stand one above the other');
    const cutOff = await page.locator('#presentation').evaluate((bar) => bar.scrollHeight - bar.clientHeight);
    assert.ok(cutOff <= 0, `${cutOff} px of the bar are out of sight`);
    await page.keyboard.press('PageDown');
    await shows(page, 'Execution trace');
    await page.keyboard.press('End');
    await shows(page, 'Accuracy');
    await page.keyboard.press('PageUp');
    await shows(page, 'Loss over time');
    await page.keyboard.press('b');
    assert.equal(await page.locator('#black').isVisible(), true);
    await page.keyboard.press('b');
    assert.equal(await page.locator('#black').isVisible(), false);
    await page.keyboard.press('Escape');
    await eventually('the page', async () => (await place(page, 'flow'))[2].width === before.width);
    assert.equal(await page.locator('#presentation').count(), 0);
  },
);

testInEveryBrowser('presentation: what is drawn larger is clicked where it is seen', async ({page, open}) => {
  await open('#v=1&experiment=mnist-pipelined');
  await begin(page);
  await shows(page, 'IPUs of the pipeline');
  await eventually('the whole wall', async () => (await place(page, 'machine'))[2].width > 1200);
  await click(page, 'machine/play');
  await until(page, 'the schedule plays', ({pipeline}) => pipeline.playing);
});

test(
  'presentation: a profile is larger, too, and is clicked where it is seen',
  {viewport: {width: 1024, height: 768}},
  async ({page, open}) => {
    await open('#v=1&experiment=mnist-with-feeds&scene=profile&at=20');
    await until(page, 'step 20', ({step, running}) => step === 20 && !running);
    const tab = page.getByRole('tab', {name: 'Liveness'}),
      plot = page.locator('#profile-panel canvas').first();
    await tab.click();
    const stepInTheMiddle = () =>
      eventually('a step that is picked', async () => {
        const {x, y, width, height} = await eventually('the plot', () => plot.boundingBox());
        await page.mouse.click(x + width / 2, y + height / 2);
        return Number((await page.locator('#profile-panel .p-spoken').innerText()).match(/^Step (\d+)/)?.[1]);
      });
    const before = await eventually('the tab', () => tab.boundingBox()),
      step = await stepInTheMiddle();
    await begin(page);
    await eventually('larger type', async () => (await tab.boundingBox())?.height > 1.3 * before.height);
    await plot.scrollIntoViewIfNeeded();
    const larger = await stepInTheMiddle(); // the margins of the plot have another share of its width
    assert.ok(Math.abs(larger - step) <= 1, `step ${larger} instead of ${step}`);
  },
);

test('presentation: the steps of a lesson open the page in their states', async ({page, open}) => {
  await open('?lesson=pipelining');
  await shows(page, 'mini-batches');
  await until(page, 'its experiment', ({experiment}) => experiment === 'mnist-pipelined');
  const first = await caption(page);
  await page.keyboard.press('PageDown');
  await eventually('another step', async () => (await caption(page)) !== first);
});

const shown = async (page, card) => {
  await until(page, `the card ${card} as it stays`, ({alone}) => alone.card === card);
  await settled(page);
};

test(
  'presentation: the wall of lesson 5 shows the schedule and the bubble that it teaches',
  {viewport: {width: 1024, height: 768}},
  async ({page, open}) => {
    await open('?lesson=pipelining');
    await collectTexts(page);
    const seen = [];
    for (const card of ['schedule', 'numbers', 'machine', 'schedule', 'numbers']) {
      await shown(page, card);
      seen.push((await page.evaluate(() => window.pipette_app.layout())).texts.map(([text]) => text));
      await page.keyboard.press('PageDown');
    }
    assert.ok(seen[0].includes('Ramp-up') && !seen[0].includes('8'), 'a schedule whose boxes are too narrow for numbers');
    assert.ok(seen[1].includes('Bubble'), 'the bubble in numbers');
    assert.ok(seen[3].includes('Ramp-up') && seen[3].includes('8'), 'the schedule of eight mini-batches');
  },
);

test(
  'presentation: on a small wall boxes have their numbers, a switch is as high as others, and numbers are twice as large',
  {viewport: {width: 1024, height: 768}},
  async ({page, open}) => {
    await open('#v=1&experiment=mnist-pipelined');
    await begin(page);
    await page.keyboard.press('PageDown');
    await shown(page, 'schedule');
    await collectTexts(page);
    const {texts} = await page.evaluate(() => window.pipette_app.layout());
    const [, , rows] = await place(page, 'schedule/rows');
    const inBoxes = texts.filter(([text, x, y]) => /^\d+$/.test(text) && x > rows.x && y > rows.y && y < rows.y + rows.height);
    assert.equal(inBoxes.length, 2 * 4 * 16, 'each box has its mini-batch');
    for (const [text, , , , height] of inBoxes) assert.ok(height >= 10, `${text} is ${height} px high`);
    const [[, , columns], [, , scale]] = [
      await place(page, 'schedule/columns/0'),
      await place(page, 'schedule/memory-scale/0'),
    ];
    assert.ok(scale.height < 1.2 * columns.height, `${scale.height} and ${columns.height} px`);
    await page.keyboard.press('PageDown');
    await shown(page, 'numbers');
    const {alone} = await state(page);
    assert.ok(alone.zoom >= 2, `${alone.zoom} times`);
    const cut = (await page.evaluate(() => window.pipette_app.layout())).texts.filter(
      (text) => text[1] > 0 && text.at(-1) === 1,
    );
    assert.deepEqual(cut, []);
  },
);

test('presentation: a card of a list is shown though the page before has none of that name', async ({page, open}) => {
  const steps = [{address: '{"experiment":"mnist-pipelined"}', card: 'numbers', text: 'In numbers'}];
  await open(`?steps=${encodeURIComponent(JSON.stringify(steps))}`);
  await page.locator('#presentation h2').waitFor();
  await shown(page, 'numbers');
});

test("presentation: a list of one's own goes into a link", async ({page, open, url}) => {
  await open('#v=1&experiment=mnist-with-feeds&batch_size=8');
  await begin(page);
  await page.keyboard.press('PageDown');
  await shows(page, 'Execution trace');
  await page.keyboard.press('k');
  const steps = await page.evaluate(() => localStorage.getItem('pipette-steps'));
  await page.goto('about:blank');
  await page.goto(`${url}?steps=${encodeURIComponent(steps)}`);
  await page.locator('#presentation h2').waitFor();
  await shows(page, 'Execution trace');
  const {parameters} = await until(page, 'its experiment', ({parameters}) => parameters.batch_size === 8);
  assert.equal(parameters.batch_size, 8);
  await page.goto('about:blank');
  await page.goto(`${url}?steps=[1]`);
  await eventually('the sentence', async () => (await page.locator('#presentation p').innerText()).includes('damaged'));
});

test('presentation: what cannot be loaded is told of, and the page goes on', async ({page, open, errors}) => {
  await open();
  await page.route('**/presentation.mjs', (route) => route.abort());
  await act(page, 'present');
  await page.getByText('The presentation could not be loaded').waitFor();
  assert.equal(await page.locator('#presentation').count(), 0);
  await act(page, 'step-training');
  await until(page, 'a step', ({step}) => step === 1);
  errors.length = 0; // the browser says, too, what it asked in vain
});
