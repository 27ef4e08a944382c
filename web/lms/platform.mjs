// A learning platform, as SCORM has it: an object of the pages around this one, of version 1.2 (window.API) or of 2004
// (window.API_1484_11). One set of words for both.
//
//   const platform = findPlatform(window);       // null where there is none
//   platform.start();                            // throws with the platform's own words
//   platform.student();                          // 'Lovelace, Ada'
//   platform.kept();                             // text of the last time, or ''
//   platform.keep(text);                         // at most platform.mostLetters
//   platform.report(3, 9);                       // score, and complete where all is done
//   platform.handIn(code);
//   platform.save();                             // throws where it was not taken
//   platform.finish(seconds);
//
// Sources: ADL, SCORM 1.2 run-time environment, 3.4; SCORM 2004 4th edition run-time environment, 4.2.

const MOST_PARENTS = 100;

function findObject(window, name) {
  let place = window;
  for (let i = 0; i < MOST_PARENTS; ++i) {
    try {
      if (place[name]) return place[name];
    } catch {
      return null; // of another origin
    }
    if (place.parent === place) return null;
    place = place.parent;
  }
  return null;
}

/** In the pages around this one, or around the one that has opened it. */
function find(window, name) {
  const found = findObject(window, name);
  if (found) return found;
  try {
    return window.top.opener ? findObject(window.top.opener, name) : null;
  } catch {
    return null;
  }
}

const two = (number) => String(Math.floor(number)).padStart(2, '0');

// The functions of the two versions have the same order and meaning.
const VERSIONS = {
  1.2: {
    object: 'API',
    names: ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish', 'LMSGetLastError', 'LMSGetErrorString'],
    mostLetters: 4096,
    student: 'cmi.core.student_name',
    exit: 'cmi.core.exit',
    time: ['cmi.core.session_time', (s) => `${two(s / 3600)}:${two((s / 60) % 60)}:${two(s % 60)}`],
    report: (done, total) => ({
      'cmi.core.score.min': '0',
      'cmi.core.score.max': '100',
      'cmi.core.score.raw': String(Math.round((100 * done) / total)),
      'cmi.core.lesson_status': done === total ? 'completed' : 'incomplete',
    }),
    handIn: (code) => ({'cmi.comments': code}),
  },
  2004: {
    object: 'API_1484_11',
    names: ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate', 'GetLastError', 'GetErrorString'],
    mostLetters: 64_000,
    student: 'cmi.learner_name',
    exit: 'cmi.exit',
    time: ['cmi.session_time', (s) => `PT${s.toFixed(0)}S`],
    report: (done, total) => ({
      'cmi.score.min': '0',
      'cmi.score.max': '100',
      'cmi.score.raw': String(Math.round((100 * done) / total)),
      'cmi.score.scaled': (done / total).toFixed(4),
      'cmi.progress_measure': (done / total).toFixed(4),
      'cmi.completion_status': done === total ? 'completed' : 'incomplete',
      'cmi.success_status': done === total ? 'passed' : 'unknown',
    }),
    handIn: (code) => ({'cmi.comments_from_learner.0.comment': code, 'cmi.comments_from_learner.0.location': 'class code'}),
  },
};

class Platform {
  #object;
  #version;

  constructor(object, version) {
    this.#object = object;
    this.#version = version;
  }

  /** Letters that it keeps from one time to the next. */
  get mostLetters() {
    return this.#version.mostLetters;
  }

  #call(index, ...values) {
    return this.#object[this.#version.names[index]](...values);
  }

  #fault(what) {
    const code = this.#call(5);
    return new Error(`${what}: ${this.#call(6, code) || 'no reason given'} (${code})`);
  }

  #must(what, index, ...values) {
    if (String(this.#call(index, ...values)) !== 'true') throw this.#fault(what);
  }

  #set(values) {
    for (const [name, value] of Object.entries(values)) this.#must(`The platform does not take ${name}`, 2, name, value);
  }

  start() {
    this.#must('The platform does not begin', 0, '');
  }

  student() {
    return String(this.#call(1, this.#version.student) ?? '');
  }

  kept() {
    return String(this.#call(1, 'cmi.suspend_data') ?? '');
  }

  keep(text) {
    this.#set({'cmi.suspend_data': text});
  }

  report(done, total) {
    this.#set(this.#version.report(done, total));
  }

  handIn(code) {
    this.#set(this.#version.handIn(code));
  }

  save() {
    this.#must('The platform has not saved', 3, '');
  }

  /** After so many seconds: this time is over, and can be gone on with. */
  finish(seconds) {
    const [name, written] = this.#version.time;
    this.#set({[name]: written(seconds), [this.#version.exit]: 'suspend'});
    this.#must('The platform does not end', 4, '');
  }
}

export function findPlatform(window) {
  // A platform that has both is of the newer kind.
  for (const version of [VERSIONS[2004], VERSIONS[1.2]]) {
    const object = find(window, version.object);
    if (object) return new Platform(object, version);
  }
  return null;
}
