// What is wrong with how the page lies at some size, as sentences; none where it is fine. It looks at what the canvas
// publishes (src/ui/rect_registry.h) and at the HTML around it, and knows no card by name.
//
//   assert.deepEqual(faultsOfCanvas(await layoutOf(page), {width: 390, height: 844, least: 44}), []);
//   assert.deepEqual(await faultsOfHtml(page, '#welcome', 24), []);
//
// `least` is the side of the smallest control: 24 px for a mouse (WCAG 2.2, 2.5.8), 44 px for a finger (2.5.5).

import {setPixels} from './hands.mjs';
import {settled} from './page.mjs';

const TOLERANCE = 1; // px: rounding
const LETTERS = 0.62; // of a line's height are letters; the rest is air, and may touch
const SLIVER = 2; // px of a text that may be beyond an edge: the blank of its last letter

const box = ([x, y, width, height]) => ({x, y, width, height, right: x + width, bottom: y + height});
const shared = (a, b) =>
  box([
    Math.max(a.x, b.x),
    Math.max(a.y, b.y),
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.x, b.x)),
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y)),
  ]);
const meets = (a, b, by = TOLERANCE) => {
  const both = shared(a, b);
  return both.width > by && both.height > by;
};
const within = (a, b, by = TOLERANCE) =>
  a.x >= b.x - by && a.right <= b.right + by && a.y >= b.y - by && a.bottom <= b.bottom + by;
const has = (a, {x, y, width, height}) =>
  x + width / 2 >= a.x && x + width / 2 < a.right && y + height / 2 >= a.y && y + height / 2 < a.bottom;
const said = ({x, y, width, height}) => `${[x, y].map(Math.round)} ${[width, height].map(Math.round).join(' x ')}`;

/**
 * Gives the page another window and waits for a frame of that size; `ratio` as setPixels() has it. All in the page: a walk over
 * sizes is mostly waiting.
 */
export async function resize(page, width, height, ratio) {
  await setPixels(page, width, height, ratio);
  await page.evaluate(
    async ([wide, high]) => {
      const canvas = document.querySelector('#pipette-canvas');
      const fits = (pixels, size) => Math.abs(pixels - size * devicePixelRatio) <= 1;
      const drawn = () => !canvas || (fits(canvas.width, wide) && fits(canvas.height, high) && window.pipette_app.idle());
      const end = performance.now() + 10000;
      do {
        if (performance.now() > end) throw new Error(`no frame of ${wide} x ${high}`);
        await new Promise(requestAnimationFrame);
      } while (innerWidth !== wide || innerHeight !== high || !drawn());
    },
    [width, height],
  );
}

/** From the next frame on layoutOf() has texts, which nobody collects before they are wanted. */
export async function collectTexts(page) {
  await page.evaluate(() => window.pipette_app.layout());
  await settled(page);
}

/** What the canvas held in its last frame. */
export async function layoutOf(page) {
  const {cards, controls, texts} = await page.evaluate(() => window.pipette_app.layout());
  const seen = (at, clip) => shared(at, box(clip));
  const panel = ([name, x, y, w, h, ...clip]) => ({
    name,
    at: box([x, y, w, h]),
    seen: seen(box([x, y, w, h]), clip),
    clip: String(clip),
  });
  return {
    cards: cards.map(panel),
    controls: controls.map(panel),
    texts: texts.map(([text, x, y, w, h, cx, cy, cw, ch, cut]) => {
      const air = h > 24 ? 0 : (h * (1 - LETTERS)) / 2; // several lines have none
      return {
        text,
        cut: cut === 1,
        at: box([x, y, w, h]),
        clip: box([cx, cy, cw, ch]),
        seen: seen(box([x, y + air, w, h - 2 * air]), [cx, cy, cw, ch]),
      };
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
      if (meets(seen, shown, SLIVER) && !within(seen, control, SLIVER) && !within(control, at))
        yield `"${text}" runs into ${name}: ${said(at)}`;
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

/**
 * Of the HTML below one element and in its shadow roots. A link within a sentence is as high as its line. What is hidden from
 * readers (aria-hidden) is drawn over or under something else on purpose.
 */
export const faultsOfHtml = (page, selector, least) =>
  page.evaluate(
    ([where, smallest]) => {
      const root = document.querySelector(where);
      if (!root) return [`there is no ${where}`];
      const faults = [],
        controls = [],
        texts = [];
      const name = (element) =>
        `${where} ${element.localName} "${(element.ariaLabel ?? (element.closest('label') ?? element).textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
      const overlap = (a, b, share = 0) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1 + share * Math.min(a.height, b.height);
      const both = (a, b) => {
        const [left, top, right, bottom] = [
          Math.max(a.left, b.left),
          Math.max(a.top, b.top),
          Math.min(a.right, b.right),
          Math.min(a.bottom, b.bottom),
        ];
        return {left, top, right, bottom, width: right - left, height: bottom - top};
      };
      const linesOf = (node, clip) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((line) => both(line, clip)).filter(({width, height}) => width > 1 && height > 1);
      };

      function look(element, scrolled, hidden, around) {
        const style = getComputedStyle(element);
        if (style.display === 'none' || element.matches('.unseen')) return;
        const scrolls = scrolled || /auto|scroll/.test(style.overflowX);
        const silent = hidden || element.getAttribute('aria-hidden') === 'true' || element.localName === 'svg';
        const at = element.getBoundingClientRect();
        const clip = style.overflowX === 'visible' || style.display === 'inline' ? around : both(around, at);
        if (at.width > 0 && at.height > 0 && element.checkVisibility({visibilityProperty: true})) {
          if (!scrolls && (at.left < -1 || at.right > innerWidth + 1)) faults.push(`${name(element)} is beyond the page`);
          const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
          const cut =
            style.display !== 'inline' && !/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
          const whole = style.textOverflow === 'ellipsis' && element.closest('[title]'); // a tooltip has it
          if (own.length > 0 && !silent && !element.matches('option') && cut && !whole)
            faults.push(`${name(element)} is cut off`);
          if (!silent) for (const node of own) texts.push(...linesOf(node, clip).map((line) => ({element, line})));
          const inline = element.matches('a') && style.display === 'inline';
          if (element.matches('a, button, input, select, textarea, summary, [role=tab]') && !inline) {
            const label = element.matches('[type=checkbox], [type=radio]') && element.closest('label');
            const target = label ? label.getBoundingClientRect() : at;
            if (Math.min(target.width, target.height) < smallest - 0.5) {
              faults.push(`${name(element)} has ${Math.round(target.width)} x ${Math.round(target.height)} px`);
            }
            for (const other of controls) {
              if (overlap(at, other.at) && !other.element.contains(element))
                faults.push(`${name(element)} and ${name(other.element)} overlap`);
            }
            controls.push({element, at});
          }
        }
        for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) look(child, scrolls, silent, clip);
      }

      const everything = {left: -1e6, top: -1e6, right: 1e6, bottom: 1e6};
      look(root, false, false, everything);
      const strange = (a, b) => a !== b && !a.contains(b) && !b.contains(a);
      for (const [i, {element, line}] of texts.entries()) {
        const control = controls.find((one) => strange(one.element, element) && overlap(line, one.at, 0.3));
        if (control) faults.push(`${name(element)} runs into ${name(control.element)}`);
        const other = texts.slice(i + 1).find((one) => strange(one.element, element) && overlap(line, one.line, 0.3));
        if (other) faults.push(`${name(element)} and ${name(other.element)} overlap`);
      }
      const {scrollWidth, clientWidth} = document.documentElement;
      if (scrollWidth > clientWidth) faults.push(`${where} can be scrolled sideways by ${scrollWidth - clientWidth} px`);
      return faults;
    },
    [selector, least],
  );
