// What a program runs, live: for each strategy and model its queues and timeline, and when it has ended the schedule of its
// pipeline and its profile.
//
//   const machines = new Machines();
//   parent.append(machines.element);
//   machines.take(message);              // of worker.mjs
//   machines.clear();

import '../queues/pipette_queues.mjs';
import {viewOf} from '../lessons/views.mjs';
import {make} from '../make.mjs';

export class Machines {
  element = make('div', 'side');
  #panels = new Map(); // {queues, content}, by the number of the machine

  clear() {
    this.element.replaceChildren();
    this.#panels.clear();
  }

  take({type, machine, ...message}) {
    const panel = this.#panels.get(machine) ?? this.#open(machine);
    if (type === 'snapshot') panel.queues.update(message.snapshot);
    if (type === 'pipeline') panel.content.append(viewOf({kind: 'schedule', pipeline: message.pipeline}));
    if (type === 'profile') panel.content.append(this.#profile(message.profile));
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
    return details;
  }
}
