// Bars that compare amounts, each of parts that have colours and names.
//
//   parent.append(barsView({name: 'One step', unit: '\u00b5s',
//                           bars: [{name: 'without feeds', parts: {call: 1016, forward: 9}}]}));
//
// A part is named by an activity of the shared table of colours where it has one there.

import {ACTIVITY_NAMES} from '../queues/lanes.mjs';
import {paletteFor, watchTheme} from '../queues/palette.mjs';
import {make} from '../make.mjs';

// Parts that no picture of the queues has. What the host does has the colour that its time has there: elements are made and
// staged in the one, calls and handshakes are in the other, and parts of one colour are told apart by its pattern. Memory has the
// colours of a profile (../profile/theme.mjs).
const OWN = {
  element: ['making elements', 'host'],
  staging: ['staging', 'host', 'striped'],
  set_up: ['setting up', 'handshake'],
  call: ['the call', 'handshake', 'deep'],
  handshake: ['handshake', 'handshake', 'striped'],
  device: ['work of the IPU', 'forward'],
  idle: ['idle', 'idle'],
  weights: ['weights', 'weightUpdate'],
  state: ['optimizer state', 'streamMid'],
  gradients: ['accumulated gradients', 'backward'],
  always: ['always live', 'backward'],
  sometimes: ['at the fullest moment besides', 'forward'],
  stash: ['stash', 'host'],
  amount: ['', 'curve'],
};
const PATTERNS = {
  plain: (color) => color,
  deep: (color, {ink}) => `color-mix(in srgb, ${color} 70%, ${ink})`,
  striped: (color, {page}) =>
    `repeating-linear-gradient(135deg, ${color} 0 4px, color-mix(in srgb, ${color} 55%, ${page}) 4px 7px)`,
};
const ownOf = (part) => (Object.hasOwn(OWN, part) ? OWN[part] : []);
const nameOf = (part) => ownOf(part)[0] ?? (Object.hasOwn(ACTIVITY_NAMES, part) ? ACTIVITY_NAMES[part] : part);

export const digits = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(value >= 100 ? 4 : 3)));

export function barsView({name, unit, bars}) {
  const box = make('figure', 'bars');
  if (name) box.append(make('figcaption', '', name));
  const total = ({parts}) => Object.values(parts).reduce((sum, each) => sum + each, 0);
  const most = Math.max(...bars.map(total)) || 1;
  const coloured = []; // [element, part]
  const list = make('ul', 'rows');
  for (const bar of bars) {
    const row = make('li');
    const track = make('span', 'track');
    for (const [part, value] of Object.entries(bar.parts)) {
      if (value === 0) continue;
      const piece = make('i');
      piece.style.width = `${(100 * value) / most}%`;
      piece.title = `${nameOf(part)} ${digits(value)} ${unit}`.trim();
      coloured.push([piece, part]);
      track.append(piece);
    }
    track.setAttribute('aria-hidden', 'true');
    const parts = Object.entries(bar.parts);
    const said = parts.length > 1 ? `: ${parts.map(([part, value]) => `${nameOf(part)} ${digits(value)}`).join(', ')}` : '';
    row.append(
      make('span', 'name', bar.name),
      track,
      make('strong', '', `${digits(total(bar))} ${unit}`),
      make('span', 'unseen', said),
    );
    list.append(row);
  }
  box.append(list);
  const names = [...new Set(bars.flatMap(({parts}) => Object.keys(parts)))].filter((part) => nameOf(part));
  if (names.length > 0) {
    const legend = make('ul', 'legend');
    for (const part of names) {
      const item = make('li', '', nameOf(part));
      const swatch = make('i', 'swatch');
      coloured.push([swatch, part]);
      item.prepend(swatch);
      legend.append(item);
    }
    box.append(legend);
  }
  const paint = () => {
    const palette = paletteFor(box);
    for (const [element, part] of coloured) {
      const [, color = part, pattern = 'plain'] = ownOf(part);
      element.style.background = PATTERNS[pattern](palette[color], palette);
    }
  };
  queueMicrotask(paint); // when it is in the page, whose theme it takes
  watchTheme(paint);
  return box;
}
