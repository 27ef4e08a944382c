// Objects that end while the emulator is using them, or that nobody ends.

import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {join} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {api, figures, folder, isError, pipette as p, runAll, small as experiment} from './module.mjs';
import {batches, loss, small, thirds} from './small_model.mjs';

const destroyed = isError('InvalidStateError', 'INVALID_STATE', /has been destroyed/);
const compiled = () => {
  const model = small();
  model.compile({loss});
  return model;
};

test('destroying: a model that is destroyed inside its own dataset lives until the call has ended', async () => {
  for (const kind of ['fit', 'evaluate', 'predict']) {
    const model = compiled();
    const [x, y] = thirds(64);
    const rows = kind === 'predict' ? p.dataset.fromTensorSlices(x) : p.dataset.fromTensorSlices(x, y);
    let elements = 0;
    const data = rows.batch(8).map((...element) => {
      if (++elements === 3) {
        model.destroy();
        data.destroy();
        assert.equal(model.destroyed, true);
      }
      return element.length === 1 ? element[0] : element;
    });
    await assert.rejects(model[kind](data, {microseconds: 1}), destroyed, kind);
  }
  assert.equal((await compiled().fit(batches(64, 8), {epochs: 1})).epoch.length, 1);
});

test('destroying: a strategy that is destroyed in a body that it traces', async () => {
  const strategy = p.strategy();
  const body = p.function(strategy, () => {
    strategy.destroy();
    return p.constant(1);
  });
  await assert.rejects(strategy.run(body), destroyed);
  const other = p.strategy();
  assert.equal((await other.run(p.function(other, () => p.constant(2)))).data[0], 2);
});

test('destroying: a variable and a queue in a traced body', async () => {
  const strategy = p.strategy(),
    v = p.variable({data: Float32Array.of(3), shape: []}),
    queue = p.outfeedQueue();
  const body = p.function(strategy, () => {
    const x = v.read?.() ?? p.constant(1);
    v.destroy();
    queue.destroy();
    return x;
  });
  await strategy.run(body).catch(() => {});
  assert.equal(figures(runAll(p.createSession(experiment))).losses.length, 30);
});

test('destroying: when memory ends, the message says how many sessions nobody destroyed', async () => {
  const script = `
    import {createPipette} from ${JSON.stringify(pathToFileURL(join(folder, 'pipette.mjs')).href)};
    const {grow} = WebAssembly.Memory.prototype;
    let left = 12;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (left-- <= 0) throw new RangeError('no more');
      return grow.call(this, pages);
    };
    const p = await createPipette();
    const kept = [];
    try {
      for (;;) {
        kept.push(p.createSession({hiddenUnits: 512, steps: 1, stepsPerExecution: 1}));
        kept.at(-1).step();
      }
    } catch ({name, message}) {
      console.log(JSON.stringify({name, message, count: kept.length}));
      for (const each of kept) each.destroy();
      p.createSession({steps: 1, stepsPerExecution: 1}).step();
    }`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const {name, message, count} = JSON.parse(stdout);
  assert.equal(name, 'ResourceExhaustedError');
  const [, said] = /; there are (\d+) sessions that were not destroyed: call destroy\(\)/.exec(message) ?? [];
  assert.ok(Math.abs(Number(said) - count) <= 1, `${message}, ${count} were made`);
});

test('destroying: a crash while something forgotten is freed ends no process', async () => {
  const url = (name) => JSON.stringify(pathToFileURL(join(folder, name)).href);
  const script = `
    const {Core} = await import(${url('pipette/core.mjs')});
    const {createPipette} = await import(${url('pipette.mjs')});
    const {call} = Core.prototype;
    let crashes = 0;
    Core.prototype.call = function (name, ...values) {
      if (name === 'destroyObject') throw new Error('crash ' + ++crashes);
      return call.call(this, name, ...values);
    };
    const p = await createPipette();
    const forget = () => { for (let i = 0; i < 5; i++) p.createSession(${JSON.stringify(experiment)}); };
    forget();
    for (let i = 0; i < 100 && crashes === 0; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log(crashes > 0, p.catalogue().length > 0);`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', script]);
  assert.equal(stdout, 'true true\n');
});

test('destroying: all that there is, what uses something before what is used', async () => {
  const q = await api.createPipette();
  const model = q.sequential([q.layers.dense(2)]);
  const data = q.dataset.fromTensorSlices({data: new Float32Array(12), shape: [6, 2]}).batch(2);
  const strategy = q.strategy();
  const session = q.createSession(experiment);
  q.destroyAll();
  for (const each of [model, data, strategy, session]) {
    assert.equal(each.destroyed, true);
    each.destroy(); // which has been done
  }
  assert.throws(() => session.status(), destroyed);
  assert.equal(q.createSession(experiment).destroyed, false, 'the emulator goes on');
});
