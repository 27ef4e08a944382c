// Types of what can be watched, part of pipette.d.mts; a guide with examples: docs/javascript.md.

/// <reference lib="esnext.disposable" />

import type {Phase, StepSize} from './choices.mjs';
import type {PipelineInfo} from './pipeline.mjs';
import type {Profile} from './profile.mjs';
import type {Span, TraceColumns, TraceRange} from './trace.mjs';

/** What can be watched while it trains: a Session, and a Model. Everything it gives is a copy. */
export interface Watchable {
  /** Goes on until the budget is spent; true when it is over. */
  advance(budget?: Budget): boolean;
  /** One step; default 'instruction'. True when it is over. */
  step(size?: StepSize): boolean;
  status(): RunStatus;
  /** How full both queues are, and why the device last waited. */
  queues(): {infeed: QueueStatus; outfeed: QueueStatus};
  /** Schedule, stages, times, memory and position of a pipeline; null where there is none. */
  pipeline(): PipelineInfo | null;
  /** What the program, or fit() as its verbose says, has printed. */
  printed(): string;
  /** Losses that the host has so far, one for each mini-batch, from number `from` on. */
  losses(range?: {from?: number}): Float32Array;
  /** The same with the modelled cycle at which each loss reached the host, and its mini-batch. */
  lossRecord(range?: {from?: number}): LossRecord;
  /** What every lane did when; `from` is a span's number, to read on from. */
  trace(range?: TraceRange): Span[];
  /** The same in columns: typed arrays, faster for many spans. */
  traceColumns(range?: TraceRange): TraceColumns;
  /** One sentence: why a span waited, or what it did. OutOfRangeError once the trace dropped it. */
  explain(span: Span | number): string;
  /** Poplar's engine options that were given, as texts. */
  readonly engineOptions: Readonly<Record<string, string>>;
  /** A sentence for each of them that has no effect here. */
  readonly engineNotes: readonly string[];
  /** What the program that ran first needs of the machine and took; null before anything has run. */
  profile(): Profile | null;
  /** Of each program that has run, in that order. */
  profiles(): Profile[];
  readonly destroyed: boolean;
  /** Frees its memory. Every later call throws InvalidStateError; destroy() itself does not. */
  destroy(): void;
  [Symbol.dispose](): void;
}

export interface WatchStatus {
  finished: boolean;
  /** Steps of what goes on: done, and in all. */
  step: number;
  steps: number;
  /** Engine runs so far. */
  runs: number;
  /** Of the modelled clock. */
  cycles: number;
  /** Modelled, without compile time. */
  seconds: number;
}

export interface RunStatus extends WatchStatus {
  inRun: boolean;
  /** Engine runs that have finished, and in all. */
  run: number;
  numRuns: number;
  /** The same as `steps`. */
  numSteps: number;
  /** What comes next; '' between runs. */
  instruction: string;
  instructionKind: string;
  phase: Phase;
  compileSeconds: number;
  infeed: QueueStatus;
  outfeed: QueueStatus;
  /** Of the host's memory, by all outfeed queues of the program until they are dequeued; and the most so far. */
  heldBytes: number;
  mostHeldBytes: number;
}

/** Whichever limit is reached first. Without any: 6000 microseconds. */
export interface Budget {
  /** Real time. */
  microseconds?: number;
  instructions?: number;
  /** Slots of a pipeline; a weight update counts as one. */
  slots?: number;
  /** Training steps. */
  steps?: number;
  /** Of the modelled clock. */
  untilCycle?: number;
}

export interface QueueStatus {
  exists: boolean;
  depth: number;
  fill: number;
  elements: number;
  pending: number;
  elementBytes: number;
  /** Outfeed: what the pending elements take of the host's memory. */
  heldBytes: number;
  /** Why the device last waited for it, in words; '' if it did not. */
  wait: string;
  waitCycles: number;
  totalWaitCycles: number;
}

/** Losses as three columns of equal length. */
export interface LossRecord {
  values: Float32Array;
  /** Of the modelled clock: however a run is cut into slices, they are the same. */
  cycles: Float64Array;
  /** The mini-batch of a replica that a loss belongs to, from 0. */
  miniBatches: Float64Array;
}
