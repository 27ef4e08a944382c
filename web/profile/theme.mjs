// The colours of the viewer, all from the table that every drawing of the project shares.
//
//   const colours = coloursFor(element);         // of the light or the dark theme
//   context.fillStyle = colours.fills[colourOf('forward')];
//   context.fillStyle = colours.surface.card;
//
// A block's colour is a small number: an activity's, its paler shade, or one of the host's calls.

import {ACTIVITIES, HANDSHAKE, SURFACES} from '../queues/theme_table.mjs';
import {isDark, setSurfaceProperties} from '../queues/palette.mjs';

const ACTIVITY_KEYS = Object.keys(ACTIVITIES);
const HOST_COLOURS = ['framework', 'poplar', 'ipuSync', 'handshake'];

export const colourOf = (activity) => Math.max(0, ACTIVITY_KEYS.indexOf(activity));
export const softColourOf = (activity) => ACTIVITY_KEYS.length + colourOf(activity);
export const hostColourOf = (name) => 2 * ACTIVITY_KEYS.length + HOST_COLOURS.indexOf(name);

/** The activity of a block's colour; null for one of the host's calls. */
export const activityOfColour = (colour) => ACTIVITY_KEYS[colour] ?? null;

const channelsOf = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** A colour between two: share 0 is the first. */
export function mixColours(first, second, share) {
  const to = channelsOf(second);
  return `#${channelsOf(first)
    .map((from, i) =>
      Math.round(from + (to[i] - from) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const isBright = (hex) => {
  const [red, green, blue] = channelsOf(hex);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 122;
};

function coloursOfTheme(at) {
  const surface = Object.fromEntries(Object.entries(SURFACES).map(([name, shades]) => [name, shades[at]]));
  const activity = Object.fromEntries(Object.entries(ACTIVITIES).map(([name, {colors}]) => [name, colors[at]]));
  const firm = ACTIVITY_KEYS.map((key) => activity[key]);
  const host = {
    framework: mixColours(surface.good, surface.track, at === 0 ? 0.5 : 0.35),
    poplar: activity.backward,
    ipuSync: mixColours(activity.forward, surface.ink, at === 0 ? 0.1 : 0),
    handshake: HANDSHAKE[at],
  };
  const fills = [
    ...firm,
    ...firm.map((colour) => mixColours(colour, surface.card, 0.5)),
    ...HOST_COLOURS.map((name) => host[name]),
  ];
  return {
    dark: at === 1,
    surface,
    activity,
    host,
    fills,
    inks: fills.map((fill) => (isBright(fill) ? SURFACES.text[0] : SURFACES.text[1])), // of text on them
    // Of memory: PopVision's red and blue, and what variables are for.
    memory: {
      alwaysLive: activity.backward,
      notAlwaysLive: activity.forward,
      weights: activity.weightUpdate,
      optimizerState: activity.streamMid,
      accumulators: activity.backward,
      stash: activity.host,
      other: activity.forward,
    },
    // As the Graph Analyser colours a program's nodes.
    node: {
      Sequence: surface.good,
      Repeat: surface.good,
      RepeatWhile: surface.good,
      If: activity.host,
      OnTileExecute: activity.backward,
      DoExchange: activity.exchange,
      GlobalExchange: mixColours(activity.exchange, surface.ink, 0.35),
      StreamCopy: activity.streamCopy,
      StreamCopyBegin: activity.streamBegin,
      StreamCopyMid: activity.streamMid,
      StreamCopyEnd: activity.streamEnd,
      RemoteCopy: mixColours(activity.streamMid, surface.ink, 0.25),
    },
  };
}
const THEMES = [coloursOfTheme(0), coloursOfTheme(1)];

export const coloursFor = (element) => THEMES[isDark(element) ? 1 : 0];

// A profile's kinds may be anybody's text: only those that a theme knows are put into CSS, where any other could bring an
// address that the browser loads. What is not known looks like a line.
const propertyOf =
  (prefix, table) =>
  (key, otherwise = 'var(--line)') =>
    Object.hasOwn(table, key) ? `var(--${prefix}-${key})` : otherwise;
/** The colour of an activity, or of one of the host's calls, as CSS: 'var(--p-forward)'. */
export const activityColour = propertyOf('p', {...THEMES[0].activity, ...THEMES[0].host});
/** The colour of what memory is for. */
export const memoryColour = propertyOf('memory', THEMES[0].memory);
/** The colour of a node of the program's tree. */
export const nodeColour = propertyOf('node', THEMES[0].node);

export const isActivity = (key) => Object.hasOwn(ACTIVITIES, key);
/** What an activity is called: 'Weight update'. */
export const activityLabel = (key) => (isActivity(key) ? ACTIVITIES[key].label : key);

/** Calls `changed` whenever the theme does, until `signal` ends it. */
export function followTheme(changed, signal) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed, {signal});
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {attributeFilter: ['data-theme']});
  signal.addEventListener('abort', () => observer.disconnect());
}

/** The colours as properties of an element, for style.mjs: --text, --p-forward, --p-poplar. */
export function setColourProperties(element) {
  const colours = coloursFor(element);
  setSurfaceProperties(element);
  for (const [name, value] of Object.entries({...colours.activity, ...colours.host}))
    element.style.setProperty(`--p-${name}`, value);
  for (const [name, value] of Object.entries(colours.node)) element.style.setProperty(`--node-${name}`, value);
  for (const [name, value] of Object.entries(colours.memory)) element.style.setProperty(`--memory-${name}`, value);
}
