// What the host and every IPU did during the latest steps, on the modelled clock: one row a lane.

import {SharpCanvas} from './canvas.mjs';
import {ACTIVITIES} from './snapshot.mjs';
import {ACTIVITIES as TABLE} from './theme_table.mjs';
import {formatSeconds} from '../quantities.mjs';

const ROW = 22,
  GAP = 6,
  AXIS = 22,
  LEFT = 52;

// What only this picture tells apart has words of its own.
const OWN_NAMES = {stall: 'waiting', host: 'making elements', handshake: 'calls and handshakes'};

export const ACTIVITY_NAMES = Object.fromEntries(
  ACTIVITIES.map((name) => [name, OWN_NAMES[name] ?? TABLE[name].label.toLowerCase()]),
);

const laneName = (lane) => (lane >= 0 ? `IPU ${lane}` : lane === -1 ? 'host' : `I/O ${-2 - lane}`);

export class Lanes {
  #window = {from: 0, to: 0, lanes: [], cyclesPerSecond: 1};
  #canvas;

  constructor() {
    this.#canvas = new SharpCanvas('No steps yet', AXIS, (...args) => this.#paint(...args));
    this.element = this.#canvas.element;
  }

  /** Names of the activities that can be seen. */
  get seen() {
    const found = new Set();
    for (const {spans} of this.#window.lanes) {
      for (let i = 2; i < spans.length; i += 3) found.add(ACTIVITIES[spans[i]]);
    }
    return ACTIVITIES.filter((name) => found.has(name));
  }

  /** Share of the time in which the IPUs compute or exchange, the mean over them. */
  get work() {
    const {from, to, lanes} = this.#window;
    const ipus = lanes.filter(({lane}) => lane >= 0);
    let work = 0;
    for (const {spans} of ipus) {
      for (let i = 0; i < spans.length; i += 3) {
        if (ACTIVITIES[spans[i + 2]] !== 'stall') work += spans[i + 1] - spans[i];
      }
    }
    return ipus.length > 0 ? work / ipus.length / (to - from) : 0;
  }

  update(snapshot) {
    const {from, to, lanes, cycles, seconds} = snapshot;
    this.#window = {from, to, lanes, cyclesPerSecond: seconds > 0 ? cycles / seconds : 1};
    this.#canvas.height = Math.max(1, lanes.length) * (ROW + GAP) + AXIS;
    this.#canvas.label = `Timeline of the latest steps. ${lanes.map((each) => this.#spoken(each)).join(' ')}`;
    this.#canvas.draw();
  }

  /** 'IPU 0: 88 % waiting, 9 % forward.' */
  #spoken({lane, spans}) {
    const {from, to} = this.#window;
    const shares = new Array(ACTIVITIES.length).fill(0);
    for (let i = 0; i < spans.length; i += 3) shares[spans[i + 2]] += (spans[i + 1] - spans[i]) / (to - from);
    const texts = ACTIVITIES.map((name, i) => [name, Math.round(100 * shares[i])])
      .filter(([, percent]) => percent > 0)
      .map(([name, percent]) => `${percent} % ${ACTIVITY_NAMES[name]}`);
    return `${laneName(lane)}: ${texts.join(', ')}.`;
  }

  #paint(context, width, height, palette) {
    const {from, to, lanes, cyclesPerSecond} = this.#window;
    const x = (cycle) => LEFT + ((width - LEFT) * (cycle - from)) / Math.max(1, to - from);
    lanes.forEach(({lane, spans}, row) => {
      const top = row * (ROW + GAP);
      context.fillStyle = palette.dim;
      context.textAlign = 'left';
      context.fillText(laneName(lane), 0, top + ROW / 2);
      context.fillStyle = palette.track;
      context.fillRect(LEFT, top, width - LEFT, ROW);
      for (let i = 0; i < spans.length; i += 3) {
        const left = x(spans[i]),
          right = x(spans[i + 1]);
        context.fillStyle = palette[ACTIVITIES[spans[i + 2]]];
        const seam = right - left > 4 ? 1 : 0; // neighbours stay apart where there is room
        context.fillRect(left, top, Math.max(0.75, right - left - seam), ROW);
      }
    });
    const duration = formatSeconds((to - from) / cyclesPerSecond);
    context.fillStyle = palette.dim;
    context.textAlign = 'left';
    const bottom = height - AXIS / 2 + 2;
    if (to > from) context.fillText('0', LEFT, bottom);
    context.textAlign = 'right';
    if (to > from) context.fillText(`${duration}, modelled`, width, bottom);
  }
}
