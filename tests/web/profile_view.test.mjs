// The viewer of profiles in a browser: every tab, the selection that links them, hands and keys, files, widths.

import {fingers} from './hands.mjs';
import {assert, eventually, test} from './harness.mjs';
import {assertPerfettoOpens} from './perfetto_rules.mjs';
import {INSIGHT, TABS, openReport, placeOfBlock, realProfile, reportOf, settled} from './profiles.mjs';
import {smallProfile} from './small_profile.mjs';

const tab = (page, name) => page.getByRole('tab', {name, exact: true});
const selection = (page) => page.evaluate(() => window.pipetteReport.selection);
const window_ = (page) =>
  page.evaluate(() => {
    const {from, to} = window.pipetteReport.current.timeline;
    return {from, to};
  });

test('profile: a report opens in less than a second and draws every tab', async ({page}) => {
  await openReport(page, realProfile());
  const opened = await page.evaluate(() => performance.getEntriesByName('pipette-report')[0].startTime);
  console.log(`    ${Math.round(opened)} ms until it was drawn`);
  assert.ok(opened < 3000, `${opened} ms`); // on a computer that does other things too
  assert.equal(await page.title(), 'training_step \u2013 Pipette profile');
  for (const name of TABS) {
    await page.evaluate((key) => window.pipetteReport.show(key), name);
    await settled(page);
    assert.ok((await page.getByRole('tabpanel').innerText()).length > 20, name);
  }
  const canvases = await page.evaluate(() => {
    const root = document.querySelector('.pipette-profile-view').shadowRoot;
    return [...root.querySelectorAll('canvas')].map(
      (canvas) => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size,
    );
  });
  assert.ok(
    canvases.every((colours) => colours > 8),
    `colours on canvases: ${canvases}`,
  );
});

/** A profile in which every text that stands for a kind is another one. */
function renamedKinds(text) {
  const profile = smallProfile({insights: [INSIGHT]}),
    {compilation, execution, operations} = profile;
  const rename = (sums) => JSON.parse(`{${JSON.stringify(text)}: ${Object.values(sums).reduce((sum, each) => sum + each, 0)}}`);
  const renameTree = (each) => {
    Object.assign(each, {kind: text, phase: text});
    each.children?.forEach(renameTree);
  };
  renameTree(compilation.program);
  for (const ipu of compilation.ipus) {
    ipu.bytesAtPeak = rename(ipu.bytesAtPeak);
    for (const variable of ipu.variables) variable.kind = text;
  }
  for (const operation of operations) {
    Object.assign(operation, {kind: text, phase: text, cyclesByKind: rename(operation.cyclesByKind)});
    operation.waits = rename(operation.waits);
  }
  for (const lane of execution.lanes) lane.cycles = rename(lane.cycles);
  for (const name of ['kinds', 'activities', 'reasons']) execution.spans[name] = execution.spans[name].map(() => text);
  return profile;
}

for (const kind of ['x,url(http://elsewhere.invalid/?weights)', '__proto__', 'constructor']) {
  test(`profile: a kind called ${kind} is a text and nothing else`, async ({page}) => {
    const asked = [];
    await page.route('http://elsewhere.invalid/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({body: ''});
    });
    const html = reportOf(renamedKinds(kind)).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    await page.route('http://report.invalid/', (route) => route.fulfill({contentType: 'text/html', body: html}));
    await page.goto('http://report.invalid/');
    await page.waitForFunction(() => performance.getEntriesByName('pipette-report').length > 0);
    for (const name of TABS) {
      await page.evaluate((key) => window.pipetteReport.show(key), name);
      await settled(page);
      for (const select of await page.getByRole('tabpanel').getByRole('combobox').all())
        for (const option of await select.locator('option').all())
          await select.selectOption(await option.getAttribute('value'));
      await settled(page);
    }
    const names = await page.evaluate(() => {
      const inherited = [];
      for (const name in {}) inherited.push(name);
      return inherited;
    });
    assert.deepEqual(names, [], 'what every object inherits');
    assert.deepEqual(asked, []);
  });
}

for (const width of [320, 390, 768, 1024, 1920]) {
  test(`profile: nothing is wider than ${width} pixels`, {viewport: {width, height: 768}}, async ({page}) => {
    const profile = smallProfile({insights: [INSIGHT]});
    profile.operations[1].name = profile.operations[1].tracedName = `a/${'very_long_name'.repeat(12)}`;
    profile.compilation.ipus[0].variables[0].name = `b${'_long'.repeat(30)}`;
    await openReport(page, profile);
    for (const name of TABS) {
      await page.evaluate((key) => window.pipetteReport.show(key), name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, name);
    }
  });
}

test('profile: tabs with keys, and the address says which', async ({page}) => {
  await openReport(page, smallProfile(), 'operations');
  assert.equal(await tab(page, 'Operations').getAttribute('aria-selected'), 'true');
  await tab(page, 'Operations').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await tab(page, 'Execution trace').getAttribute('aria-selected'), 'true');
  assert.ok(page.url().endsWith('#trace'));
  await page.keyboard.press('Home');
  assert.equal(await tab(page, 'Summary').getAttribute('aria-selected'), 'true');
  const focusable = await page.getByRole('tab').evaluateAll((all) => all.filter(({tabIndex}) => tabIndex === 0).length);
  assert.equal(focusable, 1, 'one tab takes the focus');
});

test('profile: an operation that is chosen lights up in every tab', async ({page}) => {
  await openReport(page, smallProfile(), 'operations');
  await page.getByRole('row', {name: 'dense/MatMul'}).first().click();
  assert.deepEqual(await selection(page), {operation: 'dense/MatMul', phase: 'forward'});
  await tab(page, 'Program tree').click();
  assert.equal(await page.locator('[role=treeitem][data-marked]').count(), 2, 'exchange and compute set');
  await tab(page, 'Memory').click();
  assert.match((await page.locator('tr[data-marked]').allInnerTexts()).join(), /dense\/kernel/);
  await tab(page, 'Execution trace').click();
  const lit = await page.evaluate(() => [...window.pipetteReport.current.timeline.lit.values()].map(({count}) => count));
  assert.equal(
    lit.reduce((sum, count) => sum + count, 0),
    20 * 5,
    'dense, matmul and its three phases, each step',
  );
  await page.getByRole('button', {name: 'Select nothing'}).click();
  assert.equal(await selection(page), null);
});

test('profile: a span of the trace selects its operation, and the other tabs follow', async ({page}) => {
  await openReport(page, smallProfile({steps: 2}), 'trace');
  await settled(page);
  const block = await placeOfBlock(page, 'matmul', 0);
  await page.mouse.move(block.x, block.y);
  await eventually('a tooltip', () => page.locator('.p-tip:visible').count());
  assert.match(await page.locator('.p-tip:visible').innerText(), /matmul\n40 cycles, 40\u00a0ns\ndense\/MatMul/);
  await page.mouse.click(block.x, block.y);
  const chosen = await selection(page);
  assert.equal(chosen.operation, 'dense/MatMul');
  assert.equal(chosen.end - chosen.begin, 40);
  await eventually('its cycles', async () =>
    /Cycles\s*40 \(40\u00a0ns\)/.test(await page.getByRole('region', {name: 'Summary of the selection'}).innerText()),
  );
  await tab(page, 'Operations').click();
  assert.match(await page.getByRole('region', {name: 'The selected operation'}).innerText(), /dense\/MatMul/);
});

test('profile: the trace zooms and pans by wheel, drag and keys', async ({page}) => {
  await openReport(page, smallProfile(), 'trace');
  await settled(page);
  const canvas = page.getByRole('application', {name: /^Execution trace/}),
    box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.wheel(0, -300);
  const zoomed = await eventually('a narrower window', async () => {
    const now = await window_(page);
    return now.to - now.from < 1999 && now;
  });
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 100, box.y + 60, {steps: 3});
  await page.mouse.up();
  const panned = await window_(page);
  assert.ok(panned.from > zoomed.from && Math.abs(panned.to - panned.from - (zoomed.to - zoomed.from)) < 1e-6);
  await canvas.focus();
  for (const key of ['w', 'w', 'a', 'd', 's']) await page.keyboard.press(key);
  await page.keyboard.press('f');
  assert.deepEqual(await window_(page), {from: 0, to: 2000});
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 300, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 60, {steps: 3});
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const range = await selection(page);
  assert.ok(range.end > range.begin && range.operation === undefined);
  await page.keyboard.press('Escape');
  assert.equal(await selection(page), null);
  await page.keyboard.press('ArrowRight');
  assert.equal((await selection(page)).operation, 'infeed', 'arrows choose blocks');
  await page.evaluate(() => window.pipetteReport.current.timeline.show(100, 400));
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await window_(page), {from: 100, to: 400}, 'the run is longer than the window, and fills it');
});

test('profile: two fingers zoom the trace, one pans it', {hasTouch: true}, async ({page}) => {
  await openReport(page, smallProfile(), 'trace');
  await settled(page);
  const box = await page.getByRole('application', {name: /^Execution trace/}).boundingBox(),
    touch = await fingers(page);
  const y = box.y + 60,
    middle = box.x + box.width / 2;
  await touch([middle - 50, y]);
  await touch([middle - 50, y], [middle + 50, y]);
  const first = await page.evaluate((x) => window.pipetteReport.current.timeline.cycleAt(x), middle - 50 - box.x);
  for (const half of [80, 120, 200]) await touch([middle - half, y], [middle + half, y]);
  // The browser may hold a movement back until the next frame.
  const zoomed = await eventually('four times as near', async () => {
    const {from, to} = await window_(page);
    return Math.abs(to - from - 500) < 1 ? {from, to} : null;
  });
  const now = await page.evaluate((x) => window.pipetteReport.current.timeline.cycleAt(x), middle - 200 - box.x);
  assert.ok(Math.abs(now - first) < 1, 'what was under a finger stays there');
  await touch([middle, y]);
  await touch();
  await touch([middle, y]);
  for (const along of [20, 60, 100]) await touch([middle - along, y]);
  await touch();
  await eventually('further on', async () => (await window_(page)).from > zoomed.from);
});

test('profile: search is a key away and finds in the tab that is shown', async ({page}) => {
  await openReport(page, smallProfile(), 'operations');
  await tab(page, 'Operations').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('gradients');
  await eventually('one row', async () => (await page.locator('tbody tr:not(.p-groupline)').count()) === 1);
  await tab(page, 'Execution trace').click();
  const lit = await page.evaluate(() =>
    [...window.pipetteReport.current.timeline.lit.values()].reduce((sum, {count}) => sum + count, 0),
  );
  assert.ok(lit > 0);
});

test('profile: where spans were left out it is said, and frames stay short with 40,000', {timeout: 120000}, async ({page}) => {
  await openReport(page, smallProfile({steps: 2600, keep: 40000}), 'trace');
  await settled(page);
  assert.match(await page.getByRole('tabpanel').innerText(), /6,\d+ of 46,\d+ spans were left out/);
  const times = await page.evaluate(async () => {
    const {timeline} = window.pipetteReport.current,
      found = [];
    for (let i = 0; i < 60; i++) {
      if (i % 2) timeline.zoom(0.93);
      else timeline.pan(0.02);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      found.push(timeline.surface.milliseconds);
    }
    return found.slice(20).sort((a, b) => a - b);
  });
  console.log(`    ${times[20].toFixed(2)} ms a frame in the middle, ${times.at(-1).toFixed(2)} at most`);
  assert.ok(times[20] < 12, `${times[20]} ms`); // 4 on a computer that does nothing else
});

test('profile: the tree opens and closes with keys', async ({page}) => {
  await openReport(page, smallProfile(), 'tree');
  const items = page.getByRole('treeitem');
  assert.equal(await items.count(), 9);
  await items.first().focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await items.count(), 1);
  assert.equal(await items.first().getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.match(
    await page.evaluate(() => document.querySelector('.pipette-profile-view').shadowRoot.activeElement.innerText),
    /StreamCopy \(infeed\)/,
  );
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.deepEqual(await selection(page), {instruction: 4, name: 'barrier'});
});

test('profile: memory and liveness pick tiles and steps', async ({page}) => {
  await openReport(page, smallProfile(), 'memory');
  await page.getByLabel('Tiles', {exact: true}).fill('2-3');
  await page.keyboard.press('Enter');
  assert.deepEqual(await selection(page), {ipu: 0, tiles: [2, 3]});
  assert.match(
    await page.getByRole('tabpanel').innerText(),
    /Variables on tiles 2 to 3 of IPU 0\n+32\u00a0B always live, 32\u00a0B besides/,
  );
  await tab(page, 'Liveness').click();
  await page.getByRole('button', {name: 'To the peak'}).click();
  assert.match(await page.getByRole('tabpanel').innerText(), /Step 5 dense\/matmul, the peak/);
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await selection(page), {ipu: 0, step: 4});
});

test('profile: files: the report again, JSON, a picture and a table', async ({page}) => {
  const profile = smallProfile();
  await openReport(page, profile, 'operations');
  await page.evaluate(() => {
    // a browser's own downloads are its affair
    URL.createObjectURL = (blob) => {
      window.saved = {blob};
      return 'blob:saved';
    };
    HTMLAnchorElement.prototype.click = function () {
      window.saved.name = this.download;
    };
  });
  const save = async (label) => {
    await page.evaluate(() => {
      window.saved = null;
    });
    await page.getByText('Download').click();
    await page.getByRole('menuitem', {name: label}).click();
    return eventually(label, () =>
      page.evaluate(async () => window.saved?.name && {name: window.saved.name, text: await window.saved.blob.text()}),
    );
  };
  assert.deepEqual(JSON.parse((await save('Profile (JSON)')).text), profile);
  const trace = await save('Trace (Perfetto)');
  assert.equal(trace.name, 'training_loop-trace.json');
  assert.equal(assertPerfettoOpens(trace.text).filter(({ph}) => ph === 'X').length, profile.execution.spans.count);
  const csv = await save('This table (CSV)');
  assert.match(csv.text, /^Operation,Phase,Calls,Cycles,.*\nbarrier,Transfers,20,1600,/);
  await tab(page, 'Execution trace').click();
  await settled(page);
  const svg = await save('This picture (SVG)');
  assert.match(svg.text, /^<svg .*Engine::run #0.*<\/svg>\n$/s);
  const report = await save('Report (HTML)');
  assert.equal(report.name, 'training_loop-report.html');
  await page.route('http://again.invalid/', (route) => route.fulfill({contentType: 'text/html', body: report.text}));
  await page.goto('http://again.invalid/');
  assert.equal(await page.evaluate(() => window.pipetteReport.model.totalCycles), 3600);
});

test('profile: the trace is handed to Perfetto once its page answers', async ({page}) => {
  await page.context().route('https://ui.perfetto.dev/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>
    let pings = 0;  // the first ones are lost, as while the viewer loads
    addEventListener('message', ({source, origin, data}) => {
      if (data === 'PING' && ++pings > 3) source.postMessage('PONG', origin);
      if (data.perfetto) window.given = {...data.perfetto, origin, text: new TextDecoder().decode(data.perfetto.buffer)};
    });
  </script>`,
    }),
  );
  const profile = smallProfile();
  await openReport(page, profile, 'operations');
  await page.getByText('Download').click();
  const [viewer] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', {name: 'Open in Perfetto'}).click(),
  ]);
  await viewer.waitForURL('https://ui.perfetto.dev/');
  const given = await eventually('the trace', () => viewer.evaluate(() => window.given));
  assert.equal(given.fileName, 'training_loop-trace.json');
  assert.equal(assertPerfettoOpens(given.text).filter(({ph}) => ph === 'X').length, profile.execution.spans.count);
});

test('profile: where no tab can be opened, the menu says what to do', async ({page}) => {
  await openReport(page, smallProfile(), 'operations');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByText('Download').click();
  await page.getByRole('menuitem', {name: 'Open in Perfetto'}).click();
  await eventually('the reason', () =>
    page.getByText(/the browser opened no tab: allow this page to open one, or save the trace/).count(),
  );
});

test('profile: a report of several programs lets one choose', async ({page}) => {
  const second = smallProfile({steps: 3});
  second.compilation.graph.name = 'evaluation';
  await openReport(page, {pipette: '1', experiment: {}, profiles: [smallProfile(), second]}, 'operations');
  await page.getByLabel('Program', {exact: true}).selectOption('evaluation');
  assert.equal(await page.evaluate(() => window.pipetteReport.model.graph.name), 'evaluation');
  assert.match(await page.getByRole('tabpanel').innerText(), /1,080 cycles of all lanes in 2\sengine runs/);
  assert.equal(await page.getByRole('button', {name: 'Light or dark'}).count(), 1, 'the host\u2019s control stays');
});

test('profile: another report is compared with, and left again', async ({page}) => {
  await openReport(page, smallProfile());
  const choose = (name, text) =>
    page.getByLabel('A profile to compare with').setInputFiles({name, mimeType: 'text/html', buffer: Buffer.from(text)});
  await choose('none.html', '<p>nothing</p>');
  await eventually('it says so', () => page.getByText('none.html holds no profile').count());
  await choose('other.json', '{"version": 1}');
  await eventually('it says so', () => page.getByText('other.json holds no profile').count());
  await choose('before.html', reportOf(smallProfile({steps: 20})));
  await eventually('totals', () => page.getByRole('row', {name: /Training steps profiled 20 40 \u221220/}).count());
  assert.equal(await page.getByRole('row', {name: /Cycles of a step 100 100/}).count(), 1);
  await page.evaluate(() => window.pipetteReport.show('operations'));
  await page.getByText('red: more than before').waitFor();
  await page.evaluate(() => window.pipetteReport.show('summary'));
  await page.getByRole('button', {name: 'Stop comparing'}).click();
  assert.equal(await page.getByText('Compared').count(), 0);
});

test('profile: a report whose profile cannot be read says so', async ({page, errors}) => {
  await page.route('http://broken.invalid/', (route) =>
    route.fulfill({contentType: 'text/html', body: reportOf({version: 1})}),
  );
  await page.goto('http://broken.invalid/');
  await eventually('the reason', () => page.getByText(/cannot be read: this is no profile/).count());
  errors.length = 0;
});

test('profile: <pipette-profile> in a page, one tab, beside another profile', async ({page, url}) => {
  await page.goto(`${url}lessons/index.html`);
  await page.evaluate(
    async ([now, before]) => {
      await import('/profile/element.mjs');
      const element = document.createElement('pipette-profile');
      element.setAttribute('tab', 'operations');
      element.setAttribute('only', '');
      element.compareWith = before;
      element.profile = now;
      document.body.replaceChildren(element);
    },
    [smallProfile(), smallProfile({steps: 12})],
  );
  assert.equal(await page.getByRole('tab').count(), 0);
  assert.match(await page.getByRole('table').innerText(), /Difference/);
  assert.match(await page.getByRole('row', {name: /barrier/}).innerText(), /80\s+80\s+0 \(0 %\)/);
  const left = await page.evaluate(() => {
    const element = document.querySelector('pipette-profile');
    element.remove();
    return element.childElementCount;
  });
  assert.equal(left, 0, 'nothing stays behind');
});
