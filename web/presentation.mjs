// In front of a class: a card at a time fills the wall, and a presenter's remote goes through the steps.
//
//   await present(app);          // {state, act, open, on}: the page's; ends with Escape
//
// Page Up and Down and the arrow keys go back and forth, B makes the wall black, K keeps what is shown as a step of
// one's own list, L copies a link to that list, M opens the dialog that edits it (step_list.mjs). All other keys do what
// they do in the page. The steps are those of the list in the address (?steps=...), of the lesson in the address (?lesson=pipelining), or else the cards of the scene.

import {addressOf} from './links.mjs';
import {make} from './make.mjs';
import {styleSheet} from './parts.mjs';
import {copyLinkTo, editSteps, keepSteps, ownSteps, readSteps} from './step_list.mjs';

const ZOOM = 2,
  LEAST_ZOOM = 1.34; // less than twice where a card would be cut off
const COLUMNS_PX = 960; // a wall is drawn as a page of this width, unless its type would be too small
const LOOK_MS = 200;
const LONG_CAPTION = 140; // letters: more need three lines of the ordinary type

const TITLES = {
  flow: 'Queues between host and IPU',
  traces: 'Execution trace',
  digits: 'Test digits',
  pad: 'Draw a digit',
  machine: 'IPUs of the pipeline',
  schedule: 'Schedule of the pipeline',
  compare: 'Schedules compared',
  numbers: 'Numbers',
  tensors: 'Tensors',
  heat: 'One tensor',
  distribution: 'Its values over time',
  speed: 'How fast this computer is',
  printed: 'What the program prints',
  builder: 'Model builder',
  code: 'The program',
  profile: 'Profile',
  loss: 'Loss over time',
  accuracy: 'Accuracy',
  pick: 'Pick or draw a digit',
  way: "A digit's way",
};

const capitalized = (words) => words[0].toUpperCase() + words.slice(1);

/** The HTML at `url`, without its scripts; null where there is none. A policy of trusted types lets no other reader do. */
const documentAt = (url) =>
  new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.onload = () => done(request.status === 200 ? request.response : null);
    request.onerror = () => done(null);
    request.send();
  });

/** Steps for each place of a lesson that opens the page, after its heading: one, or those of the cards in data-wall. */
async function stepsOfLesson(name) {
  if (!/^[a-z-]+$/.test(name)) throw new Error(`no lesson is called ${name}`);
  const lesson = await documentAt(new URL(`lessons/${name}.html`, document.baseURI));
  if (!lesson) throw new Error(`no lesson is called ${name}`);
  const steps = [];
  let heading = '';
  for (const found of lesson.querySelectorAll('h2, pipette-page a')) {
    const text = found.textContent.replace(/\s+/g, ' ').trim();
    if (found.localName === 'h2') heading = text;
    else
      for (const [i, card] of (found.dataset.wall?.split(' ') ?? [undefined]).entries())
        steps.push({
          address: addressOf(new URL(found.getAttribute('href'), location.href).hash),
          card,
          text: `${heading.replace(/(\w)$/, '$1:')} ${i === 0 ? text : TITLES[card]}`,
        });
  }
  if (steps.length === 0) throw new Error(`the lesson ${name} opens no page`);
  return steps;
}

function makeBar() {
  const [title, moment, hint] = ['h2', 'p', 'small'].map((tag) => make(tag));
  const bar = make('footer', {id: 'presentation', 'aria-label': 'Presentation'}, title, moment, hint);
  const [black, pointer] = ['black', 'pointer'].map((id) => make('div', {id, hidden: true}));
  document.body.append(bar, black, pointer);
  return {bar, title, moment, hint, black, pointer, remove: () => [bar, black, pointer].forEach((part) => part.remove())};
}

async function stepsOf(query) {
  if (query.get('steps') !== null) return readSteps(query.get('steps'));
  if (query.get('lesson') !== null) return stepsOfLesson(query.get('lesson'));
  return null;
}

let presenting = false;

/** Resolves when the presentation has ended. */
export async function present({state, act, open}) {
  if (presenting) return;
  presenting = true;
  await styleSheet(new URL('presentation.css', import.meta.url));
  const parts = makeBar();
  let problem = '';
  let list = await stepsOf(new URLSearchParams(location.search)).catch(({message}) => {
    problem = message;
    return null;
  });
  let steps = list ?? [],
    at = 0,
    card = '',
    editing = false;

  let zoom = ZOOM;
  const canvas = document.querySelector('canvas');
  const showCard = (name) => {
    card = name;
    zoom = Math.max(ZOOM, innerWidth / COLUMNS_PX);
    act('show-card', zoom, '', name);
  };
  /** What a card wants is known once it has been drawn at a zoom. */
  function fit({wanted_height: wanted, alone}) {
    const room = canvas.clientHeight / zoom,
      drawn = alone.card === card && Math.abs(alone.zoom - zoom) < 1e-3;
    if (!drawn || wanted <= 1.05 * room || zoom <= LEAST_ZOOM) return;
    zoom = Math.max(LEAST_ZOOM, (zoom * room) / wanted);
    act('show-card', zoom, '', card);
  }
  function tell(text) {
    parts.hint.textContent = text || `${at + 1} of ${steps.length}   Page Up, Page Down\nB black   M list   Esc ends`;
  }
  function show(number) {
    at = Math.min(Math.max(number, 0), steps.length - 1);
    const step = steps[at];
    if (step.address !== undefined) open(step.address);
    showCard(step.card ?? state().cards[0]);
    tell('');
    look();
  }
  /** Without a list: the cards of the scene that is shown. */
  function followScene({cards}) {
    if (list || steps.map((step) => step.card).join() === cards.join()) return;
    steps = cards.map((name) => ({card: name, text: TITLES[name] ?? name}));
    show(
      Math.max(
        0,
        steps.findIndex((step) => step.card === card),
      ),
    );
  }
  function look() {
    const now = state();
    followScene(now);
    const wanted = steps[at]?.card; // it is there once the step's page is
    if (wanted && wanted !== card && now.cards.includes(wanted)) showCard(wanted);
    else if (!now.cards.includes(card)) showCard(now.cards[0]);
    else fit(now);
    parts.title.textContent = list ? steps[at].text : (TITLES[card] ?? card);
    const where = `${capitalized(now.step_name)} ${now.step.toLocaleString('en')} of ${now.steps.toLocaleString('en')}`;
    const moment = problem || now.error || ((now.running || now.step > 0) && now.moment) || '';
    parts.moment.textContent = moment || `${now.finished ? 'Done' : now.running ? 'Running' : 'Space runs it'}. ${where}.`;
    parts.moment.classList.toggle('long', parts.moment.textContent.length > LONG_CAPTION);
    parts.moment.classList.toggle('bad', Boolean(problem || now.error));
  }
  function keep() {
    const own = [...ownSteps(), {address: JSON.stringify(state().address), card, text: parts.title.textContent}];
    tell(
      keepSteps(own)
        ? `Kept: step ${own.length} of your list. L copies its link, M edits it.`
        : 'This browser lets the page keep nothing.',
    );
  }
  async function copyList() {
    const own = ownSteps();
    if (own.length === 0) return tell('Your list is empty: K keeps what is shown.');
    await copyLinkTo(own, tell);
  }
  async function edit() {
    editing = true;
    const chosen = await editSteps();
    editing = false;
    const own = ownSteps();
    if (chosen === undefined || own.length === 0) return;
    list = steps = own; // the wall goes on with it
    show(chosen);
  }

  return new Promise((ended) => {
    const keys = {
      PageDown: () => show(at + 1),
      PageUp: () => show(at - 1),
      ArrowRight: () => show(at + 1),
      ArrowLeft: () => show(at - 1),
      Home: () => show(0),
      End: () => show(steps.length - 1),
      b: () => {
        parts.black.hidden = !parts.black.hidden;
      },
      B: () => keys.b(),
      '.': () => keys.b(),
      k: keep,
      K: keep,
      l: copyList,
      L: copyList,
      m: edit,
      M: edit,
      v: end,
      V: end,
      Escape: end,
    };
    function onKey(event) {
      const act = !event.ctrlKey && !event.metaKey && !event.altKey && Object.hasOwn(keys, event.key) && keys[event.key];
      if (!act || editing) return; // keys of the dialog are its own
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!parts.black.hidden && act !== keys.b && act !== keys.B && act !== end) parts.black.hidden = true;
      act();
    }
    function onPointer({clientX, clientY, pointerType}) {
      parts.pointer.hidden = pointerType !== 'mouse';
      parts.pointer.style.transform = `translate(${clientX}px, ${clientY}px)`;
    }
    const onSize = () => showCard(card);
    const onFullscreen = () => {
      if (!document.fullscreenElement && !editing) end();
    };
    const timer = setInterval(look, LOOK_MS);
    let over = false;
    function end() {
      if (over) return;
      over = true;
      clearInterval(timer);
      removeEventListener('keydown', onKey, true);
      removeEventListener('pointermove', onPointer, true);
      removeEventListener('resize', onSize);
      document.removeEventListener('fullscreenchange', onFullscreen);
      document.documentElement.classList.remove('presenting');
      parts.remove();
      act('show-card', 1, '', '');
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      presenting = false;
      ended();
    }
    addEventListener('keydown', onKey, true);
    addEventListener('pointermove', onPointer, true);
    addEventListener('resize', onSize);
    document.documentElement.classList.add('presenting');
    if (list) show(0);
    else look();
    // A frame may forbid it, and a link that begins a presentation has no gesture: the window is enough.
    document.documentElement.requestFullscreen?.().then(
      () => document.addEventListener('fullscreenchange', onFullscreen),
      () => {},
    );
  });
}
