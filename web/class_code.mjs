// Class codes: what a student hands in of a run, and what a teacher's page compares with the run that it does again.
//
//   const code = classCode(state, 'Ada');           // 'pipette-1.eyJhIjp7....3f9c01aa'; state: pipette_app.state()
//   const handedIn = readClassCode(code);           // {name, address, step, weights, losses, accuracy}; throws what is wrong
//   differences(handedIn, stateAfterRunningItAgain) // [] where it is true
//   departures(handedIn.address, ownState, state)   // [] where it is the teacher's own task
//
// A code is JSON in base64url between a version and a checksum, which finds slips of copying. It is no signature: only the run
// that is done again says whether a code is true, for the same experiment gives the same bits everywhere.

const VERSION = 'pipette-1';
const MOST_LETTERS = 20_000;

const toBase64 = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const fromBase64 = (text) =>
  new TextDecoder('utf-8', {fatal: true}).decode(
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)),
  );

// FNV-1a, 32 bits.
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, '0');
}

/** Why a state cannot be handed in yet; '' where it can. */
export function whyNotYet({running, going_back: goingBack, testing, step, between_steps: betweenSteps, data}) {
  if (running) return 'Pause the run first.';
  if (goingBack || testing) return 'Wait until the page is ready.';
  if (step === 0) return 'Train first.';
  if (!betweenSteps) return 'Go to the end of this step first.';
  if (data !== 'digits') return 'Only a run on generated digits can be handed in: other data do not travel with a code.';
  return '';
}

export function classCode(state, name) {
  const {address, step, summary, accuracy} = state;
  const body = toBase64(
    JSON.stringify({
      name: name.trim().slice(0, 80),
      address,
      step,
      weights: summary.weight_hash,
      losses: summary.loss_hash,
      accuracy: accuracy < 0 ? null : accuracy,
    }),
  );
  return `${VERSION}.${body}.${checksum(body)}`;
}

export function readClassCode(text) {
  const code = text.replace(/\s+/g, '');
  if (!code) throw new Error('Paste a class code first.');
  if (code.length > MOST_LETTERS) throw new Error(`A class code has at most ${MOST_LETTERS} letters; this has ${code.length}.`);
  const [version, body, sum, ...more] = code.split('.');
  if (!version.startsWith('pipette-')) throw new Error(`A class code begins with "${VERSION}.".`);
  if (version !== VERSION)
    throw new Error(`This code is of another version, ${version.slice(0, 20)}; this page reads ${VERSION}.`);
  if (!body || !sum || more.length) throw new Error('A part of the code is missing: copy all of it.');
  if (checksum(body) !== sum) throw new Error('The code was changed on its way: copy all of it again.');
  let read;
  try {
    read = JSON.parse(fromBase64(body));
  } catch {
    throw new Error('The code cannot be read.');
  }
  const {name, address, step, weights, losses, accuracy} = read ?? {};
  const isHash = (hash) => typeof hash === 'string' && /^[0-9a-f]{16}$/.test(hash);
  if (
    typeof name !== 'string' ||
    typeof address !== 'object' ||
    address === null ||
    Array.isArray(address) ||
    !Number.isSafeInteger(step) ||
    step < 1 ||
    !isHash(weights) ||
    !isHash(losses) ||
    !(accuracy === null || (typeof accuracy === 'number' && accuracy >= 0 && accuracy <= 1))
  ) {
    throw new Error('The code lacks what a run came to.');
  }
  return {name: name.slice(0, 80), address, step, weights, losses, accuracy};
}

const namesIn = (list) => (typeof list === 'string' && list ? list.split(',') : []);

/** What a control is set to: a program and a model are no controls of the panel. */
function valueOf(name, {experiment, parameters, controls}) {
  if (name === 'experiment') return {label: 'the experiment', value: experiment};
  if (name === 'layers') return {label: 'the layers', value: JSON.stringify(parameters.layers), silent: true};
  const found = controls.find((control) => control.name === name);
  return {label: found?.label ?? name, value: found ? found.text || String(found.value) : 'not there'};
}

/**
 * Where a task that was handed in is not the teacher's own, in words. Anybody can write a code: what it says of goal and
 * locks counts for nothing. `own` and `state` are the page's states at the teacher's link and at the code's address.
 */
export function departures(address, own, state) {
  const found = [];
  const {goal = '', task = ''} = own.address;
  if ((address.goal ?? '') !== goal)
    found.push(`its goal is ${address.goal ? `"${address.goal}"` : 'none'}, yours is ${goal ? `"${goal}"` : 'none'}`);
  if ((address.task ?? '') !== task) found.push('its task has other words than yours');
  for (const [member, word] of [
    ['lock', 'locked'],
    ['hide', 'hidden'],
  ]) {
    const theirs = namesIn(address[member]);
    for (const name of namesIn(own.address[member]))
      if (!theirs.includes(name)) found.push(`${valueOf(name, own).label} is not ${word} in it`);
  }
  for (const name of new Set([...namesIn(own.address.lock), ...namesIn(own.address.hide)])) {
    const mine = valueOf(name, own),
      theirs = valueOf(name, state);
    if (mine.value !== theirs.value)
      found.push(mine.silent ? `${mine.label} are not yours` : `${mine.label} is ${theirs.value}, yours is ${mine.value}`);
  }
  return found;
}

/** What the page came to differently, in words. */
export function differences(handedIn, state) {
  const found = [];
  if (state.step !== handedIn.step) found.push(`it ends at step ${state.step}, not ${handedIn.step}`);
  if (state.summary.weight_hash !== handedIn.weights) found.push('the weights are others');
  if (state.summary.loss_hash !== handedIn.losses) found.push('the losses are others');
  if (handedIn.accuracy !== null && Math.abs(state.accuracy - handedIn.accuracy) > 1e-6) {
    found.push(`the accuracy is ${(100 * state.accuracy).toFixed(1)} %, not ${(100 * handedIn.accuracy).toFixed(1)} %`);
  }
  return found;
}
