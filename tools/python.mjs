// Runs a Python program of the tutorials' kind on the emulated machine: `tools/python` says how.

import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {loadPyodide} from 'pyodide';
import * as arrays from '../web/python/arrays.mjs';
import {bridgeOf} from '../web/python/bridge.mjs';
import {startPython} from '../web/python/interpreter.mjs';
import {imagesIn} from './mnist_files.mjs';
import {packagesIn} from './python_packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
function fail(message) {
  console.error(`python: ${message}`);
  process.exit(2);
}

async function main(args) {
  let data = null,
    page = process.env.PIPETTE_MODULE_DIR ?? join(root, 'build/wasm-web/page');
  while (args[0]?.startsWith('-')) {
    const option = args.shift();
    if (option === '--data-dir') data = args.shift();
    else if (option === '--module-dir') page = args.shift();
    else fail(`unknown option '${option}'`);
  }
  const [program, ...argv] = args;
  if (program === undefined) fail('which program?');
  if (!existsSync(program)) fail(`no file ${program}`);
  const beside = dirname(program);
  const files = Object.fromEntries(
    readdirSync(beside)
      .filter((name) => name.endsWith('.py'))
      .map((name) => [name, readFileSync(join(beside, name), 'utf8')]),
  );
  const {createPipette} = await import(pathToFileURL(join(page, 'pipette.mjs')).href);
  const emulator = await createPipette();
  const dataFiles = data ? {mnist: await imagesIn(data, emulator)} : {};
  const python = await startPython({
    loadPyodide,
    packages: packagesIn(join(root, 'python')),
    print: (text, stream) => (stream === 'out' ? process.stdout : process.stderr).write(text),
  });
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(POPLAR|TF|PVTI)_/.test(name)));
  process.exitCode = python.run({
    main: basename(program),
    files,
    argv,
    env,
    modules: {
      _arrays: arrays,
      _pipette: bridgeOf(emulator, {dataFiles, realData: '--data-dir FOLDER gives the four files of MNIST'}),
    },
  });
}

await main(process.argv.slice(2));
