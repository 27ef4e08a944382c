// Written by `pipette theme --format javascript` from src/theme/theme.h: do not edit.
//
// The colours and names that all drawings of the project share, as data.

/** [light, dark]. */
export const SURFACES = {
  page: ['#f3f4f6', '#0f1217'],
  card: ['#ffffff', '#181c23'],
  cardBorder: ['#e2e5ea', '#2a303a'],
  sunken: ['#f6f7f9', '#12161c'],
  hover: ['#ebedf1', '#262c36'],
  text: ['#171b22', '#eef1f5'],
  textDim: ['#565f6d', '#a3adbb'],
  textOnInk: ['#ffffff', '#12161c'],
  textOnDark: ['#f4f6f8', '#eef1f5'],
  textOnColor: ['#171b22', '#12161c'],
  ink: ['#1f2530', '#e7ebf0'],
  inkHover: ['#3a4352', '#ffffff'],
  line: ['#b4bcc8', '#566070'],
  grid: ['#e9ecf0', '#252b34'],
  good: ['#18794a', '#4fc98a'],
  bad: ['#c2372f', '#ff8a7d'],
  warn: ['#8a5a00', '#f2c14e'],
  goodSoft: ['#e3f4ea', '#173326'],
  badSoft: ['#fce9e7', '#3c1f1e'],
  withFeeds: ['#0b7a75', '#35c4b5'],
  withoutFeeds: ['#7a4fc9', '#b698ff'],
  track: ['#f1f2f4', '#1f242c'],
  syncLine: ['#c9971c', '#c9a23c'],
  notFinite: ['#e6009e', '#ff2fb9'],
};

/** Of a tensor's values, light and dark: most negative, negative, zero, positive, most positive. */
export const VALUES = [
  ['#46207f', '#9184c4', '#f4f4f6', '#eca03f', '#9c4a06'],
  ['#c3b5ff', '#6b59b4', '#20252d', '#ae6a1c', '#ffcd7d'],
];

/**
 * Of a heat map: values from -limit to limit have `levels` colours, zero the one in the middle. The limit is
 * the value farthest from zero, but no more than so many times the root mean square.
 */
export const HEAT = {levels: 253, strongestSigmas: 4};

/** What the host or an IPU is doing. */
export const ACTIVITIES = {
  idle: {label: 'Idle', colors: ['#e9ebee', '#262c35']},
  forward: {label: 'Forward', colors: ['#86bff2', '#7db9f5']},
  backward: {label: 'Backward', colors: ['#e5604f', '#f0705f']},
  weightUpdate: {label: 'Weight update', colors: ['#efb927', '#f2c14e']},
  exchange: {label: 'Exchange', colors: ['#a5d4dc', '#4d8f9b']},
  sync: {label: 'Sync', colors: ['#3c4553', '#9aa5b4']},
  streamCopy: {label: 'StreamCopy', colors: ['#fbd3bf', '#7c5344']},
  streamBegin: {label: 'Begin', colors: ['#d3d7dc', '#4a525e']},
  streamMid: {label: 'Mid', colors: ['#f5a46b', '#dc8b4a']},
  streamEnd: {label: 'End', colors: ['#f3e39a', '#cdbd6a']},
  host: {label: 'Host', colors: ['#c3b6e6', '#8f7fc4']},
  stall: {label: 'Stall', colors: ['#d9dce1', '#3a414c']},
  engineRun: {label: 'Engine::run', colors: ['#353d48', '#39424f']},
  compute: {label: 'Compute', colors: ['#f2a9b5', '#c77986']},
};

/** The activity of a phase; of all others it is 'compute'. */
export const PHASES = {
  forward: 'forward',
  backward: 'backward',
  weightUpdate: 'weightUpdate',
  recompute: 'forward',
};

/** The activity of a kind of span; those that are not here have that of their phase. */
export const SPAN_KINDS = {
  hostPrepare: 'host',
  hostSetUp: 'host',
  hostCall: 'host',
  hostPipeline: 'host',
  hostStaging: 'host',
  hostHandshake: 'host',
  engineRun: 'engineRun',
  streamBegin: 'streamBegin',
  streamMid: 'streamMid',
  streamEnd: 'streamEnd',
  sync: 'sync',
  exchange: 'exchange',
  layout: 'exchange',
  remoteLoad: 'streamMid',
  remoteStore: 'streamMid',
};

/** The host's calls and handshakes, which <pipette-queues> tells from the work on elements. */
export const HANDSHAKE = ['#9d8fcb', '#655893'];
