// The schedule of a pipeline: which IPU runs which stage for which mini-batch when. What stands where is laid
// out by the emulator (src/pipeline/schedule_layout.h); here it only gets pixels.
//
//   parent.append(scheduleView(session.pipeline()));

import {make} from '../make.mjs';
import {SharpCanvas} from './canvas.mjs';

const ROW = 30,
  GAP = 6,
  LEFT = 52,
  AXIS = 22;
const STRIP = 4; // of host transfers, below a row
const NUMBER_FROM = 16,
  BARRIER_FROM = 8; // pixels

export function scheduleView(pipeline) {
  const {schedule, miniBatches, rows, idle, makespanCycles, bubbleFraction} = pipeline;
  const percent = Math.round(100 * bubbleFraction);
  const label =
    `${schedule} schedule of ${miniBatches} mini-batches on ${rows.length} IPUs: ` +
    `${makespanCycles.toLocaleString('en')} cycles, idle ${percent} %`;
  const sharp = new SharpCanvas(label, rows.length * (ROW + GAP) + AXIS, (...args) => paintSchedule(pipeline, ...args));
  const facts =
    ` ${miniBatches} mini-batches, ${makespanCycles.toLocaleString('en')} cycles, ` +
    `IPUs idle ${percent} % (${idle.length} gaps)`;
  return make('figure', 'schedule', make('figcaption', '', make('strong', '', schedule), facts), sharp.element);
}

export function paintSchedule(pipeline, context, width, height, palette) {
  const {rows, boxes, transfers = [], weightUpdates, barriers, makespanCycles} = pipeline;
  const x = (cycle) => LEFT + ((width - LEFT) * cycle) / makespanCycles;
  const y = (row) => row * (ROW + GAP);
  const bar = ({row, beginCycles, endCycles}, color) => {
    const left = x(beginCycles),
      right = x(endCycles);
    context.fillStyle = color;
    context.fillRect(left, y(row), Math.max(1, right - left - 1), ROW);
    return {middle: (left + right) / 2, wide: right - left >= NUMBER_FROM};
  };
  rows.forEach(({name}, row) => {
    context.fillStyle = palette.dim;
    context.textAlign = 'left';
    context.fillText(name, 0, y(row) + ROW / 2);
    context.fillStyle = palette.track;
    context.fillRect(LEFT, y(row), width - LEFT, ROW);
  });
  context.fillStyle = palette.sync;
  const shown = (width - LEFT) / barriers.length >= BARRIER_FROM ? barriers : [];
  for (const {beginCycles} of shown) context.fillRect(x(beginCycles) - 0.5, 0, 1, y(rows.length) - GAP);
  context.textAlign = 'center';
  for (const box of boxes) {
    const {middle, wide} = bar(box, palette[box.activity]);
    if (!wide) continue;
    const several = rows[box.row].stages.length > 1;
    context.fillStyle = palette.onColor;
    context.fillText(String(box.number), middle, y(box.row) + (several ? ROW * 0.32 : ROW / 2) + 0.5);
    if (several) context.fillText(`s${box.stage}`, middle, y(box.row) + ROW * 0.74);
  }
  for (const {row, beginCycles, endCycles} of transfers) {
    const left = x(beginCycles);
    context.fillStyle = palette.exchange;
    context.fillRect(left, y(row) + ROW + 1, Math.max(1, x(endCycles) - left - 1), STRIP);
  }
  for (const update of weightUpdates) bar(update, palette.weightUpdate);
  context.fillStyle = palette.dim;
  context.textAlign = 'right';
  context.fillText(`${makespanCycles.toLocaleString('en')} cycles`, width, height - AXIS / 2 + 2);
}
