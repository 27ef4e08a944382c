// Runs a Python program of the tutorials' kind on the emulated machine: `tools/python` says how.

import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {loadPyodide} from 'pyodide';
import * as arrays from '../web/python/arrays.mjs';
import {bridgeOf} from '../web/python/bridge.mjs';
import {startPython} from '../web/python/interpreter.mjs';
import {mountHost} from './host_folders.mjs';
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
    if (!['--data-dir', '--module-dir'].includes(option)) fail(`unknown option '${option}'`);
    const folder = args.shift() ?? fail(`${option} needs a folder`);
    if (option === '--data-dir') data = folder;
    else page = folder;
  }
  const [program, ...argv] = args;
  if (program === undefined) fail('which program?');
  if (!existsSync(program)) fail(`no file ${program}`);
  if (!existsSync(join(page, 'pipette.mjs'))) fail(`no pipette.mjs in ${page}: tools/play --build-only makes it`);
  const {createPipette} = await import(pathToFileURL(join(page, 'pipette.mjs')).href);
  const emulator = await createPipette();
  const mnist = data && (await imagesIn(data, emulator).catch(({message}) => fail(`--data-dir ${data}: ${message}`)));
  const dataFiles = mnist ? {mnist} : {};
  const python = await startPython({
    async loadPyodide(options) {
      const pyodide = await loadPyodide(options);
      mountHost(pyodide);
      return pyodide;
    },
    packages: packagesIn(join(root, 'python')),
    print: (text, stream) => (stream === 'out' ? process.stdout : process.stderr).write(text),
  });
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(POPLAR|TF|PVTI)_/.test(name)));
  process.exitCode = python.run({
    main: resolve(program),
    cwd: process.cwd(),
    argv,
    env,
    modules: {
      _arrays: arrays,
      _pipette: bridgeOf(emulator, {dataFiles, realData: '--data-dir FOLDER gives the four files of MNIST'}),
    },
  });
}

await main(process.argv.slice(2));
