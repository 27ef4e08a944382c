// The System trace: host calls around the engine runs, the dataset's thread, what the IPUs did, and counters, on
// the whole modelled clock.

import {FlameIndex, flameRows} from './flame.mjs';
import {Timeline, gutterFor} from './timeline.mjs';
import {make} from '../make.mjs';
import {button, legendItem} from './dom.mjs';
import {datasetRows, hostCalls, knownUntil} from './host_calls.mjs';
import {paintMissing} from './overview.mjs';
import {waitingCounters} from './counters.mjs';
import {formatCount, formatNoun, formatSeconds} from '../quantities.mjs';

const CALL_HEIGHT = 20,
  COUNTER_HEIGHT = 54;

export class SystemTab {
  #view;
  #timeline;
  #index;
  #waiting;
  #panel = make('section', {className: 'p-panel', 'aria-live': 'polite'});

  constructor(view) {
    this.#view = view;
    const {model, signal, wheel} = view,
      {runs} = model;
    this.#waiting = waitingCounters(model.spans);
    this.#index = new FlameIndex(model.spans, {toDevice: (cycle) => cycle}, model.flames.isGlobal);
    this.#timeline = new Timeline(
      {
        label: `System trace: ${formatNoun(runs.length, 'engine run')} over ${formatSeconds(model.seconds(runs.at(-1)?.end ?? 0))}`,
        axisText: (cycle) => formatSeconds(model.seconds(cycle)),
        wheel,
        gutter: gutterFor(view.width) + 8,
        tickUnit: model.target.clockHz,
        tooltip: (hit) => this.#tooltip(hit),
      },
      signal,
    );
    this.#timeline.addEventListener('choose', ({detail}) => this.#choose(detail));
    this.#timeline.addEventListener('range', ({detail: {from, to}}) => view.select({begin: from, end: to}, 'system'));
    const left = model.execution.runsLeftOut ?? 0,
      profiled = model.execution.profiledRuns;
    this.element = make(
      'div',
      'p-tab-body',
      make(
        'div',
        'p-tools',
        button('Profiled runs', () => this.#showProfiled()),
        button('All runs', () => this.#timeline.show(this.#timeline.begin, this.#timeline.end)),
        make('span', 'p-hint', `IPUSync, the dataset and the IPUs are known of ${formatNoun(profiled, 'profiled run')}`),
      ),
      left > 0
        ? make(
            'p',
            'p-notice',
            `${formatNoun(left, 'later run')} of ${formatCount(left + runs.length)} were left out; the last one is the latest.`,
          )
        : null,
      this.#timeline.element,
      make(
        'ul',
        'p-legend',
        legendItem('var(--p-framework)', 'Framework'),
        legendItem('var(--p-poplar)', 'Poplar'),
        legendItem('var(--p-ipuSync)', 'IPUSync: waiting for the device'),
        legendItem('var(--p-host)', 'The host\u2019s own work'),
        legendItem('var(--p-handshake)', 'Handshakes'),
        this.#waiting.map(({label, meaning}) => make('li', '', `${label}: ${meaning}`)),
      ),
      this.#panel,
    );
    this.#fill();
    this.#showProfiled();
    this.#describe(null);
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

  apply(meant, from) {
    if (from === 'system') return;
    this.#timeline.setChosen(null);
    if (!meant.range) return;
    this.#timeline.setRange(meant.range.begin, meant.range.end);
    this.#timeline.reveal(meant.range.begin, meant.range.end);
  }

  search(text, next) {
    const wanted = text.toLowerCase(),
      rows = new Map();
    let found = 0,
      first = null;
    for (const track of this.#timeline.tracks) {
      for (const row of track.rows) {
        const lit = row.filter((block) => (track.words[row.text[block]] ?? '').toLowerCase().includes(wanted));
        rows.set(row, lit);
        found += lit.count;
        if (lit.count > 0 && (!first || lit.begin[0] < first.begin)) first = {begin: lit.begin[0], end: lit.end[0]};
      }
    }
    this.#timeline.lit = text ? rows : null;
    if (text && next && first) this.#timeline.reveal(first.begin, first.end);
    this.#timeline.draw();
    return found;
  }

  #showProfiled() {
    const last = this.#view.model.clock.runs.at(-1);
    if (last) this.#timeline.show(this.#timeline.begin, last.end + (last.end - this.#timeline.begin) * 0.03);
  }

  #fill() {
    const {model} = this.#view,
      {rows, words} = hostCalls(model),
      until = knownUntil(model),
      last = model.clock.runs.at(-1)?.end ?? 0;
    const missing = (skipped) =>
      until >= last
        ? undefined
        : (context, view, x, track, colours, right) => {
            const row = {top: track.top + skipped * track.rowHeight, height: track.height - skipped * track.rowHeight};
            paintMissing(context, row, Math.max(view.gutter, x(until)), Math.min(right, x(last)), colours);
          };
    const tracks = [{name: 'Main', rows, mini: rows[2], words, rowHeight: CALL_HEIGHT, under: missing(4)}];
    const dataset = datasetRows(model),
      rowHeight = CALL_HEIGHT,
      under = missing(0);
    if (dataset.length > 0) tracks.push({name: 'Dataset', rows: dataset, words: model.spans.kinds, rowHeight, under});
    for (const {lane, name} of model.lanes)
      tracks.push({
        name: name.replace(' I/O tiles', ' I/O'),
        lane,
        rows: flameRows(this.#index, lane, 'flat'),
        words: this.#index.words,
        rowHeight,
        under,
      });
    for (const counter of this.#waiting) tracks.push(this.#counterTrack(counter, under, until));
    for (const counter of model.counters) tracks.push(this.#counterTrack(counter));
    if (model.tracepoints.length > 0) tracks.push(this.#tracepointTrack(model.tracepoints));
    const begin = model.runs[0]?.hostBegin ?? 0,
      end = Math.max(model.runs.at(-1)?.end ?? 1, ...model.counters.map(({cycles}) => cycles.at(-1) ?? 0));
    this.#timeline.setTracks(tracks, begin, end);
  }

  /** Moments with names: a line for each, and its name where there is room before the next. */
  #tracepointTrack(points) {
    return {
      name: 'Epochs',
      rows: [],
      words: [],
      rowHeight: CALL_HEIGHT,
      fixedHeight: CALL_HEIGHT,
      under: (context, view, x, track, colours, right) => {
        context.save();
        context.beginPath();
        context.rect(view.gutter, track.top, right - view.gutter, track.height);
        context.clip();
        context.fillStyle = colours.surface.text;
        context.textAlign = 'right';
        let last = -Infinity;
        for (const {name, cycle} of points) {
          const at = x(cycle);
          if (at < view.gutter || at > right || at - last < 1) continue;
          context.fillRect(at, track.top + 2, 1, track.height - 4);
          if (at - last > context.measureText(name).width + 10) context.fillText(name, at - 5, track.top + track.height / 2);
          last = at;
        }
        context.restore();
      },
    };
  }

  /** A counter as a line over time, or in steps; its track has no blocks. It is known `until` a time, where `missing` says so. */
  #counterTrack({name, label = name, unit, cycles, values, steps = false}, missing, until = Infinity) {
    const finite = values.filter(Number.isFinite),
      low = Math.min(0, ...finite),
      most = Math.max(low, ...finite),
      high = most > low ? most : low + 1;
    return {
      name: label,
      rows: [],
      words: [],
      rowHeight: CALL_HEIGHT,
      fixedHeight: COUNTER_HEIGHT,
      under: (context, view, x, track, colours, right) => {
        missing?.(context, view, x, track, colours, right);
        const y = (value) => track.top + track.height - 4 - ((track.height - 8) * (value - low)) / (high - low);
        context.save();
        context.beginPath();
        context.rect(view.gutter, track.top, right - view.gutter, track.height);
        context.clip();
        context.beginPath();
        let point = null; // of all values that share half a pixel
        const drawPoint = () => point?.values.forEach((value) => context.lineTo(point.at, y(value)));
        cycles.forEach((cycle, i) => {
          const at = x(cycle);
          if (!Number.isFinite(values[i]) || at > right + 2000) return;
          if (point && at - point.at < 0.5) {
            const [first, low, high] = point.values;
            point.values = [first, Math.min(low, values[i]), Math.max(high, values[i]), values[i]];
            return;
          }
          drawPoint();
          if (!point) context.moveTo(at, y(values[i]));
          else if (steps) context.lineTo(at, y(point.values.at(-1)));
          point = {at, values: Array(4).fill(values[i])};
        });
        drawPoint();
        if (point && steps) context.lineTo(Math.min(right, x(until)), y(point.values.at(-1)));
        context.strokeStyle = colours.surface.withFeeds;
        context.lineWidth = 1.5;
        context.stroke();
        context.restore();
        context.fillStyle = colours.surface.textDim;
        context.textAlign = 'left';
        context.fillText(`${Number(most.toPrecision(3))}${unit ? ` ${unit}` : ''}`, 0, track.top + CALL_HEIGHT * 1.5);
      },
    };
  }

  #tooltip({track, row, block}) {
    const {model} = this.#view,
      cycles = row.end[block] - row.begin[block],
      {spans} = model;
    const lines = [
      track.words[row.text[block]],
      `${formatSeconds(model.seconds(cycles))}, ${formatCount(cycles)} cycles`,
      `from ${formatSeconds(model.seconds(row.begin[block]))}`,
    ];
    if (track.name === 'Main') lines.push(`engine run ${model.runs[row.item[block]].run}`);
    else if (track.name === 'Dataset') lines.push(`element ${spans.step[row.item[block]]}`);
    else if (spans.reason[row.item[block]] > 0) lines.push(spans.reasons[spans.reason[row.item[block]]]);
    return lines;
  }

  #choose(chosen) {
    this.#describe(chosen);
    if (!chosen) return this.#view.select(null, 'system');
    const {track, row, block} = chosen,
      range = {begin: row.begin[block], end: row.end[block]};
    const operation =
      track.lane !== undefined && this.#view.model.operations[this.#view.model.operationOfSpan[row.item[block]]];
    this.#view.select(
      operation ? {operation: operation.name, phase: operation.phase, lane: track.lane, ...range} : range,
      'system',
    );
  }

  #describe(chosen) {
    const {model} = this.#view,
      run = chosen?.track.name === 'Main' ? model.runs[chosen.row.item[chosen.block]] : model.runs[0];
    if (!run) return this.#panel.replaceChildren(make('p', 'p-dim', 'No engine run was recorded.'));
    const time = (cycles) => formatSeconds(model.seconds(cycles));
    this.#panel.replaceChildren(
      make('h3', '', `Engine run ${run.run}`),
      make(
        'dl',
        'p-facts p-columns p-narrow',
        [
          ['Preparing the batch', time(run.setUpBegin - run.hostBegin)],
          ['Setting the program up', time(run.callBegin - run.setUpBegin)],
          ['Starting it', time(run.begin - run.callBegin)],
          ['On the device', time(run.end - run.begin)],
          ['Waiting for the host', time(run.waitCycles)],
          ['In all', time(run.end - run.hostBegin)],
        ].map(([name, value]) => make('div', '', make('dt', '', name), make('dd', '', value))),
      ),
    );
  }
}
