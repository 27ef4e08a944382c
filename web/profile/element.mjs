// <pipette-profile>: a profile in a page, one tab of it or all.
//
//   <pipette-profile tab="trace" only></pipette-profile>
//   document.querySelector('pipette-profile').profile = json;      // object, array of programs or text
//   element.compareWith = before;  element.select({operation: 'dense/MatMul'});
//   <pipette-profile src="run.json" tabs="operations trace">       // fetched from there
//
// Attributes: `tab` the first one, `only` draws that alone, `tabs` those that there are, `src`, `applies` a button for advice. Events 'apply',
// 'take', 'select' and 'tab' are those of ProfileView. The wheel zooms when the timeline has the focus, so that a page
// can be scrolled past it.

import {define} from '../define.mjs';
import {fromUrl} from '../pipette/bytes.mjs';
import {make} from '../make.mjs';
import {ProfileView} from './view.mjs';

export class PipetteProfile extends HTMLElement {
  static observedAttributes = ['tab', 'src', 'tabs', 'only'];
  #profile = null;
  #compareWith = null;
  #view = null;

  get profile() {
    return this.#profile;
  }
  set profile(value) {
    this.#profile = value;
    this.#draw();
  }

  get compareWith() {
    return this.#compareWith;
  }
  set compareWith(value) {
    this.#compareWith = value;
    this.#draw();
  }

  /** The view, or null before there is a profile. */
  get view() {
    return this.#view;
  }

  select(selection) {
    this.#view?.select(selection);
  }
  show(tab) {
    this.#view?.show(tab);
  }

  connectedCallback() {
    this.style.display = 'block';
    for (const name of ['profile', 'compareWith']) {
      // set before the element was known
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#draw();
  }

  disconnectedCallback() {
    this.#end();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === 'src') this.#fetch(now);
    else if (name === 'tab' && !this.hasAttribute('only')) this.#view?.show(now);
    else if (this.#view) this.#draw();
  }

  async #fetch(address) {
    if (!address) return;
    try {
      const text = await fromUrl(new URL(address, document.baseURI), (response) => response.text());
      if (this.getAttribute('src') === address) this.profile = text;
    } catch ({message}) {
      this.#end();
      this.replaceChildren(make('p', {role: 'alert'}, `The profile cannot be shown: ${message}.`));
    }
  }

  #end() {
    this.#view?.destroy();
    this.#view = null;
  }

  #draw() {
    this.#end();
    if (!this.isConnected || !this.#profile) return;
    this.replaceChildren();
    const tab = this.getAttribute('tab') ?? undefined,
      named = this.getAttribute('tabs')
        ?.split(/[\s,]+/)
        .filter(Boolean);
    const tabs = this.hasAttribute('only') && tab ? [tab] : named;
    this.#view = new ProfileView(this, {
      profile: this.#profile,
      compareWith: this.#compareWith,
      wheel: 'focused',
      applies: this.hasAttribute('applies'),
      ...(tab ? {tab} : {}),
      ...(tabs ? {tabs} : {}),
    });
    for (const event of ['apply', 'take', 'select', 'tab']) {
      this.#view.addEventListener(event, ({detail}) => this.dispatchEvent(new CustomEvent(event, {detail, bubbles: true})));
    }
  }
}

define('pipette-profile', PipetteProfile);
