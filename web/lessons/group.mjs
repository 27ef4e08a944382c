// Cells that belong together: the notebook that runs them, and the buttons for all of them.
//
//   const group = new CellGroup(cells, {onFact});
//   parent.append(group.tools, group.help);
//   group.connect();
//
// `codeOf(cell)` gives the code that a cell begins with, where that is not its own; `onEdit(cell)` hears of every change.

import {make} from '../make.mjs';
import {Notebook} from './notebook.mjs';

export function toolButton(id, text, act) {
  const element = make('button', {type: 'button', id}, text);
  element.addEventListener('click', act);
  return element;
}

export class CellGroup {
  tools = make('div', 'tools');
  help = make('p', 'unseen', 'Tab indents. Escape leaves the code. Control and Enter run it.');
  #cells;
  #runAll = toolButton('run-all', 'Run all', () => this.notebook.runAll());
  #resetAll = toolButton('reset-all', 'Reset all', () => this.reset());

  constructor(cells, {label = 'Cells', onFact} = {}) {
    this.#cells = cells;
    this.notebook = new Notebook({
      onFact,
      onBusy: (running) => {
        for (const cell of cells) cell.busy(running);
        this.#runAll.disabled = running !== null;
      },
    });
    this.tools.setAttribute('role', 'toolbar');
    this.tools.setAttribute('aria-label', label);
    this.tools.append(this.#runAll, this.#resetAll);
    this.help.id = 'editor-help';
  }

  connect({codeOf = () => undefined, onEdit = () => {}} = {}) {
    this.#cells.forEach((cell, i) => {
      this.notebook.add(cell);
      cell.connect(this.notebook, i + 1, {code: codeOf(cell), onEdit, onRun: (each, goOn) => this.#run(each, goOn)});
    });
  }

  /** Gives every cell its own code back. */
  reset() {
    for (const cell of this.#cells) cell.reset();
    this.#resetAll.focus();
  }

  async #run(cell, goOn) {
    if (this.notebook.busy) return;
    const next = this.#cells[this.#cells.indexOf(cell) + 1];
    if (goOn && next) next.focusCode();
    await this.notebook.run(cell);
  }
}
