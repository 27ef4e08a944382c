// Files as strangers pack them, in browsers, whose DecompressionStream takes a single gzip member and nothing behind it.

import {gzipSync} from 'node:zlib';
import {assert, testInEveryBrowser as test} from './harness.mjs';

const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** An IDX file of 60 images of 7 x 9. */
function images() {
  const header = Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 60, 0, 0, 0, 7, 0, 0, 0, 9);
  return join(
    header,
    Uint8Array.from({length: 60 * 7 * 9}, (_, i) => (i * i) % 251),
  );
}

test('strange files: gzip of several members, and with zeros behind it, as node reads it', async ({page, open}) => {
  const plain = images();
  const members = join(gzipSync(plain.subarray(0, 5)), gzipSync(plain.subarray(5, 2000)), gzipSync(plain.subarray(2000)));
  const files = [gzipSync(plain), members, join(members, new Uint8Array(512)), join(gzipSync(plain), [0])];
  const wrong = [join(members, [7]), members.subarray(0, -3)];
  await open();
  const read = await page.evaluate(
    async (all) => {
      const {createPipette} = await import('./pipette.mjs');
      const p = await createPipette();
      const results = [];
      for (const bytes of all) {
        const file = new Blob([Uint8Array.from(bytes)]);
        results.push(
          await p.readIdx(file).then(
            ({data}) => [...data],
            ({name}) => name,
          ),
        );
      }
      return results;
    },
    [...files, ...wrong].map((file) => [...file]),
  );
  const wanted = [...plain.subarray(16)];
  files.forEach((_, i) => assert.deepEqual(read[i], wanted, `file ${i}`));
  assert.deepEqual(read.slice(files.length), ['InvalidArgumentError', 'InvalidArgumentError']);
});
