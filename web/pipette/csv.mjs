// Tables of numbers as text. Types and what each function does: datasets.d.mts.

import {bytesOf} from './bytes.mjs';
import {invalidArgument, requireOptions, requireString, show} from './errors.mjs';
import {slices, sliceOptions} from './time.mjs';

const LINE_FEED = 10,
  RETURN = 13,
  QUOTE = 34,
  POINT = 46,
  ZERO = 48;

/** The cells of a line; a cell in quotes may hold the delimiter, and two quotes for one. */
function cellsOf(line, delimiter) {
  if (!line.includes('"')) return line.split(delimiter);
  const cells = [];
  for (let at = 0; at <= line.length;) {
    let cell = '';
    if (line[at] === '"') {
      for (at++; at < line.length && !(line[at] === '"' && line[at + 1] !== '"'); at++) {
        if (line[at] === '"') at++;
        cell += line[at];
      }
      at++;
    } else {
      const end = line.indexOf(delimiter, at);
      cell = line.slice(at, end < 0 ? line.length : end);
      at += cell.length;
    }
    cells.push(cell);
    at += delimiter.length;
  }
  return cells;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i; // Number() also takes 0x10, 0b1 and ""
const NOT_FINITE = {nan: NaN, inf: Infinity, '+inf': Infinity, '-inf': -Infinity, infinity: Infinity, '-infinity': -Infinity};

/** The number that a cell holds; undefined where it holds none. */
function numberOf(cell) {
  const text = cell.trim();
  if (DECIMAL.test(text)) return Number(text);
  const word = text.toLowerCase();
  return Object.hasOwn(NOT_FINITE, word) ? NOT_FINITE[word] : undefined;
}

/** Where the line that begins at `begin` ends, and where the next one begins. */
function lineAt(bytes, begin) {
  let end = begin;
  while (end < bytes.length && bytes[end] !== LINE_FEED && bytes[end] !== RETURN) end++;
  const next = bytes[end] === RETURN && bytes[end + 1] === LINE_FEED ? end + 2 : end + 1;
  return {end, next};
}

const LEAST_INFINITE = 2 ** 128 - 2 ** 103; // what rounds to infinity as float32
const MOST_DIGITS = 15; // of a number that is exact as a double
const TENTHS = Array.from({length: MOST_DIGITS + 1}, (_, k) => 10 ** k); // exact, too

/** Numbers that grow, in one array. */
class Numbers {
  #array;
  length = 0;

  constructor(Kind, capacity) {
    this.#array = new Kind(capacity);
  }
  push(value) {
    if (this.length === this.#array.length) {
      const larger = new this.#array.constructor(2 * this.length + 16);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.length++] = value;
  }
  cut() {
    return this.#array.slice(0, this.length);
  }
}

class Table {
  #bytes;
  #delimiter;
  #mark; // the delimiter as a byte; -1: it is none
  #decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  #at = 0;
  #line = 0;
  #label = -1;
  columns = [];
  rows = 0;
  #data;
  #labels = new Numbers(Int32Array, 1024);

  constructor(bytes, delimiter, label) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.#mark = delimiter.charCodeAt(0) < 128 ? delimiter.charCodeAt(0) : -1;
    this.#data = new Numbers(Float32Array, bytes.length >> 3);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
    this.#readFirst(label);
  }

  get at() {
    return this.#at;
  }

  /** The text of the next line that is not empty; undefined at the end. */
  #nextLine() {
    while (this.#at < this.#bytes.length) {
      const {end, next} = lineAt(this.#bytes, this.#at);
      const text = this.#decoder.decode(this.#bytes.subarray(this.#at, end));
      this.#at = next;
      this.#line++;
      if (text.trim() !== '') return text;
    }
    return undefined;
  }

  #readFirst(label) {
    const begin = this.#at;
    const first = this.#nextLine();
    if (first === undefined) throw invalidArgument('the table is empty');
    const cells = cellsOf(first, this.#delimiter);
    const named = cells.some((cell) => numberOf(cell) === undefined);
    this.columns = cells.map((cell, i) => (named ? cell.trim() : String(i)));
    if (!named) {
      this.#at = begin;
      this.#line = 0;
    }
    if (label === undefined) return;
    this.#label = this.columns.indexOf(String(label));
    if (this.columns.indexOf(String(label), this.#label + 1) > 0) {
      throw invalidArgument(`two columns are called ${show(label)}, so that none is the column of labels`);
    }
    if (this.#label < 0) {
      throw invalidArgument(`there is no column ${show(label)}; there are ${this.columns.join(', ').slice(0, 200)}`);
    }
  }

  #add(column, value, cell) {
    if (column !== this.#label) {
      if (Number.isFinite(value) && Math.abs(value) >= LEAST_INFINITE) {
        throw invalidArgument(`line ${this.#line}: ${cell.trim()} in column ${this.columns[column]} is beyond float32`);
      }
      return this.#data.push(value);
    }
    if (!(Number.isInteger(value) && Math.abs(value) < 2 ** 31)) {
      throw invalidArgument(`line ${this.#line}: a label is a whole number, but it is ${String(cell).trim()}`);
    }
    return this.#labels.push(value);
  }

  /**
   * Reads a line of digits and points only, without making texts of it: all that most tables have. False where there is
   * anything else; what was added then is taken back.
   */
  #readPlain() {
    const bytes = this.#bytes,
      mark = this.#mark;
    let at = this.#at,
      column = 0;
    const data = this.#data.length,
      labels = this.#labels.length;
    const other = () => {
      this.#data.length = data;
      this.#labels.length = labels;
      return false;
    };
    for (;;) {
      let number = 0,
        digits = 0,
        point = -1;
      for (; at < bytes.length; at++) {
        const digit = bytes[at] - ZERO;
        if (digit >= 0 && digit <= 9) {
          number = number * 10 + digit;
          digits++;
        } else if (bytes[at] === POINT && point < 0 && mark !== POINT) {
          point = digits;
        } else {
          break;
        }
      }
      const end = at === bytes.length || bytes[at] === LINE_FEED || bytes[at] === RETURN;
      if (digits === 0 || digits > MOST_DIGITS || !(end || bytes[at] === mark)) return other();
      if (column === this.columns.length) return other();
      const value = point < 0 ? number : number / TENTHS[digits - point];
      if (column === this.#label && !(Number.isInteger(value) && value < 2 ** 31)) return other();
      this.#add(column, value);
      column++;
      if (!end) {
        at++;
        continue;
      }
      if (column !== this.columns.length) return other();
      this.#at = bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
      this.#line++;
      this.rows++;
      return true;
    }
  }

  /** Reads a line; false when there is none left. */
  readLine() {
    if (this.#mark >= 0 && this.#mark !== QUOTE && this.#at < this.#bytes.length && this.#readPlain()) return true;
    const text = this.#nextLine();
    if (text === undefined) return false;
    const cells = cellsOf(text, this.#delimiter);
    if (cells.length !== this.columns.length) {
      throw invalidArgument(`line ${this.#line} has ${cells.length} cells, but there are ${this.columns.length} columns`);
    }
    cells.forEach((cell, i) => {
      const number = numberOf(cell);
      if (number === undefined) {
        throw invalidArgument(`line ${this.#line}: ${show(cell)} in column ${this.columns[i]} is no number`);
      }
      this.#add(i, number, cell);
    });
    this.rows++;
    return true;
  }

  result() {
    if (this.rows === 0) throw invalidArgument('the table has no line of numbers');
    const width = this.columns.length - (this.#label < 0 ? 0 : 1);
    const columns = this.columns.filter((_, i) => i !== this.#label);
    const table = {columns, data: this.#data.cut(), shape: [this.rows, width]};
    return this.#label < 0 ? table : {...table, labels: {data: this.#labels.cut(), shape: [this.rows]}};
  }
}

const LINES_AT_ONCE = 64;

/** The numbers of a table, a row for each line, and those of one column apart if it is named. */
export async function readCsv(source, options = {}) {
  const {
    delimiter = ',',
    label,
    ...rest
  } = requireOptions('options of readCsv()', options, ['delimiter', 'label', 'onProgress', 'signal', 'microseconds', 'pace']);
  if (requireString('delimiter', delimiter).length !== 1 || delimiter === '"') {
    throw invalidArgument(`delimiter must be one character other than a quote, but it is ${show(delimiter)}`);
  }
  const {onProgress, signal, microseconds, pace} = sliceOptions({pace: 'task', ...rest});
  const bytes = await bytesOf(source, 'the table');
  const table = new Table(bytes, delimiter, label);
  await slices(pace, signal, async () => {
    const end = performance.now() + microseconds / 1000;
    let more = true;
    while (more && performance.now() < end) {
      for (let i = 0; more && i < LINES_AT_ONCE; i++) more = table.readLine();
    }
    await onProgress?.({bytesRead: Math.min(table.at, bytes.length), bytes: bytes.length, rows: table.rows});
    return !more;
  });
  return table.result();
}
