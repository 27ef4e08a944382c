// The files of MNIST in a folder as the arrays that Keras' load_data() gives.

import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const MNIST = {
  xTrain: 'train-images-idx3-ubyte',
  yTrain: 'train-labels-idx1-ubyte',
  xTest: 't10k-images-idx3-ubyte',
  yTest: 't10k-labels-idx1-ubyte',
};

/** {xTrain, yTrain, xTest, yTest}; an Error names a file that is not there. */
export async function imagesIn(folder, emulator) {
  const found = {};
  for (const [name, file] of Object.entries(MNIST)) {
    const path = [file, `${file}.gz`].map((each) => join(folder, each)).find(existsSync);
    if (path === undefined) throw new Error(`no ${file} in ${folder}`);
    found[name] = await emulator.readIdx(readFileSync(path));
  }
  return found;
}
