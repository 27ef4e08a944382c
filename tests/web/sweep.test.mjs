// A sweep of one field, begun, watched and clicked in a browser.

import {assert, test} from './harness.mjs';
import {act, click, enter, settled, state, until} from './page.mjs';

const SMALL = {steps: 100, steps_per_execution: 10, batch_size: 8};

async function opened(page, fields = {}) {
  for (const [name, value] of Object.entries({...SMALL, ...fields})) await act(page, 'set-parameter', value, name);
  await act(page, 'show-scene', 0, '', 'sweep');
  await until(page, 'the scene', ({scene, sweep}) => scene === 'sweep' && sweep.values !== '');
}
const done = ({sweep}) => !sweep.busy && sweep.points.length > 0;

test(
  'sweep: typed values are run beside the page, and a point that is clicked is used',
  {timeout: 90000},
  async ({page, open}) => {
    await open();
    await opened(page);
    assert.equal((await state(page)).sweep.field, 'learning_rate');
    await enter(page, 'sweep/values', '0.01, 0.1, 0.5');
    await click(page, 'sweep/begin');
    const {sweep, step} = await until(page, 'three points', done, 60000);
    assert.deepEqual(
      sweep.points.map(({value}) => value),
      [0.01, 0.1, 0.5],
    );
    for (const {accuracy, loss, failure} of sweep.points) assert.ok(accuracy > 0.05 && loss > 0 && failure === '');
    assert.equal(step, 0);
    await click(page, 'sweep/point/1');
    const used = await until(page, 'the value', ({parameters}) => parameters.learning_rate === 0.1);
    assert.equal(used.sweep.points.length, 3);
    await settled(page);
  },
);

test('sweep: a wrong value is told beside the field, and nothing is run', async ({page, open}) => {
  await open();
  await opened(page);
  await enter(page, 'sweep/values', '0.01, much');
  const {sweep} = await until(page, 'the error', (now) => now.sweep.error !== '');
  assert.match(sweep.error, /much/);
  await click(page, 'sweep/begin');
  assert.equal((await state(page)).sweep.busy, false);
});

const PHONE = {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true};
test('sweep: it fits on a phone, and stops', {...PHONE, timeout: 90000}, async ({page, open}) => {
  await open();
  await opened(page, {steps: 5000});
  await click(page, 'sweep/begin');
  await until(page, 'a beginning', ({sweep}) => sweep.busy && sweep.points[0].progress > 0);
  await click(page, 'sweep/stop');
  await until(page, 'the end', ({sweep}) => !sweep.busy);
});
