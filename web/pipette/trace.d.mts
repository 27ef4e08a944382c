// Types of the execution trace, part of pipette.d.mts.

import type {Phase, SpanKind, WaitReason} from './choices.mjs';

export interface TraceRange { from?: number; limit?: number }

export const HOST_LANE: -1;

export interface Span {
  number: number;
  /** HOST_LANE, an IPU k, or -2 - k for its I/O tiles. */
  lane: number;
  kind: SpanKind;
  name: string;
  phase: Phase;
  beginCycles: number;
  endCycles: number;
  run: number;
  step: number;
  bytes: number;
  /** In the program; -1 for none. */
  instruction: number;
  reason: WaitReason;
  /** The parts of a wait for the infeed. */
  hostBusyCycles: number;
  pipelineCycles: number;
  stagingCycles: number;
  handshakeCycles: number;
}

/** Span i is number first + i; kind[i] is an index into kinds, and so on. */
export interface TraceColumns {
  first: number;
  /** The number that the next span of the session will get. */
  end: number;
  length: number;
  beginCycles: Float64Array; endCycles: Float64Array;
  run: Float64Array; step: Float64Array;
  bytes: Float64Array;
  hostBusyCycles: Float64Array; pipelineCycles: Float64Array;
  stagingCycles: Float64Array; handshakeCycles: Float64Array;
  name: Int32Array;
  kind: Int32Array;
  phase: Int32Array;
  reason: Int32Array;
  lane: Int32Array;
  instruction: Int32Array;
  names: string[];
  kinds: SpanKind[];
  phases: Phase[];
  reasons: WaitReason[];
}
