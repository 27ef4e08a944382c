// IPUConfig by its published names: what has an effect, what is refused, and devices by their ordinal.

import assert from 'node:assert/strict';
import test from 'node:test';
import {isError, pipette as p} from './module.mjs';

const machine = (config, others = {}) => p.strategy({config: {autoSelectIpus: 1, ...config}, ...others});

/** Modelled cycles of a chain of four stages, each on an IPU of its own. */
async function cyclesOf(options) {
  const strategy = p.strategy(options);
  const infeed = p.infeedQueue(
    p.dataset
      .fromTensorSlices({data: new Float32Array(64 * 256), shape: [64, 256]})
      .batch(8)
      .repeat(),
  );
  const outfeed = p.outfeedQueue();
  infeed.initialize();
  const stage = (x) => x.mul(2);
  const program = p.function(strategy, () => {
    p.pipelining.pipeline([stage, stage, stage, stage], {
      gradientAccumulationCount: 16,
      infeedQueue: infeed,
      outfeedQueue: outfeed,
    });
  });
  await strategy.run(program);
  const {cycles} = strategy.status();
  strategy.destroy();
  return cycles;
}

test('numbers and ids of IPUs, and their order', async () => {
  const plain = await cyclesOf({numIpus: 4});
  assert.equal(await cyclesOf({config: {autoSelectIpus: 4}}), plain);
  assert.equal(await cyclesOf({config: {autoSelectIpus: [1, 4]}, deviceOrdinal: 1}), plain);
  assert.equal(await cyclesOf({config: {selectIpus: 96}}), plain);
  const zigzag = await cyclesOf({config: {autoSelectIpus: 4, selectionOrder: 'ZIGZAG'}});
  assert.ok(zigzag > plain, `${zigzag} and ${plain}`);
  assert.equal(await cyclesOf({numIpus: 4, selectionOrder: 'zigzag'}), zigzag);
  assert.notEqual(await cyclesOf({config: {autoSelectIpus: 4, ipuModel: {version: 'ipu21'}}}), plain);
  const late = await cyclesOf({config: {autoSelectIpus: 4, optimizations: {prefetchDataStreams: false}}});
  assert.ok(late > plain, `${late} and ${plain}`);
});

test('feeds move on I/O tiles while the others compute', async () => {
  const plain = await cyclesOf({numIpus: 4});
  const ioTiles = {numIoTiles: 32, placeOpsOnIoTiles: true};
  const overlapped = await cyclesOf({config: {autoSelectIpus: 4, ioTiles}});
  assert.notEqual(overlapped, plain);
  assert.equal(await cyclesOf({numIpus: 4, ioTiles: 32, placeOpsOnIoTiles: true}), overlapped);
  assert.throws(
    () => machine({ioTiles: {placeOpsOnIoTiles: true}}),
    isError('ValueError', 'VALUE_ERROR', /Cannot place ops on I\/O tiles when numIoTiles is 0/),
  );
});

test('what this machine does not have is refused with the reason', () => {
  const refused = (config, message) =>
    assert.throws(() => machine(config), isError('NotImplementedError', 'UNIMPLEMENTED', message));
  refused({floatingPointBehaviour: {esr: 'ON'}}, /rounding is to the nearest/);
  refused({scheduling: {algorithm: 'CLUSTERING'}}, /in which they were traced/);
  machine({scheduling: {algorithm: 'CHOOSE_BEST'}}).destroy();
});

test('mistakes in a config say what to do', () => {
  const not = (config, name, code, message) => assert.throws(() => p.strategy({config}), isError(name, code, message));
  not({}, 'FailedPreconditionError', 'FAILED_PRECONDITION', /set autoSelectIpus/);
  not({autoSelectIpu: 1}, 'NotFoundError', 'NOT_FOUND', /did you mean "autoSelectIpus"/);
  not({autoSelectIpus: true}, 'TypeError', 'TYPE_ERROR', /whole number/);
  not({autoSelectIpus: 1, selectIpus: [1]}, 'ValueError', 'VALUE_ERROR', /not both/);
});

test('a queue runs on the device that it names', async () => {
  const strategy = machine({autoSelectIpus: [1, 1]}, {deviceOrdinal: 1});
  const run = (deviceOrdinal) => {
    const queue = p.outfeedQueue({deviceOrdinal});
    return strategy.run(
      p.function(strategy, () => {
        queue.enqueue(p.constant(1));
      }),
    );
  };
  await run(1);
  await run(undefined);
  await assert.rejects(
    run(0),
    isError('FailedPreconditionError', 'FAILED_PRECONDITION', /belongs to device 0, but this function runs on device 1/),
  );
  strategy.destroy();
});
