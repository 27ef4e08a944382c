// Prints build/benchmarks/*.json, as tools/benchmark writes them, as tables.
//
//   node tools/benchmark_table.mjs build/benchmarks
//
// "speed" is relative to the first case of the same group in the same run.

import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** One line for each implementation and kind of images: microseconds a mini-batch. */
export function printProduct({rows, toAccuracy}) {
  console.log('\nproduct: microseconds a mini-batch, whole program, every loss read');
  const workloads = [...new Set(rows.map((row) => row.workload))].sort();
  console.log(
    'where'.padEnd(10) + 'what'.padEnd(24) + 'images'.padEnd(11) + workloads.map((name) => name.padStart(10)).join(''),
  );
  const lines = new Map();
  for (const row of rows) {
    const key = row.environment.padEnd(10) + row.implementation.padEnd(24) + row.data.padEnd(11);
    if (!lines.has(key)) lines.set(key, {});
    lines.get(key)[row.workload] = row.us;
  }
  for (const [key, times] of lines) {
    console.log(key + workloads.map((name) => (times[name]?.toFixed(0) ?? '').padStart(10)).join(''));
  }
  for (const [part, ms] of Object.entries(toAccuracy)) {
    console.log(`10,000 steps of W1 on digits in Chromium, ${part}: ${ms.toFixed(0)} ms`);
  }
}

function printCases(title, cases) {
  console.log(`\n${title}`);
  console.log(
    `${'case'.padEnd(26)}${'implementation'.padEnd(24)}${'median us'.padStart(11)}` +
      `${'best us'.padStart(11)}${'GFLOP/s'.padStart(9)}${'speed'.padStart(8)}`,
  );
  for (const one of cases) {
    const first = cases.find((other) => other.case === one.case);
    console.log(
      one.case.padEnd(26) +
        one.implementation.padEnd(24) +
        one.us.toFixed(2).padStart(11) +
        one.best_us.toFixed(2).padStart(11) +
        (one.flop > 0 ? (one.flop / one.us / 1e3).toFixed(1) : '').padStart(9) +
        `${(first.us / one.us).toFixed(2)}x`.padStart(8),
    );
  }
}

function printAll() {
  const folder = process.argv[2] ?? 'build/benchmarks';
  const read = (name) => {
    const path = join(folder, name);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  };

  for (const environment of ['native', 'node', 'chromium']) {
    const kernels = read(`kernels-${environment}.json`);
    const conv = read(`conv-${environment}.json`);
    const step = read(`step-${environment}.json`);
    const pipeline = read(`pipeline-${environment}.json`);
    const schedule = read(`schedule-${environment}.json`);
    const frame = read(`frame-${environment}.json`);
    const run = read(`run-${environment}.json`);
    if (kernels) printCases(`${environment}: kernels`, kernels);
    if (conv) printCases(`${environment}: convolutions`, conv);
    if (step) printCases(`${environment}: training steps, ten at a time`, step);
    if (pipeline) printCases(`${environment}: one weight update of a pipeline`, pipeline);
    if (schedule) printCases(`${environment}: planning and timing schedules`, schedule);
    if (frame) printCases(`${environment}: frames of the page`, frame);
    if (run) {
      console.log(
        `\n${environment}: ${run.steps} steps in ${run.real.seconds.toFixed(2)} s, ` +
          `${Math.round(run.real.steps_per_second)} steps/s, weights ${run.weight_hash}`,
      );
    }
  }
  const product = read('product.json');
  if (product) printProduct(product);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printAll();
