// Tapes, gradients, and gradients that are captured on their way. Types: values.d.mts.

import {invalidArgument, requireString, show} from './errors.mjs';
import {TracedTensor, list, lossJson, tensorsJson, variableNumbers} from './values.mjs';

/** The gradients of a loss with respect to tensors. */
export function gradients(core, loss, tensors) {
  const found = JSON.parse(
    core.call('gradients', 0, JSON.stringify(lossJson(core, loss)), {tensors: JSON.stringify(tensorsJson(core, tensors))}),
  );
  const all = found.map((each) => new TracedTensor(core, each));
  return Array.isArray(tensors) ? all : all[0];
}

/** Records from where it was made: reads of variables traced before do not count. */
export class GradientTape {
  #core;
  #number;

  constructor(core, captures = 0) {
    this.#core = core;
    this.#number = core.call('createTape', captures, '', null);
  }

  /** The number by which the module knows the tape. */
  static numberOf(tape, core) {
    if (!(tape instanceof GradientTape) || tape.#core !== core) {
      throw invalidArgument(`tape must be a tape of this module, but it is ${show(tape)}`);
    }
    return tape.#number;
  }

  gradient(loss, sources) {
    if (list(sources).every((each) => each instanceof TracedTensor)) {
      return gradients(this.#core, loss, sources);
    }
    const found = JSON.parse(
      this.#core.call('gradients', 0, JSON.stringify(lossJson(this.#core, loss)), {
        tape: this.#number,
        variables: variableNumbers(this.#core, sources),
      }),
    );
    const all = found.map((each) => new TracedTensor(this.#core, each));
    return Array.isArray(sources) ? all : all[0];
  }
}

/** A tape that keeps what captureUpstreamGradients() captures, to the end of the traced function. */
export class GradientCaptureTape extends GradientTape {
  #core;

  constructor(core) {
    super(core, 1);
    this.#core = core;
  }

  capturedGradients() {
    const pairs = JSON.parse(this.#core.call('capturedGradients', 0, '', GradientTape.numberOf(this, this.#core)));
    return Object.fromEntries(pairs.map(([tag, each]) => [tag, new TracedTensor(this.#core, each)]));
  }
}

export function captureUpstreamGradients(core, x, tag) {
  requireString('tag', tag);
  const [value] = tensorsJson(core, [x]);
  return new TracedTensor(core, JSON.parse(core.call('captureUpstreamGradients', 0, tag, JSON.stringify(value))));
}
