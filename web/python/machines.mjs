// What a program runs, live: for each strategy and model its queues and timeline, and when it has ended the schedule of its
// pipeline and its profile; beside them the latest tensors that it took out of outfeed queues.
//
//   const machines = new Machines();
//   parent.append(machines.element);
//   machines.take(message);              // of worker.mjs
//   machines.clear();
//   machines.shares();                   // of the cycles of all machines, of 1, by lines such as 'mnist.py:12'
//   machines.select('mnist.py:12');      // its operations, in the profiles that are open
//
// `onSources` hears the lines of what is selected in a profile, and {reveal}: whether somebody looks for them.

import '../queues/pipette_queues.mjs';
import {viewOf} from '../lessons/views.mjs';
import {make} from '../make.mjs';

const WITHOUT_OPERATIONS = ['summary', 'insights']; // tabs of the profile that mark none

export class Machines {
  element = make('div', 'side');
  #tensors = null; // {content, views by name}
  #panels = new Map(); // {queues, content}, by the number of the machine
  #profiles = []; // {details, operations}
  #onSources;

  constructor({onSources = () => {}} = {}) {
    this.#onSources = onSources;
  }

  clear() {
    this.#profiles = [];
    this.element.replaceChildren();
    this.#panels.clear();
    this.#tensors = null;
  }

  take({type, machine, ...message}) {
    if (type === 'tensors') return this.#show(message.pictures);
    if (type === 'left-out') return this.element.append(make('p', 'dim', `The first ${message.machines} machines are shown.`));
    const panel = this.#panels.get(machine) ?? this.#open(machine);
    if (type === 'snapshot') panel.queues.update(message.snapshot);
    if (type === 'pipeline') panel.content.append(viewOf({kind: 'schedule', pipeline: message.pipeline}));
    if (type === 'profile') panel.content.append(this.#profile(message.profile));
  }

  /** Each tensor in the place of the one before, by name. */
  #show(pictures) {
    if (pictures.length === 0) return;
    if (this.#tensors === null) {
      const content = make('div', 'content');
      const panel = make('section', 'panel', make('div', 'head', make('h2', '', 'Out of the outfeed queues')), content);
      panel.setAttribute('aria-label', 'Out of the outfeed queues');
      this.element.append(panel);
      this.#tensors = {content, views: new Map()};
    }
    const {content, views} = this.#tensors;
    for (const picture of pictures) {
      const view = viewOf(picture);
      const before = views.get(picture.key);
      if (before) before.replaceWith(view);
      else content.append(view);
      views.set(picture.key, view);
    }
  }

  #open(machine) {
    const queues = make('pipette-queues');
    const content = make('div', 'content', queues);
    const title = make('h2', '', machine === 0 ? 'The machine' : `Machine ${machine + 1}`);
    const panel = make('section', 'panel', make('div', 'head', title), content);
    panel.setAttribute('aria-label', title.textContent);
    this.element.append(panel);
    this.#panels.set(machine, {queues, content});
    return this.#panels.get(machine);
  }

  /** Its views are large: they are drawn when they are asked for. */
  #profile(profile) {
    const details = make('details', 'profile', make('summary', '', 'Profile: where the cycles and the memory go'));
    details.addEventListener('toggle', () => details.append(viewOf({kind: 'profile', profile})), {once: true});
    details.addEventListener('select', ({target, detail}) => {
      this.#onSources(target.view.sources, {reveal: detail?.source === undefined}); // else it comes from a line
    });
    this.#profiles.push({details, operations: profile.operations});
    return details;
  }

  shares() {
    const cycles = new Map();
    let all = 0;
    for (const operation of this.#profiles.flatMap(({operations}) => operations)) {
      all += operation.cycles;
      for (const source of operation.sources ?? [])
        cycles.set(source, (cycles.get(source) ?? 0) + operation.cycles / operation.sources.length);
    }
    return new Map([...cycles].map(([source, sum]) => [source, sum / all]));
  }

  /** `open`: also where no profile is open yet; then the first that has the line is. */
  async select(source, {open = false} = {}) {
    const having = this.#profiles.filter(({operations}) => operations.some(({sources = []}) => sources.includes(source)));
    if (open && having.length > 0 && !having.some(({details}) => details.open)) {
      having[0].details.open = true;
      await new Promise((done) => having[0].details.addEventListener('toggle', done, {once: true})); // its view is there then
      await customElements.whenDefined('pipette-profile');
    }
    // First what is selected elsewhere goes: it takes its marks along.
    for (const each of this.#profiles.toSorted((a, b) => having.includes(a) - having.includes(b))) {
      const element = each.details.querySelector('pipette-profile');
      if (!element?.view) continue;
      if (having.includes(each)) element.select({source});
      else if (element.view.selection !== null) element.select(null);
      if (open && each === having[0]) {
        if (WITHOUT_OPERATIONS.includes(element.view.tab)) element.view.show('operations');
        element.scrollIntoView({block: 'nearest'});
      }
    }
  }
}
