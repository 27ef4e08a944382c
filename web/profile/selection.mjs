// What is selected, and what of a profile that means in each tab.
//
//   const meant = resolveSelection(model, {operation: 'dense/MatMul'});
//   meant.operations        // Set of indices into model.operations
//   meant.variables         // Set of names
//   meant.range             // {lane, begin, end} in modelled cycles, or null
//
// Selections are plain data, as insights and hosts give them: {operation, phase?}, {instruction, name?}, {source: 'mnist.py:12'},
// {variable, ipu?}, {ipu}, {ipu, tile}, {ipu, tiles: [from, to]}, {ipu, step}, {lane, begin, end}, mixtures, or null.

import {formatNoun} from '../quantities.mjs';
import {belongsTo} from './memory.mjs';

function operationsMeant(model, {operation, phase, instruction, name, source, variable}) {
  const {operations} = model;
  if (source !== undefined) return operations.filter(({sources = []}) => sources.includes(source)).map(({index}) => index);
  if (operation !== undefined) {
    const named = operations.filter((each) => each.name === operation || each.tracedName === operation);
    const exact = named.filter((each) => phase === undefined || each.phase === phase);
    return (exact.length > 0 ? exact : named).map(({index}) => index);
  }
  if (instruction !== undefined) {
    const all = model.operationsOfInstruction(instruction),
      named = all.filter((at) => operations[at].tracedName === name);
    return named.length > 0 ? named : all;
  }
  if (variable !== undefined) {
    const found = model.ipus.flatMap(({variables}) => variables).filter((each) => each.name === variable);
    return operations.filter((each) => found.some((one) => belongsTo(one, each))).map(({index}) => index);
  }
  return [];
}

export function resolveSelection(model, selection) {
  const meant = {
    selection,
    operations: new Set(),
    variables: new Set(),
    tiles: null,
    range: null,
    step: null,
    instruction: null,
    ipu: null,
  };
  if (!selection) return meant;
  const {variable, ipu = 0, tile, tiles, step, lane, begin, end, instruction} = selection;
  meant.operations = new Set(operationsMeant(model, selection));
  if (variable !== undefined) meant.variables.add(variable);
  else if (meant.operations.size > 0) {
    for (const each of model.ipus.flatMap(({variables}) => variables)) {
      if ([...meant.operations].some((at) => belongsTo(each, model.operations[at]))) meant.variables.add(each.name);
    }
  }
  if (tile !== undefined) meant.tiles = {ipu, from: tile, to: tile};
  else if (tiles) meant.tiles = {ipu, from: tiles[0], to: tiles[1]};
  if (begin !== undefined && end !== undefined) meant.range = {lane: lane ?? null, begin, end};
  if (step !== undefined) meant.step = {ipu, step};
  if (selection.ipu !== undefined) meant.ipu = selection.ipu;
  if (instruction !== undefined) meant.instruction = instruction;
  return meant;
}

/** The lines of the program that what is selected comes from, as far as they are known. */
export const sourcesOf = (model, {selection, operations}) =>
  selection?.source !== undefined
    ? [selection.source]
    : [...new Set([...operations].flatMap((at) => model.operations[at].sources ?? []))];

/** What is selected, in words; '' for nothing. */
export function selectionText(model, meant) {
  const {selection, operations, tiles} = meant;
  if (!selection) return '';
  if (selection.variable !== undefined) return `Variable ${selection.variable}`;
  if (selection.source !== undefined) return `${selection.source}: ${formatNoun(operations.size, 'operation')}`;
  if (selection.step !== undefined) return `Step ${selection.step}: ${model.stepName(selection.step)}`;
  if (tiles)
    return tiles.from === tiles.to
      ? `IPU ${tiles.ipu}, tile ${tiles.from}`
      : `IPU ${tiles.ipu}, tiles ${tiles.from} to ${tiles.to}`;
  if (operations.size > 0) {
    const [first] = operations;
    return operations.size === 1 ? model.operations[first].name : `${operations.size} operations`;
  }
  return meant.range ? 'A range of time' : meant.ipu !== null ? `IPU ${meant.ipu}` : '';
}
