// Tracks of blocks over time, with an axis, a minimap, a window that zooms and pans, and a selection.
//
//   const timeline = new Timeline({label: 'Execution trace', axisText: formatShort, tooltip, wheel: 'always'}, signal);
//   timeline.setTracks(tracks, 0, totalCycles);       // tracks: timeline_painter.mjs
//   timeline.addEventListener('choose', ({detail}) => ...);   // {track, row, block} or null
//   timeline.addEventListener('window', ...);         // from and to changed; 'range': a range was drawn
//
// Times are cycles. `tooltip(chosen)` gives lines of text. `lit` maps rows to those of their blocks that stand out.

import {Surface} from './surface.mjs';
import {listenToTimeline} from './timeline_input.mjs';
import {layTracks, paintMinimap, paintTimeline, paintWindow} from './timeline_painter.mjs';
import {make} from '../make.mjs';
import {pixelRatio, pointIn} from './dom.mjs';

const MINIMAP_HEIGHT = 30,
  SHORTEST = 16,
  NEAR_PIXELS = 3;

export class Timeline extends EventTarget {
  tracks = [];
  begin = 0;
  end = 1;
  from = 0;
  to = 1;
  chosen = null;
  range = null;
  lit = null;
  #tooltip;
  #tip = make('div', {className: 'p-tip', hidden: true});
  #announced = make('p', {className: 'p-spoken', 'aria-live': 'polite'});
  #mini;
  #surface;
  #miniPicture = null; // {canvas, key}

  /** `tickUnit`: the axis has round numbers of so many cycles. `axisUnit` stands before them. */
  constructor({label, axisText, axisUnit = '', tooltip, wheel, gutter = 64, tickUnit = 1}, signal) {
    super();
    this.axisUnit = axisUnit;
    this.tickUnit = tickUnit;
    this.axisText = axisText;
    this.gutter = gutter;
    this.#tooltip = tooltip;
    this.#mini = new Surface(`${label}: the whole time`, MINIMAP_HEIGHT, (...args) => this.#paintMini(...args), signal);
    this.#surface = new Surface(
      label,
      100,
      (context, width, height, colours, shown) => paintTimeline(context, width, height, colours, this, shown),
      signal,
    );
    const canvas = this.#surface.element;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-roledescription', 'timeline');
    canvas.classList.add('p-hands');
    this.#mini.element.classList.add('p-minimap');
    const box = make('div', 'p-tracks', canvas);
    box.addEventListener('scroll', () => this.#surface.draw(), {passive: true, signal});
    this.element = make('div', 'p-timeline', this.#mini.element, box, this.#tip, this.#announced);
    listenToTimeline(this, canvas, signal, {wheel});
    this.#listenToMinimap(signal);
  }

  get surface() {
    return this.#surface;
  }
  get plotWidth() {
    return Math.max(1, this.#surface.width - this.gutter);
  }

  /** Keeps the window where it is inside the new limits, if it was there before. */
  setTracks(tracks, begin, end) {
    const same = this.begin === begin && this.end === end;
    this.tracks = tracks;
    [this.begin, this.end] = [begin, Math.max(begin + 1, end)];
    if (!same) [this.from, this.to] = [this.begin, this.end];
    this.chosen = null;
    this.lit = null;
    this.#miniPicture = null;
    this.#surface.height = layTracks(tracks) + 2;
    this.draw();
  }

  draw() {
    this.#surface.draw();
    this.#mini.draw();
  }

  cycleAt(x) {
    return this.from + ((x - this.gutter) / this.plotWidth) * (this.to - this.from);
  }

  show(from, to) {
    const length = Math.min(this.end - this.begin, Math.max(SHORTEST, to - from));
    const start = Math.min(this.end - length, Math.max(this.begin, from));
    if (start === this.from && start + length === this.to) return;
    [this.from, this.to] = [start, start + length];
    this.draw();
    this.dispatchEvent(new Event('window'));
  }

  zoom(factor, about = (this.from + this.to) / 2) {
    this.show(about - (about - this.from) * factor, about + (this.to - about) * factor);
  }

  /** By a share of the window. */
  pan(share) {
    const cycles = share * (this.to - this.from);
    this.show(this.from + cycles, this.to + cycles);
  }

  /** The range or the block that is selected with some room around it, else all; a second time all. */
  fit() {
    const {range, chosen} = this;
    const [from, to] = range
      ? [range.from, range.to]
      : chosen
        ? [chosen.row.begin[chosen.block], chosen.row.end[chosen.block]]
        : [this.begin, this.end];
    const room = range || chosen ? (to - from) * 0.5 : 0;
    const before = [this.from, this.to];
    this.show(from - room, to + room);
    if (before[0] === this.from && before[1] === this.to) this.show(this.begin, this.end);
  }

  zoomToChosen() {
    if (!this.chosen) return;
    const {row, block} = this.chosen,
      from = row.begin[block],
      to = row.end[block];
    this.show(from - (to - from) * 0.2, to + (to - from) * 0.2);
  }

  /** Brings a time into the window, unless it is there or fills it. */
  reveal(from, to) {
    if ((from >= this.from && to <= this.to) || (from <= this.from && to >= this.to)) return;
    const half = Math.max(to - from, this.to - this.from) / 2,
      middle = (from + to) / 2;
    this.show(middle - half, middle + half);
  }

  /** What is drawn there: {track, row, block}, or null. */
  hit(x, y) {
    if (x < this.gutter) return null;
    const track = this.tracks.find(({top, height}) => y >= top && y < top + height);
    if (!track) return null;
    const cycle = this.cycleAt(x),
      reach = (NEAR_PIXELS * (this.to - this.from)) / this.plotWidth;
    for (let i = Math.min(track.rows.length - 1, Math.floor((y - track.top) / track.rowHeight)); i >= 0; i--) {
      const row = track.rows[i],
        block = row.at(cycle, reach);
      if (block >= 0 && (i === Math.floor((y - track.top) / track.rowHeight) || row.tall[block])) return {track, row, block};
    }
    return null;
  }

  hover(x, y) {
    const hit = x === null ? null : this.hit(x, y);
    this.#tip.hidden = hit === null;
    if (!hit) return;
    const [title, ...lines] = this.#tooltip(hit);
    this.#tip.replaceChildren(make('strong', '', title), ...lines.map((line) => make('span', '', line)));
    const box = this.#surface.element.parentElement;
    const left = Math.min(x + 14, box.clientWidth - this.#tip.offsetWidth - 4),
      top = box.offsetTop + y - box.scrollTop + 18;
    this.#tip.style.transform = `translate(${Math.max(0, left)}px, ${top}px)`;
  }

  /** By place, or null for nothing. */
  choose(x, y) {
    this.setChosen(x === null ? null : this.hit(x, y), true);
  }

  setChosen(chosen, tell = false) {
    this.chosen = chosen;
    if (chosen || tell) this.range = null;
    this.#announced.textContent = chosen ? this.#tooltip(chosen).join(', ') : '';
    this.draw();
    if (tell) this.dispatchEvent(new CustomEvent('choose', {detail: chosen}));
  }

  /** With keys: the next block of the row, or the row above or below. */
  step(sideways, down) {
    const {chosen} = this;
    const rows = this.tracks.flatMap((track) => track.rows.filter(({count}) => count > 0).map((row) => ({track, row})));
    if (rows.length === 0) return;
    if (!chosen) {
      const first = rows.find(({track}) => !track.header) ?? rows[0];
      return this.setChosen({...first, block: Math.min(first.row.count - 1, first.row.firstAfter(this.from))}, true);
    }
    if (sideways !== 0) {
      const block = Math.max(0, Math.min(chosen.row.count - 1, chosen.block + sideways));
      this.setChosen({...chosen, block}, true);
    } else {
      const at = rows.findIndex(({row}) => row === chosen.row),
        next = rows[Math.max(0, Math.min(rows.length - 1, at + down))];
      this.setChosen(
        {...next, block: Math.max(0, next.row.at(Math.max(chosen.row.begin[chosen.block], this.from), Infinity))},
        true,
      );
    }
    const {row, block} = this.chosen;
    this.reveal(row.begin[block], row.end[block]);
  }

  setRange(a, b) {
    this.range = {from: Math.max(this.begin, Math.min(a, b)), to: Math.min(this.end, Math.max(a, b))};
    this.chosen = null;
    this.draw();
  }

  rangeDone() {
    this.dispatchEvent(new CustomEvent('range', {detail: this.range}));
  }

  #listenToMinimap(signal) {
    const canvas = this.#mini.element;
    const go = (event) => {
      const share = (pointIn(canvas, event).x - this.gutter) / this.plotWidth;
      const middle = this.begin + share * (this.end - this.begin),
        half = (this.to - this.from) / 2;
      this.show(middle - half, middle + half);
    };
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        canvas.setPointerCapture(event.pointerId);
        go(event);
      },
      {signal},
    );
    canvas.addEventListener(
      'pointermove',
      (event) => {
        if (event.buttons === 1) go(event);
      },
      {signal},
    );
  }

  #paintMini(context, width, height, colours) {
    const ratio = pixelRatio(this.#mini.element),
      key = `${width} ${ratio} ${colours.dark}`;
    if (typeof context.drawImage !== 'function') return paintMinimap(context, width, height, colours, this);
    if (this.#miniPicture?.key !== key) {
      const canvas = document.createElement('canvas');
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      const own = canvas.getContext('2d');
      own.scale(ratio, ratio);
      paintMinimap(own, width, height, colours, this);
      this.#miniPicture = {canvas, key};
    }
    context.drawImage(this.#miniPicture.canvas, 0, 0, width, height);
    paintWindow(context, width, height, colours, this);
  }
}

/** Room for names of tracks where there is little. */
export const gutterFor = (width) => (width < 520 ? 44 : 64);
