// Types of a pipelined experiment, part of pipette.d.ts.

import type {WaitReason} from './trace';

/** Times are cycles from the start of one weight update's pipeline; numbers count from 0. */
export interface PipelineInfo {
  schedule: 'Grouped' | 'Interleaved' | 'Sequential';
  miniBatches: number;
  slots: number;
  replicas: number;
  makespanCycles: number;
  updateBeginCycles: number;
  utilisation: number;
  bubbleFraction: number;
  stages: PipelineStage[];
  boxes: PipelineBox[];
  idle: {ipu: number; beginCycles: number; endCycles: number; reason: WaitReason; text: string}[];
  /** By IPU of a replica. */
  memory: {alwaysLiveBytes: number; peakNotAlwaysLiveBytes: number; limitBytes: number}[];
  position: {
    running: boolean;
    updating: boolean;
    slot: number;
    /** Mini-batches finished, by stage program: forwards, then backwards from the last stage. */
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
  forwardSendBytes: number;
  backwardSendBytes: number;
  variableBytes: number;
  /** Kept for the backward pass, each mini-batch, and the most mini-batches held at once. */
  stashBytes: number;
  peakStash: number;
}

export interface PipelineBox {
  slot: number;
  ipu: number;
  stage: number;
  backward: boolean;
  miniBatch: number;
  beginCycles: number;
  endCycles: number;
}
