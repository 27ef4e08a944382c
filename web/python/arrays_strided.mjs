// A numpy array: a typed array and how to walk it. Views share the typed array.
//
//   const a = new StridedArray({data: new Float32Array(6), dtype: DTYPES.float32, shape: [2, 3]});
//   a.view({shape: [3, 2], strides: [1, 3]}).isContiguous;        // false: it is the transposed array
//   isBroadcast([2, 1], [3]);  broadcastShapes([2, 1], [3]);      // [2, 3]
//
// `strides` and `offset` count elements of `data`.

import {valueError} from './arrays_dtypes.mjs';

export const sizeOf = (shape) => shape.reduce((product, n) => product * n, 1);

export function stridesOf(shape) {
  const strides = new Array(shape.length);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

/** Numbers by their index. (TypedArray.from() goes through an iterator, which takes ten times as long.) */
export function tabulate(length, valueAt, Store = Float64Array) {
  const values = new Store(length);
  for (let i = 0; i < length; i++) values[i] = valueAt(i);
  return values;
}

/** A shape, or axes, as Python passes them: '2,3'. */
export const parseShape = (text) => (text === '' ? [] : text.split(',').map(Number));

/** As Python writes a tuple. */
export const showShape = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(',')})`);

export class StridedArray {
  constructor({data, dtype, shape, strides = stridesOf(shape), offset = 0}) {
    this.data = data;
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.size = sizeOf(shape);
  }

  get ndim() {
    return this.shape.length;
  }

  /** Whether the elements lie in C order without gaps. */
  get isContiguous() {
    let expected = 1;
    for (let axis = this.ndim - 1; axis >= 0; axis--) {
      if (this.shape[axis] !== 1 && this.strides[axis] !== expected) return this.size === 0;
      expected *= this.shape[axis];
    }
    return true;
  }

  /** What Python caches: such as 'float32 2,3'. */
  get description() {
    return `${this.dtype.name} ${this.shape.join()}`;
  }

  /** The elements of a contiguous array. */
  get elements() {
    const {data, offset, size} = this;
    return offset === 0 && data.length === size ? data : data.subarray(offset, offset + size);
  }

  view({shape, strides, offset = this.offset}) {
    return new StridedArray({data: this.data, dtype: this.dtype, shape, strides, offset});
  }

  transposed(axes) {
    return this.view({shape: axes.map((axis) => this.shape[axis]), strides: axes.map((axis) => this.strides[axis])});
  }
}

/** New and filled with zeros. */
export function zeros(dtype, shape) {
  const size = sizeOf(shape);
  try {
    return new StridedArray({data: new dtype.Store(size), dtype, shape});
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    if (shape.some((n) => n < 0)) throw valueError('negative dimensions are not allowed');
    const error = new Error(`Unable to allocate an array with shape ${showShape(shape)} and data type ${dtype.name}`);
    error.name = 'MemoryError';
    throw error;
  }
}

export function scalar(dtype, value) {
  const array = zeros(dtype, []);
  array.data[0] = value;
  return array;
}

export function broadcastShapes(...shapes) {
  const ndim = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({length: ndim}, (_, axis) => {
    let length = 1;
    for (const shape of shapes) {
      const n = shape[axis - ndim + shape.length];
      if (n === undefined || n === 1 || n === length) continue;
      if (length !== 1) {
        throw valueError(`operands could not be broadcast together with shapes ${shapes.map(showShape).join(' ')} `);
      }
      length = n;
    }
    return length;
  });
}

const sameShape = (a, b) => a.length === b.length && a.every((n, axis) => n === b[axis]);

/** The view of this shape, with strides of 0 where elements repeat. */
export function broadcastTo(array, shape) {
  if (sameShape(array.shape, shape)) return array;
  const missing = shape.length - array.ndim;
  const strides = shape.map((n, axis) => {
    const own = array.shape[axis - missing];
    if (own === undefined || (own === 1 && n !== 1)) return 0;
    if (own !== n) throw couldNotBroadcast(array.shape, shape);
    return array.strides[axis - missing];
  });
  if (missing < 0) throw couldNotBroadcast(array.shape, shape);
  return array.view({shape, strides});
}

function couldNotBroadcast(from, to) {
  return valueError(`could not broadcast input array from shape ${showShape(from)} into shape ${showShape(to)}`);
}

/** Whether axis a, which lies outside of axis b in C order, belongs inside; undefined where nothing tells. */
function belongsInside(views, a, b) {
  let verdict;
  for (const {shape, strides} of views) {
    const [outer, inner] = [a, b].map((axis) => (shape[axis] === 1 ? 0 : Math.abs(strides[axis])));
    if (outer === 0 || inner === 0) continue;
    if (inner <= outer) verdict = false;
    else verdict ??= true;
  }
  return verdict;
}

/** The order of axes, the outermost first, in which NumPy walks views of one shape: as they lie in memory, if they agree. */
export function memoryOrder(...views) {
  const axes = [...views[0].shape.keys()].reverse();
  for (let i = 1; i < axes.length; i++) {
    let place = i;
    for (let k = i - 1; k >= 0; k--) {
      const verdict = belongsInside(views, axes[i], axes[k]);
      if (verdict === false) break;
      if (verdict) place = k;
    }
    axes.splice(place, 0, ...axes.splice(i, 1));
  }
  return axes.reverse();
}

export function inverse(axes) {
  const result = new Array(axes.length);
  axes.forEach((axis, at) => (result[axis] = at));
  return result;
}

/** A number that is an axis, counted from either end. */
export function normalAxis(axis, ndim, name = 'AxisError') {
  if (axis >= -ndim && axis < ndim) return axis < 0 ? axis + ndim : axis;
  const error = new Error(`axis ${axis} is out of bounds for array of dimension ${ndim}`);
  error.name = name;
  throw error;
}

/**
 * The view of another shape, or undefined where the elements must be copied for it: each group of old axes that
 * becomes a group of new ones must be evenly spaced.
 */
export function reshapedView(array, shape) {
  if (array.isContiguous) return array.view({shape, strides: stridesOf(shape)});
  const old = array.shape.map((n, axis) => [n, array.strides[axis]]).filter(([n]) => n !== 1);
  const strides = new Array(shape.length).fill(1);
  let [from, to] = [0, 0];
  while (from < old.length && to < shape.length) {
    let [fromEnd, toEnd] = [from + 1, to + 1];
    let [fromSize, toSize] = [old[from][0], shape[to]];
    while (fromSize !== toSize) {
      if (fromSize < toSize) fromSize *= old[fromEnd++][0];
      else toSize *= shape[toEnd++];
    }
    for (let k = from; k < fromEnd - 1; k++) if (old[k][1] !== old[k + 1][0] * old[k + 1][1]) return undefined;
    let stride = old[fromEnd - 1][1];
    for (let k = toEnd - 1; k >= to; k--) {
      strides[k] = stride;
      stride *= shape[k];
    }
    [from, to] = [fromEnd, toEnd];
  }
  return array.view({shape, strides});
}
