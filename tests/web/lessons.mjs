// A lesson's page as a reader uses it: cells by their id, waiting for states, never for time.

import {eventually, gotoAnew} from './harness.mjs';

/** In the order in which they build on each other. */
export const LESSONS = [
  'engine-runs',
  'device-loops',
  'infeeds',
  'outfeeds',
  'pipelining',
  'schedules',
  'accumulation-and-replicas',
  'memory',
  'looking-inside',
];

/** Where lessons were before, and where their readers are led. */
export const MOVED = {
  'infeeds-and-outfeeds': 'device-loops',
  'loops-and-convolutions': 'device-loops',
  'inspecting-tensors': 'looking-inside',
  'dataset-benchmark': 'infeeds',
};

export async function openLesson(page, url, lesson, hash = '') {
  await gotoAnew(page, `${url}lessons/${lesson}.html${hash}`);
  await page.waitForFunction(() => document.body.classList.contains('ready'));
}

export const cell = (page, id) => page.locator(`pipette-cell#${id}`);
export const code = (page, id) => cell(page, id).getByRole('textbox');
export const button = (page, id, name) => cell(page, id).getByRole('button', {name});
export const output = (page, id) => cell(page, id).locator('.output').innerText();

/** Waits until a cell is in one of these states, and gives it. */
export function untilState(page, id, ...states) {
  let now;
  return eventually(
    () => `${id} is ${now}, not ${states.join(' or ')}`,
    async () => {
      now = await cell(page, id).getAttribute('data-state');
      return states.includes(now) && now;
    },
    30000,
  );
}

/** Types code in place of what is there. */
export async function write(page, id, text) {
  await code(page, id).fill(text);
}

export async function run(page, id) {
  await button(page, id, /^Run/).click();
  return untilState(page, id, 'ran', 'failed', 'stopped', 'ended', 'needs');
}

export const runAll = (page) => page.evaluate(() => window.pipetteLesson.notebook.runAll());

/** Replaces a part of a cell's code. */
export async function edit(page, id, from, to) {
  const before = await code(page, id).inputValue();
  if (!before.includes(from)) throw new Error(`${id} has no "${from}"`);
  await write(page, id, before.replace(from, to));
}

/** Brings every picture into view, waits until all are drawn, and gives the ids of those that failed. */
export async function drawFigures(page) {
  const states = () => page.locator('pipette-figure').evaluateAll((all) => all.map(({id, dataset}) => [id, dataset.state]));
  for (const [id] of await states()) {
    await page.locator(`#${id}`).evaluate((element) => element.scrollIntoView());
    await eventually(
      `the picture ${id}`,
      async () => (await states()).some(([each, now]) => each === id && ['ran', 'failed'].includes(now)),
      30000,
    );
  }
  return (await states()).filter(([, now]) => now === 'failed').map(([id]) => id);
}

/** The page as it is printed: not every browser's protocol can say that it prints. */
export const putOnPaper = (page) =>
  page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const rules = [...document.styleSheets].flatMap(({cssRules}) => [...cssRules]);
    for (const {media} of rules) if (media?.mediaText === 'print') media.mediaText = 'all';
  });
