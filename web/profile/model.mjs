// A profile, ready to be shown: columns decoded, names joined, sums checked.
//
//   const model = new ProfileModel(json);
//   model.operations[0].share, model.seconds(cycles)
//   model.operationOfSpan(i)                   // index into operations, or -1
//   model.disagreements()                      // [] where all sums agree
//
// Keys that a profile lacks (insights, engine options, counters, tracepoints, an overview) read as empty.

import {DeviceClock, decodeSpans} from './spans.mjs';
import {FlameIndex} from './flame.mjs';
import {requireModest, requireShort} from './limits.mjs';

/** Where a profile does not state it: operations of a tile's matrix unit in a cycle, on float32; a multiply-add counts as two. */
const PEAK_FLOPS_PER_TILE = {Mk1: 16, Mk2: 32, Bow: 32};

const HOLDER_KINDS = new Set(['engineRun', 'stageProgram']);
export const sumOf = (values) => Object.values(values).reduce((sum, value) => sum + value, 0);

export class ProfileModel {
  #operationsOfInstruction = new Map();

  constructor(json) {
    if (!json?.compilation || !json.execution || !Array.isArray(json.operations)) {
      throw new TypeError(
        'this is no profile: it needs "compilation", "operations" and "execution", as profile.json of a report has them',
      );
    }
    requireModest(json);
    this.json = json;
    const {compilation, execution} = json;
    Object.assign(this, {compilation, execution, target: compilation.target, graph: compilation.graph, ipus: compilation.ipus});
    this.insights = json.insights ?? [];
    this.engineOptions = json.engineOptions ?? {};
    this.counters = execution.counters ?? [];
    this.tracepoints = execution.tracepoints ?? [];
    this.overview = execution.overview ?? null;
    this.runs = execution.runs;
    this.lanes = execution.lanes;
    this.spans = decodeSpans(execution.spans);
    this.clock = new DeviceClock(this.runs, execution.profiledRuns);
    this.totalCycles = json.operations.reduce((sum, {cycles}) => sum + cycles, 0);
    this.operations = json.operations.map((operation, index) => ({
      ...operation,
      index,
      share: this.totalCycles > 0 ? operation.cycles / this.totalCycles : 0,
      key: `${operation.name}\n${operation.phase}`,
    }));
    for (const {instructions, index} of this.operations) {
      for (const instruction of instructions) {
        const list = this.#operationsOfInstruction.get(instruction) ?? [];
        this.#operationsOfInstruction.set(instruction, [...list, index]);
      }
    }
    this.operationOfSpan = this.#joinSpans();
    this.flames = new FlameIndex(
      this.spans,
      this.clock,
      (i) => this.operations[this.operationOfSpan[i]]?.kind === 'GlobalExchange',
    );
    this.nodes = new Map(); // first node of each instruction, for names of steps
    this.#name(compilation.program);
  }

  seconds(cycles) {
    return cycles / this.target.clockHz;
  }

  /** Of one IPU, on float32. */
  get peakFlopsPerCycle() {
    const {peakFlops, clockHz, architecture, tilesPerIpu} = this.target;
    return peakFlops ? peakFlops / clockHz : (PEAK_FLOPS_PER_TILE[architecture] ?? NaN) * tilesPerIpu;
  }

  /** The operation of each span: by instruction and name; what has no such name is the instruction's only other one. */
  #joinSpans() {
    const {spans, operations} = this,
      found = new Int32Array(spans.count).fill(-1),
      known = new Map();
    const traced = new Set(spans.names);
    for (let i = 0; i < spans.count; i++) {
      if (spans.lane[i] === -1 || !spans.isLeaf[spans.kind[i]]) continue;
      const key = spans.instruction[i] * 65536 + spans.name[i];
      if (!known.has(key)) {
        const all = this.#operationsOfInstruction.get(spans.instruction[i]) ?? [];
        const name = spans.names[spans.name[i]];
        known.set(
          key,
          all.find((at) => operations[at].tracedName === name) ??
            all.find((at) => !traced.has(operations[at].tracedName)) ??
            -1,
        );
      }
      found[i] = known.get(key);
    }
    return found;
  }

  #name(node) {
    if (node.instruction !== undefined && !this.nodes.has(node.instruction)) this.nodes.set(node.instruction, node);
    node.children?.forEach((child) => this.#name(child));
  }

  /** What happens at a step of the program: '15: gradients/dense_1/matmul (begin)'. */
  stepName(step) {
    const node = this.nodes.get(Math.floor(step / 2));
    return node ? node.name || node.kind : '';
  }

  operationsOfInstruction(instruction) {
    return this.#operationsOfInstruction.get(instruction) ?? [];
  }

  /** Index of the operation of that name ("dense/MatMul", or as traced), or -1. */
  operationNamed(name) {
    const found =
      this.operations.find((each) => each.name === name) ?? this.operations.find((each) => each.tracedName === name);
    return found ? found.index : -1;
  }

  /** Sums that must agree and do not, as sentences. */
  disagreements() {
    const found = [];
    const say = (what, a, b) => {
      if (a !== b) found.push(`${what}: ${a} and ${b}`);
    };
    say(
      'cycles of operations and of lanes',
      this.totalCycles,
      this.lanes.reduce((sum, {cycles}) => sum + sumOf(cycles), 0),
    );
    say('cycles of runs', this.clock.total, this.execution.profiledCycles);
    if (this.spans.leftOut === 0) {
      for (const {lane, cycles} of this.lanes) {
        let sum = 0;
        for (let i = 0; i < this.spans.count; i++) {
          if (this.spans.lane[i] === lane && !HOLDER_KINDS.has(this.spans.kindKeys[this.spans.kind[i]]))
            sum += this.spans.end[i] - this.spans.begin[i];
        }
        say(`cycles of spans and of lane ${lane}`, sum, sumOf(cycles));
      }
    }
    for (const ipu of this.ipus) {
      say(
        `always-live bytes of IPU ${ipu.ipu}`,
        ipu.tiles.alwaysLive.reduce((sum, bytes) => sum + bytes, 0),
        ipu.alwaysLiveBytes,
      );
    }
    return found;
  }
}

/** JSON of a text: one value, or an object a line. */
export function parseProfiles(text) {
  requireShort(text.length);
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{"'));
  return lines.length > 1 ? lines.map((line) => JSON.parse(line)) : JSON.parse(text.trim());
}

/** The profiles of a value: one, an array of them, or a report ({profiles: [...]}). */
export const profilesIn = (value) => (Array.isArray(value) ? value.flatMap(profilesIn) : (value.profiles ?? [value]));

export const readProfiles = (text) => profilesIn(parseProfiles(text));
