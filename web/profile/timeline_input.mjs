// Hands on a timeline: wheel, drag, pinch and keys.
//
//   listenToTimeline(timeline, canvas, signal, {wheel: 'always'});
//
// Wheel: zoom about the pointer (sideways or with Shift: pan). Drag: pan; with Shift: a range. Two fingers: zoom.
// Keys: W and S zoom, A and D pan, F fits what is selected or all, arrows go from block to block, Enter zooms to
// the block, Escape selects nothing. With wheel: 'focused' the page scrolls until the timeline has the focus.

import {pointIn} from './dom.mjs';

const ZOOM_STEP = 1.25,
  PAN_SHARE = 0.1,
  CLICK_PIXELS = 4;

function listenToPointers(timeline, canvas, signal) {
  const fingers = new Map();
  let begun = null; // {x, y, from, to, range, moved}
  const place = (event) => pointIn(canvas, event);
  const startFrom = () => {
    begun = null;
  };

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      const at = place(event);
      fingers.set(event.pointerId, at);
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 1) begun = {...at, from: timeline.from, to: timeline.to, range: event.shiftKey, moved: false};
      else begun = {pinch: [...fingers.values()].map(({x}) => timeline.cycleAt(x)), moved: true};
    },
    {signal},
  );

  canvas.addEventListener(
    'pointermove',
    (event) => {
      const at = place(event);
      if (!fingers.has(event.pointerId)) return timeline.hover(at.x, at.y);
      fingers.set(event.pointerId, at);
      if (!begun) return;
      if (begun.pinch && fingers.size === 2) {
        const [a, b] = [...fingers.values()].map(({x}) => x),
          [first, second] = begun.pinch;
        if (Math.abs(b - a) < 8 || first === second) return;
        const scale = (second - first) / (b - a);
        timeline.show(first - (a - timeline.gutter) * scale, first + (timeline.plotWidth - (a - timeline.gutter)) * scale);
        return;
      }
      if (begun.pinch) return;
      if (!begun.moved && Math.abs(at.x - begun.x) < CLICK_PIXELS) return;
      begun.moved = true;
      timeline.hover(null);
      if (begun.range) timeline.setRange(timeline.cycleAt(begun.x), timeline.cycleAt(at.x));
      else {
        const cycles = ((begun.x - at.x) / timeline.plotWidth) * (begun.to - begun.from);
        timeline.show(begun.from + cycles, begun.to + cycles);
      }
    },
    {signal},
  );

  const end = (event) => {
    const was = begun,
      {x, y} = place(event);
    if (!fingers.delete(event.pointerId)) return;
    startFrom();
    if (was && !was.moved && event.type === 'pointerup') timeline.choose(x, y);
    else if (was?.range) timeline.rangeDone();
  };
  canvas.addEventListener('pointerup', end, {signal});
  canvas.addEventListener('pointercancel', end, {signal});
  canvas.addEventListener('pointerleave', () => timeline.hover(null), {signal});
  canvas.addEventListener('dblclick', () => timeline.zoomToChosen(), {signal});
}

export function listenToTimeline(timeline, canvas, signal, {wheel = 'always'} = {}) {
  listenToPointers(timeline, canvas, signal);
  canvas.addEventListener(
    'wheel',
    (event) => {
      const focused = canvas.matches(':focus');
      if (wheel === 'focused' && !focused && !event.ctrlKey) return;
      event.preventDefault();
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      const lines = event.deltaMode === 1 ? 16 : 1;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        timeline.pan((sideways * lines) / timeline.plotWidth);
      } else {
        timeline.zoom(
          1.0015 ** Math.max(-400, Math.min(400, event.deltaY * lines)),
          timeline.cycleAt(pointIn(canvas, event).x),
        );
      }
    },
    {signal, passive: false},
  );

  const keys = {
    w: () => timeline.zoom(1 / ZOOM_STEP),
    s: () => timeline.zoom(ZOOM_STEP),
    a: () => timeline.pan(-PAN_SHARE),
    d: () => timeline.pan(PAN_SHARE),
    '+': () => timeline.zoom(1 / ZOOM_STEP),
    '-': () => timeline.zoom(ZOOM_STEP),
    f: () => timeline.fit(),
    ArrowLeft: () => timeline.step(-1, 0),
    ArrowRight: () => timeline.step(1, 0),
    ArrowUp: () => timeline.step(0, -1),
    ArrowDown: () => timeline.step(0, 1),
    Home: () => timeline.show(timeline.begin, timeline.begin + timeline.to - timeline.from),
    End: () => timeline.show(timeline.end - timeline.to + timeline.from, timeline.end),
    Enter: () => timeline.zoomToChosen(),
    Escape: () => timeline.choose(null),
  };
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = keys[event.key] ?? keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    },
    {signal},
  );
}
