// Types of snapshot.mjs; a guide: docs/javascript.md.

import type {Dataset, QueueStatus, Watchable, WatchStatus} from '../pipette.mjs';

export type Activity = 'forward' | 'backward' | 'weightUpdate' | 'exchange' | 'stall' | 'host' | 'handshake';
export const ACTIVITIES: readonly Activity[];

/** A moment of what is watched: plain data, which can be posted from a worker. */
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

/** What a Follower calls; a Session and a Model have it, and so may an object of one's own. */
export interface Followed extends Pick<Watchable, 'queues' | 'losses' | 'traceColumns'> {
  status(): WatchStatus;
}

export function canBeFollowed(value: unknown): value is Followed;

export class Follower {
  constructor(source: Followed, dataset?: Pick<Dataset, 'elementSpec'>);
  snapshot(options?: {task?: 'fit' | 'evaluate' | 'predict' | 'show'; ended?: boolean}): QueuesSnapshot;
}
