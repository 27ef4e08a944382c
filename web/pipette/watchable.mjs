// What can be watched while it trains: a session of an experiment, and a model that someone has built.
// Types: watchable.d.ts.

import {requireInteger, requireOptions} from './errors.mjs';
import {handleOf, owning} from './owned.mjs';
import {rangeArguments, spansOf} from './trace.mjs';

/**
 * `Base`, with an object inside the module that can be watched. `ask` is how the module is asked about
 * this kind of object: status(handle), queues(handle), pipeline(handle), losses(handle, from),
 * trace(handle, from, limit), explain(handle, number).
 */
export const watchable = (Base, ask) => class extends owning(Base) {
  status() { return ask.status(handleOf(this)); }

  queues() { return ask.queues(handleOf(this)); }

  pipeline() { return ask.pipeline(handleOf(this)); }

  losses(range = {}) { return this.lossRecord(range).values; }

  lossRecord(range = {}) {
    const {from = 0} = requireOptions('range', range, ['from']);
    return ask.losses(handleOf(this), requireInteger('from', from));
  }

  traceColumns(range = {}) { return ask.trace(handleOf(this), ...rangeArguments(range)); }

  trace(range = {}) { return spansOf(this.traceColumns(range)); }

  explain(span) { return ask.explain(handleOf(this), requireInteger('span', span?.number ?? span)); }
};
