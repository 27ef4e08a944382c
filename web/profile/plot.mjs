// A plot over whole numbers, tiles or steps, of which a reader picks one or a range.
//
//   const plot = new Plot({label: 'Bytes by tile', height: 240, xTitle: 'Tiles', paint, tooltip}, signal);
//   plot.setScale(1472, 700000);                 // columns, and the highest value in bytes
//   plot.addEventListener('pick', ({detail: {from, to}}) => ...);
//
// `paint(context, area, colours)` draws inside area {left, top, right, bottom, x(column), y(bytes), perPixel};
// `tooltip(column)` gives lines of text. Click picks, drag picks a range, arrows move, with Shift they widen,
// Escape picks nothing.

import {Surface} from './surface.mjs';
import {byteTicks, roundTicks} from './format.mjs';
import {make} from '../make.mjs';
import {pointIn} from './dom.mjs';
import {formatBytes, formatCount} from '../quantities.mjs';

const PLOT_TOP = 10,
  PLOT_BOTTOM = 36;

export class Plot extends EventTarget {
  picked = null; // {from, to}
  #columns = 1;
  #highest = 1;
  #options;
  #surface;
  #tip = make('div', {className: 'p-tip', hidden: true});
  #spoken = make('p', {className: 'p-spoken', 'aria-live': 'polite'});

  constructor(options, signal) {
    super();
    this.#options = options;
    this.#surface = new Surface(
      options.label,
      options.height,
      (context, width, height, colours) => this.#paint(context, width, height, colours),
      signal,
    );
    const canvas = this.#surface.element;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-roledescription', 'chart');
    canvas.classList.add('p-plot');
    this.element = make('div', 'p-card p-plotbox', canvas, this.#tip, this.#spoken);
    this.#listen(canvas, signal);
  }

  get surface() {
    return this.#surface;
  }
  set label(text) {
    this.#surface.label = text;
  }

  setScale(columns, highest) {
    this.#columns = Math.max(1, columns);
    this.#highest = Math.max(1, highest);
    this.draw();
  }

  draw() {
    this.#surface.draw();
  }

  pick(picked, tell = false) {
    this.picked = picked;
    this.draw();
    if (!tell) return;
    this.#spoken.textContent = picked ? this.#options.tooltip(picked.from).join(', ') : '';
    this.dispatchEvent(new CustomEvent('pick', {detail: picked}));
  }

  #area(width, height) {
    const left = width < 460 ? 56 : 72,
      right = width - 8,
      bottom = height - PLOT_BOTTOM;
    const perPixel = this.#columns / (right - left);
    return {
      left,
      right,
      top: PLOT_TOP,
      bottom,
      perPixel,
      x: (column) => left + column / perPixel,
      y: (value) => bottom - (bottom - PLOT_TOP) * Math.min(1, value / this.#highest),
    };
  }

  #paint(context, width, height, colours) {
    const area = this.#area(width, height),
      {left, right, bottom, x, y} = area;
    context.textAlign = 'right';
    for (const tick of byteTicks(this.#highest, 5)) {
      context.fillStyle = colours.surface.grid;
      context.fillRect(left, Math.round(y(tick)), right - left, 1);
      context.fillStyle = colours.surface.textDim;
      context.fillText(formatBytes(tick), left - 6, y(tick));
    }
    this.#options.paint(context, area, colours);
    context.fillStyle = colours.surface.line;
    context.fillRect(left, bottom, right - left, 1);
    context.textAlign = 'center';
    context.fillStyle = colours.surface.textDim;
    for (const tick of roundTicks(0, this.#columns - 1, Math.max(2, (right - left) / 80)).filter(Number.isInteger)) {
      context.fillText(this.#options.xText?.(tick) ?? formatCount(tick), Math.min(right - 12, x(tick + 0.5)), bottom + 12);
    }
    context.fillText(this.#options.xTitle, (left + right) / 2, bottom + 27);
    if (!this.picked) return;
    const from = x(this.picked.from),
      to = Math.max(from + 2, x(this.picked.to + 1));
    context.strokeStyle = colours.surface.ink;
    context.lineWidth = 1.5;
    context.strokeRect(from, PLOT_TOP - 2, to - from, bottom - PLOT_TOP + 4);
  }

  #columnAt(event) {
    const {left, perPixel} = this.#area(this.#surface.width, this.#surface.height);
    const column = Math.floor((pointIn(this.#surface.element, event).x - left) * perPixel);
    return Math.max(0, Math.min(this.#columns - 1, column));
  }

  #listen(canvas, signal) {
    let begun = null;
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return;
        begun = this.#columnAt(event);
        canvas.setPointerCapture(event.pointerId);
      },
      {signal},
    );
    canvas.addEventListener(
      'pointermove',
      (event) => {
        const column = this.#columnAt(event);
        if (begun !== null && this.#options.ranges && column !== begun)
          this.pick({from: Math.min(begun, column), to: Math.max(begun, column)});
        const lines = this.#options.tooltip(column);
        this.#tip.hidden = false;
        this.#tip.replaceChildren(make('strong', '', lines[0]), ...lines.slice(1).map((line) => make('span', '', line)));
        const at = pointIn(this.element, event),
          left = Math.min(at.x + 14, this.element.offsetWidth - this.#tip.offsetWidth - 6);
        this.#tip.style.transform = `translate(${Math.max(0, left)}px, ${at.y + 16}px)`;
      },
      {signal},
    );
    canvas.addEventListener(
      'pointerup',
      (event) => {
        if (begun === null) return;
        const column = this.#columnAt(event),
          wide = this.#options.ranges && column !== begun;
        this.pick(wide ? {from: Math.min(begun, column), to: Math.max(begun, column)} : {from: column, to: column}, true);
        begun = null;
      },
      {signal},
    );
    canvas.addEventListener(
      'pointercancel',
      () => {
        begun = null;
      },
      {signal},
    );
    canvas.addEventListener(
      'pointerleave',
      () => {
        this.#tip.hidden = true;
      },
      {signal},
    );
    canvas.addEventListener('keydown', (event) => this.#keyed(event), {signal});
  }

  #keyed(event) {
    const steps = {ArrowLeft: -1, ArrowRight: 1, PageDown: 10, PageUp: -10},
      last = this.#columns - 1;
    if (event.key === 'Escape' && this.picked) {
      event.preventDefault();
      return this.pick(null, true);
    }
    const at = this.picked ?? {from: 0, to: 0};
    let picked;
    if (event.key in steps) {
      const to = Math.max(0, Math.min(last, this.picked ? at.to + steps[event.key] : 0));
      picked = event.shiftKey && this.#options.ranges ? {from: Math.min(at.from, to), to} : {from: to, to};
    } else if (event.key === 'Home') picked = {from: 0, to: 0};
    else if (event.key === 'End') picked = {from: last, to: last};
    else return;
    event.preventDefault();
    this.pick(picked, true);
  }
}
