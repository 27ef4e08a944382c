// A tensor as pictures: the last two axes are a picture, those before it a slider.
//
//   const view = tensorView({name: 'Dense_128/kernel:0_grad', shape: [250, 784, 128],
//                            frames: Float32Array, numbers: [0, 1, ...], axes: ['weight update']});
//   parent.append(view);
//
// Zero has one colour, in the middle; the scale is the same for all pictures of a tensor, from -limit
// to limit. A pixel that stands for several values shows the one farthest from zero; a value that is
// not finite always wins. The page's canvas has the same rules (heat_map.h): tests/golden/heat_map.json holds
// both to the same pixels.

import {make} from '../make.mjs';
import {SharpCanvas} from './canvas.mjs';
import {valueColors} from './palette.mjs';
import {HEAT} from './theme_table.mjs';

const KEY = 34,
  MAX_HEIGHT = 300,
  MIN_HEIGHT = 24;

const digits = (value) => String(Number(value.toPrecision(3)));

/** Where the scale of these values ends: beyond it they look the same. */
export function limitOf(values) {
  let most = 0,
    squares = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    most = Math.max(most, Math.abs(value));
    squares += (value * value) / values.length;
  }
  return Math.min(most, HEAT.strongestSigmas * Math.sqrt(squares)) || 1;
}

const NOT_FINITE = 1,
  LOWEST = 2,
  STEPS = (HEAT.levels - 1) / 2,
  ZERO = LOWEST + STEPS;

function levelOf(value, limit) {
  if (!Number.isFinite(value)) return NOT_FINITE;
  const scaled = STEPS * Math.max(-1, Math.min(1, value / limit));
  return ZERO + Math.sign(scaled) * Math.round(Math.abs(scaled));
}

/** The level of each pixel, width x height, from values [rows, columns]: what paint() of heat_map.h gives. */
export function levels(width, height, values, rows, columns, limit) {
  const result = new Uint8Array(width * height);
  for (let py = 0; py < height; py++) {
    const r0 = Math.floor((py * rows) / height);
    const r1 = Math.max(r0 + 1, Math.floor(((py + 1) * rows) / height));
    for (let px = 0; px < width; px++) {
      const c0 = Math.floor((px * columns) / width);
      const c1 = Math.max(c0 + 1, Math.floor(((px + 1) * columns) / width));
      let farthest = -1;
      for (let r = r0; r < r1; r++) {
        for (let c = c0; c < c1; c++) {
          const level = levelOf(values[r * columns + c], limit);
          const distance = level === NOT_FINITE ? ZERO : Math.abs(level - ZERO);
          if (distance <= farthest) continue;
          farthest = distance;
          result[py * width + px] = level;
        }
      }
    }
  }
  return result;
}

/** Fills `pixels` (RGBA, width x height) from values [rows, columns]. */
export function paint(pixels, width, height, values, rows, columns, limit, palette) {
  const colors = valueColors(palette);
  const lost = [1, 3, 5].map((at) => parseInt(palette.notFinite.slice(at, at + 2), 16));
  levels(width, height, values, rows, columns, limit).forEach((level, pixel) => {
    pixels.set(level === NOT_FINITE ? lost : colors[level - LOWEST], 4 * pixel);
    pixels[4 * pixel + 3] = 255;
  });
}

/** Tall matrices lie down: their rows run from left to right. */
function laid(values, rows, columns) {
  if (rows <= columns) return {values, rows, columns, turned: false};
  const turned = new Float32Array(values.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) turned[c * rows + r] = values[r * columns + c];
  return {values: turned, rows: columns, columns: rows, turned: true};
}

class HeatMap {
  #view;
  #size;
  #limit;
  #at = 0;
  #canvas;

  constructor(view) {
    this.#view = view;
    const [rows, columns] = view.picture;
    this.#size = rows * columns;
    this.#limit = limitOf(view.frames);
    const short = Math.min(rows, columns),
      long = Math.max(rows, columns);
    const square = rows === columns || long <= 4 * short; // an image keeps its proportions
    const height = square
      ? Math.min(MAX_HEIGHT, Math.max(140, 5 * short))
      : Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, short * 2));
    this.#canvas = new SharpCanvas('', height + KEY, (...args) => this.#paint(...args, square ? long / short : 0));
    this.element = this.#canvas.element;
    this.show(0);
  }

  show(index) {
    this.#at = index;
    this.#canvas.label = `${this.#view.name}: values from ${digits(-this.#limit)} to ${digits(this.#limit)}`;
    this.#canvas.draw();
  }

  #paint(context, width, height, palette, proportion) {
    const [rows, columns] = this.#view.picture;
    const all = this.#view.frames.subarray(this.#at * this.#size, (this.#at + 1) * this.#size);
    const {values, rows: down, columns: across} = laid(all, rows, columns);
    const tall = height - KEY;
    const wide = proportion > 0 ? Math.min(width, tall * proportion) : width;
    const ratio = devicePixelRatio;
    const image = new ImageData(Math.max(1, Math.round(wide * ratio)), Math.max(1, Math.round(tall * ratio)));
    paint(image.data, image.width, image.height, values, down, across, this.#limit, palette);
    context.putImageData(image, 0, 0);
    this.#key(context, Math.min(width, Math.max(wide, 220)), tall + 10, palette);
  }

  #key(context, width, top, palette) {
    const colors = valueColors(palette);
    const bar = Math.min(180, width - 120);
    for (let x = 0; x < bar; x++) {
      context.fillStyle = `rgb(${colors[Math.round(((HEAT.levels - 1) * x) / (bar - 1))].join(' ')})`;
      context.fillRect(56 + x, top, 1.5, 10);
    }
    context.strokeStyle = palette.text;
    context.strokeRect(Math.round(56 + bar / 2) - 0.5, top - 2, 1, 14);
    context.fillStyle = palette.dim;
    context.textAlign = 'right';
    context.fillText(digits(-this.#limit), 50, top + 5);
    context.textAlign = 'left';
    context.fillText(digits(this.#limit), 62 + bar, top + 5);
    context.textAlign = 'center';
    context.fillText('0', 56 + bar / 2, top + 19);
  }
}

/** The shape in words: '25 weight updates x 784 inputs x 128 units'. */
export function shapeText(shape, axes = []) {
  const plural = (word) => (/(ch|s|x)$/.test(word) ? `${word}es` : `${word}s`);
  return shape
    .map((size, i) => (axes[i] ? `${size} ${size === 1 ? axes[i] : plural(axes[i])}` : String(size)))
    .join(' \u00d7 ');
}

export function tensorView(view) {
  const caption = make('figcaption', '', make('strong', '', view.name), ' ', shapeText(view.shape, view.axes));
  const map = new HeatMap(view);
  const box = make('figure', 'tensor', caption, map.element);
  if (view.numbers.length > 1) {
    const slider = make('input', {type: 'range', min: 0, max: view.numbers.length - 1, value: 0});
    const text = make('output');
    const axis = view.axes[0] ?? 'element';
    const show = () => {
      const i = Number(slider.value);
      text.textContent = `${axis} ${view.numbers[i] + 1} of ${view.count}`;
      slider.setAttribute('aria-valuetext', text.textContent);
      map.show(i);
    };
    slider.addEventListener('input', show);
    slider.setAttribute('aria-label', `${axis} of ${view.name}`);
    slider.value = String(view.numbers.length - 1);
    box.append(make('label', '', slider, text));
    show();
  }
  return box;
}
