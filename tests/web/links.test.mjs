// Every link of the README's table opens the program it stands beside, and the program runs.

import {readFileSync} from 'node:fs';
import {assert, test} from './harness.mjs';
import {act, click, settled, until} from './page.mjs';

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
};
const SCENES = {
  'mnist-with-feeds': 'feeds', 'mnist-pipelined': 'schedule', 'dataset-benchmark': 'printed',
};

test('links: the table has all of them', async () => {
  assert.equal(rows.length, readme.match(/\[page\]\(/g).length);
  assert.equal(rows.length, 10);
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
