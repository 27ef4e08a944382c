// Files that are not what their address promises: a server's page for what it does not have, a pointer that git-lfs left
// in place of a file, half a download.
//
//   requireFile(bytes, url);             // the bytes, or NotFoundError that says what is there instead
//   await moduleFrom(bytes, url);        // a WebAssembly.Module, or such an error

import {notFound} from './errors.mjs';

const HEAD_BYTES = 256;
const WASM = [0, 97, 115, 109];

const SIGNS = [
  [/^\s*(<!doctype|<html|<head|<\?xml|<!--)/i, 'was answered with a web page: the file is not there, or under another address'],
  [/^version https:\/\/git-lfs/, 'is a pointer of git-lfs in place of the file: fetch it with "git lfs pull"'],
  [/^$/, 'is empty'],
];

export function requireFile(bytes, address) {
  const head = Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('');
  const [, wrong] = SIGNS.find(([sign]) => sign.test(head)) ?? [];
  if (wrong !== undefined) throw notFound(`${address} ${wrong}`);
  return bytes;
}

/** The bytes, where there are as many as they say themselves. */
export function requireWhole(bytes, claimed, address) {
  if (bytes.length >= claimed) return bytes;
  throw notFound(`${address} is cut off: it has ${bytes.length} of ${claimed} bytes`);
}

function requireWasm(bytes, address) {
  requireFile(bytes, address);
  if (!WASM.every((byte, i) => bytes[i] === byte)) throw notFound(`${address} is no WebAssembly module`);
}

export const damaged = (cause, address) => notFound(`${address} is cut off or damaged: ${cause.message}`, {cause});

/** The bytes as a module. */
export async function moduleFrom(bytes, address) {
  requireWasm(bytes, address);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw damaged(cause, address);
  }
}

/** The same at once. */
export function moduleNow(bytes, address) {
  requireWasm(bytes, address);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw damaged(cause, address);
  }
}

/** The module of a Response: compiled as it comes where that is possible. */
export async function moduleOf(response, address) {
  const streamed = response.headers.get('content-type')?.startsWith('application/wasm');
  if (!streamed || !WebAssembly.compileStreaming) return moduleFrom(new Uint8Array(await response.arrayBuffer()), address);
  const copy = response.clone(); // to look at, where it cannot be compiled
  try {
    const module = await WebAssembly.compileStreaming(response);
    copy.body?.cancel();
    return module;
  } catch (cause) {
    if (!(cause instanceof WebAssembly.CompileError)) throw cause;
    return moduleFrom(new Uint8Array(await copy.arrayBuffer()), address);
  }
}
