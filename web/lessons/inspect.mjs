// Values as short text, for console.log and for what a cell gives.
//
//   asText({shape: [2, 3], data: new Float32Array(6)})   // {shape: [2, 3], data: Float32Array(6) [0, 0, 0, ...]}

const MAX_ITEMS = 12; // of one list
const MAX_DEPTH = 3;
const MAX_LETTERS = 4000;

const isName = (key) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key);

/** Few enough digits to read, enough to tell values apart. */
export function number(value) {
  if (typeof value !== 'number' || Number.isInteger(value) || !Number.isFinite(value)) {
    return Object.is(value, -0) ? '-0' : String(value);
  }
  return String(Number(value.toPrecision(6)));
}

function list(items, count, show) {
  const shown = Array.from({length: Math.min(count, MAX_ITEMS)}, (_, i) => show(items[i]));
  if (count > MAX_ITEMS) shown.push('...');
  return `[${shown.join(', ')}]`;
}

function nested(value, depth, seen) {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return number(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return value.toString();
    case 'function':
      return `function ${value.name || '(nameless)'}`;
    case 'undefined':
      return 'undefined';
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (seen.includes(value)) return '[circular]';
  const inner = (each) => nested(each, depth + 1, [...seen, value]);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value) && 'length' in value) {
    return `${value.constructor.name}(${value.length}) ${list(value, value.length, inner)}`;
  }
  if (Array.isArray(value)) {
    return depth > MAX_DEPTH ? `[${value.length} items]` : list(value, value.length, inner);
  }
  if (value instanceof Map) return `Map(${value.size}) ${list([...value], value.size, inner)}`;
  if (value instanceof Set) return `Set(${value.size}) ${list([...value], value.size, inner)}`;
  const name = value.constructor?.name ?? '';
  const keys = Object.keys(value);
  const title = name === '' || name === 'Object' ? '' : `${name} `;
  if (depth > MAX_DEPTH) return `${title}{...}`;
  const fields = keys.slice(0, 2 * MAX_ITEMS).map((key) => `${isName(key) ? key : JSON.stringify(key)}: ${inner(value[key])}`);
  if (keys.length > fields.length) fields.push('...');
  return `${title}{${fields.join(', ')}}`;
}

/** One value; a string as it is. */
export function asText(value) {
  const text = typeof value === 'string' ? value : nested(value, 0, []);
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)} ...` : text;
}
