// Memory: bytes by tile against the limit, always live and not or by what they are for, and the variables of the
// tiles that are picked. The bytes that are not always live are each tile's most over all steps; by kind, those of
// the step at which the IPU holds most.

import {DataTable} from './table.mjs';
import {MEMORY_KINDS, bytesOnTile, kindsByTile, memoryLabel, variablesOn} from './memory.mjs';
import {Plot} from './plot.mjs';
import {make} from '../make.mjs';
import {chooser, factList, legendItem} from './dom.mjs';
import {proportionBar} from './bars.mjs';
import {memoryColour} from './theme.mjs';
import {formatBytes, formatCount, formatPercent} from '../quantities.mjs';

const LIVE_LABELS = {alwaysLive: 'always live', notAlwaysLive: 'not always live'};

export class MemoryTab {
  #view;
  #ipu = 0;
  #breakdown = 'live';
  #scale = 'largest';
  #plot;
  #layers = []; // [{key, bytes by tile}], the lowest first
  #lit = null; // bytes by tile of the selected variables
  #table;
  #text = '';
  #legendItems = [];
  #legend = make('ul', 'p-legend');
  #notice = make('p', {className: 'p-notice', role: 'status'});
  #details = make('section', {className: 'p-panel', 'aria-label': 'Details'});
  #caption = make('h3');
  #sums = make('p', 'p-dim');
  #tiles = make('input', {className: 'p-search', placeholder: 'Tiles, e.g. 17 or 0\u2013100', 'aria-label': 'Tiles'});
  #ipuChoice;

  constructor(view) {
    this.#view = view;
    const {model, signal} = view;
    this.#plot = new Plot(
      {
        label: 'Bytes by tile',
        height: 250,
        xTitle: 'Tiles (in their order)',
        ranges: true,
        paint: (...args) => this.#paint(...args),
        tooltip: (tile) => this.#tooltip(tile),
      },
      signal,
    );
    this.#plot.addEventListener('pick', ({detail}) =>
      view.select(
        detail &&
          (detail.from === detail.to ? {ipu: this.#ipu, tile: detail.from} : {ipu: this.#ipu, tiles: [detail.from, detail.to]}),
        'memory',
      ),
    );
    this.#table = new DataTable(
      'Variables',
      [
        {
          key: 'name',
          label: 'Variable',
          left: true,
          value: ({variable}) => variable.name,
          cell: ({variable}) =>
            make(
              'span',
              {className: 'p-name', title: variable.name},
              this.#swatch(variable.kind),
              make('span', '', variable.name),
            ),
        },
        {key: 'bytes', label: 'Bytes', value: ({bytes}) => bytes, text: ({bytes}) => formatBytes(bytes)},
        {key: 'kind', label: 'For', left: true, value: ({variable}) => memoryLabel(variable.kind)},
        {
          key: 'live',
          label: 'Live',
          left: true,
          value: ({variable}) => (variable.alwaysLive ? 'always' : `steps ${variable.firstStep} to ${variable.lastStep}`),
        },
        {
          key: 'tiles',
          label: 'On tiles',
          value: ({variable}) => variable.tiles,
          text: ({variable}) => formatCount(variable.tiles),
        },
        {
          key: 'largest',
          label: 'Most on a tile',
          value: ({variable}) => variable.largestTileBytes,
          text: ({variable}) => formatBytes(variable.largestTileBytes),
        },
      ],
      {sort: 'bytes', keyOf: ({variable}) => variable.name},
    );
    this.#table.addEventListener('choose', ({detail: {variable}}) =>
      view.select({variable: variable.name, ipu: this.#ipu}, 'variables'),
    );
    this.#tiles.addEventListener('change', () => this.#pickText());
    const choose = (field) => (value) => {
      this[field](value);
      this.#fill();
    };
    this.#ipuChoice = chooser(
      'IPU',
      model.ipus.map(({ipu}) => [ipu, `IPU ${ipu}`]),
      0,
      choose('showIpu'),
    );
    this.element = make(
      'div',
      'p-tab-body',
      make(
        'div',
        'p-tools',
        model.ipus.length > 1 ? this.#ipuChoice : null,
        chooser(
          'Breakdown',
          [
            ['live', 'Always live or not'],
            ['kind', 'By kind, at the peak'],
          ],
          'live',
          choose('showBreakdown'),
        ),
        chooser(
          'Scale',
          [
            ['largest', 'Up to the largest tile'],
            ['limit', 'Up to the limit'],
          ],
          'largest',
          choose('showScale'),
        ),
        this.#tiles,
      ),
      this.#notice,
      this.#plot.element,
      this.#legend,
      make(
        'div',
        'p-split',
        make('div', 'p-tab-body', make('div', '', this.#caption, this.#sums), this.#table.element),
        this.#details,
      ),
    );
    this.#fill();
  }

  get picture() {
    return this.#plot.surface;
  }
  get csv() {
    return this.#table.csv();
  }
  showIpu(value) {
    this.#ipu = Number(value);
  }
  showBreakdown(value) {
    this.#breakdown = value;
  }
  showScale(value) {
    this.#scale = value;
  }
  shown() {
    this.#plot.draw();
  }

  apply(meant, from) {
    const {tiles, variables} = meant;
    const ipu =
      meant.ipu ??
      tiles?.ipu ??
      (variables.size > 0
        ? this.#view.model.ipus.findIndex((each) => each.variables.some(({name}) => variables.has(name)))
        : -1);
    if (ipu >= 0 && ipu !== this.#ipu && ipu < this.#view.model.ipus.length) {
      this.#ipu = ipu;
      this.#ipuChoice.value = String(ipu);
      this.#fill();
    }
    this.#plot.pick(tiles ? {from: tiles.from, to: tiles.to} : null);
    this.#light(variables);
    this.#listVariables();
    this.#table.mark(variables, from !== 'variables');
  }

  search(text) {
    this.#text = text.toLowerCase();
    this.#table.filter(({variable}) => variable.name.toLowerCase().includes(this.#text));
    return this.#table.shown.length;
  }

  get #tilesPerIpu() {
    return this.#view.model.target.tilesPerIpu;
  }
  get #memory() {
    return this.#view.model.ipus[this.#ipu];
  }

  #swatch(kind) {
    const swatch = make('i', {className: 'p-swatch', 'aria-hidden': 'true'});
    swatch.style.background = memoryColour(kind);
    return swatch;
  }

  #pickText() {
    const numbers =
      this.#tiles.value
        .match(/\d+/g)
        ?.map(Number)
        .filter((tile) => tile < this.#tilesPerIpu) ?? [];
    if (numbers.length > 0) this.#plot.pick({from: Math.min(...numbers), to: Math.max(...numbers)}, true);
    else this.#plot.pick(null, true);
  }

  #fill() {
    const memory = this.#memory,
      limit = this.#view.model.target.bytesPerTile;
    if (this.#breakdown === 'live')
      this.#layers = ['alwaysLive', 'notAlwaysLive'].map((key) => ({key, bytes: memory.tiles[key]}));
    else {
      const kinds = kindsByTile(memory, memory.peakStep, this.#tilesPerIpu);
      this.#layers = Object.keys(MEMORY_KINDS)
        .filter((key) => kinds[key])
        .map((key) => ({key, bytes: kinds[key]}));
    }
    this.#plot.setScale(
      this.#tilesPerIpu,
      this.#scale === 'limit' ? Math.max(limit, memory.largestTileBytes) * 1.06 : memory.largestTileBytes * 1.08,
    );
    this.#plot.label = `Bytes by tile of IPU ${memory.ipu}: ${formatBytes(memory.totalBytes)} in all, the largest is tile ${memory.largestTile} with ${formatBytes(memory.largestTileBytes)} of ${formatBytes(limit)}`;
    this.#legendItems = [
      ...this.#layers.map(({key}) => legendItem(memoryColour(key), LIVE_LABELS[key] ?? memoryLabel(key))),
      ...(limit <= memory.largestTileBytes || this.#scale === 'limit'
        ? [legendItem('var(--bad)', `limit of a tile, ${formatBytes(limit)}`)]
        : []),
      ...(limit < memory.largestTileBytes ? [legendItem('var(--not-finite)', 'over the limit')] : []),
    ];
    const over = memory.tiles.alwaysLive.reduce(
      (count, bytes, tile) => count + (bytes + memory.tiles.notAlwaysLive[tile] > limit ? 1 : 0),
      0,
    );
    this.#notice.hidden = over === 0;
    this.#notice.textContent =
      over > 0
        ? `${formatCount(over)} tiles of IPU ${memory.ipu} need more than the ${formatBytes(limit)} they have; tile ${memory.largestTile} needs ${formatBytes(memory.largestTileBytes)}.`
        : '';
    this.#describe(memory, limit);
    this.#light(this.#view.meant.variables);
    this.#listVariables();
  }

  #describe(memory, limit) {
    const kinds = Object.entries(memory.bytesAtPeak)
      .filter(([, bytes]) => bytes > 0)
      .sort((a, b) => b[1] - a[1]);
    this.#details.replaceChildren(
      make('h3', '', `IPU ${memory.ipu}`),
      factList([
        ['Bytes at the peak', formatBytes(memory.totalBytes)],
        ['Always live', formatBytes(memory.alwaysLiveBytes)],
        ['Not always live', `${formatBytes(memory.peakNotAlwaysLiveBytes)} at step ${memory.peakStep}`],
        ['Limit', `${formatBytes(memory.limitBytes)} (${formatPercent(memory.totalBytes / memory.limitBytes)} used)`],
        ['Largest tile', `${formatBytes(memory.largestTileBytes)} of ${formatBytes(limit)}, tile ${memory.largestTile}`],
        ['Fits', memory.fits ? 'yes' : 'no'],
      ]),
      make('h4', '', 'By kind, at the peak'),
      proportionBar(
        kinds.map(([key, value]) => ({colour: memoryColour(key), label: memoryLabel(key), value})),
        'Bytes by kind',
      ),
      factList(kinds.map(([key, bytes]) => [make('span', 'p-name', this.#swatch(key), memoryLabel(key)), formatBytes(bytes)])),
      ...this.#everyIpu(),
    );
  }

  /** What each IPU holds, to choose one. */
  #everyIpu() {
    const {ipus} = this.#view.model;
    if (ipus.length < 2) return [];
    const most = Math.max(...ipus.map(({totalBytes}) => totalBytes));
    return [
      make('h4', '', 'Every IPU, at its peak'),
      ...ipus.map((each) =>
        make(
          'button',
          {
            type: 'button',
            className: 'p-lane p-rowbutton',
            'aria-pressed': String(each.ipu === this.#ipu),
            onclick: () => this.#view.select({ipu: each.ipu}, 'ipu'),
          },
          make('span', '', `IPU ${each.ipu}`),
          proportionBar(
            [
              {colour: 'var(--memory-alwaysLive)', label: 'always live', value: each.alwaysLiveBytes},
              {colour: 'var(--memory-notAlwaysLive)', label: 'not always live', value: each.peakNotAlwaysLiveBytes},
            ],
            `IPU ${each.ipu}`,
            most,
          ),
          make('span', '', formatBytes(each.totalBytes)),
        ),
      ),
    ];
  }

  #listVariables() {
    const {picked} = this.#plot,
      last = this.#tilesPerIpu - 1;
    const [from, to] = picked ? [picked.from, picked.to] : [0, last];
    const rows = variablesOn(this.#memory, from, to, this.#tilesPerIpu);
    this.#caption.textContent = picked
      ? `Variables on ${from === to ? `tile ${from}` : `tiles ${from} to ${to}`} of IPU ${this.#ipu}`
      : `Variables of IPU ${this.#ipu}`;
    const sum = (bytes) => bytes.slice(from, to + 1).reduce((all, each) => all + each, 0),
      {alwaysLive, notAlwaysLive} = this.#memory.tiles;
    this.#sums.textContent = `${formatBytes(sum(alwaysLive))} always live, ${formatBytes(sum(notAlwaysLive))} besides when each tile is fullest`;
    this.#table.setRows(rows);
  }

  #light(variables) {
    this.#lit = null;
    if (variables.size > 0) {
      this.#lit = new Float64Array(this.#tilesPerIpu);
      for (const variable of this.#memory.variables.filter(({name}) => variables.has(name))) {
        for (let tile = 0; tile < this.#tilesPerIpu; tile++) this.#lit[tile] += bytesOnTile(variable, tile, this.#tilesPerIpu);
      }
    }
    this.#legend.replaceChildren(...this.#legendItems, ...(this.#lit ? [legendItem('var(--ink)', 'selected variables')] : []));
    this.#plot.draw();
  }

  #tooltip(tile) {
    const sums = this.#layers
      .map(({key, bytes}) => [LIVE_LABELS[key] ?? memoryLabel(key), bytes[tile] ?? 0])
      .filter(([, bytes]) => bytes > 0);
    const all = sums.reduce((sum, [, bytes]) => sum + bytes, 0),
      limit = this.#view.model.target.bytesPerTile;
    return [
      `Tile ${tile}: ${formatBytes(all)} (${formatPercent(all / limit)} of the limit)`,
      ...sums.map(([label, bytes]) => `${label} ${formatBytes(bytes)}`),
      ...(this.#lit?.[tile] ? [`selected variables ${formatBytes(this.#lit[tile])}`] : []),
    ];
  }

  /** Of the tiles that one pixel stands for, the fullest is drawn. */
  #paint(context, area, colours) {
    const limit = this.#view.model.target.bytesPerTile,
      layers = this.#layers,
      totals = new Float64Array(this.#tilesPerIpu);
    for (const {bytes} of layers) for (let tile = 0; tile < totals.length; tile++) totals[tile] += bytes[tile];
    const isWide = area.perPixel < 1,
      columns = isWide ? totals.length : Math.floor(area.right - area.left);
    for (let column = 0; column < columns; column++) {
      const first = isWide ? column : Math.floor(column * area.perPixel),
        after = isWide ? column + 1 : Math.floor((column + 1) * area.perPixel);
      let tile = first;
      for (let other = first + 1; other < Math.min(totals.length, after); other++)
        if (totals[other] > totals[tile]) tile = other;
      const left = isWide ? Math.round(area.x(column)) : area.left + column,
        width = isWide ? Math.round(area.x(column + 1)) - left : 1;
      const bar = (colour, from, to, alpha = 1) => {
        context.globalAlpha = alpha;
        context.fillStyle = colour;
        context.fillRect(left, area.y(to), width, area.y(from) - area.y(to));
      };
      let sum = 0;
      for (const {key, bytes} of layers) {
        if (bytes[tile] > 0) bar(colours.memory[key], sum, sum + bytes[tile]);
        sum += bytes[tile];
      }
      if (sum > limit) bar(colours.surface.notFinite, limit, sum);
      if (this.#lit?.[tile] > 0) {
        bar(colours.surface.ink, 0, this.#lit[tile], 0.25);
        context.globalAlpha = 1;
        context.fillRect(left, area.y(this.#lit[tile]), width, 2);
      }
    }
    context.globalAlpha = 1;
    if (area.y(limit) <= area.top) return;
    context.strokeStyle = colours.surface.bad;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(area.left, area.y(limit));
    context.lineTo(area.right, area.y(limit));
    context.stroke();
    context.setLineDash([]);
  }
}
