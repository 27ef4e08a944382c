// What a first visitor reads: one sentence and three ways in. Whatever she does first takes it away for ever.
//
//   welcome(act, () => remember('welcomed', '1'));    // main.mjs asks on a first visit only, and not in a frame or at a link

import {make} from './make.mjs';

const DOORS = [
  ['Queues', 'Why an IPU waits for its host, and what a queue between them changes', (act) => act('run')],
  [
    'Pipelines',
    'A network cut over four IPUs, and who waits for whom',
    (act) => {
      act('select-experiment', 0, '', 'mnist-pipelined');
      act('run');
    },
  ],
  ['Lessons', 'Nine of them, with code that runs as you change it', (act) => act('open-lessons')],
];

export function welcome(act, onSeen) {
  const text =
    'Pipette is a machine with IPUs, processors made for neural networks, emulated in this page: ' +
    'it trains a real network on handwritten digits and shows where every microsecond goes.';
  const doors = DOORS.map(([title, help, open]) => {
    const enter = () => {
      leave();
      open(act);
    };
    return make('button', {type: 'button', onclick: enter}, make('strong', '', title), make('span', '', help));
  });
  const box = make('section', {id: 'welcome', 'aria-label': 'Welcome'}, make('p', '', text), make('div', '', doors));

  function leave() {
    onSeen();
    box.remove();
    for (const type of ['pointerdown', 'keydown']) window.removeEventListener(type, onFirst, true);
  }
  function onFirst(event) {
    const within = event.target instanceof Node && box.contains(event.target);
    if (within && event.key !== 'Escape') return;
    if (event.key === 'Tab' || event.key === 'Shift') return; // on the way to a door
    leave();
  }
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, onFirst, true);
  document.body.append(box);
}
