// The teacher's own list of steps, and the dialog that edits it.
//
//   const steps = ownSteps();                                   // [{address?, card?, text}], kept in this browser
//   keepSteps([...steps, step]);                                // false where the browser keeps nothing
//   editSteps({present, onClose});                              // rename, order, delete, bring in a link, copy a link
//
// A list is also a link, ?steps=...: linkToSteps() writes it, stepsOfLink() reads it.

import {make} from './make.mjs';
import {showNotice} from './notice.mjs';
import {styleSheet} from './parts.mjs';

const KEY = 'pipette-steps';
const MOST_LETTERS = 200;

/** Steps as a link holds them; throws where it is none. */
export function readSteps(text) {
  const steps = JSON.parse(text);
  const good =
    Array.isArray(steps) &&
    steps.length > 0 &&
    steps.every(
      (step) =>
        step &&
        typeof step.text === 'string' &&
        ['undefined', 'string'].includes(typeof step.address) &&
        ['undefined', 'string'].includes(typeof step.card),
    );
  if (!good) throw new Error('the list of steps in this address is damaged');
  return steps;
}

export function ownSteps() {
  try {
    return readSteps(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function keepSteps(steps) {
  try {
    localStorage.setItem(KEY, JSON.stringify(steps));
    return true;
  } catch {
    return false;
  }
}

export function linkToSteps(steps, href) {
  const link = new URL(href.replace(/[?#].*/, ''));
  link.searchParams.set('steps', JSON.stringify(steps));
  return link.href;
}

/** The steps of a link to a list; throws what is wrong with it, in words for people. */
export function stepsOfLink(text) {
  let steps = null;
  try {
    steps = new URL(text.trim()).searchParams.get('steps');
  } catch {
    throw new Error('This is no link.');
  }
  if (steps === null) throw new Error('This link holds no list of steps: L on the wall, or “Copy link” here, makes one.');
  try {
    return readSteps(steps);
  } catch {
    throw new Error('The list of steps in this link is damaged.');
  }
}

/** A copy of `list` with the item at `from` moved by `by` places; the same order where there is no such place. */
export function moved(list, from, by) {
  const to = from + by,
    copy = [...list];
  if (to >= 0 && to < list.length) copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}

export async function copyLinkTo(steps, tell) {
  const link = linkToSteps(steps, location.href);
  try {
    await navigator.clipboard.writeText(link);
    tell(`Link to ${steps.length === 1 ? 'one step' : `${steps.length} steps`} copied.`);
  } catch {
    showNotice('The browser did not let this page copy. Select it and press Ctrl+C (on a Mac ⌘C):', {copy: link});
  }
}

/** Resolves when the dialog is closed, with the number of the step to show, or undefined. */
export async function editSteps() {
  await styleSheet(new URL('step_list.css', import.meta.url));
  document.getElementById('step-list')?.remove();
  let steps = ownSteps(),
    undone = null;
  const dialog = make('section', {id: 'step-list', className: 'floating plain dialog', tabIndex: -1});
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', 'Your list of steps');
  const list = make('ol');
  const said = make('p', 'said');
  said.setAttribute('role', 'status');
  const tell = (text, bad = false) => {
    said.textContent = text;
    said.classList.toggle('bad', bad);
  };
  const button = (text, onClick, properties = {}) => {
    const made = make('button', {type: 'button', ...properties}, text);
    made.addEventListener('click', onClick);
    return made;
  };
  const named = (label, text, onClick, properties = {}) => {
    const made = button(text, onClick, {title: label, ...properties});
    made.setAttribute('aria-label', label);
    return made;
  };

  return new Promise((closed) => {
    const close = (step) => {
      dialog.remove();
      document.getElementById('pipette-canvas').focus();
      closed(step);
    };
    function keep(next, text) {
      undone = steps;
      steps = next;
      undo.disabled = false;
      tell(keepSteps(steps) ? text : 'This browser lets the page keep nothing.');
    }
    function change(next, text) {
      keep(next, text);
      show();
    }
    function row(step, at) {
      const item = make('li');
      const name = make('input', {type: 'text', value: step.text, maxLength: MOST_LETTERS});
      name.setAttribute('aria-label', `Text of step ${at + 1}`);
      name.addEventListener('change', () => {
        name.value = name.value.trim() || step.text;
        // What is drawn stays: the button that took the focus is still to be clicked.
        keep(
          steps.map((other, i) => (i === at ? {...other, text: name.value} : other)),
          `Step ${at + 1} renamed.`,
        );
      });
      const move = (by) => {
        change(moved(steps, at, by), `Now step ${at + by + 1}.`);
        list.children[at + by]?.querySelector('input').focus();
      };
      item.append(
        name,
        named(`Show step ${at + 1}`, '▶', () => close(at)),
        named(`Step ${at + 1} up`, '↑', () => move(-1), {disabled: at === 0}),
        named(`Step ${at + 1} down`, '↓', () => move(1), {disabled: at === steps.length - 1}),
        named(`Delete step ${at + 1}`, '×', () =>
          change(
            steps.filter((_, i) => i !== at),
            `Step ${at + 1} deleted.`,
          ),
        ),
      );
      return item;
    }
    const link = make('input', {type: 'url', placeholder: 'Add the steps of a link', spellcheck: false});
    link.setAttribute('aria-label', 'Link to a list of steps');
    const add = button('Add', () => {
      try {
        const more = stepsOfLink(link.value);
        link.value = '';
        change([...steps, ...more], `${more.length === 1 ? 'One step' : `${more.length} steps`} added.`);
      } catch ({message}) {
        tell(message, true);
      }
    });
    const copy = button('Copy link', () => copyLinkTo(steps, tell), {className: 'primary'});
    const undo = button('Undo', () => change(undone, 'Undone.'));
    const clear = button('Delete all', () => change([], 'All steps deleted.'));
    const empty = make(
      'p',
      '',
      'The list is empty. Set the page up, press V, go to a card and press K: that keeps it as a step.',
    );

    function show() {
      list.replaceChildren(...steps.map(row));
      empty.hidden = steps.length > 0;
      copy.disabled = clear.disabled = steps.length === 0;
      undo.disabled = undone === null;
    }
    const end = make('div', 'row');
    end.append(copy, undo, clear);
    const more = make('div', 'row');
    more.append(link, add);
    dialog.append(
      named('Close', '×', () => close(), {className: 'close'}),
      make('h2', '', 'Your list of steps'),
      empty,
      list,
      more,
      end,
      said,
    );
    for (const type of ['keydown', 'keyup', 'wheel', 'paste', 'beforeinput']) {
      dialog.addEventListener(
        type,
        (event) => {
          // keys belong to the dialog, not to the canvas or the wall
          event.stopPropagation();
          if (type === 'keydown' && event.key === 'Escape') close();
          if (type === 'keydown' && event.key === 'Enter' && event.target === link) add.click();
        },
        {passive: true},
      );
    }
    document.body.append(dialog);
    show();
    dialog.focus();
  });
}
