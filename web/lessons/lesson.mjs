// A lesson's page: joins its cells and goals, keeps what was edited, gives links.
//
// window.pipetteLesson is for tests: {notebook, facts, ready}.

import {followLinks} from '../links.mjs';
import {PipetteCell} from './cell.mjs';
import {PipetteGoal} from './goals.mjs';
import {packed, remember, remembered, unpacked} from './memory.mjs';
import {Notebook} from './notebook.mjs';
import './theme.mjs';

customElements.define('pipette-cell', PipetteCell);
customElements.define('pipette-goal', PipetteGoal);

const lesson = document.body.dataset.lesson;
const cells = [...document.querySelectorAll('pipette-cell')];
const goals = [...document.querySelectorAll('pipette-goal')];
const facts = [];
const element = (id) => document.getElementById(id);
const carriesCode = (fragment) => fragment.startsWith('#code=');

const notebook = new Notebook({
  onBusy: (running) => {
    for (const cell of cells) cell.busy(running);
    element('run-all').disabled = running !== null;
  },
  onFact: (fact) => {
    facts.push(fact);
    for (const goal of goals) if (goal.take(fact)) remember(lesson, `goal-${goal.id}`, '1');
  },
});

function edited(cell) {
  remember(lesson, `code-${cell.id}`, cell.edited ? cell.code : null);
  if (carriesCode(location.hash)) {  // from now on the code is the reader's own
    history.replaceState(null, '', location.pathname + location.search);
    element('foreign').hidden = true;
  }
}

async function run(cell, goOn) {
  if (notebook.busy) return;
  const next = cells[cells.indexOf(cell) + 1];
  if (goOn && next) next.focusCode();
  await notebook.run(cell);
}

async function share() {
  const changed = Object.fromEntries(cells.filter((cell) => cell.edited).map((cell) => [cell.id, cell.code]));
  const link = new URL(location.href);
  link.hash = Object.keys(changed).length > 0 ? await packed(changed) : '';
  const said = element('share-said');
  try {
    await navigator.clipboard.writeText(link.href);
    said.textContent = 'The link is copied.';
  } catch {  // no permission: the address itself
    history.replaceState(null, '', link);
    said.textContent = 'The link is in the address bar.';
  }
  return link.href;
}

async function start() {
  const foreign = await unpacked(location.hash);
  cells.forEach((cell, i) => {
    notebook.add(cell);
    cell.connect(notebook, i + 1, {
      code: foreign?.[cell.id] ?? (foreign ? undefined : remembered(lesson, `code-${cell.id}`) ?? undefined),
      onEdit: edited, onRun: run,
    });
  });
  for (const goal of goals) if (remembered(lesson, `goal-${goal.id}`)) goal.setReached();
  element('foreign').hidden = !foreign || !cells.some((cell) => cell.edited);
  element('run-all').addEventListener('click', () => notebook.runAll());
  element('reset-all').addEventListener('click', ({currentTarget}) => {
    for (const cell of cells) cell.reset();
    currentTarget.focus();
  });
  element('share').addEventListener('click', share);
  document.body.classList.add('ready');
}

followLinks(window, carriesCode);
window.pipetteLesson = {notebook, facts, share, ready: start()};
