// Python for tests under node, with the packages of this very folder of sources.

import {fileURLToPath} from 'node:url';
import {loadPyodide} from 'pyodide';
import {packagesIn} from '../../tools/python_packages.mjs';
import {startPython} from '../../web/python/interpreter.mjs';
import * as arrays from '../../web/python/arrays.mjs';

const folder = fileURLToPath(new URL('../../python', import.meta.url));

/** {run(program, options), printed()}: `program` is Python text, or {name: text} with main.py; printed() has what came since the last call. */
export async function pythonForTests() {
  let text = '';
  const python = await startPython({loadPyodide, packages: packagesIn(folder), print: (more) => (text += more)});
  const printed = () => {
    const all = text;
    text = '';
    return all;
  };
  const run = (program, options = {}) =>
    python.run({
      main: 'main.py',
      files: typeof program === 'string' ? {'main.py': program} : program,
      ...options,
      modules: {_arrays: arrays, ...options.modules},
    });
  return {python, run, printed};
}
