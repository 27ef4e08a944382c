// What the browser hands to the page: touches, dropped files, addresses, the clipboard, typed text,
// other pixels under the canvas.

import {fingers, loseMouse, setPixels} from './hands.mjs';
import {assert, eventually, testInEveryBrowser as test} from './harness.mjs';
import {faultsOfCanvas, layoutOf} from './layout.mjs';
import {act, click, enter, place, settled, state, until} from './page.mjs';
import {SMALL_MNIST, dropSmallMnist} from './small_mnist.mjs';

// With few pixels Chromium takes a short stroke of a finger for a tap.
const PHONE = {viewport: {width: 390, height: 844}, deviceScaleFactor: 1, hasTouch: true, isMobile: true};
const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};

test('input: one finger scrolls, two zoom the trace and nothing else', PHONE, async ({page, open}) => {
  await open();
  await act(page, 'step-training');
  await until(page, 'one step', ({step}) => step === 1);
  const touch = await fingers(page);
  const before = (await place(page, 'traces/plot'))[2];
  await touch([200, 600]);
  for (let y = 600; y >= 160; y -= 40) await touch([200, y]);
  await touch();
  await settled(page);
  const [x, y, rect] = await place(page, 'traces/plot');
  assert.ok(rect.y < before.y - 300, 'the trace came into sight');
  const shown = async () => (await state(page)).trace_view;
  const whole = await shown();
  await touch([x - 20, y]);
  await touch([x - 20, y], [x + 20, y]);
  for (let d = 20; d <= 60; d += 4) await touch([x - d, y], [x + d, y]);
  await touch([x - 60, y]);
  await touch();
  const near = await eventually('a closer look', async () => {
    const now = await shown();
    return now.end_us - now.start_us < 0.5 * (whole.end_us - whole.start_us) && now;
  });
  const middle = (view) => (view.start_us + view.end_us) / 2;
  assert.ok(
    Math.abs(middle(near) - middle(whole)) < 0.1 * (whole.end_us - whole.start_us),
    'what is between the fingers stays there',
  );
  assert.equal(await page.evaluate(() => window.visualViewport.scale), 1, 'the page was zoomed');
});

test('input: a finger that scrolls across the pad draws nothing; after a tap it draws', PHONE, async ({page, open}) => {
  await open();
  const [, far] = await place(page, 'pad/canvas');
  await page.mouse.wheel(0, Math.round(far - 400));
  await settled(page);
  const touch = await fingers(page);
  const down = async () => {
    const [x, y] = await place(page, 'pad/canvas');
    await touch([x, y]);
    for (let by = 10; by <= 60; by += 10) await touch([x, y - by]);
    await touch();
    await settled(page);
    return y - (await place(page, 'pad/canvas'))[1];
  };
  assert.ok((await down()) > 30, 'the page was scrolled');
  assert.equal((await state(page)).classified, false);
  const [x, y] = await place(page, 'pad/canvas');
  await touch([x, y]);
  await touch();
  await settled(page);
  assert.equal((await state(page)).classified, false, 'a tap draws nothing');
  assert.equal(await down(), 0, 'the page stays');
  await until(page, 'what was drawn', ({classified}) => classified);
});

test('input: where a tablet loses its mouse, controls grow to the size of a thumb', async ({page, open}) => {
  await open();
  await settled(page);
  const tooSmall = async () => faultsOfCanvas(await layoutOf(page), {width: 1280, height: 720, least: 44});
  assert.notDeepEqual(await tooSmall(), [], 'a mouse needs less');
  await loseMouse(page);
  await eventually('controls for fingers', async () => (await tooSmall()).length === 0);
});

test('input: files are dropped on the page, a wrong one among them is named', async ({page, open}) => {
  await open();
  await dropSmallMnist(page, {'holiday.jpg': 'no digits', ...SMALL_MNIST});
  const now = await until(page, 'the data', ({data}) => data === 'files');
  assert.match(now.data_error, /holiday\.jpg/);
  await act(page, 'step-engine-run');
  await until(page, 'ten steps on it', ({step, losses}) => step === 10 && losses === 10);
});

test(
  'input: files that are too few or wrong are told in sight, wherever one is, and to a screen reader',
  {viewport: {width: 1280, height: 720}},
  async ({page, open}) => {
    await open();
    const inSight = async (what) => {
      const {error} = await until(page, what, (now) => now.error);
      const rect = await eventually('the error on the page', () => page.evaluate(() => window.pipette_app.rect('error')));
      assert.ok(rect.y >= 0 && rect.y + rect.height <= 720, JSON.stringify(rect));
      assert.equal(await page.locator('#announcer').textContent(), error);
      return error;
    };
    const [name, bytes] = Object.entries(SMALL_MNIST)[0];
    await dropSmallMnist(page, {[name]: bytes});
    assert.match(await inSight('what is missing'), /lacks train-labels, t10k-images, t10k-labels\. Drop these as well/);
    assert.ok(await page.evaluate(() => window.pipette_app.rect('data/pick')), 'files are what the panel shows');
    await act(page, 'forget-error');
    await dropSmallMnist(page, {'train-images.png': 'no digits'});
    assert.match(await inSight('what is wrong'), /train-images\.png/);
    await dropSmallMnist(page);
    await until(page, 'the data', ({data, error}) => data === 'files' && !error);
  },
);

test('input: data come from an address that is typed', {viewport: {width: 1280, height: 900}}, async ({page, open}) => {
  const asked = [];
  await page.route('**/small/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop();
    asked.push(name);
    return route.fulfill({body: SMALL_MNIST[name], contentType: 'application/gzip'});
  });
  await open();
  await click(page, 'data/source/2');
  await enter(page, 'data/url', 'small/');
  await until(page, 'the data', ({data}) => data === 'files');
  assert.deepEqual(asked, Object.keys(SMALL_MNIST));
});

test('input: an address without data says so', {viewport: {width: 1280, height: 900}}, async ({page, open, errors}) => {
  await open();
  await click(page, 'data/source/2');
  await enter(page, 'data/url', 'a b/nowhere'); // none of these keys steers while typing
  const now = await until(page, 'an error', ({data_error}) => data_error);
  assert.match(now.data_error, /nowhere: HTTP status 404/);
  assert.equal(now.running, false);
  errors.length = 0; // the browser reports the 404 as well
});

test('input: text is pasted over what is selected, and copied', CLIPBOARD, async ({page, open}) => {
  await open();
  await page.evaluate(() => navigator.clipboard.writeText(' 4711\n'));
  await click(page, 'parameters/more');
  await click(page, 'parameters/seed/text');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Enter');
  await until(page, 'the seed', ({parameters}) => parameters.seed === 4711);
  await click(page, 'parameters/link');
  const link = await eventually('a link', async () => {
    // Firefox refuses a read that the page's own write overtakes.
    const text = await page.evaluate(() => navigator.clipboard.readText().catch(() => ''));
    return text.includes('#') && text;
  });
  assert.match(decodeURIComponent(link), /&seed=4711&/);
});

test('input: stays crisp when the device pixel ratio changes', async ({page, open}) => {
  await open();
  const canvas = () =>
    page
      .locator('canvas')
      .first()
      .evaluate(({width, height}) => [width, height]);
  const becomes = async (width, height, ratio) => {
    await setPixels(page, width, height, ratio);
    await page.mouse.move(width / 2, 10); // emulation alone makes a resting page draw no frame
    const wanted = [width * ratio, height * ratio];
    await eventually(`a canvas of ${wanted}`, async () => `${await canvas()}` === `${wanted}`);
  };
  await settled(page);
  await becomes(1280, 720, 2); // another screen, while nothing moves
  await act(page, 'run');
  await becomes(1024, 576, 1.25); // browser zoom, while it runs
  await becomes(640, 360, 2);
  await becomes(1280, 720, 1);
  await until(page, 'steps', ({step}) => step > 0);
});
