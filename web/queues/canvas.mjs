// A canvas as sharp as the screen, drawn when it is seen, when its size changes or the theme does.
//
//   const sharp = new SharpCanvas('Losses', 120, (context, width, height, palette) => { ... });
//   parent.append(sharp.element);
//   sharp.draw();          // with the next frame

import {paletteFor, watchTheme} from './palette.mjs';

const FONT = '12px Inter, system-ui, sans-serif';

export class SharpCanvas {
  #paint;
  #height;
  #frame = 0;

  /** `height` in CSS pixels; the width is what there is. */
  constructor(label, height, paint) {
    this.element = document.createElement('canvas');
    this.element.setAttribute('role', 'img');
    this.label = label;
    this.#paint = paint;
    this.height = height;
    new ResizeObserver(() => this.draw()).observe(this.element);
    watchTheme(() => this.draw());
  }

  /** What a screen reader says of the picture. */
  set label(text) {
    this.element.setAttribute('aria-label', text);
  }

  set height(pixels) {
    this.#height = pixels;
    this.element.style.height = `${pixels}px`;
  }

  draw() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#now());
  }

  #now() {
    this.#frame = 0;
    const width = this.element.clientWidth;
    if (width === 0) return;
    const ratio = devicePixelRatio;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(this.#height * ratio);
    const context = this.element.getContext('2d');
    context.scale(ratio, ratio);
    context.font = FONT;
    context.textBaseline = 'middle';
    this.#paint(context, width, this.#height, paletteFor(this.element));
  }
}

const ROUND = [1, 2, 5, 10];

/** Round numbers from `low` to `high`, at most about `count` of them. */
export function ticks(low, high, count) {
  const rough = (high - low) / count;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ROUND.find((each) => each * power >= rough * 0.999);
  const result = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
    result.push(Number((i * step).toPrecision(12)));
  }
  return result;
}
