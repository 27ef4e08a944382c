// Elements of strided arrays in C order, a block at a time, and copies from one array to another.
//
//   const reader = new Reader(array);
//   reader.read(4096);           // a Float64Array that begins with the next 4096 elements
//   assign(view, source);        // source broadcast and converted into the view
//
// Values are computed as doubles, which hold every element type exactly, in blocks that stay in the cache: so each loop is
// compiled for Float64Array alone. Elements that only move are moved by their width, so these loops see four classes, which
// an engine still compiles well.

import {DTYPES, finishFor, holds} from './arrays_dtypes.mjs';
import {StridedArray, broadcastTo, zeros} from './arrays_strided.mjs';

export const BLOCK = 8192;

const WIDTH = {1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array};

/** The same memory as the class of its width. */
export function byWidth(data) {
  const Raw = WIDTH[data.BYTES_PER_ELEMENT];
  return data instanceof Raw ? data : new Raw(data.buffer, data.byteOffset, data.length);
}

/** Axes as few as possible: [[length, stride], ...] without those of length 1, neighbours that follow each other as one. */
export function coalesced({shape, strides}) {
  const axes = [];
  for (let axis = 0; axis < shape.length; axis++) {
    const last = axes.at(-1);
    if (shape[axis] === 1) continue;
    if (last && last[1] === shape[axis] * strides[axis]) axes[axes.length - 1] = [last[0] * shape[axis], strides[axis]];
    else axes.push([shape[axis], strides[axis]]);
  }
  return axes.length > 0 ? axes : [[1, 0]];
}

/** Where the elements of an array lie, in C order. */
export class Walk {
  #axes;
  #counts;
  #base;
  #inner = 0;

  constructor(array) {
    this.#axes = coalesced(array);
    this.#counts = this.#axes.map(() => 0);
    this.#base = array.offset;
  }

  /** The next n elements as runs: visit(first, stride, at, length), `at` counting from 0. */
  take(n, visit) {
    const [length, stride] = this.#axes.at(-1);
    for (let at = 0; at < n;) {
      const run = Math.min(n - at, length - this.#inner);
      visit(this.#base + this.#inner * stride, stride, at, run);
      at += run;
      this.#inner += run;
      if (this.#inner === length) this.#nextRow();
    }
  }

  #nextRow() {
    this.#inner = 0;
    for (let k = this.#axes.length - 2; k >= 0; k--) {
      const [length, stride] = this.#axes[k];
      this.#base += stride;
      if (++this.#counts[k] < length) return;
      this.#base -= length * stride;
      this.#counts[k] = 0;
    }
  }
}

const WORTH_A_CALL = 48; // elements, from which on a native copy is faster than a loop

function copyRun(from, first, step, to, at, toStep, n) {
  if (step === 1 && toStep === 1 && n >= WORTH_A_CALL) {
    to.set(from.subarray(first, first + n), at);
    return;
  }
  for (let i = 0, source = first, target = at; i < n; i++, source += step, target += toStep) to[target] = from[source];
}

/** Copies the next n elements of a walk in `from` to the beginning of `to`; both are by width. */
const gather = (walk, from, to, n) => walk.take(n, (first, stride, at, run) => copyRun(from, first, stride, to, at, 1, run));
const scatter = (walk, from, to, n) => walk.take(n, (first, stride, at, run) => copyRun(from, at, 1, to, first, stride, run));

/** Reads an array in blocks as doubles. What read() returns is good until it is called again. */
export class Reader {
  #array;
  #elements;
  #walk;
  #raw;
  #stored;
  #block;
  #next = 0;
  #constant = false;

  constructor(array) {
    this.#array = array;
    if (array.isContiguous) this.#elements = array.elements;
    else if (array.strides.every((stride, axis) => stride === 0 || array.shape[axis] === 1)) this.#constant = true;
    else {
      this.#walk = new Walk(array);
      this.#raw = byWidth(array.data);
    }
  }

  read(n) {
    const start = this.#next;
    this.#next += n;
    if (this.#elements instanceof Float64Array) return this.#elements.subarray(start, start + n);
    const isNew = this.#block === undefined || this.#block.length < n;
    if (isNew) this.#block = new Float64Array(n);
    if (this.#elements) this.#block.set(this.#elements.subarray(start, start + n));
    else if (!this.#constant) this.#gather(n);
    else if (isNew) this.#block.fill(this.#array.data[this.#array.offset]);
    return this.#block;
  }

  #gather(n) {
    const {data} = this.#array;
    if (data instanceof Float64Array) {
      gather(this.#walk, data, this.#block, n);
      return;
    }
    if (this.#stored === undefined || this.#stored.length < n) this.#stored = new data.constructor(n);
    gather(this.#walk, this.#raw, byWidth(this.#stored), n);
    this.#block.set(this.#stored.length === n ? this.#stored : this.#stored.subarray(0, n));
  }
}

/** Writes blocks of doubles, which are values of its dtype, into an array. */
export class Writer {
  #array;
  #elements;
  #walk;
  #stored;
  #block;
  #next = 0;

  constructor(array) {
    this.#array = array;
    if (array.isContiguous) this.#elements = array.elements;
    else this.#walk = new Walk(array);
  }

  /** Where the next n numbers can be put before write(n) is called. */
  target(n) {
    if (this.#elements instanceof Float64Array) return this.#elements.subarray(this.#next, this.#next + n);
    if (this.#block === undefined || this.#block.length < n) this.#block = new Float64Array(n);
    return this.#block;
  }

  write(n) {
    const start = this.#next;
    this.#next += n;
    if (this.#elements instanceof Float64Array) return;
    const block = this.#block.length === n ? this.#block : this.#block.subarray(0, n);
    if (this.#elements) {
      this.#elements.set(block, start);
      return;
    }
    const {data} = this.#array;
    if (this.#stored === undefined || this.#stored.length < n) this.#stored = new data.constructor(n);
    this.#stored.set(block);
    scatter(this.#walk, byWidth(this.#stored), byWidth(data), n);
  }
}

/** Calls step(n) for each block of `size` elements. */
export function inBlocks(size, step) {
  for (let start = 0; start < size; start += BLOCK) step(Math.min(BLOCK, size - start));
}

function move(from, to) {
  if (from.isContiguous && to.isContiguous) {
    to.elements.set(from.elements);
    return;
  }
  const [source, target] = [byWidth(from.data), byWidth(to.data)];
  if (to.isContiguous) {
    gather(new Walk(from), source, to.offset === 0 ? target : target.subarray(to.offset), to.size);
    return;
  }
  const block = new source.constructor(Math.min(BLOCK, to.size));
  const [reading, writing] = [new Walk(from), new Walk(to)];
  inBlocks(to.size, (n) => {
    gather(reading, source, block, n);
    scatter(writing, block, target, n);
  });
}

function convert(from, to) {
  const finish = holds(to.dtype, from.dtype) ? undefined : finishFor(to.dtype);
  if (!finish && from.isContiguous && to.isContiguous) {
    to.elements.set(from.elements);
    return;
  }
  const [reader, writer] = [new Reader(from), new Writer(to)];
  inBlocks(to.size, (n) => {
    const target = writer.target(n);
    target.set(reader.read(n).subarray(0, n));
    finish?.(target, n);
    writer.write(n);
  });
}

/** Writes `from`, broadcast and converted, into `to`. */
export function assign(to, from) {
  let source = from.ndim > to.ndim ? withoutLeadingOnes(from, to.ndim) : from;
  source = broadcastTo(source, to.shape);
  if (to.size === 0) return;
  if (source.data.buffer === to.data.buffer) source = copyOf(source);
  if (source.dtype.Store === to.dtype.Store && holds(to.dtype, source.dtype)) move(source, to);
  else convert(source, to);
}

function withoutLeadingOnes(array, ndim) {
  const extra = array.ndim - ndim;
  if (array.shape.slice(0, extra).some((n) => n !== 1)) return array;
  return array.view({shape: array.shape.slice(extra), strides: array.strides.slice(extra)});
}

/** A new array in C order. */
export function copyOf(array, dtype = array.dtype) {
  const copy = zeros(dtype, array.shape);
  if (array.size > 0) (dtype === array.dtype ? move : convert)(array, copy);
  return copy;
}

/** The array itself where its elements lie in C order without gaps, else a copy that has them so. */
export const contiguous = (array) => (array.isContiguous ? array : copyOf(array));

/** All elements as doubles, which must not be written: they may be the array's own. */
export function doublesOf(array) {
  const {elements} = contiguous(array);
  return elements instanceof Float64Array ? elements : new Float64Array(elements);
}

/** An array around doubles that are, or become, values of dtype. */
export function arrayOfDoubles(values, dtype, shape) {
  finishFor(dtype)?.(values, values.length);
  const data = dtype.Store === Float64Array ? values : new dtype.Store(values);
  return new StridedArray({data, dtype, shape});
}

export const booleans = (values, shape) => new StridedArray({data: values, dtype: DTYPES.bool, shape});
