// Bytes through a stream that packs or unpacks them.

export function concatenate(chunks) {
  const bytes = new Uint8Array(chunks.reduce((size, {length}) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * What comes out; `enough(chunks, size)` may end it early. Throws what the stream throws. (A Response would read it as well,
 * but where the stream throws Firefox also reports that to the console.)
 */
export async function throughStream(bytes, stream, enough = () => false) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return concatenate(chunks);
    chunks.push(value);
    size += value.length;
    if (enough(chunks, size)) {
      await reader.cancel();
      return concatenate(chunks);
    }
  }
}
