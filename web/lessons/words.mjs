// Words that explain themselves: each <dfn> of a page says what docs/glossary.md says of it, under a resting pointer, under a
// finger that stays or taps, and to the keyboard. A list before the teacher's note has them all, for paper and who reads by ear.
//
//   <p>A pipeline cuts the network into <dfn>stages</dfn>.</p>
//   <li><dfn data-word="Grouped schedule">Grouped</dfn>: ...</li>          where the glossary calls it otherwise
//   <script type="module" src="words.mjs"></script>                        a lesson has it from lesson.mjs
//
// What is said stands above its word, or below where there is no room, and never covers it.

import {entryOf} from './glossary.mjs';
import {make} from '../make.mjs';

const REST_MS = 250,
  STAY_MS = 450; // of a pointer, of a finger
const EDGE = 10,
  GAP = 7; // px: between what is said and the edges of the window, and its word
const WIDEST = 420; // px

const tip = make('div');
tip.id = 'meaning';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;
let shown = null,
  timer = 0;

function place(word) {
  const lines = [...word.getClientRects()]; // two, where the word is parted by the end of a line
  const room = document.documentElement.clientWidth - 2 * EDGE;
  Object.assign(tip.style, {left: '0', maxWidth: `${Math.min(WIDEST, room)}px`});
  const {width, height} = tip.getBoundingClientRect();
  const above = lines[0].top - GAP - height >= EDGE,
    at = above ? lines[0] : lines.at(-1);
  tip.style.left = `${scrollX + Math.max(EDGE, Math.min(at.left + at.width / 2 - width / 2, EDGE + room - width))}px`;
  tip.style.top = `${scrollY + (above ? at.top - GAP - height : at.bottom + GAP)}px`;
}

function show(word) {
  hide();
  shown = word;
  tip.textContent = entryOfWord(word).text;
  tip.hidden = false;
  place(word);
}

function hide() {
  clearTimeout(timer);
  tip.hidden = true;
  shown = null;
}

function soon(word, milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(() => show(word), milliseconds);
}

const entryOfWord = ({dataset, textContent}) => entryOf(dataset.word ?? textContent);
const wordAt = ({target}) => (target instanceof Element ? target.closest('dfn[tabindex]') : null);
const ofMouse = ({pointerType}) => pointerType !== 'touch';

function listen() {
  const on = (type, take) => document.addEventListener(type, take);
  on('pointerover', (event) => {
    const word = wordAt(event);
    if (word && word !== shown && ofMouse(event)) soon(word, REST_MS);
  });
  on('pointerout', (event) => {
    // from the word to what is said of it, and back, it stays
    if (!ofMouse(event) || !(wordAt(event) || event.target === tip)) return;
    if (event.relatedTarget !== tip && (!shown || event.relatedTarget !== shown)) hide();
  });
  on('focusin', (event) => wordAt(event) && show(wordAt(event)));
  on('focusout', (event) => wordAt(event) && hide());
  on('keydown', ({key}) => key === 'Escape' && hide());
  on('click', (event) => wordAt(event) && show(wordAt(event)));
  on('pointerdown', (event) => {
    const word = wordAt(event);
    if (!word && event.target !== tip) hide();
    if (word && !ofMouse(event)) soon(word, STAY_MS);
  });
  for (const type of ['pointerup', 'pointercancel']) on(type, (event) => ofMouse(event) || clearTimeout(timer));
  // Pictures that appear above move the text.
  new ResizeObserver(() => shown && place(shown)).observe(document.querySelector('main'));
  on('contextmenu', (event) => event.pointerType === 'touch' && wordAt(event) && event.preventDefault()); // of a finger that stays
}

/** The words of the page with what they mean, each once. */
function listOf(words) {
  const details = make('details', 'words'),
    list = make('dl');
  details.append(make('summary', '', 'Words and what they mean'), list);
  const known = new Map();
  for (const word of words) {
    const entry = entryOfWord(word);
    if (!known.has(entry)) {
      const row = make('div'),
        meaning = make('dd', '', entry.text);
      meaning.id = `meaning-${known.size + 1}`;
      row.append(make('dt', '', entry.words.join(', ')), meaning);
      list.append(row);
      known.set(entry, meaning.id);
    }
    word.setAttribute('aria-describedby', known.get(entry));
  }
  return details;
}

function start() {
  const words = [...document.querySelectorAll('main dfn')].filter(entryOfWord);
  if (words.length === 0) return;
  for (const word of words) word.tabIndex = 0;
  const end = document.querySelector('main > .teacher, main > nav');
  if (end) end.before(listOf(words));
  else document.querySelector('main').append(listOf(words));
  document.body.append(tip);
  listen();
}

start();
