// The bit generators of numpy.random: the same bits for the same seed.
//
//   const bits = pcg64(0x12345678, ...);     // eight words of 32 bits: state and increment, the low ones first
//   bits.next32();                           // a number of 32 bits
//   bits.next64(); bits.high; bits.low;      // one of 64 bits, as two halves
//   bits.nextDouble();                       // in [0, 1), a multiple of 2 ** -53
//
// PCG64: O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms", 2014, variant XSL RR 128/64.
// MT19937: Matsumoto and Nishimura, "Mersenne Twister", 1998.

const WORD = 2 ** 32;
// 0x2360ed051fc65da44385df649fccf645, the low word first
const MULTIPLIER = [0x9fccf645, 0x4385df64, 0x1fc65da4, 0x2360ed05];

/** The upper 32 bits of a product of two numbers of 32 bits, of which `low` are the lower ones: the double is close enough. */
const upperHalf = (a, b, low) => Math.round((a * b - low) / WORD);

class Pcg64 {
  #state = new Uint32Array(4);
  #increment;
  #spare; // the upper half of a number of which next32() has given the lower one
  high = 0;
  low = 0;

  constructor(state, sequence) {
    // The increment is 2 * sequence + 1.
    this.#increment = sequence.map((word, k) => ((word << 1) | (k === 0 ? 1 : sequence[k - 1] >>> 31)) >>> 0);
    this.#step();
    let carry = 0;
    for (let k = 0; k < 4; k++) {
      const sum = this.#state[k] + state[k] + carry;
      this.#state[k] = sum;
      carry = sum >= WORD ? 1 : 0;
    }
    this.#step();
  }

  /** state = state * MULTIPLIER + increment, modulo 2 ** 128 */
  #step() {
    const [s0, s1, s2, s3] = this.#state;
    const [m0, m1, m2, m3] = MULTIPLIER;
    const [i0, i1, i2, i3] = this.#increment;
    const low00 = Math.imul(s0, m0) >>> 0;
    const low01 = Math.imul(s0, m1) >>> 0;
    const low10 = Math.imul(s1, m0) >>> 0;
    const low02 = Math.imul(s0, m2) >>> 0;
    const low11 = Math.imul(s1, m1) >>> 0;
    const low20 = Math.imul(s2, m0) >>> 0;
    const word0 = low00 + i0;
    const word1 = upperHalf(s0, m0, low00) + low01 + low10 + i1 + Math.floor(word0 / WORD);
    const word2 = upperHalf(s0, m1, low01) + upperHalf(s1, m0, low10) + low02 + low11 + low20 + i2 + Math.floor(word1 / WORD);
    const upper = upperHalf(s0, m2, low02) + upperHalf(s1, m1, low11) + upperHalf(s2, m0, low20);
    const lower = (Math.imul(s0, m3) >>> 0) + (Math.imul(s1, m2) >>> 0) + (Math.imul(s2, m1) >>> 0) + (Math.imul(s3, m0) >>> 0);
    const state = this.#state;
    state[0] = word0;
    state[1] = word1;
    state[2] = word2;
    state[3] = upper + lower + i3 + Math.floor(word2 / WORD);
  }

  next64() {
    this.#step();
    const state = this.#state;
    const rotation = state[3] >>> 26;
    const [low, high] = [state[0] ^ state[2], state[1] ^ state[3]];
    const [first, second] = rotation >= 32 ? [high, low] : [low, high];
    const shift = rotation & 31;
    this.low = shift === 0 ? first >>> 0 : ((first >>> shift) | (second << (32 - shift))) >>> 0;
    this.high = shift === 0 ? second >>> 0 : ((second >>> shift) | (first << (32 - shift))) >>> 0;
  }

  next32() {
    if (this.#spare !== undefined) {
      const word = this.#spare;
      this.#spare = undefined;
      return word;
    }
    this.next64();
    this.#spare = this.high;
    return this.low;
  }

  nextDouble() {
    this.next64();
    return (this.high * 2 ** 21 + (this.low >>> 11)) / 2 ** 53;
  }
}

export const pcg64 = (...words) => new Pcg64(words.slice(0, 4), words.slice(4));

const LENGTH = 624;
const AHEAD = 397;

class Mt19937 {
  #state = new Uint32Array(LENGTH);
  #next = LENGTH;
  high = 0;
  low = 0;

  constructor(seed) {
    this.#state[0] = seed;
    for (let i = 1; i < LENGTH; i++) {
      const last = this.#state[i - 1];
      this.#state[i] = Math.imul(1812433253, last ^ (last >>> 30)) + i;
    }
  }

  /** As init_by_array() of the reference implementation does. */
  mix(key) {
    const state = this.#state;
    let [i, j] = [1, 0];
    const advance = () => {
      if (++i < LENGTH) return;
      state[0] = state[LENGTH - 1];
      i = 1;
    };
    const mixed = (factor) => state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), factor);
    for (let k = Math.max(LENGTH, key.length); k > 0; k--) {
      state[i] = mixed(1664525) + key[j] + j;
      advance();
      j = (j + 1) % key.length;
    }
    for (let k = LENGTH - 1; k > 0; k--) {
      state[i] = mixed(1566083941) - i;
      advance();
    }
    state[0] = 0x80000000;
    return this;
  }

  restore(words) {
    this.#state.set(words);
    return this;
  }

  #generate() {
    const state = this.#state;
    for (let i = 0; i < LENGTH; i++) {
      const bits = (state[i] & 0x80000000) | (state[(i + 1) % LENGTH] & 0x7fffffff);
      state[i] = state[(i + AHEAD) % LENGTH] ^ (bits >>> 1) ^ (bits & 1 ? 0x9908b0df : 0);
    }
    this.#next = 0;
  }

  next32() {
    if (this.#next === LENGTH) this.#generate();
    let word = this.#state[this.#next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  next64() {
    this.high = this.next32();
    this.low = this.next32();
  }

  nextDouble() {
    const upper = this.next32() >>> 5;
    return (upper * 2 ** 26 + (this.next32() >>> 6)) / 2 ** 53;
  }
}

/** From a number of 32 bits. */
export const mt19937 = (seed) => new Mt19937(seed);
/** From several numbers of 32 bits. */
export const mt19937ByArray = (...key) => new Mt19937(19650218).mix(key);
/** From the 624 words of a state. */
export const mt19937ByState = (words) => new Mt19937(0).restore(words);
