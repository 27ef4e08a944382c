// Takes the README's pictures from the built page: a network that trains and a schedule, light and dark.
//
//   node tools/pictures.mjs [FOLDER]      // the page's folder; default build/wasm-web/page. Writes docs/pictures/*.png
//
// The page shows the same state whenever it is asked, so the pictures change only when the page does.

import {mkdirSync, statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {BROWSERS} from '../tests/web/browsers.mjs';
import {act, place, settled, state, until} from '../tests/web/page.mjs';
import {serve} from './serve.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = process.argv[2] ?? `${root}build/wasm-web/page`;
const to = `${root}docs/pictures`;
mkdirSync(to, {recursive: true});

// How each comes about, and the cards it shows.
const PICTURES = {
  feeds: [
    ['flow', 'traces'],
    async (page) => {
      await act(page, 'set-parameter', 2000, 'steps');
      await act(page, 'set-speed', 6);
      await act(page, 'run');
      await until(page, 'enough steps', ({step}) => step >= 400, 60000);
      await act(page, 'pause');
      const {step} = await state(page);
      for (let i = step; i < step + 18 - (step % 10); i++) await act(page, 'step-training');
      for (let i = 0; i < 6; i++) await act(page, 'step-instruction');
    },
  ],
  schedule: [
    ['machine', 'schedule'],
    async (page) => {
      await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
      await act(page, 'set-speed', 7);
      await act(page, 'step-engine-run');
      await until(page, 'some updates', ({step, testing}) => step >= 5 && !testing, 60000);
      for (let i = 0; i < 9; i++) {
        await act(page, 'train-slot');
        await settled(page);
      }
    },
  ],
};

/** The rectangle of both cards, one below the other, and their shadows. */
async function around(page, [upper, lower]) {
  const [, , first] = await place(page, upper),
    [, , last] = await place(page, lower);
  return {x: first.x - 6, y: first.y - 6, width: first.width + 12, height: last.y + last.height - first.y + 14};
}

const server = await serve(folder, {csp: true});
const browser = await BROWSERS.chromium.launch();
for (const colorScheme of ['light', 'dark']) {
  for (const [name, [cards, prepare]] of Object.entries(PICTURES)) {
    const context = await browser.newContext({viewport: {width: 1280, height: 720}, colorScheme});
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('pipette-welcomed', '1'));
    await page.goto(server.url, {waitUntil: 'load'});
    await page.waitForFunction(() => performance.getEntriesByName('pipette-first-frame').length > 0);
    await prepare(page);
    await settled(page);
    const file = `${to}/${name}-${colorScheme}.png`;
    await page.screenshot({path: file, clip: await around(page, cards)});
    console.log(`${file}: ${Math.round(statSync(file).size / 1000)} KB`);
    await context.close();
  }
}
await browser.close();
await server.close();
