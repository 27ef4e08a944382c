// The JavaScript API in Chromium, under the page's content security policy: the same bits as
// everywhere else.

import {readFile} from 'node:fs/promises';
import {assert, test} from './harness.mjs';

/** The constants of tests/golden/experiments.h. */
async function golden() {
  const text = await readFile(new URL('../golden/experiments.h', import.meta.url), 'utf8');
  const value = (name) => text.match(new RegExp(`${name} = "?([0-9a-f]+)"?;`))[1];
  return {
    weights: value('kMnistWeights'),
    losses: value('kMnistLosses'),
    cycles: Number(value('kMnistCycles')),
  };
}

test('golden: Chromium computes the bits of the native builds', async ({page, open}) => {
  await open();
  const found = await page.evaluate(async () => {
    const {createPipette} = await import('./pipette.mjs');
    const pipette = await createPipette();
    const session = pipette.createSession({experiment: 'mnist-with-feeds', steps: 200});
    while (!session.advance({microseconds: 6000})) await new Promise(requestAnimationFrame);
    const {weightHash, lossHash, modelled} = session.summary({accuracy: false});
    session.destroy();
    return {weights: weightHash, losses: lossHash, cycles: modelled.cycles};
  });
  assert.deepEqual(found, await golden());
});

test('golden: the twin without feeds gives the same losses', async ({page, open}) => {
  await open();
  const hashes = await page.evaluate(async () => {
    const {createPipette} = await import('./pipette.mjs');
    const pipette = await createPipette();
    return ['mnist-with-feeds', 'mnist-without-feeds'].map((experiment) => {
      const session = pipette.createSession({experiment, steps: 50});
      while (!session.advance({steps: 50})) {}
      return session.summary({accuracy: false}).lossHash;
    });
  });
  assert.equal(hashes[0], hashes[1]);
});
