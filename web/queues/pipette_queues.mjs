// <pipette-queues>: dataset, infeed queue, IPUs, outfeed queue and host of a model that trains.
//
//   import {Follower} from './queues/snapshot.mjs';
//   import './queues/pipette_queues.mjs';
//   const picture = document.querySelector('pipette-queues');
//   const follower = new Follower(model, data);
//   await model.fit(data, {onProgress: () => picture.update(follower.snapshot())});
//   picture.update(follower.snapshot({ended: true}));
//
// Snapshots are plain data: a worker may post them. update() may be called as often as one likes; the
// picture follows at animation frames, or twice a second where less motion is wanted. Colours follow data-theme="dark" or "light" of an element
// around it, else the system. Types: pipette_queues.d.mts.

import {define} from '../define.mjs';
import {make} from '../make.mjs';
import {Curve} from './curve.mjs';
import {ACTIVITY_NAMES, Lanes} from './lanes.mjs';
import {paletteFor, watchTheme} from './palette.mjs';
import {ACTIVITIES} from './snapshot.mjs';
import {STYLE} from './style.mjs';
import {formatBytes, formatNoun, formatSeconds} from '../quantities.mjs';

const CALM_MS = 500;

/** How full a queue is: a box for each element it has room for, filled from the device's side. */
class Fill {
  element = make('div', 'fill');

  update(filled, depth) {
    const {element} = this;
    while (element.childElementCount > depth) element.lastChild.remove();
    while (element.childElementCount < depth) element.append(make('i'));
    [...element.children].forEach((box, i) => box.classList.toggle('full', i >= depth - filled));
  }
}

class Station {
  figure = make('strong');
  note = make('small');
  fill = new Fill();

  constructor(name, className, withFill) {
    this.element = make('li', `station ${className}`, make('span', 'name', name), this.figure);
    if (withFill) this.element.append(this.fill.element);
    this.element.append(this.note);
  }
}

export class PipetteQueues extends HTMLElement {
  #latest = null;
  #drawn = null;
  #frame = 0;
  #losses = new Curve();
  #lanes = new Lanes();
  #head = make('p', 'head');
  #clock = make('span', 'clock');
  #what = make('span', 'what');
  #legend = make('ul', 'legend');
  #wait = make('p', 'wait');
  #lossHead = make('p', 'caption');
  #lossPart = make('div', 'losses');
  #stations = {
    dataset: new Station('Dataset', 'end'),
    infeed: new Station('Infeed queue', 'queue', true),
    device: new Station('Device', 'device'),
    outfeed: new Station('Outfeed queue', 'queue', true),
    host: new Station('Host', 'end'),
  };

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({mode: 'open'});
    root.adoptedStyleSheets = [sheet];
    this.#head.append(this.#what, this.#clock);
    const flow = make('ol', 'flow', ...Object.values(this.#stations).map(({element}) => element));
    this.#lossPart.append(this.#lossHead, this.#losses.element);
    root.append(
      this.#head,
      flow,
      this.#wait,
      make('p', 'caption', 'The latest steps'),
      this.#lanes.element,
      this.#legend,
      this.#lossPart,
    );
    watchTheme(() => this.#color());
  }

  connectedCallback() {
    this.#color();
  }

  /** The newest snapshot that was drawn, or null before the first picture. */
  get snapshot() {
    return this.#drawn;
  }

  /** Takes a snapshot; drawn with the next frame. Snapshots must come in order: each has new losses. */
  update(snapshot) {
    if (snapshot.number === 0) this.#losses.clear();
    if (snapshot.losses.length > 0) this.#losses.append(snapshot.losses);
    this.#latest = snapshot;
    if (this.#frame !== 0) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#frame = calm ? setTimeout(() => this.#draw(), CALM_MS) : requestAnimationFrame(() => this.#draw());
  }

  #color() {
    const palette = paletteFor(this);
    for (const [name, value] of Object.entries(palette)) {
      if (typeof value === 'string') this.style.setProperty(`--${name}`, value);
    }
  }

  #draw() {
    this.#frame = 0;
    const now = this.#latest;
    const {infeed, outfeed} = now;
    const tasks = {show: 'So far', fit: 'Training', evaluate: 'Testing', predict: 'Predicting'};
    const of = now.steps > 0 ? ` of ${now.steps.toLocaleString('en')}` : '';
    const epoch = now.epoch > 0 ? `epoch ${now.epoch + 1}, ` : '';
    this.#what.textContent =
      `${tasks[now.task] ?? now.task}: ${epoch}mini-batch ${now.step.toLocaleString('en')}${of}` +
      `, ${formatNoun(now.runs, 'engine run')}`;
    this.#clock.textContent = `modelled ${formatSeconds(now.seconds)}`;
    this.#lanes.update(now);
    this.#drawStations(now, infeed, outfeed);
    this.#wait.hidden = !infeed.wait;
    this.#wait.textContent = infeed.wait ? `Last wait: ${infeed.wait.replaceAll(' us', '\u00a0\u00b5s')}` : '';
    const seen = this.#lanes.seen;
    if (seen.join() !== [...this.#legend.children].map((item) => item.dataset.activity).join()) {
      this.#legend.replaceChildren(
        ...ACTIVITIES.filter((name) => seen.includes(name)).map((name) => {
          const item = make('li', '', make('i', `swatch ${name}`), ACTIVITY_NAMES[name]);
          item.dataset.activity = name;
          return item;
        }),
      );
    }
    this.#lossPart.hidden = this.#losses.length < 2;
    this.#lossHead.textContent =
      `Loss, ${formatNoun(this.#losses.length, 'mini-batch')}` +
      (this.#losses.length > 0 ? `, the last ${this.#losses.last.toPrecision(3)}` : '');
    this.#drawn = now;
    this.dispatchEvent(new CustomEvent('drawn', {detail: now}));
  }

  #drawStations(now, infeed, outfeed) {
    const {dataset, infeed: into, device, outfeed: out, host} = this.#stations;
    const made = infeed.elements + infeed.fill;
    dataset.figure.textContent = infeed.exists ? formatNoun(made, 'element') : '';
    dataset.note.textContent = now.element || (infeed.exists ? '' : 'given with each call');
    into.element.classList.toggle('missing', !infeed.exists);
    into.figure.textContent = infeed.exists ? `${infeed.fill} of ${infeed.depth}` : 'none';
    into.fill.update(infeed.fill, Math.min(infeed.depth, 32));
    into.note.textContent = infeed.exists ? `${formatBytes(infeed.elementBytes)} each` : '';
    const numIpus = now.lanes.filter(({lane}) => lane >= 0).length;
    device.figure.textContent = numIpus > 1 ? `${numIpus} IPUs` : '1 IPU';
    device.note.textContent = numIpus > 0 ? `at work ${Math.round(100 * this.#lanes.work)} % of the latest steps` : '';
    out.element.classList.toggle('missing', !outfeed.exists);
    out.figure.textContent = outfeed.exists ? `${outfeed.pending} waiting` : 'none';
    out.fill.update(Math.min(outfeed.pending, outfeed.depth), Math.min(outfeed.depth, 32));
    out.note.textContent = outfeed.exists ? `${outfeed.elements.toLocaleString('en')} so far` : '';
    const logs = Object.entries(now.logs).filter(([, value]) => Number.isFinite(value));
    host.figure.textContent =
      logs.length > 0
        ? `${logs[0][0]} ${logs[0][1].toPrecision(3)}`
        : this.#losses.length > 0
          ? `loss ${this.#losses.last.toPrecision(3)}`
          : '';
    const others = logs.slice(1, 2).map(([name, value]) => `${name} ${value.toPrecision(3)}, `);
    host.note.textContent =
      logs.length > 0 ? `${others.join('')}${others.length ? 'means' : 'mean'} so far` : 'takes the results';
  }
}

define('pipette-queues', PipetteQueues);
