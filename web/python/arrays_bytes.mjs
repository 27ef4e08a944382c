// Arrays from and as the bytes that files and Python have of them.
//
//   fromBytes(bytes, 'float16', '2,3');     // little-endian, in C order
//   toBytes(array);                         // a typed array of such bytes
//   toValues(array);                        // a typed array that Python reads as numbers: float16 as float32, int64 with 64 bits

import {DTYPES, EXACT, beyondExact, roundToHalf, valueError} from './arrays_dtypes.mjs';
import {StridedArray, parseShape, sizeOf, tabulate} from './arrays_strided.mjs';
import {contiguous} from './arrays_walk.mjs';

const WIDE = {int64: BigInt64Array, uint64: BigUint64Array};

const fromWide = (name) => (value) => {
  const number = Number(value);
  if (Math.abs(number) > EXACT) throw beyondExact(name);
  return number;
};

function halfFromBits(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >>> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function bitsOfHalf(value) {
  if (value !== value) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(roundToHalf(value));
  if (size === Infinity) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | (size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | (size * 2 ** (10 - exponent) - 1024);
}

const converted = (from, convert, Store) => tabulate(from.length, (i) => convert(from[i]), Store);

export function fromBytes(bytes, dtypeName, shapeText) {
  const dtype = DTYPES[dtypeName];
  const shape = parseShape(shapeText);
  const length = sizeOf(shape);
  if (bytes.length < length * dtype.bytes) throw valueError('buffer is smaller than requested size');
  const own = bytes.slice(0, length * dtype.bytes).buffer;
  let data;
  if (WIDE[dtypeName]) data = converted(new WIDE[dtypeName](own), fromWide(dtypeName), Float64Array);
  else if (dtypeName === 'float16') data = converted(new Uint16Array(own), halfFromBits, Float32Array);
  else data = new dtype.Store(own);
  return new StridedArray({data, dtype, shape});
}

export function toValues(array) {
  const {elements} = contiguous(array);
  const Wide = WIDE[array.dtype.name];
  return Wide ? converted(elements, BigInt, Wide) : elements;
}

export function toBytes(array) {
  if (array.dtype.name === 'float16') return bytesIn(converted(contiguous(array).elements, bitsOfHalf, Uint16Array));
  return bytesIn(toValues(array));
}

const bytesIn = ({buffer, byteOffset, byteLength}) => new Uint8Array(buffer, byteOffset, byteLength);
