// Types of pipette.mjs. A guide with examples: docs/javascript.md.
//
// Modelled time is counted in cycles of the device clock: integers as numbers, exact up to 2^53.
// Every error thrown is a PipetteError, except the reason of an AbortSignal.

/// <reference lib="esnext.disposable" />

import type {CallbackFunctions} from './pipette/callbacks.mjs';
import type {CodeLanguage, DType, StepSize} from './pipette/choices.mjs';
import type {ImageWay, Projection, ProjectionOptions} from './pipette/components.mjs';
import type {
  Benchmark, BenchmarkOptions, StartBenchmarkOptions, CsvOptions, CsvTable, ReadOptions, Dataset, DatasetBenchmark, DatasetFunctions, Tensor,
}
  from './pipette/datasets.mjs';
import type {
  InputOptions, Layer, LayerFunctions, OptimizerFunctions, OutfeedQueue, OutfeedQueueOptions,
  Statistics, StatisticsTable, SymbolicTensor,
} from './pipette/layers.mjs';
import type {CatalogueEntry, Experiment, ExperimentInput} from './pipette/experiment.mjs';
import type {Model, ModelOptions, StrategyOptions} from './pipette/models.mjs';
import type {
  BodyResult, InfeedQueue, InfeedQueueOptions, LoopFunctions, PipeliningFunctions, Scope, Strategy, TracedFunction,
} from './pipette/programs.mjs';
import type {
  GradientCaptureTape, GradientTape, InitializerFunctions, OperatorFunctions, TracedTensor, Value, Variable,
} from './pipette/values.mjs';
import type {MatmulCost, MatmulCostOptions, Schedule, ScheduleOptions} from './pipette/questions.mjs';
import type {SessionOptions} from './pipette/profile.mjs';
import type {RunStatus, Watchable} from './pipette/watchable.mjs';
export * from './pipette/experiment.mjs';
export * from './pipette/choices.mjs';
export * from './pipette/trace.mjs';
export * from './pipette/pipeline.mjs';
export * from './pipette/profile.mjs';
export * from './pipette/datasets.mjs';
export * from './pipette/callbacks.mjs';
export * from './pipette/components.mjs';
export * from './pipette/layers.mjs';
export * from './pipette/models.mjs';
export * from './pipette/programs.mjs';
export * from './pipette/questions.mjs';
export * from './pipette/values.mjs';
export * from './pipette/watchable.mjs';

/** Loads the emulator. Fails with name NotSupportedError where WebAssembly SIMD is missing. */
export function createPipette(options?: CreateOptions): Promise<Pipette>;

export interface CreateOptions {
  /** Where the WebAssembly is; default: pipette_core.wasm beside pipette.mjs. */
  wasm?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;
  /** Where the part is that is used later; default: beside `wasm`, if that is a URL, or pipette.mjs. Given, it is awaited. */
  deferred?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;
  /** NotFoundError when a download has stood still for so long; default 30, Infinity: never. */
  stallSeconds?: number;
}

/** One emulator with memory of its own. */
export interface Pipette extends OperatorFunctions {}
export class Pipette {
  private constructor();
  readonly version: string;
  /** After an InternalError, which ends it: make a new one by createPipette(). */
  readonly crashed: boolean;
  /** Destroys all that this Pipette has made and nobody has destroyed: sessions, models, datasets, ... */
  destroyAll(): void;
  /** What can be run. */
  catalogue(): CatalogueEntry[];
  /** The experiment with every field filled in, checked, and its fingerprint. */
  describeExperiment(experiment?: ExperimentInput): {experiment: Experiment; fingerprint: string};
  /**
   * What is wrong with an experiment, with changes that would do; empty when createSession() takes it.
   * Throws only for what is no experiment at all: text that is not JSON, a wrong type, an unknown name.
   */
  problems(experiment?: ExperimentInput): ExperimentProblem[];
  /** The program of an experiment with layers, or of the tutorial's queues; JavaScript and C++ give its bits. */
  modelCode(experiment: ExperimentInput, language: CodeLanguage): string;
  /** Throws InvalidArgumentError or NotFoundError naming the field and the rule. */
  createSession(experiment?: ExperimentInput, options?: SessionOptions): Session;
  /**
   * Goes on where `session.checkpoint()` or `pipette run --checkpoint` was, with the bits that the run would have had
   * without the break. Data that are not the generated digits must be given again. Only the number of steps may be
   * another one, no smaller than what was done. Throws InvalidArgumentError for bytes that are no checkpoint, and for
   * other data.
   */
  resumeSession(checkpoint: ArrayBuffer | Uint8Array, options?: SessionOptions & {steps?: number}): Session;
  /**
   * Reads four IDX files, gzipped or not, or an .npz file with x_train, y_train, x_test and y_test. Throws
   * InvalidArgumentError naming file and field. Options stand among the sources or beside them.
   */
  loadMnist(sources: MnistSources, options?: ImageSetOptions): Promise<ImageSet>;
  loadMnist(npz: Bytes, options?: ImageSetOptions): Promise<ImageSet>;

  // Models of one's own: what is made here is used with this Pipette only.
  readonly dataset: DatasetFunctions;
  readonly layers: LayerFunctions;
  readonly optimizers: OptimizerFunctions;
  readonly callbacks: CallbackFunctions;
  outfeedQueue(options?: OutfeedQueueOptions): OutfeedQueue;
  /** Where the data of a functional model enters: [batch, ...shape]. */
  input(shape: number[], options?: InputOptions): SymbolicTensor;
  /** One layer after the other; an input() may come first. */
  sequential(layers: [SymbolicTensor, ...Layer[]] | Layer[], options?: ModelOptions): Model;
  model(inputs: SymbolicTensor | SymbolicTensor[], output: SymbolicTensor, options?: ModelOptions):
    Model;
  // Programs of one's own: functions that are traced and run on a strategy.
  strategy(options?: StrategyOptions): Strategy;
  /** `body` is called while it is traced: it says what is computed, and computes nothing. */
  function(strategy: Strategy, body: (...args: any[]) => unknown, options?: {name?: string}): TracedFunction;
  infeedQueue(dataset: Dataset, options?: InfeedQueueOptions): InfeedQueue;
  /** An infeed queue that is initialized, as iter(dataset) in the scope of a strategy makes one. */
  iter(dataset: Dataset, options?: InfeedQueueOptions): InfeedQueue;
  variable(initial: Tensor, options?: {name?: string}): Variable;
  /** A number is float32 unless dtype says otherwise. */
  constant(value: number | Tensor, options?: {dtype?: DType}): TracedTensor;
  gradientTape(): GradientTape;
  gradientCaptureTape(): GradientCaptureTape;
  /** `x`, with the gradient that comes back to it captured by the latest gradientCaptureTape(). */
  captureUpstreamGradients(x: Value, tag: string): TracedTensor;
  gradients(loss: TracedTensor, tensor: TracedTensor): TracedTensor;
  gradients(loss: TracedTensor, tensors: TracedTensor[]): TracedTensor[];
  zip<A, B>(a: A[], b: B[]): [A, B][];
  /**
   * Runs one of two branches on the device, as tf.cond does. `predicate` is a bool scalar. The branches take nothing,
   * use what they see, and return as many tensors of the same dtypes and shapes, then operations.
   */
  cond(predicate: Value, trueBranch: () => BodyResult, falseBranch: () => BodyResult): TracedTensor[];
  readonly loops: LoopFunctions;
  readonly pipelining: PipeliningFunctions;
  readonly initializers: InitializerFunctions;
  /** What `body` computes runs on that IPU; gives what it returns. Upstream: with ipu_shard(index). */
  ipuShard<T>(index: number, body: () => T): T;
  ipuShard(index: number): Scope;
  /** Layers that `body` makes or calls belong to that stage. Keras: with ipu.keras.PipelineStage(stage). */
  pipelineStage<T>(stage: number, body: () => T): T;
  pipelineStage(stage: number): Scope;
  /** Operators in `body` have names that begin so. */
  nameScope<T>(name: string, body: () => T): T;
  nameScope(name: string): Scope;
  /**
   * What `body` adds to a traced function, its gradients, and layers that it makes, are told in profiles as of that line of a
   * program, such as 'train.mjs:12': `sources` of their operations.
   */
  sourceLine<T>(text: string, body: () => T): T;
  sourceLine(text: string): Scope;

  /** What runs when in a pipeline, for cycles that are given: nothing is trained. */
  schedule(options: ScheduleOptions): Schedule;
  /** What the modelled machine needs for the product [m, k] x [k, n] on one IPU. */
  matmulCost(options: MatmulCostOptions): MatmulCost;
  /** 16 hexadecimal digits of the bits of tensors, in order; a summary's weightHash is that of its weights. */
  hash(tensors: Tensor[]): string;
  /** Mean, std, minimum, maximum, NaNs and infinities of tensors. */
  statistics(tensors: Record<string, Tensor>): StatisticsTable;
  /** Of a matrix of weights, falling; all axes but the last count as its rows. */
  singularValues(weights: Tensor): Float64Array;
  /** Rows of activations as points in the plane in which they differ most; all axes but the first count as columns. */
  projection(activations: Tensor, options?: ProjectionOptions): Projection;
  /** An array that numpy.save() wrote. int64 becomes int32, float16 float32. */
  readNpy(source: Bytes, options?: ReadOptions): Promise<Tensor>;
  /** The arrays that numpy.savez() saved, by name. */
  readNpz(source: Bytes, options?: ReadOptions): Promise<{[name: string]: Tensor}>;
  /** The bytes of an .npy file that numpy.load() reads. */
  writeNpy(tensor: Tensor): Uint8Array<ArrayBuffer>;
  /** An IDX file of any type and rank, gzipped or not; int16 becomes int32. */
  readIdx(source: Bytes, options?: {stallSeconds?: number}): Promise<Tensor>;
  /** A table of numbers as text, a row for each line. The first line may name the columns. */
  readCsv(source: Bytes, options?: CsvOptions): Promise<CsvTable>;
  /** How fast a dataset gives its elements, in real time; a finite one wants repeat(). */
  datasetBenchmark(dataset: Dataset, options?: BenchmarkOptions): Promise<DatasetBenchmark>;
  /** The same for the dataset of a queue, from its beginning; the queue is left alone. */
  infeedBenchmark(queue: InfeedQueue, options?: BenchmarkOptions): Promise<DatasetBenchmark>;
  /** The same in one's own time: advance() until it gives true, then ask for the result(). */
  startDatasetBenchmark(dataset: Dataset, options?: StartBenchmarkOptions): Benchmark;
  startInfeedBenchmark(queue: InfeedQueue, options?: StartBenchmarkOptions): Benchmark;
}

/** Events of a session: `type`, and what `detail` holds besides `cycle`, the modelled clock. */
export interface SessionEvents {
  created: {cycle: number};
  compiled: {cycle: number; compileSeconds: number};
  runStarted: {cycle: number; run: number};
  runFinished: {cycle: number; run: number};
  dequeued: {cycle: number; elements: number};
  finished: {cycle: number; steps: number};
  reset: {cycle: number};
  failed: {cycle: number; message: string};
}

/** One experiment being run. However the work is cut, numbers and cycles are the same. */
export interface Session extends Watchable {}
export class Session extends EventTarget {
  private constructor();
  /** A copy, with every field filled in. */
  readonly experiment: Experiment;
  /** 16 hexadecimal digits: the same for the same experiment. */
  readonly fingerprint: string;
  /** The experiment as JSON text with snake_case keys, for a share link or a file. */
  experimentJson(): string;

  /** To the beginning of this step or run, or one back, by running again up to there. False where there is none before. */
  stepBack(size?: Extract<StepSize, 'trainingStep' | 'engineRun'>): boolean;
  /** Where 'accuracy >= 0.9 and steps <= 5000' first holds, advance(), step() and run() end; going on leads past it. null: nowhere. */
  stopWhen(condition: string | null): void;
  /** Where the condition of stopWhen() first held; false again once it has gone on. */
  readonly stopped: boolean;
  /**
   * The whole state of the run as a file, for resumeSession() and `pipette run --resume`. Throws
   * FailedPreconditionError in the middle of an engine run: step('engineRun') leads to its end.
   */
  checkpoint(): Uint8Array;
  /** Back to the beginning, with the initial weights. */
  reset(): void;
  /**
   * Other tensors come to the host from the next engine run on; `experiment` says so at once. Training
   * goes on as it would have. FailedPreconditionError for experiments without filters.
   */
  setFilters(filters: Filters): void;
  /** Runs to the end in slices. A page stays alive; after an abort the session can go on. */
  run(options?: RunOptions<RunStatus>): Promise<RunStatus>;

  /** Figures so far. Test accuracy takes a moment; {accuracy: false} leaves it out. */
  summary(options?: {accuracy?: boolean}): Summary;
  /** Tensors that came through outfeed queues, the latest values of each: copies. */
  outfed(): OutfedTensor[];
  /** Images, one after the other -> ten probabilities for each. 0 to 255, or floats 0 to 1. */
  predict(images: Uint8Array | Uint8ClampedArray | Float32Array): Float32Array;
  /** Of the network, in order; none where nothing is trained. */
  layerNames(): string[];
  /** Of one of its weights, 'dense/kernel', as they are now. NotFoundError lists the names. */
  singularValues(name: string): Float64Array;
  /** What a layer makes of the first test images (256) now, as points with labels; takes no modelled time. */
  projection(layer: string, options?: ProjectionOptions & {images?: number}): Projection & {labels: Uint8Array};
  /** One image [28, 28], 0 to 255 or 0 to 1, with a label 0 to 9, through every layer and back. FailedPreconditionError without layers. */
  imageWay(image: Tensor, label: number): ImageWay;
  /** Test images begin..end-1 of the session's data. */
  testImages(begin: number, end: number): LabelledImages;
  /** Accuracy on all test images, in slices. Takes no modelled time. */
  evaluate(options?: RunOptions<Evaluation>): Promise<Evaluation>;

  /** addEventListener, typed; returns the function that removes the listener. */
  on<T extends keyof SessionEvents>(
    type: T, listener: (event: CustomEvent<SessionEvents[T]>) => void): () => void;
}

/** What is left out stays as it is. */
export interface Filters {
  /** Parts of names of tensors; the one word 'none' stands for no filter. */
  gradients?: string | string[];
  activations?: string | string[];
  /** Gradients of every mini-batch, not of the weight update. */
  preAccumulated?: boolean;
}

/** [elements, ...], and statistics of all of it. */
export interface OutfedTensor extends Tensor, Statistics {
  queue: string;
  /** What one element belongs to: 'mini-batch', 'weight update'. */
  axis: string;
  /** Number of the first element, from the beginning of the training. */
  first: number;
  shape: number[];
}

export interface RunOptions<Progress> {
  /** Called after every slice; a promise that it gives is waited for. */
  onProgress?: (progress: Progress) => unknown;
  /** Aborting rejects the promise with the signal's reason, after the slice that is going on. */
  signal?: AbortSignal;
  /** Length of a slice; default 6000. */
  microseconds?: number;
  /** Between slices wait for the next frame, or only until waiting events are handled (faster). */
  pace?: 'frame' | 'task';
}

/** What `pipette run --json` prints, with camelCase keys. */
export interface ExperimentProblem {
  /** The field that is to blame, as in JSON: 'batch_size', or 'layers/2'. */
  field: string;
  text: string;
  suggestions: {label: string; field: string; value: unknown}[];
}

export interface Summary {
  experiment: string;
  data: string;
  seed: number;
  fingerprint: string;
  steps: number;
  /** What a step is. */
  step: 'mini-batch' | 'weight update';
  /** What was asked for, where it had to be rounded up. */
  asked?: {steps?: number};
  stepsPerExecution: number;
  runs: number;
  finalLoss: number;
  meanLossLast500: number;
  testAccuracy: number | null;
  weightHash: string;
  lossHash: string;
  modelled: {
    seconds: number;
    secondsWithoutCompile: number;
    cycles: number;
    streamWaitCycles: number;
  };
  /** Of this computer. */
  real: {seconds: number; stepsPerSecond: number};
}

export interface Evaluation {
  finished: boolean;
  seen: number;
  correct: number;
  total: number;
  /** Of those seen. */
  accuracy: number;
}

export interface LabelledImages {
  images: Uint8Array;  // [count, height, width]
  labels: Uint8Array; count: number;  // [count]
  height: number; width: number;
}

export type Bytes = BufferSource | Blob | Response | URL | string;

export interface ImageSetOptions {
  /** Experiments name the data so; default 'mnist'. */
  name?: string;
  /** How many; default 10. Labels from 1 to as many, as EMNIST's letters have them, are counted from 0. */
  classes?: number;
  /** Turns images up that lie on their side, as EMNIST's do. */
  transpose?: boolean;
  /** NotFoundError when a download from a URL has stood still for so long; default 30, Infinity: never. */
  stallSeconds?: number;
}
/** IDX files, or arrays: images [n, height, width] and labels [n] of whole numbers from 0 to 255. */
export interface MnistFiles extends ImageSetOptions {
  trainImages: Bytes | Tensor;
  trainLabels: Bytes | Tensor;
  testImages: Bytes | Tensor;
  testLabels: Bytes | Tensor;
}
/** The arrays that readNpz() makes of Keras' mnist.npz. */
export interface MnistArrays extends ImageSetOptions {
  x_train: Tensor;
  y_train: Tensor;
  x_test: Tensor;
  y_test: Tensor;
}
export type MnistSources = MnistFiles | MnistArrays | (ImageSetOptions & {npz: Bytes});

/** Labelled images inside the emulator. Sessions that use them may outlive it. */
export class ImageSet {
  private constructor();
  readonly name: string;
  readonly trainCount: number;
  readonly testCount: number;
  readonly height: number;
  readonly width: number;
  /** What the classes are called: '0' to '9', the garments of Fashion-MNIST, which is recognised, or 'A' to 'Z' for 26. */
  readonly classNames: readonly string[];
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

/** `name` as Python's TensorFlow names it ("InvalidArgumentError"), `code` "INVALID_ARGUMENT". */
export class PipetteError extends Error {
  private constructor();
  readonly name: string;
  readonly code: ErrorCode;
}

export type ErrorCode = 'INVALID_ARGUMENT' | 'FAILED_PRECONDITION' | 'NOT_FOUND' | 'OUT_OF_RANGE' |
  'RESOURCE_EXHAUSTED' | 'TYPE_ERROR' | 'VALUE_ERROR' | 'RUNTIME_ERROR' | 'UNIMPLEMENTED' |
  'INTERNAL' | 'INVALID_STATE' | 'NOT_SUPPORTED';
