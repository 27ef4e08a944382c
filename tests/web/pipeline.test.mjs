// The pipeline scene as a person uses it: schedule, machine, comparison, counts that do not fit.

import {assert, test} from './harness.mjs';
import {collectTexts, layoutOf} from './layout.mjs';
import {act, click, enter, place, settled, state, until} from './page.mjs';

async function openPipeline({page, open}) {
  await open();
  await act(page, 'select-experiment', 0, '', 'mnist-pipelined');
  await until(page, 'the pipeline', ({pipeline}) => pipeline !== null);
}

/** Points at a share of a widget. */
async function point(page, name, x, y) {
  const [, , rect] = await place(page, name);
  await page.mouse.move(rect.x + rect.width * x, rect.y + rect.height * y);
}

test('pipeline: is chosen like any experiment and undone', async ({page, open}) => {
  await openPipeline({page, open});
  await place(page, 'schedule/rows');
  await page.keyboard.press('Control+z');
  await until(page, 'the feeds again', ({pipeline, experiment}) => pipeline === null && experiment === 'mnist-with-feeds');
});

test('pipeline: plays, and steps back and forth, without training', async ({page, open}) => {
  await openPipeline({page, open});
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await until(page, 'slot 2', ({pipeline}) => pipeline.place === 2);
  await page.keyboard.press(',');
  await until(page, 'slot 1', ({pipeline}) => pipeline.place === 1);
  await click(page, 'machine/next');
  await until(page, 'slot 2', ({pipeline}) => pipeline.place === 2);
  await act(page, 'set-play-speed', 4);
  await click(page, 'machine/play');
  await until(page, 'the end', ({pipeline}) => !pipeline.playing && pipeline.place === 25);
  assert.equal((await until(page, 'no step', () => true)).step, 0);
  await settled(page);
});

test('pipeline: pointing and arrow keys light up one mini-batch', async ({page, open}) => {
  await openPipeline({page, open});
  await point(page, 'schedule/rows', 0.012, 0.1);
  await until(page, 'the first mini-batch', ({pipeline}) => pipeline.pointed === 0);
  await point(page, 'loss', 0.5, 0.5);
  await until(page, 'none', ({pipeline}) => pipeline.pointed === -1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await until(page, 'the second', ({pipeline}) => pipeline.chosen === 1);
  await page.keyboard.press('ArrowLeft');
  await until(page, 'the first', ({pipeline}) => pipeline.chosen === 0);
  await page.keyboard.press('Escape');
  await until(page, 'none', ({pipeline}) => pipeline.chosen === -1);
});

test('pipeline: the schedule zooms by wheel and shows cycles', async ({page, open}) => {
  await openPipeline({page, open});
  await settled(page);
  await point(page, 'schedule/rows', 0.5, 0.5);
  await page.mouse.wheel(0, -300);
  const near = await until(page, 'a closer view', ({pipeline}) => pipeline.end - pipeline.start < 20);
  assert.ok(near.pipeline.start > 0);
  await page.keyboard.press('f');
  await until(page, 'everything', ({pipeline}) => pipeline.start === 0 && pipeline.end > 25);
  await click(page, 'schedule/columns/1');
  await until(page, 'cycles', ({pipeline}) => pipeline.columns === 'cycles' && pipeline.end > 1000);
});

test('pipeline: the machine follows the training', async ({page, open}) => {
  await openPipeline({page, open});
  await click(page, 'transport/step-slot');
  await until(page, 'a slot', ({pipeline}) => pipeline.following && pipeline.place > 0);
  await click(page, 'transport/step-training');
  await until(page, 'a weight update', ({step}) => step === 1);
  await click(page, 'transport/step-engine-run');
  const {losses} = await until(page, 'an engine run', ({step}) => step === 5);
  assert.equal(losses, 80);
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  await until(page, 'more updates', ({step}) => step > 5);
  await click(page, 'transport/run');
  await until(page, 'a pause', ({running}) => !running);
});

test('pipeline: a count that does not fit offers those that do', async ({page, open}) => {
  await openPipeline({page, open});
  await act(page, 'set-parameter', 13, 'gradient_accumulation_count');
  const {field_errors: errors} = await until(page, 'the reason', (now) => now.field_errors.gradient_accumulation_count);
  assert.match(errors.gradient_accumulation_count, /multiple of 8/);
  await click(page, 'parameters/gradient_accumulation_count/use/0');
  const now = await until(page, 'eight', ({parameters}) => parameters.gradient_accumulation_count === 8);
  assert.equal(now.pipeline.slots, 15);
  assert.deepEqual(now.field_errors, {});
});

test('pipeline: stages share IPUs; a mapping that does not fit offers one that does', async ({page, open}) => {
  await openPipeline({page, open});
  await click(page, 'parameters/more');
  await enter(page, 'parameters/device_mapping/text', '0, 1, 1, 0');
  await until(page, 'the mapping', ({parameters}) => parameters.device_mapping.join() === '0,1,1,0');
  await click(page, 'parameters/pipeline_schedule/1');
  const {field_errors: errors} = await until(page, 'the reason', (now) => now.field_errors.device_mapping);
  assert.match(errors.device_mapping, /cannot share/);
  await click(page, 'parameters/device_mapping/use/0');
  const now = await until(
    page,
    'IPUs of their own',
    ({parameters}) => parameters.pipeline_schedule === 'interleaved' && parameters.device_mapping.length === 0,
  );
  assert.deepEqual(now.field_errors, {});
  await settled(page); // the panel closes up where the error stood
  await click(page, 'parameters/offload_activations/1');
  await until(page, 'remote activations', ({parameters}) => parameters.offload_activations);
});

test('pipeline: memory is drawn to one scale or each stage to its own, with the limit in words', async ({page, open}) => {
  await openPipeline({page, open});
  await place(page, 'schedule/memory-limit');
  assert.equal((await state(page)).pipeline.memory_scale, 'one');
  await click(page, 'schedule/memory-scale/1');
  await until(page, 'a scale of its own', ({pipeline}) => pipeline.memory_scale === 'own');
  await collectTexts(page);
  const {texts} = await layoutOf(page);
  assert.ok(texts.some(({text}) => /^An IPU has [\d.]+ MiB: the fullest uses [\d.]+ %$/.test(text)));
  assert.ok(
    texts.some(({text}) => /always live \+ 7 × .* stashed/.test(text)),
    'the parts of stage 0',
  );
});

test('pipeline: two settings are compared', async ({page, open}) => {
  await openPipeline({page, open});
  await click(page, 'pipeline/tab/1');
  const {pipeline} = await until(
    page,
    'both settings',
    ({pipeline: p}) => p.comparing && p.first.makespan_cycles && p.second.makespan_cycles,
  );
  assert.equal(pipeline.second.schedule, 'Interleaved');
  await click(page, 'compare/1/schedule/2');
  const later = await until(
    page,
    'another schedule',
    ({pipeline: p}) => p.second.schedule === 'Sequential' && p.second.makespan_cycles,
  );
  assert.ok(later.pipeline.second.makespan_cycles > pipeline.first.makespan_cycles);
});

test(
  'pipeline: draws on a phone and on a fine screen',
  {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
  async ({page, open}) => {
    await openPipeline({page, open});
    const [, , machine] = await place(page, 'machine');
    assert.ok(machine.x >= 0 && machine.x + machine.width <= 390);
    await settled(page);
  },
);
