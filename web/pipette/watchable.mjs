// What can be watched while it trains: a session of an experiment, and a model that someone has built.
// Types: watchable.d.mts. The functions of the module: src/bindings/watch_functions.cc.

import {requireInteger, requireOptions, requirePositive, requireString} from './errors.mjs';
import {camelised, fromSnakeJson} from './json.mjs';
import {handleOf, owning} from './owned.mjs';
import {SLICE_US} from './time.mjs';
import {rangeArguments, spansOf} from './trace.mjs';

const NO_LIMITS = [Infinity, Infinity, Infinity, Infinity];

function budgetArguments(budget) {
  const {
    microseconds,
    instructions = Infinity,
    slots = Infinity,
    steps = Infinity,
    untilCycle = Infinity,
  } = requireOptions('budget', budget, ['microseconds', 'instructions', 'slots', 'steps', 'untilCycle']);
  const unlimited = [instructions, slots, steps, untilCycle].every((limit) => limit === Infinity);
  const real = microseconds ?? (unlimited ? SLICE_US : Infinity);
  return [
    requirePositive('microseconds', real),
    requireInteger('instructions', instructions, {least: 1, orInfinity: true}),
    requireInteger('slots', slots, {least: 1, orInfinity: true}),
    requireInteger('steps', steps, {least: 1, orInfinity: true}),
    requireInteger('untilCycle', untilCycle, {orInfinity: true}),
  ];
}

/** Goes on for a slice; true when it is over. */
export const advanceSlice = (watched, microseconds) => handleOf(watched).call('advance', microseconds, ...NO_LIMITS);

const engineOf = (watched) => JSON.parse(handleOf(watched).call('engineOptions'));

/** `Base`, with an object inside the module that can be watched. */
export const watchable = (Base) =>
  class extends owning(Base) {
    advance(budget = {}) {
      return handleOf(this).call('advance', ...budgetArguments(budget));
    }

    step(size = 'instruction') {
      return handleOf(this).call('step', requireString('size', size));
    }

    status() {
      const status = fromSnakeJson(handleOf(this).call('status'));
      return {...status, steps: status.numSteps, runs: status.run};
    }

    queues() {
      const {infeed, outfeed} = fromSnakeJson(handleOf(this).call('status'));
      return {infeed, outfeed};
    }

    printed() {
      return handleOf(this).call('printed');
    }

    pipeline() {
      return fromSnakeJson(handleOf(this).call('pipeline'));
    }

    losses(range = {}) {
      return this.lossRecord(range).values;
    }

    lossRecord(range = {}) {
      const {from = 0} = requireOptions('range', range, ['from']);
      return handleOf(this).call('losses', requireInteger('from', from));
    }

    traceColumns(range = {}) {
      return handleOf(this).call('trace', ...rangeArguments(range));
    }

    trace(range = {}) {
      return spansOf(this.traceColumns(range));
    }

    get engineOptions() {
      return engineOf(this).options;
    }

    get engineNotes() {
      return engineOf(this).notes;
    }

    profiles() {
      const profiles = JSON.parse(handleOf(this).call('profiles'));
      for (const {insights} of profiles) {
        for (const {advice} of insights) {
          for (const each of advice) each.changes = camelised(each.changes);
        }
      }
      return profiles;
    }

    profile() {
      return this.profiles()[0] ?? null;
    }

    explain(span) {
      return handleOf(this).call('explain', requireInteger('span', span?.number ?? span));
    }
  };
