// Errors of the JavaScript API, and the checks that throw them.

/** Every error the API throws: `name` as TensorFlow's Python names it, `code` in canonical form. */
export class PipetteError extends Error {
  constructor(name, code, message, options) {
    super(message, options);
    this.name = name;
    this.code = code;
  }
}

export const invalidArgument = (message, options) =>
  new PipetteError('InvalidArgumentError', 'INVALID_ARGUMENT', message, options);
export const invalidState = (message) => new PipetteError('InvalidStateError', 'INVALID_STATE', message);
export const notFound = (message, options) => new PipetteError('NotFoundError', 'NOT_FOUND', message, options);

/**
 * What a value without numbers gives to JavaScript's own operators: its text where a text is asked, otherwise an error.
 * Without that, `x * 2` is NaN and `x > 1` false, in silence, and a function is traced with them.
 */
export function toPrimitive(value, hint) {
  if (hint === 'string') return value.toString();
  throw invalidArgument(
    `${value} has no number in JavaScript: it gets its values when the program runs. Write x.add(y), x.sub(y), x.mul(y), ` +
      'x.div(y) and x.neg() for + - * / and -x, p.math.maximum(x, y) and the like for functions of Math, x.greater(y) and ' +
      'the like for comparisons, p.cond() or p.where() for a branch and p.loops.whileLoop() for a loop that depends on it',
  );
}

/** A value for a message: short, and never throwing itself. */
export function show(value) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return Array.isArray(value) ? 'an array' : `an object (${value.constructor?.name ?? 'Object'})`;
  } catch {
    // a proxy, a getter, or a class that is called a symbol
    return 'an object';
  }
}

/** `value` when it is one of `allowed`; the message lists them. */
export function requireOneOf(name, value, allowed) {
  if (allowed.includes(value)) return value;
  const list = allowed.map((each) => JSON.stringify(each)).join(', ');
  throw invalidArgument(`${name} must be one of ${list}, but it is ${show(value)}`);
}

/** `value` when it is given at all. */
export function requireGiven(name, argument, value) {
  if (value !== undefined) return value;
  throw invalidArgument(`${name} needs "${argument}"`);
}

/** The bytes of an ArrayBuffer or a Uint8Array. */
export function requireBuffer(name, bytes) {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  if (bytes instanceof Uint8Array) return bytes;
  throw invalidArgument(`${name} must be an ArrayBuffer or a Uint8Array, but it is ${show(bytes)}`);
}

/** `value` when it is a string. */
export function requireString(name, value) {
  if (typeof value === 'string') return value;
  throw invalidArgument(`${name} must be a string, but it is ${show(value)}`);
}

/** `value` when it is an integer of at least `least`; `orInfinity` lets Infinity pass too. */
export function requireInteger(name, value, {least = 0, orInfinity = false} = {}) {
  if (orInfinity && value === Infinity) return value;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw invalidArgument(
    `${name} must be an integer of at least ${least}${orInfinity ? ', or Infinity' : ''}, but it is ${show(value)}`,
  );
}

/** `value` when it is a number above 0; Infinity passes. */
export function requirePositive(name, value) {
  if (typeof value === 'number' && value > 0) return value;
  throw invalidArgument(`${name} must be a number above 0, but it is ${show(value)}`);
}

const kindOf = (value) => Object.prototype.toString.call(value).slice('[object '.length, -1);
const REMEDIES = {
  Promise: ': await it',
  Map: ': Object.fromEntries() makes an object of it',
  Set: ': Array.from() makes a list of it',
};

/** `value` when it is an object with fields: no list, no Map, no promise. `wanted` says what else would do. */
export function requireObject(name, value, wanted = 'an object') {
  const kind = kindOf(value);
  if (kind === 'Object' || kind === 'Module') return value;
  throw invalidArgument(`${name} must be ${wanted}, but it is ${show(value)}${REMEDIES[kind] ?? ''}`);
}

/** Insertions, deletions and exchanges of a letter that make `b` of `a` (Levenshtein's distance). */
function distance(a, b) {
  let row = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** "did you mean X?" where one of the names is near, otherwise a list of them. */
export function meant(name, names) {
  const plain = (text) => text.toLowerCase().replaceAll('_', '');
  const [nearest] = names.map((each) => [distance(plain(name), plain(each)), each]).sort(([a], [b]) => a - b);
  if (nearest !== undefined && nearest[0] <= Math.max(2, name.length / 4)) return `did you mean "${nearest[1]}"?`;
  return `it has ${names.join(', ') || 'none'}`;
}

/** `key` when it is among the `known` ones, each of which is a `what`. */
export function requireKnown(name, key, known, what = 'field') {
  if (known.includes(key)) return key;
  throw invalidArgument(`${name} has no ${what} "${key}"; ${meant(key, known)}`);
}

/** The options object itself, when it has none but the `known` keys: a misspelt one is an error. */
export function requireOptions(name, options, known) {
  for (const key of Object.keys(requireObject(name, options))) requireKnown(name, key, known);
  return options;
}

/**
 * `f` as a function of the arguments that its signature names: 'where(condition, a, b)'. More are an error, which says
 * `advice` too.
 */
export function taking(signature, f, advice = '') {
  const [, name, parameters] = /^(\w+)\((.*)\)$/.exec(signature);
  const most = parameters === '' ? 0 : parameters.split(', ').length;
  return function (...given) {
    const surplus = given.slice(most).find((each) => each !== undefined);
    if (surplus === undefined) return f.apply(this, given);
    const takes = most === 0 ? 'no arguments' : `${most === 1 ? 'one argument' : `${most} arguments`} (${parameters})`;
    throw invalidArgument(
      `${name}() takes ${takes}, and ${show(surplus)} is one too many${advice === '' ? '' : `; ${advice}`}`,
    );
  };
}

/** An object of functions from {signature: function}; `advice` is by name. */
export const functionsOf = (table, advice = {}) =>
  Object.fromEntries(
    Object.entries(table).map(([signature, f]) => {
      const [name] = signature.split('(');
      return [name, taking(signature, f, advice[name])];
    }),
  );
