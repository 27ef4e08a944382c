// What a lesson remembers in this browser, and what a link carries.

import {throughStream} from '../pipette/through_stream.mjs';

const key = (lesson, what) => `pipette-lesson-${lesson}-${what}`;

export function remembered(lesson, what) {
  try {
    return localStorage.getItem(key(lesson, what));
  } catch {
    // forbidden in some frames
    return null;
  }
}

/** `text` null forgets. */
export function remember(lesson, what, text) {
  try {
    if (text === null) localStorage.removeItem(key(lesson, what));
    else localStorage.setItem(key(lesson, what), text);
  } catch {
    /* as above */
  }
}

/** All that a lesson remembers, {what: text}. */
export function memoryOf(lesson) {
  const begin = key(lesson, '');
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(begin));
    return Object.fromEntries(names.map((name) => [name.slice(begin.length), localStorage.getItem(name)]));
  } catch {
    return {};
  }
}

export function forgetAll(lesson) {
  for (const what of Object.keys(memoryOf(lesson))) remember(lesson, what, null);
}

/** What memoryOf() gave, as JSON; anything else is as if there were none. */
export function rememberAll(lesson, json) {
  let memory;
  try {
    memory = JSON.parse(json);
  } catch {
    return;
  }
  for (const [what, text] of Object.entries(memory ?? {})) if (typeof text === 'string') remember(lesson, what, text);
}

const MAX_LETTERS = 30_000; // of code in a link, packed; and ten times as many unpacked

/** The code of edited cells, {id: code}, for the end of an address: 'code=...'. */
export async function packed(cells) {
  const bytes = await throughStream(new TextEncoder().encode(JSON.stringify(cells)), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `code=${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The cells of such an address, or null: anybody can write a link. */
export async function unpacked(hash) {
  const match = hash.match(/^#?code=([\w-]+)$/);
  if (!match || match[1].length > MAX_LETTERS) return null;
  try {
    const letters = atob(match[1].replaceAll('-', '+').replaceAll('_', '/'));
    const isTooMuch = (size) => size > 10 * MAX_LETTERS;
    const bytes = await throughStream(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream('deflate-raw'),
      (_, size) => isTooMuch(size),
    );
    if (isTooMuch(bytes.length)) return null;
    const cells = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof cells !== 'object' || cells === null) return null;
    return Object.fromEntries(Object.entries(cells).filter(([, code]) => typeof code === 'string'));
  } catch {
    return null;
  }
}
