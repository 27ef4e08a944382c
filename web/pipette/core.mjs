// Loads the WebAssembly core and calls it: the only file that knows how the two sides talk
// (src/bindings/module.cc).

import createPipetteCore from '../pipette_core.mjs';
import {bytesOf, fromUrl, inNode, isUrl} from './bytes.mjs';
import {DeferredPart, compileNow} from './deferred.mjs';
import {inJavaScript} from './words.mjs';
import {PipetteError, notFound} from './errors.mjs';
import {moduleNow, moduleOf} from './wrong_files.mjs';

const unsupported = (message, options) => new PipetteError('NotSupportedError', 'NOT_SUPPORTED', message, options);

// (module (func (result v128) i32.const 0, i8x16.splat)): valid only where there is SIMD128.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

function requireSimd() {
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(SIMD_PROBE)) {
    throw unsupported('Pipette needs WebAssembly with SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4, node 16.4, or later');
  }
}

const uncompilable = (cause) => unsupported(`the WebAssembly module cannot be compiled: ${cause.message}`, {cause});

async function compile(source, options) {
  if (source instanceof WebAssembly.Module) return source;
  if (isUrl(source)) return fromUrl(source, (response) => moduleOf(response, source), options);
  const found = await source;
  if (found instanceof Response) return moduleOf(found, found.url || 'what was given as wasm');
  const bytes = await bytesOf(found, 'wasm');
  return WebAssembly.compile(bytes).catch((cause) => {
    throw uncompilable(cause);
  });
}

const compiled = new Map(); // promises of modules by URL: once for all instances
const compiledNow = new Map(); // modules that could not be waited for

function compileOnce(url, options) {
  const key = String(url);
  if (!compiled.has(key)) {
    const module = compile(url, options);
    compiled.set(key, module);
    module.catch(() => compiled.delete(key)); // try again next time
  }
  return compiled.get(key);
}

/** What is used later lies beside the first part, where somebody gave that an address of its own. */
function deferredUrl(wasm, own) {
  if (!isUrl(wasm)) return own.deferred;
  const url = new URL(wasm, globalThis.location?.href);
  if (!url.pathname.endsWith('.wasm')) return own.deferred;
  url.pathname = url.pathname.replace(/\.wasm$/, '.deferred.wasm');
  return url;
}

function readNow(fs, url) {
  let bytes;
  try {
    bytes = fs.readFileSync(url);
  } catch (cause) {
    throw notFound(`${url} cannot be read: ${cause.message}`, {cause});
  }
  return moduleNow(bytes, url);
}

/** The part of the emulator that comes when it is first used, or soon in a page, which nothing should keep waiting. */
async function deferredPart({wasm, deferred}, own, options) {
  if (deferred !== undefined) {
    const module = await compile(deferred, options);
    return new DeferredPart(
      async () => module,
      () => module,
    );
  }
  const url = deferredUrl(wasm, own);
  const name = 'node:fs'; // in a variable, as in bytes.mjs
  const fs = inNode ? (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)).default : null;
  const now = () => {
    const key = String(url);
    if (!compiledNow.has(key)) compiledNow.set(key, fs && url.protocol === 'file:' ? readNow(fs, url) : compileNow(url));
    return compiledNow.get(key);
  };
  return new DeferredPart(async () => compiledNow.get(String(url)) ?? compileOnce(url, options), now);
}

// What holds much memory, and of how many somebody may have forgotten some.
const LARGE = {session: 'sessions', model: 'models', strategy: 'strategies', dataset: 'datasets', 'data set': 'data sets'},
  MANY = 8;

/** What ends an emulator: a crash is an InternalError, a part that cannot be had says itself what it is. */
function crashError(message, cause, advice = '') {
  const {name, code} = cause instanceof PipetteError ? cause : {name: 'InternalError', code: 'INTERNAL'};
  const text = advice === '' ? `${message}: ${cause.message}` : `${message} (${cause.message})${advice}`;
  return new PipetteError(name, code, text, {cause});
}

/** What a callback has thrown, or, where a run needed what it was to make, what that means and the error as its cause. */
function inItsPlace(error, {name, code, message}) {
  const [what] = /^infeed ".*": An infeed dataset iterator has failed: /.exec(message) ?? [];
  if (what === undefined) return error;
  return new PipetteError(name, code, what + (error?.message ?? String(error)), {cause: error});
}

/** One instance of the emulator, with memory of its own. */
export class Core {
  #functions;
  #crash = null;
  #knownFields;
  #thrown = null; // {error} of a callback, until the call that it was in has ended
  #depth = 0; // of calls under way: a callback's calls are inside of another one
  #released = []; // while there are any
  #held = new Map(); // of which kind the objects are that there are, by handle

  /** `from`: what the caller wants instead of `own`, the addresses {wasm, deferred} of both parts. */
  static async create(from, own, options) {
    requireSimd();
    const module = await (from.wasm === undefined ? compileOnce(own.wasm, options) : compile(from.wasm, options));
    const part = await deferredPart(from, own, options);
    const core = new Core();
    core.#functions = await new Promise((resolve, reject) => {
      createPipetteCore({
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(module, {...imports, ...part.imports})
            .then((instance) => {
              part.connect(instance.exports);
              done(instance, module);
            })
            .catch((cause) => reject(unsupported(`WebAssembly: ${cause.message}`, {cause})));
          return {};
        },
      }).then(resolve, reject);
    });
    if (typeof document === 'object') part.load().catch(() => {}); // what needs it then tries again
    return core;
  }

  get crashed() {
    return this.#crash !== null;
  }

  /**
   * A function for the module to call: `f` gets and gives JSON. What it throws leaves the call of the
   * module's that it was in.
   */
  callback(f) {
    return this.guarded((text) => JSON.stringify(f(JSON.parse(text))));
  }

  /** The same for a function that gets and gives what it likes; null where it threw. */
  guarded(f) {
    return (...given) => {
      try {
        return f(...given);
      } catch (error) {
        this.#thrown = {error};
        return null;
      }
    };
  }

  /** An object of a kind, which release(), releaseAll() or forget() will end. */
  hold(handle, what) {
    this.#held.set(handle, what);
  }
  holds(handle) {
    return this.#held.has(handle);
  }

  /**
   * Frees an object, once no call is under way, which may be using it: a callback may destroy the very model that called
   * it. Does nothing where nothing can be trusted any more.
   */
  release(handle) {
    if (!this.#held.delete(handle)) return;
    this.#released.push(['destroyObject', handle]);
    this.#free();
  }

  /** Frees all objects that there are; the latest first, which may be using what came before them. */
  releaseAll() {
    for (const handle of [...this.#held.keys()].reverse()) this.release(handle);
  }

  /** The same outside of any call of the API, where nobody could catch what is thrown: the next call tells. */
  forget(handle) {
    try {
      this.release(handle);
    } catch {
      // the emulator has crashed
    }
  }

  #free() {
    while (this.#depth === 0 && !this.crashed && this.#released.length > 0) this.call(...this.#released.shift());
  }

  /** Calls a bound function; throws the error it returns. */
  call(name, ...args) {
    if (this.crashed) throw crashError(`the emulator ${this.#end} earlier`, this.#crash, '; make a new one by createPipette()');
    let result;
    this.#depth++;
    try {
      result = this.#functions[name](...args);
    } catch (error) {
      // A trap, or a part that cannot be had: memory may be in any state, because the call was left in its middle.
      this.#crash = error instanceof Error ? error : new Error(String(error));
      throw crashError(`the emulator ${this.#end}`, this.#crash);
    } finally {
      this.#depth--;
    }
    this.#free();
    if (result?.failure === true) {
      const thrown = this.#thrown;
      this.#thrown = null;
      if (thrown !== null) throw inItsPlace(thrown.error, result);
      const message = inJavaScript(result.message, (word) => this.#fields.has(word));
      throw new PipetteError(result.name, result.code, message + this.#hintFor(result.code));
    }
    return result;
  }

  /** The fields of experiments, as the emulator spells them. */
  get #fields() {
    this.#knownFields ??= new Set(
      this.#functions
        .catalogue()
        .match(/"[a-z_]+"(?=:)/g)
        .map((key) => key.slice(1, -1)),
    );
    return this.#knownFields;
  }

  get #end() {
    return this.#crash instanceof PipetteError ? 'could not go on' : 'crashed';
  }

  // Many of a kind are often some that nobody has destroyed.
  #hintFor(code) {
    if (code !== 'RESOURCE_EXHAUSTED') return '';
    const counts = new Map();
    for (const what of this.#held.values()) counts.set(what, (counts.get(what) ?? 0) + 1);
    const many = [...counts]
      .filter(([what, count]) => LARGE[what] !== undefined && count >= MANY)
      .map(([what, count]) => `${count} ${LARGE[what]}`);
    if (many.length === 0) return '';
    return `; there are ${many.join(' and ')} that were not destroyed: call destroy() of those that you no longer need`;
  }
}
