// What a person does on the page, by the names of the widgets and by state: step, run, pause, reset,
// change a parameter and take it back, draw a digit, load real MNIST.

import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {goldenExperiments} from './golden_experiments.mjs';
import {assert, skip, test, testInEveryBrowser} from './harness.mjs';
import {act, click, place, settled, state, until} from './page.mjs';

test('training: the step buttons do what they are called', async ({page, open}) => {
  await open();
  await click(page, 'transport/step-instruction');
  await settled(page);
  assert.equal((await state(page)).step, 0);
  await click(page, 'transport/step-training');
  await until(page, 'one step', ({step}) => step === 1);
  await click(page, 'transport/step-engine-run');
  const now = await until(page, 'the end of the run', ({step}) => step === 10);
  assert.equal(now.losses, 10);
});

test('training: runs, pauses and resets, by button and by key', async ({page, open}) => {
  await open();
  await click(page, 'transport/run');
  await until(page, 'some steps', ({running, step}) => running && step > 3);
  await page.keyboard.press('Space');
  await until(page, 'a pause', ({running}) => !running);
  await settled(page);
  const {step} = await state(page);
  await page.keyboard.press('Space');
  await until(page, 'further steps', (now) => now.step > step);
  await click(page, 'transport/reset');
  await until(page, 'the beginning', (now) => now.step === 0 && now.losses === 0);
});

testInEveryBrowser('training: the page computes the golden bits', async ({page, open}) => {
  const [golden] = await goldenExperiments();
  await open();
  await act(page, 'set-parameter', 200, 'steps');
  await act(page, 'set-speed', 7);
  await act(page, 'run');
  const {summary} = await until(page, 'the end', ({finished}) => finished, 40000);
  assert.equal(summary.weight_hash, golden.weights);
});

test('training: a parameter changes by one click and comes back by undo', async ({page, open}) => {
  await open();
  await click(page, 'parameters/batch_size/more');
  const {parameters} = await until(page, 'another batch size', (now) => now.parameters.batch_size !== 32);
  assert.ok(parameters.batch_size > 32);
  await page.keyboard.press('Control+z');
  await until(page, 'the old batch size', (now) => now.parameters.batch_size === 32);
});

test('training: a wrong value is explained and loses nothing', async ({page, open}) => {
  await open();
  await click(page, 'transport/step-training');
  await until(page, 'one step', ({step}) => step === 1);
  await act(page, 'set-parameter', 0, 'steps');
  const now = await until(page, 'an error', (now) => now.field_errors.steps);
  assert.match(now.field_errors.steps, /Steps must be 1 to/);
  assert.equal(now.step, 1);
});

test('training: draws nothing while nothing changes', async ({page, open}) => {
  await open();
  await settled(page);
  const frames = await page.evaluate(async () => {
    const before = window.pipette_app.frame();
    for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame);
    return window.pipette_app.frame() - before;
  });
  assert.equal(frames, 0);
});

testInEveryBrowser('training: a digit drawn on the pad is classified', async ({page, open}) => {
  await open();
  const [x, y, {height}] = await place(page, 'pad/canvas');
  await page.mouse.move(x, y - height / 3);
  await page.mouse.down();
  await page.mouse.move(x, y + height / 3, {steps: 10});
  await page.mouse.up();
  await until(page, 'a classification', ({classified}) => classified);
  await click(page, 'pad/clear');
  await until(page, 'an empty pad', ({classified}) => !classified);
});

testInEveryBrowser(
  'training: real MNIST is picked as files',
  {timeout: 120000, viewport: {width: 1280, height: 900}},
  async ({page, open}) => {
    const folder = fileURLToPath(new URL('../../../shared/data/mnist/', import.meta.url));
    if (!existsSync(folder)) skip('real MNIST is not here');
    await open();
    await click(page, 'data/source/1');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(page, 'data/pick')]);
    await chooser.setFiles(
      ['train-images-idx3', 'train-labels-idx1', 't10k-images-idx3', 't10k-labels-idx1'].map(
        (name) => `${folder}${name}-ubyte.gz`,
      ),
    );
    await until(page, 'the data', ({data}) => data !== 'digits', 60000);
    await click(page, 'transport/step-engine-run');
    await until(page, 'ten steps on it', ({step, losses}) => step === 10 && losses === 10);
  },
);

test('training: loops run beside the program without them, with both totals', async ({page, open}) => {
  const experiment = {experiment: 'loops', steps: 6, steps_per_execution: 3, batch_size: 4};
  await open(`#${encodeURIComponent(JSON.stringify(experiment))}`);
  await act(page, 'set-speed', 7);
  await act(page, 'run');
  const {scene, totals, caption, losses} = await until(
    page,
    'the end, drawn',
    ({finished, totals}) => finished && totals?.every(({steps}) => steps === 6),
    60000,
  );
  assert.equal(scene, 'feeds');
  assert.equal(losses, 2, 'a mean for each engine run');
  assert.deepEqual(
    totals.map(({title, steps}) => [title, steps]),
    [
      ['With a loop', 6],
      ['Without loops', 6],
    ],
  );
  assert.ok(totals[1].modelled_seconds > totals[0].modelled_seconds + 4 * 1016e-6);
  assert.match(caption, /^Steps /);
});
