// <pipette-goal>: something to try, and when it is reached.
//
//   <pipette-goal id="ninety" when="evaluate.accuracy >= 0.9">Reach 90 % on the test images.</pipette-goal>
//
// `when` compares what cells have done (facts of watch.mjs) with numbers: parts joined by `and`, all
// about one fact: kind.field, one of >= <= > < =, a number. It is checked as soon as a cell gives
// such a fact, and stays reached.

const OPERATORS = {
  '>=': (a, b) => a >= b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '<': (a, b) => a < b, '=': (a, b) => a === b,
};

/** [{kind, field, operator, value}]; throws what is wrong with the text. */
export function conditions(text) {
  return text.split(/\s+and\s+/).map((part) => {
    const match = part.trim().match(/^(\w+)\.(\w+)\s*(>=|<=|>|<|=)\s*(-?[\d.]+(?:e-?\d+)?)$/);
    if (!match) throw new Error(`"${part}" is no condition of a goal`);
    const [, kind, field, operator, value] = match;
    return {kind, field, operator, value: Number(value)};
  });
}

export const isReached = (list, fact) => list.every(
  ({kind, field, operator, value}) => fact.kind === kind && OPERATORS[operator](fact[field], value));

export class PipetteGoal extends HTMLElement {
  #conditions = [];
  #mark = document.createElement('span');

  connectedCallback() {
    if (this.#conditions.length > 0) return;
    this.#conditions = conditions(this.getAttribute('when'));
    this.#mark.className = 'goal-mark';
    this.#mark.setAttribute('role', 'status');
    this.append(' ', this.#mark);
  }

  get reached() { return this.hasAttribute('reached'); }

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
