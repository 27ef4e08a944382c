// The rows of a lane: what is called inside what, from the spans of its supersteps and streams.
//
//   const rows = flameRows(index, lane, 'flame');    // rows[0] the outermost; 'flat' and 'bsp' give one row
//   index.words[rows[0].text[i]]                     // 'dense', 'StreamCopy infeed', 'Begin'
//
// A name such as "gradients/dense/matmul" is a path: neighbours that share its beginning share a block there.
// Under the path stand the BSP phases. Waiting for other IPUs, and what goes between IPUs, are tall blocks as
// the Graph Analyser draws them. Blocks never reach over a gap, a training step or a mini-batch, so their
// lengths are sums of spans.

import {BlockRow} from './blocks.mjs';
import {entryOf} from './keys.mjs';
import {isStreamKind, spansOfLane} from './spans.mjs';
import {colourOf, softColourOf} from './theme.mjs';

const STREAM_PARTS = {streamBegin: 'Begin', streamMid: 'Mid', streamEnd: 'End'};
const BSP_COLOURS = {sync: 'sync', exchange: 'exchange', layout: 'exchange', compute: 'compute'};

/** Spans of the device on its own clock, and the words of all blocks. */
export class FlameIndex {
  words = [];
  #ids = new Map();
  #paths = new Map();

  /** `isGlobal(span)`: it goes between IPUs. */
  constructor(spans, clock, isGlobal) {
    this.spans = spans;
    this.clock = clock;
    this.isGlobal = isGlobal;
  }

  word(text) {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.words.push(text) - 1;
      this.#ids.set(text, id);
    }
    return id;
  }

  begin(i) {
    return this.clock.toDevice(this.spans.begin[i], this.spans.run[i]);
  }
  end(i) {
    return this.clock.toDevice(this.spans.end[i], this.spans.run[i]);
  }
  kindOf(i) {
    return this.spans.kindKeys[this.spans.kind[i]];
  }
  activityOf(i) {
    return this.spans.activities[this.spans.activity[i]];
  }
  waits(i) {
    return this.kindOf(i) === 'sync' && this.spans.reason[i] !== 0;
  }

  /** 'Begin', 'compute', 'External Sync' */
  leafWord(i) {
    if (this.waits(i)) return 'External Sync';
    const kind = this.kindOf(i);
    if (this.isGlobal(i) && kind === 'exchange') return 'GlobalExchange';
    return entryOf(STREAM_PARTS, kind, this.spans.kinds[this.spans.kind[i]]);
  }

  leafColour(i, bsp) {
    if (this.waits(i)) return colourOf('stall');
    return colourOf(entryOf(bsp ? BSP_COLOURS : {}, this.kindOf(i), this.activityOf(i)));
  }

  /** Words of what stands above the BSP phases; `stage` is a span or -1. */
  pathOf(i, stage) {
    const {name, kind} = this.spans,
      alone = this.waits(i) || this.isGlobal(i) ? 1 : 0;
    const key = ((name[i] * 64 + kind[i]) * 2 + alone) * 65536 + (stage < 0 ? 0 : name[stage] + 1);
    let path = this.#paths.get(key);
    if (!path) this.#paths.set(key, (path = this.#newPath(i, stage).map((part) => this.word(part))));
    return path;
  }

  #newPath(i, stage) {
    if (this.waits(i) || this.isGlobal(i)) return [];
    const {names, name} = this.spans,
      text = names[name[i]];
    const path = isStreamKind(this.kindOf(i)) ? [`StreamCopy ${text}`.trim()] : text.split('/');
    return stage < 0 ? path : [names[name[stage]], ...path.filter((part) => !/^stage_\d+$/.test(part))];
  }
}

/** Colour of what holds a leaf: that of its phase, paler. Of sync and exchange it is what comes with them. */
function holderColour(index, i) {
  if (isStreamKind(index.kindOf(i))) return colourOf('streamCopy');
  return softColourOf(index.kindOf(i) === 'compute' ? index.activityOf(i) : 'compute');
}

class RowStack {
  rows = [];
  #open = []; // by depth: {word, begin, end, colour, item}

  close(depth) {
    while (this.#open.length > depth) {
      const at = this.#open.length - 1,
        {begin, end, colour, word, item} = this.#open.pop();
      this.#row(at).add(begin, end, colour, word, item);
    }
  }

  /** What holds a leaf; `firm` says that its colour is that of the whole. */
  hold(path, begin, end, item, colour, firm) {
    let depth = 0;
    for (; depth < path.length; depth++) {
      const open = this.#open[depth];
      if (!open || open.word !== path[depth] || open.end !== begin) break;
      open.end = end;
      if (firm) open.colour = colour;
    }
    this.close(depth);
    for (; depth < path.length; depth++) this.#open.push({word: path[depth], begin, end, colour, item});
  }

  leaf(depth, begin, end, colour, word, item) {
    this.#row(depth).add(begin, end, colour, word, item, depth === 0 ? 1 : 0);
  }

  #row(depth) {
    while (this.rows.length <= depth) this.rows.push(new BlockRow());
    return this.rows[depth];
  }
}

/** Rows of a lane, outermost first. `mode`: 'flame', 'flat' (one row, by phase) or 'bsp' (one row, by BSP phase). */
export function flameRows(index, lane, mode) {
  const {spans} = index;
  const leaves = spansOfLane(spans, lane, (i) => spans.isLeaf[spans.kind[i]]);
  if (mode !== 'flame') {
    const row = new BlockRow();
    for (const i of leaves) {
      const word = index.word(mode === 'bsp' ? index.leafWord(i) : spans.names[spans.name[i]] || index.leafWord(i));
      row.add(index.begin(i), index.end(i), index.leafColour(i, mode === 'bsp'), word, i);
    }
    return [row.seal()];
  }
  const stages = spansOfLane(spans, lane, (i) => index.kindOf(i) === 'stageProgram');
  const stack = new RowStack();
  let at = 0,
    before = -1,
    stageBefore = -1;
  for (const i of leaves) {
    while (at < stages.length && spans.end[stages[at]] <= spans.begin[i]) at++;
    const stage = at < stages.length && spans.begin[stages[at]] <= spans.begin[i] ? stages[at] : -1;
    const path = index.pathOf(i, stage),
      begin = index.begin(i),
      end = index.end(i);
    const goesOn =
      before >= 0 &&
      stage === stageBefore &&
      spans.run[i] === spans.run[before] &&
      spans.step[i] === spans.step[before] &&
      spans.miniBatch[i] === spans.miniBatch[before];
    if (!goesOn) stack.close(0);
    stack.hold(path, begin, end, i, holderColour(index, i), index.kindOf(i) === 'compute');
    stack.leaf(path.length, begin, end, index.leafColour(i, false), index.word(index.leafWord(i)), i);
    before = i;
    stageBefore = stage;
  }
  stack.close(0);
  return stack.rows.map((row) => row.seal());
}
