// Bars that compare amounts, each of parts that have colours and names.
//
//   parent.append(barsView({name: 'One step', unit: '\u00b5s',
//                           bars: [{name: 'without feeds', parts: {call: 1016, forward: 9}}]}));
//
// A part is named by an activity of the shared table of colours where it has one there.

import {ACTIVITY_NAMES} from '../queues/lanes.mjs';
import {paletteFor, watchTheme} from '../queues/palette.mjs';
import {make} from './make.mjs';

// Parts that no picture of the queues has, in colours of what is like them.
const OWN = {
  call: ['the call', 'handshake'], set_up: ['setting up', 'exchange'], copy: ['copying', 'exchange'],
  element: ['making elements', 'host'], staging: ['staging', 'weightUpdate'], handshake: ['handshake', 'stall'],
  device: ['work of the IPU', 'forward'], idle: ['idle', 'idle'], weights: ['weights', 'forward'],
  state: ['optimizer state', 'weightUpdate'], gradients: ['accumulated gradients', 'backward'],
  always: ['always live', 'forward'], sometimes: ['at the fullest moment besides', 'weightUpdate'],
  stash: ['stash', 'exchange'], other: ['everything else', 'idle'], amount: ['', 'curve'],
};
const nameOf = (part) => OWN[part]?.[0] ?? ACTIVITY_NAMES[part] ?? part;

export const digits = (value) => value >= 1000 ? Math.round(value).toLocaleString('en')
  : String(Number(value.toPrecision(value >= 100 ? 4 : 3)));

export function barsView({name, unit, bars}) {
  const box = make('figure', 'bars');
  if (name) box.append(make('figcaption', '', name));
  const total = ({parts}) => Object.values(parts).reduce((sum, each) => sum + each, 0);
  const most = Math.max(...bars.map(total)) || 1;
  const coloured = [];  // [element, colour]
  const list = make('ul', 'rows');
  for (const bar of bars) {
    const row = make('li');
    const track = make('span', 'track');
    for (const [part, value] of Object.entries(bar.parts)) {
      if (value === 0) continue;
      const piece = make('i');
      piece.style.width = `${100 * value / most}%`;
      piece.title = `${nameOf(part)} ${digits(value)} ${unit}`.trim();
      coloured.push([piece, OWN[part]?.[1] ?? part]);
      track.append(piece);
    }
    track.setAttribute('aria-hidden', 'true');
    const parts = Object.entries(bar.parts);
    const said = parts.length > 1 ? `: ${parts.map(([part, value]) => `${nameOf(part)} ${digits(value)}`).join(', ')}` : '';
    row.append(make('span', 'name', bar.name), track, make('strong', '', `${digits(total(bar))} ${unit}`),
               make('span', 'unseen', said));
    list.append(row);
  }
  box.append(list);
  const names = [...new Set(bars.flatMap(({parts}) => Object.keys(parts)))].filter((part) => nameOf(part));
  if (names.length > 0) {
    const legend = make('ul', 'legend');
    for (const part of names) {
      const item = make('li', '', nameOf(part));
      const swatch = make('i', 'swatch');
      coloured.push([swatch, OWN[part]?.[1] ?? part]);
      item.prepend(swatch);
      legend.append(item);
    }
    box.append(legend);
  }
  const paint = () => {
    const palette = paletteFor(box);
    for (const [element, color] of coloured) element.style.background = palette[color];
  };
  queueMicrotask(paint);  // when it is in the page, whose theme it takes
  watchTheme(paint);
  return box;
}
