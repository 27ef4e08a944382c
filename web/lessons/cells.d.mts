// Types of cells.mjs: <pipette-cells>. A guide: docs/embedding.md.

/** What a cell has done: `kind` is 'fit', 'evaluate', 'pipeline', ...; the fields are those of web/lessons/watch.mjs. */
export interface CellFact {
  kind: string;
  [field: string]: unknown;
}

/** Attribute: toolbar. Dispatches 'fact' with a CellFact as `detail`. */
export class PipetteCells extends HTMLElement {
  /** Runs every cell, from the top; resolves when they have ended. */
  runAll(): Promise<void>;
  /** Asks the cell that runs to end. */
  stop(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'pipette-cells': PipetteCells;
  }
}
