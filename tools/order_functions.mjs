#!/usr/bin/env node
// Puts the functions of a WebAssembly module into an order in which gzip finds more to share: it
// looks back 32 KB only, and instances of one template may lie 1 MB apart.
//
//   node tools/order_functions.mjs MODULE     // rewrites the file
//
// Greedy: next comes the function of which the largest share has been seen in the last kilobytes.
// Shares are counted in sequences of six bytes; a sequence that many functions have counts less.
// Nothing but the order changes, and the same module always gets the same order.
//
// What it brings for the page: docs/benchmarks.md.

import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {parseModule, reorder} from './wasm_module.mjs';

const GRAM_BYTES = 6;
const WINDOW_BYTES = 30_000;  // a little less than gzip's
const SMALL_FUNCTION = 30;    // sequences: keeps the smallest functions from being always next
const ONE_BYTE_INDICES = 128;

/** For each function the sequences that others have too: numbers, each once. */
function sharedGrams(bodies) {
  const owners = new Map();
  const counts = bodies.map((body, i) => {
    const grams = new Set();
    for (let at = 0; at + GRAM_BYTES <= body.length; at++) {
      let hash = 2166136261;
      for (let k = 0; k < GRAM_BYTES; k++) hash = Math.imul(hash ^ body[at + k], 16777619);
      grams.add(hash);
    }
    for (const gram of grams) {
      if (!owners.has(gram)) owners.set(gram, []);
      owners.get(gram).push(i);
    }
    return grams.size;
  });
  const shared = [...owners.values()].filter((functions) => functions.length > 1);
  const grams = bodies.map(() => []);
  shared.forEach((functions, gram) => functions.forEach((i) => grams[i].push(gram)));
  return {grams, shared, counts};
}

/** The order: of functions that lie together, `first` stay in front. */
export function chooseOrder(bodies, first = 0) {
  const {grams, shared, counts} = sharedGrams(bodies);
  const seen = new Float64Array(bodies.length);  // weight of its sequences that lie in the window
  const inWindow = new Int32Array(shared.length);
  const account = (i, step) => {
    for (const gram of grams[i]) {
      const before = inWindow[gram];
      inWindow[gram] += step;
      if (before !== 0 && inWindow[gram] !== 0) continue;
      const weight = step / Math.sqrt(shared[gram].length);
      for (const other of shared[gram]) seen[other] += weight;
    }
  };

  const order = [];
  let left = bodies.map((_, i) => i);
  let windowBytes = 0, oldest = 0;
  const append = (i) => {
    order.push(i);
    account(i, 1);
    windowBytes += bodies[i].length;
    for (; windowBytes > WINDOW_BYTES && oldest < order.length - 1; oldest++) {
      account(order[oldest], -1);
      windowBytes -= bodies[order[oldest]].length;
    }
  };
  left.splice(0, first).forEach(append);
  while (left.length > 0) {
    let best = 0, bestShare = -1;
    left.forEach((i, place) => {
      const share = seen[i] / (counts[i] + SMALL_FUNCTION);
      if (share > bestShare) [best, bestShare] = [place, share];
    });
    append(left.splice(best, 1)[0]);
  }
  return order;
}

/** The optimiser has put what is called most in front, where an index takes one byte: it stays. */
export function ordered(bytes) {
  const module = parseModule(bytes);
  const first = Math.min(module.bodies.length, Math.max(0, ONE_BYTE_INDICES - module.imports));
  return reorder(module, chooseOrder(module.bodies, first));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path, ...others] = process.argv.slice(2);
  if (!path || others.length > 0) {
    console.error('usage: node tools/order_functions.mjs MODULE');
    process.exit(2);
  }
  writeFileSync(path, ordered(readFileSync(path)));
}
