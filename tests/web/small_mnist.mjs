// A data set in four files that are dropped onto the page.

import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {drop} from './hands.mjs';

/** A gzipped IDX file of `count` pictures or labels. */
function idx(kind, count) {
  const pictures = kind === 'images';
  const head = pictures ? [0x803, count, 28, 28] : [0x801, count];
  const bytes = Buffer.alloc(4 * head.length + count * (pictures ? 784 : 1));
  head.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  for (let i = 4 * head.length; i < bytes.length; i++) bytes[i] = i % (pictures ? 251 : 10);
  return gzipSync(bytes);
}

export const SMALL_MNIST = {
  'train-images-idx3-ubyte.gz': idx('images', 64),
  'train-labels-idx1-ubyte.gz': idx('labels', 64),
  't10k-images-idx3-ubyte.gz': idx('images', 10),
  't10k-labels-idx1-ubyte.gz': idx('labels', 10),
};

/** Drops these files, `name: bytes`, or all of them, into the middle of the page, which reads them as long as it is open. */
export async function dropSmallMnist(page, files = SMALL_MNIST) {
  const folder = await mkdtemp(join(tmpdir(), 'pipette-drop-'));
  page.once('close', () => rm(folder, {recursive: true}));
  const paths = Object.keys(files).map((name) => join(folder, name));
  await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
  await drop(page, paths, [640, 360]);
}
