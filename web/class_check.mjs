// What a student handed in, run again in the teacher's page and compared with the teacher's own link: a code is not signed, so
// what it says of task, goal and locks counts for nothing.
//
//   await checkCode(app, {code, link, say, isWanted});     // say('✓ True. ...', 'met'); isWanted(): whether anybody reads it
//
// The page shows the run that is checked, with the teacher's task.

import {departures, differences, readClassCode} from './class_code.mjs';
import {addressOf} from './links.mjs';

export const nextFrame = () => new Promise((done) => setTimeout(done, 20));

/** The state once what was asked has been acted on. */
export async function acted(app) {
  const until = app.frame() + 2;
  while (app.frame() < until && !app.idle()) await nextFrame();
  return app.state();
}

/** The members of an address that are a task's; those that are missing stay undefined, and out of links. */
export const taskOf = ({task, goal, lock, hide}) => ({task, goal, lock, hide});

/** The address that a link holds. */
export function readLink(text) {
  try {
    return JSON.parse(addressOf(new URL(text.trim(), location.href).hash));
  } catch {
    throw new Error('Your own link cannot be read: copy all of it.');
  }
}

const open = (app, address) => app.act('open-link', 0, '', JSON.stringify(address));

/** The page at an address, before its first step. */
async function openAt(app, address) {
  open(app, {...address, at: 0});
  const state = await acted(app);
  if (state.error) throw new Error(state.error);
  return state;
}

async function runAgain(app, handedIn, own, say, isWanted) {
  if (app.state().data !== 'digits') {
    app.act('use-generated'); // a code is of generated digits, whatever is loaded here
    await acted(app);
  }
  const ownState = own && (await openAt(app, own));
  const address = own ? {...handedIn.address, ...taskOf(ownState.address)} : handedIn.address;
  let state = await openAt(app, address);
  const departed = own ? departures(handedIn.address, ownState, state) : [];
  app.act('reset');
  open(app, {...address, at: handedIn.step});
  await acted(app);
  do {
    await nextFrame();
    state = app.state();
    say(`Running it again: step ${state.step} of ${handedIn.step}`);
  } while (isWanted() && (state.running || state.testing || !app.idle()) && !state.error);
  if (state.error) throw new Error(state.error);
  return {state, wrong: differences(handedIn, state), departed};
}

/** Of a run that gives the same bits: ['✓ True. ...', 'met'], or why it is not the teacher's task. */
function verdict(handedIn, own, {state, departed}) {
  const whose = handedIn.name ? `${handedIn.name}'s run` : 'This run';
  const accuracy = handedIn.accuracy === null ? '' : `, ${(100 * handedIn.accuracy).toFixed(1)} % accuracy`;
  const same = `${whose} gives the same bits here: step ${handedIn.step}${accuracy}`;
  if (departed.length > 0) return [`Not your task: ${departed.join('; ')}. ${same}.`, 'bad'];
  const {goal, met_at: metAt} = state.task;
  const met = metAt >= 0 ? 'met' : 'not met';
  const reached = goal ? [own ? `Goal ${goal}: ${met}` : `The goal that it names, ${goal}: ${met}`] : [];
  const unknown = own ? [] : ['Without your own link nothing says whether that was your task'];
  return [`✓ True. ${[same, ...reached, ...unknown].join('. ')}.`, 'met'];
}

export async function checkCode(app, {code, link, say, isWanted}) {
  let handedIn, own;
  try {
    handedIn = readClassCode(code);
    own = link.trim() ? readLink(link) : null;
  } catch ({message}) {
    return say(message, 'bad');
  }
  say(`Running it again, ${handedIn.step} steps …`);
  try {
    const result = await runAgain(app, handedIn, own, say, isWanted);
    if (result.wrong.length > 0) say(`Not true: ${result.wrong.join('; ')}.`, 'bad');
    else say(...verdict(handedIn, own, result));
  } catch ({message}) {
    say(`Not true: ${message.replace(/\.$/, '')}.`, 'bad');
  }
}
