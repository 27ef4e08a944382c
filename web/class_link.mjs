// Teachers' links: the panel in which students read their task, and the dialog in which a teacher makes a link and checks the
// class codes that students hand in (class_code.mjs).
//
//   const classes = connectClasses(window.pipette_app);   // main.mjs loads this when it is first wanted
//   classes.showTask(json);                               // the task of the link; '' for none
//   classes.ask();                                        // opens the dialog
//
// The page itself takes on the task that is made, so a teacher sees what students will see, and the page checks it.

import {styleSheet} from './parts.mjs';
import {acted, checkCode, nextFrame, readLink, taskOf} from './class_check.mjs';
import {classCode, whyNotYet} from './class_code.mjs';
import {linkTo} from './links.mjs';
import {tellProgress} from './lessons/progress.mjs';
import {make} from './make.mjs';

const button = (text, onClick, properties = {}) => {
  const made = make('button', {type: 'button', ...properties}, text);
  made.addEventListener('click', onClick);
  return made;
};
const labelled = (text, control) => {
  const label = make('label', '', text);
  label.append(control);
  return label;
};

const MOST_WAITS = 100;

// Keys and wheel belong to the element, not to the canvas.
function keepKeys(element, onEscape) {
  for (const type of ['keydown', 'keyup', 'wheel', 'paste', 'beforeinput']) {
    element.addEventListener(
      type,
      (event) => {
        event.stopPropagation();
        if (event.type === 'keydown' && event.key === 'Escape') onEscape();
      },
      {passive: true},
    );
  }
}

export function connectClasses(app) {
  styleSheet(new URL('class_link.css', import.meta.url));
  const act = (name, text = '') => app.act(name, 0, '', text);
  let panel = null,
    dialog = null,
    told = ''; // of the goal, to who has this page in a frame

  // ---- the task, as students have it ----

  function handIn(box) {
    const name = make('input', {type: 'text', maxLength: 80, autocomplete: 'name', placeholder: 'Your name'});
    name.setAttribute('aria-label', 'Your name');
    const said = make('p', 'said');
    said.setAttribute('role', 'status');
    const code = make('textarea', {readOnly: true, rows: 3, hidden: true});
    code.setAttribute('aria-label', 'Class code');
    const copy = button('Copy class code', async () => {
      const still = () => app.idle() || app.state().running; // the accuracy of a pause is measured after it
      for (let waited = 0; !still() && waited < MOST_WAITS; ++waited) await nextFrame();
      const state = app.state();
      const why = whyNotYet(state);
      said.textContent = why;
      code.hidden = Boolean(why);
      if (why) return;
      code.value = classCode(state, name.value);
      try {
        await navigator.clipboard.writeText(code.value);
        said.textContent = `Copied, of step ${state.step}. Hand it in.`;
      } catch {
        said.textContent = 'Copy this by hand:';
        code.select();
      }
    });
    const row = make('div', 'row');
    row.append(name, copy);
    box.append(row, said, code);
  }

  function makePanel() {
    const box = make('details', {id: 'task-panel', className: 'floating plain', open: true});
    const summary = make('summary', '', 'Your task');
    const text = make('p', 'text');
    const goal = make('p', 'goal');
    goal.setAttribute('role', 'status');
    box.append(summary, text, goal);
    handIn(box);
    keepKeys(box, () => document.getElementById('pipette-canvas').focus());
    document.body.append(box);
    return {box, summary, text, goal};
  }

  function showTask(json) {
    if (!json) {
      panel?.box.remove();
      panel = null;
      return;
    }
    panel ??= makePanel();
    const {text, goal, met_at: metAt, found} = JSON.parse(json);
    const met = goal && metAt >= 0;
    const said = `${met} ${goal}`;
    if (goal && said !== told) {
      told = said;
      tellProgress(met ? 1 : 0, 1);
    }
    panel.summary.textContent = met ? 'Your task ✓' : 'Your task';
    panel.text.textContent = text;
    panel.text.hidden = !text;
    panel.goal.hidden = !goal;
    panel.goal.className = met ? 'goal met' : 'goal';
    panel.goal.textContent = met ? `✓ ${goal}: met at step ${metAt}` : `Goal: ${goal}${found ? ` (now ${found})` : ''}`;
  }

  // ---- the dialog, for teachers ----

  function controlsOf({controls, address}) {
    const names = (list) => (typeof list === 'string' && list ? list.split(',') : []);
    const locked = names(address.lock),
      hidden = names(address.hide);
    const table = make('div', 'controls');
    const all = [{name: 'experiment', label: 'Choice of the experiment'}, ...controls];
    for (const {name, label} of all) {
      const choice = make('select');
      choice.dataset.control = name;
      for (const [value, word] of [
        ['', 'can be changed'],
        ['lock', 'locked'],
        ['hide', 'hidden'],
      ]) {
        if (value !== 'hide' || name !== 'experiment') choice.append(make('option', {value}, word));
      }
      choice.value = hidden.includes(name) ? 'hide' : locked.includes(name) ? 'lock' : '';
      table.append(labelled(label, choice));
    }
    return table;
  }

  const chosen = (form, what) =>
    [...form.querySelectorAll('select[data-control]')]
      .filter(({value}) => value === what)
      .map(({dataset}) => dataset.control)
      .join(',');

  function linkForm(state) {
    const form = make('form');
    const text = make('textarea', {rows: 3, maxLength: 2000, name: 'task', value: state.address.task ?? ''});
    const goal = make('input', {
      type: 'text',
      maxLength: 200,
      name: 'goal',
      value: state.address.goal ?? '',
      placeholder: 'accuracy >= 0.9 and steps <= 2000',
      spellcheck: false,
    });
    const said = make('p', 'said');
    said.setAttribute('role', 'status');
    const everything = (value) => () => {
      for (const choice of form.querySelectorAll('select[data-control]')) choice.value = value;
    };
    const row = make('div', 'row');
    row.append(button('Lock all', everything('lock')), button('Unlock all', everything('')));
    const end = make('div', 'row');
    end.append(
      make('button', {type: 'submit', className: 'primary'}, 'Copy link'),
      button('Remove the task', async () => {
        act('set-task');
        await acted(app);
        close();
      }),
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const members = {
        task: text.value.trim(),
        goal: goal.value.trim(),
        lock: chosen(form, 'lock'),
        hide: chosen(form, 'hide'),
      };
      act('set-task', JSON.stringify(Object.fromEntries(Object.entries(members).filter(([, value]) => value))));
      const {task} = await acted(app);
      said.className = task.error ? 'said bad' : 'said';
      said.textContent = task.error || 'This page now shows what students will see. The link leads here, to this step.';
      if (task.error) return;
      act('copy-link');
      ownLink = linkTo(location.href, JSON.stringify(app.state().address));
      dialog.querySelector('[name=own]').value = ownLink;
    });
    form.append(
      labelled('What students read', text),
      labelled('Goal, which checks itself', goal),
      make(
        'p',
        {className: 'help'},
        `It compares ${state.task.results}, or fields of the experiment. Without a goal there is nothing to check.`,
      ),
      make('h3', '', 'Controls'),
      row,
      controlsOf(state),
      end,
      said,
    );
    return form;
  }

  let ownLink = ''; // the teacher's, with the task that codes are compared with

  function checkForm({address}) {
    const form = make('form');
    const code = make('textarea', {rows: 3, name: 'code', spellcheck: false, placeholder: 'pipette-1.…'});
    const isTask = (of) => JSON.stringify(taskOf(of));
    // After a check the page has the task of the link that is known, and the values of a code.
    if (isTask(address) !== '{}' && isTask(address) !== isTask(ownLink ? readLink(ownLink) : {}))
      ownLink = linkTo(location.href, JSON.stringify(address));
    const link = make('input', {type: 'url', name: 'own', value: ownLink, spellcheck: false, placeholder: 'https://…'});
    const said = make('p', 'said');
    said.setAttribute('role', 'status');
    const submit = make('button', {type: 'submit', className: 'primary'}, 'Check it');
    form.noValidate = true;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (submit.disabled) return; // two checks would run in one page
      submit.disabled = true;
      ownLink = link.value;
      const say = (text, kind = '') => Object.assign(said, {textContent: text, className: `said ${kind}`.trim()});
      await checkCode(app, {code: code.value, link: link.value, say, isWanted: () => form.isConnected});
      submit.disabled = false;
    });
    form.append(
      labelled('A class code that a student handed in', code),
      labelled('Your own link, whose task, goal and locks count', link),
      submit,
      said,
    );
    return form;
  }

  function close() {
    dialog?.remove();
    dialog = null;
    document.getElementById('pipette-canvas').focus();
  }

  function ask() {
    close();
    dialog = make('section', {id: 'class-dialog', className: 'floating plain dialog', tabIndex: -1});
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-label', 'For a class');
    const end = button('×', close, {className: 'close', title: 'Close (Esc)'});
    end.setAttribute('aria-label', 'Close');
    dialog.append(
      end,
      make('h2', '', 'A link for a class'),
      linkForm(app.state()),
      make('h2', '', 'Check what was handed in'),
      checkForm(app.state()),
    );
    keepKeys(dialog, close);
    document.body.append(dialog);
    dialog.querySelector('textarea').focus();
  }

  return {showTask, ask};
}
