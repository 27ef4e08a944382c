// NumPy's files: .npy, and .npz with several. Types and what each function does: datasets.d.mts.
// Formats: numpy.lib.format, versions 1 to 3; APPNOTE.TXT of PKWARE for .npz, which is a zip.

import {bytesOf} from './bytes.mjs';
import {invalidArgument, requireOptions, show} from './errors.mjs';
import {gunzip} from './gzip.mjs';
import {dtypeOf, isTensor, toModule} from './tensors.mjs';
import {concatenate} from './through_stream.mjs';
import {sliceOptions, slices} from './time.mjs';

/** `count` items of bytes that begin anywhere, as the array that has such items. */
const asStored = (Kind) => (bytes, begin, count) => {
  const at = bytes.byteOffset + begin;
  return new Kind(bytes.buffer.slice(at, at + count * Kind.BYTES_PER_ELEMENT));
};
const widened = (Kind, Wide) => (bytes, begin, count) => Wide.from(asStored(Kind)(bytes, begin, count));

function halves(bytes, begin, count) {
  const from = asStored(Uint16Array)(bytes, begin, count);
  return Float32Array.from(from, (bits) => {
    const exponent = (bits >> 10) & 31,
      fraction = bits & 1023;
    const special = fraction ? NaN : Infinity;
    const normal = (1024 + fraction) * 2 ** (exponent - 25);
    const size = exponent === 31 ? special : exponent === 0 ? fraction * 2 ** -24 : normal;
    return bits & 0x8000 ? -size : size;
  });
}

/** 64-bit integers as 32-bit ones; the upper half must hold nothing but the sign. */
const narrowed = (Kind, name, upperOf) => (bytes, begin, count) => {
  const pairs = asStored(Int32Array)(bytes, begin, 2 * count);
  const data = new Kind(count);
  for (let i = 0; i < count; i++) {
    const low = pairs[2 * i];
    if (pairs[2 * i + 1] !== upperOf(low)) {
      const value = new DataView(pairs.buffer)[name === 'int64' ? 'getBigInt64' : 'getBigUint64'](8 * i, true);
      const narrow = name === 'int64' ? 'int32' : 'uint32';
      throw invalidArgument(`${name} numbers become ${narrow}, and ${value} does not fit; save the array as float64`);
    }
    data[i] = low;
  }
  return data;
};

// By numpy's name of an item: its bytes, and how some of them are read.
const ITEMS = {
  f2: [2, halves],
  f4: [4, asStored(Float32Array)],
  f8: [8, asStored(Float64Array)],
  i1: [1, asStored(Int8Array)],
  u1: [1, asStored(Uint8Array)],
  b1: [1, asStored(Uint8Array)],
  i2: [2, widened(Int16Array, Int32Array)],
  u2: [2, widened(Uint16Array, Int32Array)],
  i4: [4, asStored(Int32Array)],
  u4: [4, asStored(Uint32Array)],
  i8: [8, narrowed(Int32Array, 'int64', (low) => low >> 31)],
  u8: [8, narrowed(Uint32Array, 'uint64', () => 0)],
};

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** The header of an .npy file, and where its data begins. */
function npyHeader(bytes, name) {
  if (bytes.length < 12 || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw invalidArgument(`${name} is no .npy file: it does not begin with "\\x93NUMPY"`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = bytes[6] === 1 ? 10 : 12;
  const end = begin + (bytes[6] === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  const text = end <= bytes.length ? new TextDecoder().decode(bytes.subarray(begin, end)) : '';
  const [, type] = /'descr': *'([^']*)'/.exec(text) ?? [];
  const [, order] = /'fortran_order': *(True|False)/.exec(text) ?? [];
  const [, sizes] = /'shape': *\(([^)]*)\)/.exec(text) ?? [];
  // Python 2 wrote sizes as 400L where its integers were of 32 bits.
  const shape = sizes
    ?.split(',')
    .map((size) => size.trim())
    .filter((size) => size !== '')
    .map((size) => (/^\d+L?$/.test(size) ? parseInt(size, 10) : NaN));
  if (type === undefined || order === undefined || shape === undefined || shape.some(Number.isNaN)) {
    throw invalidArgument(`the header of ${name} is cut off, or describes no plain array`);
  }
  return {type, shape, fortran: order === 'True', begin: end};
}

const ITEMS_AT_ONCE = 2 ** 18;

/** Puts items that lie column by column row by row, from `from` on; gives where it stopped. */
function reorder(data, columns, shape, from) {
  const last = shape.length - 1;
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  const width = shape[last],
    stride = strides[last];
  const end = Math.min(data.length, from + Math.max(width, ITEMS_AT_ONCE));
  let at = from;
  while (at < end) {
    let row = Math.floor(at / width),
      source = 0;
    for (let axis = last - 1; axis >= 0; axis--) {
      source += (row % shape[axis]) * strides[axis];
      row = Math.floor(row / shape[axis]);
    }
    for (let i = 0; i < width; i++, source += stride) data[at++] = columns[source];
  }
  return at;
}

/** The steps of reading an .npy file: a function that gives its part of the work that is done, 1 at the end. */
function npyReader(bytes, name) {
  const {type, shape, fortran, begin} = npyHeader(bytes, name);
  const kind = type.slice(1);
  const item = /^[<|=]/.test(type) && Object.hasOwn(ITEMS, kind) ? ITEMS[kind] : undefined;
  if (item === undefined) {
    throw invalidArgument(
      `${name}: arrays of type ${show(type)} cannot be read; ` +
        `there are ${Object.keys(ITEMS).join(', ')}, little-endian: save a.astype('<f4')`,
    );
  }
  const [size, read] = item;
  const count = shape.reduce((product, each) => product * each, 1);
  if (!Number.isSafeInteger(count) || bytes.length - begin !== count * size) {
    throw invalidArgument(
      `${name} should hold ${count} items of ${size} bytes, but ${bytes.length - begin} bytes follow its header`,
    );
  }
  const parts = [];
  let got = 0;
  let data,
    ordered = 0;
  const reorders = fortran && shape.filter((each) => each > 1).length > 1;
  const step = () => {
    if (data === undefined) {
      const some = Math.min(ITEMS_AT_ONCE * 8, count - got);
      parts.push(read(bytes, begin + got * size, some));
      got += some;
      if (got < count) return got / count / 2;
      data = joined(parts);
      return reorders ? 0.5 : 1;
    }
    if (ordered === 0) parts[0] = data.slice();
    ordered = reorder(data, parts[0], shape, ordered);
    return ordered < count ? 0.5 + ordered / count / 2 : 1;
  };
  return {step, result: () => ({data, shape})};
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new parts[0].constructor(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const READ_OPTIONS = ['onProgress', 'signal', 'microseconds', 'pace'];

async function readInSlices(bytes, name, {onProgress, signal, microseconds, pace}) {
  const {step, result} = npyReader(bytes, name);
  await slices(pace, signal, async () => {
    const end = performance.now() + microseconds / 1000;
    let done = step();
    while (done < 1 && performance.now() < end) done = step();
    await onProgress?.({bytesRead: Math.round(done * bytes.length), bytes: bytes.length});
    return done === 1;
  });
  return result();
}

const readOptions = (name, options) => sliceOptions({pace: 'task', ...requireOptions(name, options, READ_OPTIONS)});

/** {data, shape} of an .npy file. */
export async function readNpy(source, options = {}) {
  const slice = readOptions('options of readNpy()', options);
  return readInSlices(await bytesOf(source, 'the .npy file'), 'the .npy file', slice);
}

// ---- .npz ----

const ENTRY = 0x02014b50,
  END = 0x06054b50,
  LOCAL = 0x04034b50;
const STORED = 0,
  DEFLATED = 8;

export const isZip = (bytes) => bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b;

/** {name, method, sum, packed, size} of each file in a zip. */
function zipEntries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrong = (why) => invalidArgument(`this is no .npz file: ${why}`);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (!isZip(bytes) || end < 0) throw wrong('a zip begins with "PK" and ends with its directory; is it cut off?');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw wrong('its directory is damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL)
      throw wrong(`${show(name)} is not where it should be`);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = bytes.subarray(begin, begin + view.getUint32(at + 20, true));
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      packed,
    });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** The data of a zip's file: deflated as gzip has it, so its header and sums make a gzip file of it. */
async function inflated({name, method, sum, packed, size}) {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw invalidArgument(`${name} is packed by method ${method}; numpy.savez_compressed() deflates`);
  const sums = new Uint8Array(8);
  new DataView(sums.buffer).setUint32(0, sum, true);
  new DataView(sums.buffer).setUint32(4, size, true);
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
  return gunzip(concatenate([header, packed, sums]), name, (_, more) => more > size);
}

/** {name: {data, shape}} of an .npz file. */
export async function readNpz(source, options = {}) {
  const {onProgress, ...slice} = readOptions('options of readNpz()', options);
  const entries = zipEntries(await bytesOf(source, 'the .npz file'));
  const total = entries.reduce((sum, {size}) => sum + size, 0);
  const arrays = {};
  let before = 0;
  for (const entry of entries) {
    const progress = ({bytesRead}) => onProgress?.({bytesRead: before + bytesRead, bytes: total});
    const array = await readInSlices(await inflated(entry), entry.name, {...slice, onProgress: progress});
    Object.defineProperty(arrays, entry.name.replace(/\.npy$/, ''), {value: array, enumerable: true});
    before += entry.size;
  }
  return arrays;
}

// ---- writing ----

const DESCRIPTIONS = {float32: '<f4', float64: '<f8', int32: '<i4', uint32: '<u4', int8: '|i1', uint8: '|u1'};
const ALIGNMENT = 64;

/** The bytes of an .npy file that numpy.load() gives back. */
export function writeNpy(tensor) {
  if (!isTensor(tensor)) throw invalidArgument(`an .npy file is made of {data, shape}, but this is ${show(tensor)}`);
  const {bytes, shape} = toModule('the tensor', tensor);
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${DESCRIPTIONS[dtypeOf(tensor.data)]}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const begin = MAGIC.length + 4;
  const end = Math.ceil((begin + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const file = new Uint8Array(end + bytes.length);
  file.set([...MAGIC, 1, 0]);
  new DataView(file.buffer).setUint16(MAGIC.length + 2, end - begin, true);
  file.set(new TextEncoder().encode(`${text.padEnd(end - begin - 1)}\n`), begin);
  file.set(bytes, end);
  return file;
}
