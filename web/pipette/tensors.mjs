// Tensors at the border: {data, shape} in JavaScript, {dtype, shape, bytes} in the module.

import {PipetteError, invalidArgument, requireInteger, requireObject, show} from './errors.mjs';

const ARRAYS = {
  float32: Float32Array,
  int32: Int32Array,
  uint32: Uint32Array,
  uint8: Uint8Array,
  int8: Int8Array,
  float64: Float64Array,
};
const DTYPES = new Map(Object.entries(ARRAYS).map(([dtype, Kind]) => [Kind, dtype]));
DTYPES.set(Uint8ClampedArray, 'uint8');

/** The name of the dtype of a typed array; undefined for arrays that no tensor has. */
export const dtypeOf = (data) => DTYPES.get(data?.constructor);

export const isTensor = (value) => typeof value === 'object' && value !== null && ArrayBuffer.isView(value.data);

// What a number must be to become one of a dtype: [least, most, whether it may have a fraction].
const RANGES = {
  float32: [-(2 - 2 ** -23) * 2 ** 127, (2 - 2 ** -23) * 2 ** 127, true],
  float16: [-65504, 65504, true],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int8: [-128, 127],
  uint8: [0, 255],
  bool: [0, 1],
};

/** The number, when it can be one of the dtype; `remedy` says what else there is. Infinity and NaN are floating. */
export function requireNumberOf(dtype, number, name, remedy) {
  if (!Object.hasOwn(RANGES, dtype)) return number; // the module says which dtypes there are
  const [least, most, floating = false] = RANGES[dtype];
  if (floating && !Number.isFinite(number)) return number;
  const rounded = floating ? Math.fround(number) : number;
  if (rounded >= least && rounded <= most && (floating || Number.isInteger(number))) return number;
  const wanted = `${floating ? 'numbers' : 'whole numbers'} from ${least} to ${most}`;
  const advice = dtype === 'float32' ? 'no dtype has a wider range' : remedy;
  throw new PipetteError('TypeError', 'TYPE_ERROR', `${name}: ${dtype} has ${wanted}, but the number is ${number}; ${advice}`);
}

/** A number as a scalar of a dtype; of float32 where no array has that dtype. */
export const scalarOf = (number, dtype) => ({data: (ARRAYS[dtype] ?? Float32Array).of(number), shape: []});

/** A tensor for the module: checked, not yet copied. */
export function toModule(name, tensor) {
  const {data, shape} = tensor ?? {};
  const dtype = dtypeOf(data);
  if (dtype === undefined) {
    throw invalidArgument(
      `${name} must be {data, shape} with data a Float32Array, Int32Array, Uint32Array, ` +
        `Uint8Array, Int8Array or Float64Array, but it is ${show(data ?? tensor)}`,
    );
  }
  if (!Array.isArray(shape)) {
    throw invalidArgument(`${name}.shape must be a list of sizes, but it is ${show(shape)}`);
  }
  shape.forEach((size, i) => requireInteger(`${name}.shape[${i}]`, size));
  const count = shape.reduce((product, size) => product * size, 1);
  if (count !== data.length) {
    throw invalidArgument(`${name}.data has ${data.length} elements, but shape [${shape.join(', ')}] has ${count}`);
  }
  return {dtype, shape, bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength)};
}

/** The tensor that the module gave, a copy of its own. */
export const fromModule = ({dtype, shape, bytes}) => ({data: new (ARRAYS[dtype] ?? Uint8Array)(bytes.buffer), shape});

/** {name: tensor} of a list of named ones. */
export const namedFromModule = (list) => Object.fromEntries(list.map((tensor) => [tensor.name, fromModule(tensor)]));

/** 16 hexadecimal digits of the bits of tensors, in order: the weightHash of a summary. */
export function hash(core, tensors) {
  if (!Array.isArray(tensors)) {
    throw invalidArgument(`tensors must be a list of {data, shape}, but it is ${show(tensors)}`);
  }
  const list = Array.from(tensors, (each, i) => toModule(`tensors[${i}]`, each));
  return core.call('hashTensors', 0, '', list);
}

/** Figures as numbers: JSON has no NaN. */
export function withNumbers(row) {
  for (const key of ['mean', 'std', 'minimum', 'maximum']) row[key] = Number(row[key]);
  return row;
}

/** Mean, std, minimum, maximum, NaNs and infinities of {name: tensor}, as numbers and as text. */
export function statistics(core, tensors) {
  const names = Object.keys(requireObject('tensors', tensors, '{name: {data, shape}}'));
  const list = names.map((name) => toModule(name, tensors[name]));
  const {text, rows} = JSON.parse(core.call('statistics', 0, JSON.stringify(names), list));
  return {text, rows: rows.map(withNumbers)};
}
