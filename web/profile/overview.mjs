// Where a trace has no spans: a hatched place that says so, and under it shares of the time: in coarse buckets, or
// of all of it at once where the profile has no overview.
//
// An overview is {bucketCycles, begin?, lanes: [{lane, cycles: {activity: [by bucket]}}]}, in modelled cycles from
// `begin` on, or from the first run's.

import {colourOf, isActivity} from './theme.mjs';

const HATCH = 8, NOTICE = 'spans left out here', SHARES_NOTICE = 'spans left out: shares of this time';

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
    const width = notice.length * 6.4 + 12, middle = (left + right) / 2, y = track.top + track.height / 2;
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
    const height = track.height * cycles / length;
    y -= height;
    context.fillStyle = colours.fills[colourOf(key)];
    context.fillRect(left, y, right - left, height);
  }
  context.globalAlpha = 1;
  paintMissing(context, track, left, right, colours, SHARES_NOTICE);
}

/** The buckets of one lane after `from`, as columns of shares. */
export function paintOverview(context, track, model, lane, x, from, [left, right], colours) {
  const {overview, clock} = model, figures = overview?.lanes.find((each) => each.lane === lane);
  if (!figures) return;
  const start = overview.begin ?? clock.runs[0]?.begin ?? 0;
  const activities = Object.entries(figures.cycles).filter(([key]) => isActivity(key));
  const count = Math.max(0, ...activities.map(([, cycles]) => cycles.length));
  for (let bucket = 0; bucket < count; bucket++) {
    const begin = Math.max(from, clock.nearest(start + bucket * overview.bucketCycles));
    const end = clock.nearest(start + (bucket + 1) * overview.bucketCycles);
    const at = Math.max(left, x(begin)), to = Math.min(right, x(end));
    if (to <= at) continue;
    context.fillStyle = colours.surface.track;
    context.fillRect(at, track.top, to - at, track.height);
    let y = track.top + track.height;
    for (const [key, cycles] of activities) {
      const height = track.height * (cycles[bucket] ?? 0) / overview.bucketCycles;
      if (height <= 0) continue;
      y -= height;
      context.fillStyle = colours.fills[colourOf(key)];
      context.fillRect(at, y, to - at + 0.5, height);
    }
  }
}

