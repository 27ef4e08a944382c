// JSON on both sides of the border: camelCase keys in JavaScript, snake_case in the emulator and in
// share links. Values are not touched: `dequeue: "each_run"` is written so in both.

import {invalidArgument, requireObject, show} from './errors.mjs';

/** Of lists and objects in what the API is given; an experiment has three levels. */
export const MAX_DEPTH = 8;

const toSnake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camelKeys = new Map();
function toCamel(key) {
  let camel = camelKeys.get(key);
  if (camel === undefined) {
    camel = key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
    camelKeys.set(key, camel);
  }
  return camel;
}

const AS_THEY_ARE = new Set(['engineOptions', 'engine_options']); // whose keys are Poplar's: 'autoReport.all'

const isNumbers = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** JSON text of a plain value, keys as `rename` gives them; undefined fields are left out. */
export function toJson(value, path, rename = (key) => key, depth = 0) {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return String(value);
    throw invalidArgument(`${path} must be a finite number, but it is ${value}`);
  }
  if (typeof value !== 'object') {
    throw invalidArgument(`${path} must be a plain value, but it is ${show(value)}`);
  }
  if (depth >= MAX_DEPTH) throw invalidArgument(`${path} is nested too deeply`);
  if (Array.isArray(value) || isNumbers(value)) {
    return `[${Array.from(value, (each, i) => toJson(each, `${path}[${i}]`, rename, depth + 1)).join(',')}]`;
  }
  const given = Object.entries(requireObject(path, value, 'a plain value')).filter(([, field]) => field !== undefined),
    spelled = new Map();
  for (const [key] of given) {
    const name = rename(key);
    if (spelled.has(name))
      throw invalidArgument(`${path} has "${spelled.get(name)}" and "${key}", which are one field: give one`);
    spelled.set(name, key);
  }
  const fields = given.map(
    ([key, field]) =>
      `${JSON.stringify(rename(key))}:${toJson(field, `${path}.${key}`, AS_THEY_ARE.has(key) ? (own) => own : rename, depth + 1)}`,
  );
  return `{${fields.join(',')}}`;
}

/** The same with snake_case keys. */
export const toSnakeJson = (value) => toJson(value, 'experiment', toSnake);

/** The same value with camelCase keys. */
export function camelised(value) {
  if (Array.isArray(value)) return value.map(camelised);
  if (typeof value !== 'object' || value === null) return value;
  const result = {};
  for (const key of Object.keys(value)) result[toCamel(key)] = camelised(value[key]);
  return result;
}

/** The value of JSON text, with camelCase keys. */
export const fromSnakeJson = (text) => camelised(JSON.parse(text));

/** A key that an object of this JSON text has twice; undefined where there is none. */
function repeatedKey(text) {
  const open = []; // the keys of objects, null for lists
  let last;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(last);
      if (open.at(-1).has(key)) return key;
      open.at(-1).add(key);
    }
    last = token;
  }
  return undefined;
}

/** The value of JSON text from outside, as the emulator reads it: it may begin with a byte order mark; no key stands twice. */
export function parseJson(name, text) {
  let value;
  const plain = text.replace(/^\ufeff/, '');
  try {
    value = JSON.parse(plain);
  } catch (cause) {
    const advice = /^[\w-]+$/.test(plain) ? `; to name it, write {experiment: ${show(plain)}}` : '';
    throw invalidArgument(`${name} is not valid JSON: ${cause.message}${advice}`, {cause});
  }
  const key = repeatedKey(plain);
  if (key !== undefined) throw invalidArgument(`${name} is not valid JSON: an object has ${show(key)} twice`);
  return value;
}

/** JSON text of an experiment given as an object or as text. */
export function experimentText(experiment, data) {
  const fields = typeof experiment === 'string' ? parseJson('the experiment', experiment) : experiment;
  if (Object.prototype.toString.call(fields) !== '[object Object]') {
    throw invalidArgument(`the experiment must be an object, or the JSON text of one, but it is ${show(experiment)}`);
  }
  return toSnakeJson(data === undefined ? fields : {data, ...fields});
}
