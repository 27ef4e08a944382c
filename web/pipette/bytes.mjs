// Bytes from wherever they are: memory, files a user dropped, the network; gzip is unpacked.

import {download} from './download.mjs';
import {PipetteError, invalidArgument, notFound, show} from './errors.mjs';
import {requireFile} from './wrong_files.mjs';

export const inNode = typeof process === 'object' && typeof process.versions?.node === 'string';

// The largest IDX file that is read, as in src/data/idx.h.
const MAX_BYTES = 2 ** 30;

export const isUrl = (source) => typeof source === 'string' || source instanceof URL;

// Browsers do not say why they refuse what another origin has.
function hintFor(url, cause) {
  const page = globalThis.location;
  if (!page || !(cause instanceof TypeError) || !URL.canParse(url, page.href)) return '';
  const {origin} = new URL(url, page.href);
  if (origin === globalThis.origin) return '';
  return (
    `; a page of another origin may only read what ${origin} answers with Access-Control-Allow-Origin, and its content ` +
    `security policy, where it has one, needs connect-src ${origin}`
  );
}

/** What `use` makes of the Response of a URL, in node of a file: URL too. Throws NotFound. */
export async function fromUrl(url, use, {stallSeconds} = {}) {
  if (inNode && String(url).startsWith('file:')) {
    const fs = 'node:fs/promises'; // in a variable, so that bundlers for pages leave it alone
    const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ fs);
    let bytes;
    try {
      bytes = await readFile(new URL(url));
    } catch (cause) {
      throw notFound(`${url} cannot be read: ${cause.message}`, {cause});
    }
    return use(new Response(bytes));
  }
  try {
    return await download(url, use, {stallSeconds});
  } catch (cause) {
    if (cause instanceof PipetteError) throw cause;
    throw notFound(`${url} cannot be loaded: ${cause.message}${hintFor(url, cause)}`, {cause});
  }
}

/** The bytes of an ArrayBuffer, typed array, Blob, File, Response or URL. */
export async function bytesOf(source, name, options) {
  if (isUrl(source)) {
    return fromUrl(source, async (response) => requireFile(new Uint8Array(await response.arrayBuffer()), source), options);
  }
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  if (typeof source?.arrayBuffer === 'function') return new Uint8Array(await source.arrayBuffer());
  throw invalidArgument(
    `${name} must be an ArrayBuffer, a typed array, a Blob, a Response or a URL, but it is ${show(source)}`,
  );
}

function concatenate(chunks, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** How long an IDX file says it is; 0 when its beginning is not that of one. */
function claimedSize(head) {
  const rank = head[3];
  if (head[0] !== 0 || head[1] !== 0 || rank < 1 || rank > 3) return 0;
  let elements = 1;
  for (let axis = 0; axis < rank; axis++) {
    elements *= new DataView(head.buffer).getUint32(4 + 4 * axis);
  }
  return Math.min(4 + 4 * rank + elements, MAX_BYTES);
}

/**
 * Unpacks an IDX file. What comes out is bounded by what its header claims, so that a small file
 * cannot fill the memory; one byte more is kept, for the reader to complain about.
 */
async function gunzipIdx(packed, name) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks = [];
  let size = 0,
    most = Infinity;
  try {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (most === Infinity && size >= 16) most = claimedSize(concatenate(chunks, size));
      if (size > most) {
        await reader.cancel();
        break;
      }
    }
  } catch (cause) {
    throw invalidArgument(`${name}: gzip data: ${cause.message}`, {cause});
  }
  const bytes = concatenate(chunks, size);
  return size > most ? bytes.subarray(0, Math.max(most + 1, 16)) : bytes;
}

/** {bytes, name} of one IDX file, unpacked. */
export async function idxFile(source, argument, options) {
  const own = isUrl(source) ? String(source).split(/[?#]/)[0].split('/').pop() : source?.name;
  const name = typeof own === 'string' && own !== '' ? `${argument} (${own})` : argument;
  const bytes = await bytesOf(source, argument, options);
  const isGzip = bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
  return {name, bytes: isGzip ? await gunzipIdx(bytes, name) : bytes};
}
