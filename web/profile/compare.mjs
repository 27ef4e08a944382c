// Two profiles side by side: what each operation took now and before.
//
//   for (const {name, now, before, difference} of compareOperations(model, other)) ...
//   totalsOf(model)                              // rows of the Summary: [{label, value, format}]
//
// Operations are the same where name and phase are. One that is in only one of them has 0 cycles in the other.
// Cycles are those of a training step, in the mean of the profiled runs, of an engine run, or of a call. A step is the same
// work in programs that do one and a thousand of them in an engine run: figures of a run say nothing there.

import {addTo} from './keys.mjs';

/** How many training steps the profiled runs did; where a profile does not say it, each run is one. */
export const profiledSteps = ({runs, execution}) =>
  runs.slice(0, execution.profiledRuns).reduce((sum, {steps}) => sum + (steps || 1), 0);

/** Most different first. `before` is null where an operation is new, `now` null where it is gone. */
export function compareOperations(model, other, basis = 'step') {
  const rows = new Map();
  const scaled = ({cycles, calls}, of) =>
    cycles / Math.max(1, {step: profiledSteps(of), run: of.execution.profiledRuns, call: calls}[basis]);
  for (const operation of model.operations) {
    const {name, phase, index, key} = operation;
    rows.set(key, {name, phase, index, now: scaled(operation, model), before: null});
  }
  for (const operation of other.operations) {
    const row = rows.get(operation.key) ?? {name: operation.name, phase: operation.phase, index: -1, now: null, before: null};
    row.before = scaled(operation, other);
    rows.set(operation.key, row);
  }
  const all = [...rows.values()].map((row) => ({...row, difference: (row.now ?? 0) - (row.before ?? 0)}));
  return all.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

/** Figures of a whole profile that two profiles are compared by; `format` names how they are written. */
export function totalsOf(model) {
  const steps = Math.max(1, profiledSteps(model));
  const byKind = {};
  for (const {cycles} of model.lanes) {
    for (const [kind, count] of Object.entries(cycles)) addTo(byKind, kind, count);
  }
  const all = Object.values(byKind).reduce((sum, count) => sum + count, 0);
  return [
    {label: 'Training steps profiled', value: steps, format: 'count'},
    {label: 'Cycles of a step', value: model.execution.profiledCycles / steps, format: 'cycles'},
    {label: 'Time of a step', value: model.seconds(model.execution.profiledCycles / steps), format: 'seconds'},
    {label: 'Share of computing', value: all > 0 ? (byKind.compute ?? 0) / all : NaN, format: 'percent'},
    {
      label: 'Floating-point operations of a step',
      value: model.operations.reduce((sum, {flops}) => sum + flops, 0) / steps,
      format: 'count',
    },
    {
      label: 'Memory at the peak, all IPUs',
      value: model.ipus.reduce((sum, {totalBytes}) => sum + totalBytes, 0),
      format: 'bytes',
    },
    {label: 'Largest tile', value: Math.max(...model.ipus.map(({largestTileBytes}) => largestTileBytes)), format: 'bytes'},
    {label: 'Compute sets', value: model.graph.numComputeSets, format: 'count'},
    {label: 'Compile time, as given', value: model.compilation.seconds, format: 'seconds'},
  ];
}
