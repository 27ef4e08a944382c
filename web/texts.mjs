// Strings on their way between JavaScript and the module's memory.

/** Calls `call(...addresses)` with copies of `texts` that live as long as the call. */
export function withTexts(app, texts, call) {
  const addresses = texts.map((text) => {
    const size = app.lengthBytesUTF8(text) + 1;
    const at = app._malloc(size);
    app.stringToUTF8(text, at, size);
    return at;
  });
  const result = call(...addresses);
  addresses.forEach((at) => app._free(at));
  return result;
}

/** The text at an address the module gave away; frees it. */
export function takeText(app, at) {
  const text = app.UTF8ToString(at);
  app._free(at);
  return text;
}
