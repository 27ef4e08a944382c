// Editing the code of a lesson: keys, undo, reset, what is kept and what a link carries; and what the
// content security policy of a server allows.

import {serve} from '../../tools/serve.mjs';
import {assert, eventually, test, testInEveryBrowser} from './harness.mjs';
import {button, cell, code, openLesson, output, run, untilState, write} from './lessons.mjs';

const LESSON = 'device-loops';
const text = (page) => code(page, 'test').inputValue();

test('editing: the keyboard alone is enough', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  await write(page, 'test', '');
  await code(page, 'test').focus();
  await page.keyboard.type('if (1) {');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two;');
  await page.keyboard.press('Enter');
  await page.keyboard.type('}');
  assert.equal(await text(page), 'if (1) {\n  two;\n}', 'lines are indented, brackets close them');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Tab');
  assert.equal(await text(page), '  if (1) {\n    two;\n  }');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await text(page), 'if (1) {\n  two;\n}');
  await page.keyboard.press('Control+z');
  assert.equal(await text(page), '  if (1) {\n    two;\n  }', 'undone');
  await write(page, 'model', '6 * 7');
  await write(page, 'host-loop', '1 + 1');
  await code(page, 'host-loop').focus();
  await page.keyboard.press('Control+Enter');
  await untilState(page, 'host-loop', 'ran');
  assert.equal(await output(page, 'model'), '42');
  await page.keyboard.press('Escape');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.equal(await focused(), 'Run Cell 2: One step per execution');
  await page.keyboard.press('Tab');
  assert.match(await focused(), /^(Reset|Copy) Cell 2/, 'Tab goes on');
  assert.match(await cell(page, 'host-loop').getByRole('status').innerText(), /Cell 2.*Done.*2/);
});

test('editing: colours, and the copy below the text has the same letters', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  for (const given of ['const a = `x${1}`; // <b>&', 'let "unfinished', '/re/g.test(`${', '', '\n\n']) {
    await write(page, 'test', given);
    assert.equal(
      await cell(page, 'test')
        .locator('.copy')
        .evaluate((copy) => copy.textContent),
      `${given}\n`,
    );
  }
  await write(page, 'test', 'const a = "b";');
  assert.deepEqual(
    await cell(page, 'test')
      .locator('.copy span')
      .evaluateAll((all) => all.map(({className, textContent}) => [className, textContent])),
    [
      ['keyword', 'const'],
      ['string', '"b"'],
    ],
  );
  const boxes = await cell(page, 'test').evaluate((element) =>
    ['.copy', '.area'].map((name) => {
      const {left, top} = element.querySelector(name).getBoundingClientRect();
      const {font, paddingLeft, paddingTop} = getComputedStyle(element.querySelector(name));
      return [left, top, font, paddingLeft, paddingTop].join();
    }),
  );
  assert.equal(boxes[0], boxes[1], 'letters lie on letters');
});

testInEveryBrowser('editing: an edit survives a reload, and reset can be undone', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  const original = await text(page);
  assert.equal(await button(page, 'test', /^Reset/).isDisabled(), true);
  await write(page, 'test', '"mine"');
  await page.reload();
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(await text(page), '"mine"');
  await button(page, 'test', /^Reset/).click();
  assert.equal(await text(page), original);
  await code(page, 'test').press('Control+z');
  assert.equal(await text(page), '"mine"', 'undone');
  await button(page, 'test', /^Reset/).click();
  await page.reload();
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(await text(page), original);
});

testInEveryBrowser('editing: works where the browser may keep nothing', async ({page, url}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await openLesson(page, url, LESSON);
  await write(page, 'model', '1 + 2');
  assert.equal(await run(page, 'model'), 'ran');
  assert.equal(await output(page, 'model'), '3');
});

test('editing: a link that is put into the address of an open lesson is opened', async ({page, url, newContext}) => {
  await openLesson(page, url, LESSON);
  await write(page, 'test', '40 + 2');
  const {hash} = new URL(await page.evaluate(() => window.pipetteLesson.share()));
  const other = await (await newContext({})).newPage();
  await openLesson(other, url, LESSON);
  const own = await text(other);
  assert.notEqual(own, '40 + 2');
  await other.evaluate(() => {
    location.hash = '#test';
  }); // a place in the page
  assert.equal(await text(other), own);
  await other.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);
  await other.waitForFunction(() => document.body.classList.contains('ready') && !document.getElementById('foreign').hidden);
  assert.equal(await text(other), '40 + 2');
  await other.context().close();
});

test('editing: a link carries the code, which runs when it is told to', async ({page, url, newContext}) => {
  await openLesson(page, url, LESSON);
  const greeting = 'console.log("gr\u00fc\u00dfe \u2192 <b>");';
  await write(page, 'test', greeting);
  await write(page, 'model', 'const shared = 1;');
  const link = await page.evaluate(() => window.pipetteLesson.share());
  assert.match(link, /#code=[\w-]+$/);
  const other = await (await newContext({})).newPage();
  await other.goto(link);
  await other.waitForFunction(() => document.body.classList.contains('ready'));
  assert.equal(await text(other), greeting);
  assert.equal(await other.locator('#foreign').isVisible(), true, 'it says whose code this is');
  assert.equal(await cell(other, 'test').getAttribute('data-state'), 'new', 'nothing runs by itself');
  await write(other, 'host-loop', 'shared + 1');
  assert.equal(await run(other, 'host-loop'), 'ran');
  assert.equal(await output(other, 'host-loop'), '2');
  for (const bad of ['#code=', '#code=!!', '#code=AAAA', `#code=${'A'.repeat(50000)}`, '#train']) {
    const fresh = await (await newContext({})).newPage();
    await openLesson(fresh, url, LESSON, bad);
    assert.equal(await fresh.locator('#foreign').isVisible(), false, bad);
    await fresh.context().close();
  }
  await other.context().close();
});

test('editing: code of a link is called that until all of it is the lesson\u2019s own again', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  const own = Object.fromEntries(
    await page.locator('pipette-cell').evaluateAll((all) => all.map(({id, original}) => [id, original])),
  );
  const link = await page.evaluate(async () => {
    const {packed} = await import('/lessons/memory.mjs');
    return `#${await packed({test: '40 + 2', 'host-loop': 'const mine = 1;'})}`;
  });
  const said = () => page.locator('#foreign').isVisible();
  await openLesson(page, url, LESSON, link);
  assert.equal(await said(), true);
  await write(page, 'model', '1 + 1');
  assert.equal(await said(), true, 'another cell has changed');
  await write(page, 'test', '40 + 3');
  assert.equal(await said(), true, 'it has been changed a little');
  await openLesson(page, url, LESSON);
  assert.deepEqual([await text(page), await said()], ['40 + 3', true], 'what was kept of it');
  await write(page, 'test', own.test);
  assert.equal(await said(), false, 'what is left is the reader\u2019s');
  await openLesson(page, url, LESSON);
  assert.equal(await said(), false);
});

testInEveryBrowser(
  "editing: pages are as strict as ever, only the cells' frame may load blobs",
  async ({page, url, folder, errors}) => {
    const policy = async (path) => (await fetch(url + path)).headers.get('content-security-policy');
    assert.equal(await policy(`lessons/${LESSON}.html`), await policy(''));
    assert.doesNotMatch(await policy(''), /script-src[^;]*blob:/);
    assert.match(await policy('lessons/cell_frame.html'), /script-src 'self' 'wasm-unsafe-eval' blob:/);
    for (const path of ['', 'lessons/cell_frame.html']) assert.doesNotMatch(await policy(path), /'unsafe-eval'/);
    const strict = await serve(folder, {csp: true, cells: false});
    try {
      await openLesson(page, strict.url, LESSON);
      assert.equal(await run(page, 'model'), 'failed');
      assert.match(await output(page, 'model'), /content security policy .* needs blob: in its script-src/);
      await eventually('the button back', () => button(page, 'model', /^Run/).isEnabled());
    } finally {
      await strict.close();
    }
    errors.length = 0; // the browser reports what the policy forbade
  },
);

testInEveryBrowser('editing: pages live with trusted types', async ({page, url, errors}) => {
  await openLesson(page, url, LESSON);
  assert.match(
    await page.evaluate(() => {
      try {
        document.querySelector('main').innerHTML = '<b>text</b>';
        return 'no trusted types here';
      } catch (error) {
        return String(error);
      }
    }),
    /^TypeError/,
  );
  await write(page, 'model', '1 + 2');
  assert.equal(await run(page, 'model'), 'ran');
  await page.route('**/lessons/*.html', async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'].replace('pipette-lessons', "'none'");
    await route.fulfill({response, headers: {...response.headers(), 'content-security-policy': policy}});
  });
  await openLesson(page, url, LESSON);
  for (const time of ['once', 'twice']) {
    assert.equal(await run(page, 'model'), 'failed', time);
    assert.match(await output(page, 'model'), /worker of the cells could not be started: /);
  }
  errors.length = 0;
});

test('editing: all cells can be reset at once', async ({page, url}) => {
  await openLesson(page, url, LESSON);
  const texts = () => page.locator('pipette-cell textarea').evaluateAll((all) => all.map(({value}) => value));
  const before = await texts();
  for (const id of ['model', 'test']) await write(page, id, 'other');
  const reset = page.getByRole('button', {name: 'Reset all'});
  await reset.click();
  assert.deepEqual(await texts(), before);
  assert.equal(await reset.evaluate((element) => element === document.activeElement), true);
});
