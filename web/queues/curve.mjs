// A curve over mini-batches: each value as a faint line, and their running mean.

import {SharpCanvas, ticks} from './canvas.mjs';
import {formatNoun} from '../quantities.mjs';

const LEFT = 44,
  RIGHT = 8,
  TOP = 10,
  BOTTOM = 24;

const short = (value) =>
  value === 0
    ? '0'
    : Math.abs(value) >= 1000
      ? `${Number((value / 1000).toPrecision(3))}k`
      : String(Number(value.toPrecision(3)));

/** Means of as many values before each as a fiftieth of all: what the eye would draw. */
function running(values) {
  const span = Math.max(1, Math.round(values.length / 50));
  const means = new Float32Array(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
    if (i >= span) sum -= values[i - span];
    means[i] = sum / Math.min(i + 1, span);
  }
  return means;
}

export class Curve {
  #values = new Float32Array(0);
  #count = 0;
  #canvas;
  #axis;

  /** `axis`: what the values are counted by, 'mini-batch'. */
  constructor({label = 'Loss', axis = 'mini-batch', height = 132} = {}) {
    this.#axis = axis;
    this.name = label;
    this.#canvas = new SharpCanvas(label, height, (...args) => this.#paint(...args));
    this.element = this.#canvas.element;
  }

  get length() {
    return this.#count;
  }
  get last() {
    return this.#values[this.#count - 1];
  }

  clear() {
    this.#count = 0;
  }

  append(values) {
    if (this.#count + values.length > this.#values.length) {
      const grown = new Float32Array(2 * (this.#count + values.length));
      grown.set(this.#values.subarray(0, this.#count));
      this.#values = grown;
    }
    this.#values.set(values, this.#count);
    this.#count += values.length;
    if (this.#count > 0) {
      this.#canvas.label = `${this.name} of ${formatNoun(this.#count, this.#axis)}, the last is ${this.last.toPrecision(3)}`;
    }
    this.#canvas.draw();
  }

  #paint(context, width, height, palette) {
    const values = this.#values.subarray(0, this.#count);
    let low = 0,
      high = 0;
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high === low) high = low + 1;
    const last = Math.max(1, values.length - 1);
    const x = (i) => LEFT + ((width - LEFT - RIGHT) * i) / last;
    const y = (value) => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low);
    this.#axes(context, {x, y, low, high, width, height, palette, last});
    if (values.length === 0) return;
    const line = (data, color, thickness) => {
      context.strokeStyle = color;
      context.lineWidth = thickness;
      context.lineJoin = 'round';
      context.beginPath();
      const stride = Math.max(1, Math.floor(data.length / (2 * width)));
      for (let i = 0; i < data.length; i += stride) context.lineTo(x(i), y(data[i]));
      context.stroke();
    };
    context.globalAlpha = 0.35;
    line(values, palette.curve, 1);
    context.globalAlpha = 1;
    line(running(values), palette.curve, 2);
  }

  #axes(context, {x, y, low, high, width, height, palette, last}) {
    context.lineWidth = 1;
    context.fillStyle = palette.dim;
    context.textAlign = 'right';
    for (const tick of ticks(low, high, 4)) {
      const at = Math.round(y(tick)) + 0.5;
      context.strokeStyle = tick === 0 ? palette.line : palette.border;
      context.beginPath();
      context.moveTo(LEFT, at);
      context.lineTo(width - RIGHT, at);
      context.stroke();
      context.fillText(short(tick), LEFT - 8, at);
    }
    if (this.#count < 2) return;
    context.textAlign = 'center';
    for (const tick of ticks(0, last, Math.max(2, width / 120))) {
      if (tick === 0 || x(tick) > width - 16) continue;
      context.fillText(short(tick), x(tick), height - BOTTOM / 2 + 2);
    }
    context.textAlign = 'left';
    context.fillText(this.#axis, LEFT, height - BOTTOM / 2 + 2);
  }
}
