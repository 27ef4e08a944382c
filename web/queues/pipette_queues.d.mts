// Types of pipette_queues.mjs; a guide: docs/javascript.md.

import type {QueuesSnapshot} from './snapshot.mjs';

/** <pipette-queues>. Dispatches 'drawn' with the snapshot after each picture. */
export class PipetteQueues extends HTMLElement {
  /** The newest snapshot that was drawn, or null before the first picture. */
  readonly snapshot: QueuesSnapshot | null;
  /** Draws with the next animation frame. Snapshots of a follower must come in order. */
  update(snapshot: QueuesSnapshot): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'pipette-queues': PipetteQueues;
  }
}
