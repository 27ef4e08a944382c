// Operations of numpy on each element of one, two or three arrays, broadcast against each other.
//
//   binary('add', a, b, '', '');                        // a StridedArray, or text such as 'float32 0.5' where the result is a scalar
//   binary('multiply', a, 0.5, '', 'float64');          // a number with the type that it has in Python
//   inPlace('add', a, b, '');                           // writes into a
//
// The loops stand in arrays_loops.mjs. Results lie in memory as their operands do: those of transposed arrays are transposed.

import {DTYPES, finishFor, floatingFor, resultType, roundToHalf, typeError, valueError} from './arrays_dtypes.mjs';
import {BINARY, UNARY, loopFor} from './arrays_loops.mjs';
import {StridedArray, broadcastShapes, broadcastTo, inverse, memoryOrder, scalar, showShape, zeros} from './arrays_strided.mjs';
import {Reader, Writer, assign, copyOf, inBlocks} from './arrays_walk.mjs';

/** A number as text that both sides read: no type is lost, nor the sign of zero. */
export const showScalar = (dtype, value) => `${dtype.name} ${Object.is(value, -0) ? '-0' : value}`;

/** What Python gets for a result: scalars as text. */
export const asResult = (array) => (array.ndim === 0 ? showScalar(array.dtype, array.data[array.offset]) : array);

/** An operand as Python passes it: an array, or a number of the type `name`. */
export function operand(value, name) {
  if (name === '') return value;
  return scalar(DTYPES[name], Number(value));
}

/** What counts for the type of a result: a scalar's value does. */
export const typed = ({ndim, dtype, data, offset}) => ({dtype, value: ndim === 0 ? data[offset] : undefined});

function refuse(name) {
  throw typeError(
    `ufunc '${name}' not supported for the input types, and the inputs could not be safely coerced to any supported types ` +
      "according to the casting rule ''safe''",
  );
}

const RESULT = {
  number: (dtype) => [dtype, dtype],
  arithmetic: (dtype) => (dtype.kind === 'b' ? [DTYPES.int8, DTYPES.int8] : [dtype, dtype]),
  floating: (dtype, isDivision) => {
    const floating = isDivision && dtype.kind !== 'f' ? DTYPES.float64 : floatingFor(dtype);
    return [floating, floating];
  },
  whole: (dtype, _, name) => (dtype.kind === 'f' ? refuse(name) : [dtype, dtype]),
  shift: (dtype, _, name) =>
    dtype.kind === 'f' ? refuse(name) : dtype.kind === 'b' ? [DTYPES.int8, DTYPES.int8] : [dtype, dtype],
  truth: (dtype) => [dtype, DTYPES.bool],
};

/** {dtype, result, loop}: with which type an operation computes, and what comes out. */
function resolve(name, operation, common) {
  if (common.kind === 'b' && operation.refuses) throw typeError(operation.refuses);
  const [dtype, result] = RESULT[operation.types](common, name === 'divide', name);
  return {dtype, result, loop: loopFor(operation, dtype)};
}

/** A scalar takes the type that is computed with; what an array holds is exact in it already. */
function roundedTo(array, dtype) {
  if (array.ndim > 0 || array.dtype === dtype || dtype.kind !== 'f') return array;
  const value = array.data[array.offset];
  if (dtype === DTYPES.float32) return scalar(dtype, value);
  return dtype === DTYPES.float16 ? scalar(dtype, roundToHalf(value)) : array;
}

/** Runs loop(...blocks, out, n) over operands that have the shape of `out`. */
function run(loop, operands, out, finish) {
  const readers = operands.map((array) => new Reader(array));
  const writer = new Writer(out);
  inBlocks(out.size, (n) => {
    const blocks = readers.map((reader) => reader.read(n));
    const target = writer.target(n);
    loop(...blocks, target, n);
    finish?.(target, n);
    writer.write(n);
  });
}

function compute(loop, operands, result) {
  const shape = broadcastShapes(...operands.map((array) => array.shape));
  const views = operands.map((array) => broadcastTo(array, shape));
  const finish = result === DTYPES.bool ? undefined : finishFor(result);
  const axes = shape.length > 1 ? memoryOrder(...views) : [];
  if (axes.every((axis, at) => axis === at)) {
    const out = zeros(result, shape);
    run(loop, views, out, finish);
    return out;
  }
  const out = zeros(
    result,
    axes.map((axis) => shape[axis]),
  );
  run(
    loop,
    views.map((view) => view.transposed(axes)),
    out,
    finish,
  );
  return out.transposed(inverse(axes));
}

const SCALAR_POWERS = {2: 'square', 1: 'positive', 0.5: 'sqrt', [-1]: 'reciprocal'};

/** An array to the power of 2, 1, 1/2 or -1, for which NumPy has operations of their own; else undefined. */
function simplePower(base, exponent) {
  if (exponent.ndim !== 0 || base.ndim === 0) return undefined;
  const value = exponent.data[exponent.offset];
  const simple = SCALAR_POWERS[value];
  if (!simple || (base.dtype.kind !== 'f' && value !== 2)) return undefined;
  if (base.dtype.kind === 'b') return unaryArray(simple, base);
  const dtype = resultType([typed(base), typed(exponent)]);
  return dtype === base.dtype ? unaryArray(simple, base) : undefined;
}

export function binaryArray(name, x, y) {
  if (name === 'power') {
    const simple = simplePower(x, y);
    if (simple) return simple;
  }
  const {dtype, result, loop} = resolve(name, BINARY[name], resultType([typed(x), typed(y)]));
  return compute(loop, [roundedTo(x, dtype), roundedTo(y, dtype)], result);
}

export function unaryArray(name, x) {
  const {result, loop} = resolve(name, UNARY[name], x.dtype);
  return compute(loop, [x], result);
}

export const unary = (name, x, xType) => asResult(unaryArray(name, operand(x, xType)));
export const binary = (name, x, y, xType, yType) => asResult(binaryArray(name, operand(x, xType), operand(y, yType)));

const CASTS = ['b', 'ui', 'f'];
const group = ({kind}) => CASTS.findIndex((kinds) => kinds.includes(kind));

export function requireSameKind(name, from, to) {
  if (group(from) > group(to) || (from.kind === 'i' && to.kind === 'u')) {
    throw typeError(
      `Cannot cast ufunc '${name}' output from dtype('${from.name}') to dtype('${to.name}') with casting rule 'same_kind'`,
    );
  }
}

/** x = x op y, in x's own memory. */
export function inPlace(name, x, y, yType) {
  const other = operand(y, yType);
  const {dtype, result, loop} = resolve(name, BINARY[name], resultType([typed(x), typed(other)]));
  requireSameKind(name, result, x.dtype);
  const shape = broadcastShapes(x.shape, other.shape);
  if (shape.length !== x.ndim || shape.some((n, axis) => n !== x.shape[axis])) {
    const [own, whole] = [showShape(x.shape), showShape(shape)];
    throw valueError(`non-broadcastable output operand with shape ${own} doesn't match the broadcast shape ${whole}`);
  }
  if (result !== x.dtype) {
    assign(x, binaryArray(name, x, other));
    return;
  }
  const sharesMemory = other.data.buffer === x.data.buffer;
  const right = broadcastTo(roundedTo(sharesMemory ? copyOf(other) : other, dtype), x.shape);
  run(loop, [x, right], x, finishFor(result));
}

const choose = (condition, x, y, out, n) => {
  for (let i = 0; i < n; i++) out[i] = condition[i] !== 0 ? x[i] : y[i];
};

/** numpy.where() of three: always an array. */
export function where(condition, x, y, conditionType, xType, yType) {
  const [c, left, right] = [operand(condition, conditionType), operand(x, xType), operand(y, yType)];
  const result = resultType([typed(left), typed(right)]);
  return compute(choose, [c, roundedTo(left, result), roundedTo(right, result)], result);
}

const clipped = (x, low, high, out, n) => {
  for (let i = 0; i < n; i++) {
    const raised = x[i] > low[i] || x[i] !== x[i] ? x[i] : low[i];
    out[i] = raised < high[i] || raised !== raised ? raised : high[i];
  }
};

export function clip(x, low, high, xType, lowType, highType) {
  const operands = [operand(x, xType), operand(low, lowType), operand(high, highType)];
  const result = resultType(operands.map(typed));
  return asResult(
    compute(
      clipped,
      operands.map((array) => roundedTo(array, result)),
      result,
    ),
  );
}

/** Rounded to `decimals` digits after the point, halves to even ones. */
export function round(x, decimals, xType) {
  const array = operand(x, xType);
  const whole = array.dtype.kind !== 'f';
  if (whole && (decimals >= 0 || array.dtype.kind === 'b')) return asResult(copyOf(array));
  if (decimals === 0) return asResult(unaryArray('rint', array));
  const factor = scalar(whole ? DTYPES.float64 : array.dtype, 10 ** Math.abs(decimals));
  const [scale, unscale] = decimals > 0 ? ['multiply', 'divide'] : ['divide', 'multiply'];
  const scaled = unaryArray('rint', binaryArray(scale, array, factor));
  const rounded = binaryArray(unscale, scaled, factor);
  return asResult(whole ? copyOf(rounded, array.dtype) : rounded);
}

/** The name of the type that operands would be computed with; each is an array, or a type's name. */
export function resultTypeName(...operands) {
  return resultType(operands.map((one) => (one instanceof StridedArray ? typed(one) : {dtype: DTYPES[one]}))).name;
}
