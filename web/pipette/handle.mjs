// What JavaScript holds of an object inside the module: a number, and whether it is still valid.

import {invalidArgument, invalidState} from './errors.mjs';

// Frees what is inside the module when its object was forgotten instead of destroyed.
const forgotten = new FinalizationRegistry(({core, handle}) => core.forget(handle));

/** What sessions and data sets share: a numbered object inside the module. */
export class Handle {
  #core;
  #handle;
  #what;

  constructor(core, handle, what) {
    this.#core = core;
    this.#handle = handle;
    this.#what = what;
    forgotten.register(this, {core, handle}, this);
    core.hold(handle, what);
  }

  get destroyed() {
    return this.#handle === null || !this.#core.holds(this.#handle);
  }
  get crashed() {
    return this.#core.crashed;
  }
  get core() {
    return this.#core;
  }

  get(core = this.#core) {
    if (this.destroyed) throw invalidState(`this ${this.#what} has been destroyed`);
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
    const handle = this.#handle;
    this.#handle = null;
    this.#core.release(handle);
  }
}
