// Words of captions and labels explain themselves: under a resting pointer, under a finger that stays, and to the keyboard.

import {fingers} from './hands.mjs';
import {assert, eventually, test} from './harness.mjs';
import {act, settled} from './page.mjs';

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};
const rect = (page, name) => page.evaluate((n) => window.pipette_app.rect(n), name);
const middle = async (page, name) => {
  const {x, y, width, height} = await eventually(name, () => rect(page, name));
  return {x: x + width / 2, y: y + height / 2};
};
const shown = (page) => eventually('a tooltip', () => rect(page, 'tooltip'));
const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
const heard = (page) => page.locator('#announcer').innerText();

test('words: a word of the caption explains itself under the pointer, beside what it explains', async ({page, open}) => {
  await open();
  const {x, y} = await middle(page, 'word/host');
  await page.mouse.move(x, y);
  const tooltip = await shown(page);
  assert.ok(apart(tooltip, await rect(page, 'word/host')), 'the tooltip stands beside the word');
  await page.mouse.move(x, y + 200);
  await eventually('it has gone', async () => (await rect(page, 'tooltip')) === null);
});

/** How much the picture below a rectangle differs from what it was, 0 to 1. */
async function changed(page, before, {x, y, width, height}) {
  const clip = {x: Math.max(0, x), y: Math.max(0, y), width, height};
  const after = await page.screenshot({clip});
  return page.evaluate(
    async ([was, is, area]) => {
      const read = async (text) => {
        const image = await createImageBitmap(
          new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], {type: 'image/png'}),
        );
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return context;
      };
      const [whole, part] = [await read(was), await read(is)];
      const ratio = whole.canvas.width / innerWidth;
      const {width: w, height: h} = part.canvas;
      const a = whole.getImageData(Math.round(area.x * ratio), Math.round(area.y * ratio), w, h).data;
      const b = part.getImageData(0, 0, w, h).data;
      let different = 0;
      for (let i = 0; i < a.length; i += 4) different += Math.abs(a[i] - b[i]) > 8 ? 1 : 0;
      return different / (a.length / 4);
    },
    [before.toString('base64'), after.toString('base64'), clip],
  );
}

const AT_REST = ['word/host', 'title/Execution trace', 'station/Infeed queue', 'phase/Weight update', 'transport/step-phase'];
test('words: on a page that stands still they explain themselves, too', {deviceScaleFactor: 1}, async ({page, open}) => {
  await open();
  for (const name of AT_REST) {
    await page.mouse.move(2, 2);
    await settled(page);
    const before = await page.screenshot();
    const {x, y} = await middle(page, name);
    await page.mouse.move(x, y); // once: from now on it rests
    const tooltip = await shown(page);
    await settled(page);
    assert.ok(tooltip.width > 80 && tooltip.height > 24, `${name}: ${JSON.stringify(tooltip)}`);
    const share = await changed(page, before, tooltip);
    assert.ok(share > 0.02, `${name}: ${share} of the pixels are new`);
  }
});

test('words: X goes from word to word, a screen reader hears them, and Escape leaves', async ({page, open}) => {
  await open();
  await page.keyboard.press('x');
  await shown(page);
  await eventually('it is heard', async () => /^[\w-]+.*: .+\./.test(await heard(page)));
  const first = await heard(page);
  await page.keyboard.press('x');
  await eventually('another word', async () => (await heard(page)) !== first && (await heard(page)).includes(': '));
  await page.keyboard.press('Shift+X');
  await eventually('the one before', async () => (await heard(page)) === first);
  await page.keyboard.press('Escape');
  await eventually('it has gone', async () => (await rect(page, 'tooltip')) === null);
});

const WHERE = ['title/Execution trace', 'station/Infeed queue', 'phase/Weight update', 'group/Modelled host'];
for (const name of WHERE) {
  test(`words: ${name} explains itself under the pointer, beside what it explains`, async ({page, open}) => {
    await open();
    await settled(page); // cards find their heights in the first frames
    const {x, y} = await middle(page, name);
    await page.mouse.move(x, y);
    assert.ok(apart(await shown(page), await rect(page, name)), 'the tooltip stands beside it');
  });
}

test('words: legends and headings of tables explain themselves', async ({page, open}) => {
  await open();
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  for (const name of [
    'legend/forward pass',
    'legend/stash',
    'station/Infeed',
    'title/Schedule',
    'ramp-down/ramp-down',
    'main/ramp-up',
  ]) {
    const {x, y} = await middle(page, name);
    await page.mouse.move(x, y);
    assert.ok(apart(await shown(page), await rect(page, name)), name);
    await page.mouse.move(2, 2);
    await eventually('it has gone', async () => (await rect(page, 'tooltip')) === null);
  }
  await act(page, 'select-experiment', 0, '', 'perf-training-example');
  await act(page, 'run');
  const head = async (name) => {
    const {x, y} = await middle(page, name);
    await page.mouse.move(x, y);
    await shown(page);
  };
  await head('head/Std');
  await page.mouse.move(2, 2);
  await act(page, 'select-experiment', 0, '', 'inspect-keras');
  await act(page, 'show-scene', 0, '', 'model');
  await head('head/Parameters');
});

test('words: a finger that stays on a label asks what it means', PHONE, async ({page, open}) => {
  await open();
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  await middle(page, 'word/slot'); // the caption is that of the pipeline
  const {x, y} = await middle(page, 'word/IPU');
  const touch = await fingers(page);
  await touch([x, y]);
  const tooltip = await shown(page);
  assert.ok(apart(tooltip, {x, y, width: 1, height: 1}), 'it stands beside the finger');
  await touch();
  await eventually('it has gone', async () => (await rect(page, 'tooltip')) === null);
});
