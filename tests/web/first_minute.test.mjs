// What a newcomer meets: the doors of a first visit, a sentence for each moment, and what came of a run.

import {assert, eventually, test} from './harness.mjs';
import {act, click, enter, state, until} from './page.mjs';

const welcome = (page) => page.getByRole('region', {name: 'Welcome'});

test(
  'first minute: a first visit has three doors, and the first action closes them for ever',
  {firstVisit: true},
  async ({page, open}) => {
    await open();
    await eventually('the doors', () => welcome(page).isVisible());
    assert.match(await welcome(page).innerText(), /IPUs/);
    assert.equal(await welcome(page).getByRole('button').count(), 3);
    await welcome(page)
      .getByRole('button', {name: /Pipelines/})
      .click();
    await until(page, 'a pipeline that trains', ({experiment, running}) => experiment === 'mnist-pipelined' && running);
    assert.equal(await welcome(page).count(), 0);
    await open();
    await until(page, 'the page', ({step}) => step === 0);
    assert.equal(await welcome(page).count(), 0, 'not on the next visit');
  },
);

test(
  'first minute: the keyboard goes through the doors, and any other key goes on without them',
  {firstVisit: true},
  async ({page, open}) => {
    await open();
    await eventually('the doors', () => welcome(page).isVisible());
    await page.keyboard.press('Tab');
    assert.equal(await welcome(page).isVisible(), true);
    await page.keyboard.press('Escape');
    await eventually('no doors', async () => (await welcome(page).count()) === 0);
  },
);

/** What the page says after each of so many instructions, drawn. */
const stepped = (page, count) =>
  page.evaluate(async (n) => {
    const {act, idle, state} = window.pipette_app,
      seen = [];
    while (seen.length < n) {
      act('step-instruction');
      do await new Promise(requestAnimationFrame);
      while (!idle());
      const {infeed, moment} = state();
      seen.push({infeed, moment});
    }
    return seen;
  }, count);

test('first minute: the infeed fills and drains, and a caption says what happens', {timeout: 120000}, async ({page, open}) => {
  await open();
  assert.match((await state(page)).moment, /^Run starts the training/);
  await act(page, 'set-speed', 1);
  const seen = await stepped(page, 120);
  const levels = new Set(seen.map(({infeed}) => infeed.filled)),
    captions = new Set(seen.map(({moment}) => moment.split(' ')[0]));
  assert.ok(levels.size > 2, `fill levels ${[...levels]}`);
  for (const word of ['Forward:', 'Backward:', 'The']) assert.ok(captions.has(word), [...captions].join());
  const said = await page.locator('#announcer').innerText();
  assert.ok(said.endsWith((await state(page)).moment), `a screen reader hears the caption: ${said}`);
});

test(
  'first minute: a slow host empties the infeed, and the amber ends with the wait',
  {timeout: 120000},
  async ({page, open}) => {
    await open();
    await click(page, 'parameters/host.speed/0');
    await until(page, 'the slow host', ({parameters}) => parameters.host.speed === 'slow');
    const seen = await stepped(page, 30);
    for (const {infeed, moment} of seen) {
      if (infeed.stall === '') assert.doesNotMatch(moment, /^The IPU waits/);
      else assert.match(moment, /^The IPU waits .* for batch \d+: the host is /);
    }
    assert.ok(seen.some(({infeed}) => infeed.stall !== ''));
  },
);

test('first minute: a run that ends says what came of it, and what to try next', async ({page, open}) => {
  await open();
  await act(page, 'set-parameter', 100, 'steps');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  const result = page.getByRole('region', {name: 'Result'});
  await eventually('the result', () => result.isVisible());
  const {summary} = await state(page);
  const text = await result.innerText();
  assert.ok(text.includes('100 mini-batches of 32 images'), text);
  assert.ok(text.includes(summary.weight_hash), text);
  assert.match(text, /With feeds\s+\S+ ms\s+\S+ m?s/);
  assert.match(text, /the same weights, bit by bit/);
  await result.getByRole('button', {name: 'Close the result'}).click();
  assert.equal(await result.count(), 0);
  await click(page, 'transport/progress');
  await eventually('the result again', () => result.isVisible());
  await result.getByRole('button', {name: 'A slow host, as measured'}).click();
  const changed = await until(
    page,
    'another experiment',
    ({parameters, step}) => parameters.host.speed === 'slow' && step === 0,
  );
  assert.equal(changed.finished, false);
  await eventually('no result of it yet', async () => (await result.count()) === 0);
});

test('first minute: the traces show what is to come before anything has run', async ({page, open}) => {
  await open();
  const before = await until(page, 'traces of the first steps', (now) => now.trace_ahead);
  assert.match(before.caption, /^Steps 1–10: .* vs .*×$/);
  assert.deepEqual([before.step, before.losses, before.running], [0, 0, false]);
  await act(page, 'step-engine-run');
  const after = await until(page, 'traces', (now) => now.step === 10 && !now.trace_ahead && now.caption);
  assert.equal(after.caption, before.caption);
});

test('first minute: the figures of the tutorial are one click and a run away', async ({page, open}) => {
  await open();
  await click(page, 'parameters/version/1');
  await until(page, 'its host', ({parameters}) => parameters.host.speed === 'slow' && parameters.steps === 10000);
  await act(page, 'set-parameter', 100, 'steps'); // all of them take a minute where the processor draws as well
  await click(page, 'transport/run');
  const result = page.getByRole('region', {name: 'Result'});
  await eventually('the result', () => result.isVisible());
  const text = await result.innerText();
  assert.match(text, /Time taken using infeed\/outfeed queues: 11\.6\d+ seconds \(modelled\)/);
  assert.match(text, /Time taken without infeed\/outfeed queues: 11\.7\d+ seconds \(modelled\)/);
  await act(page, 'show-scene', 0, '', 'printed');
  const {inspector} = await until(page, 'its program', ({scene, cards}) => scene === 'printed' && cards.includes('code'));
  assert.ok(text.replaceAll(/\s+/g, ' ').includes(inspector.printed.trim().replaceAll('\n', ' ')), inspector.printed);
});

test('first minute: what is no number stays in its field, beside a sentence and a way out', async ({page, open}) => {
  await open();
  await enter(page, 'parameters/batch_size/text', 'abc');
  const {field_errors: words} = await until(page, 'an error', ({field_errors}) => field_errors.batch_size);
  assert.match(words.batch_size, /Batch size.*abc/);
  await enter(page, 'parameters/batch_size/text', '3.7');
  await until(page, 'another error', ({field_errors}) => /3\.7.*nearest valid value is 4/.test(field_errors.batch_size));
  await click(page, 'parameters/batch_size/use/0');
  await until(
    page,
    'the nearest value',
    ({parameters, field_errors}) => parameters.batch_size === 4 && !field_errors.batch_size,
  );
});

const END = /^Done: 60 mini-batches in 6 engine runs\. The loss is .* of the test digits are recognised\./;

test('first minute: with a screen reader the end is heard, and the result has the focus', async ({page, open}) => {
  await open();
  await act(page, 'set-parameter', 60, 'steps');
  await act(page, 'set-speed', 7);
  await page.getByRole('button', {name: 'Run', exact: true}).focus();
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', {name: 'Result'});
  await result.waitFor();
  await eventually('the result in words', async () => END.test(await page.locator('#announcer').innerText()));
  assert.equal(await page.evaluate(() => document.activeElement.id), 'result-panel');
  await page.keyboard.press('Escape');
  assert.equal(await result.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.intent), 'run', 'it goes back to where it was');
});

test('first minute: the result takes no key from the page, and no field from who is typing', async ({page, open}) => {
  await open();
  await act(page, 'set-parameter', 60, 'steps');
  await act(page, 'set-speed', 7);
  await click(page, 'transport/run');
  await page.getByRole('region', {name: 'Result'}).waitFor();
  await page.keyboard.press('r');
  await until(page, 'the beginning', ({step}) => step === 0);
  await eventually('no result', async () => (await page.getByRole('region', {name: 'Result'}).count()) === 0);
  await page.getByRole('button', {name: 'Controls and tables as text'}).focus();
  await page.keyboard.press('Enter');
  const batch = page.getByRole('textbox', {name: 'Batch size'});
  await batch.focus();
  await act(page, 'run');
  await page.getByRole('region', {name: 'Result'}).waitFor();
  await eventually('the result in words', async () => END.test(await page.locator('#announcer').innerText()));
  assert.equal(await batch.evaluate((field) => field === document.activeElement), true);
});
