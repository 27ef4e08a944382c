// What a program prints, as a terminal shows it: two streams, a carriage return begins the line anew, the latest lines are in
// sight unless the reader has scrolled up. The line that a traceback names is a button.
//
//   const printed = new Printed({onPlace: ({file, line}) => ...});
//   parent.append(printed.element);
//   printed.write('loss 0.3\n', 'out');
//   printed.note('Stopped.');

import {make} from '../make.mjs';

const MAX_LINES = 4000;
const HOME = '/home/pyodide/';
const PLACE = /File "\/home\/pyodide\/([^"]+)", line (\d+)/;

export class Printed {
  element = make('div', {className: 'printed', tabIndex: 0, role: 'log', 'aria-label': 'What the program prints'});
  #lines = make('pre');
  #line = null; // the last element, while it has no end
  #text = ''; // of that line
  #onPlace;
  #place = null;
  #fault = false; // a traceback has begun
  #waiting = []; // [text, stream], until the next frame

  constructor({onPlace}) {
    this.#onPlace = onPlace;
    this.element.append(this.#lines);
  }

  /** {file, line} of the last place that a traceback named, or null. */
  get place() {
    this.#flush();
    return this.#place;
  }
  get text() {
    this.#flush();
    return this.#lines.textContent;
  }

  clear() {
    this.#waiting = [];
    this.#lines.replaceChildren();
    this.#line = this.#place = null;
    this.#fault = false;
  }

  write(text, stream) {
    if (this.#waiting.length === 0) requestAnimationFrame(() => this.#flush());
    this.#waiting.push([text, stream]);
  }

  /** A line of the page's own. */
  note(text) {
    this.#flush();
    this.#line = null;
    this.#add('note').textContent = `${text}\n`;
    this.#line = null;
    this.#follow(true);
  }

  #add(kind) {
    const line = make('span', kind);
    this.#lines.append(line);
    if (this.#lines.childElementCount > MAX_LINES) {
      this.#lines.firstElementChild.remove();
      this.#lines.firstElementChild.replaceChildren('Earlier lines are not shown.\n');
      this.#lines.firstElementChild.className = 'note';
    }
    return line;
  }

  #flush() {
    const {scrollTop, scrollHeight, clientHeight} = this.element;
    const following = scrollTop + clientHeight > scrollHeight - 24;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const [text, stream] of waiting) {
      for (const piece of text.match(/[^\n]*\n|[^\n]+/g) ?? []) this.#piece(piece, stream);
    }
    if (waiting.length > 0) this.#follow(following);
  }

  #piece(piece, stream) {
    if (this.#line === null || !this.#line.classList.contains(stream)) {
      this.#line = this.#add(stream);
      this.#text = '';
    }
    this.#text = (this.#text + piece).replace(/^.*\r(?!\n)/s, '');
    this.#fault ||= stream === 'error' && /^(Traceback| {2}File ")/.test(this.#text);
    this.#line.classList.toggle('fault', this.#fault && stream === 'error');
    this.#line.textContent = this.#text;
    if (!piece.endsWith('\n')) return;
    const found = stream === 'error' && PLACE.exec(this.#text);
    if (found) this.#link(this.#line, found);
    this.#line = null;
  }

  #link(line, [, file, number]) {
    const place = {file, line: Number(number)};
    this.#place = place;
    const [before, after] = this.#text.split(`${HOME}${file}`);
    const title = `Show line ${number} of ${file}`;
    const button = make('button', {type: 'button', className: 'line-link', title, onclick: () => this.#onPlace(place)}, file);
    line.replaceChildren(before, button, after);
  }

  #follow(following) {
    if (following) this.element.scrollTop = this.element.scrollHeight;
  }
}
