// The outfeed inspector as a person uses it: tensors, their elements, filters, what was printed.

import {assert, test} from './harness.mjs';
import {act, click, enter, place, settled, until} from './page.mjs';

async function openInspector({page, open}, name = 'inspect-keras') {
  await open();
  await act(page, 'select-experiment', 0, '', name);
  await until(page, 'the inspector', ({inspector}) => inspector !== null);
}

/** Trains to the end, a small experiment. */
async function train(page) {
  await act(page, 'set-parameter', 20, 'steps_per_execution');
  await act(page, 'set-parameter', 60, 'steps');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  return until(page, 'tensors', ({inspector, finished}) => finished && inspector.tensors.length > 0);
}

test('inspector: picks tensors and elements by click, key and slider', async ({page, open}) => {
  await openInspector({page, open});
  const {inspector} = await train(page);
  assert.match(inspector.shape, /^5 weight updates × /);
  await click(page, 'tensors/1');
  const other = await until(page, 'another', (now) => now.inspector.selected !== inspector.selected);
  await page.keyboard.press('ArrowUp');
  await until(page, 'the first', (now) => now.inspector.selected === inspector.selected);
  assert.notEqual(other.inspector.selected, inspector.selected);
  await page.keyboard.press('ArrowLeft');
  await until(page, 'the one before', (now) => now.inspector.element === 3);
  const [, y, slider] = await place(page, 'heat/element');
  await page.mouse.click(slider.x + 12, y);
  await until(page, 'the first element', (now) => now.inspector.element === 0);
  await page.keyboard.press('End');
  await until(page, 'the newest', (now) => now.inspector.element === 4);
  await settled(page);
});

test('inspector: filters are typed, turned off and undone', async ({page, open}) => {
  await openInspector({page, open});
  await enter(page, 'inspector/gradients_filters/text', 'bias');
  await until(page, 'the filter', ({parameters}) => parameters.gradients_filters.join() === 'bias');
  await click(page, 'inspector/gradients_filters/on');
  await until(page, 'none', ({parameters}) => parameters.gradients_filters.join() === 'none');
  await click(page, 'inspector/gradients_filters/on');
  await until(page, 'the filter', ({parameters}) => parameters.gradients_filters.join() === 'bias');
  await page.keyboard.press('Control+z');
  await until(page, 'none', ({parameters}) => parameters.gradients_filters.join() === 'none');
  await settled(page);
});

test('inspector: filters that are typed while it trains take effect without a new start', async ({page, open}) => {
  await openInspector({page, open});
  await act(page, 'set-parameter', 20, 'steps_per_execution');
  await act(page, 'set-parameter', 100000, 'steps');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  const kernel = 'gradients/Dense_256/kernel:0_grad';
  const before = await until(page, 'tensors', ({inspector}) => inspector.tensors.length > 1);
  assert.ok(!before.inspector.tensors.includes(kernel));
  await enter(page, 'inspector/gradients_filters/text', '256/kernel');
  const after = await until(page, 'the kernel', ({inspector}) => inspector.tensors.includes(kernel));
  assert.ok(after.running && after.step > before.step, 'it went on');
  assert.ok(before.inspector.tensors.every((name) => after.inspector.tensors.includes(name)));
  await act(page, 'inspect', 0, '', kernel);
  const {inspector} = await until(page, 'it', (now) => now.inspector.selected === kernel);
  assert.ok(inspector.first > 0, 'numbered from the beginning of the training');
  await until(page, 'no wait', (now) => !now.inspector.filters_wait);
  await act(page, 'inspect', 0, '', before.inspector.tensors[0]); // scrolls to it
  await place(page, 'tensors/0/stopped');
  await click(page, 'transport/run');
  await page.keyboard.press('Control+z');
  const undone = await until(page, 'undone', ({parameters}) => parameters.gradients_filters.join() === 'Dense_128');
  assert.ok(undone.step >= after.step);
  await settled(page);
});

test('inspector: layers are looked at while it trains', async ({page, open}) => {
  await openInspector({page, open});
  await click(page, 'inspector/layers/1');
  const {
    inspector: {layer: before},
  } = await until(page, 'the untrained layer', ({inspector}) => inspector.layer !== null);
  assert.deepEqual([before.name, before.step, before.points, before.singular_values], ['Dense_256', 0, 256, 256]);
  await train(page);
  const {
    inspector: {layer: after},
  } = await until(page, 'the trained one', ({inspector}) => inspector.layer.step === 60);
  assert.notEqual(after.largest, before.largest);
  await page.getByRole('button', {name: 'Close the result'}).click();
  await click(page, 'layers/layer');
  await click(page, 'layers/layer/3');
  await until(page, 'another layer', ({inspector}) => inspector.layer.name === 'Dense_10');
  await click(page, 'inspector/layers/0');
  await until(page, 'nobody looks', ({inspector}) => inspector.layer === null);
  await settled(page);
});

test('inspector: a pipelined model shows its schedule as another scene', async ({page, open}) => {
  await openInspector({page, open});
  await click(page, 'scenes/1');
  const {pipeline} = await until(page, 'the schedule', ({scene}) => scene === 'schedule');
  assert.equal(pipeline.slots, 4 + 2 * 2 - 1);
  await place(page, 'schedule/rows');
  await act(page, 'train-slot');
  await until(page, 'the first slot', (now) => now.pipeline.following && now.pipeline.place > 0);
  await click(page, 'pipeline/tab/1');
  const compared = await until(
    page,
    'two of them',
    (now) => now.pipeline.first.makespan_cycles > 0 && now.pipeline.second.makespan_cycles > 0,
  );
  assert.notEqual(compared.pipeline.first.makespan_cycles, compared.pipeline.second.makespan_cycles);
  await click(page, 'scenes/0');
  await until(page, 'the tensors', ({scene}) => scene === 'tensors');
  await settled(page);
});

test('inspector: convolution kernels are pictures', async ({page, open}) => {
  await openInspector({page, open}, 'keras-convolutions');
  await act(page, 'set-parameter', 5, 'steps_per_execution');
  await act(page, 'set-parameter', 10, 'steps');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  const kernels = 'gradients/Conv_1/kernel:0_grad';
  const {inspector} = await until(page, 'kernels', (now) => now.finished && now.inspector.tensors.includes(kernels));
  assert.equal(inspector.selected, kernels, 'in front');
  assert.match(inspector.shape, /3 × 3 × 1 × 8$/);
  await settled(page);
});

test('inspector: a learning rate that breaks everything is loud', async ({page, open}) => {
  await openInspector({page, open});
  await act(page, 'set-parameter', 1000, 'learning_rate');
  await train(page);
  await act(page, 'inspect', 0, '', 'gradients/Dense_128/kernel:0_grad');
  await until(page, 'NaN or infinity', ({inspector}) => inspector.nans + inspector.infs > 0);
  await place(page, 'tensors/not-finite');
});

test(
  'inspector: draws on a phone and on a fine screen',
  {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
  async ({page, open}) => {
    await openInspector({page, open}, 'inspect-model');
    const [, , card] = await place(page, 'tensors');
    assert.ok(card.x >= 0 && card.x + card.width <= 390);
    await settled(page);
  },
);

test('inspector: the other programs of the tutorials run and print', async ({page, open}) => {
  await open();
  const programs = [
    ['loops', 'Program ran successfully'],
    ['perf-training-example', 'counter 20'],
    ['outfeed-example', 'Step 19: loss'],
    ['dataset-benchmark', 'bottleneck'],
  ];
  for (const [name, words] of programs) {
    await act(page, 'select-experiment', 0, '', name);
    await until(page, name, ({parameters, inspector}) => parameters.experiment === name && inspector !== null);
    await act(page, 'set-parameter', 20, 'steps_per_execution');
    await act(page, 'set-parameter', 20, 'steps');
    await act(page, 'set-speed', 7);
    await click(page, 'transport/run');
    const {inspector} = await until(page, `the end of ${name}`, ({finished}) => finished, 40000);
    assert.ok(inspector.printed.includes(words), `${name} printed ${inspector.printed}`);
  }
  await settled(page);
});
