// Types of what layers have learnt, part of pipette.d.ts; a guide with examples: docs/javascript.md.

import type {Tensor} from './datasets';

/** Rows of activations as points in the plane in which they differ most: their two principal components. */
export interface Projection {
  /** Float32Array, [rows, 2]. */
  points: Tensor;
  /** Of the variance, along both axes: 0 to 1. */
  shares: [number, number];
}

export interface ProjectionOptions {
  /** An earlier projection of the same rows, whose axes point the same way. */
  before?: Projection;
}
