// <pipette-cells>: cells and live pictures of a lesson in any page, whatever its origin and its styles.
//
//   <script type="module" src="https://example.org/pipette/lessons/cells.mjs"></script>
//   <pipette-cells toolbar>
//     <pipette-cell name="Train"><pre>import {createPipette} from './pipette.mjs'; ...</pre></pipette-cell>
//     <pipette-figure id="shape"><pre hidden>...</pre><figcaption>...</figcaption></pipette-figure>
//   </pipette-cells>
//
// Its cells run in order in a worker of its own, so that two groups in a page share nothing. With the attribute `toolbar`
// there are buttons for all of them. What it contains moves into a shadow root. runAll() and stop() are for programs, and
// the event 'fact' has in `detail` what a cell has done, as watch.mjs tells it. Types: cells.d.mts.

import {define} from '../define.mjs';
import {isDark, setSurfaceProperties, watchTheme} from '../queues/palette.mjs';
import {PipetteCell} from './cell.mjs';
import {PipetteFigure} from './figure.mjs';
import {CellGroup} from './group.mjs';
import {make} from '../make.mjs';

const STYLES = new URL('cells.css', import.meta.url).href;

export class PipetteCells extends HTMLElement {
  #group = null;
  #inside = make('div');

  connectedCallback() {
    if (this.#group) return;
    if (document.readyState !== 'loading') this.#begin();
    else document.addEventListener('DOMContentLoaded', () => this.#begin(), {once: true}); // then all of it is here
  }

  /** Runs every cell, from the top. */
  async runAll() {
    await this.#group?.notebook.runAll();
  }

  /** Asks the cell that runs to end; where it does not, its worker is ended. */
  stop() {
    this.#group?.notebook.stop();
  }

  #begin() {
    if (this.#group) return;
    const cells = [...this.querySelectorAll('pipette-cell')];
    cells.forEach((cell, i) => {
      cell.id ||= `cell-${i + 1}`;
    });
    this.#group = new CellGroup(cells, {
      onFact: (detail) => this.dispatchEvent(new CustomEvent('fact', {detail, bubbles: true})),
    });
    const styles = make('link', {rel: 'stylesheet', crossOrigin: 'anonymous', href: STYLES});
    this.#inside.hidden = true;
    for (const ended of ['load', 'error'])
      styles.addEventListener(ended, () => {
        this.#inside.hidden = false;
      });
    if (cells.length > 0 && this.hasAttribute('toolbar')) this.#inside.append(this.#group.tools);
    this.#inside.append(this.#group.help, ...this.childNodes);
    this.style.display = 'block';
    this.attachShadow({mode: 'open'}).append(styles, this.#inside);
    this.#group.connect();
    this.#colour();
    watchTheme(() => this.#colour());
  }

  #colour() {
    setSurfaceProperties(this);
    this.style.color = 'var(--text)';
    this.style.colorScheme = isDark(this) ? 'dark' : 'light';
    this.#inside.classList.toggle('dark', isDark(this));
  }
}

define('pipette-cell', PipetteCell);
define('pipette-figure', PipetteFigure);
define('pipette-cells', PipetteCells);
