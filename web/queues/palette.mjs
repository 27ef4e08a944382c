// The colours of <pipette-queues> and of the lessons' pictures, from the table that all drawings share.

import {ACTIVITIES, HANDSHAKE, HEAT, SURFACES, VALUES} from './theme_table.mjs';

/** The colours of one theme by what they are used for; `at` 0 light, 1 dark. */
function palette(at) {
  const surface = (name) => SURFACES[name][at];
  const activity = (name) => ACTIVITIES[name].colors[at];
  return {
    page: surface('card'),
    sunken: surface('sunken'),
    border: surface('cardBorder'),
    text: surface('text'),
    dim: surface('textDim'),
    onColor: surface('textOnColor'),
    ink: surface('ink'),
    line: surface('line'),
    track: surface('track'),
    sync: surface('syncLine'),
    curve: surface('withFeeds'),
    notFinite: surface('notFinite'),
    values: VALUES[at],
    idle: activity('idle'),
    forward: activity('forward'),
    backward: activity('backward'),
    weightUpdate: activity('weightUpdate'),
    exchange: activity('exchange'),
    stall: activity('stall'),
    host: activity('host'),
    handshake: HANDSHAKE[at],
    streamMid: activity('streamMid'),
  };
}
const LIGHT = palette(0),
  DARK = palette(1);

/** The theme of an element: its nearest data-theme, else what the system prefers. */
export function isDark(element) {
  for (let at = element; at; at = at.getRootNode().host) {
    // out of every shadow root
    const chosen = at.closest('[data-theme]')?.dataset.theme;
    if (chosen) return chosen === 'dark';
  }
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

export const paletteFor = (element) => (isDark(element) ? DARK : LIGHT);

/** The colours of web/theme.css as properties of an element, for pages that do not have it: --card-border. */
export function setSurfaceProperties(element) {
  for (const [name, shades] of Object.entries(SURFACES)) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(`--${property}`, shades[isDark(element) ? 1 : 0]);
  }
}

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** Colours of values from -limit to limit, HEAT.levels of them, zero in the middle: red, green, blue. */
export function valueColors({values}) {
  const stops = values.map(channels);
  return Array.from({length: HEAT.levels}, (_, i) => {
    const at = (i / (HEAT.levels - 1)) * 4,
      before = Math.min(3, Math.floor(at));
    return stops[before].map((from, c) => Math.floor(from + (stops[before + 1][c] - from) * (at - before) + 0.5));
  });
}

/** Calls `changed` whenever the theme does. */
export function watchTheme(changed) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  new MutationObserver(changed).observe(document.documentElement, {attributeFilter: ['data-theme']});
}
