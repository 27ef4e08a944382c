// numpy's a[...], read and written.
//
//   getItem(a, 'i2,s1::2,n,e');                // a[2, 1::2, np.newaxis, ...]: a view, or text for a single element
//   getItem(a, 'a,i0', indices);               // a[indices, 0]: a copy
//   setItem(a, 's::', 0.5, 'float64');         // a[:] = 0.5
//
// An index is text with a part for each axis: i and a whole number, s and start:stop:step, n for a new axis, e for an ellipsis, a
// for the next of the arrays behind it (whole numbers or bool).

import {DTYPES, indexError, typeError, valueError} from './arrays_dtypes.mjs';
import {operand, showScalar} from './arrays_elementwise.mjs';
import {
  StridedArray,
  broadcastShapes,
  broadcastTo,
  normalAxis,
  scalar,
  showShape,
  sizeOf,
  stridesOf,
  tabulate,
  zeros,
} from './arrays_strided.mjs';
import {arrayOfDoubles, assign, byWidth, contiguous, copyOf, doublesOf} from './arrays_walk.mjs';

const usedBy = ({kind, indices}) =>
  kind === 'n' || kind === 'e' ? 0 : kind === 'a' && indices.dtype === DTYPES.bool ? indices.ndim : 1;

function parse(text, arrays) {
  if (text === '') return [];
  let next = 0;
  return text.split(',').map((part) => {
    const [kind, rest] = [part[0], part.slice(1)];
    if (kind === 'i') return {kind, index: Number(rest)};
    if (kind === 's') return {kind, limits: rest.split(':').map((limit) => (limit === '' ? undefined : Number(limit)))};
    return kind === 'a' ? {kind, indices: arrays[next++]} : {kind};
  });
}

/** As many whole slices as an ellipsis stands for, one at the end where there is none. */
function withoutEllipsis(parts, ndim) {
  const used = parts.reduce((sum, part) => sum + usedBy(part), 0);
  if (used > ndim) throw indexError(`too many indices for array: array is ${ndim}-dimensional, but ${used} were indexed`);
  const missing = Array.from({length: ndim - used}, () => ({kind: 's', limits: []}));
  const at = parts.findIndex(({kind}) => kind === 'e');
  if (parts.filter(({kind}) => kind === 'e').length > 1) throw indexError("an index can only have a single ellipsis ('...')");
  return at < 0 ? [...parts, ...missing] : [...parts.slice(0, at), ...missing, ...parts.slice(at + 1)];
}

function inBounds(index, n, axis) {
  if (index >= -n && index < n) return index < 0 ? index + n : index;
  throw indexError(`index ${index} is out of bounds for axis ${axis} with size ${n}`);
}

/** As slice.indices() of Python: [first, step, length]. */
function resolveSlice([start, stop, step = 1], n) {
  if (step === 0) throw valueError('slice step cannot be zero');
  const [low, high] = step > 0 ? [0, n] : [-1, n - 1];
  const clamp = (limit, otherwise) =>
    limit === undefined ? otherwise : Math.min(Math.max(limit < 0 ? limit + n : limit, low), high);
  const first = clamp(start, step > 0 ? low : high);
  const last = clamp(stop, step > 0 ? high : low);
  return [first, step, Math.max(0, Math.ceil((last - first) / step))];
}

/** Where the true elements are, counted in C order. */
function placesOfTrue(array) {
  const values = doublesOf(array);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) count++;
  const places = new Float64Array(count);
  for (let i = 0, at = 0; i < values.length; i++) if (values[i] !== 0) places[at++] = i;
  return places;
}

/** Indices along each axis of the true elements. */
export function nonzero(array) {
  const places = placesOfTrue(array);
  const strides = stridesOf(array.shape);
  return array.shape.map((n, axis) => {
    const stride = strides[axis];
    const along = tabulate(places.length, (i) => Math.floor(places[i] / stride) % n);
    return arrayOfDoubles(along, DTYPES.int64, [along.length]);
  });
}

function requireMask({shape}, array, axis) {
  shape.forEach((n, k) => {
    if (n === array.shape[axis + k]) return;
    throw indexError(
      `boolean index did not match indexed array along dimension ${axis + k}; dimension is ${array.shape[axis + k]} but ` +
        `corresponding boolean dimension is ${n}`,
    );
  });
}

/** Arrays of whole numbers in the place of bool ones. */
function withoutMasks(parts, array) {
  let axis = 0;
  return parts.flatMap((part) => {
    const from = axis;
    axis += usedBy(part);
    if (part.kind !== 'a') return [part];
    if (part.indices.dtype.kind === 'f') throw indexError('arrays used as indices must be of integer (or boolean) type');
    if (part.indices.dtype !== DTYPES.bool) return [part];
    requireMask(part.indices, array, from);
    return nonzero(part.indices).map((indices) => ({kind: 'a', indices}));
  });
}

/** {view, picked}: what slices select; and the axes from which arrays pick, [{n, stride, axis, indices}]. */
function select(array, parts) {
  const [shape, strides, picked] = [[], [], []];
  let [{offset}, axis] = [array, 0];
  const anyArray = parts.some(({kind}) => kind === 'a');
  parts.forEach((part) => {
    if (part.kind === 'n') {
      shape.push(1);
      strides.push(0);
      return;
    }
    const [n, stride] = [array.shape[axis], array.strides[axis]];
    if (part.kind === 's') {
      const [first, step, length] = resolveSlice(part.limits, n);
      if (length > 0) offset += first * stride;
      shape.push(length);
      strides.push(step * stride);
    } else if (part.kind === 'i' && !anyArray) {
      offset += inBounds(part.index, n, axis) * stride;
    } else {
      const indices = part.indices ?? scalar(DTYPES.int64, inBounds(part.index, n, axis));
      picked.push({n, stride, axis, indices, at: shape.length});
    }
    axis++;
  });
  return {view: array.view({shape, strides, offset}), picked};
}

/** Whether the parts that pick by arrays stand side by side. */
function areAdjacent(parts) {
  const picks = parts.map(({kind}) => kind === 'a' || kind === 'i');
  return picks.lastIndexOf(true) - picks.indexOf(true) + 1 === picks.filter(Boolean).length;
}

/** Where the arrays point to, as offsets, and the shape in which they lie. */
function pickedOffsets(picked) {
  const shapes = picked.map(({indices}) => indices.shape);
  let shape;
  try {
    shape = broadcastShapes(...shapes);
  } catch {
    const all = shapes.map(showShape).join(' ');
    throw indexError(`shape mismatch: indexing arrays could not be broadcast together with shapes ${all} `);
  }
  const offsets = new Float64Array(sizeOf(shape));
  for (const {n, stride, axis, indices} of picked) {
    const values = doublesOf(broadcastTo(indices, shape));
    for (let i = 0; i < offsets.length; i++) offsets[i] += inBounds(values[i], n, axis) * stride;
  }
  return {offsets, shape};
}

/** Offsets of the elements of a view from its first one, in C order. */
function offsetsWithin({shape, strides}) {
  let offsets = Float64Array.of(0);
  shape.forEach((n, axis) => {
    const next = new Float64Array(offsets.length * n);
    let at = 0;
    for (const offset of offsets) for (let i = 0; i < n; i++) next[at++] = offset + i * strides[axis];
    offsets = next;
  });
  return offsets;
}

/** {rows, view, shape, order}: elements at rows + those of the view, in the shape of the picks and then the view's. */
function pick(array, parts) {
  const {view, picked} = select(array, parts);
  const {offsets, shape} = pickedOffsets(picked);
  const place = areAdjacent(parts) ? picked[0].at : 0;
  const [front, back] = [shape.length, view.ndim];
  const after = Array.from({length: back}, (_, k) => front + k);
  const order = [...after.slice(0, place), ...shape.map((_, k) => k), ...after.slice(place)];
  return {rows: offsets, view, shape: [...shape, ...view.shape], order};
}

function gatherRows(data, rows, view, to) {
  const n = view.size;
  const {offset} = view;
  if (view.isContiguous && n >= 8) {
    rows.forEach((row, i) => to.set(data.subarray(offset + row, offset + row + n), i * n));
    return;
  }
  const within = offsetsWithin(view);
  for (let i = 0, at = 0; i < rows.length; i++) for (let k = 0; k < n; k++) to[at++] = data[offset + rows[i] + within[k]];
}

function scatterRows(data, rows, view, from) {
  const within = offsetsWithin(view);
  const {offset} = view;
  for (let i = 0, at = 0; i < rows.length; i++) {
    for (let k = 0; k < within.length; k++) data[offset + rows[i] + within[k]] = from[at++];
  }
}

function partsOf(array, text, arrays) {
  const parts = parse(text, arrays);
  const [{kind, indices} = {}] = parts;
  return {
    all: withoutMasks(withoutEllipsis(parts, array.ndim), array),
    hasEllipsis: parts.some((part) => part.kind === 'e'),
    isMask: parts.length === 1 && kind === 'a' && indices.dtype === DTYPES.bool && indices.ndim === array.ndim,
  };
}

export function getItem(array, text, ...arrays) {
  const {all, hasEllipsis} = partsOf(array, text, arrays);
  if (!all.some(({kind}) => kind === 'a')) {
    const {view} = select(array, all);
    return view.ndim === 0 && !hasEllipsis ? showScalar(array.dtype, array.data[view.offset]) : view;
  }
  const {rows, view, shape, order} = pick(array, all);
  const result = zeros(array.dtype, shape);
  gatherRows(byWidth(array.data), rows, view, byWidth(result.data));
  return result.transposed(order);
}

/** The parts of a view with its axes in the order in which pick() has them. */
function inPickOrder(value, order) {
  const axes = new Array(order.length);
  order.forEach((axis, at) => (axes[axis] = at));
  return value.transposed(axes);
}

export function setItem(array, text, value, type, ...arrays) {
  const {all, isMask} = partsOf(array, text, arrays);
  const from = operand(value, type);
  if (!all.some(({kind}) => kind === 'a')) {
    const {view} = select(array, all);
    if (view.ndim === 0 && from.size !== 1) throw valueError('setting an array element with a sequence.');
    assign(view, from);
    return;
  }
  const {rows, view, shape, order} = pick(array, all);
  const target = order.map((axis) => shape[axis]);
  const source = inPickOrder(broadcastForPick(from, target, isMask), order);
  const {data} = contiguous(copyOf(source, array.dtype));
  scatterRows(byWidth(array.data), rows, view, byWidth(data));
}

/** A value in the shape of what it is written to. */
function broadcastForPick(from, target, isMask) {
  let value = from;
  while (value.ndim > target.length && value.shape[0] === 1) {
    value = value.view({shape: value.shape.slice(1), strides: value.strides.slice(1)});
  }
  const missing = target.length - value.ndim;
  if (missing >= 0 && value.shape.every((n, axis) => n === 1 || n === target[axis + missing]))
    return broadcastTo(value, target);
  if (isMask && from.ndim <= 1) {
    throw valueError(
      `NumPy boolean array indexing assignment cannot assign ${from.size} input values to the ${target[0]} output values ` +
        'where the mask is true',
    );
  }
  const shapes = [showShape(from.shape), showShape(target)];
  throw valueError(
    `shape mismatch: value array of shape ${shapes[0]} could not be broadcast to indexing result of shape ${shapes[1]}`,
  );
}

/** Elements along an axis: take(a, indices, 0) is a[indices]; of all elements where the axis is undefined. */
export function take(array, indices, axis) {
  if (indices.dtype.kind === 'f')
    throw typeError(`Cannot cast array data from dtype('${indices.dtype.name}') to dtype('int64')`);
  if (axis === undefined) return getItem(copyOf(array).view({shape: [array.size], strides: [1], offset: 0}), 'a', indices);
  const before = 's::,'.repeat(normalAxis(axis, array.ndim));
  return getItem(array, `${before}a`, indices);
}

/** A new array of arrays behind each other along an axis, all of the type `dtype`. */
export function concatenate(dtypeName, axis, ...arrays) {
  const dtype = DTYPES[dtypeName];
  const shape = arrays[0].shape.slice();
  shape[axis] = arrays.reduce((sum, array) => sum + array.shape[axis], 0);
  const result = zeros(dtype, shape);
  let at = 0;
  for (const array of arrays) {
    const part = shape.slice();
    part[axis] = array.shape[axis];
    assign(
      new StridedArray({data: result.data, dtype, shape: part, strides: result.strides, offset: at * result.strides[axis]}),
      array,
    );
    at += array.shape[axis];
  }
  return result;
}
