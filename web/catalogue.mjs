// The catalogue of experiments over the page: in groups, with a line for each, searched as one types.
//
//   chooseExperiment({chosen, experiments}, (name) => act('select-experiment', 0, '', name));
//
// `experiments` is what src/page/experiment_panel.h writes: [{group, name, title, description}]. Up and Down go through what
// is listed, Enter chooses, Escape empties the search, then closes. The focus stays in the search; `aria-activedescendant`
// says where one is.

import {make} from './make.mjs';
import {fits, makeNone, openSearch} from './search_dialog.mjs';

/** Whether an experiment has all words of a search. */
const hasAll = ({group, name, title, description}, search) => fits(`${group} ${name} ${title} ${description}`, search);

function makeOption(entry, isChosen, onClick) {
  const option = make('li', {id: `experiment-${entry.name}`});
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', String(isChosen));
  option.append(make('strong', '', entry.title), make('span', '', entry.description));
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
      const title = make('li', 'group', entry.group);
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

export async function chooseExperiment({chosen, experiments}, choose) {
  const none = makeNone();
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
      for (const {entry, option} of group.options) option.hidden = !hasAll(entry, search.value);
      group.list.hidden = group.options.every(({option}) => option.hidden);
    }
    const left = listed();
    none.show(left.length > 0 ? '' : `No experiment has “${search.value.trim()}”.`);
    point((left.find(({entry}) => entry.name === at) ?? left[0])?.entry.name ?? '');
  }
  function go(by) {
    const left = listed();
    const from = left.findIndex(({entry}) => entry.name === at);
    if (left.length > 0) point(left[(from + by + left.length) % left.length].entry.name);
  }
  const take = (name) => {
    leave();
    choose(name);
  };
  const keys = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Enter: () => {
      if (at) take(at);
    },
  };
  const {search, body, leave} = await openSearch({
    id: 'catalogue',
    label: 'Experiments',
    placeholder: 'Search the experiments',
    style: new URL('catalogue.css', import.meta.url),
    onSearch: filter,
    keys,
  });
  const groups = makeGroups(experiments, chosen, take);
  const options = groups.flatMap((group) => group.options);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'catalogue-list',
    'aria-autocomplete': 'list',
  }))
    search.setAttribute(name, value);
  body.id = 'catalogue-list';
  body.setAttribute('role', 'listbox');
  body.setAttribute('aria-label', 'Experiments');
  body.append(...groups.map((group) => group.list), none.element);
  filter();
  search.focus({preventScroll: true});
}
