// Sizes, durations, rates and shares as people read them, in every picture and table. src/core/format_quantity.cc does
// the same in C++, and tests/golden/quantities.json holds both to a thousand values.
//
//   formatBytes(638976)       // '624 KiB'
//   formatSeconds(0.001016)   // '1.02 ms'
//   formatPercent(0.121)      // '12.1 %'
//
// A number has three significant digits, without zeros after the last of them, and stands before its unit on one line.
// The unit is the one that leaves at most three digits before the point; beyond the largest unit the number is whole.

/** What stands for something that is no number. */
export const NO_NUMBER = '\u2013';

const MINUS = '\u2212';
const SPACE = '\u00a0';
const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'].map((name, i) => ({name, size: 1024 ** i}));
const SECONDS = ['ns', '\u00b5s', 'ms', 's'].map((name, i) => ({name, size: [1e-9, 1e-6, 1e-3, 1][i]}));
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

const ENGLISH = new Intl.NumberFormat('en', {maximumFractionDigits: 0}); // made once: it takes as long as many numbers

/** '1,351,280' */
export function formatCount(value) {
  return Number.isFinite(value) ? ENGLISH.format(Math.round(value)) : NO_NUMBER;
}

/** '3 calls', '1 call', '2,000 mini-batches' */
export function formatNoun(value, noun) {
  const plural = /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${formatCount(value)}${SPACE}${value === 1 ? noun : plural}`;
}

function threeDigits(value) {
  if (value >= 999.5) return formatCount(value);
  const decimals = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return String(Number(value.toFixed(decimals)));
}

// In the smallest of `units` that leaves three digits before the point, or in the largest.
function inUnits(value, units) {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const size = Math.abs(value);
  const unit = units.find((each) => size / each.size < 999.5) ?? units.at(-1);
  return `${value < 0 ? MINUS : ''}${threeDigits(size / unit.size)}${SPACE}${unit.name}`;
}

/** '408 B', '624 KiB' */
export const formatBytes = (bytes) => inUnits(bytes, BYTES);

/** '75 ns', '3.04 ms', '14.6 s' */
export const formatSeconds = (seconds) => (seconds === 0 ? `0${SPACE}s` : inUnits(seconds, SECONDS));

/** '7.59 TFLOP/s' */
export const formatRate = (perSecond, unit = 'FLOP/s') =>
  inUnits(
    perSecond,
    PREFIXES.map((prefix, i) => ({name: prefix + unit, size: 1000 ** i})),
  );

/** Of a share from 0 to 1: '12.1 %', '<0.1 %' */
export function formatPercent(share) {
  if (!Number.isFinite(share)) return NO_NUMBER;
  if (share > 0 && share < 0.0005) return `<0.1${SPACE}%`;
  return `${(100 * share).toFixed(share >= 0.9995 ? 0 : 1)}${SPACE}%`;
}
