// What came of a finished run, over the lower right corner of the page until it is closed: by its button, by Escape or by
// whatever is done beside it. It takes the focus, unless somebody is typing, and gives it back; keys that it has no use for
// still go to the page.
//
//   const showResult = connectResult(act);   // showResult(json), or with '' to take it away
//
// The JSON is that of src/page/run_result.h. It is HTML, so that its figures can be selected and a screen reader finds them.

import {make} from './make.mjs';

const LEAST_HEIGHT = 560; // of a window in which it lies open

function facts(result) {
  const list = make('dl');
  for (const [name, value] of [
    ['Asked', result.asked],
    ['Done', result.done],
    ['Learnt', result.learnt],
    ['Found', result.found],
  ]) {
    if (value) list.append(make('dt', '', name), make('dd', '', value));
  }
  for (const [name, value] of Object.entries(result.hashes)) {
    list.append(make('dt', '', `Hash of ${name}`), make('dd', 'number', value));
  }
  return list;
}

function times(result) {
  const table = make('table');
  const head = table.createTHead().insertRow();
  const models = result.times.some(({modelled}) => modelled);
  for (const title of ['', ...(models ? ['Modelled time'] : []), 'This computer'])
    head.append(make('th', {scope: 'col'}, title));
  const body = table.createTBody();
  for (const {title, modelled, real} of result.times) {
    const row = body.insertRow();
    row.append(make('th', {scope: 'row'}, title), ...(models ? [make('td', '', modelled)] : []), make('td', '', real));
  }
  return table;
}

/** What the programs of the tutorial print: with compiling, which is in their time. */
function printed({printed: lines, published}) {
  if (lines.length === 0) return [];
  const heading = make('h3', '', 'What the programs print');
  return [heading, make('pre', '', lines.join('\n')), ...(published ? [make('p', '', published)] : [])];
}

function nextSteps(result, act, close) {
  const list = make('ul');
  for (const {text, help, intent} of result.next) {
    const item = make('li');
    const button = make('button', {type: 'button'}, text);
    button.addEventListener('click', () => {
      close();
      const [name, number, field, word] = intent;
      act(name, number, field, word);
    });
    item.append(button, make('span', '', help));
    list.append(item);
  }
  return list;
}

/** Whether somebody would lose what is being typed or chosen. */
const isTyping = (element) => Boolean(element?.closest('input, textarea, select, [contenteditable], [role=dialog]'));

export function connectResult(act) {
  let panel = null,
    from = null; // where the focus was
  const close = () => {
    const focused = panel?.contains(document.activeElement);
    panel?.remove();
    panel = null;
    if (!focused) return;
    const canvas = document.getElementById('pipette-canvas');
    (from?.isConnected && from !== document.body ? from : canvas).focus({preventScroll: true});
  };

  const onElsewhere = ({target}) => {
    if (panel && !(target instanceof Node && panel.contains(target))) close();
  };
  window.addEventListener('pointerdown', onElsewhere, true);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') onElsewhere(event);
    },
    true,
  );

  return (json) => {
    close();
    if (!json) return;
    const result = JSON.parse(json);
    panel = make('section', {id: 'result-panel', tabIndex: -1});
    panel.setAttribute('aria-label', 'Result');
    const button = make('button', {type: 'button', className: 'close', title: 'Close (Esc)'}, '×');
    button.setAttribute('aria-label', 'Close the result');
    button.addEventListener('click', close);
    // On a low screen its first line is enough until somebody wants more: it would cover what the run has printed.
    const all = make('details', {open: window.innerHeight >= LEAST_HEIGHT});
    const title = make('summary');
    title.append(make('h2', '', result.title));
    all.append(title, facts(result), times(result));
    for (const text of [result.compared, result.compile]) if (text) all.append(make('p', '', text));
    all.append(...printed(result));
    if (result.next.length > 0) all.append(make('h3', '', 'Try next'), nextSteps(result, act, close));
    panel.append(button, all);
    // Keys and wheel belong to what is in the panel, not to the canvas.
    for (const type of ['keydown', 'keyup', 'wheel']) {
      panel.addEventListener(
        type,
        (event) => {
          if (event.target !== panel || event.type === 'wheel') event.stopPropagation();
          if (event.type !== 'keydown' || event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        },
        {passive: true},
      );
    }
    document.body.append(panel);
    from = document.activeElement;
    if (!isTyping(from)) panel.focus({preventScroll: true});
  };
}
