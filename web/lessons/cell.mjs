// <pipette-cell>: code that can be edited and run, and what it gives. Its text is the lesson's code:
//
//   <pipette-cell id="train" name="Train"><pre>const n = 3;</pre></pipette-cell>
//
// Without JavaScript the code is still there to read. lesson.mjs joins the cells of a page.

import {Editor} from './editor.mjs';
import {make} from '../make.mjs';
import {codeIn} from './code_in.mjs';
import {Output} from './output.mjs';

const STATES = {
  new: '',
  waiting: 'Waits',
  running: 'Runs',
  ran: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  stale: 'Out of date: it or a cell above has changed',
  lost: 'Run it again: the worker was ended',
  ended: 'Ended. It did not stop by itself, so its worker was ended; what cells had declared is gone',
};

const button = (text, title) => make('button', {type: 'button', title}, text);

export class PipetteCell extends HTMLElement {
  #original = '';
  #editor;
  #status = make('span', 'status');
  #announcer = make('span', 'unseen');
  #output = new Output();
  #buttons = {run: button('Run', 'Ctrl+Enter in the code'), stop: button('Stop'), reset: button('Reset'), copy: button('Copy')};
  #notebook;

  /** The lesson's own code. */
  get original() {
    return this.#original;
  }
  get code() {
    return this.#editor.code;
  }
  get edited() {
    return this.code !== this.#original;
  }
  get heading() {
    return `Cell ${this.number}${this.#name && `: ${this.#name}`}`;
  }
  get #name() {
    return this.getAttribute('name') ?? '';
  }

  connect(notebook, number, {code, onEdit, onRun}) {
    this.#notebook = notebook;
    this.number = number;
    this.#original = codeIn(this).replace(/^\n|\s+$/g, '');
    this.#editor = new Editor({
      code: code ?? this.#original,
      label: `Code of ${this.heading}`,
      describedBy: 'editor-help',
      onChange: () => this.#changed(onEdit),
      onRun: ({goOn}) => onRun(this, goOn),
      onLeave: () => this.#buttons.run.focus(),
    });
    const head = make('div', 'cell-head');
    head.append(make('span', 'number', String(number)), make('span', 'title', this.#name), this.#status);
    const bar = make('div', 'buttons');
    bar.append(
      ...Object.values(this.#buttons),
      make('kbd', 'hint', /Mac|iP(hone|ad)/.test(navigator.platform) ? '\u2318 Enter' : 'Ctrl Enter'),
    );
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', this.heading);
    this.#announcer.setAttribute('role', 'status');
    this.replaceChildren(head, this.#editor.element, bar, this.#output.element, this.#announcer);
    for (const [name, element] of Object.entries(this.#buttons)) {
      element.setAttribute('aria-label', `${element.textContent} ${this.heading}`);
      element.dataset.action = name;
    }
    this.#buttons.run.addEventListener('click', () => onRun(this, false));
    this.#buttons.stop.addEventListener('click', () => notebook.stop());
    this.#buttons.reset.addEventListener('click', () => this.reset());
    this.#buttons.copy.addEventListener('click', () => this.#copy());
    this.#buttons.reset.disabled = !this.edited;
    this.state('new');
    this.busy(null);
  }

  focusCode() {
    this.#editor.focus();
  }
  reset() {
    this.#editor.replace(this.#original);
  }

  /** `cell`: the one that runs, or null. */
  busy(cell) {
    this.#buttons.run.disabled = cell !== null;
    this.#buttons.stop.disabled = cell !== this;
  }

  state(name, other) {
    this.dataset.state = name;
    this.#status.textContent = name === 'needs' ? `Needs ${other.heading}, which did not end` : STATES[name];
    if (name === 'waiting') this.#clear();
    if (['ran', 'failed', 'stopped', 'ended', 'needs'].includes(name)) {
      this.#announcer.textContent = `${this.heading}. ${this.#status.textContent}. ${this.#output.summary}`;
    }
  }

  /** A message of the worker. */
  take(message) {
    this.#output.take(message);
  }

  failed({name, message, line, from, stopped}) {
    if (stopped) return this.state('stopped');
    const elsewhere = from && from !== this;
    const where = line === 0 ? '' : elsewhere ? `${from.heading}, line ${line}` : `Line ${line}`;
    this.#output.fail({name, message}, where);
    (elsewhere ? from : this).#editor.markLine(line);
    this.state('failed');
  }

  #changed(onEdit) {
    this.#buttons.reset.disabled = !this.edited;
    onEdit(this);
    if (!this.#notebook.busy) this.#notebook.refresh();
  }

  #clear() {
    this.#output.clear();
    this.#editor.markLine(0);
  }

  async #copy() {
    const {copy} = this.#buttons;
    try {
      await navigator.clipboard.writeText(this.code);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Not allowed';
    }
    this.#announcer.textContent = copy.textContent;
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  }
}
