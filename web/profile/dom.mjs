// Elements in one line, without markup in strings.
//
//   node('button', {class: 'p-button', type: 'button', onclick: save}, 'Save')
//
// Attributes are set as attributes; those that begin with "on" are listeners. Children that are null are left out.

export function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A choice of one: [[value, label], ...]. */
export function chooser(label, options, value, changed) {
  const select = node(
    'select',
    {'aria-label': label, class: 'p-select'},
    options.map(([key, text]) => node('option', {value: key, selected: String(key) === String(value)}, text)),
  );
  select.addEventListener('change', () => changed(select.value));
  return select;
}

export const button = (text, pressed, attributes = {}) =>
  node('button', {type: 'button', class: 'p-button', onclick: pressed, ...attributes}, text);

/** A swatch and what it stands for. `colour` is CSS: 'var(--p-forward)'. */
export function legendItem(colour, text) {
  const swatch = node('i', {class: 'p-swatch', 'aria-hidden': 'true'});
  swatch.style.background = colour;
  return node('li', {}, swatch, text);
}

/** Two columns of names and values: [[name, value, title], ...]. */
export const factList = (rows) =>
  node(
    'dl',
    {class: 'p-facts'},
    rows.map(([name, value, title]) => node('div', {title}, node('dt', {}, name), node('dd', {}, value))),
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
  node('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
