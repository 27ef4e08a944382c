// onProgress of everything that runs in slices, and how it waits between them.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import test from 'node:test';
import {api, evaluate, pipette as p, small} from './module.mjs';
import {batches, loss, small as model} from './small_model.mjs';

const smallBatches = () => batches(64, 8);
const smallModel = () => {
  const made = model();
  made.compile({loss});
  return made;
};

const RUNS = {
  'session.run()': (onProgress) => p.createSession(small).run({onProgress, microseconds: 1}),
  'session.evaluate()': (onProgress) => p.createSession(small).evaluate({onProgress, microseconds: 1}),
  'model.fit()': (onProgress) => smallModel().fit(smallBatches(), {onProgress, microseconds: 1}),
  'strategy.run()': (onProgress) => {
    const strategy = p.strategy();
    return strategy.run(
      p.function(strategy, () => p.constant(1)),
      [],
      {onProgress, microseconds: 1},
    );
  },
  'datasetBenchmark()': (onProgress) =>
    p.datasetBenchmark(smallBatches(), {numberOfEpochs: 1, elementsPerEpochs: 3, onProgress, microseconds: 1}),
};

for (const [name, run] of Object.entries(RUNS)) {
  test(`progress: what onProgress of ${name} rejects with reaches the caller`, async () => {
    const mine = new Error('mine');
    await assert.rejects(
      run(async () => {
        throw mine;
      }),
      (error) => error === mine,
    );
  });

  test(`progress: calls of onProgress of ${name} do not overlap`, async () => {
    let going = 0,
      calls = 0;
    await run(async () => {
      assert.equal(going++, 0);
      if (++calls < 5) await new Promise((resolve) => setTimeout(resolve, 2));
      going--;
    });
    assert.ok(calls > 0);
  });
}

// As in a dedicated worker, where frames come only for its canvases.
test('progress: without a document nothing waits for frames', async () => {
  globalThis.requestAnimationFrame = () => assert.fail('it waited for a frame');
  try {
    await p.createSession(small).run({microseconds: 1});
    await smallModel().fit(smallBatches(), {microseconds: 1});
    await evaluate(() => p.constant(1));
  } finally {
    delete globalThis.requestAnimationFrame;
  }
});

test("README's sample runs in node as it stands", async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, sample] = /```js\n([^]*?)```/.exec(readme);
  const printed = [];
  const body = sample.replace(/^ *import .*\n/m, '').replaceAll('console.log', 'print');
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction('createPipette', 'print', body)(api.createPipette, (...values) => printed.push(values));
  const [loss, seconds] = printed.at(-1);
  assert.ok(loss > 0 && loss < 3 && seconds > 0, String(printed.at(-1)));
});
