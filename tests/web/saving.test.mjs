// Files of what a card shows: pictures that are whole and say what the card says, tables with the run's values.

import {assert, eventually, testInEveryBrowser as test} from './harness.mjs';
import {act, click, place, state, until} from './page.mjs';

/** What the page gives the reader: {name, bytes}. A browser's own downloads are its affair. */
async function saved(page, ask) {
  await page.evaluate(() => {
    window.savedFile = null;
    if (window.savedBlobs) return;
    window.savedBlobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const url = make.call(URL, blob);
      window.savedBlobs.set(url, blob);
      return url;
    };
    HTMLAnchorElement.prototype.click = function () {
      window.savedFile = {name: this.download, blob: window.savedBlobs.get(this.href)};
    };
  });
  await ask();
  return eventually(
    'a file',
    async () => {
      const file = await page.evaluate(async () => {
        if (!window.savedFile) return null;
        const bytes = new Uint8Array(await window.savedFile.blob.arrayBuffer());
        let text = '';
        for (let at = 0; at < bytes.length; at += 30000) text += String.fromCharCode(...bytes.subarray(at, at + 30000));
        return {name: window.savedFile.name, base64: btoa(text)};
      });
      return file && {name: file.name, bytes: Buffer.from(file.base64, 'base64')};
    },
    40000,
  );
}
const savedAs = (page, card, as, dark = 0) => saved(page, () => act(page, 'save', dark, card, as));

/** The texts of an SVG, by a parser that refuses what is not well-formed. */
async function textsOf(page, svg) {
  const other = await page.context().newPage(); // the page's policy allows no parser
  try {
    return await other.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
      if (parsed.querySelector('parsererror')) throw new Error(parsed.documentElement.textContent);
      return [...parsed.querySelectorAll('text')].map((text) => text.textContent);
    }, svg);
  } finally {
    await other.close();
  }
}

const rowsOf = ({bytes}) =>
  bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

// [link, scene, card, words that its picture has]
const CARDS = [
  ['#v=1&experiment=mnist-with-feeds&steps=40&steps_per_execution=20', 'feeds', 'flow', ['Data flow']],
  ['', 'feeds', 'traces', ['Execution trace', 'Forward', 'Host']],
  ['', 'feeds', 'digits', ['Test digits']],
  ['', 'feeds', 'loss', ['Loss', 'With feeds', 'Without feeds']],
  ['', 'feeds', 'accuracy', ['Accuracy']],
  ['#v=1&experiment=mnist-pipelined', 'schedule', 'schedule', ['Schedule', 'IPU 0']],
  ['', 'schedule', 'machine', ['Pipeline']],
  ['', 'schedule', 'numbers', ['In numbers']],
  ['#v=1&experiment=inspect-keras&steps=4', 'tensors', 'tensors', ['Outfeed tensors']],
  ['', 'tensors', 'heat', []],
  ['', 'tensors', 'distribution', ['Values over time']],
  ['', 'model', 'builder', ['Layers', 'Dense']],
];

test('saving: every card gives a picture that says what the card says', {timeout: 180000}, async ({page, open}) => {
  for (const [link, scene, card, words] of CARDS) {
    if (link) {
      await open(link);
      await page.reload();
      await page.waitForFunction(() => window.pipette_app);
      await act(page, 'set-speed', 100);
      await act(page, 'step-training');
      await until(page, 'a step', ({step, testing}) => step > 0 && !testing);
    }
    await act(page, 'show-scene', 0, '', scene);
    await until(page, scene, (now) => now.scene === scene);
    const {name, bytes} = await savedAs(page, card, 'svg');
    assert.match(name, new RegExp(`-${card}\\.svg$`));
    const texts = await textsOf(page, bytes.toString());
    for (const word of words)
      assert.ok(
        texts.some((text) => text.includes(word)),
        `${card}: ${word} in ${texts.join(' | ')}`,
      );
    const [, , {width, height}] = await place(page, card);
    const png = (await savedAs(page, card, 'png')).bytes;
    assert.ok(Math.abs(png.readUInt32BE(16) - 3 * width) <= 3, `${card}: ${png.readUInt32BE(16)} px for ${width}`);
    assert.ok(Math.abs(png.readUInt32BE(20) - 3 * height) <= 3, `${card}: ${png.readUInt32BE(20)} px for ${height}`);
    const colours = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height});
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
    }, png.toString('base64'));
    assert.ok(colours > 20, `${card} has ${colours} colours`);
  }
});

test('saving: the table of losses has the values of the run', async ({page, open, url}) => {
  await open('#v=1&experiment=mnist-with-feeds&steps=40&steps_per_execution=20&batch_size=8');
  await act(page, 'set-speed', 100);
  await act(page, 'run');
  await until(page, 'the end', ({finished}) => finished);
  const [header, ...rows] = rowsOf(await savedAs(page, 'loss', 'csv:losses'));
  assert.deepEqual(header, ['run', 'mini_batch', 'loss', 'cycle', 'seconds']);
  assert.equal(rows.length, 80);
  const {parameters} = await state(page);
  const losses = await page.evaluate(
    async ([address, experiment]) => {
      const {createPipette} = await import(address);
      const pipette = await createPipette();
      const session = pipette.createSession(experiment);
      while (!session.advance());
      return [...session.losses()];
    },
    [`${url}pipette.mjs`, parameters],
  );
  assert.deepEqual(
    rows.slice(0, 40).map(([, , loss]) => Math.fround(Number(loss))),
    losses,
  );
  assert.deepEqual(
    rows.map(([run]) => run),
    Array.from({length: 80}, (_, i) => (i < 40 ? 'With feeds' : 'Without feeds')),
  );
});

test('saving: the menu opens beside a heading, and with E over a card', async ({page, open}) => {
  await open('#v=1&experiment=mnist-pipelined');
  const [x, y] = await place(page, 'schedule');
  await page.mouse.move(x, y);
  await click(page, 'schedule/save');
  const schedule = await saved(page, () => click(page, 'save/Table of schedule (CSV)'));
  assert.equal(schedule.name, 'mnist-pipelined-schedule.csv');
  const [header, ...rows] = rowsOf(schedule);
  assert.deepEqual(header, ['ipu', 'stage', 'program', 'mini_batch', 'slot', 'begin_cycle', 'end_cycle']);
  const {pipeline, parameters} = await state(page);
  assert.equal(rows.length, 2 * parameters.stages * parameters.gradient_accumulation_count);
  assert.equal(Math.max(...rows.map(([, , , , slot]) => Number(slot))), pipeline.slots - 1);
  await page.mouse.move(x, y);
  await page.keyboard.press('e');
  await eventually('the menu', () => page.evaluate(() => window.pipette_app.rect('save/Picture (PNG)')));
  const picture = await saved(page, () => page.keyboard.press('1'));
  assert.equal(picture.name, 'mnist-pipelined-schedule.svg');
});

test(
  'saving: a picture of a card that is scrolled out of sight is whole',
  {viewport: {width: 390, height: 844}},
  async ({page, open}) => {
    await open('#v=1&experiment=mnist-with-feeds');
    const before = await place(page, 'flow');
    const {bytes} = await savedAs(page, 'accuracy', 'svg');
    assert.deepEqual(await textsOf(page, bytes.toString()).then(([title]) => title), 'Accuracy');
    assert.deepEqual(await place(page, 'flow'), before);
  },
);

test('saving: what cannot be saved is said', async ({page, open}) => {
  await open();
  await act(page, 'save', 0, 'schedule', 'svg');
  await page.locator('#notice').waitFor();
  assert.match(
    await page.locator('#notice').innerText(),
    /mnist-with-feeds-schedule could not be saved: the page shows no card schedule/,
  );
});

/** What a browser makes of a film: its size, and whether it can be played. */
async function watched(page, bytes) {
  const other = await page.context().newPage();
  try {
    return await other.evaluate(async (base64) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = `data:video/webm;base64,${base64}`;
      await video.play();
      return {width: video.videoWidth, height: video.videoHeight};
    }, bytes.toString('base64'));
  } finally {
    await other.close();
  }
}

test(
  'saving: a film of the machine plays one engine run, and the page is as before',
  {timeout: 120000, deviceScaleFactor: 1},
  async ({page, open}) => {
    await open('#v=1&experiment=mnist-pipelined&stages=2&gradient_accumulation_count=4');
    await act(page, 'set-play-speed', 3);
    const [, , before] = await place(page, 'machine');
    const film = await saved(page, async () => {
      await act(page, 'save', 0, 'machine', 'film');
      await page.waitForFunction(() => document.querySelector('#film progress')?.value > 0.5);
    });
    assert.match(film.name, /^mnist-pipelined-machine\.(webm|mp4)$/);
    const {width, height} = await watched(page, film.bytes);
    assert.ok(width >= 640 && height >= 200 && height < 400, `${width} x ${height}`); // the card, and no more
    assert.equal((await state(page)).pipeline.playing, false);
    assert.equal(await page.locator('#film').count(), 0);
    await eventually('the page', async () => (await place(page, 'machine'))[2].width === before.width);
  },
);

test(
  'saving: a film of the data flow is stopped, and what there is of it is saved',
  {timeout: 120000},
  async ({page, open}) => {
    await open('#v=1&experiment=mnist-with-feeds&steps=400&steps_per_execution=200');
    const film = await saved(page, async () => {
      await act(page, 'save', 0, 'flow', 'film');
      await page.waitForFunction(() => document.querySelector('#film progress')?.value > 0);
      await page.locator('#film button').click();
    });
    assert.equal(film.name.replace(/\.\w+$/, ''), 'mnist-with-feeds-flow');
    assert.ok(film.bytes.length > 1000);
    await until(page, 'a pause', ({running}) => !running);
    assert.ok((await state(page)).step < 200);
  },
);

test('saving: a browser that cannot record says so', async ({page, open}) => {
  await page.addInitScript(() => {
    delete window.MediaRecorder;
  });
  await open();
  await act(page, 'save', 0, 'flow', 'film');
  await page.locator('#notice').waitFor();
  assert.match(await page.locator('#notice').innerText(), /cannot record a canvas/);
});

test('saving: trained weights are a file that the JavaScript API loads again', {timeout: 120000}, async ({page, open}) => {
  await open();
  await act(page, 'set-parameter', 60, 'steps');
  await act(page, 'set-speed', 7);
  await act(page, 'run');
  const {accuracy} = await until(page, 'the end', ({finished, testing}) => finished && !testing, 60000);
  await page.getByRole('region', {name: 'Result'}).getByRole('button', {name: 'Close the result'}).click();
  const file = await saved(page, async () => {
    await click(page, 'loss/save');
    await click(page, 'save/Weights (safetensors)');
  });
  assert.equal(file.name, 'mnist-with-feeds-weights.safetensors');
  const {seed} = (await state(page)).parameters;
  const again = await page.evaluate(
    async ({base64, seed: first}) => {
      const {createPipette} = await import('./pipette.mjs');
      const p = await createPipette();
      const {flatten, dense} = p.layers;
      const model = p.sequential([flatten(), dense(128, {activation: 'relu'}), dense(10, {activation: 'softmax'})]);
      model.compile({loss: 'sparse_categorical_crossentropy', metrics: ['accuracy']});
      model.build([28, 28]);
      model.loadWeights(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
      return (await model.evaluate(p.dataset.digits({seed: first}).test.batch(100))).accuracy;
    },
    {base64: file.bytes.toString('base64'), seed},
  );
  assert.ok(Math.abs(again - accuracy) < 1e-6, `${again} and ${accuracy}`);
});
