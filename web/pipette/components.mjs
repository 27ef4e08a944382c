// What layers have learnt, in two pictures: singular values of weights, and activations as points in the
// plane. Types and what each function does: components.d.ts.

import {requireOptions, requireString} from './errors.mjs';
import {callOn} from './owned.mjs';
import {fromModule, toModule} from './tensors.mjs';

export const singularValues = (core, weights) =>
  core.call('singularValues', 0, '', toModule('weights', weights));

/** Of a variable of a session or a model. */
export const singularValuesOf = (owner, name) =>
  callOn(owner, 'singularValues', requireString('name', name));

export function projection(core, activations, options = {}) {
  const {before} = requireOptions('options of projection()', options, ['before']);
  const {points, shares} = core.call('project', 0, '', {
    activations: toModule('activations', activations),
    before: before === undefined ? null : toModule('before.points', before?.points),
  });
  return {points: fromModule(points), shares: [...shares]};
}

/** What a layer of a session or a model makes of images. */
export const layerOutput = (owner, layer, images) =>
  fromModule(callOn(owner, 'layerOutput', requireString('layer', layer), toModule('images', images)));
