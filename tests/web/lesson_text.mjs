// The text of a lesson's HTML as a tree, for tests without a browser: elements with attributes and children,
// and texts. It reads what a lesson is written in, and throws where tags do not match.

import {readFileSync} from 'node:fs';

const VOID = new Set(['meta', 'link', 'input', 'br', 'img']);
const ENTITIES = {lt: '<', gt: '>', amp: '&', quot: '"', nbsp: '\u00a0'};

const decoded = (text) =>
  text.replace(/&(#x([0-9a-f]+)|(\w+));/gi, (all, _, hex, name) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : (ENTITIES[name] ?? all),
  );

export class Element {
  children = []; // elements and strings

  constructor(tag, attributes, parent) {
    Object.assign(this, {tag, attributes, parent});
  }

  get text() {
    return this.children.map((each) => (typeof each === 'string' ? each : each.text)).join('');
  }
  get id() {
    return this.attributes.id;
  }

  /** Itself and all elements in it, in order. */
  *walk() {
    yield this;
    for (const each of this.children) if (typeof each !== 'string') yield* each.walk();
  }

  /** All elements in it with a tag, and with a class where one is given: 'details.hint'. */
  all(selector) {
    const [tag, name] = selector.split('.');
    return [...this.walk()]
      .slice(1)
      .filter((each) => each.tag === tag && (!name || (each.attributes.class ?? '').split(' ').includes(name)));
  }

  /** [text, elements around it] of everything, without what `leaveOut` refuses. */
  *texts(leaveOut, around = []) {
    for (const each of this.children) {
      if (typeof each === 'string') yield [each, around];
      else if (!leaveOut(each)) yield* each.texts(leaveOut, [...around, each]);
    }
  }
}

export function parsed(html) {
  const root = new Element('#root', {}, null);
  let at = root;
  for (const [token, comment, close, tag, rest, text] of html.matchAll(
    /<!--(.*?)-->|<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'))?)*)\s*>|([^<]+)|<![^>]*>/gis,
  )) {
    if (comment !== undefined || token.startsWith('<!')) continue;
    if (text !== undefined) {
      at.children.push(decoded(text));
    } else if (close) {
      if (at.tag !== tag) throw new Error(`</${tag}> closes <${at.tag}>`);
      at = at.parent;
    } else {
      const attributes = Object.fromEntries(
        [...rest.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)].map(([, name, a, b]) => [name, decoded(a ?? b ?? '')]),
      );
      const element = new Element(tag, attributes, at);
      at.children.push(element);
      if (!VOID.has(tag)) at = element;
    }
  }
  if (at !== root) throw new Error(`<${at.tag}> is never closed`);
  return root;
}

const folder = new URL('../../web/lessons/', import.meta.url);

export const readLesson = (name) => parsed(readFileSync(new URL(`${name}.html`, folder), 'utf8'));

/** The address of a link to the emulator's page: an experiment, a step to go to, a scene and a place in it. Throws what is wrong. */
export function addressOf(link) {
  const [path, fragment] = link.attributes.href.split(/#(.*)/s);
  if (path !== '../' || !fragment) throw new Error(`${link.attributes.href} is no link to the page with an experiment`);
  const {at = 0, scene = '', digit, station, ...experiment} = JSON.parse(fragment);
  return {at, scene, place: {...(digit && {digit}), ...(station && {station})}, experiment};
}

/** Whether a text has a figure that is not a part of a longer one. */
export function says(text, figure) {
  const pattern = figure
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\d.,])${pattern}(?![.,]?\\d)`).test(text);
}

/** [{cell, from, to}] and [experiment] of a goal's solution. */
export function solutionOf(goal) {
  const items = goal.all('ul.edits').flatMap((list) => list.all('li'));
  return {
    edits: items
      .filter((each) => 'data-cell' in each.attributes)
      .map((item) => ({cell: item.attributes['data-cell'], from: item.all('del')[0].text, to: item.all('ins')[0].text})),
    links: items.filter((each) => 'data-page' in each.attributes).flatMap((item) => item.all('a')),
  };
}
