// Types of what models are made of; a guide with examples: docs/javascript.md.

/// <reference lib="esnext.disposable" />

import type {DType, OutfeedMode, OutfeedOptimizerMode, Reduction} from './choices.mjs';
import type {Tensor} from './datasets.mjs';
import type {ModelLayerFunctions} from './layer_types.mjs';
import type {Model} from './models.mjs';
import type {Operation, Structure, TracedTensor, Value, Variable} from './values.mjs';

export * from './layer_types.mjs';

export interface LayerOptions {
  /** Default: one from the model, 'dense', 'dense_1', ... */
  name?: string;
}
/** `pipette.layers`. Shapes are written with the batch in front. */
export interface LayerFunctions extends ModelLayerFunctions {
  /**
   * Hands what passes through it to a queue while the model trains, under the layer's name. Of
   * several on one queue only the last has finalOutfeed, which is the default. MaybeOutfeed is
   * upstream's name of a layer that a queue's filters may leave out; they do so for both.
   */
  outfeed(queue: OutfeedQueue, options?: LayerOptions & {finalOutfeed?: boolean}): Layer;
  maybeOutfeed(queue: OutfeedQueue, options?: LayerOptions & {finalOutfeed?: boolean}): Layer;
}

/** In two models a layer shares its weights. */
export class Layer {
  private constructor();
  /** Calls the layer on a tensor of a functional model. */
  apply(x: SymbolicTensor | SymbolicTensor[]): SymbolicTensor;
  /** Empty before a model has named it. */
  readonly name: string;
  /** As in Keras: 'Dense'. */
  readonly typeName: string;
  /** Whether fit() changes its weights; set it before compile(). */
  trainable: boolean;
  countParams(): number;
  variables(): Variable[];
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

/** A value inside a functional model: it has a shape, but no numbers. */
export class SymbolicTensor {
  private constructor();
  private readonly symbolic: true;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

export interface InputOptions {
  batchSize?: number;
  dtype?: string;  // default 'float32'
  name?: string;
}

export interface OutfeedQueueOptions {
  /** 'all' keeps every element, 'last' only the latest one; default 'all'. */
  mode?: OutfeedMode;
  /** Keeps what has one of these in its name. None given: everything; an empty list: nothing. */
  filters?: string[];
  /** Elements between device and host; default 3. */
  bufferDepth?: number;
  deviceOrdinal?: number;
  name?: string;
}

/** A stream from the device to the host: what functions enqueue, and activations and gradients of models. */
export class OutfeedQueue {
  private constructor();
  /** Elements waiting to be dequeued. */
  readonly pending: number;
  /** In a traced function: hands a value, or a list or object of them, to the host. */
  enqueue(value: Structure<Value>): Operation;
  /** Offers a tensor, which is kept if the queue's filters let its key pass. */
  maybeOutfeed(key: string, value: Value): void;
  /** Enqueues what was kept since the last time, by key; undefined if nothing was. */
  maybeEnqueue(): Operation | undefined;
  /**
   * Everything that waits, as it was enqueued (of models: by name), and empties the queue: shapes
   * [elements, ...], with replicas [elements, replicas, ...]; 'last': only the latest element. {} before
   * anything was handed out.
   */
  dequeue<Element = Record<string, Tensor>>(): Element;
  /** The oldest element, taken out; undefined when none waits. */
  pop<Element = Record<string, Tensor>>(): Element | undefined;
  /** Takes out one element after the other, until none waits. */
  [Symbol.iterator](): Iterator<any>;
  /** Upstream's `deleter`: drops what waits. */
  deleter(): void;
  /** Of what dequeue() gave last. */
  statistics(): StatisticsTable;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

export interface StatisticsTable {
  rows: Statistics[];
  /** The table that the tutorials print. */
  text: string;
}

/** As NumPy has them: a NaN makes all four figures NaN. */
export interface Statistics {
  name: string;
  shape: number[];
  count: number;
  mean: number;
  std: number;
  minimum: number;
  maximum: number;
  /** How many are NaN, how many infinite. */
  nans: number;
  infs: number;
}

/** A number, a schedule, a float32 scalar variable, or such a tensor of the function being traced. */
export type LearningRate = number | LearningRateSchedule | Variable | TracedTensor;
export class LearningRateSchedule {
  private constructor();
  private readonly schedule: true;
}
/** By the number of weight updates so far, as tf.keras.optimizers.schedules. */
export interface ScheduleFunctions {
  /** initial * decayRate^(step / decaySteps); staircase rounds the exponent down. */
  exponentialDecay(
    initialLearningRate: number, decaySteps: number, decayRate: number,
    options?: {staircase?: boolean}): LearningRateSchedule;
  /** Half a cosine down to alpha (default 0) times the initial rate. */
  cosineDecay(
    initialLearningRate: number, decaySteps: number, options?: {alpha?: number}): LearningRateSchedule;
  /** values[0] up to step boundaries[0], ..., then the last value. */
  piecewiseConstantDecay(boundaries: number[], values: number[]): LearningRateSchedule;
}

/** What all of Keras' optimizers have. */
export interface KerasOptimizerOptions {
  learningRate?: LearningRate;
  /** Default true: where nothing else exchanges them, the gradients of all replicas are added. */
  aggregateGradients?: boolean;
}
/** `pipette.optimizers`, with the defaults of Keras. */
export interface OptimizerFunctions {
  sgd(options?: KerasOptimizerOptions & {momentum?: number; nesterov?: boolean}): Optimizer;
  adam(options?: KerasOptimizerOptions & {beta1?: number; beta2?: number; epsilon?: number}): Optimizer;
  /** Adam with weight decay apart from its moments; weightDecay is 0.004 by default. */
  adamW(options?: KerasOptimizerOptions & {
    weightDecay?: number; beta1?: number; beta2?: number; epsilon?: number}): Optimizer;
  rmsprop(options?: KerasOptimizerOptions & {rho?: number; momentum?: number; epsilon?: number}): Optimizer;
  readonly schedules: ScheduleFunctions;
  // Around another optimizer; the names are upstream's.
  gradientAccumulationOptimizer(optimizer: Optimizer, numMiniBatches: number): Optimizer;
  gradientAccumulationOptimizerV2(
    optimizer: Optimizer, numMiniBatches: number, options?: AccumulationOptions): Optimizer;
  crossReplicaOptimizer(optimizer: Optimizer, options?: ReplicaOptions): Optimizer;
  crossReplicaGradientAccumulationOptimizer(optimizer: Optimizer, numMiniBatches: number): Optimizer;
  crossReplicaGradientAccumulationOptimizerV2(
    optimizer: Optimizer, numMiniBatches: number, options?: AccumulationOptions & ReplicaOptions): Optimizer;
  /**
   * Hands gradients to a queue, named '<variable>_grad': those of every mini-batch (after_compute), or of every
   * weight update (before_apply, the default).
   */
  outfeedOptimizer(
    optimizer: Optimizer, queue: OutfeedQueue,
    options?: {model?: Model; outfeedOptimizerMode?: OutfeedOptimizerMode}): Optimizer;
  /** Each gradient goes through `map` before it is applied. */
  /** Casts gradients back to the dtypes of their variables: for accumulators of other dtypes. */
  castGradients(optimizer: Optimizer): Optimizer;
  mapGradientOptimizer(
    optimizer: Optimizer, map: (gradient: TracedTensor, variableName: string) => TracedTensor): Optimizer;
}
export interface AccumulationOptions {
  /** Of the accumulators; default that of the variable. */
  /** Of all accumulators, or of each variable by its name. */
  dtype?: DType | ((name: string) => DType);
  reductionMethod?: Reduction;
  offloadWeightUpdateVariables?: boolean;
  replicatedOptimizerStateSharding?: boolean;
}
export interface ReplicaOptions {
  /** Of gradients over replicas; default 'mean'. */
  replicaReduction?: 'sum' | 'mean';
}

/** What happens to variables once their gradients are known: in traced functions and in models. */
export class Optimizer {
  private constructor();
  private readonly optimizer: true;
  computeGradients(loss: TracedTensor, variables: Variable[]): [TracedTensor, Variable][];
  applyGradients(gradientsAndVariables: [TracedTensor, Variable][]): Operation;
  minimize(loss: TracedTensor, variables: Variable[]): Operation;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}
