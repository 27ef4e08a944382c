// Colours by meaning, those of src/ui/theme.cc: forward blue, backward red, weight update yellow,
// exchange teal, waiting grey, the host violet. Values below zero are violet, above zero amber:
// blue and red mean passes here.

const LIGHT = {
  page: '#ffffff', sunken: '#f6f7f9', border: '#e2e5ea', text: '#171b22', dim: '#565f6d',
  ink: '#1f2530', line: '#b4bcc8', track: '#e9ebee',
  forward: '#86bff2', backward: '#e5604f', weightUpdate: '#efb927', exchange: '#a9d8e0',
  stall: '#c6ccd4', host: '#c3b6e6', handshake: '#9d8fcb', curve: '#0b7a75',
  values: ['#46207f', '#9184c4', '#f4f4f6', '#eca03f', '#9c4a06'], notFinite: '#e6009e',
};
const DARK = {
  page: '#181c23', sunken: '#12161c', border: '#2a303a', text: '#eef1f5', dim: '#a3adbb',
  ink: '#e7ebf0', line: '#566070', track: '#262c35',
  forward: '#7db9f5', backward: '#f0705f', weightUpdate: '#f2c14e', exchange: '#4d8f9b',
  stall: '#4a525e', host: '#8f7fc4', handshake: '#655893', curve: '#35c4b5',
  values: ['#c3b5ff', '#6b59b4', '#20252d', '#ae6a1c', '#ffcd7d'], notFinite: '#ff2fb9',
};

/** The theme of an element: its nearest data-theme, else what the system prefers. */
export function isDark(element) {
  const chosen = element.closest?.('[data-theme]')?.dataset.theme ??
    element.getRootNode().host?.closest('[data-theme]')?.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

export const paletteFor = (element) => isDark(element) ? DARK : LIGHT;

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** 511 colours for values from -1 to 1, zero in the middle: rows of red, green, blue. */
export function valueColors({values}) {
  const stops = values.map(channels);
  return Array.from({length: 511}, (_, i) => {
    const at = i / 510 * 4, before = Math.min(3, Math.floor(at));
    return stops[before].map((from, c) => Math.round(from + (stops[before + 1][c] - from) * (at - before)));
  });
}

/** Calls `changed` whenever the theme does. */
export function watchTheme(changed) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  new MutationObserver(changed).observe(document.documentElement, {attributeFilter: ['data-theme']});
}
