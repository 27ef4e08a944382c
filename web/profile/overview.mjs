// Where a trace has no spans: a hatched place that says so, and under it shares of the time: in coarse buckets, or
// of all of it at once where the profile has no overview.
//
// An overview is {bucketCycles, begin?, lanes: [{lane, cycles: {activity: [by bucket]}}]}, in modelled cycles from
// `begin` on, or from the first run's.

import {colourOf, isActivity} from './theme.mjs';

const HATCH = 8,
  LEAST_STEP = 2; // pixels
const NOTICE = 'spans left out here',
  SHARES_NOTICE = 'spans left out: shares of this time';

/** Hatches a track between two pixels; what is too small for words is only hatched. */
export function paintMissing(context, track, left, right, colours, notice = NOTICE) {
  if (right - left < 1) return;
  context.save();
  context.beginPath();
  context.rect(left, track.top, right - left, track.height);
  context.clip();
  context.strokeStyle = colours.surface.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = left - track.height; x < right; x += HATCH) {
    context.moveTo(x, track.top + track.height);
    context.lineTo(x + track.height, track.top);
  }
  context.stroke();
  if (right - left > notice.length * 7 && track.height >= 18) {
    const width = notice.length * 6.4 + 12,
      middle = (left + right) / 2,
      y = track.top + track.height / 2;
    context.fillStyle = colours.surface.track;
    context.fillRect(middle - width / 2, y - 10, width, 20);
    context.fillStyle = colours.surface.text;
    context.textAlign = 'center';
    context.fillText(notice, middle, y);
    context.textAlign = 'left';
  }
  context.restore();
}

/** Shares of a whole stretch as bands, from {activity: cycles} of `length` cycles; hatched, since none of it has a place. */
export function paintRest(context, track, activities, length, left, right, colours) {
  if (right - left < 1) return;
  let y = track.top + track.height;
  context.globalAlpha = 0.55;
  for (const [key, cycles] of Object.entries(activities).filter(([, count]) => count > 0)) {
    const height = (track.height * cycles) / length;
    y -= height;
    context.fillStyle = colours.fills[colourOf(key)];
    context.fillRect(left, y, right - left, height);
  }
  context.globalAlpha = 1;
  paintMissing(context, track, left, right, colours, SHARES_NOTICE);
}

/** Buckets as steps of at least two pixels: [{at, to, cycles, of: [cycles of each activity]}]. */
function stepsOf({bucketCycles, begin = 0}, activities, {clock, x, from, left, right}) {
  const steps = [],
    count = Math.max(0, ...activities.map(([, cycles]) => cycles.length));
  for (let bucket = 0; bucket < count; bucket++) {
    const at = Math.max(left, x(Math.max(from, clock.nearest(begin + bucket * bucketCycles))));
    const to = Math.min(right, x(clock.nearest(begin + (bucket + 1) * bucketCycles)));
    if (to <= at) continue;
    let step = steps.at(-1);
    if (!step || step.to - step.at >= LEAST_STEP) steps.push((step = {at, to, cycles: 0, of: activities.map(() => 0)}));
    step.to = to;
    step.cycles += bucketCycles;
    activities.forEach(([, cycles], i) => {
      step.of[i] += cycles[bucket] ?? 0;
    });
  }
  return steps;
}

/** The buckets of one lane after `from`, as shares stacked on each other: an area with steps for each activity. */
export function paintOverview(context, track, model, lane, x, from, [left, right], colours) {
  const {overview, clock} = model,
    figures = overview?.lanes.find((each) => each.lane === lane);
  if (!figures) return;
  const activities = Object.entries(figures.cycles).filter(([key]) => isActivity(key));
  const steps = stepsOf({begin: clock.runs[0]?.begin, ...overview}, activities, {clock, x, from, left, right});
  if (steps.length === 0) return;
  context.fillStyle = colours.surface.track;
  context.fillRect(steps[0].at, track.top, steps.at(-1).to - steps[0].at, track.height);
  const bottom = track.top + track.height,
    tops = steps.map(() => bottom);
  activities.forEach(([key], activity) => {
    if (!steps.some(({of}) => of[activity] > 0)) return;
    const below = [...tops];
    context.beginPath();
    context.moveTo(steps[0].at, below[0]);
    steps.forEach(({at, to, cycles, of}, i) => {
      tops[i] -= (track.height * of[activity]) / cycles;
      context.lineTo(at, tops[i]);
      context.lineTo(to, tops[i]);
    });
    for (let i = steps.length - 1; i >= 0; i--) {
      context.lineTo(steps[i].to, below[i]);
      context.lineTo(steps[i].at, below[i]);
    }
    context.fillStyle = colours.fills[colourOf(key)];
    context.fill();
  });
}
