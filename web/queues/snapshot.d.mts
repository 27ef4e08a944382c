// Types of snapshot.mjs; a guide: docs/javascript.md.

import type {Dataset, Model, QueueStatus, Session} from '../pipette';

export type Activity = 'forward' | 'backward' | 'weightUpdate' | 'exchange' | 'stall' | 'host' | 'handshake';
export const ACTIVITIES: readonly Activity[];

/** A moment of a model or session: plain data, which can be posted from a worker. */
export interface QueuesSnapshot {
  task: string;
  /** The last one of what goes on. */
  ended: boolean;
  /** From 0; a picture that gets number 0 begins its curve anew. */
  number: number;
  element: string;
  epoch: number;
  step: number;
  steps: number;
  runs: number;
  logs: Record<string, number>;
  cycles: number;
  seconds: number;
  infeed: QueueStatus;
  outfeed: QueueStatus;
  /** Those that are new since the snapshot before. */
  losses: Float32Array;
  /** The latest steps, in cycles. */
  from: number;
  to: number;
  pipelined: boolean;
  /** Spans: begin, end and index into ACTIVITIES, one after the other. */
  lanes: {lane: number; spans: Float64Array}[];
}

export class Follower {
  constructor(source: Model | Session, dataset?: Dataset);
  snapshot(options?: {task?: 'fit' | 'evaluate' | 'predict' | 'show'; ended?: boolean}): QueuesSnapshot;
}
