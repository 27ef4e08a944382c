// The element types of numpy, how they are stored, and which type an operation of several has.
//
//   DTYPES.int64.Store;                                        // Float64Array: whole numbers below 2 ** 53
//   promote(DTYPES.uint8, DTYPES.int8);                        // DTYPES.int16
//   resultType([{dtype: DTYPES.float32}, {dtype: DTYPES.float64, value: 0.5}]);   // DTYPES.float32: a scalar counts by its value
//
// These are the rules of NumPy 1.x: among arrays and scalars, a scalar of the same or a lower kind has the smallest type that
// holds its value.
//
// Inaccuracies: int64 and uint64 end below 2 ** 53; what exceeds it is an OverflowError. float16 is stored as Float32Array.

/** What Python is to raise: `name` is the class of the exception. */
export class PythonError extends Error {
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}
export const valueError = (message) => new PythonError('ValueError', message);
export const typeError = (message) => new PythonError('TypeError', message);
export const indexError = (message) => new PythonError('IndexError', message);

const KINDS = 'buif'; // bool, unsigned, signed, floating: the order in which they give way
const ROWS = [
  ['bool', 'b', 1, Uint8Array],
  ['int8', 'i', 1, Int8Array],
  ['int16', 'i', 2, Int16Array],
  ['int32', 'i', 4, Int32Array],
  ['int64', 'i', 8, Float64Array],
  ['uint8', 'u', 1, Uint8Array],
  ['uint16', 'u', 2, Uint16Array],
  ['uint32', 'u', 4, Uint32Array],
  ['uint64', 'u', 8, Float64Array],
  ['float16', 'f', 2, Float32Array],
  ['float32', 'f', 4, Float32Array],
  ['float64', 'f', 8, Float64Array],
];

/** By name: {name, kind, bytes, Store}. */
export const DTYPES = Object.fromEntries(
  ROWS.map(([name, kind, bytes, Store]) => [name, Object.freeze({name, kind, bytes, Store})]),
);

const SIGNED = {1: DTYPES.int8, 2: DTYPES.int16, 4: DTYPES.int32, 8: DTYPES.int64};
const FLOATING = {2: DTYPES.float16, 4: DTYPES.float32, 8: DTYPES.float64};

/** Which dtype a typed array has that comes from outside; Float64Array is float64. */
export function dtypeOfStore(data) {
  const found = ROWS.findLast(([name, , , Store]) => data instanceof Store && name !== 'bool' && name !== 'float16');
  if (!found) throw typeError(`${data?.constructor?.name ?? typeof data} is no typed array that numpy can hold`);
  return DTYPES[found[0]];
}

/** The type that holds all values of both. */
export function promote(a, b) {
  if (a === b) return a;
  if (KINDS.indexOf(a.kind) > KINDS.indexOf(b.kind)) return promote(b, a);
  if (a.kind === 'b') return b;
  if (a.kind === b.kind) return a.bytes > b.bytes ? a : b;
  if (b.kind === 'f') return FLOATING[Math.max(b.bytes, Math.min(2 * a.bytes, 8))];
  if (b.bytes > a.bytes) return b;
  return SIGNED[2 * a.bytes] ?? DTYPES.float64; // unsigned and signed
}

/** A floating type for whole numbers, as square roots and exponentials of these have. */
export const floatingFor = ({kind, bytes}) => FLOATING[kind === 'f' ? bytes : Math.min(2 * bytes, 8)];

const KIND_GROUP = {b: 0, u: 1, i: 1, f: 2};

function smallestUnsigned(value) {
  return value < 2 ** 8 ? DTYPES.uint8 : value < 2 ** 16 ? DTYPES.uint16 : value < 2 ** 32 ? DTYPES.uint32 : DTYPES.uint64;
}

function smallestSigned(value) {
  const size = value < 0 ? -1 - value : value;
  return size < 2 ** 7 ? DTYPES.int8 : size < 2 ** 15 ? DTYPES.int16 : size < 2 ** 31 ? DTYPES.int32 : DTYPES.int64;
}

function smallestFloating(value, dtype) {
  if (!Number.isFinite(value) || Math.abs(value) < 65000) return DTYPES.float16;
  return Math.abs(value) < 3.4e38 ? DTYPES.float32 : dtype;
}

/** `value` as the smallest type, beside a type of which only the kind matters. */
function smallest({dtype, value}, beside) {
  if (dtype.kind === 'b') return dtype;
  if (dtype.kind === 'f') return smallestFloating(value, dtype);
  if (value < 0) return smallestSigned(value);
  const unsigned = smallestUnsigned(value);
  // A positive number that fits both ways is taken as what the arrays are.
  return beside.kind === 'i' && smallestSigned(value).bytes === unsigned.bytes ? smallestSigned(value) : unsigned;
}

/** Of operands {dtype, value}; those with a value are scalars. */
export function resultType(operands) {
  const arrays = operands.filter(({value}) => value === undefined).map(({dtype}) => dtype);
  const group = (dtypes) => Math.max(-1, ...dtypes.map(({kind}) => KIND_GROUP[kind]));
  const scalars = operands.filter(({value}) => value !== undefined);
  const byValue = arrays.length > 0 && group(scalars.map(({dtype}) => dtype)) <= group(arrays);
  if (!byValue) return operands.map(({dtype}) => dtype).reduce(promote);
  return scalars.reduce((dtype, scalar) => promote(dtype, smallest(scalar, dtype)), arrays.reduce(promote));
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
const LARGEST_HALF = 65504;

/** The nearest float16, ties to even. */
export function roundToHalf(x) {
  if (x === 0 || !Number.isFinite(x)) return x;
  bits[0] = x;
  const exponent = Math.max(((words[1] >>> 20) & 0x7ff) - 1023, -14);
  const shift = 1.5 * 2 ** (52 + exponent - 10); // beyond it a double holds nothing finer than a float16 of this size
  const rounded = x < 0 ? -(shift - x - shift) : x + shift - shift;
  return Math.abs(rounded) > LARGEST_HALF ? Math.sign(x) * Infinity : rounded;
}

/** The largest whole number that is exact, and so is every smaller one. */
export const EXACT = Number.MAX_SAFE_INTEGER;

export function beyondExact(name) {
  return new PythonError('OverflowError', `this numpy holds ${name} as whole numbers below 2**53, which a result exceeds`);
}

function wholeRange(name, least) {
  return (values, n) => {
    for (let i = 0; i < n; i++) {
      const value = values[i];
      if (value !== value) throw valueError(`cannot convert float NaN to ${name}`);
      if (value > EXACT || value < least) throw beyondExact(name);
      values[i] = Math.trunc(value) + 0; // no whole number is -0
    }
  };
}

const FINISH = {
  bool: (values, n) => {
    for (let i = 0; i < n; i++) values[i] = values[i] !== 0 ? 1 : 0;
  },
  int64: wholeRange('int64', -EXACT),
  uint64: wholeRange('uint64', 0),
  float16: (values, n) => {
    for (let i = 0; i < n; i++) values[i] = roundToHalf(values[i]);
  },
  float32: (values, n) => {
    for (let i = 0; i < n; i++) values[i] = Math.fround(values[i]);
  },
};

/** (values, n): makes values of dtype of the first n numbers in a Float64Array, where storing them does not do it; or undefined. */
export const finishFor = (dtype) => (dtype === DTYPES.float32 ? undefined : FINISH[dtype.name]);
/** The same where the numbers stay in the Float64Array. */
export const roundFor = (dtype) => FINISH[dtype.name];

/** Whether numbers of the one type are values of the other as they are. */
export const holds = (dtype, from) => dtype === from || (dtype !== DTYPES.bool && promote(dtype, from) === dtype);
