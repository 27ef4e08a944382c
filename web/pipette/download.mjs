// Downloads that end: with what was asked for, or with an error that says why not.
//
//   const bytes = await download(url, (response) => response.arrayBuffer(), {stallSeconds: 30});
//
// A server that says nothing for `stallSeconds` has stalled. A slow one has not: the time starts anew
// with whatever comes.

export const STALL_SECONDS = 30;
const MAX_TIMER_MS = 2 ** 31 - 1; // of a timer: 24 days

/**
 * What `use` makes of the Response of `url`, all of which it reads. `onBytes(received, total)` is called for every piece;
 * `total` is 0 where the server does not say. What `onBytes` or `use` throws ends the download.
 * Rejects when the address cannot be reached, with 'HTTP status 404' (and `status`), or with 'nothing
 * came for 30 s'.
 */
export async function download(url, use, {stallSeconds = STALL_SECONDS, onBytes = () => {}} = {}) {
  const controller = new AbortController();
  let timer, stop;
  const stopped = new Promise((_, reject) => {
    stop = reject;
  });
  const rest = () => clearTimeout(timer);
  const wait = () => {
    rest();
    timer = setTimeout(
      () => stop(new Error(`nothing came for ${stallSeconds} s; try again later, or another address`)),
      Math.min(1000 * stallSeconds, MAX_TIMER_MS),
    );
  };

  async function work() {
    const response = await fetch(url, {signal: controller.signal});
    const {headers, ok, status} = response;
    if (!ok) throw Object.assign(new Error(`HTTP status ${status}`), {status});
    wait();
    // An encoded body is longer than what its header says.
    const total = headers.has('content-encoding') ? 0 : Number(headers.get('content-length')) || 0;
    let received = 0;
    const counter = new TransformStream({
      transform(piece, out) {
        wait();
        received += piece.byteLength;
        try {
          onBytes(received, total);
        } catch (error) {
          stop(error); // browsers replace the errors of a stream by their own
          throw error;
        }
        out.enqueue(piece);
      },
      flush: rest,
    });
    return use(new Response(response.body?.pipeThrough(counter), {headers}));
  }

  wait();
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    rest();
    controller.abort(); // does nothing to what has come
  }
}
