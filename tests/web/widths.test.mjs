// The page at every size: widths from 320 to 3840 px, both orientations, and what browser zoom makes of a window.

import {setPixels} from './hands.mjs';
import {assert, test} from './harness.mjs';
import {faultsOfCanvas, faultsOfHtml, layoutOf} from './layout.mjs';
import {act, settled, until} from './page.mjs';

// Width, height and how many of the screen's pixels a CSS pixel has: few where nothing depends on it, since the
// processor draws them.
const FEW = 0.25;
const PHONES = [[320, 568], [360, 740], [390, 844], [430, 932], [560, 800], [640, 360], [690, 900], [750, 420], [844, 390]];
const TABLETS = [[768, 1024], [800, 600], [1024, 768]];
const DESKTOPS = [[760, 430], [1100, 700], [1280, 720], [1440, 900], [1920, 1080], [2560, 1440], [3840, 2160]];
const ZOOMED = [[1600, 900, 0.8], [1024, 576, 1.25], [853, 480, 1.5], [683, 512, 1.5], [640, 360, 2]];

const FEWER = [[320, 568], [430, 932], [844, 390], [760, 430], [1024, 768], [1280, 720], [1920, 1080]];

// What is on the page, and the texts there that may end in an ellipsis, each with its reason.
const LONG_TITLE = /^A Keras model whose layers/;  // of an experiment: a tooltip and the list have it whole
const IN_SPANS = /^(StreamCopy|Begin|Mid|End)$/;   // names in spans of a trace, which are as wide as they take time: tooltip
const FILTERS = /^everything$/;                    // of a field for words, where one can move to its end
const SCENES = [
  {title: 'queues', experiment: 'mnist-with-feeds', scene: 'feeds', mayBeCut: [IN_SPANS]},
  {title: 'a pipeline', experiment: 'mnist-pipelined', scene: 'schedule'},
  {title: 'tensors', experiment: 'inspect-keras', scene: 'tensors', mayBeCut: [LONG_TITLE, FILTERS]},
  {title: 'the model builder', experiment: 'inspect-keras', scene: 'model', mayBeCut: [LONG_TITLE]},
  {title: 'a profile', experiment: 'mnist-with-feeds', scene: 'profile', fewer: true},
  {title: 'printed tensors', experiment: 'print-tensor', scene: 'printed', fewer: true},
  {title: "a digit's way", experiment: 'mnist-pipelined', scene: 'way'},
];

async function show(page, experiment, scene) {
  await act(page, 'select-experiment', 0, '', experiment);
  await act(page, 'show-scene', 0, '', scene);
  await act(page, 'step-training');
  await until(page, `${experiment} has trained`, (now) => now.experiment === experiment && now.step > 0 && now.scene === scene);
  await settled(page);
}

/** Each fault once, with all sizes that have it. */
async function walk(page, sizes, least, mayBeCut = []) {
  const found = new Map();
  for (const [width, height, ratio = FEW] of sizes) {
    await setPixels(page, width, height, ratio);
    await page.waitForFunction((wide) => innerWidth === wide, width);
    await settled(page);
    for (const fault of faultsOfCanvas(await layoutOf(page), {width, height, least, mayBeCut: (text) => mayBeCut.some((known) => known.test(text))})) {
      const what = fault.replace(/: -?\d+,-?\d+ .*/, '');
      found.set(what, [...(found.get(what) ?? []), `${width} x ${height}`]);
    }
  }
  return [...found].map(([what, where]) => `${what} at ${where.join(', ')}`).join('\n');
}

for (const {title, experiment, scene, mayBeCut, fewer} of SCENES) {
  test(`widths: every one shows ${title} whole`, async ({page, open}) => {
    await open();
    await show(page, experiment, scene);
    assert.equal(await walk(page, fewer ? FEWER : [...PHONES, ...TABLETS, ...DESKTOPS, ...ZOOMED], 24, mayBeCut), '');
  });

  test(`widths: every one shows ${title} whole to a finger`, {hasTouch: true}, async ({page, open}) => {
    await open();
    await show(page, experiment, scene);
    assert.equal(await walk(page, fewer ? FEWER.slice(0, 5) : [...PHONES, ...TABLETS], 44, mayBeCut), '');
  });
}

test('widths: a large page grows in type as in pictures', async ({page, open}) => {
  await open();
  const button = () => page.evaluate(() => window.pipette_app.rect('transport/run').height);
  const before = await button();
  await setPixels(page, 3840, 2160, FEW);
  await page.waitForFunction(() => innerWidth === 3840);
  await settled(page);
  assert.ok(await button() > 1.5 * before, 'controls are as small as on a laptop');
});

const PANELS = [
  {title: 'the greeting', selector: '#welcome', firstVisit: true},
  {title: 'the dialog for a class', selector: '#class-dialog', ask: ['ask-task']},
  {title: 'the result of a run', selector: '#result-panel', ask: ['run'], experiment: 'print-tensor'},
];
for (const {title, selector, firstVisit, ask, experiment} of PANELS) {
  for (const least of [24, 44]) {
    const finger = least === 44 ? ' to a finger' : '';
    test(`widths: ${title} has room everywhere${finger}`, {firstVisit, hasTouch: least === 44}, async ({page, open}) => {
      await open();
      if (experiment) await act(page, 'select-experiment', 0, '', experiment);
      if (ask) await act(page, ...ask);
      await page.locator(selector).waitFor();
      const faults = [];
      for (const [width, height] of [...PHONES, ...TABLETS, [1280, 720], [3840, 2160]]) {
        await setPixels(page, width, height, FEW);
        await page.waitForFunction((wide) => innerWidth === wide, width);
        for (const fault of await faultsOfHtml(page, selector, least)) faults.push(`${fault} at ${width} x ${height}`);
      }
      assert.equal(faults.join('\n'), '');
    });
  }
}
