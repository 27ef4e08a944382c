// The catalogue of experiments over the page: in groups, with a line for each, searched as one types.
//
//   chooseExperiment({chosen, experiments}, (name) => act('select-experiment', 0, '', name));
//
// `experiments` is what src/page/experiment_panel.h writes: [{group, name, title, description}]. Up and Down go through what
// is listed, Enter chooses, Escape empties the search, then closes. The focus stays in the search; `aria-activedescendant`
// says where one is.

import {styleSheet} from './parts.mjs';

const make = (tag, text = '', properties = {}) =>
  Object.assign(document.createElement(tag), {textContent: text, ...properties});
const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether an experiment has all words of a search. */
export function fits({group, name, title, description}, search) {
  const text = `${group} ${name} ${title} ${description}`.toLowerCase();
  return words(search).every((word) => text.includes(word));
}

function makeOption(entry, isChosen, onClick) {
  const option = make('li', '', {id: `experiment-${entry.name}`});
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', String(isChosen));
  option.append(make('strong', entry.title), make('span', entry.description));
  option.addEventListener('click', () => onClick(entry.name));
  return option;
}

/** [{list, options: [{entry, option}]}], a list for each group. */
function makeGroups(experiments, chosen, onClick) {
  const groups = [];
  for (const entry of experiments) {
    if (groups.at(-1)?.title !== entry.group) {
      const list = make('ul');
      list.setAttribute('role', 'group');
      list.setAttribute('aria-label', entry.group);
      const title = make('li', entry.group, {className: 'group'});
      title.setAttribute('role', 'presentation');
      list.append(title);
      groups.push({title: entry.group, list, options: []});
    }
    const option = makeOption(entry, entry.name === chosen, onClick);
    groups.at(-1).list.append(option);
    groups.at(-1).options.push({entry, option});
  }
  return groups;
}

let close = null; // of the one that is open

export async function chooseExperiment({chosen, experiments}, choose) {
  close?.();
  await styleSheet(new URL('catalogue.css', import.meta.url));
  close?.();
  const dialog = make('section', '', {id: 'catalogue', className: 'floating plain'});
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', 'Experiments');
  const search = make('input', '', {
    type: 'search',
    placeholder: 'Search the experiments',
    spellcheck: false,
    autocomplete: 'off',
  });
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-label': 'Search the experiments',
    'aria-expanded': 'true',
    'aria-controls': 'catalogue-list',
    'aria-autocomplete': 'list',
  }))
    search.setAttribute(name, value);
  const list = make('div', '', {id: 'catalogue-list'});
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Experiments');
  const none = make('p', '', {hidden: true});
  none.setAttribute('role', 'status');
  const end = make('button', '×', {type: 'button', className: 'close', title: 'Close (Esc)'});
  end.setAttribute('aria-label', 'Close');

  function leave() {
    close = null;
    dialog.remove();
    window.removeEventListener('pointerdown', onElsewhere, true);
    document.getElementById('pipette-canvas').focus();
  }
  function onElsewhere({target}) {
    if (!(target instanceof Node && dialog.contains(target))) leave();
  }
  const take = (name) => {
    leave();
    choose(name);
  };
  const groups = makeGroups(experiments, chosen, take);
  const options = groups.flatMap((group) => group.options);
  let at = chosen; // the name of the one that Enter takes

  const listed = () => options.filter(({option}) => !option.hidden);
  function point(name) {
    at = name;
    for (const {entry, option} of options) {
      option.classList.toggle('at', entry.name === at);
      if (entry.name !== at) continue;
      search.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({block: 'nearest'});
    }
    if (!at) search.removeAttribute('aria-activedescendant');
  }
  function filter() {
    for (const group of groups) {
      for (const {entry, option} of group.options) option.hidden = !fits(entry, search.value);
      group.list.hidden = group.options.every(({option}) => option.hidden);
    }
    const left = listed();
    none.hidden = left.length > 0;
    none.textContent = left.length > 0 ? '' : `No experiment has “${search.value.trim()}”.`;
    point((left.find(({entry}) => entry.name === at) ?? left[0])?.entry.name ?? '');
  }
  function go(by) {
    const left = listed();
    const from = left.findIndex(({entry}) => entry.name === at);
    if (left.length > 0) point(left[(from + by + left.length) % left.length].entry.name);
  }
  const keys = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Enter: () => {
      if (at) take(at);
    },
    Escape: () => {
      if (!search.value) return leave();
      search.value = '';
      filter();
    },
  };
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation(); // keys belong to the dialog, not to the canvas
    const act = !event.isComposing && Object.hasOwn(keys, event.key) && keys[event.key];
    if (!act || (event.key === 'Enter' && event.target === end)) return;
    event.preventDefault();
    act();
  });
  for (const type of ['keyup', 'wheel', 'paste', 'beforeinput']) {
    dialog.addEventListener(type, (event) => event.stopPropagation(), {passive: true});
  }
  search.addEventListener('input', filter);
  end.addEventListener('click', leave);
  window.addEventListener('pointerdown', onElsewhere, true);
  close = leave;

  list.append(...groups.map((group) => group.list), none);
  const head = make('div', '', {className: 'head'});
  head.append(search, end);
  dialog.append(head, list);
  document.body.append(dialog);
  filter();
  search.focus({preventScroll: true});
}
