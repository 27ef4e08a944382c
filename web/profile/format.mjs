// What the numbers of a profile need beside their quantities (../quantities.mjs): differences with their sign, axes, words of keys.
//
//   formatDifference(1200)   // '+1,200'

import {NO_NUMBER, formatCount} from '../quantities.mjs';

/** For an axis: '950', '1.25 M' */
export function formatShort(value) {
  const size = Math.abs(value);
  if (size < 1e4) return String(Number(value.toPrecision(6)));
  const [scale, unit] = size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : [1e3, 'k'];
  return `${Number((value / scale).toPrecision(7))}${unit}`;
}

/** A difference with its sign: '+1,200', '−3'; `format` makes the words of its size. */
export function formatDifference(value, format = formatCount) {
  if (!Number.isFinite(value)) return NO_NUMBER;
  return value === 0 ? '0' : `${value > 0 ? '+' : '\u2212'}${format(Math.abs(value))}`;
}

/** 'weightUpdate' -> 'weight update' */
export const spacedWords = (key) =>
  key
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();

const STEPS = [1, 2, 5, 10];

/** Round numbers from `low` to `high`, about `count` of them. */
export function roundTicks(low, high, count) {
  const rough = (high - low) / Math.max(1, count);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((each) => each * power >= rough * 0.999);
  const result = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    result.push(Number((i * step).toPrecision(14)));
  return result;
}

/** Round sizes in bytes from 0 to `high`, in steps of a power of two times 1, 2 or 4. */
export function byteTicks(high, count) {
  if (!(high > 0)) return [0];
  const step = 2 ** Math.ceil(Math.log2(high / count));
  return Array.from({length: Math.floor(high / step) + 1}, (_, i) => i * step);
}
