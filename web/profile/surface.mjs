// A canvas as sharp as the screen, drawn with the next frame when something of it changed.
//
//   const surface = new Surface('Memory by tile', 240, (context, width, height, colours, shown) => { ... }, signal);
//   parent.append(surface.element);
//   surface.draw();
//   surface.svg(); await surface.png();           // what it shows, for a file
//
// It follows its width, the theme and the sharpness of the screen until `signal` aborts. `milliseconds` is what
// the latest picture took. `shown` is {top, bottom}: where it stands in a box that scrolls, the rest need not be painted.

import {VectorContext} from './vector_context.mjs';
import {coloursFor, followTheme} from './theme.mjs';
import {pixelRatio} from './dom.mjs';

const SURFACE_FONT = '12px Inter, system-ui, sans-serif';

export class Surface {
  milliseconds = 0;
  #paint;
  #height;
  #frame = 0;

  /** `height` in CSS pixels. */
  constructor(label, height, paint, signal) {
    this.element = document.createElement('canvas');
    this.element.className = 'p-canvas';
    this.element.setAttribute('role', 'img');
    this.label = label;
    this.#paint = paint;
    this.height = height;
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.element);
    followTheme(() => this.draw(), signal);
    signal.addEventListener('abort', () => {
      observer.disconnect();
      cancelAnimationFrame(this.#frame);
    });
  }

  /** What a screen reader says of the picture. */
  set label(text) {
    this.element.setAttribute('aria-label', text);
  }

  get width() {
    return this.element.clientWidth;
  }
  get height() {
    return this.#height;
  }
  set height(pixels) {
    this.#height = pixels;
    this.element.style.height = `${pixels}px`;
    this.draw();
  }

  draw() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#now());
  }

  svg() {
    const width = this.width || 1200,
      context = new VectorContext(width, this.#height);
    const colours = this.#prepare(context);
    context.fillStyle = colours.surface.card;
    context.fillRect(0, 0, width, this.#height);
    this.#paint(context, width, this.#height, colours, this.#whole);
    return context.toString();
  }

  /** With the card's colour behind it. */
  png() {
    const copy = document.createElement('canvas');
    copy.width = this.element.width;
    copy.height = this.element.height;
    const context = copy.getContext('2d'),
      colours = this.#prepare(context);
    context.fillStyle = colours.surface.card;
    context.fillRect(0, 0, copy.width, copy.height);
    context.scale(pixelRatio(this.element), pixelRatio(this.element));
    this.#paint(context, this.width, this.#height, colours, this.#whole);
    return new Promise((done) => {
      copy.toBlob(done, 'image/png');
    });
  }

  get #whole() {
    return {top: 0, bottom: this.#height};
  }

  /** With a box's height more on both sides, for where it is scrolled to next. */
  get #shown() {
    const {scrollTop, clientHeight, scrollHeight} = this.element.parentElement;
    return scrollHeight > clientHeight ? {top: scrollTop - clientHeight, bottom: scrollTop + 2 * clientHeight} : this.#whole;
  }

  #prepare(context) {
    context.font = SURFACE_FONT;
    context.textBaseline = 'middle';
    return coloursFor(this.element);
  }

  #now() {
    this.#frame = 0;
    const width = this.width;
    if (width === 0) return;
    const begun = performance.now(),
      ratio = pixelRatio(this.element),
      context = this.element.getContext('2d');
    const pixels = [Math.round(width * ratio), Math.round(this.#height * ratio)];
    if (this.element.width !== pixels[0] || this.element.height !== pixels[1])
      [this.element.width, this.element.height] = pixels;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, this.#height);
    this.#paint(context, width, this.#height, this.#prepare(context), this.#shown);
    this.milliseconds = performance.now() - begun;
  }
}
