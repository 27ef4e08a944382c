// One card of the page in a frame of somebody's page: a poster until it is wanted, a bar with what runs it,
// its graphics context given back while it is out of sight, and messages (docs/embedding.md).
//
//   const embed = makeEmbed('schedule', start);     // start() loads the emulator
//   embed.connect(app);                             // once it is there: {state, frame, act, address}

import {connectMessages} from './embed_messages.mjs';
import {addressOf, linkTo} from './links.mjs';
import {make} from './make.mjs';

export const CARDS = {
  flow: 'Queues between host and IPU',
  trace: 'Execution trace',
  schedule: 'Schedule of a pipeline',
  machine: 'IPUs of a pipeline',
  tensors: 'Tensors of a training',
  builder: 'Model builder',
  profile: 'Profile',
  way: "A digit's way",
};
const BAR_PX = 44;
const AWAY_MS = 3000; // out of sight for so long, the card gives its graphics context back
const LOOK_MS = 250;

const element = (id) => document.getElementById(id);

function button(text, onClick) {
  const made = make('button', {type: 'button', onclick: onClick}, text);
  for (const type of ['keydown', 'keyup']) made.addEventListener(type, (event) => event.stopPropagation());
  return made;
}

function addStyle() {
  document.head.append(make('link', {rel: 'stylesheet', href: new URL('embed.css', import.meta.url).href}));
  document.documentElement.classList.add('embed');
}

/** Gives the graphics context back when the canvas has been out of sight for a while, and takes it again. */
function shareContext(canvas) {
  const lose = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
  if (!lose) return;
  let timer = 0,
    away = false,
    lost = false;
  canvas.addEventListener('webglcontextlost', () => {
    lost = away;
    if (lost && canvas.dataset.context !== 'away') bring();
  });
  function bring() {
    canvas.dataset.context = 'here';
    if (!lost) return;
    lost = away = false;
    lose.restoreContext();
  }
  new IntersectionObserver(([{isIntersecting}]) => {
    clearTimeout(timer);
    if (isIntersecting) {
      bring();
      return;
    }
    timer = setTimeout(() => {
      away = true;
      canvas.dataset.context = 'away';
      lose.loseContext();
    }, AWAY_MS);
  }).observe(canvas);
}

function whatItDoes(state) {
  if (state.error) return state.error;
  if (typeof state.moment === 'string' && state.moment) return state.moment;
  const where = `${state.step_name} ${state.step.toLocaleString('en')} of ${state.steps.toLocaleString('en')}`;
  return `${state.finished ? 'Done' : state.running ? 'Running' : 'Ready'}: ${where}`;
}

/** What stands on the poster: the card, and the experiment of the link or what is wrong with that. */
function posterText(title, link) {
  if (!link) return title;
  try {
    const {experiment} = JSON.parse(link);
    return experiment ? `${title}: ${experiment}` : title;
  } catch {
    return `${title}. The link of this card cannot be read, it may have been cut off; Run shows the card without it.`;
  }
}

export function makeEmbed(card, start) {
  addStyle();
  element('controls').remove(); // the card's own bar is what they are, in sight
  document.title = `Pipette: ${Object.hasOwn(CARDS, card) ? CARDS[card] : card}`;
  const cover = element('cover');
  let started = null,
    app = null,
    runWhenThere = false;
  const waiting = [];

  /** The emulator, loaded when it is first wanted. */
  function wanted() {
    if (!started) {
      cover.classList.remove('poster');
      element('cover-text').textContent = 'Loading the emulator';
      started = new Promise((done) => waiting.push(done));
      start();
    }
    return started;
  }

  const run = button('Run', () => {
    runWhenThere = true;
    wanted();
  });
  run.id = 'cover-run';
  cover.classList.add('poster');
  if (!Object.hasOwn(CARDS, card)) {
    window.pipette_loading.fail(`No card is called ${card}; there are ${Object.keys(CARDS).join(', ')}.`);
    return {connect: () => {}};
  }
  element('cover-text').textContent = posterText(CARDS[card], addressOf(location.hash));
  element('cover-box').append(run);

  const messages = connectMessages({
    card,
    wanted,
    ready: () => app !== null,
    height: (state) => Math.ceil(state.wanted_height) + BAR_PX,
  });

  function makeBar() {
    const toggle = button('Run', () => app.act(app.state().running ? 'pause' : 'run'));
    const step = button('Step', () => app.act('step-training'));
    const reset = button('Reset', () => app.act('reset'));
    const caption = make('p', {id: 'embed-caption'});
    const open = make('a', {target: '_blank', rel: 'noopener'}, 'Open in Pipette');
    const link = button('Copy link', () => app.copyLink());
    const about = {id: 'embed-bar', role: 'toolbar', 'aria-label': 'Card'};
    document.body.append(make('div', about, toggle, step, reset, caption, link, open));
    return {toggle, step, caption, open};
  }

  function connect(page) {
    app = page;
    const bar = makeBar();
    shareContext(element('pipette-canvas'));
    let frame = -1;
    const look = () => {
      if (app.frame() === frame) return;
      frame = app.frame();
      const state = app.state();
      bar.toggle.textContent = state.running ? 'Pause' : 'Run';
      bar.toggle.disabled = state.finished;
      bar.step.disabled = state.running || state.finished;
      const text = whatItDoes(state);
      if (bar.caption.textContent !== text) bar.caption.textContent = bar.caption.title = text;
      bar.open.href = linkTo(location.href, JSON.stringify(state.address));
      messages.tell(state);
    };
    setInterval(look, LOOK_MS);
    look();
    for (const done of waiting.splice(0)) done(app);
    if (runWhenThere && !app.state().error) app.act('run');
  }
  return {connect};
}
