// Types of profiles, part of pipette.d.mts: what src/profile/profile_json.h writes; docs/profile.md describes it.

import type {Measure, Phase} from './choices.mjs';
import type {PartialExperiment} from './experiment.mjs';
import type {ImageSet} from '../pipette.mjs';

export interface SessionOptions {
  /** Train on these images instead of generated digits. */
  data?: ImageSet;
}

/** What a compiled program needs of the machine, and what its first engine runs took. Times are modelled cycles, sizes bytes. */
export interface Profile {
  version: number;
  compilation: {
    target: ProfileTarget;
    graph: {
      name: string;
      /** The same for the same instructions at the same cost. */
      fingerprint: string;
      numComputeSets: number;
      numVertices: number;
      numVars: number;
      numConstants: number;
      numValues: number;
      numInstructions: number;
    };
    /** Compile time as given; it is not measured. */
    seconds: number;
    /** Memory, by IPU of a replica. */
    ipus: ProfileMemory[];
    program: ProgramNode;
  };
  /** As they were given; of sessions only. */
  engineOptions?: Readonly<Record<string, string>>;
  insights: ProfileInsight[];
  /** The figures that advice is about, as they are now. */
  measures: (ProfileFigure & {value: number})[];
  /** Most cycles first. */
  operations: ProfileOperation[];
  execution: ProfileExecution;
}

export interface ProfileTarget {
  architecture: string;
  clockHz: number;
  numIpus: number;
  numReplicas: number;
  ipusPerReplica: number;
  /** Of a replica, that the program needs. */
  usedIpus: number;
  tilesPerIpu: number;
  ioTiles: number;
  /** float32, of one IPU, a second. */
  peakFlops: number;
  bytesPerTile: number;
  bytesPerIpu: number;
}

export interface ProfileMemory {
  ipu: number;
  limitBytes: number;
  fits: boolean;
  totalBytes: number;
  alwaysLiveBytes: number;
  peakNotAlwaysLiveBytes: number;
  /** Steps are two an instruction. */
  peakStep: number;
  largestTile: number;
  largestTileBytes: number;
  /** By what they are for: weights, optimizerState, accumulators, stash, other. */
  bytesAtPeak: Record<string, number>;
  tiles: {alwaysLive: number[]; notAlwaysLive: number[]};
  /** Bytes that are not always live, from each step on until the next. */
  liveness: {steps: number[]; notAlwaysLive: number[]};
  variables: {
    name: string;
    kind: string;
    bytes: number;
    alwaysLive: boolean;
    firstStep?: number;
    lastStep?: number;
    firstTile: number;
    tiles: number;
    largestTileBytes: number;
  }[];
}

/** A node of the program tree in Poplar's words; loops are folded. */
export interface ProgramNode {
  kind: string;
  name: string;
  phase: Phase;
  ipu: number;
  cycles: number;
  bytes: number;
  executions: number;
  instruction?: number;
  count?: number;
  children?: ProgramNode[];
}

export interface ProfileInsight {
  kind: string;
  title: string;
  text: string;
  tab: string;
  select: {operation?: string; ipu?: number; tile?: number} | null;
  advice: ProfileAdvice[];
}

/** A change of the program, and which figure it promises to make smaller. */
export interface ProfileAdvice {
  kind: string;
  title: string;
  text: string;
  /** Fields of the session's experiment with their new values; null for a model, which has no fields. */
  changes: PartialExperiment | null;
  promise: ProfileFigure & {from: number; to: number};
}

export interface ProfileFigure {
  measure: Measure;
  label: string;
  unit: string;
  /** Whose memory it is. */
  ipu?: number;
}

export interface ProfileOperation {
  /** As TensorFlow names it: "gradients/Dense_128/MatMul". */
  name: string;
  layer: string;
  /** What is done for that layer: "gradients/Dense_128", "SGD/Dense_128", "Dense_128/GradientAccumulator"; else its name or kind. */
  tensorflowLayer: string;
  kind: string;
  tracedName: string;
  /** The lines of the program that it comes from, such as 'train.mjs:12', where they are known (`sourceLine()`). */
  sources?: string[];
  phase: Phase;
  instructions: number[];
  lanes: number[];
  calls: number;
  cycles: number;
  cyclesByKind: Record<string, number>;
  waits: Record<string, number>;
  flops: number;
  flopsPerCycle: number;
  bytes: number;
  tiles: number;
  /** Share of an IPU's tiles that are at work while it computes, 0 to 1. */
  tileBalance: number;
}

export interface ProfileExecution {
  /** The first so many runs are in operations, lanes and spans. */
  profiledRuns: number;
  profiledCycles: number;
  runs: {
    run: number;
    hostBegin: number;
    setUpBegin: number;
    callBegin: number;
    begin: number;
    end: number;
    waitCycles: number;
    /** Training steps. */
    steps: number;
    finished: boolean;
  }[];
  runsLeftOut: number;
  lanes: {
    lane: number;
    name: string;
    cycles: Record<string, number>;
    waits: Record<string, number>;
    idleCycles: number;
    busyTileCycles: number;
  }[];
  /** Compute cycles by how many of an IPU's tiles were at work, in ten equal classes. */
  tilesAtWork: number[];
  counters: {name: string; cycles: number[]; values: number[]}[];
  /** Moments of the modelled time: the ends of epochs, when the host had the last loss of each. */
  tracepoints: {name: string; cycle: number}[];
  /** All runs coarsely, by activity; null where the spans tell everything. */
  overview: {begin: number; bucketCycles: number; lanes: {lane: number; cycles: Record<string, number[]>}[]} | null;
  /** Columns, one entry a span; each begin is the difference to the one before. */
  spans: {
    count: number;
    leftOut: number;
    kinds: string[];
    reasons: string[];
    activities: string[];
    names: string[];
    begin: number[];
    length: number[];
    lane: number[];
    kind: number[];
    activity: number[];
    name: number[];
    instruction: number[];
    run: number[];
    step: number[];
    miniBatch: number[];
    reason: number[];
  };
}
