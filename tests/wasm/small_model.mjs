// A small model that is trained on rows of numbers, for several tests.

import {pipette as p} from './module.mjs';

/** `rows` rows [6] whose label is which third holds the most. */
export function thirds(rows, seed = 1) {
  const x = new Float32Array(rows * 6),
    y = new Int32Array(rows);
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let i = 0; i < rows; i++) {
    const sums = [0, 0, 0];
    for (let j = 0; j < 6; j++) sums[j >> 1] += x[i * 6 + j] = random();
    y[i] = sums.indexOf(Math.max(...sums));
  }
  return [
    {data: x, shape: [rows, 6]},
    {data: y, shape: [rows]},
  ];
}
export const batches = (rows, size) => p.dataset.fromTensorSlices(...thirds(rows)).batch(size);

export function small(options) {
  return p.sequential([p.layers.dense(16, {activation: 'relu'}), p.layers.dense(3, {activation: 'softmax'})], {
    seed: 5,
    ...options,
  });
}
export const loss = 'sparse_categorical_crossentropy';
export const weightsOf = (model) => Object.values(model.weights()).map(({data}) => [...data]);
