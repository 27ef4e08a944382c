// Types of callbacks; a guide with examples: docs/javascript.md.

import type {OutfeedQueue} from './layers.mjs';
import type {Logs, Model} from './models.mjs';
import type {Variable} from './values.mjs';

/**
 * What a model calls while it runs, between executions, as in Keras. Each is awaited before the model
 * goes on. Epochs and mini-batches are numbered from 0; onBatchEnd gets the last mini-batch of an
 * execution, onBatchBegin the first. With setAsynchronousCallbacks(true) those of mini-batches come for each.
 */
export interface Callbacks {
  onTrainBegin?(logs: Logs): unknown;
  onTrainEnd?(logs: Logs): unknown;
  onEpochBegin?(epoch: number, logs: Logs): unknown;
  onEpochEnd?(epoch: number, logs: Logs): unknown;
  onBatchBegin?(batch: number, logs: Logs): unknown;
  onBatchEnd?(batch: number, logs: Logs): unknown;
  onTrainBatchBegin?(batch: number, logs: Logs): unknown;
  onTrainBatchEnd?(batch: number, logs: Logs): unknown;
  onTestBegin?(logs: Logs): unknown;
  onTestEnd?(logs: Logs): unknown;
  onTestBatchBegin?(batch: number, logs: Logs): unknown;
  onTestBatchEnd?(batch: number, logs: Logs): unknown;
  onPredictBegin?(logs: Logs): unknown;
  onPredictEnd?(logs: Logs): unknown;
  onPredictBatchBegin?(batch: number, logs: Logs): unknown;
  onPredictBatchEnd?(batch: number, logs: Logs): unknown;
  /** Before the first of them. */
  setModel?(model: Model): void;
}

/** Base of callbacks that need the model: `class Mine extends Callback`. */
export class Callback {
  /** The one that calls. */
  get model(): Model;
  setModel(model: Model): void;
}

/** Names with accuracy, acc or auc at their end are better when they grow, others when they fall. */
type Mode = 'auto' | 'min' | 'max';

/** `pipette.callbacks`, with the options and defaults of Keras. */
export interface CallbackFunctions {
  /**
   * Empties a queue at the end of each epoch and prints what its tensors are like, as the tutorials' OutfeedCallback
   * does; the queue's statistics() are those that were printed. `print` is console.log by default.
   */
  outfeedCallback(queue: OutfeedQueue, options?: {name?: string; print?: (text: string) => unknown}): Callback;
  /** Stops the training when what it monitors has not got better for `patience` epochs. */
  earlyStopping(options?: {
    monitor?: string;  // default 'val_loss'
    minDelta?: number;
    patience?: number;
    mode?: Mode;
    baseline?: number;
    restoreBestWeights?: boolean;
    startFromEpoch?: number;
  }): Callback & {readonly stoppedEpoch: number; readonly bestEpoch: number};
  /** Gives the weights, as saveWeights() does, to `save` after each epoch, or after the best so far. */
  modelCheckpoint(options: {
    save: (bytes: Uint8Array, filepath: string, ended: {epoch: number; logs: Logs}) => unknown;
    /** {epoch}, which is 1 for the first here, and {name} of what the logs have; default 'weights-{epoch}.safetensors'. */
    filepath?: string;
    monitor?: string;  // default 'val_loss'
    saveBestOnly?: boolean;
    mode?: Mode;
  }): Callback;
  /** Sets the variable that the optimizer has as its learningRate, before each epoch. */
  learningRateScheduler(
    rate: Variable, schedule: (epoch: number, rate: number) => number | Promise<number>): Callback;
}
