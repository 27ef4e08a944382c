// Unpacks the files of this page (tools/single_file.mjs) and begins with main.mjs.

const OWN = 'https://single-file.invalid/';
const blobs = new Map();

function bytesOf(base64) {
  const text = atob(base64),
    bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Each name of a file that stands before it becomes the address of its blob.
const linked = (text) =>
  text.replace(/\{\{([^{}\s]+)\}\}/g, (whole, path) => (path === '/' ? OWN : (blobs.get(path) ?? whole)));

async function unpack() {
  const packed = new Blob([bytesOf(document.getElementById('pipette-files').textContent)]);
  const all = new Uint8Array(await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  const utf8 = new TextDecoder(),
    listEnd = all.indexOf(10);
  let at = listEnd + 1;
  for (const [path, size] of JSON.parse(utf8.decode(all.subarray(0, listEnd)))) {
    const content = all.subarray(at, (at += size));
    blobs.set(
      path,
      URL.createObjectURL(
        /\.m?js$/.test(path)
          ? new Blob([linked(utf8.decode(content))], {type: 'text/javascript'})
          : new Blob([content], {type: path.endsWith('.css') ? 'text/css' : 'application/octet-stream'}),
      ),
    );
  }
}

// Files that are asked for by their place beside a module.
const fetchFromNetwork = window.fetch.bind(window);
window.fetch = (what, options) => {
  const address = String(what?.url ?? what);
  return fetchFromNetwork(address.startsWith(OWN) ? (blobs.get(address.slice(OWN.length)) ?? address) : what, options);
};

try {
  await unpack();
  await import(blobs.get('main.mjs'));
} catch (error) {
  window.pipette_loading.fail(
    `This page could not be unpacked: ${error.message}. It needs Chrome 80, Firefox 113, Safari 16.4 or newer.`,
  );
}
