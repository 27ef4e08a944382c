// Spans of the execution trace as plain objects, from the columns the core gives.

import {requireInteger, requireOptions} from './errors.mjs';

/** [from, limit] of a range of spans, checked. */
export function rangeArguments(range) {
  const {from = 0, limit = Infinity} = requireOptions('range', range, ['from', 'limit']);
  return [requireInteger('from', from), requireInteger('limit', limit, {orInfinity: true})];
}

/** One object per span; see Span in pipette.d.mts. */
export function spansOf(columns) {
  const spans = new Array(columns.length);
  for (let i = 0; i < columns.length; i++) {
    spans[i] = {
      number: columns.first + i,
      lane: columns.lane[i],
      kind: columns.kinds[columns.kind[i]],
      name: columns.names[columns.name[i]],
      phase: columns.phases[columns.phase[i]],
      beginCycles: columns.beginCycles[i],
      endCycles: columns.endCycles[i],
      run: columns.run[i],
      step: columns.step[i],
      bytes: columns.bytes[i],
      instruction: columns.instruction[i],
      reason: columns.reasons[columns.reason[i]],
      hostBusyCycles: columns.hostBusyCycles[i],
      pipelineCycles: columns.pipelineCycles[i],
      stagingCycles: columns.stagingCycles[i],
      handshakeCycles: columns.handshakeCycles[i],
    };
  }
  return spans;
}
