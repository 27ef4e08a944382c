// The lessons: every cell runs, every figure in their text is what the cells give, every goal can be
// reached.

import {assert, test} from './harness.mjs';
import {LESSONS, cell, edit, openLesson, output, runAll} from './lessons.mjs';
import {click} from './page.mjs';

/** Edits that reach each goal: [cell, what, instead]. */
const SOLUTIONS = {
  'infeeds-and-outfeeds': {
    ninety: [['model', 'learningRate: 0.05', 'learningRate: 0.1'], ['device-loop', 'stepsPerEpoch: 300', 'stepsPerEpoch: 1000']],
    runs: [['device-loop', 'createModel(100)', 'createModel(300)']],
  },
  'pipelining': {
    idle: [['schedule', 'stages: 4', 'stages: 2'], ['accumulation', "pipelined('grouped', 16)", "pipelined('grouped', 32)"]],
    fast: [['own', '[0, 0, 1, 1]', '[0, 0, 0, 1]']],
  },
  'loops-and-convolutions': {
    ninety: [['model', 'trainCount: 800', 'trainCount: 3200'], ['model', 'batchesPerEpoch = 25', 'batchesPerEpoch = 100']],
    'one-run': [['train', 'epochs: 3, stepsPerEpoch: batchesPerEpoch', 'stepsPerEpoch: 75'],
                ['model', 'model = createModel(batchesPerEpoch)', 'model = createModel(75)']],
  },
  'inspecting-tensors': {
    each: [['model', "'before_apply'", "'after_compute'"]],
    all: [['model', "{filters: ['Dense_128']}", '']],
  },
  'dataset-benchmark': {
    busy: [['train', 'trained(32)', 'trained(256, 2048)']],
    rate: [['benchmark', 'createDataset(32)', 'createDataset(128)']],
  },
};

for (const lesson of LESSONS) {
  test(`lessons: ${lesson} runs as its text says`, async ({page, url}) => {
    await openLesson(page, url, lesson);
    const begun = Date.now();
    await runAll(page);
    console.log(`    ${Date.now() - begun} ms for all cells`);
    const ids = await page.locator('pipette-cell').evaluateAll((all) => all.map(({id}) => id));
    assert.ok(ids.length >= 2, `${ids.length} cells`);
    const outputs = {};
    for (const id of ids) {
      outputs[id] = await output(page, id);
      assert.equal(await cell(page, id).getAttribute('data-state'), 'ran', `${id}: ${outputs[id]}`);
    }
    const figures = await page.locator('data').evaluateAll(
      (all) => all.map(({dataset, textContent}) => [dataset.cell, dataset.says ?? textContent]));
    assert.ok(figures.length >= 1, 'the text gives no figure');
    for (const [id, figure] of figures) {
      assert.ok(outputs[id]?.includes(figure), `the text says ${figure}, but ${id} gives: ${outputs[id]}`);
    }
    assert.equal(await page.locator('pipette-goal[reached]').count(), 0, 'a goal that asks for nothing');
    const wide = await page.locator('.editor .scroller').evaluateAll(
      (all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    assert.equal(wide, 0, 'cells whose lines are too long for a projector');
  });

  for (const [goal, edits] of Object.entries(SOLUTIONS[lesson])) {
    test(`lessons: ${lesson}: the goal "${goal}" can be reached`, async ({page, url}) => {
      await openLesson(page, url, lesson);
      for (const each of edits) await edit(page, ...each);
      await runAll(page);
      assert.ok(await page.locator(`pipette-goal#${goal}[reached]`).count() === 1,
                JSON.stringify(await page.evaluate(() => window.pipetteLesson.facts)));
      await page.reload();
      await page.waitForFunction(() => document.body.classList.contains('ready'));
      assert.equal(await page.locator(`pipette-goal#${goal}[reached]`).count(), 1, 'forgotten after a reload');
    });
  }
}

test('lessons: the page opens them beside itself', async ({page, open}) => {
  await open();
  const opened = page.context().waitForEvent('page');
  await click(page, 'transport/lessons');
  const lessons = await opened;
  await lessons.waitForLoadState();
  assert.match(new URL(lessons.url()).pathname, /\/lessons\/$/);
  assert.match(await lessons.title(), /[Ll]essons/);
});

test('lessons: every goal has a solution here', async ({page, url}) => {
  for (const lesson of LESSONS) {
    await openLesson(page, url, lesson);
    const goals = await page.locator('pipette-goal').evaluateAll((all) => all.map(({id}) => id));
    assert.deepEqual(goals.sort(), Object.keys(SOLUTIONS[lesson]).sort());
  }
});

test('lessons: the list leads to every lesson, and each to the next', async ({page, url}) => {
  await page.goto(`${url}lessons/`);
  for (const lesson of LESSONS) {
    await page.locator(`a[href="${lesson}.html"]`).first().click();
    await page.waitForFunction(() => document.body.classList.contains('ready'));
    assert.equal(await page.locator('body').getAttribute('data-lesson'), lesson);
  }
  await page.getByRole('link', {name: 'All lessons'}).click();
  await page.waitForFunction((count) => document.querySelectorAll('.lessons a').length === count, LESSONS.length);
});

for (const [what, options] of Object.entries({
  '390x844 with touch': {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2},
  'dark, at device pixel ratio 2': {colorScheme: 'dark', deviceScaleFactor: 2},
})) {
  test(`lessons: nothing sticks out at ${what}`, options, async ({page, url}) => {
    for (const lesson of ['infeeds-and-outfeeds', 'inspecting-tensors']) {
      await openLesson(page, url, lesson);
      await runAll(page);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(sideways <= 0, `${lesson} is ${sideways} px too wide`);
      const outside = await page.locator('pipette-queues').evaluateAll((all) => all.flatMap((queues) =>
        [...queues.shadowRoot.querySelectorAll('.station')].filter((station) =>
          station.scrollHeight > station.clientHeight + 1 || station.scrollWidth > station.clientWidth + 1)).length);
      assert.equal(outside, 0, 'texts that do not fit their station');
    }
  });
}
