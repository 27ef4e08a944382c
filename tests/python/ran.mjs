// A Python program on an emulator of its own, and the models that it made.

import {imagesIn} from '../../tools/mnist_files.mjs';
import {bridgeOf} from '../../web/python/bridge.mjs';
import {api, mnistFolder} from '../wasm/module.mjs';
import {pythonForTests} from './start.mjs';

const {run, printed} = await pythonForTests();

/** {status, text, emulator, hash()}: how it ended, what it printed, and the hash of the weights of the model that it made last. */
export async function ranPython(program, {real = false, ...options} = {}) {
  const emulator = await api.createPipette();
  const models = [];
  for (const maker of ['sequential', 'model']) {
    const make = emulator[maker].bind(emulator);
    emulator[maker] = (...given) => {
      const model = make(...given);
      models.push(model);
      return model;
    };
  }
  const dataFiles = real ? {mnist: await imagesIn(mnistFolder, emulator)} : {};
  printed();
  const status = run(program, {...options, modules: {_pipette: bridgeOf(emulator, {dataFiles})}});
  const hash = () => emulator.hash(Object.values(models.at(-1).weights()));
  return {status, text: printed(), emulator, hash};
}
