// The files of a program and the editor in which one of them is shown: the program itself first, then the modules beside it.
//
//   const program = new Program({onChange, onRun});
//   panel.append(program.tabs, program.element);
//   program.open({'mnist.py': text, 'model.py': text}, 'mnist.py');
//   program.show('model.py', 12);                       // with the cursor's line marked as that of an error
//   program.mark(['model.py:12']);                      // lines that belong to what is selected elsewhere
//   program.shares = new Map([['model.py:12', 0.8]]);   // beside lines: the part of something that each takes, of 1
//
// onLine and onShare hear such a line when the cursor gets there, and when its share is clicked.

import {CodeEditor} from '../editor/code_editor.mjs';
import {make} from '../make.mjs';

export class Program {
  tabs = make('div', {className: 'tabs', role: 'tablist', 'aria-label': 'Files of the program'});
  element = make('div', 'code-editor');
  #files = new Map();
  #shown = '';
  #editor;
  #shares = new Map();
  #onChange;

  constructor({onChange = () => {}, onRun = () => {}, onLine = () => {}, onShare = () => {}} = {}) {
    this.#onChange = onChange;
    const placeOf = (line) => `${this.#shown}:${line}`;
    this.#editor = new CodeEditor({
      label: 'Program',
      parent: this.element,
      onRun,
      onLine: (line) => onLine(placeOf(line)),
      onShare: (line) => onShare(placeOf(line)),
      onChange: () => {
        if (this.#files.get(this.#shown) === this.#editor.code) return; // another file is shown
        this.#files.set(this.#shown, this.#editor.code);
        this.#shares.clear();
        this.#onChange();
      },
    });
    this.tabs.addEventListener('keydown', ({key}) => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[key];
      const names = this.names;
      if (step) this.show(names[(names.indexOf(this.#shown) + step + names.length) % names.length], 0, {focus: true});
    });
  }

  /** The program's own file is the first. */
  get names() {
    return [...this.#files.keys()];
  }
  get main() {
    return this.names[0] ?? '';
  }
  get files() {
    return Object.fromEntries(this.#files);
  }
  get shown() {
    return this.#shown;
  }

  open(files, main) {
    this.#editor.forget();
    this.#files = new Map([[main, files[main]], ...Object.entries(files).filter(([name]) => name !== main)]);
    this.#shown = '';
    this.show(main);
  }

  /** A module beside it, or another text of one that is there. */
  add(name, text) {
    this.#files.set(name, text);
    this.show(name);
    this.#onChange();
  }

  remove(name) {
    if (name === this.main) return;
    this.#files.delete(name);
    this.show(this.main);
    this.#onChange();
  }

  show(name, errorLine = 0, {focus = false} = {}) {
    if (!this.#files.has(name)) return;
    if (name !== this.#shown) {
      const before = this.#shown || undefined;
      this.#shown = name;
      this.#editor.show(name, this.#files.get(name), before);
      this.#showShares();
    }
    this.#editor.markError(errorLine);
    this.#draw();
    if (focus) this.tabs.querySelector('[aria-selected="true"]')?.focus();
  }

  set shares(byPlace) {
    this.#shares = byPlace;
    this.#showShares();
  }

  /** Marks the places, and shows the first of them, or those in the file that is shown where some are there. */
  mark(places, {reveal = true} = {}) {
    const lines = () =>
      places.filter((place) => place.startsWith(`${this.#shown}:`)).map((place) => Number(place.slice(this.#shown.length + 1)));
    if (places.length > 0 && lines().length === 0) this.show(places[0].slice(0, places[0].lastIndexOf(':')));
    this.#editor.markLines(lines(), {reveal});
  }

  focus() {
    this.#editor.focus();
  }

  #showShares() {
    const begin = `${this.#shown}:`;
    const here = [...this.#shares].filter(([place]) => place.startsWith(begin));
    this.#editor.showShares(new Map(here.map(([place, share]) => [Number(place.slice(begin.length)), share])));
  }

  #draw() {
    this.tabs.replaceChildren(
      ...this.names.flatMap((name) => {
        const selected = name === this.#shown;
        const tab = make('button', {
          type: 'button',
          role: 'tab',
          'aria-selected': String(selected),
          tabIndex: selected ? 0 : -1,
          onclick: () => this.show(name),
        });
        tab.textContent = name;
        if (name === this.main || !selected) return [tab];
        const title = `Remove ${name}`;
        return [
          tab,
          make(
            'button',
            {type: 'button', className: 'remove', title, 'aria-label': title, onclick: () => this.remove(name)},
            '\u00d7',
          ),
        ];
      }),
    );
  }
}
