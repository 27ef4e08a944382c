// The lessons: every picture and cell runs, every figure in their text is what those give, and every goal can be
// reached as its solution says, in cells or in the page.

import {conditions} from '../../web/lessons/conditions.mjs';
import {assert, eventually, test, testAtLength} from './harness.mjs';
import {addressOf, readLesson, says, solutionOf} from './lesson_text.mjs';
import {LESSONS, cell, drawFigures, edit, openLesson, output, runAll} from './lessons.mjs';
import {act, click, settled, state, until} from './page.mjs';
import {contrast} from './pixels.mjs';

/** What a cell or picture gives as text, with what is not shown. */
const given = (page, id) =>
  page
    .locator(`#${id} .output`)
    .first()
    .evaluate((element) =>
      [...element.children]
        .flatMap((each) => (each.matches('.lines') ? [...each.children] : each))
        .map(({textContent}) => textContent)
        .join('\n'),
    );

/** Every field that is expected has its value; a list of one is as good as what is in it. */
function assertHas(actual, expected) {
  for (const [field, value] of Object.entries(expected)) {
    if (typeof value === 'object' && !Array.isArray(value)) assertHas(actual[field], value);
    else assert.deepEqual([actual[field]].flat(), [value].flat(), field);
  }
}

for (const lesson of LESSONS) {
  test(`lessons: ${lesson} runs as its text says`, {timeout: 120000}, async ({page, url}) => {
    await openLesson(page, url, lesson);
    assert.deepEqual(await drawFigures(page), [], 'pictures that failed');
    const begun = Date.now();
    await runAll(page);
    console.log(`    ${Date.now() - begun} ms for all cells`);
    const ids = await page.locator('pipette-cell').evaluateAll((all) => all.map(({id}) => id));
    assert.ok(ids.length >= 3, `${ids.length} cells`);
    for (const id of ids) {
      assert.equal(await cell(page, id).getAttribute('data-state'), 'ran', `${id}: ${await output(page, id)}`);
    }
    for (const {attributes, text} of readLesson(lesson).all('data')) {
      const id = attributes['data-cell'];
      if (!id) continue; // tests/web/node and tests/wasm look for the others
      const figure = attributes['data-says'] ?? text;
      const there = await given(page, id);
      assert.ok(says(there, figure), `the text says ${figure}, but ${id} gives: ${there}`);
    }
    assert.equal(await page.locator('pipette-goal[reached]').count(), 0, 'a goal that asks for nothing');
    const wide = await page
      .locator('.editor .scroller')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    assert.equal(wide, 0, 'cells whose lines are too long for a projector');
  });

  const testGoal = lesson === LESSONS[0] ? test : testAtLength;
  for (const goal of readLesson(lesson).all('pipette-goal')) {
    const {edits, links} = solutionOf(goal);
    testGoal(`lessons: ${lesson}: the goal "${goal.id}" can be reached`, {timeout: 120000}, async ({page, url}) => {
      await openLesson(page, url, lesson);
      const reached = page.locator(`pipette-goal#${goal.id}[reached]`);
      if (edits.length > 0) {
        for (const {cell: id, from, to} of edits) await edit(page, id, from, to);
        await runAll(page);
      }
      if (links.length > 0) {
        await page.locator(`#${goal.id} .solution summary`).click();
        await page.locator(`#${goal.id} pipette-page button`).click();
        const inLesson = (each) => each !== page.mainFrame() && !each.url().includes('cell_frame'); // nor that of the cells
        const frame = await eventually('the page in the lesson', () => page.frames().find(inLesson));
        await frame.waitForFunction(() => window.pipette_app?.idle(), null, {timeout: 60000, polling: 100});
        assert.equal(await reached.count(), 0, 'it is not reached by opening the page');
        await frame.evaluate(() => {
          window.pipette_app.act('set-speed', 7);
          window.pipette_app.act('run');
        });
        await eventually('the goal', () => reached.count(), 60000).catch(() => {});
      }
      assert.equal(await reached.count(), 1, JSON.stringify(await page.evaluate(() => window.pipetteLesson.facts)));
      await page.reload();
      await page.waitForFunction(() => document.body.classList.contains('ready'));
      assert.equal(await reached.count(), 1, 'forgotten after a reload');
    });
  }

  test(`lessons: ${lesson}: links open the page in their state`, {timeout: 120000}, async ({page, open}) => {
    for (const link of readLesson(lesson)
      .all('pipette-page')
      .map((each) => each.all('a')[0])) {
      await page.goto('about:blank');
      await open(link.attributes.href.slice('../'.length));
      const {at, scene, place, experiment} = addressOf(link);
      const {error, parameters, address, scene: shown} = await until(page, `step ${at}`, ({step}) => step === at);
      assert.equal(error, '');
      assertHas(parameters, experiment);
      assertHas(address, place);
      assert.ok([shown, ''].includes(scene), `${shown} is shown instead of ${scene}`);
    }
  });
}

testAtLength(
  'lessons: what goals ask of the page has controls there',
  {timeout: 180000, viewport: {width: 1280, height: 2400}},
  async ({page, open}) => {
    for (const goal of LESSONS.flatMap((lesson) => readLesson(lesson).all('pipette-goal'))) {
      const {links} = solutionOf(goal);
      if (links.length === 0) continue;
      await page.goto('about:blank');
      await open(links[0].attributes.href.slice('../'.length));
      const {parameters} = await state(page);
      const {device, host, ...fields} = parameters;
      const asked = conditions(goal.attributes.when)
        .map(({field}) => field)
        .filter((field) => field !== 'experiment' && field in {...device, ...host, ...fields});
      const names = await eventually('controls', async () => {
        const all = await page.evaluate(() => window.pipette_app.names());
        return all.length > 20 && all;
      });
      for (const field of asked) {
        assert.ok(
          names.some((name) => name.split('/').some((part) => part.replace(/^(host|device)\./, '') === field)),
          `${goal.id} asks for ${field}`,
        );
      }
    }
  },
);

test('lessons: the page opens them beside itself', async ({page, open}) => {
  await open();
  const opened = page.context().waitForEvent('page');
  await click(page, 'transport/lessons');
  const lessons = await opened;
  await lessons.waitForLoadState();
  assert.match(new URL(lessons.url()).pathname, /\/lessons\/$/);
  assert.match(await lessons.title(), /[Ll]essons/);
});

test('lessons: a link opens the page in a tab, whose goals count', async ({page, url}) => {
  await openLesson(page, url, 'device-loops');
  const opened = page.context().waitForEvent('page');
  await page.locator('#page .solution summary').click();
  await page.locator('#page pipette-page a').click();
  const tab = await opened;
  await tab.waitForFunction(() => window.pipette_app?.idle());
  await act(tab, 'set-speed', 7);
  await act(tab, 'run');
  await settled(tab);
  await eventually('the goal in the lesson', () => page.locator('pipette-goal#page[reached]').count(), 30000);
  await tab.close();
});

for (const theme of ['light', 'dark']) {
  test(`lessons: words of buttons can be read under the pointer, ${theme}`, {colorScheme: theme}, async ({page, url}) => {
    await openLesson(page, url, 'engine-runs');
    for (const action of ['run', 'copy']) {
      const button = page.locator(`pipette-cell [data-action="${action}"]`).first();
      await button.hover();
      const [text, under] = await button.evaluate((element) => {
        const {color, backgroundColor} = getComputedStyle(element);
        return [color, backgroundColor].map((each) =>
          each
            .match(/[\d.]+/g)
            .slice(0, 3)
            .map(Number),
        );
      });
      assert.ok(contrast(text, under) >= 4.5, `${action}: ${text} on ${under}`);
    }
  });
}

testAtLength('lessons: the list leads to every lesson, and each to the next', async ({page, url}) => {
  await page.goto(`${url}lessons/`);
  for (const lesson of LESSONS) {
    await page.locator(`a[href="${lesson}.html"]`).first().click();
    await page.waitForFunction(() => document.body.classList.contains('ready'));
    assert.equal(await page.locator('body').getAttribute('data-lesson'), lesson);
  }
  await page.getByRole('link', {name: 'All lessons'}).click();
  await page.waitForFunction((count) => document.querySelectorAll('.lessons > li').length === count, LESSONS.length);
});

test('lessons: an old address leads on', async ({page, url}) => {
  await page.goto(`${url}lessons/inspecting-tensors.html`);
  await page.waitForURL('**/looking-inside.html');
});

for (const [what, options] of Object.entries({
  'with touch': {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2},
  'dark, at device pixel ratio 2': {colorScheme: 'dark', deviceScaleFactor: 2},
})) {
  test(`lessons: nothing sticks out ${what}`, options, async ({page, url}) => {
    for (const lesson of ['device-loops', 'looking-inside']) {
      await openLesson(page, url, lesson);
      await drawFigures(page);
      await runAll(page);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(sideways <= 0, `${lesson} is ${sideways} px too wide`);
      const outside = await page
        .locator('pipette-queues')
        .evaluateAll(
          (all) =>
            all.flatMap((queues) =>
              [...queues.shadowRoot.querySelectorAll('.station')].filter(
                (station) => station.scrollHeight > station.clientHeight + 1 || station.scrollWidth > station.clientWidth + 1,
              ),
            ).length,
        );
      assert.equal(outside, 0, 'texts that do not fit their station');
    }
  });
}
