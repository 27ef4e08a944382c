// The Execution trace: engine runs, a lane for each IPU, and what the selection or the window took.
//
// Times are the device's: the host's time between runs is left out (the System trace has it). Where spans
// were left out, the picture says so and shows the coarse overview instead, if the profile has one.

import {Timeline, gutterFor} from './timeline.mjs';
import {BlockRow} from './blocks.mjs';
import {activityColour, activityLabel, activityOfColour, colourOf, isActivity} from './theme.mjs';
import {activityParts, gauge, histogram, proportionBar} from './bars.mjs';
import {make} from '../make.mjs';
import {button, chooser, factList, legendItem} from './dom.mjs';
import {detailEnd, restOfLane, summarizeTrace} from './trace_summary.mjs';
import {flameRows} from './flame.mjs';
import {formatShort} from './format.mjs';
import {paintOverview, paintRest} from './overview.mjs';
import {formatBytes, formatCount, formatPercent, formatSeconds} from '../quantities.mjs';

const LEGEND_ORDER = [
  'forward',
  'backward',
  'weightUpdate',
  'compute',
  'exchange',
  'sync',
  'stall',
  'streamBegin',
  'streamMid',
  'streamEnd',
  'idle',
];
const MODES = [
  ['flame', 'Flame'],
  ['flat', 'Flat'],
  ['bsp', 'BSP phases'],
];
const shortLane = (name) => name.replace(' I/O tiles', ' I/O');
const SUMMARY_MS = 100; // between two summaries: they may take as long as the picture
const ROW_HEIGHT = {flame: 19, flat: 30, bsp: 30};

export class TraceTab {
  #view;
  #timeline;
  #mode = 'flame';
  #only = 'all';
  #flat = new Map();
  #rows = new Map(); // by lane and mode
  #summary = make('section', {className: 'p-panel', 'aria-label': 'Summary of the selection'});
  #legend = make('ul', 'p-legend');
  #timer = 0;
  #summarized = -Infinity; // when
  #found = '';

  constructor(view) {
    this.#view = view;
    const {model, signal, wheel} = view;
    for (const {lane} of model.lanes) this.#flat.set(lane, flameRows(model.flames, lane, 'flat')[0]);
    this.#timeline = new Timeline(
      {
        label: `Execution trace: ${formatCount(model.spans.count)} spans of ${model.lanes.length} lanes over ${formatCount(model.clock.total)} cycles`,
        axisText: formatShort,
        axisUnit: 'cycles',
        wheel,
        gutter: gutterFor(view.width),
        tooltip: (hit) => this.#tooltip(hit),
      },
      signal,
    );
    this.#timeline.addEventListener('choose', ({detail}) => this.#choose(detail));
    this.#timeline.addEventListener('range', ({detail: {from, to}}) =>
      view.select({begin: model.clock.toModelled(from), end: model.clock.toModelled(to)}, 'trace'),
    );
    this.#timeline.addEventListener('window', () => this.#summarizeSoon());
    const lanes = [['all', 'All lanes'], ...model.lanes.map(({lane, name}) => [lane, name])];
    const {leftOut} = model.spans;
    this.element = make(
      'div',
      'p-tab-body',
      make(
        'div',
        'p-tools',
        chooser('View', MODES, this.#mode, (mode) => {
          this.#mode = mode;
          this.#fill();
        }),
        model.lanes.length > 1
          ? chooser('Lanes', lanes, 'all', (lane) => {
              this.#only = lane;
              this.#fill();
            })
          : null,
        make(
          'span',
          'p-group',
          button('\u2212', () => this.#timeline.zoom(1.5), {'aria-label': 'Zoom out'}),
          button('+', () => this.#timeline.zoom(1 / 1.5), {'aria-label': 'Zoom in'}),
          button('Fit', () => this.#timeline.fit(), {title: 'F'}),
        ),
        make('span', 'p-hint', 'Drag to pan, Shift-drag to select, keys W A S D F'),
      ),
      leftOut > 0
        ? make(
            'p',
            'p-notice',
            `${formatCount(leftOut)} of ${formatCount(leftOut + model.spans.count)} spans were left out of ` +
              'this profile; there the picture shows shares of the time. Sums count them all.',
          )
        : null,
      this.#timeline.element,
      this.#legend,
      this.#summary,
    );
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#fill();
  }

  get timeline() {
    return this.#timeline;
  }
  get picture() {
    return this.#timeline.surface;
  }

  shown() {
    this.#timeline.draw();
  }

  /** Lights up blocks of the selected operations, and shows the range. */
  apply(meant, from) {
    const {clock} = this.#view.model;
    this.#light(meant.operations);
    if (from === 'trace') return this.#summarizeSoon();
    this.#timeline.setChosen(null);
    if (meant.range) {
      this.#timeline.setRange(clock.nearest(meant.range.begin), clock.nearest(meant.range.end));
      this.#timeline.reveal(this.#timeline.range.from, this.#timeline.range.to);
    } else if (meant.operations.size > 0) this.#revealFirst(meant.operations);
    this.#timeline.draw();
    this.#summarizeSoon();
  }

  /** Lights up what has the text in its name; Enter goes on to the next. */
  search(text, next) {
    const {model} = this.#view,
      wanted = text.toLowerCase();
    const found = new Set(
      text
        ? model.operations
            .filter(({name, tracedName}) => `${name} ${tracedName}`.toLowerCase().includes(wanted))
            .map(({index}) => index)
        : [],
    );
    this.#light(found, text !== '');
    if (next || text !== this.#found) this.#revealFirst(found, next ? this.#timeline.chosen : null);
    this.#found = text;
    this.#timeline.draw();
    return found.size;
  }

  /** The one operation of all spans that a block covers, or -1. */
  #operationOf(track, row, block) {
    const {operationOfSpan} = this.#view.model,
      flat = this.#flat.get(track.lane),
      found = operationOfSpan[row.item[block]];
    for (let i = flat.firstAfter(row.begin[block]); i < flat.count && flat.begin[i] < row.end[block]; i++) {
      if (operationOfSpan[flat.item[i]] !== found) return -1;
    }
    return found;
  }

  #rowsOf(lane) {
    const key = `${lane} ${this.#mode}`;
    if (!this.#rows.has(key)) this.#rows.set(key, flameRows(this.#view.model.flames, lane, this.#mode));
    return this.#rows.get(key);
  }

  #fill() {
    const {model} = this.#view,
      {clock} = model,
      header = new BlockRow(),
      words = [];
    clock.runs.forEach(({run, begin, end}) => {
      words.push(`Engine::run #${run}`);
      header.add(clock.toDevice(begin, run), clock.toDevice(end, run), colourOf('engineRun'), words.length - 1, run);
    });
    const tracks = [{name: '', header: true, rows: [header.seal()], rowHeight: 22, words}];
    const seen = new Set();
    for (const figures of model.lanes) {
      const {lane, name} = figures;
      if (this.#only !== 'all' && String(lane) !== this.#only) continue;
      const rows = this.#rowsOf(lane),
        end = detailEnd(model, this.#flat.get(lane));
      const rest = end < clock.total ? restOfLane(model, figures, this.#flat.get(lane)).activities : {};
      const under =
        end >= clock.total
          ? undefined
          : (context, view, x, track, colours, right) => {
              if (model.overview) paintOverview(context, track, model, lane, x, end, [view.gutter, right], colours);
              else
                paintRest(
                  context,
                  track,
                  rest,
                  clock.total - end,
                  Math.max(view.gutter, x(end)),
                  Math.min(right, x(clock.total)),
                  colours,
                );
            };
      for (const key of Object.keys(rest)) if (rest[key] > 0) seen.add(key);
      tracks.push({
        name: shortLane(name),
        lane,
        rows,
        mini: this.#flat.get(lane),
        rowHeight: ROW_HEIGHT[this.#mode],
        words: model.flames.words,
        under,
        miniUnder: under,
      });
    }
    this.#timeline.setTracks(tracks, 0, clock.total);
    for (const row of tracks.slice(1).flatMap(({rows}) => rows))
      for (let i = 0; i < row.count; i++) seen.add(activityOfColour(row.colour[i]));
    this.#legend.replaceChildren(
      ...LEGEND_ORDER.filter((key) => seen.has(key)).map((key) =>
        legendItem(activityColour(key), key === 'stall' ? 'Waiting for other IPUs' : activityLabel(key)),
      ),
    );
    this.#light(this.#view.meant.operations);
    this.#summarizeSoon();
  }

  #light(operations, always = false) {
    if (operations.size === 0 && !always) return void (this.#timeline.lit = null);
    this.#timeline.lit = new Map(
      this.#timeline.tracks
        .filter(({header}) => !header)
        .flatMap((track) =>
          track.rows.map((row) => [row, row.filter((block) => operations.has(this.#operationOf(track, row, block)))]),
        ),
    );
  }

  /** Brings the first span of these operations, after the window's begin or another block, into the window. */
  #revealFirst(operations, after = null) {
    let best = null;
    for (const track of this.#timeline.tracks.filter(({header}) => !header)) {
      const row = track.rows.at(-1) && this.#flat.get(track.lane);
      const least = after ? after.row.end[after.block] : -1;
      for (let i = row.firstAfter(least); i < row.count; i++) {
        if (row.begin[i] < least || !operations.has(this.#view.model.operationOfSpan[row.item[i]])) continue;
        if (!best || row.begin[i] < best.begin) best = {begin: row.begin[i], end: row.end[i]};
        break;
      }
    }
    if (best) this.#timeline.reveal(best.begin, best.end);
  }

  #choose(chosen) {
    const {model, select} = this.#view;
    if (!chosen) return select(null, 'trace');
    const {track, row, block} = chosen,
      {clock} = model;
    const begin = clock.toModelled(row.begin[block]),
      end = clock.toModelled(row.end[block]);
    if (track.header) return select({begin, end}, 'trace');
    const operation = model.operations[this.#operationOf(track, row, block)];
    select(
      operation
        ? {operation: operation.name, phase: operation.phase, lane: track.lane, begin, end}
        : {lane: track.lane, begin, end},
      'trace',
    );
  }

  #tooltip({track, row, block}) {
    const {model} = this.#view,
      cycles = row.end[block] - row.begin[block],
      name = track.words[row.text[block]];
    const lines = [name, `${formatCount(cycles)} cycles, ${formatSeconds(model.seconds(cycles))}`];
    if (track.header) return lines;
    const i = row.item[block],
      {spans} = model,
      operation = model.operations[this.#operationOf(track, row, block)];
    if (operation && operation.name !== name) lines.push(operation.name);
    lines.push(`${track.name}, from cycle ${formatCount(row.begin[block])}`);
    if (spans.miniBatch[i] >= 0) lines.push(`mini-batch ${spans.miniBatch[i]}`);
    if (spans.reason[i] > 0) lines.push(spans.reasons[spans.reason[i]]);
    return lines;
  }

  #summarizeSoon() {
    if (this.#timer !== 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = 0;
        this.#summarized = performance.now();
        this.#summarize();
      },
      Math.max(0, this.#summarized + SUMMARY_MS - performance.now()),
    );
  }

  #summarize() {
    const {model} = this.#view,
      {chosen, range, from, to, begin, end} = this.#timeline;
    const [first, last, title] = range
      ? [range.from, range.to, 'Selected time']
      : chosen
        ? [chosen.row.begin[chosen.block], chosen.row.end[chosen.block], chosen.track.words[chosen.row.text[chosen.block]]]
        : from <= begin && to >= end
          ? [begin, end, 'All profiled runs']
          : [from, to, 'In the window'];
    const summary = summarizeTrace(model, this.#flat, first, last);
    const known = summary.missing === 0;
    const facts = [
      ['Cycles', `${formatCount(summary.cycles)} (${formatSeconds(model.seconds(summary.cycles))})`],
      ['Parallel efficiency', formatPercent(summary.parallelEfficiency), 'Share of the IPUs\u2019 time in which they compute'],
      ['StreamCopy', formatBytes(summary.streamBytes)],
      ['Exchange on an IPU', formatBytes(summary.exchangeBytes)],
      ...(model.lanes.length > 1
        ? [['GlobalExchange', Number.isNaN(summary.globalBytes) ? 'not recorded' : formatBytes(summary.globalBytes)]]
        : []),
    ];
    const perLane = (draw) =>
      summary.lanes.map((lane) => make('div', 'p-lane', make('span', '', shortLane(lane.name)), draw(lane)));
    const order = [
      ...LEGEND_ORDER,
      ...Object.keys(summary.lanes[0]?.activities ?? {}).filter((key) => isActivity(key) && !LEGEND_ORDER.includes(key)),
    ];
    this.#summary.replaceChildren(
      make('h3', '', title),
      ...(known
        ? []
        : [
            make(
              'p',
              'p-notice',
              `Of this time no spans were kept for ${formatCount(summary.missing)} cycles of a lane: they are not counted here.`,
            ),
          ]),
      make(
        'div',
        'p-columns',
        factList(facts),
        make(
          'div',
          '',
          make('h4', '', 'Cycle proportions'),
          perLane((lane) =>
            proportionBar(
              activityParts(lane.activities, order),
              lane.name,
              Math.max(lane.total, summary.cycles - lane.missing),
            ),
          ),
        ),
        make(
          'div',
          '',
          make('h4', {title: 'Share of an IPU\u2019s tiles that are at work while it computes'}, 'Tile balance'),
          perLane((lane) => gauge(lane.compute > 0 ? lane.balanced / lane.compute : 0, lane.name)),
        ),
        make(
          'div',
          '',
          make('h4', '', 'Compute cycles by tiles at work'),
          histogram(
            model.execution.tilesAtWork,
            (i) => `${10 * i} to ${10 * i + 10} % of the tiles`,
            'Compute cycles by tiles at work',
          ),
          make(
            'div',
            'p-scale',
            make('span', '', '0 %'),
            make('span', '', 'of the tiles, all runs'),
            make('span', '', '100 %'),
          ),
        ),
      ),
    );
  }
}
