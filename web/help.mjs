// Help over the page: the keys or what fingers do, the field's words, and the names of the tutorials with what Pipette calls
// them and where the page has them; searched as one types.
//
//   showHelp(json, window.pipette_app.act);      // `json` is what src/page/help.h writes
//
// Words explain themselves in the page too; here they can be looked for.

import {make} from './make.mjs';
import {makeNone, makeSection, openSearch} from './search_dialog.mjs';

const code = (names) => names.flatMap((name, i) => [...(i > 0 ? [', '] : []), make('code', '', name)]);

/** A button for each place where the page has it. */
function placesOf({places}, go) {
  return places.map((place) => {
    const button = make('button', {type: 'button'}, place.field ? place.label : `Experiment: ${place.label}`);
    button.addEventListener('click', () => go(place));
    return button;
  });
}

function nameEntry(word, go) {
  const box = make('div');
  const title = make('dt');
  title.append(...code(word.names));
  const text = make('dd');
  for (const [where, names] of [
    ['C++', word.cpp],
    ['JavaScript', word.javascript],
    ['In experiments', word.experiments],
  ]) {
    if (names.length === 0) continue;
    const line = make('span', '', `${where} `);
    line.append(...code(names));
    text.append(line);
  }
  text.append(...placesOf(word, go));
  box.append(title, text);
  const {names, cpp, javascript, experiments, places} = word;
  return {box, text: [...names, ...cpp, ...javascript, ...experiments, ...places.map(({label}) => label)].join(' ')};
}

function entry(title, text) {
  const box = make('div');
  box.append(make('dt', '', title), make('dd', '', text));
  return {box, text: `${title} ${text}`};
}

export async function showHelp({title, keys, words, names}, act) {
  const none = makeNone();
  const lessons = make('button', {type: 'button'}, 'Lessons');
  function filter() {
    const found = sections.reduce((count, section) => count + section.filter(search.value), 0);
    none.show(found > 0 ? '' : `Nothing here has “${search.value.trim()}”. The catalogue (C) lists the experiments.`);
    body.scrollTop = 0;
  }
  const {search, body, leave, dialog} = await openSearch({
    id: 'help',
    label: 'Help',
    placeholder: 'Search keys, words and names of the tutorials',
    style: new URL('help.css', import.meta.url),
    onSearch: filter,
    beside: [lessons],
  });
  const go = ({experiment, field}) => {
    leave();
    act('show-control', 0, field, experiment);
  };
  lessons.addEventListener('click', () => {
    leave();
    act('open-lessons');
  });
  const sections = [
    makeSection(
      title,
      'keys',
      keys.map(([key, what]) => entry(key, what)),
    ),
    makeSection(
      'Names in the tutorials, and here',
      'names',
      names.map((word) => nameEntry(word, go)),
    ),
    makeSection(
      'Words of the field',
      'words',
      words.map((word) => entry(word.words.join(', '), word.text)),
    ),
  ];
  body.tabIndex = 0; // what it holds is read by scrolling
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', 'What there is');
  body.append(...sections.map(({section}) => section), none.element);
  filter();
  // A phone's keyboard would cover what fingers do.
  if (window.matchMedia('(pointer: coarse)').matches) body.focus({preventScroll: true});
  else search.focus({preventScroll: true});
  dialog.dataset.ready = 'true';
}
