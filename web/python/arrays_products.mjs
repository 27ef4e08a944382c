// Products of matrices as numpy has them.
//
//   matmul(a, b);       // [..., m, k] x [..., k, n] -> [..., m, n]; vectors stand for one row or one column
//
// Each element is summed over k from 0 upwards, one multiplication and one addition a term, each rounded to the type: what
// the reference BLAS does. Other libraries add in other orders, so their last digits differ.

import {DTYPES, promote, valueError} from './arrays_dtypes.mjs';
import {asResult} from './arrays_elementwise.mjs';
import {broadcastShapes, broadcastTo, showShape, sizeOf} from './arrays_strided.mjs';
import {Reader, arrayOfDoubles, doublesOf} from './arrays_walk.mjs';

const {fround, imul} = Math;

// row: [k], matrix: [k, n] from `at`, sums: [n]
const ROW_TIMES_MATRIX = {
  float64: (row, matrix, at, k, n, sums) => {
    for (let i = 0, p = at; i < k; i++) {
      const factor = row[i];
      for (let j = 0; j < n; j++, p++) sums[j] += factor * matrix[p];
    }
  },
  float32: (row, matrix, at, k, n, sums) => {
    for (let i = 0, p = at; i < k; i++) {
      const factor = row[i];
      for (let j = 0; j < n; j++, p++) sums[j] = fround(sums[j] + fround(factor * matrix[p]));
    }
  },
  int32: (row, matrix, at, k, n, sums) => {
    for (let i = 0, p = at; i < k; i++) {
      const factor = row[i];
      for (let j = 0; j < n; j++, p++) sums[j] = (sums[j] + imul(factor, matrix[p])) | 0;
    }
  },
};

function kernelFor({kind, bytes}) {
  if (kind === 'f') return ROW_TIMES_MATRIX[bytes === 8 ? 'float64' : 'float32'];
  return ROW_TIMES_MATRIX[bytes === 8 || kind === 'b' ? 'float64' : 'int32'];
}

/** [batch..., m, k] x [batch..., k, n] */
function multiplyMatrices(x, y, dtype) {
  const [m, k] = x.shape.slice(-2);
  const n = y.shape.at(-1);
  const batch = broadcastShapes(x.shape.slice(0, -2), y.shape.slice(0, -2));
  const left = new Reader(broadcastTo(x, [...batch, m, k]));
  const right = doublesOf(broadcastTo(y, [...batch, k, n]));
  const results = new Float64Array(sizeOf(batch) * m * n);
  const kernel = kernelFor(dtype);
  for (let row = 0; row < sizeOf(batch) * m; row++) {
    const factors = left.read(k);
    kernel(factors, right, Math.floor(row / m) * k * n, k, n, results.subarray(row * n, (row + 1) * n));
  }
  return arrayOfDoubles(results, dtype, [...batch, m, n]);
}

function requireInner(x, y, k, axis) {
  if (k === y.shape[axis]) return;
  throw valueError(
    `matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) ` +
      `(size ${y.shape[axis]} is different from ${k})`,
  );
}

export function matmulArray(x, y) {
  if (x.ndim === 0 || y.ndim === 0) {
    throw valueError(
      `matmul: Input operand ${x.ndim === 0 ? 0 : 1} does not have enough dimensions (has 0, gufunc core with signature ` +
        '(n?,k),(k,m?)->(n?,m?) requires 1)',
    );
  }
  requireInner(x, y, x.shape.at(-1), Math.max(0, y.ndim - 2));
  const rows = x.ndim === 1 ? x.view({shape: [1, ...x.shape], strides: [0, ...x.strides]}) : x;
  const columns = y.ndim === 1 ? y.view({shape: [...y.shape, 1], strides: [...y.strides, 0]}) : y;
  const product = multiplyMatrices(rows, columns, promote(x.dtype, y.dtype));
  const shape = product.shape.filter((_, axis) => {
    return !(x.ndim === 1 && axis === product.ndim - 2) && !(y.ndim === 1 && axis === product.ndim - 1);
  });
  return arrayOfShape(product, shape);
}

const arrayOfShape = (array, shape) => array.view({shape, strides: shape.map((_, axis) => sizeOf(shape.slice(axis + 1)))});

export const matmul = (x, y) => asResult(matmulArray(x, y));

/** numpy.dot() of arrays with axes: over the last axis of x and the last but one of y. */
export function dot(x, y) {
  const axis = Math.max(0, y.ndim - 2);
  const k = x.shape.at(-1);
  if (k !== y.shape[axis]) {
    const [last, other] = [x.ndim - 1, axis];
    throw valueError(
      `shapes ${showShape(x.shape)} and ${showShape(y.shape)} not aligned: ${k} (dim ${last}) != ${y.shape[axis]} (dim ${other})`,
    );
  }
  if (x.ndim <= 2 && y.ndim <= 2) return matmul(x, y);
  const rest = [...y.shape.keys()].filter((one) => one !== axis);
  const left = arrayOfDoubles(doublesOf(x), x.dtype, [x.size / k, k]);
  const right = y.transposed([axis, ...rest]);
  const columns = arrayOfDoubles(doublesOf(right), y.dtype, [k, y.size / k]);
  const product = matmulArray(left, columns);
  return asResult(arrayOfShape(product, [...x.shape.slice(0, -1), ...rest.map((one) => y.shape[one])]));
}

/** A matrix with ones on a diagonal. */
export function eye(rows, columns, diagonal, dtypeName) {
  const values = new Float64Array(rows * columns);
  for (let i = Math.max(0, -diagonal); i < rows && i + diagonal < columns; i++) values[i * columns + i + diagonal] = 1;
  return arrayOfDoubles(values, DTYPES[dtypeName], [rows, columns]);
}
