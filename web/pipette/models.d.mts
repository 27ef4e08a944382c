// Types of models; a guide with examples: docs/javascript.md.

import type {OutfeedOptimizerMode, PipelineSchedule, Reduction, ReplicatedMetricReduction, SelectionOrder} from './choices.mjs';
import type {Experiment, RunOptions} from '../pipette.mjs';
import type {Callbacks} from './callbacks.mjs';
import type {Projection, ProjectionOptions} from './components.mjs';
import type {Dataset, Tensor} from './datasets.mjs';
import type {Layer, Optimizer, OutfeedQueue} from './layers.mjs';
import type {TracedTensor, Value, Variable} from './values.mjs';
import type {RunStatus, Watchable} from './watchable.mjs';

/**
 * An IPUConfig by the names of TensorFlow for IPU, as a tree: {autoSelectIpus: 4, ipuModel: {version: 'ipu21'}}.
 * All published options are known; those without an effect here take their default only, and the error says why.
 */
export interface IpuConfig {
  /** IPUs of the device, or of each of several devices. */
  autoSelectIpus?: number | number[];
  /** Devices by id: 0 to 63 are single IPUs, 64 to 95 pairs, 96 to 111 fours, up to 126, all 64. */
  selectIpus?: number | number[];
  selectionOrder?: Uppercase<SelectionOrder>;
  /** Of every pipeline. */
  allowRecompute?: boolean;
  /** Overlapped I/O of pipelines; see MachineOptions.ioTiles. */
  ioTiles?: {numIoTiles?: number; placeOpsOnIoTiles?: boolean; availableMemoryProportion?: number};
  ipuModel?: {version?: 'ipu1' | 'ipu2' | 'ipu21'; tilesPerIpu?: number; compileIpuCode?: true};
  deviceConnection?: {enableRemoteBuffers?: boolean; [option: string]: unknown};
  optimizations?: {prefetchDataStreams?: boolean; minimumRemoteTensorSize?: number; [option: string]: unknown};
  [option: string]: unknown;
}

/** Each model has a machine of its own. */
export interface MachineOptions {
  /** What the options below then change. */
  config?: IpuConfig;
  /** Which of the devices of `config` this is; queues may name theirs. Default 0. */
  deviceOrdinal?: number;
  /** Several times as many as the program needs: that many replicas. Default 1. */
  numIpus?: number;
  architecture?: string;
  layoutChanges?: boolean;
  /** Streaming memory for what is offloaded; default true. */
  remoteBuffers?: boolean;
  /** Bytes; smaller variables are not offloaded. Default 128. */
  minimumRemoteTensorSize?: number;
  /** Tiles of each IPU that are set aside for data on its way between host and IPU; default 0. */
  ioTiles?: number;
  /** Whether pipelines of the schedule Grouped use them, so that feeds move while the other tiles compute. */
  placeOpsOnIoTiles?: boolean;
  /** The part of their memory that may hold data; default 0.9. */
  ioTileMemoryProportion?: number;
  /** How ids of IPUs run through the ladder of links; default 'auto', which is 'snake'. */
  selectionOrder?: SelectionOrder;
  /** Poplar's, as an object or as JSON text: {'autoReport.executionProfileProgramRunCount': '3'}. */
  engineOptions?: Readonly<Record<string, string | number | boolean>> | string;
  /** Fewer tiles than the architecture has. */
  tilesPerIpu?: number;
  /** `seed` is that of the host's unevenness (elementDeviation); default 1. */
  host?: Partial<Experiment['host']> & {seed?: number};
}

export interface StrategyOptions extends MachineOptions {
  /** No transfers between host and device: infeeds give zeros, and outfeeds get nothing; default false. */
  syntheticData?: boolean;
}

export interface ModelOptions extends MachineOptions {
  name?: string;
  /** Of initial weights; default 1. */
  seed?: number;
  /** The stage of each layer: 0, the same or one more, ... */
  pipelineStages?: number[];
}

export interface CompileOptions {
  /** Default 'rmsprop', as in Keras. */
  optimizer?: Optimizer | 'sgd' | 'adam' | 'adamw' | 'rmsprop';
  loss: 'sparse_categorical_crossentropy' | 'categorical_crossentropy' | 'binary_crossentropy' |
    'mean_squared_error' | 'mse' | 'mean_absolute_error' | 'mae';
  /** The model ends without softmax. */
  fromLogits?: boolean;
  metrics?: ('accuracy' | 'acc' | 'top_k_categorical_accuracy' | 'mean_squared_error' | 'mse' |
    'mean_absolute_error' | 'mae')[];
  /** Mini-batches of one engine run; default 1. */
  stepsPerExecution?: number;
  /** Takes gradients, named '<variable>_grad'. */
  gradients?: OutfeedQueue;
  /** 'after_compute': of every mini-batch; 'before_apply' (default): of every weight update. */
  gradientMode?: OutfeedOptimizerMode;
}

export interface GradientAccumulationOptions {
  gradientAccumulationStepsPerReplica?: number;
  gradientAccumulationReductionMethod?: Reduction;
  offloadWeightUpdateVariables?: boolean;
  replicatedOptimizerStateSharding?: boolean;
}

export interface PipeliningOptions extends GradientAccumulationOptions {
  /** The IPU of each stage. */
  deviceMapping?: number[];
  accumulateOutfeed?: boolean;
  pipelineSchedule?: PipelineSchedule;
  allowRecompute?: boolean;
  offloadGradientAccumulationBuffers?: boolean;
  offloadActivations?: boolean;
  offloadWeights?: boolean;
}

/** Means over the mini-batches of the epoch: loss, the metrics, and val_... after validation. */
export type Logs = Record<string, number>;

export interface ModelProgress {
  /** From 0. */
  epoch: number;
  /** Mini-batches of this epoch that are done; changes after each execution. */
  step: number;
  steps: number;
  /** NaN before the first execution of an epoch has ended. */
  loss: number;
  logs: Logs;
  /** Of the modelled clock. */
  cycles: number;
  seconds: number;
}

export interface ModelStatus extends ModelProgress, Omit<RunStatus, keyof ModelProgress> {}

/** What happens to a model as it runs; onEpochEnd and so on of its callbacks. */
export type ModelEventName = 'trainBegin' | 'trainEnd' | 'epochBegin' | 'epochEnd' | 'trainBatchBegin' | 'trainBatchEnd' |
  'testBegin' | 'testEnd' | 'testBatchBegin' | 'testBatchEnd' | 'predictBegin' | 'predictEnd' | 'predictBatchBegin' |
  'predictBatchEnd';
export interface ModelEvent {
  event: ModelEventName;
  /** Of the epoch or the mini-batch, from 0. */
  number: number;
  logs: Logs;
}

export interface StartOptions {
  /** What printed() gives: 0 nothing, 1 a progress bar, 2 (default) a line for each epoch. */
  verbose?: 0 | 1 | 2;
  /** What takeEvents() tells; advance() ends where one has come. */
  events?: ModelEventName[];
}

export interface StartFitOptions extends StartOptions {
  epochs?: number;
  initialEpoch?: number;
  /** Default: all elements of the dataset. */
  stepsPerEpoch?: number;
  validationData?: Dataset;
  validationSteps?: number;
}

export interface FitOptions extends Omit<StartFitOptions, 'events'>, RunOptions<ModelProgress> {
  callbacks?: Callbacks[];
  onEpochEnd?: (ended: {epoch: number; logs: Logs}) => unknown;
}

export interface EvaluateOptions extends RunOptions<ModelProgress> {
  steps?: number;
  callbacks?: Callbacks[];
  verbose?: 0 | 1 | 2;
}

export interface History {
  epoch: number[];
  /** By name of the logs, one number for each epoch. */
  history: Record<string, number[]>;
  /** Of every mini-batch, the mean over replicas. */
  losses: Float32Array;
  /** Worth knowing: weight updates for each execution, effective batch size, steps left out. */
  messages: string[];
}

/**
 * One fit(), evaluate() or predict() at a time. queues(), pipeline() and trace() are those of
 * the latest one, also while it goes on; pipeline() is null before the first fit().
 */
export interface Model extends Watchable {}
export class Model {
  private constructor();
  compile(options: CompileOptions): void;
  /**
   * Trains in slices. What is aborted keeps the weights it has by then; the model can be trained
   * again, from the beginning of the data.
   */
  fit(dataset: Dataset, options?: FitOptions): Promise<History>;
  evaluate(dataset: Dataset, options?: EvaluateOptions): Promise<Logs>;
  /** A tensor is one batch, unless batchSize, which must divide its rows (ValueError), makes several of it. */
  predict(data: Dataset | Tensor, options?: EvaluateOptions & {batchSize?: number}):
    Promise<Tensor>;
  /** By anyone, at any time: after the execution, fit() ends, and resolves with the history. */
  stopTraining(): void;
  status(): ModelStatus;

  /**
   * The same in one's own time: after startFit(), advance() or step() until they give true, then ask for the
   * history(), the evaluation() or the predictions().
   */
  startFit(dataset: Dataset, options?: StartFitOptions): void;
  startEvaluate(dataset: Dataset, options?: StartOptions & {steps?: number}): void;
  startPredict(data: Dataset | Tensor, options?: StartOptions & {steps?: number; batchSize?: number}): void;
  /** What has happened since the last time, of the events that the start asked for, in order. */
  takeEvents(): ModelEvent[];
  /** Of the latest fit, whatever was run since; FailedPreconditionError where there was none. */
  history(): History;
  /** Of the latest run, an evaluate; FailedPreconditionError where that was another one, as for predictions(). */
  evaluation(): Logs;
  predictions(): Tensor;

  /** In a traced function: the model on x; fixes its weights' shapes when it is new. */
  call(x: Value, options?: {training?: boolean}): TracedTensor;
  /** Its weights; FailedPreconditionError or ValueError before they are made. */
  variables(): Variable[];
  trainableVariables(): Variable[];

  /** The table that Keras prints. */
  summary(): string;
  /** Makes the weights for inputs of this shape, without batch; fit() does it otherwise. */
  build(shape: number[]): void;
  weights(): Record<string, Tensor>;
  /** Of one of its weights, 'Dense_128/kernel:0', falling. NotFoundError lists the names. */
  singularValues(name: string): Float64Array;
  /** What a layer makes of images with the weights as they are, as points; takes no modelled time. */
  projection(layer: string, images: Tensor, options?: ProjectionOptions): Projection;
  /** Sets the weights that are named, or none of them. */
  setWeights(weights: Record<string, Tensor>): void;
  layers(): Layer[];
  /** NotFoundError lists the names. */
  getLayer(name: string): Layer;
  /** In the safetensors format. */
  saveWeights(): Uint8Array<ArrayBuffer>;
  /** All or nothing. */
  loadWeights(bytes: Uint8Array | ArrayBuffer): void;

  /** Empty: no pipeline. */
  setPipelineStageAssignment(stages: number[]): void;
  setGradientAccumulationOptions(options: GradientAccumulationOptions): void;
  setPipeliningOptions(options: PipeliningOptions): void;
  setInfeedQueueOptions(options: {prefetchDepth?: number}): void;
  setOutfeedQueueOptions(options: {bufferDepth?: number}): void;
  setReplicationOptions(
    options: {replicatedMetricReductionMethod: ReplicatedMetricReduction}): void;
  /** Progress for each mini-batch, while an execution goes on. */
  setAsynchronousCallbacks(asynchronous: boolean): void;
}
