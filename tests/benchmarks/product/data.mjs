// Images for the benchmarks, as MNIST's four IDX files.

import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

export const IDX_FILES = {
  trainImages: 'train-images-idx3-ubyte',
  trainLabels: 'train-labels-idx1-ubyte',
  testImages: 't10k-images-idx3-ubyte',
  testLabels: 't10k-labels-idx1-ubyte',
};

function idx(dimensions, value) {
  const header = Buffer.alloc(4 + 4 * dimensions.length);
  header.writeUInt8(8, 2);
  header.writeUInt8(dimensions.length, 3);
  dimensions.forEach((size, axis) => header.writeUInt32BE(size, 4 + 4 * axis));
  const bytes = Buffer.alloc(dimensions.reduce((a, b) => a * b));
  for (let at = 0; at < bytes.length; ++at) bytes[at] = value(at);
  return Buffer.concat([header, bytes]);
}

/** A folder of 60,000 images in which no pixel is black. Written once. */
export async function denseImages(folder) {
  if (existsSync(join(folder, IDX_FILES.testLabels))) return folder;
  await mkdir(folder, {recursive: true});
  let state = 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
  for (const [kind, count] of [
    ['train', 60_000],
    ['test', 10_000],
  ]) {
    const images = idx([count, 28, 28], () => 1 + (next() % 255));
    await writeFile(join(folder, IDX_FILES[`${kind}Images`]), images);
    await writeFile(
      join(folder, IDX_FILES[`${kind}Labels`]),
      idx([count], () => next() % 10),
    );
  }
  return folder;
}

/** The folder's files, plain or gzipped, by the names that loadMnist() has for them. */
export const filesOf = (folder) =>
  Object.fromEntries(
    Object.entries(IDX_FILES).map(([key, name]) => {
      const plain = join(folder, name);
      return [key, existsSync(plain) ? plain : `${plain}.gz`];
    }),
  );
