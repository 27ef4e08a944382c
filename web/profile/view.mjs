// The viewer of profiles: tabs over one profile, with one selection that all of them show.
//
//   const view = new ProfileView(element, {profile, tab: 'trace', compareWith: null});
//   view.addEventListener('apply', ({detail}) => ...);     // changes of an insight's advice to be tried, with the option `applies`
//   view.addEventListener('take', ({detail}) => ...);      // changes that have been tried and are to stay
//   view.addEventListener('select', ...);  view.addEventListener('tab', ...);  view.addEventListener('compare', ...);
//   view.select({operation: 'dense/MatMul'});  view.show('operations');
//   view.destroy();
//
// `profile` is profile JSON as an object, an array of them (several programs), a report's profile.json, or text. It draws into a shadow
// root of its own; colours come from web/theme.css. Types: view.d.mts.

import {PROFILE_STYLE} from './style.mjs';
import {PROFILE_TABLE_STYLE} from './style_tables.mjs';
import {ProfileModel, parseProfiles, profilesIn} from './model.mjs';
import {compareAction} from './compare_action.mjs';
import {make} from '../make.mjs';
import {chooser, indexAfterKey} from './dom.mjs';
import {downloadMenu} from './downloads.mjs';
import {followTheme, setColourProperties} from './theme.mjs';
import {resolveSelection, selectionText, sourcesOf} from './selection.mjs';
import {PROFILE_TABS} from './tabs.mjs';
import {TAB_ALIASES} from './tab_labels.mjs';
import {formatNoun} from '../quantities.mjs';

const NAMES = ['This', 'Other'];
const valueOf = (profile) => (typeof profile === 'string' ? parseProfiles(profile) : profile);
let viewCount = 0;

export class ProfileView extends EventTarget {
  #host = make('div', 'pipette-profile-view');
  #root = make('div', 'p-root');
  #ending = new AbortController();
  #life = null; // of the tabs of one program
  #options;
  #json; // as it was given, for Download
  #profiles;
  #others;
  #names;
  #program = 0;
  #tabs = new Map(); // made when they are first shown
  #buttons = [];
  #actions = [];
  #panel = make('div', {className: 'p-panel-area', role: 'tabpanel', tabindex: '-1'});
  #status = make('p', {className: 'p-status', 'aria-live': 'polite'});
  #search = make('input', {
    type: 'search',
    className: 'p-search',
    placeholder: 'Search',
    'aria-label': 'Search',
    'aria-keyshortcuts': '/',
  });
  #id = `pipette-profile-${++viewCount}`;

  /** `tabs` names those that there are; with one, no bar of tabs is drawn. */
  constructor(
    element,
    {
      profile,
      tab = 'summary',
      compareWith = null,
      names = NAMES,
      tabs = PROFILE_TABS.map(({key}) => key),
      wheel = 'always',
      applies = false,
      tried = [],
    },
  ) {
    super();
    this.#json = valueOf(profile);
    this.#profiles = profilesIn(this.#json);
    this.#others = compareWith ? profilesIn(valueOf(compareWith)) : [];
    this.#names = names;
    this.#options = {tabs: PROFILE_TABS.filter(({key}) => tabs.includes(key)), wheel, applies, tried};
    const root = this.#host.attachShadow({mode: 'open'});
    root.adoptedStyleSheets = [PROFILE_STYLE, PROFILE_TABLE_STYLE].map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    root.append(this.#root);
    element.append(this.#host);
    const {signal} = this.#ending;
    setColourProperties(this.#root);
    followTheme(() => setColourProperties(this.#root), signal);
    this.#root.addEventListener('keydown', (event) => this.#keyed(event), {signal});
    this.#search.addEventListener('input', () => this.#searchFor(false), {signal});
    this.#search.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') this.#searchFor(true);
        if (event.key === 'Escape') this.#clearSearch();
      },
      {signal},
    );
    const first = TAB_ALIASES[tab] ?? tab;
    this.#start(this.#options.tabs.some(({key}) => key === first) ? first : this.#options.tabs[0].key);
  }

  get model() {
    return this.#life.model;
  }
  get tab() {
    return this.#life.tab;
  }
  get selection() {
    return this.#life.meant.selection;
  }
  /** The lines of the program of what is selected, such as ['mnist.py:12']. */
  get sources() {
    return sourcesOf(this.model, this.#life.meant);
  }
  /** What tables call this profile and the other one. */
  get names() {
    return this.#names;
  }
  /** The tab's own object, for tests: it has `timeline` where it has one. */
  get current() {
    return this.#tabs.get(this.tab);
  }

  show(tab) {
    const wanted = TAB_ALIASES[tab] ?? tab,
      found = this.#options.tabs.find(({key}) => key === wanted);
    if (!found) return;
    tab = wanted;
    this.#life.tab = tab;
    if (!this.#tabs.has(tab)) this.#tabs.set(tab, new found.Tab(this.#contextOfTabs()));
    const current = this.#tabs.get(tab);
    this.#panel.replaceChildren(current.element);
    this.#panel.setAttribute('aria-labelledby', `${this.#id}-${tab}`);
    for (const each of this.#buttons) {
      const is = each.dataset.tab === tab;
      each.setAttribute('aria-selected', String(is));
      each.tabIndex = is ? 0 : -1;
      if (is) each.scrollIntoView?.({block: 'nearest', inline: 'nearest'});
    }
    current.shown();
    current.apply(this.#life.meant, 'show');
    if (this.#search.value) this.#searchFor(false);
    this.dispatchEvent(new CustomEvent('tab', {detail: tab}));
  }

  /** Shows what is selected in every tab. `from` is the tab that selects. */
  select(selection, from = null) {
    const {model} = this;
    this.#life.meant = resolveSelection(model, selection);
    this.#say(selectionText(model, this.#life.meant));
    this.current.apply(this.#life.meant, from);
    this.dispatchEvent(new CustomEvent('select', {detail: selection}));
  }

  /** A control of the host's, beside Download; a change of program keeps it. */
  addAction(element) {
    this.#actions.push(element);
    this.#root.querySelector('.p-actions').append(element);
  }

  /** Sets another profile beside this one, or none (null), under these names. Throws TypeError for what is no profile. */
  compare(profile, names = NAMES) {
    const others = profile === null ? [] : profilesIn(valueOf(profile));
    others.forEach((each) => new ProfileModel(each));
    this.#others = others;
    this.#names = names;
    this.#start(this.tab);
    this.dispatchEvent(new CustomEvent('compare', {detail: profile}));
  }

  destroy() {
    this.#life.controller.abort();
    this.#ending.abort();
    this.#host.remove();
  }

  /** Begins with a program: all tabs anew. */
  #start(tab) {
    this.#life?.controller.abort();
    this.#tabs.clear();
    const model = new ProfileModel(this.#profiles[this.#program]);
    const other =
      this.#others.length > 0
        ? (this.#others.find((each) => each.compilation.graph.name === model.graph.name) ?? this.#others[0])
        : null;
    this.#life = {
      controller: new AbortController(),
      model,
      other: other && new ProfileModel(other),
      meant: resolveSelection(model, null),
      tab,
    };
    this.#draw();
    this.show(tab);
  }

  #contextOfTabs() {
    const life = this.#life;
    return {
      model: life.model,
      other: life.other,
      names: this.names,
      signal: life.controller.signal,
      wheel: this.#options.wheel,
      applies: this.#options.applies,
      tried: this.#options.tried,
      program: this.#program,
      width: this.#root.clientWidth,
      get meant() {
        return life.meant;
      },
      select: (selection, from) => this.select(selection, from),
      show: (tab) => this.show(tab),
      ask: (event, changes) => this.dispatchEvent(new CustomEvent(event, {detail: changes})),
    };
  }

  #draw() {
    const {model} = this,
      {target} = model,
      alone = this.#options.tabs.length === 1;
    this.#buttons = this.#options.tabs.map(({key, label}) =>
      make(
        'button',
        {type: 'button', role: 'tab', id: `${this.#id}-${key}`, 'data-tab': key, onclick: () => this.show(key)},
        label,
      ),
    );
    const programs =
      this.#profiles.length > 1
        ? chooser(
            'Program',
            this.#profiles.map(({compilation}, i) => [i, compilation.graph.name]),
            this.#program,
            (value) => {
              this.#program = Number(value);
              this.#start(this.tab);
            },
          )
        : make('strong', '', model.graph.name);
    const about =
      `${formatNoun(target.ipusPerReplica * target.numReplicas, target.architecture === 'Bow' ? 'Bow IPU' : `${target.architecture} IPU`)}, ` +
      `${formatNoun(model.execution.profiledRuns, 'run')} profiled`;
    const bar = make('div', {className: 'p-tabs', role: 'tablist', 'aria-label': 'Views of the profile'}, this.#buttons);
    bar.addEventListener('keydown', (event) => this.#tabKeyed(event));
    this.#root.replaceChildren(
      make(
        'header',
        'p-head',
        make('div', 'p-title', programs, make('span', 'p-dim', about)),
        make(
          'div',
          'p-actions',
          this.#search,
          compareAction({comparing: this.#others.length > 0, compare: (value) => this.compare(value)}),
          downloadMenu(() => ({view: this, json: this.#json})),
          this.#actions,
        ),
      ),
      ...(alone ? [] : [bar]),
      this.#status,
      this.#panel,
    );
    this.#status.hidden = true;
  }

  #say(text) {
    this.#status.hidden = text === '';
    this.#status.replaceChildren(
      text,
      text
        ? make(
            'button',
            {type: 'button', className: 'p-clear', 'aria-label': 'Select nothing', onclick: () => this.select(null)},
            '\u00d7',
          )
        : '',
    );
  }

  #searchFor(next) {
    const text = this.#search.value.trim(),
      found = this.current.search(text, next) ?? 0;
    this.#search.title = text ? `${found} found` : '';
    this.#search.classList.toggle('p-none', text !== '' && found === 0);
    if (text === '') this.current.apply(this.#life.meant, 'search');
  }

  #clearSearch() {
    this.#search.value = '';
    this.#searchFor(false);
    this.#panel.querySelector('canvas[tabindex], [tabindex="0"]')?.focus();
  }

  #keyed(event) {
    const typing = event.composedPath()[0].matches?.('input, select, textarea');
    if (event.key === '/' && !typing) {
      event.preventDefault();
      this.#search.focus();
      this.#search.select();
    } else if (event.key === 'Escape' && !typing && this.selection && !event.defaultPrevented) this.select(null);
  }

  #tabKeyed(event) {
    const keys = this.#options.tabs.map(({key}) => key),
      next = indexAfterKey(event.key, keys.indexOf(this.tab), keys.length);
    if (next < 0) return;
    event.preventDefault();
    this.show(keys[next]);
    this.#buttons[next].focus();
  }
}
