// Bytes from wherever they are: memory, files a user dropped, the network; gzip is unpacked.

import {download} from './download.mjs';
import {PipetteError, invalidArgument, notFound, show} from './errors.mjs';
import {gunzip, isGzip} from './gzip.mjs';
import {concatenate} from './through_stream.mjs';
import {damaged, requireFile, requireWhole} from './wrong_files.mjs';

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
  if (inNode && !URL.canParse(url)) {
    throw invalidArgument(
      `${show(url)} is no URL: of a path, pathToFileURL(path) of node:url makes one, or give the bytes: those of a file by ` +
        'readFile(path), those of a text by new TextEncoder().encode(text)',
    );
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

const IDX_ITEM_BYTES = {0x08: 1, 0x09: 1, 0x0b: 2, 0x0c: 4, 0x0d: 4, 0x0e: 8};
const MOST_AXES = 8;

/** How long an IDX file says it is; 0 when its beginning is not that of one, undefined when it is not there yet. */
function claimedSize(head) {
  const [zero, alsoZero, type, rank] = head;
  const item = IDX_ITEM_BYTES[type];
  if (zero !== 0 || alsoZero !== 0 || item === undefined || rank < 1 || rank > MOST_AXES) return 0;
  if (head.length < 4 + 4 * rank) return undefined;
  let size = item;
  for (let axis = 0; axis < rank; axis++) size *= new DataView(head.buffer).getUint32(4 + 4 * axis);
  return Math.min(4 + 4 * rank + size, MAX_BYTES);
}

/**
 * Unpacks an IDX file. What comes out is bounded by what its header claims, so that a small file
 * cannot fill the memory; one byte more is kept, for the reader to complain about.
 */
async function gunzipIdx(packed, name) {
  let most;
  const enough = (chunks, size) => {
    if (most === undefined && size >= 4) most = claimedSize(concatenate(chunks));
    return most !== undefined && size > most;
  };
  const bytes = await gunzip(packed, name, enough);
  return bytes.length > (most ?? Infinity) ? bytes.subarray(0, Math.max(most + 1, 16)) : bytes;
}

/** What the source is called: a file's own name, or the end of an address. */
export function nameOf(source, argument) {
  const own = isUrl(source) ? String(source).split(/[?#]/)[0].split('/').pop() : source?.name;
  return typeof own === 'string' && own !== '' ? `${argument} (${own})` : argument;
}

/** {bytes, name} of one IDX file, unpacked. */
export async function idxFile(source, argument, options) {
  const name = nameOf(source, argument);
  const given = await bytesOf(source, argument, options);
  if (!isUrl(source)) return {name, bytes: isGzip(given) ? await gunzipIdx(given, name) : given};
  let bytes = given;
  if (isGzip(given)) {
    bytes = await gunzipIdx(given, name).catch((cause) => {
      throw damaged(cause, source);
    });
  }
  return {name, bytes: requireWhole(bytes, claimedSize(bytes) ?? 0, source)};
}
