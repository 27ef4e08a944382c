// The cells of a lesson: editing, errors, stopping, sharing, and the picture of the queues.

import {assert, eventually, test, testInEveryBrowser} from './harness.mjs';
import {button, cell, edit, openLesson, output, run, untilState, write} from './lessons.mjs';

const LESSON = 'device-loops';

testInEveryBrowser('cells: a cell is a module whose names the next cells see', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await write(
    page,
    'model',
    [
      'let n = 1; // counted up below',
      'const {a, b: [, c = 3], ...rest} = {a: 1, b: [2], d: 4};',
      'class Point {}',
      'function twice(x) { return 2 * x; }',
      'var result = twice(a); // the value',
      '({result})',
    ].join('\n'),
  );
  await write(
    page,
    'host-loop',
    'n++;\nn += c + rest.d + twice(a);\nconsole.log(n, typeof Point)\n$result()\nfunction $result() { return "value"; }',
  );
  assert.equal(await run(page, 'host-loop'), 'ran');
  assert.equal(await output(page, 'model'), '{result: 2}');
  assert.equal((await output(page, 'host-loop')).trim(), '11 function');
  await write(page, 'host-loop', 'const a = 7;\nn\n');
  assert.equal(await run(page, 'host-loop'), 'ran');
  assert.equal(await output(page, 'host-loop'), '11', 'the same n, one worker');
  await write(page, 'host-loop', 'c = 5;');
  assert.equal(await run(page, 'host-loop'), 'failed');
  assert.match(await output(page, 'host-loop'), /TypeError: .*\bc\b.*Line 1/s, 'const stays const');
});

test('cells: errors name what, why and the line', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  const cases = [
    ['const x = 1;\nconst = 2;', /^SyntaxError: Unexpected token Line 2$/],
    [
      '\n\nnull.length', // the two browsers' words
      /^TypeError: (Cannot read properties of null \(reading 'length'\)|can't access property "length" of null) Line 3$/,
    ],
    ['await 1;\nthrow {why: 4};', /^Thrown: \{why: 4\}/],
    ['missing + 1', /^ReferenceError: missing is not defined Line 1$/],
    [
      `import {createPipette} from './pipette.mjs';\nconst p = await createPipette();\n\np.layers.dense(0);`,
      /^(InvalidArgument|Value)Error: .*units.*Line 4$/,
    ],
  ];
  for (const [text, expected] of cases) {
    await write(page, 'model', text);
    assert.equal(await run(page, 'model'), 'failed', text);
    assert.match((await output(page, 'model')).replace(/\s+/g, ' '), expected);
  }
  assert.equal(await cell(page, 'model').locator('.mark').isVisible(), true, 'the line is marked');
  await write(page, 'model', 'function boom() {\n  throw new RangeError("too far");\n}');
  await write(page, 'host-loop', 'const fine = 1;\nboom();');
  assert.equal(await run(page, 'host-loop'), 'failed');
  assert.match(await output(page, 'host-loop'), /RangeError: too far\s+Cell 1: Data and model, line 2/);
});

test('cells: what is needed runs first, and what has changed is said', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await write(page, 'model', 'const begun = performance.timeOrigin + performance.now();');
  await write(page, 'host-loop', 'const second = String(begun);');
  await write(page, 'device-loop', 'second');
  assert.equal(await run(page, 'device-loop'), 'ran');
  const first = await output(page, 'device-loop');
  assert.equal(await run(page, 'device-loop'), 'ran');
  assert.equal(await output(page, 'device-loop'), first, 'what stands above has run already');
  await run(page, 'model');
  assert.equal(await untilState(page, 'device-loop', 'stale'), 'stale');
  await run(page, 'device-loop');
  assert.notEqual(await output(page, 'device-loop'), first, 'the cells between ran again');
  await write(page, 'model', 'throw new Error("no")');
  assert.equal(await run(page, 'device-loop'), 'needs');
  assert.match(await cell(page, 'device-loop').locator('.status').innerText(), /Needs Cell 1/);
});

testInEveryBrowser('cells: an endless loop is ended, and the page goes on', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await write(page, 'model', 'const kept = 5;\nkept');
  await write(page, 'host-loop', 'while (true) {}');
  await button(page, 'host-loop', /^Run/).click();
  await untilState(page, 'host-loop', 'running');
  assert.equal(await button(page, 'model', /^Run/).isDisabled(), true, 'one cell at a time');
  await button(page, 'host-loop', /^Stop/).click();
  assert.equal(await untilState(page, 'host-loop', 'ended'), 'ended');
  assert.match(await cell(page, 'host-loop').locator('.status').innerText(), /worker was ended.*gone/);
  assert.equal(await cell(page, 'model').getAttribute('data-state'), 'lost');
  await write(page, 'host-loop', 'kept + 1');
  assert.equal(await run(page, 'host-loop'), 'ran');
  assert.equal(await output(page, 'host-loop'), '6', 'the cell above ran again');
});

test('cells: training stops by itself and keeps what there is', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await edit(page, 'host-loop', 'stepsPerEpoch: 300', 'stepsPerEpoch: 1000000');
  await button(page, 'host-loop', /^Run/).click();
  await eventually('a picture of the training', () => cell(page, 'host-loop').locator('pipette-queues').count());
  await button(page, 'host-loop', /^Stop/).click();
  assert.equal(await untilState(page, 'host-loop', 'stopped', 'ended'), 'stopped');
  assert.equal(await cell(page, 'model').getAttribute('data-state'), 'ran', 'its worker still lives');
});

test('cells: the picture follows the queues while a model trains', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await page.evaluate(() => {
    window.drawn = [];
    document.addEventListener('drawn', ({target, detail}) => target.closest('#host-loop') && window.drawn.push(detail), true);
  });
  await edit(page, 'host-loop', 'createModel(1)', 'createModel(25)');
  assert.equal(await run(page, 'host-loop'), 'ran');
  const queues = cell(page, 'host-loop').locator('pipette-queues');
  assert.equal(await queues.count(), 1);
  const {last, steps} = await eventually('the last picture', () =>
    queues.evaluate(
      (element) => element.snapshot?.ended && {last: element.snapshot, steps: window.drawn.map(({step}) => step)},
    ),
  );
  assert.deepEqual([last.step, last.steps, last.runs], [300, 300, 12]);
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
  assert.equal(last.outfeed.elements, 300);
  assert.equal(last.infeed.depth, 3);
  assert.deepEqual(
    last.lanes.map(({lane}) => lane),
    [-1, 0],
  );
  for (const {lane, spans} of last.lanes) {
    const all = Object.values(spans); // a typed array becomes an object on its way to node
    assert.ok(all.length >= 9, `lane ${lane} has ${all.length / 3} spans`);
    for (let i = 0; i < all.length; i += 3) {
      const [begin, end, activity] = all.slice(i, i + 3);
      assert.ok(last.from <= begin && begin <= end && end <= last.to, `lane ${lane}: ${begin} to ${end}`);
      assert.ok(lane >= 0 ? activity <= 4 : activity >= 5, `lane ${lane} does ${activity}`);
    }
  }
  const text = await queues.evaluate((element) => element.shadowRoot.textContent.replace(/\s+/g, ' '));
  for (const part of [
    'mini-batch 300 of 300',
    '12 engine runs',
    'Last wait: Infeed empty',
    '0 of 3',
    '300 elements',
    'Loss, 300 mini-batches',
    'weight update',
  ]) {
    assert.ok(text.includes(part), `${part} is not in: ${text}`);
  }
  await eventually('timeline and curve in more than four colours', () =>
    queues.evaluate((element) => {
      const canvases = [...element.shadowRoot.querySelectorAll('canvas')];
      return (
        canvases.length === 2 &&
        canvases.every((canvas) => {
          const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size > 4;
        })
      );
    }),
  );
});

test('cells: a heat map shows sign, zero, the value farthest from zero, and what is no number', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  const colors = await page.evaluate(async () => {
    const {paint} = await import('/queues/heat_map.mjs');
    const palette = {values: ['#000040', '#000080', '#ffffff', '#804000', '#402000'], notFinite: '#ff00ff'};
    const painted = (values, columns, width) => {
      const pixels = new Uint8ClampedArray(4 * width);
      paint(pixels, width, 1, Float32Array.from(values), 1, columns, 2, palette);
      return Array.from({length: width}, (_, i) => [...pixels.slice(4 * i, 4 * i + 3)].join());
    };
    return [painted([-2, 0, 2, -9, 9], 5, 5), painted([0.5, -2, 1, 0, NaN, 1], 6, 3), painted([1, 2], 2, 4)];
  });
  assert.deepEqual(colors, [
    ['0,0,64', '255,255,255', '64,32,0', '0,0,64', '64,32,0'],
    ['0,0,64', '128,64,0', '255,0,255'],
    ['128,64,0', '128,64,0', '64,32,0', '64,32,0'],
  ]);
});

test("cells: bars give the host's time the colours that it has in the timeline above them", async ({page, url}) => {
  await openLesson(page, url, 'infeeds');
  assert.equal(await run(page, 'parts'), 'ran');
  await eventually('the timeline', () =>
    page.evaluate(
      () =>
        document.querySelector('#headline pipette-queues')?.shadowRoot.querySelector('.legend .handshake') instanceof Element,
    ),
  );
  const colours = await page.evaluate(() => {
    const legend = document.querySelector('#headline pipette-queues').shadowRoot.querySelector('.legend');
    const of = (name) => getComputedStyle(legend.querySelector(`.${name}`)).backgroundColor;
    const parts = [...document.querySelectorAll('#parts figure.bars .track i')].map((part) => {
      const {backgroundColor, backgroundImage} = getComputedStyle(part);
      return backgroundColor + backgroundImage;
    });
    return {host: of('host'), handshake: of('handshake'), parts};
  });
  const [element, staging, handshake] = colours.parts;
  assert.ok(element.includes(colours.host), 'making elements');
  assert.ok(staging.includes(colours.host) && staging !== element, 'staging is a part of that');
  assert.ok(handshake.includes(colours.handshake), 'handshakes, which are no waiting');
});

test(
  'cells: where less motion is wanted the picture changes twice a second',
  {reducedMotion: 'reduce'},
  async ({page, url}) => {
    await openLesson(page, url, LESSON);
    await edit(page, 'host-loop', 'stepsPerEpoch: 300', 'stepsPerEpoch: 2400');
    await page.evaluate(() => {
      window.drawn = [];
      document.addEventListener(
        'drawn',
        ({target}) => target.closest('#host-loop') && window.drawn.push(performance.now()),
        true,
      );
    });
    assert.equal(await run(page, 'host-loop'), 'ran');
    const times = await eventually('the last picture', () =>
      page.evaluate(() => {
        const queues = document.querySelector('#host-loop pipette-queues');
        return queues.snapshot?.ended && window.drawn.length > 1 && window.drawn;
      }),
    );
    for (let i = 1; i < times.length; i++) assert.ok(times[i] - times[i - 1] > 400, String(times));
  },
);

test('cells: a cell that never ends to draw and print does not fill the page', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await write(
    page,
    'model',
    `import {createPipette} from './pipette.mjs';
const p = await createPipette();
const model = p.sequential([p.layers.dense(2)], {seed: 1});
model.compile({optimizer: 'sgd', loss: 'mse'});
const rows = {data: new Float32Array(8), shape: [4, 2]};
for (let i = 0; i < 40; i++) await model.fit(p.dataset.fromTensorSlices(rows, rows).batch(4));
for (let i = 0; i < 2000; i++) console.log(i);
for (let i = 0; i < 100; i++) show(rows);`,
  );
  assert.equal(await run(page, 'model'), 'ran');
  const counts = await cell(page, 'model').evaluate((element) =>
    ['pipette-queues', '.line', '.tensor'].map((name) => element.querySelectorAll(name).length),
  );
  assert.deepEqual(counts, [24, 500, 0]);
  assert.match(await output(page, 'model'), /Only 24 pictures.*What else this cell prints is not shown/s);
});

test('cells: tensors are pictures with a slider', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await write(
    page,
    'model',
    `const data = new Float32Array(4 * 5 * 6).map((_, i) => Math.sin(i));
data[7] = NaN;
show({data, shape: [4, 5, 6]}, {name: 'waves', axes: ['weight update', 'input', 'unit']});
show(new Float32Array([3, 2, 1]), {name: 'falls'});
show('a text');`,
  );
  assert.equal(await run(page, 'model'), 'ran');
  assert.match(await output(page, 'model'), /waves 4 weight updates \u00d7 5 inputs \u00d7 6 units/);
  const slider = cell(page, 'model').getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  const lost = () =>
    cell(page, 'model')
      .locator('.tensor canvas')
      .evaluate((canvas) => {
        const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let found = 0;
        for (let i = 0; i < data.length; i += 4) found += data[i] === 0xe6 && data[i + 1] === 0 && data[i + 2] === 0x9e;
        return found;
      });
  await eventually('the value that is no number, in magenta', async () => (await lost()) > 20);
  await page.keyboard.press('ArrowRight');
  await eventually('the next picture, which has none', async () => (await lost()) === 0);
  assert.match(await slider.getAttribute('aria-valuetext'), /weight update 2 of 4/);
});
