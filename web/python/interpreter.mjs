// CPython as WebAssembly, with the packages of `python/` on an emulator.
//
//   const python = await startPython({loadPyodide, folder, packages, print: (text, stream) => ...});
//   const emulator = bridgeOf(await createPipette());                                     // bridge.mjs
//   python.run({main: 'mnist.py', files: {'mnist.py': text}, argv: ['--epochs', '1'], env: {}, modules: {_pipette: emulator}});
//
// `loadPyodide` is Pyodide's, `folder` the one of its files, and `packages` {path: text} of what Python can import. A program runs
// as `python mnist.py` runs it: as __main__, with its files in the working folder, or from a path of a file system that is mounted, in
// the folder `cwd`; `modules` is what it can import from JavaScript.
// Its packages begin anew with each program. run() returns when the program has ended, 0 or what sys.exit() was given, so in a
// page it belongs into a worker. What is printed is told line by line, to the stream 'out' or 'error'. An exception that
// nothing caught is printed as Python prints it; then run() returns 1.

const HOME = '/home/pyodide',
  SITE = '/lib/pipette';

/** What is printed, by line or as flushed. */
function writer(print, stream) {
  const decoder = new TextDecoder();
  return {
    isatty: false,
    write(bytes) {
      const text = decoder.decode(bytes, {stream: true});
      if (text !== '') print(text, stream);
      return bytes.length;
    },
  };
}

function writeFile(fs, path, content) {
  const parts = path.split('/');
  for (let i = 2; i < parts.length; i++) {
    const folder = parts.slice(0, i).join('/');
    if (!fs.analyzePath(folder).exists) fs.mkdir(folder);
  }
  fs.writeFile(path, content);
}

class Python {
  #pyodide;
  #runner;
  #files = []; // of the latest program
  #registered = new Set();

  constructor(pyodide, runner) {
    this.#pyodide = pyodide;
    this.#runner = runner;
  }

  /** Of the interpreter, such as '3.14.2'. */
  get version() {
    return this.#runner.version();
  }

  run({main, files = {}, cwd, argv = [], env = {}, modules = {}}) {
    const {FS: fs} = this.#pyodide;
    for (const path of this.#files) if (fs.analyzePath(path).exists) fs.unlink(path);
    this.#files = Object.keys(files).map((name) => `${HOME}/${name}`);
    for (const [name, content] of Object.entries(files)) writeFile(fs, `${HOME}/${name}`, content);
    for (const [name, module] of Object.entries(modules)) {
      if (this.#registered.has(name)) this.#pyodide.unregisterJsModule(name);
      this.#registered.add(name);
      this.#pyodide.registerJsModule(name, module);
    }
    const toPython = (value) => this.#pyodide.toPy(value);
    const program = main.startsWith('/') ? main : `${HOME}/${main}`;
    return this.#runner.run(program, toPython(argv), toPython(env), cwd);
  }
}

export async function startPython({loadPyodide, folder, packages, print}) {
  const pyodide = await loadPyodide({...(folder && {indexURL: folder}), env: {HOME}});
  pyodide.setStdout(writer(print, 'out'));
  pyodide.setStderr(writer(print, 'error'));
  for (const [path, content] of Object.entries(packages)) writeFile(pyodide.FS, `${SITE}/${path}`, content);
  pyodide.runPython(`import sys; sys.path.insert(0, '${SITE}')`);
  return new Python(pyodide, pyodide.pyimport('_run'));
}
