// Numbers of a profile as a reader sees them: '624 KiB', '12.1 %', '47.2 GFLOP/s'.
//
//   formatBytes(638976)                  // '624 KiB'
//
// Sizes count in steps of 1024, rates in steps of 1000. What is no number is '–'.

const NO_NUMBER = '\u2013';
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const RATE_UNITS = ['', 'k', 'M', 'G', 'T', 'P'];

const ENGLISH = new Intl.NumberFormat('en', {maximumFractionDigits: 12}); // made once: it takes as long as many numbers
const threeDigits = (value) => ENGLISH.format(Number(value.toPrecision(value >= 1000 ? 4 : 3)));

/** '1,351,280' */
export function formatCount(value) {
  return Number.isFinite(value) ? ENGLISH.format(Math.round(value)) : NO_NUMBER;
}

/** '408 B', '624 KiB' */
export function formatBytes(bytes) {
  if (!Number.isFinite(bytes)) return NO_NUMBER;
  let value = Math.abs(bytes),
    unit = 0;
  while (value >= 1000 && unit < BYTE_UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${bytes < 0 ? '\u2212' : ''}${threeDigits(value)}\u00a0${BYTE_UNITS[unit]}`;
}

/** Of a share from 0 to 1: '12.1 %', '< 0.1 %' */
export function formatPercent(share) {
  if (!Number.isFinite(share)) return NO_NUMBER;
  if (share > 0 && share < 0.0005) return '<\u00a00.1\u00a0%';
  return `${(100 * share).toFixed(share >= 0.9995 ? 0 : 1)}\u00a0%`;
}

/** '7.59 TFLOP/s' */
export function formatRate(perSecond, unit = 'FLOP/s') {
  if (!Number.isFinite(perSecond)) return NO_NUMBER;
  let value = perSecond,
    step = 0;
  while (value >= 1000 && step < RATE_UNITS.length - 1) [value, step] = [value / 1000, step + 1];
  return `${threeDigits(value)}\u00a0${RATE_UNITS[step]}${unit}`;
}

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

/** '3 calls', '1 call' */
export function formatNoun(value, noun, plural = `${noun}s`) {
  return `${formatCount(value)}\u00a0${value === 1 ? noun : plural}`;
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
