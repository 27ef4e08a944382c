// The page at every size: widths from 320 to 3840 px, both orientations, and what browser zoom makes of a window.

import {FEW_PIXELS, assert, test, testAtLength} from './harness.mjs';
import {collectTexts, faultsOfCanvas, faultsOfHtml, layoutOf, resize} from './layout.mjs';
import {LESSONS, drawFigures} from './lessons.mjs';
import {act, click, settled, until} from './page.mjs';
import {INSIGHT, TABS, openReport} from './profiles.mjs';
import {smallProfile} from './small_profile.mjs';

// Width, height and, where it is not few, how many of the screen's pixels a CSS pixel has on each side.
const PHONES = [
  [320, 568],
  [360, 740],
  [390, 844],
  [430, 932],
  [560, 800],
  [640, 360],
  [690, 900],
  [750, 420],
  [844, 390],
];
const TABLETS = [
  [768, 1024],
  [800, 600],
  [1024, 768],
];
const DESKTOPS = [
  [760, 430],
  [1100, 700],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
];
const ZOOMED = [
  [1600, 900, 0.8],
  [1024, 576, 1.25],
  [853, 480, 1.5],
  [683, 512, 1.5],
  [640, 360, 2],
];
const START = [1270, 710]; // unlike all others: a window of the same size and another density makes no frame

// One or two of each way in which the page is laid out. What lies around a scene is the same for all, so the first scene has
// every size, and the others have these.
const MOST = [
  [320, 568],
  [430, 932],
  [560, 800],
  [750, 420],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [760, 430],
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [683, 512, 1.5],
];
const FEWER = [
  [320, 568],
  [430, 932],
  [844, 390],
  [760, 430],
  [1024, 768],
  [1280, 720],
  [1920, 1080],
];
const COLUMN = [
  [320, 568],
  [390, 844],
  [560, 800],
  [640, 360],
  [844, 390],
  [1024, 768],
  [3840, 2160],
]; // of text, which grows no more

const PICTURES = ['device-loops', 'memory', 'looking-inside']; // lessons that have all kinds of them

// Whose pointer it is: the side of the smallest control, and the windows that it is used in.
const HANDS = [
  {
    whose: '',
    testsScenes: test,
    least: 24,
    options: {},
    sizes: [...PHONES, ...TABLETS, ...DESKTOPS, ...ZOOMED],
    most: MOST,
    few: FEWER,
  },
  {
    whose: ' to a finger',
    testsScenes: testAtLength,
    least: 44,
    options: {hasTouch: true},
    sizes: [...PHONES, ...TABLETS],
    most: MOST.slice(0, 7),
    few: FEWER.slice(0, 5),
  },
];

// What is on the page, and the texts there that may end in an ellipsis, each with its reason.
const LONG_TITLE = /^A Keras model whose layers/; // of an experiment: a tooltip and the list have it whole
const IN_SPANS = /^(StreamCopy|Begin|Mid|End)$/; // names in spans of a trace, which are as wide as they take time: tooltip
const FILTERS = /^everything$/; // of a field for words, where one can move to its end
const SCENES = [
  {title: 'queues', experiment: 'mnist-with-feeds', scene: 'feeds', mayBeCut: [IN_SPANS], all: true},
  {title: 'a pipeline', experiment: 'mnist-pipelined', scene: 'schedule', more: true},
  {title: 'tensors', experiment: 'inspect-keras', scene: 'tensors', mayBeCut: [LONG_TITLE, FILTERS]},
  {title: 'the model builder', experiment: 'inspect-keras', scene: 'model', mayBeCut: [LONG_TITLE]},
  {title: 'a profile', experiment: 'mnist-with-feeds', scene: 'profile', fewer: true},
  {title: 'a program', experiment: 'mnist-with-feeds', scene: 'printed', fewer: true},
  {title: 'printed tensors', experiment: 'print-tensor', scene: 'printed', fewer: true},
  {title: "a digit's way", experiment: 'mnist-pipelined', scene: 'way'},
];

async function show(page, experiment, scene) {
  await resize(page, ...START, FEW_PIXELS);
  await act(page, 'select-experiment', 0, '', experiment);
  await act(page, 'show-scene', 0, '', scene);
  await act(page, 'step-training');
  await until(page, `${experiment} has trained`, (now) => now.experiment === experiment && now.step > 0 && now.scene === scene);
  await settled(page);
}

/** Each fault once, with all sizes that have it. `faultsAt(width, height)` looks. */
async function walk(page, sizes, faultsAt) {
  const found = new Map();
  for (const [width, height, ratio = FEW_PIXELS] of sizes) {
    await resize(page, width, height, ratio);
    for (const fault of await faultsAt(width, height)) {
      const what = fault.replace(/: -?\d+,-?\d+ .*/, '');
      found.set(what, (found.get(what) ?? new Set()).add(`${width} x ${height}`));
    }
  }
  return [...found].map(([what, where]) => `${what} at ${[...where].join(', ')}`);
}

/** Of all views of a profile, one after the other. */
async function faultsOfTabs(page, selector, least) {
  const faults = [];
  for (const tab of TABS) {
    await page.locator(`${selector} [data-tab=${tab}]`).evaluate((element) => element.click());
    faults.push(...(await faultsOfHtml(page, selector, least)).map((fault) => `${tab}: ${fault}`));
  }
  return faults;
}

// What lies over the page: the greeting of a first visit, the dialog for a class, the result of a run.
const PANELS = [
  {selector: '#welcome'},
  {selector: '#class-dialog', ask: (page) => act(page, 'ask-task'), close: true},
  {
    selector: '#result-panel',
    ask: async (page) => {
      await act(page, 'select-experiment', 0, '', 'print-tensor');
      await act(page, 'run');
    },
  },
];

for (const {whose, testsScenes, least, options, sizes, most, few} of HANDS) {
  testsScenes(`widths: every one shows every scene whole${whose}`, {...options, timeout: 120000}, async ({page, open}) => {
    await open();
    await collectTexts(page);
    const faults = [];
    for (const {title, experiment, scene, mayBeCut = [], all, fewer, more} of SCENES) {
      await show(page, experiment, scene);
      if (more) await click(page, 'parameters/more');
      const known = (text) => mayBeCut.some((each) => each.test(text));
      const found = await walk(page, all ? sizes : fewer ? few : most, async (width, height) =>
        faultsOfCanvas(await layoutOf(page), {width, height, least, mayBeCut: known}),
      );
      faults.push(...found.map((fault) => `${title}: ${fault}`));
    }
    assert.equal(faults.join('\n'), '');
  });

  testAtLength(`widths: every one shows the lessons whole${whose}`, {...options, timeout: 120000}, async ({page, url}) => {
    const faults = [];
    for (const lesson of ['index', ...LESSONS]) {
      await resize(page, ...START, FEW_PIXELS);
      await page.goto(`${url}lessons/${lesson}.html`);
      await page.waitForFunction(() => document.body.classList.contains('ready'));
      if (!options.hasTouch || PICTURES.includes(lesson)) await drawFigures(page);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        for (const part of document.querySelectorAll('[data-after]')) part.hidden = false;
      });
      const found = await walk(page, options.hasTouch ? COLUMN.slice(0, 5) : COLUMN, () => faultsOfHtml(page, 'body', least));
      faults.push(...found.map((fault) => `${lesson}: ${fault}`));
    }
    assert.equal(faults.join('\n'), '');
  });

  test(`widths: every one shows the views of a report whole${whose}`, {...options, timeout: 120000}, async ({page}) => {
    await openReport(page, smallProfile({insights: [INSIGHT]}));
    assert.equal((await walk(page, few, () => faultsOfTabs(page, 'body', least))).join('\n'), '');
  });

  test(`widths: every one shows the panel of a profile whole${whose}`, {...options, timeout: 120000}, async ({page, open}) => {
    await open();
    await show(page, 'mnist-pipelined', 'profile');
    await page.waitForFunction(() => document.querySelector('#profile-panel')?.dataset.version !== undefined);
    assert.equal((await walk(page, few, () => faultsOfTabs(page, '#profile-panel', least))).join('\n'), '');
  });

  test(
    `widths: what lies over the page has room everywhere${whose}`,
    {...options, firstVisit: true, timeout: 120000},
    async ({page, open}) => {
      await open();
      const faults = [];
      for (const {selector, ask = async () => {}, close} of PANELS) {
        await ask(page);
        await page.locator(selector).waitFor();
        faults.push(...(await walk(page, [...few, [3840, 2160]], () => faultsOfHtml(page, selector, least))));
        if (close) await page.keyboard.press('Escape');
      }
      assert.equal(faults.join('\n'), '');
    },
  );
}

test('widths: a large page grows in type as in pictures', async ({page, open}) => {
  await open();
  const button = () => page.evaluate(() => window.pipette_app.rect('transport/run').height);
  const before = await button();
  await resize(page, 3840, 2160, FEW_PIXELS);
  assert.ok((await button()) > 1.5 * before, 'controls are as small as on a laptop');
});
