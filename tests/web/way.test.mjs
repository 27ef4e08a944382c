// A digit's way as a person follows it: a digit is picked or drawn, and one goes from station to station.

import {assert, test} from './harness.mjs';
import {act, click, place, settled, until} from './page.mjs';

async function openWay({page, open}, experiment = 'mnist-with-feeds') {
  await open();
  await act(page, 'select-experiment', 0, '', experiment);
  await act(page, 'show-scene', 0, '', 'way');
  return until(page, 'the way', ({scene, way}) => scene === 'way' && way.step === 0 && way.stations.length > 0);
}

/** A stroke from top to bottom. */
async function drawOne(page) {
  const [x, , pad] = await place(page, 'pick/canvas');
  await page.mouse.move(x, pad.y + 0.15 * pad.height);
  await page.mouse.down();
  for (let part = 0.2; part < 0.85; part += 0.1) await page.mouse.move(x, pad.y + part * pad.height);
  await page.mouse.up();
}

test('way: its stations are gone through by button, key and click', async ({page, open}) => {
  const {way, moment} = await openWay({page, open});
  assert.deepEqual(
    way.stations.map(({kind}) => kind),
    ['image', 'infeed', 'layer', 'layer', 'probabilities', 'loss', 'gradient', 'weights', 'gradient', 'weights'],
  );
  assert.match(moment, /^This test digit, an? \d, has 28 × 28 pixels/);
  await click(page, 'way/next');
  await until(page, 'the queue', (now) => /infeed queue/.test(now.moment));
  await page.keyboard.press('ArrowRight');
  const hidden = await until(page, 'the first layer', (now) => now.way.station === 2);
  const {zeros, values} = hidden.way.stations[2];
  assert.equal(
    hidden.moment,
    `dense makes ${values} numbers of the 784 pixels; ${zeros} of them are 0, because ReLU lets nothing negative through.`,
  );
  await click(page, 'station/5');
  const loss = await until(page, 'the loss', (now) => now.way.station === 5);
  assert.ok(Math.abs(loss.way.loss + Math.log(loss.way.probabilities[loss.way.label])) < 1e-3);
  await page.keyboard.press('End');
  await until(page, 'the last one', (now) => now.way.station === 9);
  await page.keyboard.press('Home');
  await page.keyboard.press('p');
  await until(page, 'a station that it has come to by itself', (now) => now.way.playing && now.way.station > 0);
  await page.keyboard.press('p');
  await until(page, 'rest', (now) => !now.way.playing);
  await settled(page);
});

test('way: a digit is picked, or drawn and said to be another', async ({page, open}) => {
  await openWay({page, open});
  await click(page, 'digit/3');
  const picked = await until(page, 'the fourth digit', ({way}) => way.image === 3 && !way.drawn);
  await drawOne(page);
  const drawn = await until(page, 'a drawing', ({way}) => way.drawn && way.ink > 20);
  assert.equal(drawn.way.label, drawn.way.prediction, 'what it is taken for');
  await click(page, 'pick/label');
  const other = (drawn.way.label + 1) % 10;
  await click(page, `pick/label/${other + 1}`);
  const labelled = await until(page, 'the label', ({way}) => way.label_given && way.label === other);
  assert.ok(labelled.way.loss > drawn.way.loss, 'less likely');
  await click(page, 'pick/clear');
  const back = await until(page, 'the digit that was picked', ({way}) => !way.drawn);
  assert.equal(back.way.loss, picked.way.loss);
  await settled(page);
});

test('way: it follows the weights while they are trained', async ({page, open}) => {
  const before = await openWay({page, open}, 'mnist-pipelined');
  assert.ok(new Set(before.way.stations.map(({stage}) => stage)).size > 2, 'host and several stages');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  const during = await until(page, 'another look', ({running, way}) => running && way.looks > before.way.looks && way.step > 0);
  assert.notEqual(during.way.loss, before.way.loss);
  await click(page, 'transport/run');
  const after = await until(page, 'the weights as they are', ({running, way, step}) => !running && way.step === step);
  assert.ok(after.way.looks > before.way.looks);
  await settled(page);
});

test('way: a link leads to it', async ({page, open}) => {
  await open('#v=1&experiment=loops&scene=way');
  const {way, scenes, address} = await until(page, 'the way', ({scene, way}) => scene === 'way' && way?.step === 0);
  assert.equal(scenes.find(({name}) => name === 'way').title, "A digit's way");
  assert.equal(address.scene, 'way');
  assert.ok(way.stations.some(({name}) => name === 'conv2d_1/kernel:0'));
});

test(
  'way: stations of a large network come into sight on a phone',
  {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
  async ({page, open}) => {
    const {way} = await openWay({page, open}, 'loops');
    for (let station = 1; station < way.stations.length; station++) {
      await act(page, 'step-station', 1);
      await until(page, `station ${station}`, (now) => now.way.station === station);
      const [, , rect] = await place(page, `station/${station}`);
      assert.ok(rect.x >= 0 && rect.x + rect.width <= 390, `${station} is in sight`);
    }
    await settled(page);
  },
);
