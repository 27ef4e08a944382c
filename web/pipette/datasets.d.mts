// Types of datasets and tensors; a guide with examples: docs/javascript.md.

/// <reference lib="esnext.disposable" />

import type {ImageSet, RunOptions} from '../pipette.mjs';

/**
 * The arrays that a tensor may hold: a Float32Array, Int32Array, Uint32Array, Uint8Array, Uint8ClampedArray, Int8Array or
 * Float64Array. The device takes all but float64, which fit() narrows. What they have in common can be called without
 * asking which of them it is, which a union of them does not allow.
 */
export interface TensorData extends Iterable<number> {
  readonly BYTES_PER_ELEMENT: number;
  readonly buffer: ArrayBufferLike;
  readonly byteLength: number;
  readonly byteOffset: number;
  readonly length: number;
  [index: number]: number;
  at(index: number): number | undefined;
  entries(): IterableIterator<[number, number]>;
  every(test: (value: number, index: number) => unknown): boolean;
  fill(value: number, begin?: number, end?: number): TensorData;
  filter(test: (value: number, index: number) => unknown): TensorData;
  find(test: (value: number, index: number) => unknown): number | undefined;
  findIndex(test: (value: number, index: number) => unknown): number;
  forEach(f: (value: number, index: number) => void): void;
  includes(value: number, begin?: number): boolean;
  indexOf(value: number, begin?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  map(f: (value: number, index: number) => number): TensorData;
  reduce(f: (sum: number, value: number, index: number) => number): number;
  reduce(f: (sum: number, value: number, index: number) => number, initial: number): number;
  reduce<T>(f: (sum: T, value: number, index: number) => T, initial: T): T;
  set(values: ArrayLike<number>, begin?: number): void;
  slice(begin?: number, end?: number): TensorData;
  some(test: (value: number, index: number) => unknown): boolean;
  subarray(begin?: number, end?: number): TensorData;
  values(): IterableIterator<number>;
}

/** Row-major data and the sizes of its axes, outermost first; their product is data.length. */
export interface Tensor<Data extends TensorData = TensorData> {
  data: Data;
  shape: number[];
}

/** A tensor, or a list or an object of them. */
export type TensorNest = Tensor | TensorNest[] | {[name: string]: TensorNest};

export interface TensorSpec {
  dtype: string;  // 'float32', 'uint8', ...
  /** null: an axis of any size, such as the last batch's. */
  shape: (number | null)[];
}
export type ElementSpec = TensorSpec | ElementSpec[] | {[name: string]: ElementSpec};

/** Long files are read in slices, so that a page stays alive. */
export interface ReadOptions {
  onProgress?: (progress: {bytesRead: number; bytes: number; rows?: number}) => unknown;
  signal?: AbortSignal;
  /** Of a slice; default 6000. */
  microseconds?: number;
  pace?: 'frame' | 'task';
}
export interface CsvOptions extends ReadOptions {
  /** One character; default a comma. */
  delimiter?: string;
  /** The column of whole numbers that is to come apart, by its name; without names '0', '1', ... */
  label?: string;
}
export interface CsvTable extends Tensor<Float32Array> {
  /** Their names, or '0', '1', ... */
  columns: string[];
  /** Of CsvOptions.label. */
  labels?: Tensor<Int32Array>;
}

/** `pipette.dataset` */
export interface DatasetFunctions {
  /** Elements are the rows of the tensors, (x, y) for two of them. They are copied. */
  fromTensorSlices(...tensors: TensorNest[]): Dataset;
  /**
   * What a generator function gives, a new pass of it for each epoch. The first element says what all are
   * like: lists and objects of {data, shape} of the same shapes and dtypes.
   */
  fromGenerator(generator: () => Iterable<TensorNest>): Dataset;
  /** The images of loadMnist() as digits() gives generated ones. */
  fromImageSet(images: ImageSet): {train: Dataset; test: Dataset};
  /** Generated digits, 60,000 and 10,000: float32 [28, 28] from 0 to 1, int32 label. */
  digits(options?: {seed?: number; trainCount?: number; testCount?: number}):
    {train: Dataset; test: Dataset};
}

/** Which item of an element a function of map() changes. */
export interface MapItem {
  item?: number | string;
}

/** Where elements come from and what happens to them: a value. Each function gives a new one. */
export class Dataset {
  private constructor();
  /** Makes the elements on the host, one after the other: for (const [x, y] of dataset). */
  [Symbol.iterator](): Iterator<any>;
  /**
   * Each element as `f` changes it: called with the items of a list one by one, otherwise with the
   * element, and once with zeros to see what it gives. It runs on the host, whenever elements are made.
   */
  map(f: (...items: any[]) => TensorNest): Dataset;
  /**
   * By a function of Pipette's own, which is much faster. It works on one item of each element, 0 by default; of an
   * element that is an object, on the one of that name. 'normalise': (x - mean) / std as float32, so {std: 255} makes
   * bytes 0 to 1; 'oneHot': float32, an axis of `depth` for each integer; 'reshape': one size may be -1.
   */
  map(name: 'cast', options: MapItem & {dtype: string}): Dataset;
  map(name: 'normalise', options?: MapItem & {mean?: number; std?: number}): Dataset;
  map(name: 'oneHot', options: MapItem & {depth: number}): Dataset;
  map(name: 'reshape', options: MapItem & {shape: number[]}): Dataset;
  map(name: 'flatten', options?: MapItem): Dataset;
  /** All elements of a dataset that ends. */
  toArray(): any[];
  /** Number of elements; Infinity for repeat(), null when it is unknown. */
  readonly cardinality: number | null;
  readonly elementSpec: ElementSpec;
  /** Draws from a buffer of that many elements. The same seed gives the same order. */
  shuffle(bufferSize: number, seed?: number, options?: {reshuffleEachIteration?: boolean}): Dataset;
  /** Stacks elements; models want full batches, so a smaller last one is dropped by default. */
  batch(batchSize: number, options?: {dropRemainder?: boolean}): Dataset;
  /** That many passes; default: for ever. */
  repeat(count?: number): Dataset;
  take(count: number): Dataset;
  skip(count: number): Dataset;
  /** Keeps what comes before it in memory. */
  cache(): Dataset;
  /** Changes no element: what is prefetched when is the modelled host's business. */
  prefetch(count?: number): Dataset;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

export interface StartBenchmarkOptions {
  numberOfEpochs?: number;
  elementsPerEpochs?: number;
  /** Copy each element, as a transfer to the device would; default true. */
  doMemcpy?: boolean;
}
export interface BenchmarkOptions extends StartBenchmarkOptions, RunOptions<{finished: boolean}> {}

/** A benchmark that has been started. */
export class Benchmark {
  private constructor();
  private readonly benchmark: true;
  /** Goes on for so long; true when it is over. */
  advance(budget?: {microseconds?: number}): boolean;
  /** InvalidStateError before it is over. */
  result(): DatasetBenchmark;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

/** The published JSON, with its own keys. All figures are real time on this computer. */
export interface DatasetBenchmark {
  epochs: {
    bandwidth: number;  // GB/s
    elements_per_second: number;
    elements_processed: number;
    time_elapsed: number;  // seconds
    total_bytes_processed: number;
  }[];
}
