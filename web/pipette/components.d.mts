// Types of what layers have learnt, part of pipette.d.mts; a guide with examples: docs/javascript.md.

import type {Tensor} from './datasets.mjs';

/** Rows of activations as points in the plane in which they differ most: their two principal components. */
export interface Projection {
  /** Float32Array, [rows, 2]. */
  points: Tensor;
  /** Of the variance, along both axes: 0 to 1. */
  shares: [number, number];
}

/** One image through a network and back: Session.imageWay(). Without the axis of the batch. */
export interface ImageWay {
  layers: {
    name: string;
    output: Tensor;
    /** Of the loss by the output; of its shape. */
    gradient: Tensor;
    /** 'dense/kernel', where the layer has a matrix of weights, and the gradient of the loss by it. */
    kernel?: string;
    kernelGradient?: Tensor;
  }[];
  /** Of the ten classes. */
  probabilities: Float32Array;
  /** -log of the label's probability. */
  loss: number;
}

export interface ProjectionOptions {
  /** An earlier projection of the same rows, whose axes point the same way. */
  before?: Projection;
}
