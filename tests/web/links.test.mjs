// Every link of the README's table opens the program it stands beside, and the program runs. Links
// that are none are refused in words, and a changed link is opened.

import {readFileSync} from 'node:fs';
import {assert, test} from './harness.mjs';
import {act, click, settled, state, until} from './page.mjs';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const rows = [...readme.matchAll(/^\| .*`pipette ([^`]*)` \| \[page\]\(http:\/\/localhost:8000\/(#[^)]*)\) \|$/gm)]
  .map(([, command, fragment]) => ({
    command, fragment, ...JSON.parse(decodeURIComponent(fragment.slice(1))),
  }));

// What shows that it runs, of programs that do not train step by step or end at once.
const printed = (words) => ({inspector, finished}) => finished && inspector.printed.includes(words);
const RUNS = {
  'perf-training-example': printed('counter 10'),
  'outfeed-example': printed('Step 99: loss'),
  'dataset-benchmark': printed('bottleneck'),
  'infeed-benchmark': printed('bottleneck'),
};
const SCENES = {
  'mnist-with-feeds': 'feeds', 'mnist-pipelined': 'schedule', 'dataset-benchmark': 'printed',
  'infeed-benchmark': 'printed', loops: 'feeds', 'while-loop': 'feeds',
};

test('links: the table has all of them', async () => {
  assert.equal(rows.length, readme.match(/\[page\]\(/g).length);
  assert.equal(rows.length, 12);
});

for (const {command, fragment, experiment} of rows) {
  test(`links: ${command}`, {timeout: 120000}, async ({page, open}) => {
    await open(fragment);
    const {scene, error, pipeline} =
      await until(page, experiment, (now) => now.parameters.experiment === experiment);
    assert.equal(error, '');
    assert.equal(scene, SCENES[experiment] ?? 'tensors');
    assert.equal(pipeline !== null,
                 ['mnist-pipelined', 'inspect-keras', 'inspect-pipelined'].includes(experiment));
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
    await page.setViewportSize({width: 900, height: 700});  // each size draws anew, and throws nothing
    await settled(page);
    await act(page, 'step-training');
    assert.equal((await until(page, 'a step', ({step}) => step === 1)).error, error);
  });
}

test('links: a changed fragment opens its experiment, as going back does', async ({page, url, open}) => {
  // The page is loaded anew meanwhile: waitForFunction() lives through that.
  const opened = (passes, value) => page.waitForFunction(passes, value, {timeout: 30000});
  const batchSizeIs = (size) => window.pipette_app?.state().parameters.batch_size === size;
  await open(fragmentOf({experiment: 'loops'}));
  const before = (await state(page)).parameters.batch_size;
  await page.evaluate((hash) => { location.hash = hash; },
                      fragmentOf({experiment: 'mnist-with-feeds', batch_size: 48}));
  await opened(batchSizeIs, 48);
  assert.equal((await state(page)).parameters.experiment, 'mnist-with-feeds');
  await page.goBack();
  await opened(batchSizeIs, before);
  assert.equal((await state(page)).parameters.experiment, 'loops');
  await page.goto(`${url}#%`);
  await opened(() => window.pipette_app?.state().error.startsWith('The link was refused: '));
});
