// What JavaScript holds of an object inside the module: a number, and whether it is still valid.

import {invalidArgument, invalidState} from './errors.mjs';

// Frees what is inside the module when its object was forgotten instead of destroyed.
const forgotten = new FinalizationRegistry(({core, ...held}) => core.forget(held));

/** What sessions and data sets share: a numbered object inside the module. */
export class Handle {
  #core;
  #handle;
  #release;
  #what;

  constructor(core, handle, release, what) {
    this.#core = core;
    this.#handle = handle;
    this.#release = release;
    this.#what = what;
    forgotten.register(this, {core, ...this.#held}, this);
    core.hold(what);
  }

  get #held() {
    return {release: this.#release, handle: this.#handle, what: this.#what};
  }

  get destroyed() {
    return this.#handle === null;
  }
  get crashed() {
    return this.#core.crashed;
  }
  get core() {
    return this.#core;
  }

  get(core = this.#core) {
    if (this.#handle === null) throw invalidState(`this ${this.#what} has been destroyed`);
    if (core !== this.#core) {
      throw invalidArgument(`this ${this.#what} belongs to another instance of Pipette`);
    }
    return this.#handle;
  }

  call(name, ...args) {
    return this.#core.call(name, this.get(), ...args);
  }

  destroy() {
    if (this.#handle === null) return;
    forgotten.unregister(this);
    const held = this.#held;
    this.#handle = null;
    this.#core.release(held);
  }
}
