// The JavaScript API in the browser, under the page's content security policy: the same bits as
// everywhere else.

import {goldenExperiments} from './golden_experiments.mjs';
import {holdLoad} from './hands.mjs';
import {assert, testInEveryBrowser as test} from './harness.mjs';

test('golden: the browser computes the bits of the native builds', {timeout: 120000}, async ({page, open}) => {
  const experiments = await goldenExperiments();
  assert.ok(experiments.length >= 3);
  await open();
  const found = await page.evaluate(async (list) => {
    const {createPipette} = await import('./pipette.mjs');
    const pipette = await createPipette();
    const outcomes = [];
    for (const {experiment} of list) {
      const session = pipette.createSession(experiment);
      while (!session.advance({microseconds: 6000})) await new Promise(requestAnimationFrame);
      const {weightHash, lossHash, modelled} = session.summary({accuracy: false});
      session.destroy();
      outcomes.push({experiment, weights: weightHash, losses: lossHash, cycles: modelled.cycles});
    }
    return outcomes;
  }, experiments);
  assert.deepEqual(found, experiments);
});

test('golden: the twin without feeds gives the same losses', async ({page, open}) => {
  await open();
  const hashes = await page.evaluate(async () => {
    const {createPipette} = await import('./pipette.mjs');
    const pipette = await createPipette();
    return ['mnist-with-feeds', 'mnist-without-feeds'].map((experiment) => {
      const session = pipette.createSession({experiment, steps: 50});
      while (!session.advance({steps: 50}));
      return session.summary({accuracy: false}).lossHash;
    });
  });
  assert.equal(hashes[0], hashes[1]);
});

test('golden: a call that comes before the second part of the module is there waits for it', async ({page, open}) => {
  const held = await holdLoad(page, 'pipette_core.deferred.wasm');
  await open();
  const early = await page.evaluate(async () => {
    const p = await (await import('./pipette.mjs')).createPipette();
    return p.modelCode({experiment: 'inspect-keras'}, 'python').includes('keras.Sequential');
  });
  assert.equal(early, true);
  assert.equal(await held.release(), 1, 'it was asked for in the background too');
});
