// A lesson, or a teacher's task, in a learning platform: opens it in a frame, and reports to the platform what is done.
//
// course.json beside this file, which tools/package --scorm writes, says what to open: {lesson: 'pipelining'} or
// {task: '#v=1&...'}. The lesson and the page say how far somebody is by a message (lessons/progress.mjs).
// What a lesson remembers lies in the browser: it is taken from what the platform has kept, since the computer may be
// another, or its last user.

import {classCode, whyNotYet} from '../class_code.mjs';
import {forgetAll, memoryOf, rememberAll} from '../lessons/memory.mjs';
import {findPlatform} from './platform.mjs';

const began = Date.now();
const said = document.getElementById('said');
const again = document.getElementById('again');
const handInButton = document.getElementById('hand-in');
const frame = document.getElementById('content');
const OUTSIDE = 'This page is not in a learning platform: nothing is recorded.';

let platform = null;
let progress = {done: 0, total: 0};
let code = '';

function say(text, isBad = false) {
  said.textContent = text;
  said.classList.toggle('bad', isBad);
  again.hidden = !isBad || !platform;
}

/** The code that was changed may be too long for the platform: what is done comes first. */
function fitting(memory, most) {
  const whole = JSON.stringify(memory);
  if (whole.length <= most) return {text: whole, cut: false};
  const rest = Object.fromEntries(Object.entries(memory).filter(([what]) => !what.startsWith('code-')));
  return {text: JSON.stringify(rest), cut: true};
}

function words({done, total}) {
  if (total === 0) return 'Opened';
  if (done === total) return total === 1 ? 'Goal met' : `All ${total} done`;
  return total === 1 ? 'Goal not met yet' : `${done} of ${total} done`;
}

function record(course) {
  if (!platform) return;
  try {
    let note = '';
    if (course.lesson) {
      const {text, cut} = fitting(memoryOf(course.lesson), platform.mostLetters);
      platform.keep(text);
      if (cut) note = ' The code that you changed is too long for the platform: it stays in this browser only.';
    }
    if (progress.total > 0) platform.report(progress.done, progress.total);
    if (code) platform.handIn(code);
    platform.save();
    say(`${words(progress)}. Saved.${note}`);
  } catch (error) {
    say(error.message, true);
  }
}

function handIn(course, student) {
  const state = frame.contentWindow.pipette_app.state();
  const why = whyNotYet(state);
  if (why) return say(why);
  code = classCode(state, student);
  record(course);
  if (!said.classList.contains('bad')) say(`Handed in, of step ${state.step}. ${words(progress)}.`);
}

function listen(course) {
  const student = platform?.student() ?? '';
  addEventListener('message', ({data, source}) => {
    if (source !== frame.contentWindow || data?.type !== 'pipette-progress') return;
    // What was reached once counts: a goal is open again as soon as a run begins anew.
    if (data.total > 0 && data.done >= progress.done) progress = {done: data.done, total: data.total};
    record(course);
  });
  handInButton.hidden = !course.task || !platform;
  handInButton.addEventListener('click', () => handIn(course, student));
  again.addEventListener('click', () => record(course));
  addEventListener('pagehide', () => {
    if (!platform) return;
    record(course);
    try {
      platform.finish((Date.now() - began) / 1000);
    } catch {
      /* the page is gone, and with it who could read this */
    }
    platform = null;
  });
}

function open(course) {
  listen(course);
  frame.src = course.lesson ? `../lessons/${encodeURIComponent(course.lesson)}.html` : `../index.html${course.task}`;
  frame.title = course.title;
  document.title = course.title;
}

async function start() {
  const answer = await fetch(new URL('course.json', import.meta.url));
  if (!answer.ok) throw new Error(`course.json: HTTP status ${answer.status}`);
  const course = await answer.json();
  platform = findPlatform(window);
  if (!platform) {
    say(OUTSIDE);
  } else {
    try {
      platform.start();
      if (course.lesson) {
        forgetAll(course.lesson);
        rememberAll(course.lesson, platform.kept());
      }
      say('Connected. What you do is saved.');
    } catch (error) {
      platform = null;
      say(`${error.message} Nothing is recorded.`, true);
    }
  }
  open(course);
}

start().catch((error) => say(error.message, true));
