// One card in a frame of somebody's page: what it loads and when, what it leaves to the page around it, and
// the messages of docs/embedding.md.

import {readFileSync} from 'node:fs';
import {assert, eventually, skip, test, testInEveryBrowser} from './harness.mjs';
import {fingers, isChromium} from './hands.mjs';
import {frameAt, withHost} from './hosts.mjs';
import {greyStatistics} from './pixels.mjs';

const docs = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
const EXAMPLE = docs.match(/```html\n([\s\S]*?)```/)[1];
const CARDS = [...docs.matchAll(/^\| `(\w+)` \| .* \| `((?:mnist|inspect)-[\w-]+)` \|$/gm)].map(([, card, experiment]) => ({
  card,
  experiment,
}));

const framed = (src, more = '') => `<iframe id="card" src="${src}" width="900" height="420" ${more}></iframe>`;
const ready = (frame) => frame.waitForFunction(() => window.pipette_app?.state().wanted_height > 0, null, {timeout: 30000});
// Of the poster: until main.mjs has made it, the page's own controls have a Run as well.
const posterOf = (frame) => frame.locator('#cover').getByRole('button', {name: 'Run', exact: true});
const runs = (frame) => posterOf(frame).click();

/** Notes on the page around what the card tells, and gives ways to ask. */
async function correspond(page, origin) {
  await page.evaluate((at) => {
    window.told = [];
    addEventListener('message', ({data, origin: from}) => {
      if (from === at) window.told.push(data);
    });
    window.ask = (message) => document.getElementById('card').contentWindow.postMessage({pipette: 1, ...message}, at);
  }, origin);
  let id = 0;
  return {
    told: (type) => page.evaluate((wanted) => window.told.filter((each) => each.type === wanted), type),
    async ask(message) {
      id++;
      return eventually(
        `an answer to ${message.type}`,
        async () => {
          if (message.type === 'ping' || id > (await page.evaluate(() => window.asked ?? 0))) {
            await page.evaluate(
              (m) => {
                window.asked = m.id;
                window.ask(m);
              },
              {id, ...message},
            );
          }
          return page.evaluate((which) => window.told.find((each) => each.id === which), id);
        },
        30000,
      );
    },
  };
}

test('embedding: the page knows every card of the documentation', () => {
  assert.deepEqual(
    CARDS.map(({card}) => card),
    ['flow', 'trace', 'schedule', 'machine', 'tensors', 'builder', 'profile', 'way'],
  );
});

for (const {card, experiment} of CARDS) {
  test(`embedding: ${card} stands alone, fills its frame and runs`, {timeout: 90000}, async ({page, url}) => {
    const src = `${url}?embed=${card}`;
    await withHost(framed(src), async (host) => {
      await page.goto(host);
      const frame = await frameAt(page, src);
      await runs(frame);
      await ready(frame);
      const name = {trace: 'traces', tensors: 'heat'}[card] ?? card;
      const [rect, state, names] = await frame.evaluate(
        (n) => [window.pipette_app.rect(n), window.pipette_app.state(), window.pipette_app.names()],
        name,
      );
      assert.equal(state.address.experiment, experiment);
      assert.equal(state.error, '');
      assert.ok(rect.x >= 0 && rect.width > 860 && rect.height > 100, JSON.stringify(rect));
      assert.ok(!names.includes('transport/run') && !names.includes('parameters'), 'nothing around it');
      await frame.waitForFunction(() => window.pipette_app.state().step > 0);
      assert.notEqual(await frame.locator('#embed-caption').textContent(), '');
    });
  });
}

test('embedding: it is a poster until it is wanted', async ({page, url}) => {
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const src = `${url}?embed=flow#v=1&experiment=mnist-with-feeds&batch_size=8`;
  await withHost(framed(src), async (host) => {
    await page.goto(host);
    const frame = await frameAt(page, src);
    await posterOf(frame).waitFor();
    assert.match(await frame.locator('#cover-text').textContent(), /mnist-with-feeds/);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    assert.ok(!asked.some((path) => path.endsWith('.wasm')), asked.join(' '));
    assert.equal(await frame.evaluate(() => window.pipette_app), undefined);
    await runs(frame);
    await ready(frame);
    assert.equal((await frame.evaluate(() => window.pipette_app.state())).parameters.batch_size, 8);
  });
});

test('embedding: a card that there is not, or that a program has not, is named', async ({page, url}) => {
  await page.goto(`${url}?embed=attic`);
  await page.getByText('No card is called attic; there are flow, trace').first().waitFor();
  await page.goto(`${url}?embed=schedule#v=1&experiment=loops`);
  await runs(page);
  await page.getByText('loops has no card schedule: mnist-pipelined has one').first().waitFor();
});

test('embedding: a link that was cut off is said to be, and the card is there without it', async ({page, url}) => {
  await page.goto(`${url}?embed=flow#{`);
  await page.getByText('The link of this card cannot be read, it may have been cut off').waitFor();
  await runs(page);
  await ready(page);
  await page.goto('about:blank');
  await page.goto(`${url}?embed=flow#{"experiment":`);
  await page.getByText('The link of this card cannot be read').waitFor();
});

test('embedding: the example of the documentation works as it is', {timeout: 90000}, async ({page, url}) => {
  assert.ok(EXAMPLE.includes('http://localhost:8000/?embed=schedule'));
  await withHost(EXAMPLE.replace('http://localhost:8000/', url), async (host) => {
    await page.goto(host);
    await page.getByRole('button', {name: 'Train one weight update'}).click();
    await page.getByText(/^step [1-9]\d* of \d+$/).waitFor();
    await eventually(
      'a height that the card wants',
      async () => (await page.locator('#card').getAttribute('height')) !== '420',
    );
    const frame = page.frames()[1];
    assert.equal((await frame.evaluate(() => window.pipette_app.state())).parameters.batch_size, 4);
  });
});

test('embedding: messages ask and tell, and say what is wrong', {timeout: 90000}, async ({page, url}) => {
  const src = `${url}?embed=flow`;
  await withHost(framed(src), async (host) => {
    await page.goto(host);
    await frameAt(page, src);
    const card = await correspond(page, new URL(url).origin);
    const pong = await card.ask({type: 'ping'});
    assert.deepEqual([pong.type, pong.version, pong.card, pong.ready], ['pong', 1, 'flow', false]);
    assert.equal((await card.ask({type: 'set', field: 'steps', value: 20})).type, 'done');
    assert.equal((await card.ask({type: 'set', field: 'steps_per_execution', value: 10})).type, 'done');
    const refused = await card.ask({type: 'set', field: 'batch_size', value: -5});
    assert.equal(refused.type, 'error');
    assert.match(refused.message, /batch.size/i);
    assert.equal((await card.ask({type: 'step', size: 'engine-run'})).type, 'done');
    await eventually('ten steps', async () => (await card.ask({type: 'state'})).step === 10);
    assert.equal((await card.ask({type: 'run'})).type, 'done');
    const [result] = await eventually(
      'a result',
      async () => {
        const all = await card.told('result');
        return all.length > 0 && all;
      },
      40000,
    );
    assert.equal(result.step, 20);
    assert.match(result.summary.weight_hash, /^[0-9a-f]+$/);
    assert.equal((await card.ask({type: 'load', link: '#v=1&experiment=mnist-with-feeds&batch_size=16'})).type, 'done');
    const state = await card.ask({type: 'state'});
    assert.deepEqual([state.step, state.address.batch_size], [0, 16]);
    assert.match((await card.ask({type: 'load', link: '#v=1&experiment=none'})).message, /The link was refused/);
    assert.equal((await card.ask({type: 'state'})).error, '', 'it has been answered');
    for (const field of ['batchsize', 'constructor', '__proto__']) {
      const {type, message} = await card.ask({type: 'set', field, value: 4});
      assert.equal(type, 'error', field);
      assert.match(message, new RegExp(`^no field is called ${field}; this experiment has [a-z_., ]*batch_size`));
      const names = message.replace(/^.* has /, '').split(', ');
      assert.equal(new Set(names).size, names.length, 'each name once');
    }
    assert.match((await card.ask({type: 'dance'})).message, /no message is called dance; there are/);
    assert.match((await card.ask({type: 'ping', pipette: 2})).message, /speaks version 1, not 2/);
    const heights = await card.told('height');
    assert.ok(heights.at(-1)?.height > 150, JSON.stringify(heights));
  });
});

testInEveryBrowser(
  'embedding: only the page around it is heard, and only from the origin that is allowed',
  async ({page, url}) => {
    const src = `${url}?embed=flow&origin=https://school.example`;
    await withHost(framed(src), async (host) => {
      await page.goto(host);
      const frame = await frameAt(page, src);
      await posterOf(frame).waitFor();
      const warned = page.waitForEvent('console', (message) => message.text().includes('are not answered'));
      const card = await correspond(page, new URL(url).origin);
      await page.evaluate(() => window.ask({type: 'ping'}));
      await warned;
      assert.deepEqual(await card.told('pong'), []);
      await frame.evaluate(() => window.postMessage({pipette: 1, type: 'run'}, '*')); // not from around it
      assert.equal(await frame.evaluate(() => window.pipette_app), undefined);
    });
  },
);

test(
  'embedding: out of sight it gives its context back, and draws again in sight',
  {timeout: 90000},
  async ({page, url, errors}) => {
    const src = `${url}?embed=flow`;
    await withHost(`${framed(src)}<div style="height: 4000px"></div>`, async (host) => {
      await page.goto(host);
      const frame = await frameAt(page, src);
      await runs(frame);
      await ready(frame);
      const isLost = () => document.getElementById('pipette-canvas').getContext('webgl2').isContextLost();
      assert.equal(await frame.evaluate(isLost), false);
      await page.evaluate(() => scrollTo(0, 3000));
      await eventually('the context to be given back', () => frame.evaluate(isLost));
      await page.evaluate(() => scrollTo(0, 0));
      await eventually('the context again', async () => !(await frame.evaluate(isLost)));
      await eventually('a picture', async () => (await greyStatistics(page)).variance > 20);
      await frame.locator('#cover').waitFor({state: 'hidden'});
      errors.length = 0; // Chromium itself may report the loss
    });
  },
);

test('embedding: the wheel scrolls the page around it', {timeout: 90000}, async ({page, url}) => {
  const src = `${url}?embed=schedule`;
  await withHost(`${framed(src)}<div style="height: 4000px"></div>`, async (host) => {
    await page.goto(host);
    const frame = await frameAt(page, src);
    await runs(frame);
    await ready(frame);
    await page.mouse.click(400, 200); // it has the focus
    await page.mouse.wheel(0, 240);
    await eventually('the wheel', () => page.evaluate(() => scrollY > 100));
  });
});

test('embedding: fingers scroll the page around it', {hasTouch: true, timeout: 90000}, async ({page, url}) => {
  if (!isChromium(page)) skip('the fingers of WebDriver BiDi scroll no page of Firefox');
  const src = `${url}?embed=schedule`;
  await withHost(`${framed(src)}<div style="height: 4000px"></div>`, async (host) => {
    await page.goto(host);
    const frame = await frameAt(page, src);
    await runs(frame);
    await ready(frame);
    await page.mouse.click(400, 200); // it has the focus
    const touch = await fingers(page);
    for (let y = 380; y >= 80; y -= 20) await touch([400, y]);
    await touch();
    await eventually('the fingers', () => page.evaluate(() => scrollY > 100));
  });
});

test('embedding: where copying is not allowed, the link stands there', {timeout: 90000}, async ({page, url, errors}) => {
  const src = `${url}?embed=schedule#v=1&experiment=mnist-pipelined&batch_size=4`;
  // Firefox lets every frame copy after a click: there it is forbidden by hand.
  if (!isChromium(page))
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject(new Error('no'))}});
    });
  await withHost(framed(src), async (host) => {
    await page.goto(host);
    const frame = await frameAt(page, src);
    await runs(frame);
    await ready(frame);
    await frame.getByRole('button', {name: 'Copy link'}).click();
    const field = frame.getByLabel('To copy by hand');
    await field.waitFor();
    assert.match(await field.inputValue(), new RegExp(`^${url}#v=1&experiment=mnist-pipelined&batch_size=4`));
    errors.length = 0; // Chromium itself reports what it forbids
  });
});
