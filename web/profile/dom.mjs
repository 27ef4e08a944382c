// What several views of a profile are made of.

import {make} from '../make.mjs';

/** A choice of one: [[value, label], ...]. */
export function chooser(label, options, value, changed) {
  const select = make(
    'select',
    {'aria-label': label, className: 'p-select'},
    options.map(([key, text]) => make('option', {value: key, selected: String(key) === String(value)}, text)),
  );
  select.addEventListener('change', () => changed(select.value));
  return select;
}

export const button = (text, pressed, attributes = {}) =>
  make('button', {type: 'button', className: 'p-button', onclick: pressed, ...attributes}, text);

/** A swatch and what it stands for. `colour` is CSS: 'var(--p-forward)'. */
export function legendItem(colour, text) {
  const swatch = make('i', {className: 'p-swatch', 'aria-hidden': 'true'});
  swatch.style.background = colour;
  return make('li', '', swatch, text);
}

/** Two columns of names and values: [[name, value, title], ...]. */
export const factList = (rows) =>
  make(
    'dl',
    'p-facts',
    rows.map(([name, value, title]) => make('div', {title}, make('dt', '', name), make('dd', '', value))),
  );

/** Keys inside a group of which one is the current: gives the next index, or -1. */
export function indexAfterKey(key, at, count) {
  const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return key in steps ? (at + steps[key] + count) % count : -1;
}

/** Where a pointer is in an element, in the element's own pixels: `zoom` may have made it larger. */
export function pointIn(element, {clientX, clientY}) {
  const {left, top, width} = element.getBoundingClientRect(),
    zoom = width / element.offsetWidth || 1;
  return {x: (clientX - left) / zoom, y: (clientY - top) / zoom};
}

/** How many of the screen's pixels each of the element's own has. */
export const pixelRatio = (element) => devicePixelRatio * (element.currentCSSZoom ?? 1);

/** Gives the reader a file. */
export function saveFile(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], {type});
  const url = URL.createObjectURL(blob);
  make('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
