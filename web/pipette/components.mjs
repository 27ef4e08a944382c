// What layers have learnt, in pictures: singular values of weights, activations as points in the plane, and the way
// of one image through all of them. Types and what each function does: components.d.mts.

import {invalidArgument, requireInteger, requireOptions, requireString, show} from './errors.mjs';
import {callOn} from './owned.mjs';
import {fromModule, toModule} from './tensors.mjs';

export const singularValues = (core, weights) => core.call('singularValues', 0, '', toModule('weights', weights));

/** Of a variable of a session or a model. */
export const singularValuesOf = (owner, name) => callOn(owner, 'singularValues', requireString('name', name));

export function projection(core, activations, options = {}) {
  const {before} = requireOptions('options of projection()', options, ['before']);
  const {points, shares} = core.call('project', 0, '', {
    activations: toModule('activations', activations),
    before: before === undefined ? null : toModule('before.points', before?.points),
  });
  return {points: fromModule(points), shares: [...shares]};
}

/** What a session's layers make of one image, and the gradients of its loss. */
export function imageWay(session, image, label) {
  const {shape} = image ?? {};
  const single = toModule('image', shape?.length === 2 ? {...image, shape: [1, ...shape]} : image);
  if (requireInteger('label', label) > 9)
    throw invalidArgument(`label must be an integer from 0 to 9, but it is ${show(label)}`);
  const {layers, probabilities, loss} = callOn(session, 'imageWay', label, single);
  const withoutBatch = (tensor) => {
    const {
      data,
      shape: [, ...rest],
    } = fromModule(tensor);
    return {data, shape: rest};
  };
  return {
    layers: layers.map(({name, output, gradient, kernel, kernelGradient}) => ({
      name,
      output: withoutBatch(output),
      gradient: withoutBatch(gradient),
      ...(kernel === '' ? {} : {kernel, kernelGradient: fromModule(kernelGradient)}),
    })),
    probabilities: fromModule(probabilities).data,
    loss,
  };
}

/** What a layer of a session or a model makes of images. */
export const layerOutput = (owner, layer, images) =>
  fromModule(callOn(owner, 'layerOutput', requireString('layer', layer), toModule('images', images)));
