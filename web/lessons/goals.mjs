// <pipette-goal>: something to try, and when it is reached.
//
//   <pipette-goal id="ninety" when="evaluate.accuracy >= 0.9"><p>Reach 90 % on the test images.</p></pipette-goal>
//
// `when` compares what cells have done (facts of watch.mjs), or what the page beside the text shows
// (page_view.mjs), with numbers or words: parts joined by `and`, all about one fact: kind.field, one of
// >= <= > < =, a number, or after = a word. It is checked as soon as there is such a fact, and stays reached.

import {conditions, isReached} from './conditions.mjs';
import {make} from '../make.mjs';

export class PipetteGoal extends HTMLElement {
  #conditions = [];
  #mark = make('span', 'goal-mark');

  connectedCallback() {
    if (this.#conditions.length > 0) return;
    this.#conditions = conditions(this.getAttribute('when'));
    this.#mark.setAttribute('role', 'status');
    this.querySelector('p').append(' ', this.#mark);
  }

  get reached() {
    return this.hasAttribute('reached');
  }

  /** True when this fact has reached it. */
  take(fact) {
    if (this.reached || !isReached(this.#conditions, fact)) return false;
    this.setReached();
    return true;
  }

  setReached() {
    this.setAttribute('reached', '');
    this.#mark.textContent = 'Reached';
  }
}
