// What the objects of one's own models share: a numbered object inside the module, and destroy().

import {invalidArgument, show} from './errors.mjs';
import {Handle} from './handle.mjs';
import {toJson} from './json.mjs';

/** Base of Dataset, OutfeedQueue, Layer, ... Made by functions of a Pipette only. */
export class Owned {
  #handle;

  constructor(handle) {
    if (!(handle instanceof Handle)) {
      throw invalidArgument('it is made by a function of a Pipette, not by new');
    }
    this.#handle = handle;
  }

  get destroyed() { return this.#handle.destroyed; }
  destroy() { this.#handle.destroy(); }

  /** The handle of something that is an Owned. */
  static handle(owned) { return owned.#handle; }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(Owned.prototype, Symbol.dispose, {value() { this.destroy(); }});
}

/** A new object of class `Kind`, from what a bound function gives. */
export function made(Kind, core, name, text = '{}', extra = null, handle = 0) {
  return new Kind(new Handle(core, core.call(name, handle, text, extra), 'destroyObject', Kind.what));
}

/** Calls a bound function about this object. */
export const callOn = (owned, name, text = '', extra = null) =>
  Owned.handle(owned).call(name, text, extra);

export const coreOf = (owned) => Owned.handle(owned).core;

/** The number of an object of class `Kind` that belongs to this core. */
export function numberOf(name, value, Kind, core) {
  if (value instanceof Kind) return Owned.handle(value).get(core);
  throw invalidArgument(`${name} must be ${Kind.article} ${Kind.what}, but it is ${show(value)}`);
}

/** The numbers of a list of them. */
export function numbersOf(name, values, Kind, core) {
  if (!Array.isArray(values)) {
    throw invalidArgument(`${name} must be a list, but it is ${show(values)}`);
  }
  return values.map((each, i) => numberOf(`${name}[${i}]`, each, Kind, core));
}

/** JSON text of options and of what else belongs to them; the module checks their names. */
export function optionsText(name, options = {}, others = {}) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument(`options of ${name} must be an object, but it is ${show(options)}`);
  }
  return toJson({...options, ...others}, name);
}
