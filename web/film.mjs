// A film of a card that moves: one engine run, as slowly as the page shows it.
//
//   await film(window.pipette_app, {card: 'machine', file: 'mnist-pipelined-machine'});
//
// The card has the page meanwhile, as on a wall, because what a browser records is the whole canvas. A bar below it says how
// far the film is; Stop, or Escape, ends it there and saves what there is. The page is then as before.

import {saveFile} from './profile/dom.mjs';
import {make} from './make.mjs';
import {styleSheet} from './parts.mjs';

const TYPES = [
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
];
const FRAMES_PER_S = 30,
  BITS_PER_S = 8e6;
const LOOK_MS = 100,
  LAST_LOOK_MS = 600; // what the end looks like can be seen in the film
const ZOOM = 1.34;
const FASTEST = 3; // notch of the speed: five steps a second; faster ones cannot be followed

/** How the card plays one engine run: begin(), and part(state), from 0 to 1. */
function playOf(card, {state, act}) {
  if (card === 'machine') {
    let played = false;
    return {
      begin() {
        act('seek', 0);
        act('play', 1);
      },
      part({pipeline}) {
        played ||= pipeline.playing; // what was asked is done with the next frame
        return pipeline.playing || !played ? Math.min(0.99, pipeline.place / pipeline.slots) : 1;
      },
      end: () => act('play', 0),
    };
  }
  const {finished, running, step, speed, parameters} = state();
  if (finished) throw new Error('the run has ended; Reset begins it again');
  if (running) act('pause');
  const whole = parameters.steps_per_execution ?? 1,
    steps = whole - (step % whole);
  return {
    begin() {
      // stepping by an engine run would not show what happens in it
      act('set-speed', Math.min(speed, FASTEST));
      act('run');
    },
    part: (now) => (now.finished ? 1 : Math.min(1, (now.step - step) / steps)),
    end() {
      act('pause');
      act('set-speed', speed);
    },
  };
}

function makeBar(stop) {
  const progress = make('progress', {max: 1, value: 0, 'aria-label': 'Recorded'});
  const bar = make(
    'footer',
    {id: 'film', className: 'plain', 'aria-label': 'Film'},
    make('span', '', 'Recording one engine run'),
    progress,
    make('button', {type: 'button', onclick: stop}, 'Stop'),
  );
  document.body.append(bar);
  return {bar, progress};
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let filming = false;

/** Resolves when the film is saved or was stopped; throws where the browser cannot record, or there is nothing to play. */
export async function film(page, {card, file}) {
  const canvas = document.getElementById('pipette-canvas');
  const type = window.MediaRecorder && canvas.captureStream && TYPES.find(([name]) => MediaRecorder.isTypeSupported(name));
  if (!type) throw new Error('this browser cannot record a canvas; current versions of Chrome, Edge and Firefox can');
  if (filming) throw new Error('another film is being recorded');
  const play = playOf(card, page);
  filming = true;
  await styleSheet(new URL('film.css', import.meta.url));
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  const onKey = (event) => {
    if (event.key !== 'Escape') return;
    event.stopImmediatePropagation();
    stop();
  };
  const {bar, progress} = makeBar(stop);
  document.documentElement.classList.add('filming');
  addEventListener('keydown', onKey, true);
  page.act('show-card', ZOOM, '', card);
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_S), {mimeType: type[0], videoBitsPerSecond: BITS_PER_S});
  const parts = [];
  recorder.addEventListener('dataavailable', ({data}) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener('stop', done));
  try {
    for (let looks = 0; looks < 50 && !(page.state().wanted_height > 0); looks++) await pause(LOOK_MS); // the card has the page
    canvas.dispatchEvent(new MouseEvent('mouseleave')); // nobody points at what is filmed
    const wanted = Math.ceil(ZOOM * page.state().wanted_height);
    if (wanted > 0 && wanted < canvas.clientHeight) canvas.style.height = `${wanted}px`;
    const settled = () => Math.abs(canvas.height - canvas.clientHeight * devicePixelRatio) < 2;
    for (let looks = 0; looks < 50 && !settled(); looks++) await pause(LOOK_MS); // a slow page draws later in its new size
    await pause(LOOK_MS);
    recorder.start();
    play.begin();
    await pause(LOOK_MS);
    while (!stopped && progress.value < 1) {
      progress.value = play.part(page.state());
      await pause(LOOK_MS);
    }
    if (!stopped) await pause(LAST_LOOK_MS);
    recorder.stop();
    await ended;
    saveFile(`${file}.${type[1]}`, new Blob(parts, {type: type[0]}), type[0]);
  } finally {
    play.end();
    canvas.style.height = '';
    page.act('show-card', 1, '', '');
    removeEventListener('keydown', onKey, true);
    document.documentElement.classList.remove('filming');
    bar.remove();
    filming = false;
  }
}
