// The arrays of our numpy (python/numpy): what Python imports as `_arrays`, and how JavaScript hands arrays to it.
//
//   const images = fromElements({data: new Uint8Array(60000 * 784), shape: [60000, 28, 28]});   // no copy; uint8
//   fromElements({data: labels, shape: [60000], dtype: 'int64'});        // labels: a Float64Array of whole numbers
//   elementsOf(array);       // {data: Float32Array, shape: [2, 3], dtype: 'float32'}: contiguous, the array's own memory where it is
//
// In Python, numpy._array.ndarray._of(js) makes an ndarray of such an array, and array._js is the one inside of an ndarray. All loops
// over elements are here: an operation crosses the border between the languages once. Numbers cross as text ('float32 0.5'),
// which keeps their type and the sign of zero; shapes and axes too ('2,3'). What is thrown has the name of an exception of Python.
//
// Inaccuracies: those of arrays_dtypes.mjs (int64 below 2 ** 53) and arrays_loops.mjs (last digits of exp, log and the like).

import {DTYPES, dtypeOfStore, typeError, valueError} from './arrays_dtypes.mjs';
import {asResult, operand} from './arrays_elementwise.mjs';
import {
  StridedArray,
  broadcastTo as broadcastView,
  inverse,
  memoryOrder,
  parseShape,
  reshapedView,
  showShape,
  sizeOf,
  tabulate,
  zeros as zerosOf,
} from './arrays_strided.mjs';
import {arrayOfDoubles, assign as assignTo, contiguous, copyOf, doublesOf} from './arrays_walk.mjs';

export {fromBytes, toBytes, toValues} from './arrays_bytes.mjs';
export {binary, clip, inPlace, resultTypeName, round, unary, where} from './arrays_elementwise.mjs';
export {accumulate, argBest, argsort, bincount, searchSorted, sort, unique} from './arrays_axis.mjs';
export {concatenate, getItem, nonzero, setItem, take} from './arrays_indexing.mjs';
export {dot, eye, matmul} from './arrays_products.mjs';
export {mt19937, mt19937ByArray, mt19937ByState, pcg64} from './arrays_bits.mjs';
export {chosen, integers, normals, permuted, polarPoints, setZiggurat, uniforms} from './arrays_random.mjs';
export {mean, reduce, variance} from './arrays_reductions.mjs';

/** An array around a typed array, which it shares. `dtype` where the class does not say it: 'bool', 'int64', 'uint64', 'float16'. */
export function fromElements({data, shape, dtype}) {
  const type = dtype === undefined ? dtypeOfStore(data) : DTYPES[dtype];
  if (!type) throw typeError(`data type '${dtype}' not understood`);
  if (!(data instanceof type.Store))
    throw typeError(`${type.name} is held in a ${type.Store.name}, not in a ${data.constructor.name}`);
  if (sizeOf(shape) !== data.length) throw cannotReshape(data.length, shape.join());
  return new StridedArray({data, dtype: type, shape: [...shape]});
}

/** {data, shape, dtype}: the elements in C order; those of int64 as Int32Array, of uint64 as Uint32Array, where they fit. */
export function elementsOf(array) {
  const {dtype, shape} = array;
  const {elements} = contiguous(array);
  if (dtype !== DTYPES.int64 && dtype !== DTYPES.uint64) return {data: elements, shape: [...shape], dtype: dtype.name};
  const data = dtype === DTYPES.int64 ? new Int32Array(elements) : new Uint32Array(elements);
  const misfit = elements.findIndex((value, i) => value !== data[i]);
  if (misfit < 0) return {data, shape: [...shape], dtype: dtype.name};
  throw valueError(`${elements[misfit]} does not fit into ${dtype.name.replace('64', '32')}`);
}

/** For Python's array.array and memoryview of plain numbers, which cross as typed arrays. */
export const fromTyped = (data, dtypeName, shapeText) => {
  const dtype = DTYPES[dtypeName];
  const shape = parseShape(shapeText);
  if (data instanceof Float64Array) return arrayOfDoubles(data, dtype, shape);
  return new StridedArray({data: data instanceof dtype.Store ? data : new dtype.Store(data), dtype, shape});
};

export const zeros = (dtypeName, shapeText) => zerosOf(DTYPES[dtypeName], parseShape(shapeText));

export function full(value, type, dtypeName, shapeText) {
  const array = zeros(dtypeName, shapeText);
  assignTo(array, operand(value, type));
  return array;
}

/** start, start + step, ...: the second number is rounded to the type, and with it the step. */
export function arange(start, step, length, dtypeName) {
  const dtype = DTYPES[dtypeName];
  const round = dtype === DTYPES.float32 ? Math.fround : (value) => value;
  const first = round(start);
  const delta = round(round(start + step) - first);
  const values = tabulate(length, (i) => round(first + round(i * delta)));
  return arrayOfDoubles(values, dtype, [length]);
}

export function linspace(start, stop, count, isEndIncluded, dtypeName) {
  const steps = isEndIncluded ? count - 1 : count;
  const [range, step] = [stop - start, (stop - start) / steps];
  const values = tabulate(count, (i) => (step === 0 || steps <= 0 ? (i / steps || 0) * range : i * step) + start);
  if (isEndIncluded && count > 1) values[count - 1] = stop;
  const dtype = DTYPES[dtypeName];
  return arrayOfDoubles(dtype.kind === 'f' ? values : values.map(Math.floor), dtype, [count]);
}

export const copy = (array) => copyOf(array);

/** A copy as another type; in memory it lies as the array does. */
export function astype(array, dtypeName) {
  const axes = memoryOrder(array);
  return copyOf(array.transposed(axes), DTYPES[dtypeName]).transposed(inverse(axes));
}

/** A number as another type: text. */
export const scalarAs = (value, type, dtypeName) => asResult(copyOf(operand(value, type), DTYPES[dtypeName]));

/** An array without axes, of a number. */
export const scalarArray = (value, type) => operand(value, type);

const cannotReshape = (size, text) =>
  valueError(`cannot reshape array of size ${size} into shape ${showShape(text.split(','))}`);

/** A view where the elements allow one, else a copy; one of the lengths may be -1. */
export function reshape(array, shapeText) {
  const shape = parseShape(shapeText);
  const unknown = shape.indexOf(-1);
  const named = () => cannotReshape(array.size, shapeText.replace('-1', 'newaxis'));
  if (shape.filter((n) => n < 0).length > 1) throw valueError('can only specify one unknown dimension');
  if (unknown >= 0) {
    const known = sizeOf(shape.filter((n) => n >= 0));
    if (known === 0 || array.size % known !== 0) throw named();
    shape[unknown] = array.size / known;
  }
  if (sizeOf(shape) !== array.size) throw named();
  return reshapedView(array, shape) ?? reshapedView(copyOf(array), shape);
}

export const transpose = (array, axesText) => array.transposed(parseShape(axesText));

export const broadcastTo = (array, shapeText) => broadcastView(array, parseShape(shapeText));

/** Repeated `count` times along an axis, each element behind itself; `counts` is an array with one number or one for each. */
export function repeatIndices(n, counts) {
  const times = doublesOf(counts);
  if (times.length !== 1 && times.length !== n) {
    throw valueError(`operands could not be broadcast together with shape (${n},) (${times.length},)`);
  }
  const timesOf = (i) => times[times.length === 1 ? 0 : i];
  let total = 0;
  for (let i = 0; i < n; i++) total += timesOf(i);
  const indices = new Float64Array(total);
  for (let i = 0, at = 0; i < n; i++) for (let k = 0; k < timesOf(i); k++) indices[at++] = i;
  return arrayOfDoubles(indices, DTYPES.int64, [total]);
}

/** Whether they are views of the same memory. */
export const sharesMemory = (a, b) => a.data.buffer === b.data.buffer;

export const isContiguous = (array) => array.isContiguous;
export const stridesText = (array) => array.strides.map((stride) => stride * array.dtype.bytes).join();
