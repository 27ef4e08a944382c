// What numpy.random draws from a bit generator (arrays_bits.mjs): the same numbers as NumPy for the same bits.
//
//   setZiggurat(x, f);                                // 256 edges of layers and the density there, once
//   uniforms(bits, 'float64', '2,3');                 // an array; '' gives one number as text
//   normals(bits, 'float32', '100');
//   integers(bits, 0, 9, 'int64', false, '5');        // 0 to 9; `isMasked` is how numpy.random.randint() does it
//   permuted(bits, 10);                               // the numbers 0 to 9 in another order
//
// Normal numbers: Marsaglia and Tsang, "The Ziggurat Method for Generating Random Variables", 2000. Bounded whole numbers:
// Lemire, "Fast Random Integer Generation in an Interval", 2019.
//
// Inaccuracies: of the normal numbers of float32 beyond the last layer, one in 4,000, a few differ in the last digit.

import {DTYPES, EXACT, beyondExact} from './arrays_dtypes.mjs';
import {asResult} from './arrays_elementwise.mjs';
import {parseShape, sizeOf, tabulate} from './arrays_strided.mjs';
import {arrayOfDoubles} from './arrays_walk.mjs';

function drawn(dtypeName, shapeText, draw) {
  const shape = parseShape(shapeText);
  const values = new Float64Array(sizeOf(shape));
  for (let i = 0; i < values.length; i++) values[i] = draw();
  return asResult(arrayOfDoubles(values, DTYPES[dtypeName], shape));
}

const nextSingle = (bits) => (bits.next32() >>> 8) / 2 ** 24;

export function uniforms(bits, dtypeName, shape) {
  return drawn(dtypeName, shape, dtypeName === 'float32' ? () => nextSingle(bits) : () => bits.nextDouble());
}

const {fround} = Math;
const BASE = 255; // the layer with the tail, whose edge comes last

/** Tables for both precisions: `width` and `height` of the layers, and up to where a point of one surely lies below the curve. */
let double, single;

export function setZiggurat(edges, densities) {
  const [x, f] = [edges, densities];
  const tables = (bits, round) => ({
    width: x.map((edge) => round(edge / 2 ** bits)),
    height: f.map(round),
    sure: x.map((edge, i) => {
      if (i === 1) return 0;
      return Math.round((i === 0 ? x[BASE] / x[0] : x[i - 1] / edge) * 2 ** bits);
    }),
    edge: round(x[BASE]),
    perEdge: round(1 / x[BASE]),
  });
  double = tables(52, (value) => value);
  single = tables(23, fround);
}

/** Beyond the last edge, by exponentials. */
function tail({edge, perEdge}, next, round, isNegative) {
  for (;;) {
    const x = round(-perEdge * round(Math.log1p(-next())));
    const y = -round(Math.log1p(-next()));
    if (round(y + y) > round(x * x)) return isNegative ? -round(edge + x) : round(edge + x);
  }
}

const nextDouble = (bits) => bits.nextDouble();
const same = (value) => value;

/** `word` has the layer in its lowest 8 bits, then the sign, then the lowest bits of the distance. */
function normalFrom(table, word, distance, next, round) {
  const layer = word & 0xff;
  const size = round(distance * table.width[layer]);
  const x = word & 0x100 ? -size : size;
  if (distance < table.sure[layer]) return x;
  if (layer === 0) return tail(table, next, round, ((word >>> 17) & 1) === 1);
  const {height} = table;
  const y = round(round(round(height[layer - 1] - height[layer]) * next()) + height[layer]);
  return y < Math.exp(-0.5 * x * x) ? x : undefined;
}

function nextNormal(bits, isSingle) {
  for (;;) {
    let x;
    if (isSingle) {
      const word = bits.next32();
      x = normalFrom(single, word, word >>> 9, () => nextSingle(bits), fround);
    } else {
      bits.next64();
      const distance = (bits.high & 0x1fffffff) * 2 ** 23 + (bits.low >>> 9);
      x = normalFrom(double, bits.low, distance, () => nextDouble(bits), same);
    }
    if (x !== undefined) return x;
  }
}

export const normals = (bits, dtypeName, shape) => drawn(dtypeName, shape, () => nextNormal(bits, dtypeName === 'float32'));

/** Points in the unit circle for Box and Muller's polar method, as [x, y, x * x + y * y] for each. */
export function polarPoints(bits, count) {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < points.length; i += 3) {
    let squares;
    do {
      points[i] = 2 * bits.nextDouble() - 1;
      points[i + 1] = 2 * bits.nextDouble() - 1;
      squares = points[i] * points[i] + points[i + 1] * points[i + 1];
    } while (squares >= 1 || squares === 0);
    points[i + 2] = squares;
  }
  return points;
}

/** The smallest 2 ** k - 1 that is not less than `most`, of up to 32 bits. */
const maskFor = (most) => (most === 0 ? 0 : 2 ** (32 - Math.clz32(most)) - 1);

/** A function that draws words of 8 or 16 bits: parts of one of 32, the low ones first. */
function partsOf(bits, width) {
  let [word, left] = [0, 0];
  return () => {
    if (left === 0) [word, left] = [bits.next32(), 32 / width];
    else word >>>= width;
    left--;
    return (word & (2 ** width - 1)) >>> 0;
  };
}

/** 0 to `most` from words of `width` bits by Lemire's method. */
function bounded(next, width, most) {
  const span = most + 1;
  const base = 2 ** width;
  const least = (base - span) % span;
  return () => {
    for (;;) {
      const word = next();
      // word * span, of which the upper half is the number and the lower one decides
      const low = width === 32 ? Math.imul(word, span) >>> 0 : (word * span) % base;
      if (low >= span || low >= least) return Math.round((word * span - low) / base);
    }
  };
}

function masked(next, most) {
  const mask = maskFor(most);
  return () => {
    for (;;) {
      const value = (next() & mask) >>> 0;
      if (value <= most) return value;
    }
  };
}

/** 0 to `most` of more than 32 bits. */
function boundedWide(bits, most, isMasked) {
  const next = () => {
    bits.next64();
    return (BigInt(bits.high) << 32n) | BigInt(bits.low);
  };
  const [last, span] = [BigInt(most), BigInt(most) + 1n];
  if (isMasked) {
    const mask = (1n << BigInt(last.toString(2).length)) - 1n;
    return () => {
      for (;;) {
        const value = next() & mask;
        if (value <= last) return Number(value);
      }
    };
  }
  const least = (2n ** 64n - span) % span;
  return () => {
    for (;;) {
      const product = next() * span;
      if ((product & (2n ** 64n - 1n)) >= least) return Number(product >> 64n);
    }
  };
}

const WORD_BITS = {bool: 1, int8: 8, uint8: 8, int16: 16, uint16: 16};

/** A function that draws numbers from 0 to `most`, as NumPy does for this type. */
function wholeNumbers(bits, most, dtypeName, isMasked) {
  if (most === 0) return () => 0;
  const width = WORD_BITS[dtypeName] ?? 32;
  if (most >= 2 ** 32) return boundedWide(bits, most, isMasked);
  const next = width === 32 ? () => bits.next32() : partsOf(bits, width);
  if (most === 2 ** width - 1) return next;
  return isMasked ? masked(next, most) : bounded(next, width, most);
}

export function integers(bits, low, most, dtypeName, isMasked, shape) {
  if (most > EXACT) throw beyondExact(dtypeName);
  const draw = wholeNumbers(bits, most, dtypeName, isMasked);
  return drawn(dtypeName, shape, () => low + draw());
}

function shuffle(bits, values, first, isMasked) {
  for (let i = values.length - 1; i >= first; i--) {
    const k = wholeNumbers(bits, i, 'int64', isMasked)();
    const kept = values[i];
    values[i] = values[k];
    values[k] = kept;
  }
  return values;
}

const whole = (values) => arrayOfDoubles(values, DTYPES.int64, [values.length]);

const countedTo = (n) => tabulate(n, (i) => i);

/** 0 to n - 1 in random order. */
export const permuted = (bits, n) => whole(shuffle(bits, countedTo(n), 1, true));

/** `size` different numbers from 0 to n - 1, as Generator.choice() draws them. */
export function chosen(bits, n, size, isShuffled) {
  if (n > 10000 && size > Math.floor(n / (isShuffled ? 50 : 20))) {
    return whole(shuffle(bits, countedTo(n), Math.max(n - size, 1), false).slice(n - size));
  }
  const taken = new Set();
  const values = tabulate(size, (i) => {
    const most = n - size + i;
    const value = wholeNumbers(bits, most, 'int64', false)();
    const free = taken.has(value) ? most : value;
    taken.add(free);
    return free;
  });
  return whole(isShuffled ? shuffle(bits, values, 1, false) : values);
}
