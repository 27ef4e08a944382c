// The Operations Summary: what each operation took, by layer, by kind or flat; beside another profile if there
// is one. Forward, backward and weight update have their colours.

import {DataTable} from './table.mjs';
import {activityColour, activityLabel, isActivity} from './theme.mjs';
import {make} from '../make.mjs';
import {button, chooser, factList} from './dom.mjs';
import {compareOperations} from './compare.mjs';
import {entryOf} from './keys.mjs';
import {formatDifference, spacedWords} from './format.mjs';
import {gauge, proportionBar} from './bars.mjs';
import {formatBytes, formatCount, formatNoun, formatPercent, formatRate, formatSeconds} from '../quantities.mjs';

const PHASE_ORDER = ['forward', 'recompute', 'backward', 'weightUpdate', 'none'];
const PHASE_COLOURS = {forward: 'forward', recompute: 'forward', backward: 'backward', weightUpdate: 'weightUpdate'};
const PART_COLOURS = {layout: 'exchange', remoteLoad: 'streamMid', remoteStore: 'streamMid'};
const GROUPINGS = [
  ['layer', 'By layer'],
  ['tensorflow', 'TensorFlow layer'],
  ['kind', 'By kind'],
  ['phase', 'By phase'],
  ['flat', 'Flat'],
];
const BASES = [
  ['step', 'Cycles of a training step'],
  ['run', 'Cycles of an engine run'],
  ['call', 'Cycles of a call'],
];
const colourOfPhase = (phase) => activityColour(entryOf(PHASE_COLOURS, phase, 'streamBegin'));
const PEAK_TITLE =
  'Floating-point operations in a cycle of computing, against what one IPU\u2019s matrix units can do on float32';

const phaseName = (phase) =>
  phase === 'none'
    ? 'Transfers'
    : phase === 'recompute'
      ? 'Recomputed'
      : isActivity(phase)
        ? activityLabel(phase)
        : spacedWords(phase);

/** Cycles by kind of span as parts of a bar; compute has the colour of the phase, waiting is grey. */
export function partsOfOperation({cyclesByKind, waits, phase}) {
  const waiting = Object.values(waits).reduce((sum, cycles) => sum + cycles, 0);
  const parts = Object.entries(cyclesByKind).map(([kind, value]) => {
    const key = kind === 'compute' ? entryOf(PHASE_COLOURS, phase, 'compute') : entryOf(PART_COLOURS, kind);
    return {key: kind, colour: activityColour(key), label: spacedWords(kind), value};
  });
  const sync = parts.find(({key}) => key === 'sync');
  if (sync && waiting > 0) {
    const part = Math.min(waiting, sync.value);
    sync.value -= part;
    parts.push({key: 'waiting', colour: 'var(--p-stall)', label: 'waiting', value: part});
  }
  return parts;
}

export class OperationsTab {
  #view;
  #table;
  #grouping = 'layer';
  #basis = 'step';
  #detail = make('section', {className: 'p-panel', 'aria-label': 'The selected operation'});

  constructor(view) {
    this.#view = view;
    const {model} = view;
    this.#table = new DataTable('Operations', this.#columns(), {
      sort: view.other ? 'difference' : 'cycles',
      keyOf: ({index, key}) => index ?? key,
    });
    this.#table.addEventListener(
      'choose',
      ({detail: row}) => row.index >= 0 && view.select({operation: row.name, phase: row.phase}, 'operations'),
    );
    const phases = PHASE_ORDER.map((phase) => [
      phase,
      model.operations.filter((each) => each.phase === phase).reduce((sum, {cycles}) => sum + cycles, 0),
    ]).filter(([, cycles]) => cycles > 0);
    this.element = make(
      'div',
      'p-tab-body',
      make(
        'div',
        'p-tools',
        chooser('Group', GROUPINGS, this.#grouping, (value) => {
          this.#grouping = value;
          this.#fill();
        }),
        view.other
          ? chooser('Compare', BASES, this.#basis, (value) => {
              this.#basis = value;
              this.#fill();
            })
          : null,
        make(
          'span',
          'p-hint',
          `${formatCount(model.totalCycles)} cycles of all lanes in ${formatNoun(model.execution.profiledRuns, 'engine run')}`,
        ),
        view.other ? make('span', 'p-hint', 'red: more than before; green: fewer') : null,
      ),
      make(
        'div',
        'p-phases',
        proportionBar(
          phases.map(([phase, value]) => ({colour: colourOfPhase(phase), label: phaseName(phase), value})),
          'Cycles by phase',
        ),
        make(
          'ul',
          'p-legend',
          phases.map(([phase, cycles]) =>
            make('li', '', this.#swatch(phase), `${phaseName(phase)} ${formatPercent(cycles / model.totalCycles)}`),
          ),
        ),
      ),
      this.#table.element,
      this.#detail,
    );
    this.#fill();
    this.#describe(new Set());
  }

  get csv() {
    return this.#table.csv();
  }
  shown() {}

  apply(meant) {
    this.#table.mark(meant.operations);
    this.#describe(meant.operations);
  }

  search(text) {
    const wanted = text.toLowerCase();
    this.#table.filter(({name, tracedName = '', layer = '', kind = '', sources = []}) =>
      `${name} ${tracedName} ${layer} ${kind} ${sources.join(' ')}`.toLowerCase().includes(wanted),
    );
    return this.#table.shown.length;
  }

  #swatch(phase) {
    const swatch = make('i', {className: 'p-swatch', 'aria-hidden': 'true'});
    swatch.style.background = colourOfPhase(phase);
    return swatch;
  }

  #columns() {
    const {model, other, names} = this.#view,
      peak = model.peakFlopsPerCycle;
    const name = {
      key: 'name',
      label: 'Operation',
      left: true,
      value: ({name: text}) => text,
      cell: (row) => make('span', {className: 'p-name', title: row.name}, this.#swatch(row.phase), make('span', '', row.name)),
    };
    const phase = {key: 'phase', label: 'Phase', left: true, spare: true, value: ({phase: key}) => phaseName(key)};
    if (other) {
      const cycles = (key, label, title) => ({
        key,
        label,
        title,
        sum: true,
        value: (row) => row[key],
        sumText: (sum) => formatCount(sum),
        text: (row) => (row[key] === null ? '\u2013' : formatCount(row[key])),
      });
      return [
        name,
        phase,
        cycles('now', names[0], 'Cycles of all lanes'),
        cycles('before', names[1]),
        {
          key: 'difference',
          label: 'Difference',
          sum: true,
          value: ({difference}) => Math.abs(difference),
          data: ({difference}) => difference,
          sumText: (sum) => formatDifference(sum),
          cell: ({difference, before}) =>
            make(
              'span',
              {className: difference > 0 ? 'p-worse' : difference < 0 ? 'p-better' : null},
              `${formatDifference(difference)}${before ? ` (${formatDifference((100 * difference) / before, (value) => value.toFixed(1))} %)` : ''}`,
            ),
        },
      ];
    }
    const count = (key, label, title) => ({
      key,
      label,
      title,
      sum: true,
      value: (row) => row[key],
      text: (row) => formatCount(row[key]),
      sumText: (sum) => formatCount(sum),
    });
    return [
      name,
      phase,
      count('calls', 'Calls'),
      count('cycles', 'Cycles', 'Of all lanes and profiled runs'),
      {
        key: 'share',
        label: 'Share',
        sum: true,
        value: ({share}) => share,
        text: ({share}) => formatPercent(share),
        sumText: formatPercent,
      },
      {
        key: 'parts',
        label: 'Of which',
        title: 'Sync, exchange, computing and waiting',
        value: (row) => (row.cyclesByKind.compute ?? 0) / Math.max(1, row.cycles),
        cell: (row) => proportionBar(partsOfOperation(row), row.name),
      },
      {
        key: 'flops',
        label: 'FLOPs',
        sum: true,
        value: ({flops}) => flops,
        text: ({flops}) => (flops ? formatCount(flops) : '\u2013'),
        sumText: (sum) => formatCount(sum),
      },
      {
        key: 'rate',
        label: 'FLOP/cycle',
        value: ({flopsPerCycle}) => flopsPerCycle || null,
        text: ({flopsPerCycle}) => (flopsPerCycle ? formatCount(flopsPerCycle) : '\u2013'),
      },
      {
        key: 'peak',
        label: 'Of peak',
        title: PEAK_TITLE,
        value: ({flopsPerCycle}) => flopsPerCycle / peak || null,
        text: ({flopsPerCycle}) => (flopsPerCycle ? formatPercent(flopsPerCycle / peak) : '\u2013'),
      },
      {
        key: 'bytes',
        label: 'Bytes',
        title: 'Streamed or exchanged',
        sum: true,
        value: ({bytes}) => bytes,
        text: ({bytes}) => (bytes ? formatBytes(bytes) : '\u2013'),
        sumText: formatBytes,
      },
      {
        key: 'balance',
        label: 'Tiles',
        title: 'Share of an IPU\u2019s tiles at work while it computes',
        value: ({tileBalance}) => tileBalance || null,
        cell: ({tileBalance, name: text}) => (tileBalance > 0 ? gauge(tileBalance, text) : '\u2013'),
      },
    ];
  }

  #fill() {
    const {model, other} = this.#view;
    const labels = {
      layer: ({layer}) => layer || 'Outside all layers',
      tensorflow: ({tensorflowLayer, layer}) => tensorflowLayer ?? layer,
      kind: ({kind}) => kind ?? '',
      phase: ({phase}) => phaseName(phase),
    };
    const rows = other
      ? compareOperations(model, other, this.#basis).map((row) => ({...(model.operations[row.index] ?? {}), ...row}))
      : model.operations;
    this.#table.setRows(rows, labels[this.#grouping] ?? null);
    this.#table.mark(this.#view.meant.operations);
  }

  #describe(operations) {
    const {model, select, show} = this.#view,
      [index] = operations;
    if (index === undefined) return this.#detail.replaceChildren(make('p', 'p-dim', 'Choose an operation to see its figures.'));
    const each = model.operations[index],
      computing = each.cyclesByKind.compute ?? 0,
      rate = each.flopsPerCycle * model.target.clockHz;
    const waits = Object.entries(each.waits).map(([reason, cycles]) => [
      `Waiting: ${spacedWords(reason)}`,
      `${formatCount(cycles)} cycles`,
    ]);
    const go = (tab, text) =>
      button(text, () => {
        select({operation: each.name, phase: each.phase}, 'operations');
        show(tab);
      });
    this.#detail.replaceChildren(
      make('h3', '', each.name, operations.size > 1 ? ` and ${operations.size - 1} more` : ''),
      proportionBar(partsOfOperation(each), each.name),
      make(
        'ul',
        'p-legend',
        partsOfOperation(each)
          .filter(({value}) => value > 0)
          .map(({colour, label, value}) => {
            const swatch = make('i', {className: 'p-swatch', 'aria-hidden': 'true'});
            swatch.style.background = colour;
            return make('li', '', swatch, `${label} ${formatCount(value)}`);
          }),
      ),
      make(
        'div',
        'p-columns',
        factList([
          ['Kind', each.kind],
          ['Layer', each.layer || '\u2013'],
          ['Traced as', each.tracedName],
          ...(each.sources ? [[each.sources.length > 1 ? 'Lines' : 'Line', each.sources.join(', ')]] : []),
          ['Instructions', each.instructions.join(', ') || '\u2013'],
          ['Lanes', each.lanes.map((lane) => model.lanes.find((one) => one.lane === lane)?.name ?? lane).join(', ')],
        ]),
        factList([
          ['Cycles', `${formatCount(each.cycles)} (${formatSeconds(model.seconds(each.cycles))})`],
          ['Calls', formatCount(each.calls)],
          ['Computing', `${formatCount(computing)} cycles`],
          ...waits,
        ]),
        factList([
          ['FLOPs', each.flops ? formatCount(each.flops) : '\u2013'],
          ['Rate while computing', each.flops ? formatRate(rate) : '\u2013'],
          [
            'Of an IPU\u2019s float32 peak',
            each.flops ? formatPercent(each.flopsPerCycle / model.peakFlopsPerCycle) : '\u2013',
          ],
          ['Bytes moved', formatBytes(each.bytes)],
          ['Tiles at work', formatCount(each.tiles)],
          ['Tile balance', formatPercent(each.tileBalance)],
        ]),
      ),
      make('div', 'p-tools', go('trace', 'Its spans'), go('tree', 'In the program'), go('memory', 'Its variables')),
    );
  }
}
