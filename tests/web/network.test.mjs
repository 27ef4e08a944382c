// Code that came with a link must not tell anybody what it sees: a cell reaches its own server, no other.

import {cp, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {serve} from '../../tools/serve.mjs';
import {assert, testInEveryBrowser as test} from './harness.mjs';
import {openLesson, output, run, write} from './lessons.mjs';

/** What a cell may try; each ends with an error where it is forbidden. */
const ways = (other) => ({
  'fetch()': `await fetch('${other}fetch');`,
  XMLHttpRequest: `const request = new XMLHttpRequest();
request.open('GET', '${other}request', false);
request.send();`,
  'import()': `await import('${other}dynamic');`,
  import: `import '${other}static';`,
  'a WebSocket': `await new Promise((done, fail) => {
  const socket = new WebSocket('${other.replace('http', 'ws')}socket');
  socket.onopen = done;
  socket.onerror = () => fail(new Error('refused'));
});`,
  'an EventSource': `await new Promise((done, fail) => {
  const source = new EventSource('${other}events');
  source.onopen = done;
  source.onerror = () => fail(new Error('refused'));
});`,
  'a worker of its own': `const text = 'fetch("${other}worker").then(() => postMessage(1), () => postMessage(0));';
await new Promise((done, fail) => {
  const inner = new Worker(URL.createObjectURL(new Blob([text])));
  inner.onmessage = ({data}) => (data ? done() : fail(new Error('refused')));
  inner.onerror = () => fail(new Error('refused'));
});`,
});

/** Calls `use` with the address of a server, and a list that grows with what it is asked for. */
async function withElsewhere(use) {
  const asked = [];
  const other = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, {'access-control-allow-origin': '*', 'content-type': 'text/javascript'});
    response.end('export default 1;');
  });
  other.on('upgrade', ({url}, socket) => {
    asked.push(url);
    socket.destroy();
  });
  await new Promise((done) => other.listen(0, '127.0.0.1', done));
  try {
    await use(`http://127.0.0.1:${other.address().port}/`, asked);
  } finally {
    other.close();
    other.closeAllConnections();
  }
}

test('network: no page loads anything from elsewhere, on a host without a policy', async ({page, folder, errors}) => {
  const own = await serve(folder, {cells: false});
  try {
    await withElsewhere(async (elsewhere, asked) => {
      for (const path of ['', 'lessons/', 'lessons/device-loops.html']) {
        await page.goto(own.url + path);
        await page.evaluate(async (other) => {
          const element = document.body.appendChild(document.createElement('p'));
          element.style.background = `url(${other}background)`;
          const image = Object.assign(new Image(), {src: `${other}image`});
          await Promise.allSettled([image.decode(), fetch(`${other}fetch`), import(`${other}module`)]);
        }, elsewhere);
        assert.deepEqual(asked, [], path);
      }
    });
  } finally {
    await own.close();
  }
  errors.length = 0; // the browser reports what the policy forbade
});

/** What a cell may try on what the site keeps in this browser, where its own code is kept, too. */
const KEPT = {
  'the files for a day without a network': `(await caches.open('pipette')).put('x', new Response('evil'));`,
  'a database': `await new Promise((done, fail) => {
  const asked = indexedDB.open('x');
  asked.onsuccess = done;
  asked.onerror = () => fail(asked.error);
});`,
  'a channel to the page': `const channel = new BroadcastChannel('pipette-test');
channel.postMessage('heard');`,
};

test('network: a cell has no origin: what the site keeps in the browser is not there', async ({page, url, errors}) => {
  await openLesson(page, url, 'device-loops');
  await page.evaluate(() => {
    window.heard = 0;
    new BroadcastChannel('pipette-test').onmessage = () => window.heard++;
  });
  await write(page, 'model', 'self.origin');
  assert.equal(await run(page, 'model'), 'ran');
  assert.equal(await output(page, 'model'), 'null');
  for (const [what, code] of Object.entries(KEPT)) {
    await write(page, 'model', code);
    await run(page, 'model');
    const names = await page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map((each) => each.name),
    ]);
    assert.deepEqual([names, await page.evaluate(() => window.heard)], [[], 0], what);
  }
  errors.length = 0;
});

test('network: a cell reads and imports what is beside the lesson, and nothing above', async ({page, folder, errors}) => {
  const outside = await mkdtemp(join(tmpdir(), 'pipette-site-'));
  await cp(folder, join(outside, 'site'), {recursive: true});
  await mkdir(join(outside, 'site/mine'));
  await writeFile(join(outside, 'site/mine/half.mjs'), "import {two} from './two.mjs';\nexport const half = (x) => x / two;");
  await writeFile(join(outside, 'site/mine/two.mjs'), 'export const two = 2;');
  await writeFile(join(outside, 'secret.txt'), 'secret');
  const server = await serve(outside, {csp: true});
  try {
    await openLesson(page, `${server.url}site/`, 'device-loops');
    await write(
      page,
      'model',
      "import {half} from './mine/half.mjs';\nhalf((await (await fetch('../mine/two.mjs')).text()).length)",
    );
    assert.equal(await run(page, 'model'), 'ran');
    assert.equal(await output(page, 'model'), '10.5');
    for (const code of ["await fetch('../../secret.txt')", "import '../secret.txt';", "import './mine/none.mjs';"]) {
      await write(page, 'model', code);
      assert.equal(await run(page, 'model'), 'failed', code);
    }
    assert.match(await output(page, 'model'), /mine\/none\.mjs: HTTP status 404/);
  } finally {
    await server.close();
    await rm(outside, {recursive: true});
  }
  errors.length = 0;
});

for (const [host, options] of [
  ['on a strict host', {csp: true}],
  ['with tools/play', {}],
  ['on a host without a policy', {cells: false}],
]) {
  test(`network: a cell reaches no other server, ${host}`, {timeout: 120000}, async ({page, folder, errors}) => {
    const own = await serve(folder, options);
    try {
      await openLesson(page, own.url, 'device-loops');
      await write(page, 'model', `(await fetch('${own.url}icon.svg')).status`);
      assert.equal(await run(page, 'model'), 'ran');
      assert.equal(await output(page, 'model'), '200', 'its own server');
      await withElsewhere(async (elsewhere, asked) => {
        for (const [way, code] of Object.entries(ways(elsewhere))) {
          await write(page, 'model', code);
          assert.equal(await run(page, 'model'), 'failed', way);
          assert.deepEqual(asked, [], way);
        }
      });
    } finally {
      await own.close();
    }
    errors.length = 0; // the browser reports what the policy forbade
  });
}
