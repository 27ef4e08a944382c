// Texts and bytes on their way between JavaScript and the module's memory.

/** The address of `size` bytes. Throws where there are none: 0 is an address of the module's own data. */
export function allocate(app, size) {
  const at = app._malloc(Math.max(1, size));
  if (at !== 0) return at;
  throw new Error(`the page has no memory left for ${(size / 1e6).toFixed(1)} MB; use a smaller model or smaller files`);
}

/** Calls `call(address)` with room for `size` bytes that lasts as long as the call. */
export function withRoom(app, size, call) {
  const at = allocate(app, size);
  try {
    return call(at);
  } finally {
    app._free(at);
  }
}

/** Calls `call(address)` with a copy of `bytes`. */
export const withBytes = (app, bytes, call) =>
  withRoom(app, bytes.length, (at) => {
    app.HEAPU8.set(bytes, at);
    return call(at);
  });

/** Calls `call(...addresses)` with copies of `texts`. */
export function withTexts(app, [text, ...texts], call) {
  if (text === undefined) return call();
  const size = app.lengthBytesUTF8(text) + 1;
  return withRoom(app, size, (at) => {
    app.stringToUTF8(text, at, size);
    return withTexts(app, texts, (...others) => call(at, ...others));
  });
}

/** The bytes that a function of the module gives away: `give(size)` gives their address and writes their number to `size`. */
export const takeBytes = (app, give) =>
  withRoom(app, 4, (size) => {
    const at = give(size);
    const bytes = app.HEAPU8.slice(at, at + new DataView(app.HEAPU8.buffer).getUint32(size, true));
    app._free(at);
    return bytes;
  });

/** The text at an address the module gave away; frees it. */
export function takeText(app, at) {
  const text = app.UTF8ToString(at);
  app._free(at);
  return text;
}
