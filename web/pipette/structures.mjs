// Nested structures at the border: a list is a tuple, a plain object {dict: [[key, item], ...]}, all
// else a leaf (src/bindings/traced_values.h).

import {invalidArgument} from './errors.mjs';
import {MAX_DEPTH} from './json.mjs';
import {fromModule, toModule} from './tensors.mjs';

// A tensor has data, even where its data are none: toModule() says so.
const isDict = (value) =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !ArrayBuffer.isView(value.data) &&
  !('data' in value && 'shape' in value);

/** A value, a list or an object of them, as the module reads it; `leaf` makes what is neither. */
export function toStructure(name, value, leaf, depth = 0) {
  if (depth > MAX_DEPTH) throw invalidArgument(`${name} is nested too deeply`);
  if (Array.isArray(value)) {
    return Array.from(value, (each, i) => toStructure(`${name}[${i}]`, each, leaf, depth + 1));
  }
  if (isDict(value)) {
    return {dict: Object.entries(value).map(([key, each]) => [key, toStructure(`${name}.${key}`, each, leaf, depth + 1)])};
  }
  return leaf(name, value);
}

export function fromStructure(value, leaf) {
  if (Array.isArray(value)) return value.map((each) => fromStructure(each, leaf));
  if (typeof value === 'object' && value?.dict !== undefined) {
    return Object.fromEntries(value.dict.map(([key, each]) => [key, fromStructure(each, leaf)]));
  }
  return leaf(value);
}

/** {structure, tensors} of what is to go in, and what came out of the module as it was put in. */
export function toArrays(name, value) {
  const tensors = [];
  const structure = toStructure(name, value, (path, each) => tensors.push(toModule(path, each)) - 1);
  return {structure, tensors};
}
export const fromArrays = ({structure, tensors}) =>
  fromStructure(JSON.parse(structure), (number) => fromModule(tensors[number]));
