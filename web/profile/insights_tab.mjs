// Insights: sentences with numbers, each with the way to where it comes from, and advice that can be tried.
//
// An insight is {title, text, tab, select, advice}; select is a selection (selection.mjs) or null, advice a list of
// {title, text, changes, promise}. Try it fires the view's event 'apply' with the changes; what came of them is in
// the view's option `tried`, and then stands beside the promise, with Use it, which fires 'take' with the same
// changes. Types: view.d.mts, pipette/profile.d.mts.

import {PROFILE_TAB_LABELS, TAB_ALIASES} from './tab_labels.mjs';
import {make} from '../make.mjs';
import {button} from './dom.mjs';
import {formatCount} from '../quantities.mjs';

/** What came of an advice: {running}, {failed}, {value, kept}, or null where it was not tried. */
export function outcomeOf({changes, promise}, tried, program = 0) {
  const wanted = JSON.stringify(changes),
    found = changes && tried.find((each) => JSON.stringify(each.changes) === wanted);
  if (!found) return null;
  if (found.failed !== undefined) return {failed: found.failed};
  if (!found.measures) return {running: true};
  const came = found.measures[program]?.find(({measure, ipu}) => measure === promise.measure && ipu === promise.ipu);
  if (!came) return {failed: 'the advised program does not have this figure'};
  return {value: came.value, kept: came.value <= promise.to + 0.1 * (promise.from - promise.to)};
}

function outcomeText(outcome, unit) {
  if (outcome.running) return 'It is being tried\u2026';
  if (outcome.failed) return `It could not be tried: ${outcome.failed}`;
  return `${formatCount(Math.round(outcome.value))} ${unit} came: ${outcome.kept ? 'the promise is kept.' : 'the promise is not kept.'}`;
}

export class InsightsTab {
  #view;
  #cards = [];

  constructor(view) {
    this.#view = view;
    this.#cards = view.model.insights.map((insight) => ({insight, element: this.#card(insight)}));
    this.element = make(
      'div',
      'p-tab-body',
      this.#cards.length > 0
        ? make(
            'div',
            'p-insights',
            this.#cards.map(({element}) => element),
          )
        : make('p', 'p-notice', 'Nothing in this profile stands out enough to be said here.'),
    );
  }

  shown() {}
  apply() {}

  search(text) {
    const wanted = text.toLowerCase();
    let found = 0;
    for (const {
      insight: {title, text: sentence, advice = []},
      element,
    } of this.#cards) {
      element.hidden = ![title, sentence, ...advice.map((each) => each.text)].join(' ').toLowerCase().includes(wanted);
      found += element.hidden ? 0 : 1;
    }
    return found;
  }

  #card({title, text, tab, select, advice = []}) {
    const go = () => {
      if (tab) this.#view.show(tab);
      this.#view.select(select ?? null, 'insights');
    };
    const label = PROFILE_TAB_LABELS[TAB_ALIASES[tab] ?? tab];
    return make(
      'article',
      'p-insight',
      make('h3', '', title),
      make('p', '', text),
      advice.map((each) => this.#advice(each)),
      make('div', 'p-tools', label ? button(`Show in ${label}`, go) : null),
    );
  }

  #advice(advice) {
    const {
        text,
        changes,
        promise: {label, from, to, unit},
      } = advice,
      outcome = outcomeOf(advice, this.#view.tried, this.#view.program);
    const ask = (word, event, title) =>
      make(
        'div',
        'p-tools',
        button(word, () => this.#view.ask(event, changes), {className: 'p-button p-primary', title}),
      );
    return make(
      'div',
      'p-advice',
      make('p', '', text),
      make(
        'p',
        'p-dim',
        `Expected ${label}: ${formatCount(Math.round(to))} instead of ${formatCount(Math.round(from))} ${unit}.`,
      ),
      outcome
        ? make(
            'p',
            {className: outcome.kept ? 'p-better' : outcome.running ? 'p-dim' : 'p-worse', role: 'status'},
            outcomeText(outcome, unit),
          )
        : null,
      !changes || !this.#view.applies
        ? null
        : !outcome
          ? ask('Try it', 'apply', 'Runs it beside the experiment that is shown')
          : outcome.value !== undefined
            ? ask('Use it', 'take', 'The advised experiment takes the place of the one that is shown')
            : null,
    );
  }
}
