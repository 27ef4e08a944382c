// The Summary: target, graph and options, what the profile holds, and totals beside another profile's.

import {formatDifference} from './format.mjs';
import {make} from '../make.mjs';
import {totalsOf} from './compare.mjs';
import {formatBytes, formatCount, formatPercent, formatSeconds} from '../quantities.mjs';

const FORMATS = {cycles: formatCount, count: formatCount, seconds: formatSeconds, percent: formatPercent, bytes: formatBytes};

const section = (title, rows, wide = false) =>
  make(
    'section',
    `p-facts-section${wide ? ' p-wide' : ''}`,
    make('h3', '', title),
    make(
      'dl',
      {className: wide ? 'p-facts p-columns' : 'p-facts'},
      rows.map(([name, value, title_]) => make('div', {title: title_}, make('dt', '', name), make('dd', '', value))),
    ),
  );

export class SummaryTab {
  constructor(view) {
    const {model, other} = view,
      {target, graph, execution} = model;
    const totalIpus = target.numReplicas * target.ipusPerReplica;
    const wrong = model.disagreements();
    const kept = model.spans.leftOut > 0 ? ` of ${formatCount(model.spans.count + model.spans.leftOut)}` : '';
    const options = Object.entries(model.engineOptions);
    this.element = make(
      'div',
      'p-tab-body',
      other ? this.#compared(model, other, view.names) : null,
      wrong.length > 0 ? make('p', 'p-notice', `Sums of this profile disagree: ${wrong.join('; ')}.`) : null,
      make(
        'div',
        'p-columns p-summary',
        section('Target', [
          ['Type', 'IPU, emulated'],
          ['Architecture', target.architecture],
          ['Clock', `${target.clockHz / 1e9}\u00a0GHz`],
          ['Tiles per IPU', formatCount(target.tilesPerIpu) + (target.ioTiles > 0 ? ` and ${target.ioTiles} for I/O` : '')],
          ['Total tiles', formatCount((target.tilesPerIpu + target.ioTiles) * totalIpus)],
          ['Replicas', formatCount(target.numReplicas)],
          [
            'IPUs per replica',
            `${target.ipusPerReplica}${target.usedIpus !== target.ipusPerReplica ? ` (${target.usedIpus} used)` : ''}`,
          ],
          ['Memory per tile', formatBytes(target.bytesPerTile)],
          ['Memory per IPU', formatBytes(target.bytesPerIpu)],
          ['Total memory', formatBytes(target.bytesPerIpu * totalIpus)],
        ]),
        section('Graph', [
          ['Program', graph.name],
          ['Fingerprint', make('code', '', graph.fingerprint), 'The same for the same program'],
          ['Compute sets', formatCount(graph.numComputeSets)],
          ['Vertices', formatCount(graph.numVertices), 'One a tile at work, in each compute set'],
          ['Variables', formatCount(graph.numVars)],
          ['Constants', formatCount(graph.numConstants)],
          ['Values while it runs', formatCount(graph.numValues)],
          ['Instructions', formatCount(graph.numInstructions)],
        ]),
        section('Execution', [
          ['Engine runs', formatCount(model.runs.length + (execution.runsLeftOut ?? 0))],
          [
            'Profiled runs',
            formatCount(execution.profiledRuns),
            'The first ones, as autoReport.executionProfileProgramRunCount says',
          ],
          ['Their cycles', formatCount(execution.profiledCycles)],
          ['Their time', formatSeconds(model.seconds(execution.profiledCycles))],
          ['Spans kept', formatCount(model.spans.count) + kept],
          ['Compile time', formatSeconds(model.compilation.seconds), 'As given, not measured'],
        ]),
        section(
          'Engine options',
          options.length > 0 ? options.map(([name, value]) => [make('code', '', name), String(value)]) : [['None given', '']],
          true,
        ),
      ),
    );
  }

  shown() {}
  apply() {}
  search() {
    return 0;
  }

  #compared(model, other, names) {
    const before = totalsOf(other);
    const same = model.graph.fingerprint === other.graph.fingerprint;
    const rows = totalsOf(model).map(({label, value, format}, i) =>
      make(
        'tr',
        '',
        make('th', {scope: 'row', className: 'p-left'}, label),
        ...[value, before[i].value].map((each) => make('td', '', FORMATS[format](each))),
        make('td', '', formatDifference(value - before[i].value, FORMATS[format])),
      ),
    );
    return make(
      'section',
      'p-compared',
      make('h3', '', 'Compared'),
      make(
        'p',
        'p-dim',
        same
          ? 'Both are the same program.'
          : `The programs differ: their fingerprints are ${model.graph.fingerprint} and ${other.graph.fingerprint}.`,
      ),
      make(
        'div',
        'p-scroll',
        make(
          'table',
          {className: 'p-table', 'aria-label': 'Totals of both profiles'},
          make(
            'thead',
            '',
            make(
              'tr',
              '',
              ...['', ...names, 'Difference'].map((text) =>
                make('th', {scope: 'col', className: text ? null : 'p-left'}, text),
              ),
            ),
          ),
          make('tbody', '', rows),
        ),
      ),
    );
  }
}
