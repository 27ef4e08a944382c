// The Python that is written for an experiment (src/code), run as it is written: it trains what the experiment trains.

import assert from 'node:assert/strict';
import test from 'node:test';
import {layered, queued, short} from '../wasm/model_code_experiments.mjs';
import {pipette as p, runAll} from '../wasm/module.mjs';
import {ranPython} from './ran.mjs';

const optimizers = ['sgd', 'momentum', 'adam', 'adamw', 'rmsprop'];
const experiments = {
  ...layered,
  ...Object.fromEntries(queued.map((each) => [each.experiment, each])),
  ...Object.fromEntries(optimizers.map((optimizer) => [optimizer, {...short, optimizer}])),
  ...Object.fromEntries(optimizers.map((optimizer) => [`${optimizer} in a loop`, {...queued[0], optimizer}])),
};

for (const [name, experiment] of Object.entries(experiments)) {
  test(`the Python of ${name} gives the weights of its experiment`, async () => {
    const {status, text, hash} = await ranPython(p.modelCode(experiment, 'python'));
    assert.equal(status, 0, text);
    const session = runAll(p.createSession(experiment));
    assert.equal(hash(), session.summary({accuracy: false}).weightHash);
  });
}
