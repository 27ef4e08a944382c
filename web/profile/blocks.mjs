// Rows of blocks on a time axis, and what of them a picture shows.
//
//   const row = new BlockRow();
//   row.add(100, 250, colour, nameId, span);
//   row.seal();
//   const out = new VisibleBlocks();
//   mergeVisible(row, from, to, width, out);      // out.count rectangles, in pixels
//
// Blocks of one row come in the order of their begins and do not overlap. What is narrower than a pixel is
// gathered pixel by pixel: a rectangle has the colour that most of its cycles have, and the sum of cycles over
// all rectangles is that of the blocks. Colours are small numbers (theme.mjs).

const GATHERED = -1;
const MOST_COLOURS = 64;

export class BlockRow {
  count = 0;
  #capacity = 256;

  constructor() {
    this.begin = new Float64Array(this.#capacity);
    this.end = new Float64Array(this.#capacity);
    this.colour = new Uint8Array(this.#capacity);
    this.text = new Int32Array(this.#capacity); // what it is called, in its own list of words
    this.item = new Int32Array(this.#capacity); // what it shows: a span, a run
    this.tall = new Uint8Array(this.#capacity); // takes the whole height of its lane
  }

  add(begin, end, colour, text, item, tall = 0) {
    if (this.count === this.#capacity) this.#resize(2 * this.#capacity);
    const i = this.count++;
    this.begin[i] = begin;
    this.end[i] = end;
    this.colour[i] = colour;
    this.text[i] = text;
    this.item[i] = item;
    this.tall[i] = tall;
  }

  /** Gives back memory when all blocks are there. */
  seal() {
    this.#resize(this.count);
    return this;
  }

  /** Index of the first block that ends after `cycle`; count if there is none. */
  firstAfter(cycle) {
    let low = 0,
      high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end[middle] > cycle) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Index of the block at `cycle`, or the nearest within `reach` cycles; -1 if there is none. */
  at(cycle, reach = 0) {
    const i = this.firstAfter(cycle);
    if (i < this.count && this.begin[i] <= cycle) return i;
    const after = i < this.count ? this.begin[i] - cycle : Infinity;
    const before = i > 0 ? cycle - this.end[i - 1] : Infinity;
    if (Math.min(after, before) > reach) return -1;
    return after <= before ? i : i - 1;
  }

  /** The blocks for which keep(index) is true, as a row. */
  filter(keep) {
    const row = new BlockRow();
    for (let i = 0; i < this.count; i++) {
      if (keep(i)) row.add(this.begin[i], this.end[i], this.colour[i], this.text[i], this.item[i], this.tall[i]);
    }
    return row.seal();
  }

  #resize(capacity) {
    for (const column of ['begin', 'end', 'colour', 'text', 'item', 'tall']) {
      const grown = new this[column].constructor(capacity);
      grown.set(this[column].subarray(0, this.count));
      this[column] = grown;
    }
    this.#capacity = Math.max(1, capacity);
  }
}

/** Rectangles of one row, used again for each row and frame. */
export class VisibleBlocks {
  count = 0;
  left = new Float64Array(16384);
  right = new Float64Array(16384);
  colour = new Uint8Array(16384);
  block = new Int32Array(16384); // of the row, or -1 where several are gathered
  cycles = new Float64Array(16384); // of all blocks that are shown here
  faint = new Uint8Array(16384); // gathered blocks cover less than half of it

  push(left, right, colour, block, cycles, faint) {
    const last = this.count - 1;
    if (
      block === GATHERED &&
      last >= 0 &&
      this.block[last] === GATHERED &&
      this.colour[last] === colour &&
      this.faint[last] === faint &&
      this.right[last] >= left
    ) {
      this.right[last] = right;
      this.cycles[last] += cycles;
      return;
    }
    const i = this.count++;
    this.left[i] = left;
    this.right[i] = right;
    this.colour[i] = colour;
    this.block[i] = block;
    this.cycles[i] = cycles;
    this.faint[i] = faint;
  }
}

const coloursOfPixel = new Float64Array(MOST_COLOURS);

/** Fills `out` with what `width` pixels show of a row between two times; at most two rectangles a pixel. */
export function mergeVisible(row, from, to, width, out) {
  out.count = 0;
  const scale = width / (to - from),
    {begin, end, colour, count} = row;
  let i = row.firstAfter(from);
  while (i < count && begin[i] < to && out.count < 16382) {
    if ((end[i] - begin[i]) * scale >= 1) {
      out.push((begin[i] - from) * scale, (end[i] - from) * scale, colour[i], i, end[i] - begin[i], 0);
      i++;
      continue;
    }
    const pixel = Math.floor((begin[i] - from) * scale),
      limit = from + (pixel + 1) / scale;
    let covered = 0,
      most = colour[i];
    coloursOfPixel.fill(0);
    do {
      const length = end[i] - begin[i];
      covered += length;
      coloursOfPixel[colour[i]] += length;
      if (coloursOfPixel[colour[i]] > coloursOfPixel[most]) most = colour[i];
      i++;
    } while (i < count && begin[i] < limit && (end[i] - begin[i]) * scale < 1);
    out.push(pixel, pixel + 1, most, GATHERED, covered, covered * scale < 0.5 ? 1 : 0);
  }
}
