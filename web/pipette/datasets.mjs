// Datasets in the words of tf.data. Types and what each function does: datasets.d.mts.

import {PipetteError, invalidArgument, invalidState, requireGiven, requireOptions, requirePositive, show} from './errors.mjs';
import {ImageSet} from './image_sets.mjs';
import {Owned, callOn, coreOf, handleOf, made, numberOf, optionsText} from './owned.mjs';
import {fromArrays, toArrays} from './structures.mjs';
import {toModule} from './tensors.mjs';
import {SLICE_US, sliceOptions, slices} from './time.mjs';

export class Dataset extends Owned {
  static what = 'dataset';
  static article = 'a';

  get cardinality() {
    const {cardinality, infinite} = this.#describe();
    return infinite ? Infinity : cardinality;
  }
  get elementSpec() {
    return this.#describe().element;
  }

  *[Symbol.iterator]() {
    const iterator = made(DatasetIterator, coreOf(this), 'iterateDataset', '', null, handleOf(this).get());
    try {
      for (let element; (element = callOn(iterator, 'nextElement')) !== null;) yield fromArrays(element);
    } finally {
      iterator.destroy();
    }
  }
  toArray() {
    if (this.cardinality === Infinity) {
      throw invalidArgument('toArray() wants a dataset that ends; take() makes one of a part');
    }
    return [...this];
  }

  map(f, options = {}) {
    if (typeof f === 'string') return this.#derive('map', options, {function: f});
    if (typeof f !== 'function') {
      throw invalidArgument(`map() wants a function or the name of one of its own, but it is ${show(f)}`);
    }
    requireOptions('map() of a function', options, []); // `item` is for those that have names
    const core = coreOf(this);
    const mapped = core.guarded((given) => {
      const element = fromArrays(given);
      return arraysText('what map() returns', Array.isArray(element) ? f(...element) : f(element));
    });
    return made(Dataset, core, 'mapDataset', '', mapped, handleOf(this).get());
  }

  shuffle(bufferSize, seed, options) {
    return this.#derive('shuffle', options, {bufferSize, seed});
  }
  batch(batchSize, options) {
    return this.#derive('batch', options, {batchSize});
  }
  repeat(count) {
    return this.#derive('repeat', {}, {count});
  }
  take(count) {
    return this.#derive('take', {}, {count: requireGiven('take()', 'count', count)});
  }
  skip(count) {
    return this.#derive('skip', {}, {count: requireGiven('skip()', 'count', count)});
  }
  prefetch(count) {
    return this.#derive('prefetch', {}, {count});
  }
  cache() {
    return this.#derive('cache');
  }

  #derive(operation, options, others) {
    const text = optionsText(`${operation}()`, options, others);
    const number = handleOf(this).get();
    return made(Dataset, coreOf(this), 'applyToDataset', text, operation, number);
  }
  #describe() {
    return JSON.parse(callOn(this, 'describeDataset'));
  }
}

/** The elements of a dataset on the host, one after the other. */
class DatasetIterator extends Owned {
  static what = 'iterator';
}

const arraysText = (name, value) => {
  const {structure, tensors} = toArrays(name, value);
  return {structure: JSON.stringify(structure), tensors};
};

/** A dataset of what a generator gives; the first element says what all are like. */
function fromGenerator(core, generator) {
  if (typeof generator !== 'function') {
    throw invalidArgument(`fromGenerator() wants a function that gives an iterable, but it is ${show(generator)}`);
  }
  const make = core.guarded(() => {
    const iterable = generator();
    if (typeof iterable?.[Symbol.iterator] !== 'function') {
      throw invalidArgument(`the generator must give an iterable, but it gives ${show(iterable)}`);
    }
    const iterator = iterable[Symbol.iterator]();
    return core.guarded(() => {
      const {done, value} = iterator.next();
      return done ? false : arraysText('an element of the generator', value);
    });
  });
  return made(Dataset, core, 'generateDataset', '', make);
}

/** The images of loadMnist() as digits() gives generated ones. */
function fromImageSet(core, images) {
  const set = (name) => made(Dataset, core, 'createFromImages', name, null, numberOf('images', images, ImageSet, core));
  return {train: set('train'), test: set('test')};
}

/** A dataset of the rows of tensors, or of lists of them. */
export function fromTensorSlices(core, tensors) {
  if (tensors.length === 0) throw invalidArgument('tensors must be {data, shape}, or lists or objects of them');
  const {structure, tensors: list} = toArrays('tensors', tensors.length === 1 ? tensors[0] : tensors);
  return made(Dataset, core, 'createDataset', JSON.stringify(structure), list);
}

function digits(core, options = {}) {
  const {seed, trainCount, testCount} = requireOptions('options of digits()', options, ['seed', 'trainCount', 'testCount']);
  const set = (name, count) => made(Dataset, core, 'createDigits', optionsText('digits()', {seed, set: name, count}));
  return {train: set('train', trainCount), test: set('test', testCount)};
}

export const datasetFunctions = (core) =>
  Object.freeze({
    fromTensorSlices: (...tensors) => fromTensorSlices(core, tensors),
    fromGenerator: (generator) => fromGenerator(core, generator),
    fromImageSet: (images) => fromImageSet(core, images),
    digits: (options) => digits(core, options),
  });

/** A dataset, or one batch of all rows of a tensor. */
export function batchesOf(core, data, batchSize) {
  if (data instanceof Dataset) {
    if (batchSize === undefined) return data;
    throw invalidArgument('batchSize is for tensors; a dataset has its batches already');
  }
  if (data?.data === undefined) {
    throw invalidArgument(`data must be a Dataset or {data, shape}, but it is ${show(data)}`);
  }
  const [rows] = toModule('data', data).shape;
  if (rows === 0) throw new PipetteError('ValueError', 'VALUE_ERROR', 'data has no rows');
  if (Number.isSafeInteger(batchSize) && batchSize > 0 && rows % batchSize !== 0) {
    let divisor = Math.min(batchSize, rows);
    while (rows % divisor !== 0) --divisor;
    throw new PipetteError(
      'ValueError',
      'VALUE_ERROR',
      `${rows} rows do not make whole batches of ${batchSize}, and a compiled program takes whole ones: ` +
        `give a batchSize that divides them, such as ${divisor}, or none for a single batch`,
    );
  }
  return fromTensorSlices(core, [data]).batch(batchSize ?? rows);
}

const BENCHMARK_OPTIONS = ['numberOfEpochs', 'elementsPerEpochs', 'doMemcpy'];

/** How fast a dataset gives its elements, in slices: real time on this computer. */
export class Benchmark extends Owned {
  static what = 'benchmark';
  #result = null;

  advance({microseconds = SLICE_US} = {}) {
    if (this.#result === null) {
      const text = callOn(this, 'advanceBenchmark', '', requirePositive('microseconds', microseconds));
      if (text !== null) this.#result = JSON.parse(text);
    }
    return this.#result !== null;
  }
  result() {
    if (this.#result === null) throw invalidState('the benchmark is not over: advance() until it gives true');
    return structuredClone(this.#result);
  }
}

/** Of the dataset or the infeed queue with this number. `of`: the function whose options they are, for errors. */
export const startBenchmark = (core, of, number, options = {}) =>
  made(
    Benchmark,
    core,
    'createBenchmark',
    optionsText(of, requireOptions(`options of ${of}`, options, BENCHMARK_OPTIONS)),
    null,
    number,
  );

export async function benchmarkOf(core, of, number, options = {}) {
  const {onProgress, signal, microseconds, pace, ...rest} = requireOptions(`options of ${of}`, options, [
    ...BENCHMARK_OPTIONS,
    'onProgress',
    'signal',
    'microseconds',
    'pace',
  ]);
  const slice = sliceOptions({onProgress, signal, microseconds, pace});
  const benchmark = startBenchmark(core, of, number, rest);
  try {
    await slices(slice.pace, slice.signal, async () => {
      const finished = benchmark.advance({microseconds: slice.microseconds});
      await slice.onProgress?.({finished});
      return finished;
    });
    return benchmark.result();
  } finally {
    benchmark.destroy();
  }
}

export const datasetBenchmark = async (core, dataset, options) =>
  benchmarkOf(core, 'datasetBenchmark()', numberOf('dataset', dataset, Dataset, core), options);

export const startDatasetBenchmark = (core, dataset, options) =>
  startBenchmark(core, 'startDatasetBenchmark()', numberOf('dataset', dataset, Dataset, core), options);
