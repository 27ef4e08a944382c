// What each elementwise operation of numpy does to blocks of doubles, and which types it takes and gives.
//
//   BINARY.add.loop(x, y, out, n);                  // out[i] = x[i] + y[i]
//   BINARY.divide.types;                            // 'floating': whole numbers are divided as float64
//
// Operations that much is computed with have a loop of their own, which the engine compiles for it; the others pass a function
// to a common one. A double of float32 operands holds a sum, difference, product, quotient or square root so precisely that
// rounding it once more gives float32's own result.
//
// Inaccuracies: exponentials, logarithms and trigonometric functions are those of the JavaScript engine, whose last digit may
// differ from NumPy's.

import {DTYPES, valueError} from './arrays_dtypes.mjs';

const eachPair = (operation) => (x, y, out, n) => {
  for (let i = 0; i < n; i++) out[i] = operation(x[i], y[i]);
};
const each = (operation) => (x, out, n) => {
  for (let i = 0; i < n; i++) out[i] = operation(x[i]);
};

function floorModulo(a, b) {
  const rest = a % b;
  if (rest !== 0) return rest < 0 !== b < 0 ? rest + b : rest;
  return b < 0 ? -0 : b > 0 ? 0 : rest;
}

function floorQuotient(a, b) {
  if (b === 0) return a / b;
  const rest = a % b;
  let quotient = (a - rest) / b;
  if (rest !== 0 && b < 0 !== rest < 0) quotient -= 1;
  if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  const whole = Math.floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

function wholePower(base, exponent) {
  if (exponent < 0) throw valueError('Integers to negative integer powers are not allowed.');
  let result = 1;
  for (let power = base, rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= power;
    if (rest > 1) power *= power;
  }
  return result;
}

/** As wholePower(), of 32 bits. */
function wrappedPower(base, exponent) {
  if (exponent < 0) throw valueError('Integers to negative integer powers are not allowed.');
  let result = 1;
  for (let power = base, rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = Math.imul(result, power);
    power = Math.imul(power, power);
  }
  return result;
}

// Python's and NumPy's pow(): Math.pow() is NaN for 1 ** NaN and 1 ** inf.
const floatPower = (a, b) => (a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : Math.pow(a, b));

// Beyond 32 bits JavaScript has no bitwise operators for numbers, so that both halves are taken.
const HALF = 2 ** 32;
const bitwise = (operation) =>
  eachPair((a, b) => operation(Math.floor(a / HALF), Math.floor(b / HALF)) * HALF + (operation(a, b) >>> 0));

const larger = (a, b) => (a > b || a !== a ? a : b);
const smaller = (a, b) => (a < b || a !== a ? a : b);

/**
 * {loop, types}: `types` is 'number' for operands and a result of one type, 'arithmetic' for that without bool (which becomes
 * int8), 'floating' for a floating result, 'whole' for bool and whole numbers only, 'truth' for a bool. `bool` and `wrapped` are
 * the loops for bool and for whole numbers of up to 32 bits, `whole` for other whole numbers; `refuses.bool` is why bool is no
 * operand.
 */
export const BINARY = {
  add: {
    types: 'number',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] + y[i];
    },
    bool: eachPair((a, b) => a | b),
  },
  subtract: {
    types: 'number',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] - y[i];
    },
    refuses:
      'numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor ' +
      'function instead.',
  },
  multiply: {
    types: 'number',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] * y[i];
    },
    wrapped: eachPair(Math.imul),
  },
  divide: {
    types: 'floating',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] / y[i];
    },
  },
  floor_divide: {
    types: 'arithmetic',
    loop: eachPair(floorQuotient),
    whole: eachPair((a, b) => (b === 0 ? 0 : floorQuotient(a, b) + 0)),
  },
  remainder: {
    types: 'arithmetic',
    loop: eachPair(floorModulo),
    whole: eachPair((a, b) => (b === 0 ? 0 : floorModulo(a, b) + 0)),
  },
  fmod: {types: 'arithmetic', loop: eachPair((a, b) => a % b), whole: eachPair((a, b) => (b === 0 ? 0 : (a % b) + 0))},
  power: {types: 'arithmetic', loop: eachPair(floatPower), whole: eachPair(wholePower), wrapped: eachPair(wrappedPower)},
  maximum: {
    types: 'number',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = larger(x[i], y[i]);
    },
  },
  minimum: {
    types: 'number',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = smaller(x[i], y[i]);
    },
  },
  fmax: {types: 'number', loop: eachPair((a, b) => (a >= b || b !== b ? a : b))},
  fmin: {types: 'number', loop: eachPair((a, b) => (a <= b || b !== b ? a : b))},
  arctan2: {types: 'floating', loop: eachPair(Math.atan2)},
  hypot: {types: 'floating', loop: eachPair(Math.hypot)},
  logaddexp: {
    types: 'floating',
    loop: eachPair((a, b) => (a === b ? a + Math.LN2 : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b))))),
  },
  bitwise_and: {types: 'whole', loop: bitwise((a, b) => a & b)},
  bitwise_or: {types: 'whole', loop: bitwise((a, b) => a | b)},
  bitwise_xor: {types: 'whole', loop: bitwise((a, b) => a ^ b)},
  left_shift: {types: 'shift', loop: eachPair((a, b) => (b >= 64 ? 0 : a * 2 ** b))},
  right_shift: {types: 'shift', loop: eachPair((a, b) => Math.floor(a / 2 ** Math.min(b, 64)))},
  equal: {
    types: 'truth',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] === y[i] ? 1 : 0;
    },
  },
  not_equal: {types: 'truth', loop: eachPair((a, b) => (a !== b ? 1 : 0))},
  less: {
    types: 'truth',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] < y[i] ? 1 : 0;
    },
  },
  less_equal: {types: 'truth', loop: eachPair((a, b) => (a <= b ? 1 : 0))},
  greater: {
    types: 'truth',
    loop: (x, y, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] > y[i] ? 1 : 0;
    },
  },
  greater_equal: {types: 'truth', loop: eachPair((a, b) => (a >= b ? 1 : 0))},
  logical_and: {types: 'truth', loop: eachPair((a, b) => (a !== 0 && b !== 0 ? 1 : 0))},
  logical_or: {types: 'truth', loop: eachPair((a, b) => (a !== 0 || b !== 0 ? 1 : 0))},
  logical_xor: {types: 'truth', loop: eachPair((a, b) => ((a !== 0) !== (b !== 0) ? 1 : 0))},
};

const floating = (operation) => ({types: 'floating', loop: each(operation)});
const truth = (operation) => ({types: 'truth', loop: each((x) => (operation(x) ? 1 : 0))});

function roundHalfEven(x) {
  const whole = Math.round(x); // halves go up
  const even = whole - x === 0.5 && whole % 2 !== 0 ? whole - 1 : whole;
  return even === 0 && (x < 0 || Object.is(x, -0)) ? -0 : even;
}

/** {loop, types} as above; 'number' is a result of the operand's own type. */
export const UNARY = {
  negative: {
    types: 'number',
    loop: (x, out, n) => {
      for (let i = 0; i < n; i++) out[i] = -x[i];
    },
    whole: each((x) => 0 - x),
    refuses:
      'The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.',
  },
  positive: {types: 'number', loop: each((x) => x)},
  absolute: {types: 'number', loop: each(Math.abs)},
  sign: {
    types: 'number',
    loop: each((x) => Math.sign(x) + 0),
    refuses: "ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtype[bool_]'> -> None",
  },
  square: {
    types: 'arithmetic',
    loop: (x, out, n) => {
      for (let i = 0; i < n; i++) out[i] = x[i] * x[i];
    },
    wrapped: each((x) => Math.imul(x, x)),
  },
  reciprocal: {types: 'arithmetic', loop: each((x) => 1 / x), whole: each((x) => (x === 0 ? 0 : Math.trunc(1 / x)))},
  invert: {types: 'whole', loop: each((x) => -1 - x), bool: each((x) => 1 - x)},
  sqrt: {
    types: 'floating',
    loop: (x, out, n) => {
      for (let i = 0; i < n; i++) out[i] = Math.sqrt(x[i]);
    },
  },
  cbrt: floating(Math.cbrt),
  exp: floating(Math.exp),
  exp2: floating((x) => 2 ** x),
  expm1: floating(Math.expm1),
  log: floating(Math.log),
  log2: floating(Math.log2),
  log10: floating(Math.log10),
  log1p: floating(Math.log1p),
  sin: floating(Math.sin),
  cos: floating(Math.cos),
  tan: floating(Math.tan),
  arcsin: floating(Math.asin),
  arccos: floating(Math.acos),
  arctan: floating(Math.atan),
  sinh: floating(Math.sinh),
  cosh: floating(Math.cosh),
  tanh: floating(Math.tanh),
  floor: floating(Math.floor),
  ceil: floating(Math.ceil),
  trunc: floating(Math.trunc),
  rint: floating(roundHalfEven),
  degrees: floating((x) => x * (180 / Math.PI)),
  radians: floating((x) => x * (Math.PI / 180)),
  isnan: truth((x) => x !== x),
  isinf: truth((x) => Math.abs(x) === Infinity),
  isfinite: truth(Number.isFinite),
  signbit: truth((x) => x < 0 || Object.is(x, -0)),
  logical_not: truth((x) => x === 0),
};

/** The loop of an operation for operands of this type. */
export function loopFor(operation, dtype) {
  const {loop, bool = loop, whole = loop, wrapped = whole} = operation;
  if (dtype.kind === 'f') return loop;
  if (dtype === DTYPES.bool) return bool;
  return dtype.bytes === 8 ? whole : wrapped;
}
