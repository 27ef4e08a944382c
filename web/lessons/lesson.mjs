// A lesson's page: joins its cells, pictures, questions and goals, keeps what was done, gives links.
//
// window.pipetteLesson is for tests: {notebook, facts, share, ready}.

import {followLinks} from '../links.mjs';
import './cells.mjs';
import {PipetteGoal} from './goals.mjs';
import {CellGroup, toolButton} from './group.mjs';
import {make} from '../make.mjs';
import {packed, remember, remembered, unpacked} from './memory.mjs';
import {PipettePage, watchPages} from './page_view.mjs';
import {saveProgress} from './progress.mjs';
import {PipetteQuestion} from './question.mjs';
import {printSheet} from './sheet.mjs';
import './theme.mjs';
import './words.mjs';

customElements.define('pipette-goal', PipetteGoal);
customElements.define('pipette-page', PipettePage);
customElements.define('pipette-question', PipetteQuestion);

const {lesson} = document.body.dataset;
const all = (name) => [...document.querySelectorAll(name)];
const cells = all('pipette-cell'),
  goals = all('pipette-goal'),
  questions = all('pipette-question');
const facts = [];
const carriesCode = (fragment) => fragment.startsWith('#code=');

const foreign = make('p', 'note');
foreign.id = 'foreign';
foreign.append(
  'This page shows code that came with its link. Read it before you run it; ',
  make('code', '', 'Reset all'),
  ' brings the lesson\u2019s own code back.',
);

const group = new CellGroup(cells, {label: 'Lesson', onFact: take});
const {tools, help, notebook} = group;
const said = make('span');
said.setAttribute('role', 'status');
tools.append(toolButton('share', 'Copy a link to this code', share), toolButton('print', 'Print', printSheet));
if (document.querySelector('pipette-page'))
  tools.append(toolButton('wall', 'On the wall', () => open(`../?lesson=${lesson}`, '_blank', 'noopener')));
tools.append(said);

function take(fact) {
  if (fact.kind === 'page' && facts.at(-1)?.kind === 'page') facts.pop(); // it comes again and again
  facts.push(fact);
  for (const goal of goals) {
    if (!goal.take(fact)) continue;
    remember(lesson, `goal-${goal.id}`, '1');
    countProgress();
  }
}

/** What would give an answer away stays hidden until there is a prediction: <div data-after="id">. */
function uncover(question) {
  for (const part of all(`[data-after="${question.id}"]`)) part.hidden = !question.answered;
}

function countProgress() {
  const done = goals.filter(({reached}) => reached).length + questions.filter(({answered}) => answered).length;
  saveProgress(lesson, done, goals.length + questions.length);
}

/** What a link brings replaces what was kept; undefined is the lesson's own. */
function codeAtFirst(carried, cell) {
  if (carried) return Object.hasOwn(carried, cell.id) ? carried[cell.id] : undefined;
  return remembered(lesson, `code-${cell.id}`) ?? undefined;
}

/** Cells whose code came with a link, whatever was made of it since. */
const foreignCells = new Set();

/** The note stays for as long as there are such cells, and comes back with what is kept of them. */
function noteForeign(cell, isForeign) {
  if (isForeign) foreignCells.add(cell);
  else foreignCells.delete(cell);
  foreign.hidden = foreignCells.size === 0;
}

function edited(cell) {
  noteForeign(cell, cell.edited && foreignCells.has(cell));
  remember(lesson, `code-${cell.id}`, cell.edited ? cell.code : null);
  remember(lesson, `foreign-${cell.id}`, foreignCells.has(cell) ? '1' : null);
  // What is edited is kept: the address stands for something else now.
  if (carriesCode(location.hash)) history.replaceState(null, '', location.pathname + location.search);
}

async function share() {
  const changed = Object.fromEntries(cells.filter((cell) => cell.edited).map((cell) => [cell.id, cell.code]));
  const link = new URL(location.href);
  link.hash = Object.keys(changed).length > 0 ? await packed(changed) : '';
  try {
    await navigator.clipboard.writeText(link.href);
    said.textContent = 'The link is copied.';
  } catch {
    // no permission: the address itself
    history.replaceState(null, '', link);
    said.textContent = 'The link is in the address bar.';
  }
  return link.href;
}

async function start() {
  const carried = await unpacked(location.hash);
  const sheet = make('p', 'sheet-head', 'Name');
  sheet.append(make('span'), 'Date', make('span'));
  document.querySelector('h1').after(sheet);
  document.querySelector('main h2').before(foreign, tools, help);
  group.connect({codeOf: (cell) => codeAtFirst(carried, cell), onEdit: edited});
  for (const goal of goals) if (remembered(lesson, `goal-${goal.id}`)) goal.setReached();
  for (const question of questions) {
    question.restore(remembered(lesson, `question-${question.id}`));
    uncover(question);
    question.addEventListener('answered', ({detail}) => {
      uncover(question);
      remember(lesson, `question-${question.id}`, detail);
      countProgress();
    });
  }
  watchPages(take);
  for (const cell of cells) {
    const came = carried ? Object.hasOwn(carried, cell.id) : remembered(lesson, `foreign-${cell.id}`) !== null;
    noteForeign(cell, cell.edited && came);
  }
  countProgress();
  document.body.classList.add('ready');
}

followLinks(window, () => carriesCode(location.hash) && location.reload());
window.pipetteLesson = {notebook, facts, share, ready: start()};
import('../offline.mjs').then(
  ({keepForOffline}) => keepForOffline(),
  () => {},
);
