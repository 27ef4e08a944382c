// <pipette-figure>: a live picture. Its code runs when the reader comes to it, in a worker of its own, and
// again whenever a control in it changes; the code finds the controls' values, by name, in `input`.
//
//   <pipette-figure id="shape">
//     <label>Stages <input type="range" name="stages" min="2" max="6" value="4"></label>
//     <pre hidden>show((await createPipette()).createSession(...input.stages...).pipeline());</pre>
//     <figcaption>What there is to see.</figcaption>
//   </pipette-figure>
//
// `import` works as in cells. The caption tells those who do not see the picture, or run no scripts, what it shows.

import {Notebook} from './notebook.mjs';
import {make} from '../make.mjs';
import {codeIn} from './code_in.mjs';
import {Output} from './output.mjs';

let latest = Promise.resolve(); // figures run one after the other: each needs a worker for a moment

export class PipetteFigure extends HTMLElement {
  #code = '';
  #output = new Output();
  #fresh = false;
  #notebook = new Notebook();
  #controls = [];
  #wanted = false;

  connectedCallback() {
    if (this.#code) return;
    this.#code = codeIn(this);
    this.#controls = [...this.querySelectorAll('input, select')];
    this.setAttribute('role', 'figure');
    const caption = this.querySelector('figcaption');
    if (!caption) throw new Error('<pipette-figure> needs a <figcaption>: what there is to see');
    caption.id ||= `${this.id}-caption`;
    this.setAttribute('aria-labelledby', caption.id);
    for (const control of this.#controls) {
      if (control.type === 'range') this.#sayValue(control);
      control.addEventListener('input', () => this.draw());
    }
    if (this.#controls.length > 0) {
      const bar = make('div', 'controls');
      bar.append(...this.querySelectorAll('label'));
      this.prepend(bar);
    }
    caption.before(this.#output.element);
    this.#notebook.add(this);
    this.dataset.state = 'new';
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({isIntersecting}) => isIntersecting)) return;
        seen.disconnect();
        this.draw();
      },
      {rootMargin: '200px'},
    );
    seen.observe(this);
  }

  /** Draws what the controls say now; resolves when it stands there. */
  draw() {
    this.#wanted = true;
    latest = latest.then(() => this.#draw());
    return latest;
  }

  get input() {
    return Object.fromEntries(
      this.#controls.map(({name, value, type, checked}) => [
        name,
        type === 'checkbox' ? checked : type === 'range' || type === 'number' ? Number(value) : value,
      ]),
    );
  }

  // What follows is what a Notebook asks of a cell.
  get code() {
    return `const input = ${JSON.stringify(this.input)};${this.#code}`;
  }
  get heading() {
    return 'The picture';
  }

  state(name) {
    this.dataset.state = name;
    if (name === 'waiting') this.#fresh = true;
  }

  take(message) {
    this.#begin();
    this.#output.take(message);
  }

  failed(error) {
    this.#begin();
    this.#output.fail(error);
    this.state('failed');
  }

  async #draw() {
    if (!this.#wanted) return; // a later change has been drawn already
    this.#wanted = false;
    await this.#notebook.run(this);
    if (this.#controls.length === 0) this.#notebook.release();
  }

  // The old picture stays until the new one comes.
  #begin() {
    if (this.#fresh) this.#output.clear();
    this.#fresh = false;
  }

  #sayValue(control) {
    const text = make('output');
    const say = () => {
      text.textContent = control.value;
    };
    control.addEventListener('input', say);
    control.after(' ', text);
    say();
  }
}
