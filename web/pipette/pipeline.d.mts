// Types of a pipelined experiment, part of pipette.d.mts.

import type {PipelineSchedule, WaitReason} from './choices.mjs';

/** Times are cycles from the start of one weight update's pipeline; numbers count from 0. */
export interface PipelineInfo {
  schedule: Capitalize<PipelineSchedule>;
  miniBatches: number;
  slots: number;
  replicas: number;
  makespanCycles: number;
  updateBeginCycles: number;
  utilisation: number;
  bubbleFraction: number;
  stages: PipelineStage[];
  /** One for each IPU; boxes, weight updates and idle spans say in which they stand. */
  rows: {ipu: number; name: string; stages: number[]}[];
  boxes: PipelineBox[];
  /** Overlapped I/O: what I/O tiles move beside the boxes; else empty. */
  transfers: HostTransfer[];
  weightUpdates: {row: number; ipu: number; beginCycles: number; endCycles: number}[];
  idle: {row: number; ipu: number; beginCycles: number; endCycles: number; reason: WaitReason; text: string}[];
  /** Where all IPUs wait for each other, to the end of the copies between them; none with one IPU. */
  barriers: {beginCycles: number; endCycles: number}[];
  /** Ramp-up, main part, ramp-down and weight update, as far as there are such; null: the last has no slots. */
  parts: {name: string; beginCycles: number; endCycles: number; utilisation: number | null}[];
  /** By IPU of a replica. */
  memory: {alwaysLiveBytes: number; peakNotAlwaysLiveBytes: number; limitBytes: number}[];
  position: {
    running: boolean;
    updating: boolean;
    slot: number;
    /** Mini-batches finished, by stage program: forwards, then backwards from the last stage; then transfers and recomputations. */
    done: number[];
    update: number;
    beginCycle: number;
  };
}

export interface PipelineStage {
  name: string;
  ipus: number[];
  forwardCycles: number;
  backwardCycles: number;
  /** Of a forward pass that runs again in a slot of its own; 0: none does. */
  recomputeCycles: number;
  forwardSendBytes: number;
  backwardSendBytes: number;
  variableBytes: number;
  /** Kept for the backward pass, each mini-batch, and the most mini-batches held at once. */
  stashBytes: number;
  peakStash: number;
}

export interface PipelineBox {
  slot: number;
  row: number;
  ipu: number;
  stage: number;
  backward: boolean;
  /** The forward pass once more, for the backward pass of the next slot. */
  recompute: boolean;
  activity: 'forward' | 'backward';
  miniBatch: number;
  /** Of the mini-batch, from 1, as pictures write it. */
  number: number;
  beginCycles: number;
  endCycles: number;
}

export interface HostTransfer {
  slot: number;
  row: number;
  ipu: number;
  /** Whose infeed, or outfeed if it is an output. */
  stage: number;
  output: boolean;
  miniBatch: number;
  /** Of the mini-batch, from 1, as pictures write it. */
  number: number;
  beginCycles: number;
  endCycles: number;
}
