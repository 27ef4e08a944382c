// Types of what is worked out without a run: schedules and costs.

import type {PipelineSchedule} from './choices.mjs';

export interface ScheduleOptions {
  kind?: PipelineSchedule;
  stages: number;
  /** For each weight update. */
  miniBatches: number;
  /** The IPU of each stage; default: stage k on IPU k. */
  deviceMapping?: number[];
  /** Forward only. */
  inference?: boolean;
  /** Of a forward pass: one number, or one for each stage; default 100. */
  forwardCycles?: number | number[];
  /** Default 200. */
  backwardCycles?: number | number[];
  /** Of the weight update: one number, or one for each IPU; default 100. */
  updateCycles?: number | number[];
  /** Forward passes run again, each a slot before its backward pass; not 'sequential'. */
  recompute?: boolean;
  /** Feeds are moved on I/O tiles, a slot before they are needed and after they were made; only 'grouped'. */
  overlappedIo?: boolean;
  /** Of such a transfer: one number, or [infeed, outfeed]; default 50. */
  transferCycles?: number | number[];
  /** Of a copy between two IPUs; default 0. */
  exchangeCycles?: number;
  /** Of each barrier; default 0. */
  syncCycles?: number;
  /** Also draw it. */
  svg?: boolean;
}

export interface Schedule {
  /** In each slot [stage, 'F', 'B' or, for recomputation, 'R', mini-batch], from 0, in the order of execution. */
  slots: [number, 'F' | 'B' | 'R', number][][];
  /** With overlapped I/O: in each slot [stage, direction, mini-batch]. */
  transfers?: [number, 'in' | 'out', number][][];
  kind: string;
  training: boolean;
  stages: number;
  miniBatches: number;
  /** The IPUs of each stage. */
  deviceMapping: number[][];
  overlap: number;
  parts: {name: string; firstSlot: number; numSlots: number; utilisation: number}[];
  utilisation: number;
  makespanCycles: number;
  weightUpdateCycles: number;
  busyFraction: number;
  idleFraction: number;
  bubbleFraction: number;
  peakStash: number[];
  svg?: string;
}

export interface MatmulCostOptions {
  m: number;
  k: number;
  n: number;
  dtype?: 'float32' | 'float16';
  architecture?: 'Mk1' | 'Mk2' | 'Bow';
  /** Operands and results are rearranged; default true. */
  layoutChanges?: boolean;
}

export interface MatmulCost {
  m: number;
  k: number;
  n: number;
  dtype: string;
  architecture: string;
  cycles: number;
  /** Of the modelled clock. */
  seconds: number;
  flops: number;
  flopsPerSecond: number;
  peakFlopsPerSecond: number;
  exchangeCycles: number;
  syncCycles: number;
  layoutCycles: number;
  computeCycles: number;
  tiles: number;
  plan: {
    mSplits: number; kSplits: number; nSplits: number; serialSplits: number;
    mBlock: number; kBlock: number; nBlock: number; rightOperandAsWeights: boolean;
  };
}
