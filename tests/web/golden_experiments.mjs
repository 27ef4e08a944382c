// The list of tests/golden/experiments.h.

import {readFile} from 'node:fs/promises';

/** @returns [{experiment, weights, losses, cycles}], `experiment` as createSession takes it. */
export async function goldenExperiments() {
  const text = await readFile(new URL('../golden/experiments.h', import.meta.url), 'utf8');
  const entry = /R"\((.*?)\)",\s*(?:\/\/\s*)?"([0-9a-f]{16})", "([0-9a-f]{16})", (\d+)\}/gs;
  return [...text.matchAll(entry)].map(([, experiment, weights, losses, cycles]) => ({
    experiment: JSON.parse(experiment),
    weights,
    losses,
    cycles: Number(cycles),
  }));
}
