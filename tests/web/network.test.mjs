// Code that came with a link must not tell anybody what it sees: a cell reaches its own server, no other.

import {createServer} from 'node:http';
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

for (const csp of [true, false]) {
  test(
    `network: a cell reaches no other server, ${csp ? 'on a strict host' : 'with tools/play'}`,
    {timeout: 120000},
    async ({page, folder, errors}) => {
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
      const own = await serve(folder, {csp});
      try {
        await openLesson(page, own.url, 'device-loops');
        await write(page, 'model', `(await fetch('${own.url}icon.svg')).status`);
        assert.equal(await run(page, 'model'), 'ran');
        assert.equal(await output(page, 'model'), '200', 'its own server');
        for (const [way, code] of Object.entries(ways(`http://127.0.0.1:${other.address().port}/`))) {
          await write(page, 'model', code);
          assert.equal(await run(page, 'model'), 'failed', way);
          assert.deepEqual(asked, [], way);
        }
      } finally {
        await own.close();
        other.close();
        other.closeAllConnections();
      }
      errors.length = 0; // the browser reports what the policy forbade
    },
  );
}
