// <pipette-question>: something to predict. The answer is shown after one has been chosen and checked.
//
//   <pipette-question id="which" right="2">
//     <p>What takes longest?</p>
//     <ol type="a"><li>The arithmetic</li><li>The call</li></ol>
//     <details><summary>Answer</summary><p>The call: ...</p></details>
//   </pipette-question>
//
// `right` counts from 1. Without JavaScript it is the same text, with an answer to unfold.

import {make} from '../make.mjs';

const letter = (index) => String.fromCharCode(97 + index);

export class PipetteQuestion extends HTMLElement {
  #options = [];
  #answer;
  #check = make('button', '', 'Check my prediction');
  #again = make('button', '', 'Predict again');
  #verdict = make('p', 'verdict');

  connectedCallback() {
    if (this.#answer) return;
    this.#answer = this.querySelector('details');
    const fieldset = make('fieldset');
    const legend = make('legend');
    legend.append(make('span', 'kicker', 'Predict'), ...this.querySelector('p').childNodes);
    const list = this.querySelector('ol');
    this.#options = [...list.children].map((item, i) => {
      const label = make('label');
      const input = make('input', {type: 'radio', name: `question-${this.id}`, value: String(i + 1)});
      label.append(input, ' ', ...item.childNodes);
      item.replaceChildren(label);
      input.addEventListener('change', () => {
        this.#check.disabled = false;
      });
      return {item, input};
    });
    this.#check.type = this.#again.type = 'button';
    this.#check.addEventListener('click', () => this.#commit());
    this.#again.addEventListener('click', () => this.#reset());
    this.#verdict.setAttribute('role', 'status');
    const bar = make('div', 'buttons');
    bar.append(this.#check, this.#again);
    fieldset.append(legend, list);
    this.replaceChildren(fieldset, bar, this.#verdict, this.#answer);
    this.#show();
  }

  get right() {
    return Number(this.getAttribute('right'));
  }
  get answered() {
    return this.hasAttribute('answered');
  }

  /** As the reader left it; the number of an option as text. */
  restore(chosen) {
    const option = this.#options[Number(chosen) - 1];
    if (!option) return;
    option.input.checked = true;
    this.setAttribute('answered', chosen);
    this.#show();
  }

  #commit() {
    const chosen = this.#options.find(({input}) => input.checked)?.input.value;
    if (!chosen) return;
    this.setAttribute('answered', chosen);
    this.#show();
    this.#answer.querySelector('summary').focus();
    this.dispatchEvent(new CustomEvent('answered', {detail: chosen}));
  }

  #reset() {
    this.removeAttribute('answered');
    for (const {input} of this.#options) input.checked = false;
    this.#show();
    this.#options[0].input.focus();
    this.dispatchEvent(new CustomEvent('answered', {detail: null}));
  }

  #show() {
    const chosen = Number(this.getAttribute('answered') ?? 0);
    this.#options.forEach(({item, input}, i) => {
      input.disabled = this.answered;
      item.classList.toggle('right', this.answered && i + 1 === this.right);
      item.classList.toggle('wrong', this.answered && i + 1 === chosen && chosen !== this.right);
    });
    this.#check.hidden = this.answered;
    this.#check.disabled = !this.answered && !this.#options.some(({input}) => input.checked);
    this.#again.hidden = !this.answered;
    this.#answer.hidden = !this.answered;
    this.#answer.open = this.answered;
    this.#verdict.textContent = !this.answered
      ? ''
      : chosen === this.right
        ? 'Right.'
        : `Not this one: ${letter(this.right - 1)} is right.`;
  }
}
