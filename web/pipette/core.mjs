// Loads the WebAssembly core and calls it: the only file that knows how the two sides talk
// (src/bindings/module.cc).

import createPipetteCore from '../pipette_core.mjs';
import {bytesOf, fromUrl, inNode, isUrl} from './bytes.mjs';
import {DeferredPart, compileNow} from './deferred.mjs';
import {PipetteError} from './errors.mjs';

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

async function compileResponse(response) {
  const streamed = response.headers.get('content-type')?.startsWith('application/wasm');
  if (streamed && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const uncompilable = (cause) => unsupported(`the WebAssembly module cannot be compiled: ${cause.message}`, {cause});

async function compile(source, options) {
  if (source instanceof WebAssembly.Module) return source;
  if (isUrl(source)) {
    return fromUrl(
      source,
      (response) =>
        compileResponse(response).catch((cause) => {
          throw cause instanceof WebAssembly.CompileError ? uncompilable(cause) : cause;
        }),
      options,
    );
  }
  const found = await source;
  try {
    if (found instanceof Response) return await compileResponse(found);
    return await WebAssembly.compile(await bytesOf(found, 'wasm'));
  } catch (cause) {
    throw cause instanceof PipetteError ? cause : uncompilable(cause);
  }
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
  const readNow = () => (fs && url.protocol === 'file:' ? new WebAssembly.Module(fs.readFileSync(url)) : compileNow(url));
  const now = () => {
    const key = String(url);
    if (!compiledNow.has(key)) compiledNow.set(key, readNow());
    return compiledNow.get(key);
  };
  return new DeferredPart(async () => compiledNow.get(String(url)) ?? compileOnce(url, options), now);
}

/** One instance of the emulator, with memory of its own. */
export class Core {
  #functions;
  #crash = null;
  #thrown = null; // {error} of a callback, until the call that it was in has ended

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

  /** Frees an object, unless nothing can be trusted any more. */
  release(name, handle) {
    if (!this.crashed) this.call(name, handle);
  }

  /** Calls a bound function; throws the error it returns. */
  call(name, ...args) {
    if (this.crashed) {
      throw new PipetteError(
        'InternalError',
        'INTERNAL',
        `the emulator crashed earlier (${this.#crash.message}); make a new one by createPipette()`,
        {cause: this.#crash},
      );
    }
    let result;
    try {
      result = this.#functions[name](...args);
    } catch (error) {
      // a trap: memory may be in any state
      this.#crash = error instanceof Error ? error : new Error(String(error));
      throw new PipetteError('InternalError', 'INTERNAL', `the emulator crashed: ${this.#crash.message}`, {cause: error});
    }
    if (result?.failure === true) {
      const thrown = this.#thrown;
      this.#thrown = null;
      if (thrown !== null) throw thrown.error;
      throw new PipetteError(result.name, result.code, result.message);
    }
    return result;
  }
}
