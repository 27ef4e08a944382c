// Where variables lie on an IPU's tiles, and which live at a step of the program.
//
//   bytesOnTile(variable, 17, 1472);               // of one variable
//   variablesOn(ipu, 3, 9, 1472);                  // [{variable, bytes}], most bytes first
//   liveAt(ipu, 15);                               // {alwaysLive, notAlwaysLive, variables}
//
// Sizes are bytes. A variable is a run of tiles from firstTile on, wrapping round: grains of 8 bytes are dealt
// out evenly, the first tiles hold one more than the others, and the last grain may be cut short
// (device/memory.h). Where that does not give the largest tile's bytes that a profile states, the variable has
// the same bytes on each tile.

import {entryOf} from './keys.mjs';

const GRAIN = 8;

/** Bytes that the grains of a variable are dealt out in. */
function grainOf({bytes, tiles, largestTileBytes}) {
  const grains = Math.ceil(bytes / GRAIN);
  const expected = Math.min(Math.ceil(grains / tiles) * GRAIN, bytes);
  return expected === largestTileBytes ? GRAIN : Math.ceil(bytes / tiles);
}

export function bytesOnTile(variable, tile, tilesPerIpu) {
  const {bytes, firstTile, tiles} = variable;
  const position = (tile - firstTile + tilesPerIpu) % tilesPerIpu;
  if (position >= tiles || bytes === 0) return 0;
  const grain = grainOf(variable),
    grains = Math.ceil(bytes / grain);
  const own = Math.floor(grains / tiles) + (position < grains % tiles ? 1 : 0);
  return own * grain - (position === tiles - 1 ? grains * grain - bytes : 0);
}

const isLive = (variable, step) => variable.alwaysLive || (variable.firstStep <= step && step <= variable.lastStep);

/** Variables with their bytes on a range of tiles, most first. */
export function variablesOn(ipu, from, to, tilesPerIpu) {
  const whole = from <= 0 && to >= tilesPerIpu - 1;
  return ipu.variables
    .map((variable) => {
      let bytes = whole ? variable.bytes : 0;
      if (!whole) for (let tile = from; tile <= to; tile++) bytes += bytesOnTile(variable, tile, tilesPerIpu);
      return {variable, bytes};
    })
    .filter(({bytes}) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
}

/** Bytes by tile of each kind at a step: {weights: Float64Array, ...}; a kind that is not known counts as other. */
export function kindsByTile(ipu, step, tilesPerIpu) {
  const kinds = {};
  for (const variable of ipu.variables) {
    if (!isLive(variable, step)) continue;
    const sums = (kinds[knownKind(variable.kind)] ??= new Float64Array(tilesPerIpu));
    for (let at = 0; at < variable.tiles; at++) {
      const tile = (variable.firstTile + at) % tilesPerIpu;
      sums[tile] += bytesOnTile(variable, tile, tilesPerIpu);
    }
  }
  return kinds;
}

/** Not-always-live bytes of an IPU at a step. */
export function bytesAtStep({liveness: {steps, notAlwaysLive}}, step) {
  let low = 0,
    high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : notAlwaysLive[low - 1];
}

export function liveAt(ipu, step) {
  const variables = ipu.variables.filter((each) => isLive(each, step)).sort((a, b) => b.bytes - a.bytes);
  return {alwaysLive: ipu.alwaysLiveBytes, notAlwaysLive: bytesAtStep(ipu, step), variables};
}

/** The fewest variables that make up `share` of the not-always-live bytes at a step. */
export function mostOfStep(ipu, step, share = 0.8) {
  const live = liveAt(ipu, step).variables.filter(({alwaysLive}) => !alwaysLive);
  const goal = share * live.reduce((sum, {bytes}) => sum + bytes, 0),
    found = [];
  for (let sum = 0, i = 0; i < live.length && sum < goal; i++) {
    sum += live[i].bytes;
    found.push(live[i]);
  }
  return found;
}

const plainName = (name) => name.replace(/^gradients\//, '').replace(/(^|\/)stage_\d+\//, '$1');

/** Whether a variable belongs to an operation: one name is a beginning of the other, or they are of one layer. */
export function belongsTo(variable, operation) {
  const name = plainName(variable.name),
    traced = plainName(operation.tracedName);
  if (name === traced || name.startsWith(`${traced}/`) || traced.startsWith(`${name}/`)) return true;
  const isParameter = variable.kind === 'weights' || variable.kind === 'optimizerState' || variable.kind === 'accumulators';
  return (
    isParameter &&
    operation.layer !== '' &&
    name.startsWith(`${operation.layer}/`) &&
    !name.includes('bias') &&
    /MatMul|Conv/.test(operation.kind)
  );
}

export const MEMORY_KINDS = {
  weights: 'weights',
  optimizerState: 'optimizer state',
  accumulators: 'gradient accumulators',
  stash: 'stashed activations',
  other: 'values',
};
const knownKind = (kind) => (Object.hasOwn(MEMORY_KINDS, kind) ? kind : 'other');
/** What a variable is for, in words. */
export const memoryLabel = (kind) => entryOf(MEMORY_KINDS, kind);
