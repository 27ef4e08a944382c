// The program tree in Poplar's words and colours. A loop's body stands once, with its count; cycles and bytes are
// those of all executions that were recorded, children included.
//
// Arrows go up and down, open and close; Home, End; Enter selects. It is an ARIA tree.

import {make} from '../make.mjs';
import {button} from './dom.mjs';
import {spacedWords} from './format.mjs';
import {nodeColour} from './theme.mjs';
import {formatBytes, formatCount, formatNoun, formatPercent} from '../quantities.mjs';

export class TreeTab {
  #view;
  #open = new Set();
  #items = []; // visible: {each, depth, parent, line}
  #parents = new Map();
  #selected = null;
  #marked = new Set();
  #tree = make('div', {className: 'p-tree', role: 'tree', 'aria-label': 'Program tree'});

  constructor(view) {
    this.#view = view;
    const root = view.model.compilation.program;
    this.#index(root, null);
    this.#openAll(root);
    this.#tree.addEventListener('keydown', (event) => this.#keyed(event));
    this.#tree.addEventListener('click', ({target}) => {
      const item = this.#items.find(({line}) => line === target.closest('[role="treeitem"]'));
      if (!item) return;
      if (target.closest('b')) this.#toggle(item);
      else this.#choose(item);
    });
    this.element = make(
      'div',
      'p-tab-body',
      make(
        'div',
        'p-tools',
        button('Open all', () => {
          this.#openAll(root);
          this.#draw();
        }),
        button('Close all', () => {
          this.#open = new Set([root]);
          this.#draw();
        }),
        make('span', 'p-hint', `Cycles of all lanes in ${formatNoun(view.model.execution.profiledRuns, 'engine run')}`),
      ),
      this.#tree,
    );
    this.#draw();
  }

  shown() {}

  apply(meant, from) {
    const {model} = this.#view,
      names = new Map();
    for (const at of meant.operations)
      for (const instruction of model.operations[at].instructions) {
        names.set(instruction, [...(names.get(instruction) ?? []), model.operations[at].tracedName]);
      }
    this.#marked = new Set();
    for (const each of this.#parents.keys()) {
      const wanted = names.get(each.instruction);
      if (
        wanted &&
        (wanted.includes(each.name) ||
          (/^StreamCopy|Exchange$|^RemoteCopy/.test(each.kind) && !each.children && each.kind !== 'DoExchange'))
      )
        this.#marked.add(each);
      if (meant.instruction !== null && each.instruction === meant.instruction && meant.operations.size === 0)
        this.#marked.add(each);
      if (meant.step && each.instruction === Math.floor(meant.step.step / 2)) this.#marked.add(each);
    }
    if (from !== 'tree') this.#selected = null;
    this.#showMarked(from !== 'tree');
  }

  search(text, next) {
    const wanted = text.toLowerCase();
    this.#marked = new Set(
      text ? [...this.#parents.keys()].filter(({kind, name}) => `${kind} ${name}`.toLowerCase().includes(wanted)) : [],
    );
    this.#showMarked(text !== '', next);
    return this.#marked.size;
  }

  #index(each, parent) {
    this.#parents.set(each, parent);
    each.children?.forEach((child) => this.#index(child, each));
  }

  #openAll(each) {
    if (!each.children) return;
    this.#open.add(each);
    each.children.forEach((child) => this.#openAll(child));
  }

  #showMarked(reveal) {
    if (reveal)
      for (const each of this.#marked)
        for (let up = this.#parents.get(each); up; up = this.#parents.get(up)) this.#open.add(up);
    this.#draw();
    const first = this.#items.find(({each}) => this.#marked.has(each));
    if (reveal && first) this.#scrollTo(first.line);
  }

  #scrollTo(line) {
    const top = line.offsetTop - this.#tree.offsetTop - 60;
    if (top < this.#tree.scrollTop || top + 100 > this.#tree.scrollTop + this.#tree.clientHeight)
      this.#tree.scrollTop = Math.max(0, top);
  }

  #draw(focused = null) {
    this.#items = [];
    this.#add(this.#view.model.compilation.program, 0, 1, 1);
    const head = make('div', {className: 'p-treehead', role: 'presentation'});
    head.append(
      ...['', 'Count', 'Cycles', 'Bytes', 'Share'].map((text, i) =>
        make('span', {className: i === 2 ? 'p-num p-main' : 'p-num'}, text),
      ),
    );
    this.#tree.replaceChildren(head, ...this.#items.map(({line}) => line));
    const current = this.#items.find(({each}) => each === (focused ?? this.#selected)) ?? this.#items[0];
    current.line.tabIndex = 0;
    if (focused) current.line.focus({preventScroll: true});
  }

  #add(each, depth, place, siblings) {
    const {model} = this.#view,
      open = this.#open.has(each),
      {kind, name, count, cycles, bytes, executions, phase, ipu} = each;
    const root = model.compilation.program.cycles;
    const bar = make('i');
    bar.style.background = nodeColour(kind);
    const small = [
      phase !== 'none' && !each.children ? spacedWords(phase) : '',
      model.ipus.length > 1 && !each.children ? `IPU ${ipu}` : '',
    ]
      .filter(Boolean)
      .join(', ');
    const title = make(
      'span',
      'p-nodename',
      make('b', {'aria-hidden': 'true'}, each.children ? (open ? '\u25be' : '\u25b8') : ''),
      bar,
      make('span', {title: name}, name ? `${kind} (${name})` : kind),
      small ? make('small', '', small) : null,
    );
    title.style.setProperty('--depth', depth);
    const times = count !== undefined ? `\u00d7\u00a0${formatCount(count)}` : executions > 0 ? formatCount(executions) : '';
    const line = make(
      'div',
      {
        role: 'treeitem',
        tabindex: -1,
        'aria-level': depth + 1,
        'aria-posinset': place,
        'aria-setsize': siblings,
        'aria-selected': String(each === this.#selected),
        'aria-expanded': each.children ? String(open) : null,
        'data-marked': this.#marked.has(each),
      },
      title,
      make('span', {className: 'p-num', title: count !== undefined ? 'times round the loop' : 'recorded executions'}, times),
      make('span', 'p-num p-main', formatCount(cycles)),
      make('span', 'p-num', bytes > 0 ? formatBytes(bytes) : ''),
      make('span', 'p-num', root > 0 ? formatPercent(cycles / root) : ''),
    );
    this.#items.push({each, line});
    if (open) each.children.forEach((child, i) => this.#add(child, depth + 1, i + 1, each.children.length));
  }

  #toggle({each}) {
    if (!each.children) return;
    if (!this.#open.delete(each)) this.#open.add(each);
    this.#draw(each);
  }

  #choose({each}) {
    this.#selected = each;
    this.#view.select(
      each.instruction === undefined ? null : {instruction: each.instruction, ...(each.name ? {name: each.name} : {})},
      'tree',
    );
    this.#draw(each);
  }

  #keyed(event) {
    const at = this.#items.findIndex(({line}) => line === event.target);
    if (at < 0) return;
    const item = this.#items[at],
      {each} = item,
      open = this.#open.has(each);
    const go = (index) => this.#draw(this.#items[Math.max(0, Math.min(this.#items.length - 1, index))].each);
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(this.#items.length - 1);
    else if (event.key === 'ArrowRight' && each.children) {
      if (open) go(at + 1);
      else this.#toggle(item);
    } else if (event.key === 'ArrowLeft' && each.children && open) this.#toggle(item);
    else if (event.key === 'ArrowLeft') {
      if (this.#parents.get(each)) this.#draw(this.#parents.get(each));
    } else if (event.key === 'Enter' || event.key === ' ') this.#choose(item);
    else return;
    event.preventDefault();
    const focused = this.#items.find(({line}) => line.tabIndex === 0);
    if (focused) this.#scrollTo(focused.line);
  }
}
