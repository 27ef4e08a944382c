// What JavaScript holds of the module's objects: each has a handle, and destroy().

import {invalidArgument, requireObject, show} from './errors.mjs';
import {Handle} from './handle.mjs';
import {toJson} from './json.mjs';

const handles = new WeakMap();

/** The handle of an object that a function of a Pipette has made. */
export const handleOf = (owned) => handles.get(owned);

/** `Base`, with an object inside the module. */
export function owning(Base) {
  class Owning extends Base {
    constructor(handle) {
      if (!(handle instanceof Handle)) {
        throw invalidArgument(`it is made by ${new.target.maker ?? 'a function of a Pipette'}, not by new`);
      }
      super();
      handles.set(this, handle);
    }

    get destroyed() {
      return handleOf(this).destroyed;
    }
    destroy() {
      handleOf(this).destroy();
    }
  }
  if (typeof Symbol.dispose === 'symbol') {
    Object.defineProperty(Owning.prototype, Symbol.dispose, {
      value() {
        this.destroy();
      },
    });
  }
  return Owning;
}

/** Base of Dataset, OutfeedQueue, Layer, ... */
export class Owned extends owning(Object) {}

/** A new object of class `Kind`, from what a bound function gives. */
export function made(Kind, core, name, text = '{}', extra = null, handle = 0) {
  return new Kind(new Handle(core, core.call(name, handle, text, extra), Kind.what));
}

/** Calls a bound function about this object. */
export const callOn = (owned, name, text = '', extra = null) => handleOf(owned).call(name, text, extra);

export const coreOf = (owned) => handleOf(owned).core;

/** The number of an object of class `Kind` that belongs to this core. */
export function numberOf(name, value, Kind, core) {
  if (value instanceof Kind) return handleOf(value).get(core);
  throw invalidArgument(`${name} must be ${Kind.article} ${Kind.what}, but it is ${show(value)}`);
}

/** The numbers of a list of them. */
export function numbersOf(name, values, Kind, core) {
  if (!Array.isArray(values)) {
    throw invalidArgument(`${name} must be a list, but it is ${show(values)}`);
  }
  return Array.from(values, (each, i) => numberOf(`${name}[${i}]`, each, Kind, core));
}

/** JSON text of options and of what else belongs to them; the module checks their names. */
export function optionsText(name, options = {}, others = {}) {
  return toJson({...requireObject(`options of ${name}`, options), ...others}, name);
}
