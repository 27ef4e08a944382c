// A server for tests that answers as badly as it is told to.

import {createServer} from 'node:http';

/**
 * Calls `body(url)` while a server answers each request by `answer(request, response)`; then it is
 * closed, whatever it has left unanswered.
 */
export async function withServer(answer, body) {
  const server = createServer(answer);
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  try {
    return await body(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => {
      server.close(done);
    });
  }
}
