// What a program dequeues, as pictures for the page: of each queue's latest tensors, by their names.
//
//   watchDequeued((pictures) => tell({type: 'tensors', pictures}));      // pictures as lessons/views.mjs draws them
//
// It stands around dequeue(), which works as ever. Of long tensors the latest elements are shown, and of calls that follow
// quickly the first and, told by flush(), the last.

import {picturesOf} from '../lessons/show.mjs';
import {OutfeedQueue} from '../pipette.mjs';

const MAX_VALUES = 200_000; // of one tensor
const MS_BETWEEN = 500;

const isTensor = (value) => ArrayBuffer.isView(value?.data);

/** [[name, tensor], ...] of what was enqueued: a tensor, or structures of them. */
function namedIn(value, name) {
  if (isTensor(value)) return [[name || 'outfeed', value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => namedIn(each, name ? `${name}/${key}` : key));
}

function latestOf({data, shape}) {
  const [count, ...element] = shape;
  const size = element.reduce((product, each) => product * each, 1);
  const shown = Math.min(count, Math.max(1, Math.floor(MAX_VALUES / size)));
  return {data: data.subarray((count - shown) * size), shape: [shown, ...element]};
}

function picturesIn(value) {
  return namedIn(value, '').flatMap(([name, tensor]) => {
    const {shape} = tensor;
    if (shape.length === 0 || tensor.data.length === 0) return [];
    const latest = latestOf(tensor);
    const part = latest.shape[0] < shape[0] ? `${name}, the latest ${latest.shape[0]} of ${shape[0]}` : name;
    const pictures = picturesOf(latest, {name: part, axes: ['element', 'row', 'column']}) ?? [];
    return pictures.map((picture) => ({...picture, key: name}));
  });
}

export function watchDequeued(tell) {
  const waiting = new Map(); // what was not shown yet, by queue
  let shown = -Infinity;
  const flush = () => {
    for (const value of waiting.values()) tell(picturesIn(value));
    waiting.clear();
    shown = performance.now();
  };
  const dequeue = OutfeedQueue.prototype.dequeue;
  OutfeedQueue.prototype.dequeue = function () {
    const value = dequeue.call(this);
    waiting.set(this, value);
    if (performance.now() - shown >= MS_BETWEEN) flush();
    return value;
  };
  return {flush};
}
