// Liveness: always-live and not-always-live bytes at each step of the program, and what lives at the step that is
// chosen. Instruction k has the steps 2k and 2k + 1.

import {DataTable} from './table.mjs';
import {bytesAtStep, liveAt, memoryLabel, mostOfStep} from './memory.mjs';
import {Plot} from './plot.mjs';
import {make} from '../make.mjs';
import {button, chooser, legendItem} from './dom.mjs';
import {memoryColour} from './theme.mjs';
import {formatBytes, formatNoun, formatPercent} from '../quantities.mjs';

export class LivenessTab {
  #view;
  #ipu = 0;
  #step;
  #steps;
  #plot;
  #table;
  #said = make('section', {className: 'p-panel', 'aria-live': 'polite'});
  #choice;
  #lit = new Set();

  constructor(view) {
    this.#view = view;
    const {model, signal} = view;
    this.#steps = Math.max(
      2 * model.graph.numInstructions,
      ...model.ipus.map(({liveness}) => (liveness.steps.at(-1) ?? 0) + 1),
    );
    this.#plot = new Plot(
      {
        label: 'Bytes by step of the program',
        height: 250,
        xTitle: 'Program steps',
        ranges: false,
        paint: (...args) => this.#paint(...args),
        tooltip: (step) => this.#tooltip(step),
      },
      signal,
    );
    this.#plot.addEventListener('pick', ({detail}) => view.select(detail && {ipu: this.#ipu, step: detail.from}, 'liveness'));
    const swatch = (kind) => {
      const made = make('i', {className: 'p-swatch', 'aria-hidden': 'true'});
      made.style.background = memoryColour(kind);
      return made;
    };
    this.#table = new DataTable(
      'Variables that live at the step',
      [
        {
          key: 'name',
          label: 'Variable',
          left: true,
          value: ({name}) => name,
          cell: ({name, kind}) => make('span', {className: 'p-name', title: name}, swatch(kind), make('span', '', name)),
        },
        {key: 'bytes', label: 'Bytes', value: ({bytes}) => bytes, text: ({bytes}) => formatBytes(bytes)},
        {key: 'share', label: 'Share', value: ({share}) => share, text: ({share}) => formatPercent(share)},
        {key: 'kind', label: 'For', left: true, value: ({kind}) => memoryLabel(kind)},
        {
          key: 'first',
          label: 'From',
          left: true,
          title: 'The step that makes it',
          value: ({alwaysLive, firstStep}) => (alwaysLive ? -1 : firstStep),
          text: ({alwaysLive, firstStep}) => (alwaysLive ? 'always' : this.#stepText(firstStep)),
        },
        {
          key: 'last',
          label: 'To',
          left: true,
          title: 'The last step that reads it',
          value: ({alwaysLive, lastStep}) => (alwaysLive ? -1 : lastStep),
          text: ({alwaysLive, lastStep}) => (alwaysLive ? 'always' : this.#stepText(lastStep)),
        },
      ],
      {sort: 'bytes', keyOf: ({name}) => name},
    );
    this.#table.addEventListener('choose', ({detail: {name}}) => view.select({variable: name, ipu: this.#ipu}, 'variables'));
    this.#choice = chooser(
      'IPU',
      model.ipus.map(({ipu}) => [ipu, `IPU ${ipu}`]),
      0,
      (value) => {
        this.#ipu = Number(value);
        this.#step = this.#memory.peakStep;
        this.#fill();
      },
    );
    this.#step = model.ipus[0].peakStep;
    this.element = make(
      'div',
      'p-tab-body',
      make(
        'div',
        'p-tools',
        model.ipus.length > 1 ? this.#choice : null,
        button('To the peak', () => view.select({ipu: this.#ipu, step: this.#memory.peakStep}, 'liveness-peak')),
        make('span', 'p-hint', 'Loops stand once: a step is every execution of its instruction'),
      ),
      this.#plot.element,
      make(
        'ul',
        'p-legend',
        legendItem('var(--memory-alwaysLive)', 'Always live'),
        legendItem('var(--memory-notAlwaysLive)', 'Not always live'),
      ),
      this.#said,
      this.#table.element,
    );
    this.#fill();
  }

  get picture() {
    return this.#plot.surface;
  }
  get csv() {
    return this.#table.csv();
  }
  shown() {
    this.#plot.draw();
  }

  apply(meant, from) {
    const [operation] = meant.operations,
      ipu = meant.ipu ?? (operation === undefined ? null : this.#view.model.operations[operation].lanes[0]);
    if (ipu !== null && ipu >= 0 && ipu !== this.#ipu && ipu < this.#view.model.ipus.length) {
      this.#choice.value = String((this.#ipu = ipu));
      this.#step = this.#memory.peakStep;
    }
    if (meant.step) this.#step = meant.step.step;
    else if (from !== 'variables') {
      const [first] = [...meant.operations].flatMap((at) => this.#view.model.operations[at].instructions);
      if (first !== undefined && first >= 0) this.#step = 2 * first + 1;
    }
    this.#lit = meant.variables;
    this.#fill();
    this.#table.mark(meant.variables, from !== 'variables');
  }

  search(text) {
    const wanted = text.toLowerCase();
    this.#table.filter(({name}) => name.toLowerCase().includes(wanted));
    return this.#table.shown.length;
  }

  get #memory() {
    return this.#view.model.ipus[this.#ipu];
  }

  #stepText(step) {
    const name = this.#view.model.stepName(step);
    return `${step}${name ? ` ${name}` : ''}`;
  }

  #fill() {
    const memory = this.#memory;
    const highest = memory.alwaysLiveBytes + memory.peakNotAlwaysLiveBytes;
    this.#plot.setScale(this.#steps, highest * 1.08);
    this.#plot.label = `Bytes by step of IPU ${memory.ipu}: ${formatBytes(memory.alwaysLiveBytes)} always live, at most ${formatBytes(memory.peakNotAlwaysLiveBytes)} more at step ${memory.peakStep}`;
    this.#plot.pick({from: this.#step, to: this.#step});
    const live = liveAt(memory, this.#step),
      all = live.alwaysLive + live.notAlwaysLive,
      most = mostOfStep(memory, this.#step);
    this.#table.setRows(live.variables.map((each) => ({...each, share: each.bytes / Math.max(1, all)})));
    const isPeak = this.#step === memory.peakStep;
    const names = most
      .slice(0, 4)
      .map(({name, bytes}) => `${name} (${formatBytes(bytes)})`)
      .join(', ');
    this.#said.replaceChildren(
      make('h3', '', `Step ${this.#stepText(this.#step)}${isPeak ? ', the peak' : ''}`),
      make(
        'p',
        '',
        `${formatBytes(live.alwaysLive)} always live and ${formatBytes(live.notAlwaysLive)} besides, together ${formatBytes(all)} of IPU ${memory.ipu}\u2019s ${formatBytes(memory.limitBytes)}.`,
      ),
      ...(most.length > 0
        ? [
            make(
              'p',
              '',
              `${formatNoun(most.length, 'variable')} ${most.length === 1 ? 'makes' : 'make'} up most of what is not always live: ${names}${most.length > 4 ? ' and others' : ''}.`,
            ),
          ]
        : []),
    );
  }

  #tooltip(step) {
    const memory = this.#memory,
      bytes = bytesAtStep(memory, step);
    return [
      `Step ${this.#stepText(step)}`,
      `always live ${formatBytes(memory.alwaysLiveBytes)}`,
      `not always live ${formatBytes(bytes)}`,
    ];
  }

  #paint(context, area, colours) {
    const memory = this.#memory,
      always = memory.alwaysLiveBytes;
    const points = Array.from({length: this.#steps}, (_, step) => always + bytesAtStep(memory, step));
    const outline = (close) => {
      context.beginPath();
      context.moveTo(area.left, close ? area.y(always) : area.y(points[0]));
      points.forEach((bytes, step) => {
        context.lineTo(area.x(step), area.y(bytes));
        context.lineTo(area.x(step + 1), area.y(bytes));
      });
      if (close) {
        context.lineTo(area.right, area.y(always));
        context.closePath();
      }
    };
    context.globalAlpha = colours.dark ? 0.3 : 0.22;
    context.fillStyle = colours.memory.notAlwaysLive;
    outline(true);
    context.fill();
    context.fillStyle = colours.memory.alwaysLive;
    context.fillRect(area.left, area.y(always), area.right - area.left, area.bottom - area.y(always));
    context.globalAlpha = 1;
    context.lineWidth = 1.5;
    context.strokeStyle = colours.memory.notAlwaysLive;
    outline(false);
    context.stroke();
    context.fillStyle = colours.memory.alwaysLive;
    context.fillRect(area.left, area.y(always) - 0.75, area.right - area.left, 1.5);
    this.#paintLives(context, area, colours);
  }

  /** When the selected variables live, as bars at the foot. */
  #paintLives(context, area, colours) {
    const lit = this.#memory.variables.filter(({name}) => this.#lit.has(name)).slice(0, 8);
    context.fillStyle = colours.surface.ink;
    lit.forEach(({alwaysLive, firstStep, lastStep}, i) => {
      const from = alwaysLive ? area.left : area.x(firstStep),
        to = alwaysLive ? area.right : area.x(lastStep + 1);
      context.fillRect(from, area.bottom - 5 - 5 * i, Math.max(2, to - from), 3);
    });
  }
}
