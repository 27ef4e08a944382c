// Small pictures of proportions, as elements: a bar of parts, a gauge, a histogram.
//
//   proportionBar([{key: 'forward', label: 'Forward', value: 120}], 'IPU 0')
//   gauge(0.81, 'Tile balance')
//   histogram([12, 0, 3], (i) => `${10 * i} to ${10 * i + 10} %`)

import {activityColour, activityLabel} from './theme.mjs';
import {make} from '../make.mjs';
import {formatCount, formatPercent} from '../quantities.mjs';

/** `total` may be more than the parts: the rest stays empty. */
export function proportionBar(parts, label, total = parts.reduce((sum, {value}) => sum + value, 0)) {
  const shown = parts.filter(({value}) => value > 0);
  const text = shown.map(({label: name, value}) => `${name} ${formatPercent(value / total)}`).join(', ');
  const bar = make('div', {className: 'p-parts', role: 'img', 'aria-label': `${label}: ${text || 'nothing'}`});
  for (const {colour, label: name, value} of shown) {
    const part = make('i', {title: `${name}: ${formatCount(value)} (${formatPercent(value / total)})`});
    part.style.background = colour;
    part.style.width = `${(100 * value) / total}%`;
    bar.append(part);
  }
  return bar;
}

/** Sums by activity as parts of a bar, in the theme's order. */
export function activityParts(sums, order) {
  return order
    .filter((key) => sums[key] > 0)
    .map((key) => ({colour: activityColour(key), label: activityLabel(key), value: sums[key]}));
}

export function gauge(share, label) {
  const fill = make('i');
  fill.style.width = `${100 * Math.min(1, share || 0)}%`;
  return make(
    'div',
    {className: 'p-gauge', role: 'img', 'aria-label': `${label}: ${formatPercent(share)}`},
    make('div', '', fill),
    make('span', '', formatPercent(share)),
  );
}

/** Columns whose heights are shares of the highest. */
export function histogram(values, labelOf, label) {
  const most = Math.max(1, ...values),
    sum = values.reduce((all, value) => all + value, 0);
  const columns = values.map((value, i) => {
    const column = make('i', {
      title: `${labelOf(i)}: ${formatCount(value)} cycles (${formatPercent(sum > 0 ? value / sum : 0)})`,
    });
    column.style.height = `${(100 * value) / most}%`;
    return make('span', '', column);
  });
  const spoken = values
    .map((value, i) => (value > 0 ? `${labelOf(i)}: ${formatPercent(value / sum)}` : ''))
    .filter(Boolean)
    .join(', ');
  return make('div', {className: 'p-histogram', role: 'img', 'aria-label': `${label}: ${spoken || 'nothing'}`}, columns);
}
