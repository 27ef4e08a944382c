// The schedule of a pipeline: which IPU runs which stage for which mini-batch when.
//
//   parent.append(scheduleView(session.pipeline()));

import {SharpCanvas} from './canvas.mjs';

const ROW = 30, GAP = 6, LEFT = 52, AXIS = 22;

export function scheduleView({schedule, miniBatches, boxes, idle, makespanCycles, updateBeginCycles, bubbleFraction}) {
  const ipus = 1 + Math.max(...boxes.map(({ipu}) => ipu));
  const percent = Math.round(100 * bubbleFraction);
  const label = `${schedule} schedule of ${miniBatches} mini-batches on ${ipus} IPUs: ` +
    `${makespanCycles.toLocaleString('en')} cycles, idle ${percent} %`;
  const sharp = new SharpCanvas(label, ipus * (ROW + GAP) + AXIS, (context, width, height, palette) => {
    const x = (cycle) => LEFT + (width - LEFT) * cycle / makespanCycles;
    for (let ipu = 0; ipu < ipus; ipu++) {
      const top = ipu * (ROW + GAP);
      context.fillStyle = palette.dim;
      context.textAlign = 'left';
      context.fillText(`IPU ${ipu}`, 0, top + ROW / 2);
      context.fillStyle = palette.track;
      context.fillRect(LEFT, top, width - LEFT, ROW);
    }
    context.textAlign = 'center';
    for (const {ipu, backward, miniBatch, beginCycles, endCycles} of boxes) {
      const left = x(beginCycles), right = x(endCycles), top = ipu * (ROW + GAP);
      context.fillStyle = backward ? palette.backward : palette.forward;
      context.fillRect(left, top, Math.max(1, right - left - 1), ROW);
      if (right - left < 16) continue;
      context.fillStyle = palette.onColor;
      context.fillText(String(miniBatch + 1), (left + right) / 2, top + ROW / 2 + 0.5);
    }
    context.fillStyle = palette.weightUpdate;
    for (let ipu = 0; ipu < ipus; ipu++) {
      context.fillRect(x(updateBeginCycles), ipu * (ROW + GAP), Math.max(2, x(makespanCycles) - x(updateBeginCycles)), ROW);
    }
    context.fillStyle = palette.dim;
    context.textAlign = 'right';
    context.fillText(`${makespanCycles.toLocaleString('en')} cycles`, width, height - AXIS / 2 + 2);
  });
  const box = document.createElement('figure');
  box.className = 'schedule';
  const caption = document.createElement('figcaption');
  const name = document.createElement('strong');
  name.textContent = schedule;
  caption.append(name, ` ${miniBatches} mini-batches, ${makespanCycles.toLocaleString('en')} cycles, ` +
    `IPUs idle ${percent} % (${idle.length} gaps)`);
  box.append(caption, sharp.element);
  return box;
}
