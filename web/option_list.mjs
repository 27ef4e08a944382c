// A dialog from which one thing is chosen: in groups, with a line for each, searched as one types.
//
//   chooseOption({id: 'catalogue', label: 'Experiments', placeholder: 'Search the experiments', options, chosen, choose});
//
// `options` are [{id, group, title, text, keys, search}]: `text` is the line below the title, `keys` what does the same,
// `search` what is searched besides what is shown. Up and Down go through what is listed, Enter chooses, Escape empties the
// search, then closes. The focus stays in the search; `aria-activedescendant` says where one is.

import {make} from './make.mjs';
import {fits, makeNone, openSearch} from './search_dialog.mjs';

function makeItem(dialog, option, isChosen, onClick) {
  const about = {
    id: `${dialog}-${option.id}`,
    role: 'option',
    'aria-selected': String(isChosen),
    onclick: () => onClick(option),
  };
  const keys = option.keys ? make('kbd', '', option.keys) : null;
  return make('li', about, keys, make('strong', '', option.title), option.text ? make('span', '', option.text) : null);
}

/** [{list, items: [{option, item}]}], a list for each group. */
function makeGroups(dialog, options, chosen, onClick) {
  const groups = new Map();
  for (const option of options) {
    if (!groups.has(option.group)) {
      const title = make('li', {className: 'group', role: 'presentation'}, option.group);
      groups.set(option.group, {list: make('ul', {role: 'group', 'aria-label': option.group}, title), items: []});
    }
    const {list, items} = groups.get(option.group);
    const item = makeItem(dialog, option, option.id === chosen, onClick);
    list.append(item);
    items.push({option, item});
  }
  return [...groups.values()];
}

/** `nothing` is said of a search that finds nothing, after the search itself. */
export async function chooseOption({id, label, placeholder, nothing, options, chosen = '', choose}) {
  const none = makeNone();
  let at = chosen; // the id of the one that Enter takes

  const listed = () => items.filter(({item}) => !item.hidden);
  function point(to) {
    at = to;
    for (const {option, item} of items) {
      item.classList.toggle('at', option.id === at);
      if (option.id !== at) continue;
      search.setAttribute('aria-activedescendant', item.id);
      item.scrollIntoView({block: 'nearest'});
    }
    if (!at) search.removeAttribute('aria-activedescendant');
  }
  function filter() {
    for (const {list, items: own} of groups) {
      for (const {option, item} of own) {
        const {group, title, text = '', search: besides = ''} = option;
        item.hidden = !fits(`${group} ${title} ${text} ${besides}`, search.value);
      }
      list.hidden = own.every(({item}) => item.hidden);
    }
    const left = listed();
    none.show(left.length > 0 ? '' : `${nothing} “${search.value.trim()}”.`);
    // What has the search in its title is meant rather than what has it in its line.
    const titled = search.value.trim() ? left.filter(({option}) => fits(option.title, search.value)) : [];
    const meant = titled.length > 0 ? titled : left;
    point((meant.find(({option}) => option.id === at) ?? meant[0])?.option.id ?? '');
  }
  function go(by) {
    const left = listed();
    const from = left.findIndex(({option}) => option.id === at);
    if (left.length > 0) point(left[(from + by + left.length) % left.length].option.id);
  }
  const take = (option) => {
    leave();
    choose(option);
  };
  const keys = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Enter: () => {
      const found = items.find(({option}) => option.id === at);
      if (found) take(found.option);
    },
  };
  const {search, body, leave} = await openSearch({
    id,
    label,
    placeholder,
    style: new URL('option_list.css', import.meta.url),
    onSearch: filter,
    keys,
  });
  const groups = makeGroups(id, options, chosen, take);
  const items = groups.flatMap((group) => group.items);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
  }))
    search.setAttribute(name, value);
  body.id = `${id}-list`;
  body.classList.add('options');
  body.setAttribute('role', 'listbox');
  body.setAttribute('aria-label', label);
  body.append(...groups.map((group) => group.list), none.element);
  filter();
  search.focus({preventScroll: true});
}
