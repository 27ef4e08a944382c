// Durations as people read them, in every picture: '1.2 s', '63.05 ms'. Four digits, never four before the point.

const UNITS = Object.entries({s: 1, ms: 1e3, '\u00b5s': 1e6, ns: 1e9});

/** What is no number is '–'. */
export function formatSeconds(seconds) {
  if (!Number.isFinite(seconds)) return '\u2013';
  const scaled = (scale) => Number(Math.abs(seconds * scale).toPrecision(4));
  const [unit, scale] = UNITS.find(([, each]) => seconds === 0 || scaled(each) >= 1) ?? UNITS[3];
  return `${seconds < 0 ? '\u2212' : ''}${scaled(scale)}\u00a0${unit}`;
}
