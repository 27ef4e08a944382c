// Tensors from files that other programs write: NumPy's .npy and tables of numbers as text. Types and
// what each function does: datasets.d.ts.

import {bytesOf} from './bytes.mjs';
import {invalidArgument, requireOptions, requireString, show} from './errors.mjs';

// How an item is read, by numpy's name of its type, and the array it goes into.
const ITEMS = {
  f2: [2, (view, at) => halfAt(view, at), Float32Array],
  f4: [4, (view, at) => view.getFloat32(at, true), Float32Array],
  f8: [8, (view, at) => view.getFloat64(at, true), Float64Array],
  i1: [1, (view, at) => view.getInt8(at), Int8Array],
  u1: [1, (view, at) => view.getUint8(at), Uint8Array],
  b1: [1, (view, at) => view.getUint8(at), Uint8Array],
  i2: [2, (view, at) => view.getInt16(at, true), Int32Array],
  u2: [2, (view, at) => view.getUint16(at, true), Int32Array],
  i4: [4, (view, at) => view.getInt32(at, true), Int32Array],
  u4: [4, (view, at) => view.getUint32(at, true), Uint32Array],
  i8: [8, (view, at) => int64At(view, at), Int32Array],
};

function halfAt(view, at) {
  const bits = view.getUint16(at, true),
    exponent = (bits >> 10) & 31,
    fraction = bits & 1023;
  const size =
    exponent === 31
      ? fraction
        ? NaN
        : Infinity
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

function int64At(view, at) {
  const value = view.getBigInt64(at, true);
  if (BigInt.asIntN(32, value) === value) return Number(value);
  throw invalidArgument(`int64 numbers become int32, and ${value} does not fit; save the array as float64`);
}

/** The header of an .npy file (numpy.lib.format, versions 1 to 3), and where its data begins. */
function npyHeader(bytes) {
  const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
  if (bytes.length < 12 || magic.some((byte, i) => bytes[i] !== byte)) {
    throw invalidArgument('this is no .npy file: it does not begin with "\\x93NUMPY"');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = bytes[6] === 1 ? 10 : 12;
  const end = begin + (bytes[6] === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  const text = end <= bytes.length ? new TextDecoder().decode(bytes.subarray(begin, end)) : '';
  const [, type] = /'descr': *'([^']*)'/.exec(text) ?? [];
  const [, order] = /'fortran_order': *(True|False)/.exec(text) ?? [];
  const [, sizes] = /'shape': *\(([^)]*)\)/.exec(text) ?? [];
  if (type === undefined || order === undefined || sizes === undefined) {
    throw invalidArgument('the header of the .npy file is cut off, or describes no plain array');
  }
  const shape = sizes
    .split(',')
    .map((size) => size.trim())
    .filter((size) => size !== '')
    .map(Number);
  return {type, shape, fortran: order === 'True', view, begin: end};
}

/** {data, shape} of an .npy file. */
export async function readNpy(source) {
  const bytes = await bytesOf(source, 'the .npy file');
  const {type, shape, fortran, view, begin} = npyHeader(bytes);
  const name = type.slice(1);
  const item = /^[<|=]/.test(type) && Object.hasOwn(ITEMS, name) ? ITEMS[name] : undefined;
  if (item === undefined) {
    throw invalidArgument(
      `arrays of type ${show(type)} cannot be read; ` +
        `there are ${Object.keys(ITEMS).join(', ')}, little-endian: save a.astype('<f4')`,
    );
  }
  if (fortran && shape.filter((size) => size > 1).length > 1) {
    throw invalidArgument('the array is in Fortran order; save np.ascontiguousarray(a)');
  }
  const [size, read, Data] = item;
  const count = shape.reduce((product, each) => product * each, 1);
  if (!Number.isSafeInteger(count) || count < 0 || bytes.length - begin !== count * size) {
    throw invalidArgument(
      `the .npy file should hold ${count} items of ${size} bytes, but ${bytes.length - begin} bytes follow its header`,
    );
  }
  return {data: Data.from({length: count}, (_, i) => read(view, begin + i * size)), shape};
}

/** The cells of a line; a cell in quotes may hold the delimiter, and two quotes for one. */
function cellsOf(line, delimiter) {
  if (!line.includes('"')) return line.split(delimiter);
  const cells = [];
  for (let at = 0; at <= line.length;) {
    let cell = '';
    if (line[at] === '"') {
      for (at++; at < line.length && !(line[at] === '"' && line[at + 1] !== '"'); at++) {
        if (line[at] === '"') at++;
        cell += line[at];
      }
      at++;
    } else {
      const end = line.indexOf(delimiter, at);
      cell = line.slice(at, end < 0 ? line.length : end);
      at += cell.length;
    }
    cells.push(cell);
    at += delimiter.length;
  }
  return cells;
}

const numberOf = (cell) => (cell.trim() === '' ? NaN : Number(cell));
const isNumber = (cell) => !Number.isNaN(numberOf(cell)) || cell.trim().toLowerCase() === 'nan';

/** The numbers of a table, a row for each line, and those of one column apart if it is named. */
export async function readCsv(source, options = {}) {
  const {delimiter = ',', label} = requireOptions('options of readCsv()', options, ['delimiter', 'label']);
  if (requireString('delimiter', delimiter).length !== 1 || delimiter === '"') {
    throw invalidArgument(`delimiter must be one character other than a quote, but it is ${show(delimiter)}`);
  }
  const text = new TextDecoder().decode(await bytesOf(source, 'the table'));
  const lines = text.split(/\r\n|\n|\r/);
  const rows = lines
    .map((line, i) => ({cells: cellsOf(line, delimiter), number: i + 1}))
    .filter((_, i) => lines[i].trim() !== '');
  if (rows.length === 0) throw invalidArgument('the table is empty');
  const named = !rows[0].cells.every(isNumber);
  const columns = named ? rows.shift().cells.map((cell) => cell.trim()) : rows[0].cells.map((_, i) => String(i));
  const at = label === undefined ? -1 : columns.indexOf(String(label));
  if (label !== undefined && at < 0) {
    throw invalidArgument(`there is no column ${show(label)}; there are ${columns.join(', ').slice(0, 200)}`);
  }
  const data = [],
    labels = [];
  for (const {cells, number} of rows) {
    if (cells.length !== columns.length) {
      throw invalidArgument(`line ${number} has ${cells.length} cells, but there are ${columns.length} columns`);
    }
    cells.forEach((cell, i) => {
      if (!isNumber(cell)) throw invalidArgument(`line ${number}: ${show(cell)} in column ${columns[i]} is no number`);
      const value = numberOf(cell);
      if (i === at && !(Number.isInteger(value) && Math.abs(value) < 2 ** 31)) {
        throw invalidArgument(`line ${number}: a label is a whole number, but it is ${cell.trim()}`);
      }
      (i === at ? labels : data).push(value);
    });
  }
  const width = columns.length - (at < 0 ? 0 : 1);
  const table = {columns: columns.filter((_, i) => i !== at), data: Float32Array.from(data), shape: [rows.length, width]};
  return at < 0 ? table : {...table, labels: {data: Int32Array.from(labels), shape: [rows.length]}};
}
