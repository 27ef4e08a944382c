// A run of elements as one number, as numpy's reductions have it.
//
//   RUNS.sum(value, data, at, step, n, dtype);     // goes on from `value` with n elements, `step` apart from `at` on
//
// A sum is added pairwise: halved down to blocks of 128, in which eight sums go on side by side. float16 is computed as
// float32 and rounded at the end of a run.

import {DTYPES, roundToHalf} from './arrays_dtypes.mjs';
import {BLOCK} from './arrays_walk.mjs';

const PAIRWISE = 128;

function pairwise64(data, at, step, n) {
  if (n < 8) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += data[at + i * step];
    return sum;
  }
  if (n > PAIRWISE) {
    const half = (n >> 1) - ((n >> 1) % 8);
    return pairwise64(data, at, step, half) + pairwise64(data, at + half * step, step, n - half);
  }
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
  let p = at;
  const whole = n - (n % 8);
  for (let i = 0; i < whole; i += 8, p += 8 * step) {
    a += data[p];
    b += data[p + step];
    c += data[p + 2 * step];
    d += data[p + 3 * step];
    e += data[p + 4 * step];
    f += data[p + 5 * step];
    g += data[p + 6 * step];
    h += data[p + 7 * step];
  }
  let sum = a + b + (c + d) + (e + f + (g + h));
  for (let i = whole; i < n; i++, p += step) sum += data[p];
  return sum;
}

const {fround} = Math;

function pairwise32(data, at, step, n) {
  if (n < 8) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum = fround(sum + data[at + i * step]);
    return sum;
  }
  if (n > PAIRWISE) {
    const half = (n >> 1) - ((n >> 1) % 8);
    return fround(pairwise32(data, at, step, half) + pairwise32(data, at + half * step, step, n - half));
  }
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
  let p = at;
  const whole = n - (n % 8);
  for (let i = 0; i < whole; i += 8, p += 8 * step) {
    a = fround(a + data[p]);
    b = fround(b + data[p + step]);
    c = fround(c + data[p + 2 * step]);
    d = fround(d + data[p + 3 * step]);
    e = fround(e + data[p + 4 * step]);
    f = fround(f + data[p + 5 * step]);
    g = fround(g + data[p + 6 * step]);
    h = fround(h + data[p + 7 * step]);
  }
  let sum = fround(fround(fround(a + b) + fround(c + d)) + fround(fround(e + f) + fround(g + h)));
  for (let i = whole; i < n; i++, p += step) sum = fround(sum + data[p]);
  return sum;
}

/** visit(start, length) for each part of n elements that NumPy's iterator hands out at once. */
export function inChunks(n, visit) {
  for (let start = 0; start < n; start += BLOCK) visit(start, Math.min(BLOCK, n - start));
}

const isShort = (dtype) => dtype === DTYPES.float32 || dtype === DTYPES.float16;
const rounded = (value, dtype) =>
  dtype === DTYPES.float32 ? fround(value) : dtype === DTYPES.float16 ? roundToHalf(value) : value;

export const RUNS = {
  sum: (value, data, at, step, n, dtype) => {
    const pairwise = isShort(dtype) ? pairwise32 : pairwise64;
    let sum = value;
    inChunks(n, (start, length) => {
      sum = rounded(sum + pairwise(data, at + start * step, step, length), dtype);
    });
    return sum;
  },
  prod: (value, data, at, step, n, dtype) => {
    let product = value;
    if (isShort(dtype)) for (let i = 0; i < n; i++) product = fround(product * data[at + i * step]);
    else for (let i = 0; i < n; i++) product *= data[at + i * step];
    return rounded(product, dtype);
  },
  max: (value, data, at, step, n) => {
    let largest = value;
    for (let i = 0; i < n && largest === largest; i++) {
      const x = data[at + i * step];
      if (!(x <= largest)) largest = x;
    }
    return largest;
  },
  min: (value, data, at, step, n) => {
    let smallest = value;
    for (let i = 0; i < n && smallest === smallest; i++) {
      const x = data[at + i * step];
      if (!(x >= smallest)) smallest = x;
    }
    return smallest;
  },
  any: (value, data, at, step, n) => {
    for (let i = 0; i < n; i++) if (data[at + i * step] !== 0) return 1;
    return value;
  },
  all: (value, data, at, step, n) => {
    for (let i = 0; i < n; i++) if (data[at + i * step] === 0) return 0;
    return value;
  },
};
