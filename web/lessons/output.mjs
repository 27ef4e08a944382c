// What a run of code has given, in the order in which it came: lines, pictures, queues that move, an error.
//
//   const output = new Output();
//   parent.append(output.element);
//   output.take({type: 'log', level: 'log', text: 'loss 0.3'});   // a message of worker.mjs
//
// Lines of console.debug() are in it and are not shown: they hold figures for the text around a picture.

import {make} from '../make.mjs';
import {viewOf} from './views.mjs';

export class Output {
  element = make('div', 'output');
  #lines = null;
  #views = new Map();

  constructor() {
    this.element.hidden = true;
  }

  clear() {
    this.element.replaceChildren();
    this.element.hidden = true;
    this.#lines = null;
    this.#views.clear();
  }

  take(message) {
    if (message.type === 'log') this.#print(message.level, message.text);
    if (message.type === 'picture') this.append(viewOf(message.picture));
    if (message.type === 'snapshot') {
      let view = this.#views.get(message.view);
      if (!view) {
        view = document.createElement('pipette-queues');
        this.#views.set(message.view, view);
        this.append(view);
      }
      view.update(message.snapshot);
    }
  }

  append(element) {
    this.element.append(element);
    this.element.hidden = false;
    this.#lines = null;
  }

  /** An error in a box; `where` names the line. */
  fail({name, message}, where = '') {
    const box = make('div', 'error');
    box.append(make('strong', '', `${name}: `), message, ' ', make('div', 'where', where));
    this.append(box);
  }

  /** What a screen reader says of the result: the last line, or the error. */
  get summary() {
    return (
      this.element.querySelector('.error')?.textContent ??
      [...this.element.querySelectorAll('.line')].at(-1)?.textContent.slice(0, 300) ??
      ''
    );
  }

  #print(level, text) {
    if (level === 'debug') return this.append(make('pre', 'line debug', text));
    if (!this.#lines) {
      const lines = make('div', 'lines scroller');
      this.append(lines);
      this.#lines = lines;
    }
    this.#lines.append(make('pre', `line ${level}`, text));
  }
}
