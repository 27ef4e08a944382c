// Types of experiments, part of pipette.d.ts.

/** An object, keys in camelCase or snake_case, or JSON text as experimentJson() gives it. */
export type ExperimentInput = PartialExperiment | string;

export type PartialExperiment = Partial<Omit<Experiment, 'device' | 'host'>> & {
  device?: Partial<Experiment['device']>;
  host?: Partial<Experiment['host']>;
};

/** One value that says what is run. The same value gives the same bits everywhere. */
export interface Experiment {
  experiment: string;  // a name of the catalogue
  steps: number;
  stepsPerExecution: number;
  batchSize: number;
  learningRate: number;
  /** Widths of the hidden layers; one may stand without the list. */
  hiddenUnits: number | number[];
  seed: number;
  data: string;  // 'digits', or the name of an ImageSet
  optimizer: 'sgd' | 'momentum' | 'adam' | 'rmsprop';
  /** This and the next ones: 'mnist-pipelined' only. A step is a weight update there. */
  stages: number;
  pipelineSchedule: 'grouped' | 'interleaved' | 'sequential';
  /** Mini-batches of one weight update; a multiple of what the schedule needs. */
  gradientAccumulationCount: number;
  /** The IPU of each stage; empty: 0, 1, 2, ... */
  deviceMapping: number | number[];
  reductionMethod: 'sum' | 'mean' | 'running_mean';
  recompute: boolean;
  /** What lies in remote buffers while it is not used; the first: optimizer state. */
  offloadWeightUpdateVariables: boolean;
  offloadGradientAccumulationBuffers: boolean;
  offloadActivations: boolean;
  offloadWeights: boolean;
  replicatedOptimizerStateSharding: boolean;
  replicas: number;
  /** 'inspect-keras': the model. */
  layers: LayerSpec[];
  modelType: 'sequential' | 'model';
  /** The 'inspect' experiments: which tensors come to the host, as setFilters() takes them. */
  gradientsFilters: string | string[];
  activationsFilters: string | string[];
  outfeedPreAccumulatedGradients: boolean;
  prefetchDepth: number;
  bufferDepth: number;
  outfeedMode: 'all' | 'last';
  dequeue: 'at_end' | 'each_run' | 'continuous';
  device: {architecture: string; layoutChanges: boolean};
  host: {
    callUs: number;
    elementUs: number;
    handshakeBeginUs: number;
    handshakeEndUs: number;
    dataPhaseCycles: number;
    hostBytesPerSecond: number;
    stagingBytesPerSecond: number;
    compileSeconds: number;
  };
}

/** A layer as data. Which of the sizes there are depends on `layer`. */
export interface LayerSpec {
  layer: 'flatten' | 'dense' | 'conv2d' | 'max_pooling2d' | 'dropout' | 'reshape' | 'activation';
  units?: number;
  filters?: number;
  kernelSize?: number[];
  strides?: number[];
  poolSize?: number[];
  padding?: 'same' | 'valid';
  rate?: number;
  shape?: number[];
  activation?: string;
  name?: string;
  /** Of a pipeline, from 0. */
  stage?: number;
  /** Its output is offered to the outfeed. */
  outfeed?: boolean;
}

export interface CatalogueEntry {
  name: string;
  title: string;
  description: string;
  feeds: boolean;
  defaults: Experiment;
}
