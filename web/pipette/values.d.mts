// Types of the values of functions that are being traced; a guide with examples: docs/javascript.md.

/// <reference lib="esnext.disposable" />

import type {BinaryOperator, ComparisonOperator, DType, Padding, UnaryOperator} from './choices.mjs';
import type {Tensor} from './datasets.mjs';

/**
 * What operators take: a number becomes a float32, or takes the dtype of the other operand; TypeError where that dtype
 * does not have it, as int32 has no 1.5.
 */
export type Value = TracedTensor | Variable | Tensor | number;
/** A value, or a list or an object of them. */
export type Structure<T> = T | Structure<T>[] | {[name: string]: Structure<T>};

/** A value of a function that is being traced. It belongs to that function: elsewhere RuntimeError. */
export class TracedTensor {
  private constructor();
  private readonly traced: true;
  readonly dtype: DType;
  readonly shape: readonly number[];
  // Shapes are broadcast as in NumPy; dtypes must be equal.
  add(other: Value): TracedTensor;
  sub(other: Value): TracedTensor;
  mul(other: Value): TracedTensor;
  div(other: Value): TracedTensor;
  neg(): TracedTensor;
  equal(other: Value): TracedTensor;
  notEqual(other: Value): TracedTensor;
  less(other: Value): TracedTensor;
  lessEqual(other: Value): TracedTensor;
  greater(other: Value): TracedTensor;
  greaterEqual(other: Value): TracedTensor;
  toString(): string;
}

/** A side effect: a body of a loop may return it after its tensors. */
export class Operation {
  private constructor();
  private readonly operation: true;
}

/** State that lives on the device from run to run. */
export class Variable {
  private constructor();
  private readonly variable: true;
  readonly name: string;
  readonly dtype: DType;
  readonly shape: readonly number[];
  /** What it holds now, of replica 0: a copy. */
  value(): Tensor;
  /** In a traced function: what it holds when the function comes there. */
  read(): TracedTensor;
  /** {data, shape}: sets it at once, from the host. */
  assign(value: Tensor): undefined;
  /** A value of the function that is being traced: sets it whenever the function comes there. */
  assign(value: TracedTensor | Variable | number): Operation;
  /** In a traced function: gives what an int32 scalar holds, and then adds one to it. */
  countUp(): TracedTensor;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

/** Reads of variables that were traced before the tape was made do not count. */
type Source = Variable | TracedTensor;
/** A list for a list; whatever is asked where the source may be anything. */
type GradientOf<S> = 0 extends 1 & S ? any : S extends readonly unknown[] ? TracedTensor[] : TracedTensor;

export class GradientTape {
  protected constructor();
  /** Of a floating scalar; zeros where it does not depend on a source. */
  gradient<S extends Source | readonly Source[]>(loss: TracedTensor, source: S): GradientOf<S>;
}

/** Lasts to the end of the traced function; of several the latest one counts. */
export class GradientCaptureTape extends GradientTape {
  private constructor();
  /** By tag, once gradients have been taken. */
  capturedGradients(): Record<string, TracedTensor>;
}

type Unary = (x: Value) => TracedTensor;
type Binary = (a: Value, b: Value) => TracedTensor;
/** `axis`: one or several, negative ones from the end; all when left out. */
type AxisReduction = (x: Value, axis?: number | number[]) => TracedTensor;

export interface WindowOptions {
  strides?: number | [number, number];
  padding?: Padding;
}

/** Operators by TensorFlow's names. */
export interface OperatorFunctions {
  readonly math: Readonly<
    Record<Exclude<UnaryOperator, 'relu'> | 'argmax', Unary> &
    Record<BinaryOperator | ComparisonOperator | 'logicalAnd' | 'logicalOr', Binary> &
    Record<'reduceSum' | 'reduceMean' | 'reduceMax', AxisReduction>>;
  readonly nn: {
    relu: Unary;
    /** By erf, or by tanh when approximate. */
    gelu(x: Value, options?: {approximate?: boolean}): TracedTensor;
    /** `alpha` is 0.2 by default. */
    leakyRelu(x: Value, options?: {alpha?: number}): TracedTensor;
    elu: Unary;
    softplus: Unary;
    /** [batch, ..., channels]; gamma and beta are [channels]. Default: 2 groups, epsilon 0.001. */
    groupNorm(
      x: Value, gamma: Value, beta: Value, options?: {groups?: number; epsilon?: number}): TracedTensor;
    /** [rows, classes], by row. */
    softmax: Unary;
    /** [batch, height, width, in] with a filter [height, width, in, out]. */
    conv2d(x: Value, filter: Value, options?: WindowOptions): TracedTensor;
    /** `ksize` is 2 by default, and strides are as large. */
    maxPool2d(x: Value, options?: WindowOptions & {ksize?: number | [number, number]}): TracedTensor;
    /** `step`, an int32 scalar, chooses one of the masks of the seed. */
    dropout(x: Value, rate: number, step: Value, options?: {seed?: number}): TracedTensor;
    /** Losses by row; labels are distributions, [rows, classes]. */
    softmaxCrossEntropyWithLogits(labels: Value, logits: Value): TracedTensor;
    /** Losses by row; labels are int32. */
    sparseSoftmaxCrossEntropyWithLogits(labels: Value, logits: Value): TracedTensor;
  };
  readonly losses: {
    /** Losses by row. Of softmax() it is computed from the logits, as Keras does. */
    sparseCategoricalCrossentropy(labels: Value, predictions: Value): TracedTensor;
  };
  readonly crossReplicaOps: {crossReplicaSum: Unary; crossReplicaMean: Unary};
  readonly internalOps: {
    /** What went in `depth` iterations before; zeros at first. An offloaded queue is kept in streaming memory. */
    fifo(x: Value, depth: number, options?: {offload?: boolean}): TracedTensor;
    /** Whenever it runs, printed() gets a line "label: 306.0000"; the label is '/print-tensor' where there is none. */
    printTensor(x: Value, label?: string): Operation;
  };
  reduceSum: AxisReduction;
  reduceMean: AxisReduction;
  reduceMax: AxisReduction;
  matmul(a: Value, b: Value, options?: {transposeA?: boolean; transposeB?: boolean}): TracedTensor;
  /** `a` where the condition, a bool, is true, else `b`; all three broadcast. */
  where(condition: TracedTensor, a: Value, b: Value): TracedTensor;
  clipByValue(x: Value, least: Value, most: Value): TracedTensor;
  /** The same value, through which no gradient flows. */
  stopGradient: Unary;
  concat(values: Value[], axis: number): TracedTensor;
  /** Positions from `begin` on along an axis. */
  slice(x: Value, axis: number, begin: number, size: number): TracedTensor;
  cast(x: Value, dtype: DType): TracedTensor;
  /** One size may be -1. */
  reshape(x: Value, shape: number[]): TracedTensor;
  broadcastTo(x: Value, shape: number[]): TracedTensor;
  transpose: Unary;
  replicaIndex(): TracedTensor;
}

export interface InitializerFunctions {
  zeros(shape: number[]): Tensor;
  ones(shape: number[]): Tensor;
  /** Uniform within sqrt(6 / (fan in + fan out)), of a stream that seed and name choose. */
  glorotUniform(shape: number[], options?: {seed?: number; name?: string}): Tensor;
}
