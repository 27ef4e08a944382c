// The core-only module under test, and small experiments.
//
// PIPETTE_MODULE_DIR names the folder it is in; default: build/wasm-web/page, so it is the one
// that the page has.

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const folder = process.env.PIPETTE_MODULE_DIR ?? join(root, 'build/wasm-web/page');
const file = join(folder, 'pipette.mjs');
if (!existsSync(file)) {
  throw new Error(`no pipette.mjs in ${folder}: run tools/play --build-only, or set PIPETTE_MODULE_DIR`);
}
export const api = await import(pathToFileURL(file).href);

/** Real MNIST, or null: it is not part of the repository. */
const mnist = join(process.env.PIPETTE_SHARED_DIR ?? join(root, '../shared'), 'data/mnist');
export const mnistFolder = existsSync(join(mnist, 'train-images-idx3-ubyte.gz')) ? mnist : null;

export const pipette = await api.createPipette();

/** A network small enough to be trained in milliseconds. */
export const small = {batchSize: 8, hiddenUnits: 16, steps: 30, stepsPerExecution: 10, seed: 3};

/** The figures that must not depend on how the work was cut. */
export function figures(session) {
  const {lossHash, weightHash, modelled, steps, runs} = session.summary({accuracy: false});
  return {lossHash, weightHash, modelled, steps, runs, losses: [...session.losses()]};
}

export function runAll(session) {
  while (!session.advance({microseconds: Infinity}));
  return session;
}

/** Whether `error` is a PipetteError with this name and code and a message that matches. */
export const isError = (name, code, message) => (error) => {
  if (!(error instanceof api.PipetteError)) return false;
  if (error.name !== name || error.code !== code || !message.test(error.message)) {
    throw new Error(`expected ${name} ${code} ${message}, got ${error.name} ${error.code}: ` + error.message);
  }
  return true;
};
export const invalid = (message) => isError('InvalidArgumentError', 'INVALID_ARGUMENT', message);

/** What a traced function of no arguments gives. */
export async function evaluate(body) {
  const strategy = pipette.strategy();
  try {
    return await strategy.run(pipette.function(strategy, body));
  } finally {
    strategy.destroy();
  }
}
export const numbersOf = async (body) => [...(await evaluate(body)).data];
