// A dialog over the page that is searched as one types: the catalogue of experiments, and the help.
//
//   const {body, search, leave} = await openSearch({id: 'help', label: 'Help', placeholder: 'Search the help', onSearch});
//   body.append(...);
//
// One is open at a time. Keys belong to it, not to the canvas: `keys` says what some of them do. Escape empties the search,
// then closes, as does a press beside the dialog; the focus then goes to the canvas. What it lists is its own affair, or
// sections of terms and what is said of them (makeSection).

import {make} from './make.mjs';
import {styleSheet} from './parts.mjs';

/** The words of a search, in small letters. */
export const wordsOf = (search) => search.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a text has all words of a search; of a name with dots its last part is enough. */
export function fits(text, search) {
  const all = text.toLowerCase();
  return wordsOf(search).every((word) => all.includes(word) || all.includes(word.split('.').filter(Boolean).at(-1) ?? word));
}

/** A heading above a list of {box, text}: its filter() shows those that have what is searched, and gives their number. */
export function makeSection(title, className, entries) {
  const section = make('section', className);
  const list = make('dl');
  list.append(...entries.map(({box}) => box));
  section.append(make('h2', '', title), list);
  return {
    section,
    filter(search) {
      const found = entries.filter(({box, text}) => !(box.hidden = !fits(text, search)));
      section.hidden = found.length === 0;
      return found.length;
    },
  };
}

/** A line below the list, said to screen readers too, where nothing fits. */
export function makeNone() {
  const none = make('p', {hidden: true});
  none.setAttribute('role', 'status');
  return {
    element: none,
    show(text) {
      none.hidden = !text;
      none.textContent = text;
    },
  };
}

let close = null; // of the one that is open

/** `style` is its own style sheet beside the common one; `beside` are controls between search and close. */
export async function openSearch({id, label, placeholder, style, onSearch, keys = {}, beside = []}) {
  await Promise.all([new URL('search_dialog.css', import.meta.url), style].filter(Boolean).map(styleSheet));
  close?.();
  const dialog = make('section', {id, className: 'floating plain searching'});
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', label);
  const search = make('input', {type: 'search', placeholder, spellcheck: false, autocomplete: 'off'});
  search.setAttribute('aria-label', placeholder);
  const body = make('div', 'found');
  const end = make('button', {type: 'button', className: 'close', title: 'Close (Esc)'}, '×');
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
  const all = {
    ...keys,
    Escape: () => {
      if (!search.value) return leave();
      search.value = '';
      onSearch();
    },
  };
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const act = !event.isComposing && Object.hasOwn(all, event.key) && all[event.key];
    if (!act || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    act();
  });
  for (const type of ['keyup', 'wheel', 'paste', 'beforeinput']) {
    dialog.addEventListener(type, (event) => event.stopPropagation(), {passive: true});
  }
  search.addEventListener('input', () => onSearch());
  end.addEventListener('click', leave);
  window.addEventListener('pointerdown', onElsewhere, true);
  close = leave;

  const head = make('div', 'head');
  head.append(search, ...beside, end);
  dialog.append(head, body);
  document.body.append(dialog);
  return {dialog, search, body, leave};
}
