// <pipette-page>: the emulator's own page in a state that a link holds, beside the text or in a tab.
//
//   <pipette-page><a href='../#{"experiment":"loops"}'>The page with a convolutional network</a></pipette-page>
//
// What the reader does there comes back as facts of the kind `page`: fields of the experiment by their names
// (page.steps_per_execution) and what has been reached (page.step, page.seconds). Goals may ask for them.

import {make} from '../make.mjs';

const EVERY_MS = 400;
const watched = new Set(); // windows with the emulator's page
let clock = 0,
  tell = () => {};

/** Words and numbers that a goal may ask for, of what the page says of itself; times are modelled. */
export function pageFact({parameters, summary, pipeline, accuracy, step, finished, running, inspector}) {
  const {device, host, ...fields} = parameters;
  const {cycles, seconds_without_compile: seconds, stream_wait_cycles: waited} = summary.modelled;
  return {
    ...host,
    ...device,
    ...fields,
    kind: 'page',
    step,
    finished,
    running,
    runs: summary.runs,
    seconds,
    accuracy,
    waited: cycles > 0 ? waited / cycles : 0,
    loss: step > 0 ? summary.final_loss : NaN,
    bubble: pipeline?.bubble ?? NaN,
    stash: pipeline?.peak_stash_bytes ?? NaN,
    tensors: inspector?.tensors.length ?? 0,
  };
}

function look() {
  for (const window of watched) {
    try {
      if (window.closed) watched.delete(window);
      else if (window.pipette_app) tell(pageFact(window.pipette_app.state()));
    } catch {
      /* it loads, or has gone elsewhere */
    }
  }
}

/** `take(fact)` is called for every page that was opened from here, again and again. */
export function watchPages(take) {
  tell = take;
}

function watch(window) {
  watched.add(window);
  clock ||= setInterval(look, EVERY_MS);
}

let shown = null; // one at a time: browsers keep few WebGL contexts

export class PipettePage extends HTMLElement {
  #link;
  #frame = null;
  #button = make('button', '', 'Show it here');

  connectedCallback() {
    if (this.#link) return;
    this.#link = this.querySelector('a');
    this.#link.target = '_blank';
    this.#link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const opened = open(this.#link.href);
      if (!opened) return; // then the link does it
      event.preventDefault();
      watch(opened);
    });
    this.#button.type = 'button';
    this.#button.setAttribute('aria-expanded', 'false');
    this.#button.setAttribute('aria-label', `Show it here: ${this.#link.textContent}`);
    this.#button.addEventListener('click', () => (this.#frame ? this.hide() : this.show()));
    this.append(' ', this.#button);
  }

  get frame() {
    return this.#frame;
  }

  show() {
    shown?.hide();
    shown = this;
    this.#frame = make('iframe');
    this.#frame.title = this.#link.textContent;
    this.#frame.src = this.#link.href;
    this.append(this.#frame);
    watch(this.#frame.contentWindow);
    this.#say('Hide it', 'true');
  }

  hide() {
    watched.delete(this.#frame.contentWindow);
    this.#frame.remove();
    this.#frame = shown = null;
    this.#say('Show it here', 'false');
  }

  #say(text, expanded) {
    this.#button.textContent = text;
    this.#button.setAttribute('aria-expanded', expanded);
    this.#button.setAttribute('aria-label', `${text}: ${this.#link.textContent}`);
  }
}
