// Words of a lesson explain themselves with the glossary's sentence: under a resting pointer, under a finger, to the keyboard, on paper.

import {GLOSSARY} from '../../web/lessons/glossary_table.mjs';
import {fingers} from './hands.mjs';
import {assert, eventually, test, testAtLength} from './harness.mjs';
import {LESSONS, drawFigures, openLesson, putOnPaper} from './lessons.mjs';

const PHONE = {viewport: {width: 320, height: 568}, hasTouch: true, isMobile: true};
const meaning = (page) => page.locator('#meaning');
const shown = (page) => meaning(page).waitFor({state: 'visible'});
const gone = (page) => meaning(page).waitFor({state: 'hidden'});
const word = (page, name) => page.locator('main dfn').filter({hasText: new RegExp(`^${name}$`)});
const said = (name) => GLOSSARY.find(({words}) => words.includes(name)).text;

/** Where a word and what is said of it are: whether they meet, and whether that is within the window. */
const lies = (page, name) =>
  word(page, name).evaluate((element) => {
    const tip = document.getElementById('meaning').getBoundingClientRect();
    const lines = [...element.getClientRects()];
    return {
      covers: lines.some(
        (line) => line.left < tip.right && tip.left < line.right && line.top < tip.bottom && tip.top < line.bottom,
      ),
      within: tip.left >= 0 && tip.right <= document.documentElement.clientWidth && tip.top >= 0 && tip.bottom <= innerHeight,
      place: [tip.left, tip.top, tip.right, tip.bottom, document.documentElement.clientWidth, innerHeight],
      above: tip.bottom <= lines[0].top,
      apart: Math.round(tip.top - lines[0].top),
      width: tip.width,
    };
  });

/** With all pictures: those that come later move what is below them. */
async function openAtRest(page, url, lesson) {
  await openLesson(page, url, lesson);
  await drawFigures(page);
}

test('lesson words: a resting pointer asks, may go to what is said, and leaves', async ({page, url}) => {
  await openAtRest(page, url, 'engine-runs');
  await word(page, 'backward pass').hover();
  await shown(page);
  assert.equal(await meaning(page).innerText(), said('backward pass'));
  const {covers, within} = await lies(page, 'backward pass');
  assert.deepEqual({covers, within}, {covers: false, within: true});
  const {x, y, height} = await word(page, 'backward pass').boundingBox();
  const tip = await meaning(page).boundingBox();
  const way = tip.y < y ? [y + 2, tip.y + tip.height - 3] : [y + height - 2, tip.y + 3];
  await page.mouse.move(x + 4, way[0]);
  await page.mouse.move(x + 4, way[1], {steps: 8});
  assert.equal(await meaning(page).isVisible(), true, 'on the way to it');
  await page.keyboard.press('Escape');
  await gone(page);
  await word(page, 'backward pass').hover();
  await shown(page);
  await page.mouse.move(2, 2);
  await gone(page);
});

test('lesson words: below, where there is no room above', async ({page, url}) => {
  await openAtRest(page, url, 'engine-runs');
  for (const [block, above] of [
    ['start', false],
    ['end', true],
  ]) {
    await word(page, 'host').evaluate((element, where) => element.scrollIntoView({block: where}), block);
    await word(page, 'host').focus();
    await shown(page);
    const at = await lies(page, 'host');
    assert.deepEqual([at.covers, at.within, at.above], [false, true, above], block);
    await word(page, 'host').blur();
    await gone(page);
  }
});

test('lesson words: what is said stays beside its word when text above grows', async ({page, url}) => {
  await openLesson(page, url, 'pipelining');
  await word(page, 'bubble').focus();
  await shown(page);
  const distance = () => lies(page, 'bubble').then(({apart}) => apart);
  const before = await distance();
  await page.evaluate(() => {
    document.querySelector('h1').style.paddingBottom = '300px';
  });
  await eventually('it follows', async () => (await distance()) === before);
});

test('lesson words: the keyboard comes to each, and a screen reader reads its meaning', async ({page, url}) => {
  await openLesson(page, url, 'schedules');
  await word(page, 'stash').focus();
  await shown(page);
  await page.keyboard.press('Tab');
  await page.waitForFunction((text) => document.getElementById('meaning').textContent === text, said('Grouped schedule'));
  const described = await page
    .locator('main dfn')
    .evaluateAll((all) =>
      all.map((each) => [
        each.dataset.word ?? each.textContent,
        document.getElementById(each.getAttribute('aria-describedby')).textContent,
      ]),
    );
  assert.deepEqual(
    described.find(([name]) => name === 'Sequential schedule'),
    ['Sequential schedule', said('Sequential schedule')],
  );
  assert.ok(described.length >= 6 && described.every(([, text]) => GLOSSARY.some((entry) => entry.text === text)));
});

test('lesson words: a finger asks by staying, and by a tap', PHONE, async ({page, url}) => {
  await openAtRest(page, url, 'pipelining');
  await word(page, 'bubble').evaluate((element) => element.scrollIntoView({block: 'center'}));
  const {x, y, width, height} = await word(page, 'bubble').boundingBox();
  const touch = await fingers(page);
  const heading = page.locator('h2').filter({hasText: 'Two reasons'});
  const tap = async (locator) => {
    const at = await locator.boundingBox();
    await touch([at.x + at.width / 2, at.y + at.height / 2]);
    await touch();
  };
  await touch([x + width / 2, y + height / 2]);
  await shown(page);
  const at = await lies(page, 'bubble');
  assert.deepEqual([at.covers, at.within], [false, true], JSON.stringify(at));
  assert.ok(at.width <= 300, `${at.width} px`);
  assert.equal(await page.evaluate(() => String(getSelection())), '', 'it selects no text');
  await touch();
  assert.equal(await meaning(page).isVisible(), true, 'it can be read without the finger');
  await tap(heading);
  await gone(page);
  await tap(word(page, 'bubble'));
  await shown(page);
  await tap(heading);
  await gone(page);
});

testAtLength(
  'lesson words: every one of every lesson stands whole beside what it explains on a phone',
  {...PHONE, timeout: 120000},
  async ({page, url}) => {
    const faults = [];
    for (const lesson of LESSONS) {
      await openLesson(page, url, lesson);
      faults.push(
        ...(await page.evaluate(
          (name) =>
            [...document.querySelectorAll('main dfn')].flatMap((element) => {
              for (let at = element.closest('[hidden]'); at; at = element.closest('[hidden]')) at.hidden = false;
              for (let at = element.closest('details:not([open])'); at; at = element.closest('details:not([open])'))
                at.open = true;
              element.scrollIntoView({block: 'center'});
              element.focus();
              const tip = document.getElementById('meaning').getBoundingClientRect();
              const whole =
                tip.width > 0 && tip.left >= 0 && tip.right <= innerWidth && tip.top >= 0 && tip.bottom <= innerHeight;
              const covers = [...element.getClientRects()].some(
                (line) => line.left < tip.right && tip.left < line.right && line.top < tip.bottom && tip.top < line.bottom,
              );
              return whole && !covers ? [] : [`${name}: ${element.textContent}: ${JSON.stringify(tip)}`];
            }),
          lesson,
        )),
      );
    }
    assert.deepEqual(faults, []);
  },
);

test('lesson words: paper has them all, and nothing that floats', async ({page, url}) => {
  await openLesson(page, url, 'engine-runs');
  await word(page, 'host').focus();
  await shown(page);
  await putOnPaper(page);
  assert.equal(await meaning(page).isVisible(), false);
  const rows = page.locator('.words dl > div');
  const names = await page
    .locator('main dfn')
    .evaluateAll((all) => new Set(all.map((each) => each.getAttribute('aria-describedby'))).size);
  assert.equal(await rows.count(), names);
  assert.equal(await rows.last().isVisible(), true);
});
