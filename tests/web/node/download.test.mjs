// Downloads: slow ones come, those that stand still end with an error that says so.

import assert from 'node:assert/strict';
import test from 'node:test';
import {gzipSync} from 'node:zlib';
import {STALL_SECONDS, download} from '../../../web/pipette/download.mjs';
import {withServer} from './server.mjs';

const text = (response) => response.text();
const pause = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

test('download: all that comes, and how far it is', async () => {
  await withServer(
    (_, response) => {
      response.setHeader('Content-Length', 8);
      response.write('half');
      setTimeout(() => response.end('full'), 20);
    },
    async (url) => {
      const seen = [];
      const onBytes = (...progress) => {
        seen.push(progress);
      };
      assert.equal(await download(url, text, {onBytes}), 'halffull');
      assert.deepEqual(seen, [
        [4, 8],
        [8, 8],
      ]);
    },
  );
  assert.equal(STALL_SECONDS, 30);
});

test('download: no length is claimed for an encoded body', async () => {
  await withServer(
    (_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('x'.repeat(1000)));
    },
    async (url) => {
      const seen = [];
      const onBytes = (...progress) => {
        seen.push(progress);
      };
      assert.equal((await download(url, text, {onBytes})).length, 1000);
      assert.deepEqual(seen.at(-1), [1000, 0]);
    },
  );
});

test('download: a slow one is not a stalled one', async () => {
  await withServer(
    async (_, response) => {
      for (let i = 0; i < 8; i++) {
        response.write(String(i));
        await pause(100);
      }
      response.end();
    },
    async (url) => {
      assert.equal(await download(url, text, {stallSeconds: 0.4}), '01234567');
    },
  );
});

for (const [what, answer] of Object.entries({
  'before its head': () => {},
  'before its first byte': (_, response) => response.flushHeaders(),
  'in the middle': (_, response) => {
    response.setHeader('Content-Length', 100);
    response.write('begin');
  },
})) {
  test(`download: one that stands still ${what} is given up`, async () => {
    let closed;
    const left = new Promise((done) => {
      closed = done;
    });
    await withServer(
      (request, response) => {
        request.socket.on('close', closed);
        answer(request, response);
      },
      async (url) => {
        await assert.rejects(download(url, text, {stallSeconds: 0.2}), /^Error: nothing came for 0\.2 s; try again/);
        await left; // nobody waits for the rest
      },
    );
  });
}

test('download: other errors are told as they are', async () => {
  await withServer(
    (request, response) => {
      if (request.url === '/missing') {
        response.statusCode = 404;
        response.end('no');
      } else {
        response.end('x'.repeat(100));
      }
    },
    async (url) => {
      await assert.rejects(download(`${url}missing`, text), /^Error: HTTP status 404$/);
      const tooMuch = () => {
        throw new Error('is too large');
      };
      await assert.rejects(download(url, text, {onBytes: tooMuch}), /^Error: is too large$/);
      await assert.rejects(
        download(url, () => {
          throw new Error('is no module');
        }),
        /is no module/,
      );
      await assert.rejects(download('http://127.0.0.1:1/', text), /fetch failed/);
    },
  );
});

test('download: waiting may be without end, and what is used is whole', async () => {
  await withServer(
    (_, response) => setTimeout(() => response.end('late'), 50),
    async (url) => {
      assert.equal(await download(url, text, {stallSeconds: Infinity}), 'late');
      const slowUse = async (response) => {
        const all = await response.text();
        await pause(300); // work after the last byte is no stall
        return all;
      };
      assert.equal(await download(url, slowUse, {stallSeconds: 0.2}), 'late');
    },
  );
});
