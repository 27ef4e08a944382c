// What comes out of the module: copies, traces, predictions, test images.

import assert from 'node:assert/strict';
import test from 'node:test';
import {api, isError, pipette, runAll, small} from './module.mjs';

test('losses are copies: growing memory and further training leave them alone', () => {
  const session = pipette.createSession(small);
  session.step('engineRun');
  const losses = session.losses();
  const columns = session.traceColumns();
  const images = session.testImages(0, 3).images;
  const copies = [losses.slice(), columns.beginCycles.slice(), images.slice()];
  assert.ok(losses instanceof Float32Array && losses.length === 10);

  let grown = 0;
  const {grow} = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    grown++;
    return grow.call(this, pages);
  };
  try {
    const large = pipette.createSession({batchSize: 10000, hiddenUnits: 64, steps: 1, stepsPerExecution: 1});
    runAll(large).destroy();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  assert.ok(grown > 0, 'the memory did not grow, so nothing was tested');
  runAll(session);
  assert.deepEqual([losses, columns.beginCycles, images], copies);
  assert.equal(losses.buffer.byteLength, 40, 'a buffer of its own');
});

test('writing into what was handed out changes nothing inside', () => {
  const session = runAll(pipette.createSession(small));
  const losses = session.losses();
  const expected = losses.slice();
  losses.fill(-1);
  assert.deepEqual(session.losses(), expected);
});

test('losses can be read from where one left off', () => {
  const session = pipette.createSession(small);
  const gathered = [];
  for (let finished = false; !finished;) {
    finished = session.advance({steps: 7});
    gathered.push(...session.losses({from: gathered.length}));
  }
  assert.deepEqual(gathered, [...session.losses()]);
  assert.equal(session.losses({from: 30}).length, 0);
  assert.equal(session.losses({from: 1000}).length, 0);
});

test('the trace: objects and columns say the same, and reading goes on', () => {
  const session = pipette.createSession({...small, steps: 20});
  const parts = [];
  let from = 0;
  while (!session.advance({instructions: 10})) {
    const part = session.traceColumns({from});
    assert.equal(part.first, from);
    parts.push(...session.trace({from}));
    from = part.end;
  }
  parts.push(...session.trace({from}));
  const all = session.trace();
  assert.deepEqual(parts, all);

  const columns = session.traceColumns();
  assert.equal(columns.length, all.length);
  assert.equal(columns.end, all.length);
  for (const [i, span] of all.entries()) {
    assert.equal(span.number, i);
    assert.equal(columns.kinds[columns.kind[i]], span.kind);
    assert.equal(columns.endCycles[i], span.endCycles);
    assert.ok(span.endCycles >= span.beginCycles);
    assert.ok(span.lane === api.HOST_LANE || span.lane === 0);
  }
  assert.deepEqual(
    session.trace({from: 5, limit: 2}).map((span) => span.number),
    [5, 6],
  );
  assert.deepEqual(session.trace({from: 1e6}), []);

  const runs = all.filter((span) => span.kind === 'engineRun');
  assert.deepEqual(
    runs.map((span) => span.run),
    [0, 1],
  );
  assert.ok(runs[0].endCycles <= runs[1].beginCycles);
  for (const kind of ['compute', 'exchange', 'sync', 'streamMid', 'hostCall']) {
    assert.ok(
      all.some((span) => span.kind === kind),
      `no span of kind ${kind}`,
    );
  }
  assert.ok(all.some((span) => span.kind === 'compute' && span.phase === 'backward'));
});

test('the parts of an infeed wait add up to it, and are explained', () => {
  const session = runAll(pipette.createSession(small));
  const waits = session.trace().filter((span) => span.reason === 'infeedEmpty');
  assert.ok(waits.length > 0, 'a host slower than the device makes it wait');
  for (const span of waits) {
    const parts = span.hostBusyCycles + span.pipelineCycles + span.stagingCycles + span.handshakeCycles;
    assert.equal(parts, span.endCycles - span.beginCycles);
  }
  const total = waits.reduce((sum, span) => sum + span.endCycles - span.beginCycles, 0);
  assert.equal(session.status().infeed.totalWaitCycles, total);
  assert.match(session.explain(waits[0]), /infeed/i);
  assert.equal(session.explain(waits[0].number), session.explain(waits[0]));
  assert.throws(() => session.explain(1e9), isError('OutOfRangeError', 'OUT_OF_RANGE', /1000000000/));
});

test('predict: bytes and floats agree, rows add up to 1, and training shows', async () => {
  const session = runAll(pipette.createSession({steps: 400, learningRate: 0.1}));
  const {images, labels, count, height, width} = session.testImages(0, 200);
  assert.deepEqual([count, height, width, images.length], [200, 28, 28, 200 * 784]);
  const probabilities = session.predict(images);
  assert.equal(probabilities.length, 2000);
  let correct = 0;
  for (let i = 0; i < count; i++) {
    const row = [...probabilities.subarray(10 * i, 10 * i + 10)];
    assert.ok(Math.abs(row.reduce((sum, p) => sum + p) - 1) < 1e-5);
    if (row.indexOf(Math.max(...row)) === labels[i]) correct++;
  }
  assert.ok(correct > 100, `${correct} of 200 digits recognised`);

  const floats = Float32Array.from(images, (pixel) => pixel / 255);
  const fromFloats = session.predict(floats);
  for (let i = 0; i < 2000; i++) {
    assert.ok(Math.abs(fromFloats[i] - probabilities[i]) < 1e-5);
  }
  assert.deepEqual(session.predict(new Uint8ClampedArray(images)), probabilities);
  assert.deepEqual(session.predict(images.subarray(784, 3 * 784)), probabilities.slice(10, 30));
  assert.equal(session.predict(new Uint8Array(0)).length, 0);
  session.destroy();
});

test('evaluate measures the accuracy that summary reports, in slices', async () => {
  const session = runAll(pipette.createSession({...small, steps: 200, learningRate: 0.1}));
  const cycles = session.status().cycles;
  let slices = 0,
    seen = 0;
  const evaluation = await session.evaluate({
    microseconds: 1000,
    onProgress: (progress) => {
      slices++;
      assert.ok(progress.seen > seen);
      seen = progress.seen;
    },
  });
  assert.ok(slices > 1);
  assert.equal(evaluation.seen, evaluation.total);
  assert.equal(evaluation.accuracy, evaluation.correct / evaluation.total);
  assert.equal(session.summary().testAccuracy, evaluation.accuracy);
  assert.equal(session.status().cycles, cycles, 'evaluation takes no modelled time');
  await assert.rejects(session.evaluate({signal: AbortSignal.abort()}), {name: 'AbortError'});
});

test('losses carry the modelled cycle at which they reached the host, however a run is cut', () => {
  const whole = runAll(pipette.createSession(small));
  const cut = pipette.createSession(small);
  while (!cut.status().finished) cut.step('instruction');
  const record = whole.lossRecord();
  assert.deepEqual(record, cut.lossRecord());
  assert.deepEqual(record.values, whole.losses());
  assert.ok(record.cycles instanceof Float64Array && record.cycles.length === record.values.length);
  assert.deepEqual([...record.miniBatches], [...record.values.keys()]);
  assert.deepEqual(whole.lossRecord({from: 28}).cycles, record.cycles.slice(28));
  const ends = new Set(
    whole
      .trace()
      .filter(({kind}) => kind === 'streamMid')
      .map(({endCycles}) => endCycles),
  );
  assert.ok(ends.has(record.cycles.at(-1)), 'the trace has a data phase that ends with the loss');
  whole.destroy();
  cut.destroy();
});
