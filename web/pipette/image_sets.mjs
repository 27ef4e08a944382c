// Labelled images from files: MNIST and its relatives. Types and what each function does: datasets.d.mts.

import {bytesOf, idxFile, isUrl} from './bytes.mjs';
import {invalidArgument, requireOptions, requirePositive, requireString, show} from './errors.mjs';
import {Handle} from './handle.mjs';
import {fromSnakeJson} from './json.mjs';
import {isZip, readNpz} from './npy.mjs';
import {Owned, optionsText} from './owned.mjs';
import {fromModule, isTensor, toModule} from './tensors.mjs';

/** Labelled images inside the emulator. Made by Pipette.loadMnist(). */
export class ImageSet extends Owned {
  static what = 'data set of loadMnist()';
  static maker = 'loadMnist()';
  static article = 'a';

  constructor(handle) {
    super(handle);
    Object.assign(this, fromSnakeJson(handle.call('describeData')));
    Object.freeze(this);
  }
}

/** {data, shape} of an IDX file of any type and rank. */
export async function readIdx(core, source, options = {}) {
  const {stallSeconds} = requireOptions('options of readIdx()', options, ['stallSeconds']);
  const {name, bytes} = await idxFile(source, 'the IDX file', {stallSeconds});
  return fromModule(core.call('readIdx', 0, name, bytes));
}

const PARTS = ['trainImages', 'trainLabels', 'testImages', 'testLabels'];
const IN_NPZ = {trainImages: 'x_train', trainLabels: 'y_train', testImages: 'x_test', testLabels: 'y_test'};
const OPTIONS = ['name', 'classes', 'transpose', 'stallSeconds'];
const SOURCES = [...OPTIONS, 'npz', ...PARTS, ...Object.values(IN_NPZ)];

/** Images as uint8 [n, height, width], where they have one channel or are whole numbers up to 255; labels as uint8 [n]. */
function asLabelled(part, tensor) {
  const {data, shape} = tensor;
  const isImages = part.endsWith('Images');
  const axes = isImages && shape.length === 4 && shape[3] === 1 ? shape.slice(0, 3) : shape;
  if (axes.length !== (isImages ? 3 : 1)) {
    throw invalidArgument(
      `${part} must be ${isImages ? '[n, height, width]' : '[n]'}, but it is [${shape.join(', ')}]` +
        (!isImages && axes.length === 2 ? '; of one-hot labels give the numbers, of a table the column that has them' : ''),
    );
  }
  if (!data.every((value) => Number.isInteger(value) && value >= 0 && value <= 255)) {
    throw invalidArgument(`${part} must be whole numbers from 0 to 255`);
  }
  return {data: Uint8Array.from(data), shape: axes};
}

/** The four parts of an .npz file, as Keras' mnist.npz has them. */
async function partsOfNpz(source) {
  const arrays = await readNpz(source);
  return Object.fromEntries(
    PARTS.map((part) => {
      const array = arrays[IN_NPZ[part]];
      if (array !== undefined) return [part, array];
      throw invalidArgument(
        `the .npz file has no ${IN_NPZ[part]}; it has ${Object.keys(arrays).join(', ')}, and ` +
          `${Object.values(IN_NPZ).join(', ')} are wanted: give those that are meant as ${PARTS.join(', ')}`,
      );
    }),
  );
}

const isBytes = (source) =>
  isUrl(source) || source instanceof ArrayBuffer || ArrayBuffer.isView(source) || typeof source?.arrayBuffer === 'function';

/** {trainImages, ...}: what each of the four comes from; `npz`, or bytes in place of all, for a file with all four. */
async function partsOf(sources, files, npz, options) {
  if (npz !== undefined || isBytes(sources)) {
    const bytes = await bytesOf(npz ?? sources, 'the .npz file', options);
    if (!isZip(bytes)) {
      throw invalidArgument(`one file of a data set is an .npz file; of IDX files all four are needed: ${PARTS.join(', ')}`);
    }
    return partsOfNpz(bytes);
  }
  return Object.fromEntries(PARTS.map((part) => [part, files[part] ?? files[IN_NPZ[part]]]));
}

async function tensorOf(core, part, source, options) {
  if (isTensor(source)) return toModule(part, asLabelled(part, source));
  const {name, bytes} = await idxFile(source, part, options);
  return core.call('readIdx', part.endsWith('Images') ? 3 : 1, name, bytes);
}

export async function loadMnist(core, sources, more = {}) {
  const own = isBytes(sources) ? {} : requireOptions('sources', sources, SOURCES);
  const twice = Object.keys(requireOptions('options of loadMnist()', more, OPTIONS)).find((key) => key in own);
  if (twice !== undefined)
    throw invalidArgument(`"${twice}" is among the sources of loadMnist() and its options: give it once`);
  const {name = 'mnist', classes = 10, transpose = false, stallSeconds, npz, ...files} = {...own, ...more};
  if (stallSeconds !== undefined) requirePositive('stallSeconds', stallSeconds);
  requireString('name', name);
  if (typeof transpose !== 'boolean') throw invalidArgument(`transpose must be true or false, but it is ${show(transpose)}`);
  const options = {stallSeconds};
  const parts = await partsOf(sources, files, npz, options);
  for (const part of PARTS) {
    if (parts[part] === undefined) throw invalidArgument(`${part} is missing`);
  }
  const tensors = await Promise.all(PARTS.map((part) => tensorOf(core, part, parts[part], options)));
  const handle = core.call('createData', 0, optionsText('loadMnist()', {name, classes, transpose}), tensors);
  return new ImageSet(new Handle(core, handle, 'data set'));
}
