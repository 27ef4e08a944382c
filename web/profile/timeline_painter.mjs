// Paints a timeline: axis, tracks of rows of blocks, what is selected.
//
//   const bottom = layTracks(tracks);                      // sets track.top and track.height
//   paintTimeline(context, width, height, colours, view, {top, bottom});  // view: timeline.mjs; what of it is in sight
//
// A track is {name, rows, rowHeight, words, header?, note?, under?}: `under(context, view, x, track, colours)`
// paints below the rows, where a track has more to show than blocks; `miniUnder` does so in the minimap.

import {roundTicks} from './format.mjs';
import {VisibleBlocks, mergeVisible} from './blocks.mjs';

export const AXIS_HEIGHT = 24;
const TRACK_GAP = 8,
  LETTER = 6.3,
  PADDING = 4,
  NARROWEST_TEXT = 26;
const visible = new VisibleBlocks();

/** Puts tracks below one another; gives the height of all. */
export function layTracks(tracks) {
  let top = AXIS_HEIGHT;
  for (const track of tracks) {
    track.top = top;
    track.height = track.fixedHeight ?? Math.max(1, track.rows.length) * track.rowHeight;
    top += track.height + (track.header ? 2 : TRACK_GAP);
  }
  return top;
}

function cutText(text, width) {
  const letters = Math.floor((width - PADDING - 2) / LETTER);
  if (text.length <= letters) return text;
  return letters < 3 ? '' : `${text.slice(0, letters - 1)}\u2026`;
}

function paintAxis(context, view, x, colours, right, height) {
  context.fillStyle = colours.surface.textDim;
  context.textAlign = 'left';
  context.fillText(view.axisUnit, 0, AXIS_HEIGHT / 2 - 2);
  context.textAlign = 'center';
  const unit = view.tickUnit; // ticks are round in it
  for (const round of roundTicks(view.from / unit, view.to / unit, Math.max(2, (right - view.gutter) / 110))) {
    const tick = round * unit,
      at = Math.round(x(tick)) + 0.5;
    if (at < view.gutter - 1 || at > right) continue;
    context.fillStyle = colours.surface.grid;
    context.fillRect(at, AXIS_HEIGHT - 5, 1, height - AXIS_HEIGHT + 5);
    context.fillStyle = colours.surface.textDim;
    const text = view.axisText(tick),
      half = text.length * 3.2;
    context.fillText(text, Math.min(right - half, Math.max(view.gutter + half, at)), AXIS_HEIGHT / 2 - 2);
  }
}

function paintRow(context, view, row, top, rowHeight, track, colours, left, right) {
  mergeVisible(row, view.from, view.to, right - left, visible);
  const {fills} = colours;
  let colour = -1;
  const alpha = context.globalAlpha;
  for (let i = 0; i < visible.count; i++) {
    if (visible.colour[i] !== colour) {
      colour = visible.colour[i];
      context.fillStyle = fills[colour];
    }
    const block = visible.block[i],
      from = Math.max(left, left + visible.left[i]),
      to = Math.min(right, left + visible.right[i]);
    const seam = block >= 0 && to - from > 4 ? 1 : 0; // neighbours stay apart where there is room
    const tall = block >= 0 && row.tall[block];
    if (visible.faint[i]) context.globalAlpha = alpha * 0.5;
    context.fillRect(from, top, Math.max(0.75, to - from - seam), tall ? track.height : rowHeight - 1);
    if (visible.faint[i]) context.globalAlpha = alpha;
  }
  for (let i = 0; i < visible.count; i++) {
    const block = visible.block[i];
    if (block < 0) continue;
    const from = Math.max(left, left + visible.left[i]),
      to = Math.min(right, left + visible.right[i]);
    if (to - from < NARROWEST_TEXT) continue;
    const text = cutText(track.words[row.text[block]] ?? '', to - from);
    if (text === '') continue;
    context.fillStyle = colours.inks[row.colour[block]];
    context.fillText(text, from + PADDING, top + rowHeight / 2 + 0.5);
  }
}

function paintTrack(context, view, x, track, colours, right) {
  const left = view.gutter;
  context.globalAlpha = 1;
  context.fillStyle = colours.surface.track;
  if (!track.header) context.fillRect(left, track.top, right - left, track.height);
  context.fillStyle = track.header ? colours.surface.textDim : colours.surface.text;
  context.textAlign = 'left';
  context.fillText(cutText(track.name, left + 4), 0, track.top + Math.min(track.height, track.rowHeight) / 2 + 0.5);
  if (track.note && track.height > 30) {
    context.fillStyle = colours.surface.textDim;
    context.fillText(track.note, 0, track.top + track.rowHeight * 1.5);
  }
  track.under?.(context, view, x, track, colours, right);
  track.rows.forEach((row, i) => {
    const top = track.top + i * track.rowHeight,
      lit = view.lit?.get(row);
    context.globalAlpha = lit ? 0.3 : 1;
    paintRow(context, view, row, top, track.rowHeight, track, colours, left, right);
    context.globalAlpha = 1;
    if (lit && lit.count > 0) paintRow(context, view, lit, top, track.rowHeight, track, colours, left, right);
  });
}

function paintSelection(context, view, x, colours, right, height) {
  if (view.range) {
    const from = Math.max(view.gutter, x(view.range.from)),
      to = Math.min(right, x(view.range.to));
    if (to > from) {
      context.globalAlpha = 0.1;
      context.fillStyle = colours.surface.ink;
      context.fillRect(from, AXIS_HEIGHT, to - from, height - AXIS_HEIGHT);
      context.globalAlpha = 1;
      context.fillRect(from, AXIS_HEIGHT, 1, height - AXIS_HEIGHT);
      context.fillRect(to - 1, AXIS_HEIGHT, 1, height - AXIS_HEIGHT);
    }
  }
  const chosen = view.chosen;
  if (!chosen) return;
  const {track, row, block} = chosen;
  const from = Math.max(view.gutter, x(row.begin[block])),
    to = Math.min(right, x(row.end[block]));
  if (to < view.gutter || from > right) return;
  const top = track.top + track.rows.indexOf(row) * track.rowHeight;
  context.strokeStyle = colours.surface.ink;
  context.lineWidth = 2;
  context.strokeRect(from, top, Math.max(2, to - from - 1), (row.tall[block] ? track.height : track.rowHeight) - 1);
}

export function paintTimeline(context, width, height, colours, view, shown) {
  const scale = (width - view.gutter) / (view.to - view.from);
  const x = (cycle) => view.gutter + (cycle - view.from) * scale;
  paintAxis(context, view, x, colours, width, height);
  for (const track of view.tracks) {
    if (track.top + track.height > shown.top && track.top < shown.bottom) paintTrack(context, view, x, track, colours, width);
  }
  paintSelection(context, view, x, colours, width, height);
}

/** The whole time in a few pixels of height: one row of each track, `mini` or its innermost. */
export function paintMinimap(context, width, height, colours, view) {
  const left = view.gutter,
    tracks = view.tracks.filter(({header, rows, mini}) => !header && (mini || rows.length > 0));
  const rowHeight = Math.max(2, Math.floor((height - 4) / Math.max(1, tracks.length)));
  context.fillStyle = colours.surface.track;
  context.fillRect(left, 2, width - left, height - 4);
  const x = (cycle) => left + ((cycle - view.begin) / (view.end - view.begin)) * (width - left);
  tracks.slice(0, Math.floor((height - 4) / 2)).forEach((track, i) => {
    track.miniUnder?.(context, view, x, {top: 2 + i * rowHeight, height: rowHeight - 1}, colours, width);
    mergeVisible(track.mini ?? track.rows.at(-1), view.begin, view.end, width - left, visible);
    for (let at = 0; at < visible.count; at++) {
      context.fillStyle = colours.fills[visible.colour[at]];
      context.fillRect(
        left + visible.left[at],
        2 + i * rowHeight,
        Math.max(0.75, visible.right[at] - visible.left[at]),
        rowHeight - (rowHeight > 4 ? 1 : 0),
      );
    }
  });
}

/** The window's frame over the minimap. */
export function paintWindow(context, width, height, colours, view) {
  const left = view.gutter,
    scale = (width - left) / (view.end - view.begin);
  const from = left + (view.from - view.begin) * scale,
    to = left + (view.to - view.begin) * scale;
  context.globalAlpha = 0.55;
  context.fillStyle = colours.surface.card;
  context.fillRect(left, 0, from - left, height);
  context.fillRect(to, 0, width - to, height);
  context.globalAlpha = 1;
  context.strokeStyle = colours.surface.ink;
  context.lineWidth = 1.5;
  context.strokeRect(from + 0.75, 0.75, Math.max(4, to - from - 1.5), height - 1.5);
}
