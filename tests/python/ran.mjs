// A Python program on an emulator that keeps nothing of the one before, and the models that it made.

import {imagesIn} from '../../tools/mnist_files.mjs';
import {bridgeOf} from '../../web/python/bridge.mjs';
import {api, mnistFolder} from '../wasm/module.mjs';
import {pythonForTests} from './start.mjs';

const {run, printed} = await pythonForTests();
const emulator = await api.createPipette();
let models = [];
for (const maker of ['sequential', 'model']) {
  const make = emulator[maker].bind(emulator);
  emulator[maker] = (...given) => {
    const model = make(...given);
    models.push(model);
    return model;
  };
}

/** {status, text, emulator, hash()}: how it ended, what it printed, and the hash of the weights of the model that it made last. */
export async function ranPython(program, {real = false, ...options} = {}) {
  emulator.destroyAll(); // of the program before
  models = [];
  const dataFiles = real ? {mnist: await imagesIn(mnistFolder, emulator)} : {};
  printed();
  const status = run(program, {...options, modules: {_pipette: bridgeOf(emulator, {dataFiles})}});
  const hash = () => emulator.hash(Object.values(models.at(-1).weights()));
  return {status, text: printed(), emulator, hash};
}
