// Types of functions that are traced and run on a strategy; a guide with examples: docs/javascript.md.

/// <reference lib="esnext.disposable" />

import type {DType, PipelineSchedule, RecomputationMode, Reduction} from './choices.mjs';
import type {RunOptions} from '../pipette.mjs';
import type {Optimizer, OutfeedQueue} from './layers.mjs';
import type {MachineOptions} from './models.mjs';
import type {GradientTape, Operation, Structure, TracedTensor, Value, Variable} from './values.mjs';
import type {RunStatus, Watchable} from './watchable.mjs';

/**
 * A machine of its own, and what runs functions on it, one at a time. losses() are those that the functions put into
 * an outfeed queue: see docs/javascript.md.
 */
export interface Strategy extends Watchable {}
export class Strategy {
  private constructor();
  private readonly strategy: true;
  /**
   * One engine run of the function, in slices; compiles it when it is new. {data, shape} among the
   * arguments travel with the call; all else is fixed while the function is traced, and another value
   * means another function. An abort ends the run where it is.
   */
  run(fn: TracedFunction, args?: unknown[], options?: RunOptions<RunStatus>): Promise<Result>;
  /** Begins a run that is yours to advance() or to step(). */
  start(fn: TracedFunction, args?: unknown[]): void;
  /** Of the run that has ended. */
  result(): Result;
  /** Ends the run that is going on: what it has done stays. */
  abandon(): void;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}
/** What the function returned, {data, shape} for each value; with replicas [replicas, ...]. */
export type Result = any;

/** Traced when it first runs, and again for other fixed arguments, shapes or dtypes. */
export class TracedFunction {
  private constructor();
  private readonly fn: true;
  readonly name: string;
  /** Drops what was compiled for it. */
  destroy(): void;
}

/** What bodies return: values, then operations, one of them or a list. */
export type BodyResult = void | Operation | Structure<Value> | (Structure<Value> | Operation)[];
/**
 * Called once, while it is traced, with the carried values, then the infeed's element: the items of a list
 * one by one, an object as one argument, anything else as one argument.
 */
export type Body = (...values: any[]) => BodyResult;

export interface InfeedQueueOptions {
  /** Elements that are ready before they are wanted, 1 to 255; default 3. */
  prefetchDepth?: number;
  deviceOrdinal?: number;
  optimiseLatency?: boolean;
  /** TensorFlow 1: it may be initialized once only. */
  graphMode?: boolean;
  name?: string;
}

/** A dataset as a stream that functions read; its position lasts from run to run. */
export class InfeedQueue {
  private constructor();
  private readonly infeed: true;
  /** Begins with the first element. */
  initialize(): void;
  /** Upstream's `deleter`: initialize() then starts the data again. */
  deleter(): void;
  /** In a traced function: the next element, as lists and objects of tensors. */
  next(): any;
  readonly elementsRead: number;
  readonly destroyed: boolean;
  destroy(): void;
  [Symbol.dispose](): void;
}

/** What follows is in the scope until it is closed; scopes end in the reverse order of their beginnings. */
export class Scope {
  private constructor();
  private readonly scope: true;
  close(): void;
  [Symbol.dispose](): void;
}

export interface LoopFunctions {
  /** The carried values after `count` iterations. */
  repeat(count: number | TracedTensor, body: Body, inputs?: Value | Value[], infeed?: InfeedQueue): TracedTensor[];
  /** While `condition` of the carried values gives true. */
  whileLoop(condition: (...values: TracedTensor[]) => TracedTensor, body: Body, inputs?: Value | Value[],
            infeed?: InfeedQueue, options?: {maximumIterations?: number}): TracedTensor[];
}

/** As upstream's pipelining_ops.pipeline() has them. */
export interface PipelineOptions {
  /** Mini-batches for each weight update. */
  gradientAccumulationCount?: number | TracedTensor;
  /** Of all accumulators, or of each variable by its name; default: those of the variables. */
  gradientAccumulationDtype?: DType | ((name: string) => DType);
  /** Null, Python's None, is 'sum'. */
  reductionMethod?: Reduction;
  /** Weight updates; default 1. */
  repeatCount?: number;
  batchSerializationIterations?: number;
  inputs?: Value[];
  infeedQueue?: InfeedQueue;
  outfeedQueue?: OutfeedQueue;
  /** Called with what the last stage returns; without it the pipeline does not train. */
  optimizerFunction?: (...outputs: any[]) => {
    optimizer: Optimizer;
    loss: TracedTensor;
    variables?: Variable[];
    /** In place of variables: those that the stages have read since it was made. */
    tape?: GradientTape;
    /** Gets {tag: gradient} of a gradientCaptureTape() with each weight update. */
    capturedGradientOutfeed?: OutfeedQueue;
  };
  /** Default true; false: those of the last mini-batch. */
  gradientAccumulationForCapturedGrads?: boolean;
  /** The IPU of each stage; a list for one of concurrent stages. */
  deviceMapping?: (number | number[])[];
  pipelineSchedule?: PipelineSchedule;
  allowRecompute?: boolean;
  recomputationMode?: RecomputationMode;
  offloadWeightUpdateVariables?: boolean;
  replicatedOptimizerStateSharding?: boolean;
  offloadGradientAccumulationBuffers?: boolean;
  offloadActivations?: boolean;
  offloadWeights?: boolean;
  replicatedWeightSharding?: boolean;
  continuousWeightUpdates?: boolean;
  outfeedLoss?: boolean;
  /** By output; true hides. */
  outfeedMask?: boolean[];
  accumulateOutfeed?: boolean;
  accumulateOutfeedDtype?: DType;
  name?: string;
}

export interface PipeliningFunctions {
  /** Stages are functions, each called with what the one before returned; a list of them is concurrent. */
  pipeline(stages: (Body | Body[])[], options?: PipelineOptions): Operation;
  /** In a stage: the mini-batch, from 0, an int32 scalar. */
  iterationCounter(): TracedTensor;
}
