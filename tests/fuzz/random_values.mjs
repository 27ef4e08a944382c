// Random JavaScript values, hostile ones among them, for tests of what takes any value. The same seed
// gives the same values.
//
//   const random = new RandomValues(7);
//   random.pick(['a', 'b']); random.integer(10); random.text(); random.value();
//
// PIPETTE_FUZZ_SEED chooses other values, PIPETTE_FUZZ_CALLS how many a test tries.

export const SEED = Number(process.env.PIPETTE_FUZZ_SEED ?? 1);
export const CALLS = Number(process.env.PIPETTE_FUZZ_CALLS ?? 3000);

const MAX_DEPTH = 3;

/** Thrown by values of ours: a property that throws is the caller's own error, and may pass through. */
export class Mine extends Error {}

const NUMBERS = [
  0,
  -0,
  1,
  2,
  3,
  4,
  8,
  28,
  64,
  255,
  256,
  -1,
  0.5,
  -2.5,
  NaN,
  Infinity,
  -Infinity,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e15,
  1e308,
  5e-324,
];
const TEXTS = [
  '',
  ' ',
  '0',
  '3',
  'none',
  'all',
  '\0',
  '\ud800',
  '\udfff\ud83d',
  '\u{1f600}',
  '__proto__',
  'constructor',
  'toString',
  '%',
  '%zz',
  '%E0%A4',
  '#',
  '"',
  '\\',
  '{}',
  '[]',
  'null',
  'x'.repeat(5000),
];

export class RandomValues {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** 0 to `below` - 1, by mulberry32. */
  integer(below) {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  }
  pick(list) {
    return list[this.integer(list.length)];
  }
  list(most, make) {
    return Array.from({length: this.integer(most + 1)}, make);
  }

  text() {
    if (this.integer(2) === 0) return this.pick(TEXTS);
    return String.fromCharCode(...this.list(12, () => this.integer(this.pick([128, 65536]))));
  }
  number() {
    return this.integer(4) === 0 ? this.integer(2 ** 32) / this.pick([1, 3, 65536]) : this.pick(NUMBERS);
  }

  /** A value that JSON can hold. */
  json(depth = 0) {
    const kind = this.integer(depth < MAX_DEPTH ? 6 : 4);
    if (kind === 0) return this.pick([null, true, false]);
    if (kind === 1) return this.text();
    if (kind <= 3) return this.number();
    if (kind === 4) return this.list(4, () => this.json(depth + 1));
    return Object.fromEntries(this.list(4, () => [this.text(), this.json(depth + 1)]));
  }

  /** Any value at all. */
  value() {
    return this.integer(3) === 0 ? this.#odd() : this.json();
  }

  #odd() {
    const cyclic = [];
    cyclic.push(cyclic);
    return this.pick([
      () => undefined,
      () => 3n,
      () => -(2n ** 70n),
      () => Symbol('odd'),
      () => () => {
        throw new Mine('a function');
      },
      () => cyclic,
      () => Object.create(null),
      () => ({
        toString() {
          throw new Mine('toString()');
        },
      }),
      () => ({
        toJSON() {
          throw new Mine('toJSON()');
        },
      }),
      () => ({
        get units() {
          throw new Mine('a getter');
        },
      }),
      () => ({constructor: {name: Symbol('odd')}}),
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Mine('ownKeys');
            },
            get() {
              throw new Mine('get');
            },
          },
        ),
      () => new Date(NaN),
      () => new Map([[1, 2]]),
      () => new Float32Array(this.list(5, () => this.number())),
      () => new Uint8Array(this.list(40, () => this.integer(256))),
      () => new Float64Array(structuredClone(new ArrayBuffer(8))),
      () => new Array(1).concat(1),
      () => new Array(3),
    ])();
  }
}
