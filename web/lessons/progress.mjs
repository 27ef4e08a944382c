// How far a reader has come with a lesson: questions answered and goals reached, of how many. A lesson
// writes it, the list of lessons reads it, and a learning platform hears of it (lms/start.mjs).

import {remember, remembered} from './memory.mjs';

const WHAT = 'progress';

/** For the page that has this one in a frame. */
export function tellProgress(done, total) {
  const {parent = globalThis} = globalThis; // node has none
  if (parent !== globalThis) parent.postMessage({type: 'pipette-progress', done, total}, '*');
}

export function saveProgress(lesson, done, total) {
  remember(lesson, WHAT, done > 0 ? `${done}/${total}` : null);
  tellProgress(done, total);
}

/** {done, total}, or null where nothing has been done yet, or nothing is remembered here. */
export function progressOf(lesson) {
  const match = remembered(lesson, WHAT)?.match(/^(\d+)\/(\d+)$/);
  if (!match) return null;
  const [done, total] = match.slice(1).map(Number);
  return done > 0 && done <= total ? {done, total} : null;
}
