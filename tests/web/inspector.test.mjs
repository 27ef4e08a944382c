// The outfeed inspector as a person uses it: tensors, their elements, filters, what was printed.

import {assert, test} from './harness.mjs';
import {act, click, place, settled, until} from './page.mjs';

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
  await click(page, 'inspector/gradients_filters/text');
  await page.keyboard.type('bias');
  await page.keyboard.press('Enter');
  await until(page, 'the filter', ({parameters}) => parameters.gradients_filters.join() === 'bias');
  await click(page, 'inspector/gradients_filters/on');
  await until(page, 'none', ({parameters}) => parameters.gradients_filters.join() === 'none');
  await click(page, 'inspector/gradients_filters/on');
  await until(page, 'the filter', ({parameters}) => parameters.gradients_filters.join() === 'bias');
  await page.keyboard.press('Control+z');
  await until(page, 'none', ({parameters}) => parameters.gradients_filters.join() === 'none');
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

test('inspector: draws on a phone and on a fine screen', {
  viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true,
}, async ({page, open}) => {
  await openInspector({page, open}, 'inspect-model');
  const [, , card] = await place(page, 'tensors');
  assert.ok(card.x >= 0 && card.x + card.width <= 390);
  await settled(page);
});

test('inspector: the other programs of the tutorials run and print', async ({page, open}) => {
  await open();
  const programs = [['loops', 'Program ran successfully'], ['perf-training-example', 'counter 20'],
                    ['outfeed-example', 'Step 19: loss'], ['dataset-benchmark', 'bottleneck']];
  for (const [name, words] of programs) {
    await act(page, 'select-experiment', 0, '', name);
    await until(page, name, ({parameters, inspector}) =>
        parameters.experiment === name && inspector !== null);
    await act(page, 'set-parameter', 20, 'steps_per_execution');
    await act(page, 'set-parameter', 20, 'steps');
    await act(page, 'set-speed', 7);
    await click(page, 'transport/run');
    const {inspector} = await until(page, `the end of ${name}`, ({finished}) => finished, 40000);
    assert.ok(inspector.printed.includes(words), `${name} printed ${inspector.printed}`);
  }
  await settled(page);
});
