// The functions of `pipette.layers` that make layers of one's own model, part of pipette.d.mts.
// Written by `build/native/pipette schema --format layer-types`.

import type {Activation, KernelInitializer, Padding} from './choices.mjs';
import type {Layer, LayerOptions} from './layers.mjs';

export interface DenseOptions extends LayerOptions {
  /** Default: 'linear'. */
  activation?: Activation;
  /** Default: true. */
  useBias?: boolean;
  /** Default: 'glorot_uniform'. */
  kernelInitializer?: KernelInitializer;
  /** Default: 0. */
  kernelL2?: number;
}
export interface Conv2dOptions extends LayerOptions {
  /** How far the window moves. Default: 1. */
  strides?: number | [number, number];
  /** Default: 'valid'. */
  padding?: Padding;
  /** Default: 'linear'. */
  activation?: Activation;
  /** Default: true. */
  useBias?: boolean;
  /** Default: 'glorot_uniform'. */
  kernelInitializer?: KernelInitializer;
  /** Default: 0. */
  kernelL2?: number;
}
export interface MaxPooling2dOptions extends LayerOptions {
  /** Height and width of the window. Default: 2. */
  poolSize?: number | [number, number];
  /** Default: the size of the window. */
  strides?: number | [number, number];
  /** Default: 'valid'. */
  padding?: Padding;
}
export interface AveragePooling2dOptions extends LayerOptions {
  /** Height and width of the window. Default: 2. */
  poolSize?: number | [number, number];
  /** Default: the size of the window. */
  strides?: number | [number, number];
  /** Default: 'valid'. */
  padding?: Padding;
}
export interface BatchNormalizationOptions extends LayerOptions {
  /** Default: 0.99. */
  momentum?: number;
  /** Default: 0.001. */
  epsilon?: number;
}
export interface LayerNormalizationOptions extends LayerOptions {
  /** Default: 0.001. */
  epsilon?: number;
}
export interface GroupNormalizationOptions extends LayerOptions {
  /** Default: 2. */
  groups?: number;
  /** Default: 0.001. */
  epsilon?: number;
}
export interface ConcatenateOptions extends LayerOptions {
  /** Default: -1. */
  axis?: number;
}

export interface ModelLayerFunctions {
  /** [batch, ..., in] -> [batch, ..., units] */
  dense(units: number, options?: DenseOptions): Layer;
  /** [batch, height, width, in] -> [batch, height, width, filters] */
  conv2d(filters: number, kernelSize: number | [number, number], options?: Conv2dOptions): Layer;
  /** The largest of each window, which moves by its own size unless strides are given. */
  maxPooling2d(options?: MaxPooling2dOptions): Layer;
  /** The mean of each window, without what is padding. */
  averagePooling2d(options?: AveragePooling2dOptions): Layer;
  /** The mean of each channel: [batch, height, width, channels] -> [batch, channels] */
  globalAveragePooling2d(options?: LayerOptions): Layer;
  /** The largest of each channel: [batch, height, width, channels] -> [batch, channels] */
  globalMaxPooling2d(options?: LayerOptions): Layer;
  /** Each channel over the mini-batch; while it is not trained, by the means it has kept. */
  batchNormalization(options?: BatchNormalizationOptions): Layer;
  /** Each sample over its last axis. */
  layerNormalization(options?: LayerNormalizationOptions): Layer;
  /** Groups of neighbouring channels over each sample; 2 groups by default. */
  groupNormalization(options?: GroupNormalizationOptions): Layer;
  /** While fitting, drops elements with this probability and scales the others up. */
  dropout(rate: number, options?: LayerOptions): Layer;
  /** [batch, ...] -> [batch, rest] */
  flatten(options?: LayerOptions): Layer;
  /** [batch, ...] -> [batch, ...shape]; one size may be -1. */
  reshape(shape: number[], options?: LayerOptions): Layer;
  /** The activation function by itself. */
  activation(activation: Activation, options?: LayerOptions): Layer;
  /** The sum of several inputs of one shape. */
  add(options?: LayerOptions): Layer;
  /** The product of several inputs of one shape. */
  multiply(options?: LayerOptions): Layer;
  /** Several inputs side by side along an axis, by default the last. */
  concatenate(options?: ConcatenateOptions): Layer;
}
