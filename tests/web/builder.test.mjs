// The model builder as a person uses it: layers are changed, dragged, added; the code follows.

import assert from 'node:assert/strict';
import {test} from './harness.mjs';
import {act, click as clickNow, place, settled, until} from './page.mjs';

/** What a click changes moves the rows below: the next one waits until that is drawn. */
async function click(page, name) {
  await settled(page);
  await clickNow(page, name);
}

/** The builder of a Keras model, with its layers as the page has them. */
async function build(page) {
  await act(page, 'select-experiment', 0, '', 'inspect-keras');
  await act(page, 'show-scene', 0, '', 'model');
  await until(page, 'the builder', ({scene}) => scene === 'model');
}
const layersOf = ({parameters}) => parameters.layers.map(({layer, units}) => units ?? layer);

async function drag(page, name, to) {
  const [x, y] = await place(page, name);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, (y + to) / 2, {steps: 4});
  // The rest of the way and the release within one frame, as a slow machine sees them.
  await page.evaluate(
    ([clientX, clientY]) => {
      for (const type of ['mousemove', 'mouseup']) window.dispatchEvent(new MouseEvent(type, {clientX, clientY}));
    },
    [x, to],
  );
  await page.mouse.up();
}

test('builder: layers are widened, dragged, removed and brought back', async ({page, open}) => {
  await open();
  await build(page);
  await click(page, 'layers/1/units/less');
  await until(page, 'half the units', (now) => layersOf(now)[1] === 128);
  const [, , below] = await place(page, 'layers/2');
  await drag(page, 'layers/1/grip', below.y + below.height);
  const moved = await until(page, 'another order', ({parameters}) => parameters.layers[2].name === 'Dense_128_2');
  assert.deepEqual(
    moved.parameters.layers.map(({stage}) => stage),
    [0, 1, 1, 1],
  );
  await click(page, 'layers/1/remove');
  await until(page, 'three layers', ({parameters}) => parameters.layers.length === 3);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await until(page, 'the first order', ({parameters}) => parameters.layers[1].name === 'Dense_128_2');
});

test('builder: the boundary of a stage is dragged, and the model trains', async ({page, open}) => {
  await open();
  await build(page);
  const [, , last] = await place(page, 'layers/3');
  await drag(page, 'stages/1/first', last.y);
  const {parameters} = await until(page, 'a later stage 1', (now) => now.parameters.layers[2].stage === 0);
  assert.deepEqual(
    parameters.layers.map(({stage}) => stage),
    [0, 0, 0, 1],
  );
  await act(page, 'set-parameter', 20, 'steps_per_execution');
  await act(page, 'set-parameter', 40, 'steps');
  await act(page, 'set-speed', 1e9);
  await act(page, 'run');
  await until(page, 'the end', ({finished, error}) => finished && error === '', 40000);
});

test('builder: a layer that does not fit explains itself and offers a way out', async ({page, open}) => {
  await open();
  await build(page);
  await click(page, 'layers/0/kind');
  await click(page, 'layers/add');
  await click(page, 'layers/add/1'); // a convolution of flat images
  const refused = await until(page, 'a draft', ({draft}) => draft !== null);
  assert.match(refused.field_errors['layers/1'], /needs images/);
  assert.equal(refused.parameters.layers.length, 4, 'what runs is what fitted');
  await click(page, 'layers/1/use/0');
  await until(page, 'it is gone', ({draft}) => draft === null);
});

test(
  'builder: shows the program in three languages, on a phone too',
  {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
  async ({page, open}) => {
    await open();
    await build(page);
    for (const part of [0, 1, 2]) await click(page, `code/language/${part}`);
    const [, , code] = await place(page, 'code');
    assert.ok(code.width <= 390 && code.x >= 0);
    const [, , row] = await place(page, 'layers/1');
    assert.ok(row.height >= 88, 'a thumb wide');
  },
);

test(
  'builder: what is blamed comes in sight on a phone',
  {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
  async ({page, open}) => {
    await open();
    await build(page);
    const inSight = async (name) => {
      await place(page, name);
      await settled(page);
      const [, , {y, height}] = await place(page, name);
      assert.ok(y >= 52 && y + height <= 844 - 112, `${name} is at ${y}`);
    };
    const count = 'gradient_accumulation_count';
    await act(page, 'set-parameter', 3, count);
    await inSight(`parameters/${count}/problem`);
    await act(page, 'set-parameter', 0, 'layers/0/insert', 'conv2d');
    await inSight('layers/0/problem');
    await act(page, 'undo');
    const {field_errors: errors} = await until(page, 'what fitted', ({draft}) => draft === null);
    assert.deepEqual(errors, {});
  },
);
