// Teachers' links: a task that a link gives, the dialog that makes one, and class codes that are checked by running again.

import {assert, eventually, test} from './harness.mjs';
import {act, state, until} from './page.mjs';
import {dropSmallMnist} from './small_mnist.mjs';

const LINK =
  '#v=1&experiment=mnist-with-feeds&batch_size=8&steps=40&steps_per_execution=10&task=Train.&goal=steps%20%3E%3D%203' +
  '&lock=batch_size&hide=learning_rate';
const panel = (page) => page.locator('#task-panel');
const done = (page, steps) =>
  until(page, `step ${steps}`, ({step, running, testing}) => step === steps && !running && !testing);

async function makeLink(page) {
  await act(page, 'ask-task');
  const dialog = page.locator('#class-dialog');
  await dialog.waitFor();
  return dialog;
}

async function classCodeOf(page, name) {
  await panel(page).getByLabel('Your name').fill(name);
  await panel(page).getByRole('button', {name: 'Copy class code'}).click();
  const code = panel(page).locator('textarea');
  await eventually('the code', async () => (await code.inputValue()).startsWith('pipette-1.'));
  return code.inputValue();
}

async function verdict(dialog, code) {
  await dialog.locator('[name=code]').fill(code);
  await dialog.getByRole('button', {name: 'Check it'}).click();
  const said = dialog.locator('form').nth(1).locator('.said');
  await eventually('a verdict', async () => /^(✓|Not|The code)/.test(await said.innerText()));
  return said.innerText();
}

test('class link: a task is read, its goal checks itself, and locked controls keep their values', async ({page, open}) => {
  await open(LINK);
  await panel(page).waitFor();
  assert.match(await panel(page).innerText(), /Train\.\s+Goal: steps >= 3/);
  assert.equal(await page.evaluate(() => window.pipette_app.rect('parameters/batch_size/more')), null);
  assert.equal(await page.evaluate(() => window.pipette_app.rect('parameters/learning_rate')), null);
  await act(page, 'run');
  await done(page, 40);
  await eventually('the goal is met', async () => (await panel(page).innerText()).includes('✓ steps >= 3: met at step'));
});

test('class link: a class code is true where the page comes to the same bits, and a slip is told', async ({page, open}) => {
  await open(LINK);
  await panel(page).waitFor();
  await act(page, 'step-engine-run');
  await done(page, 10);
  const code = await classCodeOf(page, 'Ada');
  await act(page, 'reset');
  const dialog = await makeLink(page);
  assert.match(await verdict(dialog, code), /True\. Ada's run gives the same bits here: step 10.*Goal steps >= 3: met/);
  const [version, body, sum] = code.split('.');
  assert.match(await verdict(dialog, `${version}.${body.slice(1)}A.${sum}`), /changed on its way/);
  const forged = await page.evaluate(async (given) => {
    const {classCode, readClassCode} = await import('./class_code.mjs');
    const {address, step, losses, accuracy} = readClassCode(given);
    return classCode({address, step, accuracy, summary: {weight_hash: '0123456789abcdef', loss_hash: losses}}, 'Eve');
  }, code);
  assert.match(await verdict(dialog, forged), /Not true: the weights are others/);
});

test('class link: an easier goal or another value is told, whatever the code says', async ({page, open, url}) => {
  await open(LINK);
  await panel(page).waitFor();
  await act(page, 'step-engine-run');
  await done(page, 10);
  const code = await classCodeOf(page, 'Eve');
  const changed = (change) =>
    page.evaluate(
      async ([given, more]) => {
        const {classCode, readClassCode} = await import('./class_code.mjs');
        const {address, step, weights, losses, accuracy, name} = readClassCode(given);
        const summary = {weight_hash: weights, loss_hash: losses};
        return classCode({address: {...address, ...more}, step, accuracy, summary}, name);
      },
      [code, change],
    );
  const easier = await changed({goal: 'steps >= 1'});
  const dialog = await makeLink(page);
  assert.match(await dialog.locator('[name=own]').inputValue(), /goal=steps%20%3E%3D%203/, 'the page has the link');
  assert.match(await verdict(dialog, easier), /^Not your task: its goal is "steps >= 1", yours is "steps >= 3"/);
  assert.match(await verdict(dialog, code), /^✓ True.*Goal steps >= 3: met/);
  await open(LINK.replace('batch_size=8', 'batch_size=16'));
  await act(page, 'step-engine-run');
  await done(page, 10);
  const other = await classCodeOf(page, 'Eve');
  await page.reload();
  await open('?plain#v=1&experiment=mnist-with-feeds');
  const again = await makeLink(page);
  assert.match(await verdict(again, other), /goal that it names, steps >= 3: met\. Without your own link/);
  await again.locator('[name=own]').fill(url + LINK);
  assert.match(await verdict(again, other), /^Not your task: .* is 16, yours is 8/);
});

test('class link: a true code is true beside other data, and one check runs at a time', async ({page, open}) => {
  await open(LINK);
  await panel(page).waitFor();
  await act(page, 'step-engine-run');
  await done(page, 10);
  const code = await classCodeOf(page, 'Ada');
  await dropSmallMnist(page);
  await until(page, 'other data', ({data}) => data === 'files');
  const dialog = await makeLink(page);
  await dialog.locator('[name=code]').fill(code);
  await dialog.locator('[name=code]').evaluate((area) => {
    area.form.requestSubmit();
    area.form.requestSubmit();
  });
  assert.match(await verdict(dialog, code), /^✓ True\. Ada's run/);
});

test('class link: the dialog makes the page what students will see, and refuses a goal that is none', async ({page, open}) => {
  await open('#v=1&experiment=mnist-with-feeds');
  const dialog = await makeLink(page);
  await dialog.locator('[name=task]').fill('Reach 90 %.');
  await dialog.locator('[name=goal]').fill('acuracy >= 0.9');
  await dialog.locator('[data-control=batch_size]').selectOption('lock');
  await dialog.getByRole('button', {name: 'Copy link'}).click();
  await eventually('the refusal', async () =>
    (await dialog.locator('.said').first().innerText()).includes('the nearest is accuracy'),
  );
  await dialog.locator('[name=goal]').fill('accuracy >= 90%');
  await dialog.getByRole('button', {name: 'Copy link'}).click();
  await panel(page).waitFor();
  const {address} = await state(page);
  assert.deepEqual([address.task, address.goal, address.lock], ['Reach 90 %.', 'accuracy >= 0.9', 'batch_size']);
  await dialog.getByRole('button', {name: 'Remove the task'}).click();
  await eventually('no task', async () => (await panel(page).count()) === 0);
});

test('class link: a step back shows the run as it was', async ({page, open}) => {
  await open(LINK);
  for (let step = 1; step <= 3; ++step) {
    await act(page, 'step-training');
    await done(page, step);
  }
  const {summary} = await state(page);
  await act(page, 'step-training');
  await done(page, 4);
  await act(page, 'step-back');
  await done(page, 3);
  assert.equal((await state(page)).summary.weight_hash, summary.weight_hash);
});
