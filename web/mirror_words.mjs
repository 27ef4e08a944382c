// Tables and fields of the page as somebody reads them aloud: "Start in microseconds", 60.15.
//
//   headInWords('start_us');                    // 'Start in microseconds'
//   cellInWords('60.150375939849624');          // '60.15'
//
// What is saved as CSV keeps every digit.

import {formatSeconds} from './quantities.mjs';

const DIGITS = 4; // as far as they are not needed before the point
const SMALLEST = 1e-4; // smaller ones are written with a power of ten

const UNITS = {
  µs: 'microseconds',
  us: 'microseconds',
  ms: 'milliseconds',
  ns: 'nanoseconds',
  s: 'seconds',
  'B/s': 'bytes per second',
  bytes: 'bytes',
};
const WORDS = {ipu: 'IPU', nans: 'NaNs', infs: 'infinities', std: 'standard deviation'};

const known = (table, word) => (Object.hasOwn(table, word) ? table[word] : word);

export const unitInWords = (unit) => known(UNITS, unit);

export function headInWords(name) {
  const words = name.split('_');
  const unit = words.length > 1 && ['us', 'ms', 's', 'bytes'].includes(words.at(-1)) ? words.pop() : '';
  const text = words.map((word) => known(WORDS, word)).join(' ');
  return text[0].toUpperCase() + text.slice(1) + (unit && ` in ${unitInWords(unit)}`);
}

/** With as many digits as say something. */
export function numberInWords(number) {
  if (Number.isInteger(number)) return number.toLocaleString('en');
  if (Math.abs(number) < SMALLEST) return number.toExponential(2).replace('e', ' times 10 to the power of ').replace('+', '');
  const before = Math.trunc(Math.abs(number)).toString().length;
  const digits =
    Math.abs(number) < 1 ? {maximumSignificantDigits: DIGITS - 1} : {maximumFractionDigits: Math.max(0, DIGITS - before)};
  return number.toLocaleString('en', digits);
}

/** A duration, its unit in words. */
export const secondsInWords = (seconds) => formatSeconds(seconds).replace(/\u00a0(\S+)$/, (_, unit) => ` ${unitInWords(unit)}`);

/** Numbers of a table; words stay what they are, and so do whole numbers that JavaScript has not. */
export function cellInWords(cell) {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell)) return cell;
  const number = Number(cell);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? cell : numberInWords(number);
}
