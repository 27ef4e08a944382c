// The page as a form and tables for assistive technology (web/mirror.mjs), read as a screen reader reads it: from
// Chromium's accessibility tree, by roles and names.

import {unitInWords} from '../../web/mirror_words.mjs';
import {isChromium} from './hands.mjs';
import {assert, eventually, skip, test} from './harness.mjs';
import {faultsOfHtml} from './layout.mjs';
import {act, state, until} from './page.mjs';

const OPENER = 'Controls and tables as text';

async function openMirror(page) {
  await page.getByRole('button', {name: OPENER}).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', {name: OPENER}).getByRole('heading', {name: 'Experiment'}).waitFor();
}

/** What a screen reader is told of everything in the page: [{role, name, description}]. */
async function spoken(page) {
  const session = await page.context().newCDPSession(page);
  const {nodes} = await session.send('Accessibility.getFullAXTree');
  return nodes
    .filter((node) => !node.ignored)
    .map((node) => ({role: node.role?.value, name: node.name?.value ?? '', description: node.description?.value ?? ''}));
}

test('mirror: every control of the panel is in the accessibility tree, with its words', async ({page, open}) => {
  if (!isChromium(page)) skip('only Chromium gives its accessibility tree');
  await open();
  assert.equal(await page.locator('#mirror').count(), 0, 'made before it is wanted');
  await openMirror(page);
  for (const experiment of ['mnist-with-feeds', 'mnist-pipelined', 'inspect-keras']) {
    await act(page, 'select-experiment', 0, '', experiment);
    const {controls} = await until(page, experiment, (now) => now.experiment === experiment);
    assert.ok(controls.length > 5);
    await eventually(`the fields of ${experiment}`, () =>
      page.evaluate(
        (ids) => ids.every((id) => document.getElementById(id)),
        controls.map(({name}) => `mirror-${name}`),
      ),
    );
    const nodes = await spoken(page);
    for (const {label, unit, help, options} of controls) {
      const role = options.length > 0 ? 'combobox' : 'textbox';
      const name = unit ? `${label} (${unitInWords(unit)})` : label;
      const said = nodes.filter((node) => node.role === role && node.name === name);
      assert.ok(
        said.some(({description}) => description.startsWith(help)),
        `${experiment}: no ${role} is called ${name}, "${help}"`,
      );
    }
  }
});

test('mirror: the keyboard alone changes a field, trains, and reads queues and schedule', async ({page, open}) => {
  await open();
  await openMirror(page);
  const mirror = page.getByRole('region', {name: OPENER});
  const batch = mirror.getByRole('textbox', {name: 'Batch size'});
  await batch.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('-5');
  await page.keyboard.press('Tab');
  await until(page, 'the batch size is refused', (now) => now.field_errors.batch_size);
  await eventually('the field says why', async () => (await batch.getAttribute('aria-invalid')) === 'true');
  assert.equal(await batch.inputValue(), '-5');
  await batch.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('64');
  await page.keyboard.press('Enter');
  await until(page, 'the batch size', (now) => now.parameters.batch_size === 64);
  await eventually('the field is fine', async () => (await batch.getAttribute('aria-invalid')) === 'false');

  await page.getByRole('button', {name: 'Step one training step'}).focus();
  await page.keyboard.press('Enter');
  await until(page, 'a step', (now) => now.step === 1);
  await eventually('the step in words', async () => /1 of 10,000/.test(await mirror.locator('dl').innerText()));

  await mirror.locator('summary', {hasText: 'Table of queues'}).focus();
  await page.keyboard.press('Enter');
  const queues = mirror.getByRole('table');
  await eventually('the queues', async () => /infeed\s+\d+\s+\d+/.test(await queues.innerText()));

  await mirror.getByRole('combobox', {name: 'Experiment'}).selectOption('mnist-pipelined');
  await until(page, 'a pipeline', (now) => now.experiment === 'mnist-pipelined');
  await act(page, 'step-training');
  await mirror.locator('summary', {hasText: 'Table of schedule'}).focus();
  await page.keyboard.press('Enter');
  await eventually('the schedule', async () => (await mirror.getByRole('table').getByRole('row').count()) > 10);

  await page.keyboard.press('Escape');
  assert.equal(await mirror.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'open-mirror');
});

test('mirror: speed is a field, parts have headings, and tables are read in words and sensible digits', async ({
  page,
  open,
}) => {
  await open();
  await openMirror(page);
  const mirror = page.getByRole('region', {name: OPENER});
  await mirror.getByRole('combobox', {name: 'Speed', exact: true}).selectOption('As fast as possible');
  await until(page, 'the speed', ({speed, speeds}) => speed === speeds.length - 1);
  const headings = await mirror.getByRole('heading').allInnerTexts();
  for (const heading of ['Experiment', 'Training', 'Run', 'Tables', 'Table of trace'])
    assert.ok(headings.includes(heading), heading);
  await act(page, 'step-engine-run');
  await until(page, 'an engine run', ({step, running}) => step === 10 && !running);
  await mirror.getByText('Table of trace').click();
  const table = mirror.getByRole('table');
  await eventually('the trace', async () => (await table.getByRole('row').count()) > 10);
  const heads = await table.getByRole('columnheader').allInnerTexts();
  assert.ok(heads.includes('Start in microseconds') && !heads.some((head) => /\bus\b/.test(head)), heads.join());
  const cells = await table.getByRole('cell').allInnerTexts();
  const long = cells.filter((cell) => /\d\.\d{6}/.test(cell) || /\d{5}\.\d/.test(cell));
  assert.deepEqual(long, [], 'no digits that say nothing');
  await eventually('units', async () => /Modelled time\s+[\d.]+ milliseconds/.test(await mirror.locator('dl').innerText()));
});

test('mirror: what a task locks and hides is locked and hidden in the text too', async ({page, open}) => {
  await open();
  await openMirror(page);
  await act(page, 'set-task', 0, '', JSON.stringify({lock: 'batch_size', hide: 'seed'}));
  const mirror = page.getByRole('region', {name: OPENER});
  await eventually('it is locked', () => mirror.getByRole('textbox', {name: 'Batch size'}).isDisabled());
  assert.equal(await mirror.getByRole('textbox', {name: 'Seed'}).count(), 0);
  assert.equal((await state(page)).controls.find(({name}) => name === 'seed').hidden, true);
});

for (const [width, height, least] of [
  [320, 568, 44],
  [1280, 720, 24],
]) {
  test(
    `mirror: the text has room at ${width} px`,
    {viewport: {width, height}, hasTouch: least === 44},
    async ({page, open}) => {
      await open();
      await openMirror(page);
      await page.getByText('Table of queues').click();
      assert.deepEqual(await faultsOfHtml(page, '#mirror', least), []);
    },
  );
}
