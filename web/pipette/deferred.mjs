// The part of a module that its first use does without (tools/split_module.mjs made it).
//
//   const part = new DeferredPart(() => compileFrom(url), () => compileNow(url));
//   const {instance} = await WebAssembly.instantiate(bytes, {...imports, ...part.imports});
//   part.connect(instance.exports);
//   await part.load();          // any time; until then the first call of a missing function waits for it
//
// A call cannot be put off: what the module asks for before it is there is fetched while everything stands still.

import {notFound} from './errors.mjs';
import {moduleFrom, moduleNow} from './wrong_files.mjs';

export class DeferredPart {
  /** What stands for the missing functions: in the table of the module, each at the number that is its name. */
  #placeholders = new Proxy(
    {},
    {
      get:
        (_, slot) =>
        (...values) => {
          if (!this.#there) this.#use(this.#now());
          return this.#table.get(Number(slot))(...values);
        },
    },
  );
  /** The module that holds them, by either name that Binaryen has for it. */
  imports = {placeholder: this.#placeholders, 'placeholder.deferred': this.#placeholders};
  #later;
  #now;
  #exports;
  #table;
  #there = false;
  #loading = null;

  /** Functions that give the compiled part: a promise of it, and at once. */
  constructor(later, now) {
    this.#later = later;
    this.#now = now;
  }

  /** `exports`: of the first part. */
  connect(exports) {
    this.#exports = exports;
    this.#table = Object.values(exports).find((value) => value instanceof WebAssembly.Table);
  }

  /** Rejects where it cannot be had; the next call tries again. */
  load() {
    this.#loading ??= this.#later()
      .then((module) => this.#use(module))
      .catch((error) => {
        this.#loading = null;
        throw error;
      });
    return this.#loading;
  }

  #use(module) {
    if (this.#there) return;
    new WebAssembly.Instance(module, {primary: this.#exports}); // writes its functions into the table
    this.#there = true;
  }
}

const unloadable = (url, status) => notFound(`${url} cannot be loaded: HTTP status ${status}`);

export async function compileFrom(url) {
  const response = await fetch(url);
  if (!response.ok) throw unloadable(url, response.status);
  return moduleFrom(new Uint8Array(await response.arrayBuffer()), url);
}

/** Nothing else happens meanwhile. */
export function compileNow(url) {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.overrideMimeType('text/plain; charset=x-user-defined'); // bytes as characters: the only way to wait
  request.send();
  if (request.status !== 200) throw unloadable(url, request.status);
  return moduleNow(
    Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 255),
    url,
  );
}
