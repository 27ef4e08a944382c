// What each bundler and host runs, from the npm package: it fits a model, which needs both parts of the emulator, and shows the hash of
// its weights.

import {createPipette} from 'pipette-ipu';

export async function fit() {
  const p = await createPipette();
  const x = Float32Array.from({length: 64 * 6}, (_, i) => ((i * 37) % 19) / 19);
  const y = Int32Array.from({length: 64}, (_, i) => i % 3);
  const data = p.dataset.fromTensorSlices({data: x, shape: [64, 6]}, {data: y, shape: [64]}).batch(8);
  const model = p.sequential([p.layers.dense(8, {activation: 'relu'}), p.layers.dense(3, {activation: 'softmax'})], {seed: 5});
  model.compile({optimizer: 'adam', loss: 'sparse_categorical_crossentropy', stepsPerExecution: 4});
  await model.fit(data, {epochs: 3});
  return p.hash(model.variables().map((each) => each.value()));
}

export async function show() {
  try {
    document.title = await fit();
  } catch (error) {
    document.title = `failed: ${error.stack}`;
  }
}
