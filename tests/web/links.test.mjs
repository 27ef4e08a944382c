// Every link of the table in docs/tutorials.md opens the program it stands beside, and the program runs. Links
// that are none are refused in words; a changed link is opened, and the address follows what one does.

import {readFileSync} from 'node:fs';
import {assert, eventually, test, testInEveryBrowser} from './harness.mjs';
import {collectTexts, layoutOf} from './layout.mjs';
import {act, click, place, settled, state, until} from './page.mjs';
import {dropSmallMnist} from './small_mnist.mjs';

const page_of_commands = readFileSync(new URL('../../docs/tutorials.md', import.meta.url), 'utf8');
const rows = [
  ...page_of_commands.matchAll(/^\| .*`pipette ([^`]*)` \| \[page\]\(http:\/\/localhost:8000\/(#[^)]*)\) \|$/gm),
].map(([, command, fragment]) => ({command, fragment, ...JSON.parse(decodeURIComponent(fragment.slice(1)))}));

// What shows that it runs, of programs that do not train step by step or end at once.
const printed =
  (words) =>
  ({inspector, finished}) =>
    finished && inspector.printed.includes(words);
const RUNS = {
  'perf-training-example': printed('counter 10'),
  'outfeed-example': printed('Step 99: loss'),
  'print-tensor': printed('loss: '),
  'dataset-benchmark': printed('bottleneck'),
  'infeed-benchmark': printed('bottleneck'),
};
const SCENES = {
  'mnist-with-feeds': 'feeds',
  'mnist-pipelined': 'schedule',
  'dataset-benchmark': 'printed',
  'infeed-benchmark': 'printed',
  'print-tensor': 'printed',
  loops: 'feeds',
  'while-loop': 'feeds',
};

test('links: the table has all of them', async () => {
  assert.equal(rows.length, page_of_commands.match(/\[page\]\(/g).length);
  assert.equal(rows.length, 13);
});

for (const {command, fragment, experiment} of rows) {
  test(`links: ${command}`, {timeout: 120000}, async ({page, open}) => {
    await open(fragment);
    const {scene, error, pipeline} = await until(page, experiment, (now) => now.parameters.experiment === experiment);
    assert.equal(error, '');
    assert.equal(scene, SCENES[experiment] ?? 'tensors');
    assert.equal(pipeline !== null, ['mnist-pipelined', 'inspect-keras', 'inspect-pipelined'].includes(experiment));
    await act(page, 'set-speed', 7);
    await click(page, 'transport/run');
    const runs = RUNS[experiment] ?? (({step, running}) => step >= 20 && running);
    await until(page, 'it runs', runs, 100000);
    await act(page, 'pause');
    const now = await until(page, 'rest', ({running, testing}) => !running && !testing, 60000);
    assert.equal(now.error, '');
    assert.equal(now.parameters.experiment, experiment);
    await settled(page);
  });
}

const fragmentOf = (experiment) => `#${encodeURIComponent(JSON.stringify(experiment))}`;

for (const fragment of ['#%', '#%E0%A4%A', '#%zz', '#nonsense', '#%5B1%5D', '#%7B%22experiment%22%3A%22none%22%7D']) {
  test(`links: ${fragment} is refused, and the page starts with its default`, async ({page, open}) => {
    await open(fragment);
    const {error, parameters} = await state(page);
    assert.match(error, /^The link was refused: /);
    assert.equal(parameters.experiment, 'mnist-with-feeds');
    await page.setViewportSize({width: 900, height: 700}); // each size draws anew, and throws nothing
    await settled(page);
    await act(page, 'step-training');
    assert.equal((await until(page, 'a step', ({step}) => step === 1)).error, error);
  });
}

test(
  'links: why one is refused stands there in full until it is closed, on a phone too',
  {viewport: {width: 390, height: 844}},
  async ({page, open}) => {
    await open('#v=1&experiment=loops&batch_size=-5');
    await place(page, 'error');
    await collectTexts(page);
    const {texts} = await layoutOf(page);
    const said = texts.find(({text}) => text.startsWith('The link was refused: '));
    assert.match(said.text, /go on with this experiment\.$/);
    assert.ok(!said.cut);
    await click(page, 'error/close');
    await until(page, 'no error', ({error}) => error === '');
  },
);

const inAddress = (page, what, pattern) => eventually(what, () => pattern.test(new URL(page.url()).hash));

testInEveryBrowser(
  'links: a changed fragment opens its experiment without loading the page, as going back does',
  async ({page, url, open}) => {
    await open(fragmentOf({experiment: 'loops'}));
    await page.evaluate(() => {
      window.stays = true;
    });
    const before = (await state(page)).parameters.batch_size;
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      fragmentOf({experiment: 'mnist-with-feeds', batch_size: 48}),
    );
    await until(page, 'the experiment of the new fragment', ({parameters}) => parameters.batch_size === 48);
    assert.equal((await state(page)).parameters.experiment, 'mnist-with-feeds');
    await page.goBack();
    await until(
      page,
      'the experiment before',
      ({parameters}) => parameters.experiment === 'loops' && parameters.batch_size === before,
    );
    await page.goto(`${url}#v=1&experiment=loops&batch_size=-5`);
    const refused = await until(page, 'why not', ({error}) => error.startsWith('The link was refused: '));
    assert.match(refused.error, /Batch size must be 1 to/);
    assert.equal(refused.parameters.batch_size, before, 'nothing is lost');
    await page.goto(`${url}#v=2&experiment=loops`);
    await until(page, 'why not', ({error}) => /version 2/.test(error));
    await page.goto(`${url}#v=1&experiment=loops&scene=cellar`);
    await until(page, 'why not', ({error}) => /no scene is called cellar; there are/.test(error));
    assert.equal(await page.evaluate(() => window.stays), true);
  },
);

testInEveryBrowser('links: the address follows what one does, and survives reload and Back', async ({page, url, open}) => {
  await open();
  assert.equal(page.url(), url, 'a page as it is needs no fragment');
  await act(page, 'set-parameter', 8, 'batch_size');
  await inAddress(
    page,
    'the batch size',
    /^#v=1&experiment=mnist-with-feeds&batch_size=8&host.speed=balanced&host.element_deviation=0.5$/,
  );
  await act(page, 'select-experiment', 0, '', 'inspect-keras');
  await inAddress(page, 'the experiment', /^#v=1&experiment=inspect-keras$/);
  await act(page, 'show-scene', 0, '', 'model');
  await inAddress(page, 'the scene', /&scene=model$/);
  await act(page, 'step-engine-run');
  const stood = await until(page, 'an engine run', ({step, running, testing}) => step > 0 && !running && !testing);
  await inAddress(page, 'the place', new RegExp(`&at=${stood.step}$`));

  await page.reload();
  await page.waitForFunction(() => window.pipette_app);
  const again = await eventually(
    'the place',
    async () => {
      const now = await state(page);
      if (/press Run/.test(now.error)) await act(page, 'run'); // the way takes more than seconds on a busy machine
      return now.step === stood.step && !now.running && !now.testing && now;
    },
    60000,
  );
  assert.deepEqual(again.parameters, stood.parameters);
  assert.equal(again.scene, 'model');
  assert.equal(again.summary.weight_hash, stood.summary.weight_hash);

  await page.goBack();
  await until(page, 'the scene before', ({scene}) => scene !== 'model');
  await page.goBack();
  const first = await until(page, 'the experiment before', ({parameters}) => parameters.experiment === 'mnist-with-feeds');
  assert.equal(first.parameters.batch_size, 8);
  await page.goForward();
  await until(page, 'forward again', ({parameters}) => parameters.experiment === 'inspect-keras');
});

test('links: where one stands in a scene is in the address, and survives a reload', async ({page, open}) => {
  await open('#v=1&experiment=mnist-pipelined&slot=7&scene=schedule');
  await until(page, 'the slot', ({pipeline}) => pipeline?.place === 7);
  await act(page, 'show-scene', 0, '', 'way');
  await click(page, 'digit/3');
  await click(page, 'station/4');
  await inAddress(page, 'the place', /&digit=3&station=4$/);
  await page.reload();
  await page.waitForFunction(() => window.pipette_app);
  await until(page, 'digit and station', ({scene, way}) => scene === 'way' && way.image === 3 && way.station === 4);
});

test('links: the program that leads is in the address', async ({page, open}) => {
  await open();
  await act(page, 'select-run', 1);
  await inAddress(page, 'the one with calls', /^#v=1&experiment=mnist-with-feeds&.*leads=by-calls$/);
  await page.reload();
  await page.waitForFunction(() => window.pipette_app);
  await until(page, 'it leads', ({experiment}) => experiment === 'mnist-without-feeds');
});

test(
  'links: a copied link is seen, and true',
  {permissions: ['clipboard-read', 'clipboard-write']},
  async ({page, url, open}) => {
    await open(fragmentOf({experiment: 'loops', batch_size: 16}));
    await click(page, 'parameters/link');
    const notice = page.locator('#notice');
    await notice.waitFor();
    assert.equal(await notice.textContent(), 'Link copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${url}#v=1&experiment=loops&batch_size=16`);
  },
);

test(
  'links: a copied link says that the data stay behind',
  {permissions: ['clipboard-read', 'clipboard-write']},
  async ({page, open}) => {
    await open();
    await dropSmallMnist(page);
    await until(page, 'the data', ({data}) => data === 'files');
    await act(page, 'copy-link');
    await page
      .locator('#notice')
      .getByText(/not your data/)
      .waitFor();
    assert.match(await page.locator('#announcer').innerText(), /^Link copied\. It carries the experiment, not your data/);
  },
);

testInEveryBrowser(
  'links: where the browser forbids to copy, the link stands there to be copied by hand',
  async ({page, url, open}) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject(new Error('no'))}});
    });
    await open();
    await click(page, 'parameters/link');
    const field = page.getByLabel('To copy by hand');
    await field.waitFor();
    assert.ok((await field.inputValue()).startsWith(`${url}#v=1&experiment=mnist-with-feeds&host.speed=balanced`));
    await until(page, 'why not', ({error}) => /did not let this page copy/.test(error));
    await page.locator('#pipette-canvas').focus();
    await page.keyboard.press('Escape');
    await field.waitFor({state: 'detached'});
  },
);

test('links: in a frame, the address is read and never written', async ({page, url, errors}) => {
  await page.goto(`${url}LICENSE.txt`);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    document.body.append(frame);
  }, `${url}#v=1&experiment=loops`);
  const frame = await eventually('the frame', () => page.frames().find((each) => each.url().includes('#v=1')));
  await frame.waitForFunction(() => window.pipette_app);
  await frame.evaluate(() => window.pipette_app.act('select-experiment', 0, '', 'inspect-keras'));
  await eventually('another experiment', () =>
    frame.evaluate(() => window.pipette_app.state().address.experiment === 'inspect-keras'),
  );
  assert.equal(await frame.evaluate(() => location.href), `${url}#v=1&experiment=loops`);
  errors.length = 0; // a text has no icon
});
