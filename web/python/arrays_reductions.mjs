// Sums, means and other reductions of numpy, with its order of additions, so that every digit agrees.
//
//   reduce('sum', a, '0', false, '');        // over axis 0: a StridedArray, or text such as 'float32 0.5' for a scalar
//   reduce('max', a, '', true, '');          // over all axes, which stay with length 1
//   variance(a, '0,1', 0, false, '', true);  // the standard deviation over two axes
//
// Axes are walked as they lie in memory. Where the innermost is reduced, each run along it becomes one number (arrays_runs.mjs);
// otherwise rows are added to a row of results, one after the other.

import {DTYPES, roundFor, valueError} from './arrays_dtypes.mjs';
import {asResult, binaryArray, unaryArray} from './arrays_elementwise.mjs';
import {BINARY} from './arrays_loops.mjs';
import {inverse, memoryOrder, normalAxis, scalar, sizeOf} from './arrays_strided.mjs';
import {BLOCK, Reader, arrayOfDoubles} from './arrays_walk.mjs';
import {RUNS, inChunks} from './arrays_runs.mjs';

const accumulated = (dtype) => {
  if (dtype.kind === 'f') return dtype;
  return dtype.kind === 'u' ? DTYPES.uint64 : DTYPES.int64;
};
const own = (dtype) => dtype;
const truth = () => DTYPES.bool;

/** Which type it has, what it begins with, how rows are combined. */
const REDUCTIONS = {
  sum: {typeOf: accumulated, initial: 0, rows: BINARY.add.loop, run: RUNS.sum},
  prod: {typeOf: accumulated, initial: 1, rows: BINARY.multiply.loop, run: RUNS.prod},
  max: {typeOf: own, rows: BINARY.maximum.loop, run: RUNS.max, initial: -Infinity, ufunc: 'maximum'},
  min: {typeOf: own, rows: BINARY.minimum.loop, run: RUNS.min, initial: Infinity, ufunc: 'minimum'},
  any: {typeOf: truth, initial: 0, rows: BINARY.logical_or.loop, run: RUNS.any},
  all: {typeOf: truth, initial: 1, rows: BINARY.logical_and.loop, run: RUNS.all},
};

export function parseAxes(text, ndim) {
  if (text === '') return Array.from({length: ndim}, (_, axis) => axis);
  if (text === 'none') return [];
  const axes = text.split(',').map((axis) => normalAxis(Number(axis), ndim));
  if (new Set(axes).size !== axes.length) throw valueError("duplicate value in 'axis'");
  return axes;
}

/** Axes in the order of memory, neighbours that go on in each other as one: [{n, stride, isReduced}, ...] and where they begin. */
function plan(array, reduced) {
  const axes = [];
  const order = memoryOrder(array);
  for (const axis of order) {
    const [n, isReduced] = [array.shape[axis], reduced.includes(axis)];
    const stride = array.strides[axis];
    if (n === 1) continue;
    const last = axes.at(-1);
    if (last && last.isReduced === isReduced && last.stride === n * stride) Object.assign(last, {n: last.n * n, stride});
    else axes.push({n, stride, isReduced});
  }
  if (axes.length === 0) axes.push({n: 1, stride: 1, isReduced: true});
  // The last axis, and those before it as far as they are reduced like it.
  const first = axes.at(-1).isReduced ? axes.findLastIndex(({isReduced}) => !isReduced) + 1 : axes.length - 1;
  return {offset: array.offset, outer: axes.slice(0, first), inner: axes.slice(first), order};
}

/** visit(offset, at) for each position along axes; `at` is the place of its first result, of which each has `width`. */
function eachPosition(axes, width, offset, visit) {
  const places = new Array(axes.length).fill(0); // strides of the results
  let place = width;
  for (let k = axes.length - 1; k >= 0; k--) {
    if (axes[k].isReduced) continue;
    places[k] = place;
    place *= axes[k].n;
  }
  const descend = (k, from, at) => {
    if (k === axes.length) {
      visit(from, at);
      return;
    }
    const {n, stride} = axes[k];
    for (let i = 0; i < n; i++) descend(k + 1, from + i * stride, at + i * places[k]);
  };
  descend(0, offset, 0);
}

/** Reduces the innermost axes, `inner`, for each position along the others. */
function reduceRuns({run}, array, results, {outer, inner, offset}, dtype) {
  const {data} = array;
  const [{n, stride}] = inner;
  if (inner.length === 1 && (data instanceof Float64Array || (data instanceof Float32Array && array.dtype === dtype))) {
    eachPosition(outer, 1, offset, (from, at) => (results[at] = run(results[at], data, from, stride, n, dtype)));
    return;
  }
  // What does not follow each other, or has another type, is read into a buffer, which the run goes through.
  const [shape, strides] = [inner.map((axis) => axis.n), inner.map((axis) => axis.stride)];
  eachPosition(outer, 1, offset, (from, at) => {
    const reader = new Reader(array.view({shape, strides, offset: from}));
    inChunks(sizeOf(shape), (_, length) => (results[at] = run(results[at], reader.read(length), 0, 1, length, dtype)));
  });
}

function readRow(data, at, step, n, block) {
  if (step === 1) block.set(data.subarray(at, at + n));
  else for (let i = 0; i < n; i++) block[i] = data[at + i * step];
}

/** Adds rows along the innermost axis, which stays, to rows of results. */
function reduceRows({rows}, array, results, {outer, inner, offset}, dtype) {
  const [{n, stride}] = inner;
  const block = new Float64Array(Math.min(n, BLOCK));
  const round = dtype.kind === 'f' ? roundFor(dtype) : undefined;
  eachPosition(outer, n, offset, (from, at) =>
    inChunks(n, (start, length) => {
      readRow(array.data, from + start * stride, stride, length, block);
      const sums = results.subarray(at + start, at + start + length);
      rows(sums, block, sums, length);
      round?.(sums, length);
    }),
  );
}

function requireElements(array, axes, {ufunc}) {
  if (ufunc === undefined || axes.every((axis) => array.shape[axis] > 0)) return;
  throw valueError(`zero-size array to reduction operation ${ufunc} which has no identity`);
}

export function reduceArray(name, array, axes, keepdims, dtypeName = '') {
  const reduction = REDUCTIONS[name];
  const dtype = dtypeName === '' ? reduction.typeOf(array.dtype) : DTYPES[dtypeName];
  requireElements(array, axes, reduction);
  const kept = array.shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const count = sizeOf(kept.map((axis) => array.shape[axis]));
  const way = plan(array, axes);
  const results = new Float64Array(count).fill(reduction.initial);
  if (array.size > 0) (way.inner[0].isReduced ? reduceRuns : reduceRows)(reduction, array, results, way, dtype);
  const inOrder = way.order.filter((axis) => kept.includes(axis));
  const result = arrayOfDoubles(
    results,
    dtype,
    inOrder.map((axis) => array.shape[axis]),
  );
  const sorted = result.transposed(inverse(inOrder.map((axis) => kept.indexOf(axis))));
  return keepdims ? withAxes(sorted, axes, array.ndim) : sorted;
}

/** With axes of length 1 where axes were reduced. */
function withAxes(result, axes, ndim) {
  const [shape, strides] = [[], []];
  for (let axis = 0, at = 0; axis < ndim; axis++) {
    const isReduced = axes.includes(axis);
    shape.push(isReduced ? 1 : result.shape[at]);
    strides.push(isReduced ? 0 : result.strides[at]);
    if (!isReduced) at++;
  }
  return result.view({shape, strides});
}

export const reduce = (name, array, axes, keepdims, dtypeName) =>
  asResult(reduceArray(name, array, parseAxes(axes, array.ndim), keepdims, dtypeName));

const countOf = (array, axes) => sizeOf(axes.map((axis) => array.shape[axis]));

function divided(sums, count, dtype) {
  const quotients = binaryArray('divide', sums, scalar(DTYPES.float64, count));
  return quotients.dtype === dtype ? quotients : arrayOfDoubles(new Float64Array(quotients.elements), dtype, quotients.shape);
}

function meanArray(array, axes, keepdims, dtypeName) {
  const {dtype} = array;
  const [isHalf, isWhole] = [dtype === DTYPES.float16, dtype.kind !== 'f'];
  const summed = dtypeName !== '' ? dtypeName : isWhole ? 'float64' : isHalf ? 'float32' : dtype.name;
  const sums = reduceArray('sum', array, axes, keepdims, summed);
  if (sums.size === 0) return sums;
  return divided(sums, countOf(array, axes), isHalf && dtypeName === '' ? dtype : sums.dtype);
}

export const mean = (array, axes, keepdims, dtypeName) =>
  asResult(meanArray(array, parseAxes(axes, array.ndim), keepdims, dtypeName));

/** The variance, or its square root. */
export function variance(array, axesText, ddof, keepdims, dtypeName, isDeviation) {
  const axes = parseAxes(axesText, array.ndim);
  const summed = dtypeName !== '' ? dtypeName : array.dtype.kind === 'f' ? array.dtype.name : 'float64';
  const sums = reduceArray('sum', array, axes, true, summed);
  const differences = binaryArray('subtract', array, divided(sums, countOf(array, axes), sums.dtype));
  const squares = binaryArray('multiply', differences, differences);
  const total = reduceArray('sum', squares, axes, keepdims, summed);
  const result = divided(total, Math.max(countOf(array, axes) - ddof, 0), total.dtype);
  return asResult(isDeviation ? unaryArray('sqrt', result) : result);
}
