// Cells, queues and profiles in pages of another origin than their modules: docs/embedding.md, and what is said where
// page or server do not allow it.

import {createServer} from 'node:http';
import {readFileSync} from 'node:fs';
import {serve} from '../../tools/serve.mjs';
import {assert, eventually, test, testInEveryBrowser} from './harness.mjs';
import {isChromium} from './hands.mjs';
import {cell, output, run, untilState} from './lessons.mjs';
import {smallProfile} from './small_profile.mjs';

const docs = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
const EXAMPLE = [...docs.matchAll(/```html\n([\s\S]*?)```/g)]
  .map(([, text]) => text)
  .find((text) => text.includes('pipette-cells'));

/** Calls `use` with the address of a server of modules, and one of a page: `html(server)`, with `headers(server)`. */
async function withSites({folder, html, headers = () => ({}), cors = true}, use) {
  const modules = await serve(folder, {cors});
  const page = createServer(({url: path}, response) => {
    if (path !== '/') return response.writeHead(404).end();
    response.writeHead(200, {'Content-Type': 'text/html', ...headers(modules.url.slice(0, -1))});
    response.end(`<!doctype html><link rel="icon" href="data:,">${html(modules.url)}`);
  });
  await new Promise((done) => page.listen(0, '127.0.0.1', done));
  try {
    await use(`http://127.0.0.1:${page.address().port}/`, modules.url);
  } finally {
    page.closeAllConnections();
    await new Promise((done) => page.close(done));
    await modules.close();
  }
}

const javascript = readFileSync(new URL('../../docs/javascript.md', import.meta.url), 'utf8');
/** The block of docs/javascript.md that names this element, as a module of a page that has one. */
const block = (server, element, given = '') => {
  const [, code] = [...javascript.matchAll(/```js\n([\s\S]*?)```/g)].find(([text]) => text.includes(`'${element}'`));
  return `<${element}></${element}><script type="module">${code.replaceAll("'./", `'${server}`).replace('const picture', `${given}\nconst picture`)}
    document.body.dataset.done = 'yes';</script>`;
};

const cells = (server, code, more = '') => `<script type="module" src="${server}lessons/cells.mjs"></script>
  <pipette-cells ${more}><pipette-cell id="one" name="One"><pre>${code}</pre></pipette-cell></pipette-cells>`;
const TRAINS = `import {createPipette} from './pipette.mjs';
const p = await createPipette();
const session = p.createSession({experiment: 'mnist-with-feeds', steps: 20});
await session.run();
session.status().step`;

const ready = (page) => page.locator('pipette-cell[data-state]').first().waitFor({timeout: 20000});

test('other origins: the example of the documentation runs', {timeout: 90000}, async ({page, folder}) => {
  await withSites({folder, html: (server) => EXAMPLE.replace('http://localhost:8000/', server)}, async (host, server) => {
    assert.notEqual(new URL(host).origin, new URL(server).origin);
    await page.goto(host);
    await ready(page);
    await page.getByRole('button', {name: 'Run all'}).click();
    assert.equal(await untilState(page, 'train', 'ran', 'failed', 'needs'), 'ran', await output(page, 'model'));
    assert.equal(await page.locator('#said').innerText(), '40 steps in 2 engine runs');
    assert.equal(await cell(page, 'train').locator('pipette-queues').count(), 1);
    assert.equal(await page.locator('p', {hasText: 'Then it trains.'}).isVisible(), true);
  });
});

test('other origins: the pictures of docs/javascript.md are drawn', {timeout: 90000}, async ({page, folder}) => {
  const given = `const p = await createPipette();
    const data = p.dataset.digits({seed: 1, trainCount: 640}).train.batch(32);
    const model = p.sequential([p.layers.flatten(), p.layers.dense(10)], {seed: 1});
    model.compile({optimizer: 'sgd', loss: 'sparse_categorical_crossentropy', fromLogits: true, stepsPerExecution: 10});`;
  await page.route('**/with_feeds/profile.json', (route) => route.fulfill({json: smallProfile()}));
  for (const element of ['pipette-queues', 'pipette-profile']) {
    await withSites({folder, html: (server) => `<body>${block(server, element, given)}`}, async (host) => {
      const errors = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(host);
      await page.locator('body[data-done]').waitFor({timeout: 30000});
      assert.deepEqual(errors, []);
      const box = await page.locator(element).boundingBox();
      assert.ok(box.height > 50, `${element} is ${box.height} high`);
    });
  }
});

test(
  'other origins: cells look the same in a page whose styles differ, and leave it alone',
  {timeout: 90000},
  async ({page, folder}) => {
    const html = (server) => `<style>button { display: none } * { letter-spacing: 3px }</style><button id="own">own</button>
    <body data-theme="dark">${cells(server, '1')}`;
    await withSites({folder, html}, async (host) => {
      await page.goto(host);
      await ready(page);
      const button = cell(page, 'one').getByRole('button', {name: /^Run/});
      await button.waitFor();
      const style = await button.evaluate((element) => {
        const {color, borderRadius} = getComputedStyle(element);
        return {color, borderRadius, code: getComputedStyle(element.getRootNode().querySelector('.area')).caretColor};
      });
      assert.deepEqual(style, {color: 'rgb(18, 22, 28)', borderRadius: '7px', code: 'rgb(238, 241, 245)'}, 'the dark theme');
      assert.equal(await page.locator('#own').isVisible(), false);
      assert.equal(await page.getByRole('button', {name: 'Run all'}).count(), 0, 'no toolbar where none is asked for');
    });
  },
);

test('other origins: two groups share nothing', {timeout: 90000}, async ({page, folder}) => {
  const html = (server) => `${cells(server, 'const a = 1;\nawait 0;\na')}
    <pipette-cells><pipette-cell id="two"><pre>typeof a</pre></pipette-cell></pipette-cells>`;
  await withSites({folder, html}, async (host) => {
    await page.goto(host);
    await ready(page);
    assert.equal(await run(page, 'one'), 'ran');
    assert.equal(await run(page, 'two'), 'ran');
    assert.deepEqual([await output(page, 'one'), await output(page, 'two')], ['1', 'undefined']);
    assert.equal(await cell(page, 'two').getAttribute('aria-label'), 'Cell 1');
  });
});

test('other origins: a second copy of the modules changes nothing', {timeout: 90000}, async ({page, folder}) => {
  const second = await serve(folder, {cors: true});
  const both = (server) =>
    [server, second.url].flatMap((from) =>
      ['lessons/cells.mjs', 'queues/pipette_queues.mjs', 'profile/element.mjs'].map(
        (name) => `<script type="module" src="${from}${name}"></script>`,
      ),
    );
  try {
    await withSites({folder, html: (server) => `${cells(server, '2 + 3')}${both(server).join('')}`}, async (host) => {
      await page.goto(host);
      await ready(page);
      await page.evaluate((url) => import(`${url}profile/element.mjs`), second.url);
      assert.equal(await run(page, 'one'), 'ran');
      assert.equal(await output(page, 'one'), '5');
    });
  } finally {
    await second.close();
  }
});

const policy = (server, change = (text) => text) => ({
  'Content-Security-Policy': change(
    `default-src 'none'; script-src ${server}; frame-src ${server}; connect-src ${server}; ` +
      `style-src ${server} 'unsafe-inline'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
  ),
});

test('other origins: cells train under a strict policy with trusted types', {timeout: 90000}, async ({page, folder}) => {
  await withSites({folder, html: (server) => cells(server, TRAINS), headers: policy}, async (host) => {
    await page.goto(host);
    await ready(page);
    assert.equal(await run(page, 'one'), 'ran', await output(page, 'one'));
    assert.match(await output(page, 'one'), /20$/);
  });
});

for (const [what, change, expected] of [
  ['no frame of the server', (text) => text.replace(/frame-src \S+;/, ''), /did not open http\S+ in a frame.* frame-src http:/],
  ['no bytes of the server', (text) => text.replace(/connect-src \S+;/, ''), /could not be read.* connect-src http:/],
]) {
  testInEveryBrowser(
    `other origins: a policy with ${what} is told what is missing`,
    {timeout: 90000},
    async ({page, folder, errors}) => {
      await withSites(
        {folder, html: (server) => cells(server, TRAINS), headers: (server) => policy(server, change)},
        async (host) => {
          await page.goto(host);
          await ready(page);
          assert.equal(await run(page, 'one'), 'failed');
          assert.match(await output(page, 'one'), expected);
          errors.length = 0; // the browser's own reports of what the policy forbids
        },
      );
    },
  );
}

testInEveryBrowser('other origins: a sandboxed frame needs scripts alone', {timeout: 90000}, async ({page, folder}) => {
  const html = (server) =>
    `<iframe sandbox="allow-scripts" width="900" height="500" srcdoc="${cells(server, TRAINS).replaceAll(
      '"',
      '&quot;',
    )}"></iframe>`;
  await withSites({folder, html}, async (host) => {
    await page.goto(host);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', {name: /^Run/}).click();
    const one = frame.locator('#one');
    await eventually('an end', async () => ['ran', 'failed'].includes(await one.getAttribute('data-state')), 30000);
    const said = await one.locator('.output').innerText();
    assert.equal(await one.getAttribute('data-state'), 'ran', said);
    assert.match(said, /20$/);
  });
});

test('other origins: without the header of the server the code is there to read', async ({page, folder, errors}) => {
  await withSites({folder, html: (server) => cells(server, 'const kept = 1;'), cors: false}, async (host) => {
    await page.goto(host, {waitUntil: 'load'});
    await eventually('the browser to refuse the module', () => errors.length > 0);
    assert.match(await page.locator('pre').innerText(), /const kept = 1/);
    if (isChromium(page)) assert.match(errors.join(), /Access-Control-Allow-Origin|CORS/);
    errors.length = 0;
  });
});

test('other origins: profile and queues draw without the style of our page', {timeout: 90000}, async ({page, folder}) => {
  const html = (server) => `<script type="module" src="${server}profile/element.mjs"></script>
    <script type="module" src="${server}queues/pipette_queues.mjs"></script>
    <body data-theme="dark"><pipette-profile tab="summary"></pipette-profile><pipette-queues></pipette-queues>`;
  await withSites({folder, html}, async (host, server) => {
    await page.goto(host);
    await page.waitForFunction(() => customElements.get('pipette-profile') && customElements.get('pipette-queues'));
    await page.evaluate((profile) => {
      document.querySelector('pipette-profile').profile = profile;
    }, smallProfile());
    const colour = await page.locator('.p-root').evaluate((element) => getComputedStyle(element).color);
    assert.equal(colour, 'rgb(238, 241, 245)');
    await page.evaluate(async (from) => {
      const {createPipette} = await import(`${from}pipette.mjs`);
      const {Follower} = await import(`${from}queues/snapshot.mjs`);
      const session = (await createPipette()).createSession({experiment: 'mnist-with-feeds', steps: 10});
      while (!session.advance());
      document.querySelector('pipette-queues').update(new Follower(session).snapshot({ended: true}));
    }, server);
    await eventually('the picture', () => page.evaluate(() => document.querySelector('pipette-queues').snapshot?.step === 10));
  });
});

test('other origins: a profile that cannot be read says what its server has to do', async ({page, folder, errors}) => {
  const closed = await serve(folder);
  const html = (server) => `<script type="module" src="${server}profile/element.mjs"></script>
    <pipette-profile src="${closed.url}files.json"></pipette-profile>`;
  try {
    await withSites({folder, html}, async (host) => {
      await page.goto(host);
      await page.getByRole('alert').waitFor();
      assert.match(
        await page.getByRole('alert').innerText(),
        new RegExp(`${closed.url.slice(0, -1)} answers with Access-Control-Allow-Origin`),
      );
      errors.length = 0; // the browser's own
    });
  } finally {
    await closed.close();
  }
});
