// show(value): the picture of a value, as a plain message for the page (views.mjs draws it).

import {OutfeedQueue} from '../pipette.mjs';
import {Follower, canBeFollowed} from '../queues/snapshot.mjs';
import {asText} from './inspect.mjs';

const MAX_VALUES = 4_000_000; // of one tensor that is sent to the page: 16 MB

const isTensor = (value) =>
  typeof value === 'object' && value !== null && ArrayBuffer.isView(value.data) && Array.isArray(value.shape);

/** Pictures of a tensor; if there are too many values, every n-th picture. */
function tensorMessage(tensor, name, axes) {
  const {data} = tensor;
  let {shape} = tensor;
  const product = (sizes) => sizes.reduce((all, size) => all * size, 1);
  let names = axes;
  if (shape.at(-1) === 1 && shape.length > 2) {
    // one channel
    shape = shape.slice(0, -1);
    names = axes.slice(0, shape.length);
  }
  if (shape.length < 2 || data.length === 0) {
    return {kind: 'curve', name, axis: names[0] ?? 'element', values: Float32Array.from(data), shape: tensor.shape};
  }
  const picture = shape.length === 2 ? shape : shape.slice(-2);
  const size = product(picture);
  const count = shape.length === 2 ? 1 : product(shape.slice(0, -2));
  const stride = Math.ceil(data.length / MAX_VALUES);
  const numbers = Array.from({length: Math.ceil(count / stride)}, (_, i) => i * stride);
  const frames = new Float32Array(numbers.length * size);
  numbers.forEach((n, i) => frames.set(data.subarray(n * size, (n + 1) * size), i * size));
  return {kind: 'tensor', name, axes: names, shape: tensor.shape, picture, count, numbers, frames};
}

const rowsOf = (statistics) => ({
  kind: 'table',
  head: ['name', 'shape', 'mean', 'std', 'minimum', 'maximum', 'NaNs', 'infs'],
  rows: statistics.rows.map(({name, shape, mean, std, minimum, maximum, nans, infs}) => [
    name,
    shape.join(' \u00d7 '),
    ...[mean, std, minimum, maximum].map((x) => x.toFixed(6)),
    String(nans),
    String(infs),
  ]),
});

const benchmarkTable = ({epochs}) => ({
  kind: 'table',
  head: ['epoch', 'elements', 'elements per second', 'GB/s', 'seconds'],
  rows: epochs.map((each, i) => [
    String(i + 1),
    String(each.elements_processed),
    String(Math.round(each.elements_per_second)),
    each.bandwidth.toFixed(3),
    each.time_elapsed.toFixed(4),
  ]),
});

/** Messages for a value, or null when plain text says enough. */
export function picturesOf(value, {name = '', axes = [], wait = true, tab} = {}) {
  if (canBeFollowed(value)) {
    const snapshot = new Follower(value).snapshot({task: 'show', ended: true});
    if (!wait) snapshot.infeed.wait = '';
    return [{kind: 'queues', snapshot}];
  }
  if (value instanceof OutfeedQueue) {
    return [{kind: 'text', text: `${value.pending} elements wait to be dequeued`}, rowsOf(value.statistics())];
  }
  if (isTensor(value)) return [tensorMessage(value, name || 'tensor', axes)];
  if (value instanceof Float32Array && value.length > 1) {
    return [{kind: 'curve', name: name || 'values', axis: axes[0] ?? 'element', values: value.slice(), shape: [value.length]}];
  }
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value.boxes) && Array.isArray(value.stages)) {
    const {schedule, miniBatches, rows, boxes, transfers, weightUpdates, barriers, idle, makespanCycles, bubbleFraction} =
      value;
    return [
      {
        kind: 'schedule',
        pipeline: {
          schedule,
          miniBatches,
          rows,
          boxes,
          transfers,
          weightUpdates,
          barriers,
          idle,
          makespanCycles,
          bubbleFraction,
        },
      },
    ];
  }
  if (value.compilation && Array.isArray(value.operations)) return [{kind: 'profile', profile: value, tab}];
  if (Array.isArray(value.bars)) return [{kind: 'bars', ...value}];
  if (Array.isArray(value.rows) && Array.isArray(value.head)) return [{kind: 'table', head: value.head, rows: value.rows}];
  if (Array.isArray(value.rows) && typeof value.text === 'string') return [rowsOf(value)];
  if (Array.isArray(value.epochs) && 'bandwidth' in (value.epochs[0] ?? {})) return [benchmarkTable(value)];
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([, each]) => isTensor(each))) {
    return entries.map(([key, tensor]) => tensorMessage(tensor, key, axes));
  }
  return null;
}

/** The same, never null. */
export const anyPictures = (value, options) => picturesOf(value, options) ?? [{kind: 'text', text: asText(value)}];
