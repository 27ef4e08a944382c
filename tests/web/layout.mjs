// What is wrong with how the page lies at some size, as sentences; none where it is fine. It looks at what the canvas
// publishes (src/ui/rect_registry.h) and at the HTML around it, and knows no card by name.
//
//   assert.deepEqual(faultsOfCanvas(await layoutOf(page), {width: 390, height: 844, least: 44}), []);
//   assert.deepEqual(await faultsOfHtml(page, '#welcome', 24), []);
//
// `least` is the side of the smallest control: 24 px for a mouse (WCAG 2.2, 2.5.8), 44 px for a finger (2.5.5).

import {settled} from './page.mjs';

const TOLERANCE = 1;     // px: rounding
const LETTERS = 0.62;    // of a line's height are letters; the rest is air, and may touch
const SLIVER = 2;        // px of a text that may be beyond an edge: the blank of its last letter

const box = ([x, y, width, height]) => ({x, y, width, height, right: x + width, bottom: y + height});
const shared = (a, b) => box([Math.max(a.x, b.x), Math.max(a.y, b.y),
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.x, b.x)), Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y))]);
const meets = (a, b, by = TOLERANCE) => {
  const both = shared(a, b);
  return both.width > by && both.height > by;
};
const within = (a, b, by = TOLERANCE) => a.x >= b.x - by && a.right <= b.right + by && a.y >= b.y - by && a.bottom <= b.bottom + by;
const has = (a, {x, y, width, height}) => x + width / 2 >= a.x && x + width / 2 < a.right && y + height / 2 >= a.y && y + height / 2 < a.bottom;
const said = ({x, y, width, height}) => `${[x, y].map(Math.round)} ${[width, height].map(Math.round).join(' x ')}`;

/** What the canvas holds, once a frame with its texts has been drawn. */
export async function layoutOf(page) {
  await page.evaluate(() => window.pipette_app.layout());
  await settled(page);
  const {cards, controls, texts} = await page.evaluate(() => window.pipette_app.layout());
  const seen = (at, clip) => shared(at, box(clip));
  const panel = ([name, x, y, w, h, ...clip]) => ({name, at: box([x, y, w, h]), seen: seen(box([x, y, w, h]), clip), clip: String(clip)});
  return {
    cards: cards.map(panel),
    controls: controls.map(panel),
    texts: texts.map(([text, x, y, w, h, cx, cy, cw, ch, cut]) => {
      const air = h > 24 ? 0 : h * (1 - LETTERS) / 2;  // several lines have none
      return {text, cut: cut === 1, at: box([x, y, w, h]), clip: box([cx, cy, cw, ch]),
        seen: seen(box([x, y + air, w, h - 2 * air]), [cx, cy, cw, ch])};
    }),
  };
}

function* faultsOfControls({cards, controls}, page, least) {
  for (const {name, at, seen, clip} of controls) {
    if (Math.min(at.width, at.height) < least - 0.5) yield `${name} has ${Math.round(at.width)} x ${Math.round(at.height)} px`;
    if (at.x < -TOLERANCE || at.right > page.right + TOLERANCE) yield `${name} is beyond the page: ${said(at)}`;
    const card = cards.findLast((one) => has(one.seen, at));
    if (card && !within(card.clip === clip ? at : seen, card.at)) yield `${name} sticks out of ${card.name}: ${said(at)}`;
  }
  for (const [i, a] of controls.entries()) {
    for (const b of controls.slice(i + 1)) {
      const [first, second] = a.clip === b.clip ? [a.at, b.at] : [a.seen, b.seen];
      if (meets(first, second)) yield `${a.name} and ${b.name} overlap: ${said(first)}, ${said(second)}`;
    }
  }
}

function* faultsOfCards({cards}, page) {
  for (const [i, {name, at}] of cards.entries()) {
    if (at.x < -TOLERANCE || at.right > page.right + TOLERANCE) yield `${name} is beyond the page: ${said(at)}`;
    for (const other of cards.slice(i + 1)) {
      if (meets(at, other.at)) yield `${name} and ${other.name} overlap: ${said(at)}, ${said(other.at)}`;
    }
  }
}

function* faultsOfTexts({cards, texts, controls}, page, mayBeCut) {
  for (const {text, cut, at, clip, seen} of texts) {
    if (cut && !mayBeCut(text)) yield `"${text}" has no room: ${said(at)}`;
    const clipped = Math.max(clip.x - at.x, at.right - clip.right);
    if (seen.height > 0 && clipped > SLIVER && !mayBeCut(text)) yield `"${text}" is cut off: ${said(at)}`;
    const card = cards.findLast((one) => has(one.seen, at));
    if (card && !within(seen, card.at, SLIVER)) yield `"${text}" sticks out of ${card.name}: ${said(seen)}`;
    if (!card && at.x + at.width > page.right + SLIVER) yield `"${text}" is beyond the page: ${said(at)}`;
    for (const {name, at: control, seen: shown} of controls) {
      if (meets(seen, shown, SLIVER) && !within(seen, control, SLIVER) && !within(control, at)) yield `"${text}" runs into ${name}: ${said(at)}`;
    }
  }
  for (const [i, a] of texts.entries()) {
    for (const b of texts.slice(i + 1)) {
      if (meets(a.seen, b.seen, SLIVER)) yield `"${a.text}" and "${b.text}" overlap: ${said(a.at)}, ${said(b.at)}`;
    }
  }
}

/** `mayBeCut` names texts that are meant to end in an ellipsis. */
export function faultsOfCanvas(layout, {width, height, least, mayBeCut = () => false}) {
  const page = box([0, 0, width, height]);
  return [...faultsOfControls(layout, page, least), ...faultsOfCards(layout, page), ...faultsOfTexts(layout, page, mayBeCut)];
}

/** Of the HTML below one element. A link within a sentence is as high as its line. */
export const faultsOfHtml = (page, selector, least) => page.evaluate(([where, smallest]) => {
  const root = document.querySelector(where);
  if (!root) return [`there is no ${where}`];
  const faults = [];
  const name = (element) => `${where} ${element.localName} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const controls = [];
  for (const element of [root, ...root.querySelectorAll('*')]) {
    const at = element.getBoundingClientRect();
    if (at.width === 0 || at.height === 0 || getComputedStyle(element).visibility === 'hidden') continue;
    let scroller = element;
    while (scroller && !scrolls(scroller)) scroller = scroller.parentElement;
    if (!scroller && (at.left < -1 || at.right > innerWidth + 1)) faults.push(`${name(element)} is beyond the page`);
    const owns = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (owns && !scrolls(element) && !element.matches('svg *, option') && element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).display !== 'inline') faults.push(`${name(element)} is cut off`);
    const inline = element.matches('a') && getComputedStyle(element).display === 'inline';
    if (!element.matches('a, button, input, select, textarea, summary') || inline) continue;
    const label = element.matches('[type=checkbox], [type=radio]') && element.closest('label');
    const target = label ? label.getBoundingClientRect() : at;
    if (Math.min(target.width, target.height) < smallest - 0.5) {
      faults.push(`${name(element)} has ${Math.round(target.width)} x ${Math.round(target.height)} px`);
    }
    for (const other of controls) {
      const b = other.getBoundingClientRect();
      const overlap = Math.min(at.right, b.right) - Math.max(at.left, b.left) > 1 && Math.min(at.bottom, b.bottom) - Math.max(at.top, b.top) > 1;
      if (overlap && !other.contains(element)) faults.push(`${name(element)} and ${name(other)} overlap`);
    }
    controls.push(element);
  }
  return faults;
}, [selector, least]);
