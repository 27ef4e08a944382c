// Misuse: every mistake gives an Error with name, code and a message that helps.

import assert from 'node:assert/strict';
import test from 'node:test';
import {api, invalid, isError, pipette, runAll, small} from './module.mjs';

const unknown = (message) => isError('NotFoundError', 'NOT_FOUND', message);

test('experiments that cannot be: name, code and message', () => {
  const nested = (depth) => (depth === 0 ? 1 : [nested(depth - 1)]);
  const cases = [
    ['{"steps": ', invalid(/not valid JSON/)],
    ['mnist-with-feeds', invalid(/not valid JSON: .*; to name it, write \{experiment: "mnist-with-feeds"\}/)],
    ['[]', invalid(/must be an object/)],
    ['null', invalid(/must be an object/)],
    [7, invalid(/must be an object.*7/)],
    [null, invalid(/must be an object/)],
    [{experiment: 'mnist-with-feed'}, unknown(/mnist-with-feed".*mnist-with-feeds/)],
    [{stepz: 5}, unknown(/stepz.*steps/)],
    [{host: {callMs: 5}}, unknown(/callMs/)],
    [{device: {architecture: 'Mk9'}}, unknown(/Mk9/)],
    [{batchSize: 8, batch_size: 9}, invalid(/experiment has "batchSize" and "batch_size", which are one field: give one/)],
    [{host: {callUs: 5, call_us: 5}}, invalid(/experiment\.host has "callUs" and "call_us"/)],
    [{steps: '100'}, invalid(/steps.*integer.*"100"/)],
    [{steps: 1.5}, invalid(/steps.*integer.*1\.5/)],
    [{steps: 0}, invalid(/steps must be 1 to .* 0; the nearest valid value is 1/)],
    [{steps: -3}, invalid(/nearest valid value is 1/)],
    [{batchSize: 1e6}, invalid(/batchSize must be 1 to 10000/)],
    [{learningRate: NaN}, invalid(/experiment\.learningRate must be a finite number.*NaN/)],
    [{learningRate: Infinity}, invalid(/finite number/)],
    [{learningRate: '0.1'}, invalid(/learningRate.*a number/)],
    [{seed: 2n ** 64n}, invalid(/seed/)],
    [{seed: -1}, invalid(/seed.*at least 0/)],
    [
      {experiment: 'mnist-without-feeds', stepsPerExecution: 10},
      invalid(/stepsPerExecution has no meaning for "mnist-without-feeds"; leave it out/),
    ],
    [{outfeedMode: 'some'}, invalid(/outfeedMode.*"all", "last".*"some"/)],
    [{dequeue: null}, invalid(/dequeue.*null/)],
    [{device: 'Mk2'}, invalid(/device.*object/)],
    [{steps: () => 5}, invalid(/experiment\.steps must be a plain value.*function/)],
    [{steps: nested(50)}, invalid(/nested too deeply/)],
    [`{"steps": ${'['.repeat(100000)}${']'.repeat(100000)}}`, invalid(/nested too deeply/)],
    ['['.repeat(100000), invalid(/not valid JSON/)],
    [{data: 'mnist'}, invalid(/"mnist" is not loaded/)],
    [{'🙂': 1}, unknown(/🙂/)],
    [{experiment: '\ud800'}, invalid(/JSON/)],
  ];
  for (const [experiment, expected] of cases) {
    assert.throws(() => pipette.createSession(experiment), expected);
  }
  assert.throws(() => pipette.describeExperiment({steps: 0}), invalid(/steps must be 1 to/));
  pipette.createSession(small).destroy(); // none of it did any harm
});

// Found by random values.
test('values that cannot be shown, nested ones without end, and words that are none', () => {
  const odd = {constructor: {name: Symbol('odd')}};
  const {proxy, revoke} = Proxy.revocable([], {});
  revoke();
  for (const value of [odd, proxy, Object.create(null), Symbol('odd')]) {
    assert.throws(() => pipette.modelCode({experiment: 'inspect-keras'}, value), invalid(/language must be a string/));
  }
  const endless = [];
  endless.push(endless);
  assert.throws(() => pipette.dataset.fromTensorSlices(endless), invalid(/nested too deeply/));
});

test('an error is an Error that can be shown', () => {
  try {
    pipette.createSession({steps: 0});
    assert.fail('no error');
  } catch (error) {
    assert.ok(error instanceof Error && error instanceof api.PipetteError);
    assert.match(String(error), /^InvalidArgumentError: steps must be/);
    assert.match(error.stack, /errors\.test\.mjs/);
  }
});

test('arguments that cannot be', () => {
  const session = pipette.createSession(small);
  const cases = [
    [() => session.advance({microsecond: 5}), /no field "microsecond"; did you mean "microseconds"/],
    [() => session.advance({microseconds: 0}), /microseconds must be a number above 0/],
    [() => session.advance({microseconds: NaN}), /microseconds/],
    [() => session.advance({microseconds: '6000'}), /microseconds.*"6000"/],
    [() => session.advance({steps: 0}), /steps must be an integer of at least 1/],
    [() => session.advance({steps: 2.5}), /steps.*2\.5/],
    [() => session.advance({steps: 5n}), /steps/],
    [() => session.advance({untilCycle: -1}), /untilCycle/],
    [() => session.advance(6000), /budget must be an object/],
    [() => session.step('epoch'), /size must be one of "instruction", .*"epoch"/],
    [() => session.losses({from: -1}), /from must be an integer of at least 0.*-1/],
    [() => session.losses(5), /range must be an object/],
    [() => session.trace({limit: -1}), /limit/],
    [() => session.trace({form: 1}), /no field "form"/],
    [() => session.summary({accurcy: true}), /accurcy/],
    [() => session.explain('first'), /span must be an integer/],
    [() => session.predict([1, 2, 3]), /Uint8Array.*Float32Array.*an array/],
    [() => session.predict(new Uint8Array(783)), /784 pixels.*783/],
    [() => session.predict(new Float64Array(784)), /Float32Array/],
    [() => session.testImages(0, 1.5), /end must be an integer/],
    [() => session.on('runFinshed', () => {}), /a session has no event "runFinshed"; did you mean "runFinished"/],
    [() => pipette.createSession({}, {dta: null}), /no field "dta"/],
    [() => pipette.createSession({}, {data: {name: 'mnist'}}), /loadMnist/],
    [() => new api.Session(1), /createSession/],
    [() => new api.Pipette({}), /createPipette/],
    [() => new api.ImageSet(), /loadMnist/],
  ];
  for (const [call, message] of cases) assert.throws(call, invalid(message));
  const outside = isError('OutOfRangeError', 'OUT_OF_RANGE', /test images/);
  assert.throws(() => session.testImages(0, 10_000_000), outside);
  assert.throws(() => session.testImages(5, 4), outside);
  assert.equal(runAll(session).losses().length, 30, 'the session still works');
});

test('asynchronous functions reject with the same errors', async () => {
  const session = pipette.createSession(small);
  const rejected = [
    [session.run({pace: 'slow'}), /pace must be one of "frame", "task"/],
    [session.run({onProgress: 5}), /onProgress must be a function/],
    [session.run({microseconds: -1}), /microseconds/],
    [session.run({abort: 1}), /no field "abort"/],
    [session.evaluate({step: 1}), /no field "step"/],
    [pipette.loadMnist({}), /trainImages is missing/],
    [pipette.loadMnist(undefined), /sources must be an object/],
    [pipette.loadMnist({name: 5}), /name must be a string/],
    [api.createPipette({wsm: 1}), /no field "wsm"/],
  ];
  for (const [promise, message] of rejected) await assert.rejects(promise, invalid(message));
});

test('a path or a text in place of a URL: the error says what would do', async () => {
  for (const read of [
    () => pipette.readNpy('/tmp/x.npy'),
    () => pipette.loadMnist('/some/folder'),
    () => pipette.readCsv('a,b\n1,2\n'),
  ]) {
    await assert.rejects(read, invalid(/is no URL: of a path, pathToFileURL\(path\).*readFile.*TextEncoder/));
  }
});

test('what onProgress throws ends run(), and the session can go on', async () => {
  const session = pipette.createSession(small);
  const onProgress = () => {
    throw new RangeError('mine');
  };
  await assert.rejects(session.run({onProgress}), {name: 'RangeError', message: 'mine'});
  assert.equal((await session.run()).finished, true);
});

test('memory that cannot be had is an error, not a crash', () => {
  const session = pipette.createSession(small);
  const {grow} = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError('no more');
  };
  try {
    const kept = [];
    assert.throws(
      () => {
        for (let i = 0; i < 50; i++) {
          kept.push(runAll(pipette.createSession({batchSize: 10000, hiddenUnits: 4096, steps: 1})));
        }
      },
      isError('ResourceExhaustedError', 'RESOURCE_EXHAUSTED', /memory/),
    );
    for (const each of kept) each.destroy();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  assert.equal(runAll(session).losses().length, 30);
});

test('problems are a list, each with changes that would do', () => {
  assert.deepEqual(pipette.problems({steps: 10}), []);
  const [problem] = pipette.problems({experiment: 'mnist-pipelined', gradientAccumulationCount: 13});
  assert.equal(problem.field, 'gradient_accumulation_count');
  assert.match(problem.text, /multiple of 8/);
  assert.deepEqual(
    problem.suggestions.map(({field, value}) => [field, value]),
    [
      ['gradient_accumulation_count', 8],
      ['gradient_accumulation_count', 16],
    ],
  );
  assert.deepEqual(
    pipette.problems({experiment: 'loops', hiddenUnits: 64, stages: 2}).map(({field}) => field),
    ['hidden_units', 'stages'],
  );
  assert.throws(() => pipette.problems({stepz: 5}), unknown(/stepz/));
});
