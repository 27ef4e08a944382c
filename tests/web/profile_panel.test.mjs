// The profile beside the other scenes of the page: its views lie where the page keeps a place for them.

import {assert, eventually, test} from './harness.mjs';
import {act, click, until} from './page.mjs';

const panel = (page) => page.locator('#profile-panel');
const drawn = (page) =>
  page.waitForFunction(() => document.querySelector('#profile-panel')?.dataset.version !== undefined, null, {timeout: 20000});

test('profile: appears once something has run, and goes with its scene', async ({page, open}) => {
  await open();
  assert.equal(await panel(page).count(), 0);
  await act(page, 'show-scene', 0, '', 'profile');
  await until(page, 'the scene', ({scene}) => scene === 'profile');
  assert.equal(await panel(page).count(), 0);
  await act(page, 'step-engine-run');
  await drawn(page);
  await page.getByRole('tab', {name: 'Operations'}).click();
  await page.getByText('dense/MatMul').first().waitFor();
  const box = await panel(page).boundingBox();
  assert.ok(box.width > 400 && box.height > 200, JSON.stringify(box));
  await act(page, 'show-scene', 0, '', 'feeds');
  await until(page, 'the other scene', ({scene}) => scene === 'feeds');
  await panel(page).waitFor({state: 'hidden'});
});

test('profile: compares the two programs of the page', async ({page, open}) => {
  await open();
  await act(page, 'show-scene', 0, '', 'profile');
  await act(page, 'set-parameter', 20, 'steps');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  await until(page, 'the end', ({finished}) => finished);
  await drawn(page);
  const heads = () => page.locator('#profile-panel th[scope=col]').allInnerTexts();
  assert.deepEqual((await heads()).slice(-3), ['With feeds', 'Without feeds', 'Difference']);
  await page.getByRole('tab', {name: 'Operations'}).click();
  await page.getByText('difference', {exact: false}).first().waitFor();
  assert.ok(
    (await heads()).some((text) => text.startsWith('Without feeds')),
    `${await heads()}`,
  );
});

test('profile: what came of a run lies above it', async ({page, open}) => {
  await open('#v=1&experiment=mnist-with-feeds&scene=profile&steps=20');
  await act(page, 'set-speed', 7);
  await act(page, 'run');
  await drawn(page);
  const result = page.locator('#result-panel');
  await result.waitFor();
  const covered = await result.evaluate((element) => {
    const {left, top, width} = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].filter((part) => !element.contains(document.elementFromPoint(left + part * width, top + 6)));
  });
  assert.deepEqual(covered, [], 'the profile covers it');
});

test('profile: compares with the experiment before', async ({page, open}) => {
  await open();
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  await act(page, 'show-scene', 0, '', 'profile');
  await act(page, 'step-engine-run');
  await drawn(page);
  const button = page.getByRole('button', {name: 'Compare with before'});
  assert.equal(await button.count(), 0);
  // At once, so that no frame comes between them: as much is recorded then as before.
  await page.evaluate(() => {
    window.pipette_app.act('set-parameter', 16, 'batch_size');
    window.pipette_app.act('step-engine-run');
  });
  await button.click();
  await page.getByRole('tab', {name: 'Operations'}).click();
  await page.getByText('difference', {exact: false}).first().waitFor();
  await page.getByRole('button', {name: 'Stop comparing'}).click();
  await button.waitFor();
});

test('profile: what is pressed is not drawn anew before it is let go', async ({page, open}) => {
  await open('#v=1&experiment=mnist-with-feeds&scene=profile&at=10');
  await drawn(page);
  await until(page, 'step 10', ({step, running}) => step === 10 && !running);
  const version = () => panel(page).getAttribute('data-version');
  // Null while the panel is drawn anew.
  const {x, y, width, height} = await eventually('the tab', () => page.getByRole('tab', {name: 'Memory'}).boundingBox());
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const before = await version();
  await act(page, 'step-engine-run');
  await until(page, 'more steps', ({step}) => step === 20);
  for (const theme of ['dark', 'light', 'dark', 'light']) {
    // the panel is told of it, and looks whether the profile has changed
    await act(page, 'set-theme', theme === 'dark' ? 1 : 0);
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
  }
  assert.equal(await version(), before);
  await page.mouse.up();
  await page.locator('[role=tab][aria-selected=true]', {hasText: 'Memory'}).waitFor();
  await eventually('the new steps', async () => (await version()) !== before);
});

test('profile: follows the theme and the experiment', async ({page, open}) => {
  await open();
  await act(page, 'show-scene', 0, '', 'profile');
  await act(page, 'step-engine-run');
  await drawn(page);
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  await until(page, 'the experiment', ({experiment}) => experiment === 'mnist-pipelined');
  await panel(page).waitFor({state: 'hidden'});
  await act(page, 'step-training');
  await page.getByText('4 Mk2 IPUs', {exact: false}).first().waitFor();
});

test('profile: advice is tried beside the run, and the insight shows what came', async ({page, open}) => {
  await open();
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  await act(page, 'show-scene', 0, '', 'profile');
  await act(page, 'step-engine-run');
  await drawn(page);
  await page.getByRole('tab', {name: 'Insights'}).click();
  const card = page.locator('.p-advice', {hasText: 'Recompute activations'});
  await card.getByRole('button', {name: 'Try it'}).click();
  await card.getByText('735,232 bytes came: the promise is kept.').waitFor({timeout: 30000});
  assert.equal(await card.getByRole('button', {name: 'Try it'}).count(), 0);

  await card.getByRole('button', {name: 'Use it'}).click();
  await until(page, 'the advised experiment', ({parameters}) => parameters.recompute);
  await until(page, 'its first step', ({step}) => step > 0);
  await page.getByRole('tab', {name: 'Operations'}).click();
  await page.getByRole('button', {name: 'Stop comparing'}).waitFor();
  await page.getByText('difference', {exact: false}).first().waitFor();
  await act(page, 'undo');
  await until(page, 'what was before', ({parameters}) => !parameters.recompute);
});
