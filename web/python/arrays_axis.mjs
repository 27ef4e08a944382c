// What numpy does along one axis: running sums, sorting, searching, and where the largest element is.
//
//   accumulate('cumsum', a, 1, '');         // running sums along axis 1
//   argsort(a, 0, false);
//   unique(a);                              // [values, index of the first, inverse, counts]
//
// argsort() without `isStable` is NumPy's quicksort, which leaves equal elements in an order of its own; the same one here.

import {DTYPES, roundFor, typeError, valueError} from './arrays_dtypes.mjs';
import {asResult} from './arrays_elementwise.mjs';
import {inverse, normalAxis, sizeOf, tabulate} from './arrays_strided.mjs';
import {arrayOfDoubles, copyOf, doublesOf} from './arrays_walk.mjs';

/** {values, n, rows, restore}: doubles with the axis last, of which restore(doubles, dtype, length) makes an array again. */
function along(array, axis) {
  const at = normalAxis(axis, array.ndim);
  const axes = [...array.shape.keys()].filter((k) => k !== at).concat(at);
  const moved = array.transposed(axes);
  const n = array.shape[at];
  const rest = moved.shape.slice(0, -1);
  return {
    values: doublesOf(moved),
    n,
    rows: sizeOf(rest),
    rest,
    restore: (doubles, dtype, length = n) => arrayOfDoubles(doubles, dtype, [...rest, length]).transposed(inverse(axes)),
  };
}

const flat = (array) => array.view.call(copyOf(array), {shape: [array.size], strides: [1], offset: 0});

const STEP = {cumsum: (sum, x) => sum + x, cumprod: (product, x) => product * x};

/** Running sums or products along an axis; of all elements where it is undefined. */
export function accumulate(name, array, axis, dtypeName) {
  const source = axis === undefined ? flat(array) : array;
  const {values, n, rows, restore} = along(source, axis ?? 0);
  const {kind} = array.dtype;
  const whole = kind === 'u' ? DTYPES.uint64 : DTYPES.int64;
  const dtype = dtypeName !== '' ? DTYPES[dtypeName] : kind === 'f' ? array.dtype : whole;
  const step = STEP[name];
  const results = new Float64Array(values.length);
  const last = new Float64Array(1);
  const round = dtype.kind === 'f' ? roundFor(dtype) : undefined;
  for (let row = 0; row < rows; row++) {
    for (let i = row * n; i < row * n + n; i++) {
      last[0] = i === row * n ? values[i] : step(last[0], values[i]);
      round?.(last, 1);
      results[i] = last[0];
    }
  }
  return restore(results, dtype);
}

const isBetter = {argmax: (x, best) => x > best, argmin: (x, best) => x < best};

const emptyOf = (name) => valueError(`attempt to get ${name} of an empty sequence`);

/** The index of the largest or smallest of n numbers; that of the first NaN, where there is one. */
function indexOfBest(name, values, at, n) {
  if (n === 0) throw emptyOf(name);
  const better = isBetter[name];
  let best = 0;
  for (let i = 0; i < n; i++) {
    const value = values[at + i];
    if (value !== value) return i;
    if (better(value, values[at + best])) best = i;
  }
  return best;
}

/** argmax or argmin. */
export function argBest(name, array, axis, keepdims) {
  if (axis === undefined) {
    const best = arrayOfDoubles(Float64Array.of(indexOfBest(name, doublesOf(array), 0, array.size)), DTYPES.int64, []);
    return asResult(keepdims ? best.view({shape: array.shape.map(() => 1), strides: array.shape.map(() => 0)}) : best);
  }
  const {values, n, rows, rest, restore} = along(array, axis);
  if (n === 0) throw emptyOf(name);
  const results = tabulate(rows, (row) => indexOfBest(name, values, row * n, n));
  return asResult(keepdims ? restore(results, DTYPES.int64, 1) : arrayOfDoubles(results, DTYPES.int64, rest));
}

/** A new array whose rows along the axis are in ascending order, NaN last. */
export function sort(array, axis) {
  const {values, n, rows, restore} = along(array, axis);
  const sorted = values.slice();
  for (let row = 0; row < rows; row++) sorted.subarray(row * n, row * n + n).sort();
  return restore(sorted, array.dtype);
}

const isLess = (a, b) => a < b || (b !== b && a === a);
const FEW = 15;

function insertionSort(order, values, left, right) {
  for (let i = left + 1; i <= right; i++) {
    const index = order[i];
    let k = i;
    for (; k > left && isLess(values[index], values[order[k - 1]]); k--) order[k] = order[k - 1];
    order[k] = index;
  }
}

function swap(order, i, k) {
  const kept = order[i];
  order[i] = order[k];
  order[k] = kept;
}

/** Parts order[left..right] by the median of three; returns where the pivot lies then. */
function partition(order, values, left, right) {
  const middle = left + ((right - left) >> 1);
  const sortTwo = (i, k) => isLess(values[order[k]], values[order[i]]) && swap(order, i, k);
  sortTwo(left, middle);
  sortTwo(middle, right);
  sortTwo(left, middle);
  const pivot = values[order[middle]];
  let [i, k] = [left, right - 1];
  swap(order, middle, k);
  for (;;) {
    do i++;
    while (isLess(values[order[i]], pivot));
    do k--;
    while (isLess(pivot, values[order[k]]));
    if (i >= k) break;
    swap(order, i, k);
  }
  swap(order, i, right - 1);
  return i;
}

const compareIn = (values) => (a, b) => (isLess(values[a], values[b]) ? -1 : isLess(values[b], values[a]) ? 1 : 0);

function quicksort(order, values) {
  const stack = [[0, order.length - 1, 2 * Math.floor(Math.log2(Math.max(order.length, 1)))]];
  while (stack.length > 0) {
    let [left, right, depth] = stack.pop();
    while (right - left > FEW && depth >= 0) {
      const at = partition(order, values, left, right);
      depth--;
      if (at - left < right - at) {
        stack.push([at + 1, right, depth]);
        right = at - 1;
      } else {
        stack.push([left, at - 1, depth]);
        left = at + 1;
      }
    }
    if (depth < 0) order.subarray(left, right + 1).sort(compareIn(values));
    else insertionSort(order, values, left, right);
  }
}

/** The order in which elements would be sorted. */
export function argsort(array, axis, isStable) {
  const {values, n, rows, restore} = along(array, axis);
  const results = new Float64Array(values.length);
  for (let row = 0; row < rows; row++) {
    const order = results.subarray(row * n, row * n + n);
    const row_ = values.subarray(row * n, row * n + n);
    for (let i = 0; i < n; i++) order[i] = i;
    if (isStable) order.sort(compareIn(row_));
    else quicksort(order, row_);
  }
  return restore(results, DTYPES.int64);
}

const whole = (values) => arrayOfDoubles(values, DTYPES.int64, [values.length]);

/** The different values in ascending order; where each is first; of which value each element is; how often each is there. */
export function unique(array) {
  const values = doublesOf(array);
  const n = values.length;
  const order = tabulate(n, (i) => i).sort(compareIn(values));
  const [inverted, different, firsts, counts] = [0, 1, 2, 3].map(() => new Float64Array(n));
  let found = 0;
  for (const index of order) {
    const [value, last] = [values[index], different[found - 1]];
    if (found === 0 || (value !== last && (value === value || last === last))) {
      different[found] = value;
      firsts[found++] = index;
    }
    counts[found - 1]++;
    inverted[index] = found - 1;
  }
  const sorted = arrayOfDoubles(different.slice(0, found), array.dtype, [found]);
  return [sorted, whole(firsts.slice(0, found)), whole(inverted), whole(counts.slice(0, found))];
}

/** Where elements would have to be inserted into an ascending array. */
export function searchSorted(array, wanted, isRight) {
  const [values, targets] = [doublesOf(array), doublesOf(wanted)];
  const places = tabulate(targets.length, (i) => {
    const target = targets[i];
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const isBefore = isRight ? !isLess(target, values[middle]) : isLess(values[middle], target);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  });
  return asResult(arrayOfDoubles(places, DTYPES.int64, wanted.shape));
}

/** How often each of the numbers 0, 1, ... is there, or the sum of its weights. */
export function bincount(array, minlength, weights) {
  if (array.ndim !== 1) throw valueError('object too deep for desired array');
  if (array.dtype.kind === 'f') {
    throw typeError(`Cannot cast array data from dtype('${array.dtype.name}') to dtype('int64') according to the rule 'safe'`);
  }
  const values = doublesOf(array);
  let length = minlength;
  for (const value of values) {
    if (value < 0) throw valueError("'list' argument must have no negative elements");
    length = Math.max(length, value + 1);
  }
  if (weights && weights.size !== values.length) {
    throw valueError("The weights and list don't have the same length.");
  }
  const counts = new Float64Array(length);
  const each = weights && doublesOf(weights);
  values.forEach((value, i) => (counts[value] += each ? each[i] : 1));
  return arrayOfDoubles(counts, weights ? DTYPES.float64 : DTYPES.int64, [length]);
}
