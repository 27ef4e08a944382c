// The page as a form and tables, in step with the canvas: for screen readers, and for everybody who wants to copy, search
// or enlarge what the canvas only draws. Made when it is first wanted; nothing is asked of the page before.
//
//   await openMirror(window.pipette_app);
//
// It describes nothing itself: fields, their words, limits and errors, experiments, scenes and tables are those of
// state() and csv(). It is out of sight while the focus is elsewhere, never out of the accessibility tree.

import {make} from './make.mjs';
import {cellInWords, headInWords, numberInWords, secondsInWords, unitInWords} from './mirror_words.mjs';
import {styleSheet} from './parts.mjs';

const LOOK_MS = 300;
const MOST_ROWS = 200; // of a table: the latest

/** Rows of comma-separated values as RFC 4180 has them; the apostrophe before a text like "=1+1" is for spreadsheets. */
export function rowsOfCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replace(/^'(?=[=+\-@\t\r])/, ''));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1 || row[0]);
}

function fillTable(table, csv) {
  const [head = [], ...rows] = rowsOfCsv(csv);
  const shown = rows.slice(-MOST_ROWS);
  const line = make('tr');
  line.append(...head.map((name) => make('th', {scope: 'col'}, headInWords(name))));
  table.tHead.replaceChildren(line);
  table.tBodies[0].replaceChildren(
    ...shown.map((row) => {
      const cells = make('tr');
      cells.append(...row.map((cell) => make('td', '', cellInWords(cell))));
      return cells;
    }),
  );
  table.caption.textContent =
    shown.length === rows.length ? `${rows.length} rows` : `The last ${MOST_ROWS} of ${numberInWords(rows.length)} rows`;
}

/** A select that keeps its options while they stay the same. */
function select(label, choose) {
  const box = make('label', '', label);
  const list = make('select');
  box.append(list);
  list.addEventListener('change', () => choose(list.value));
  let known = '';
  return {
    box,
    show(options, value) {
      const now = JSON.stringify(options);
      if (now !== known) list.replaceChildren(...options.map(([name, title]) => make('option', {value: name}, title)));
      known = now;
      if (document.activeElement !== list) list.value = value;
    },
  };
}

function fieldControl(field, act) {
  const row = make('div');
  const input =
    field.options.length > 0
      ? make('select')
      : make('input', {type: 'text', inputMode: field.kind === 'text' ? '' : 'decimal'});
  input.append(...field.options.map((option, i) => make('option', {value: String(i)}, option)));
  input.id = `mirror-${field.name}`;
  const help = make('small', {id: `${input.id}-help`}, field.help);
  const error = make('strong', {id: `${input.id}-error`});
  input.setAttribute('aria-describedby', `${help.id} ${error.id}`);
  input.addEventListener('change', () => {
    const number = input.value.trim() === '' ? NaN : Number(input.value);
    if (field.kind === 'text' || Number.isNaN(number)) act('set-parameter', 0, field.name, input.value);
    else act('set-parameter', number, field.name);
  });
  row.append(
    make('label', {htmlFor: input.id}, field.unit ? `${field.label} (${unitInWords(field.unit)})` : field.label),
    input,
    help,
    error,
  );
  return {
    row,
    show(now) {
      const value = now.kind === 'text' || (now.error && now.text) ? now.text : String(Number(now.value.toPrecision(12)));
      if (document.activeElement !== input && input.value !== value) input.value = value;
      if (error.textContent !== now.error) error.textContent = now.error;
      input.setAttribute('aria-invalid', String(now.error !== ''));
      input.disabled = now.locked;
    },
  };
}

function makeMirror(app) {
  let panel = null,
    timer = 0,
    fields = new Map(),
    tables = new Map();
  const built = {fields: '', tables: ''};
  const {act} = app;
  const opener = document.getElementById('open-mirror');
  const experiment = select('Experiment', (name) => act('select-experiment', 0, '', name));
  const scene = select('Picture', (name) => act('show-scene', 0, '', name));
  const speed = select('Speed', (notch) => act('set-speed', Number(notch)));
  const form = make('form'),
    results = make('dl'),
    data = make('div');
  form.addEventListener('submit', (event) => event.preventDefault());

  function showFields(controls) {
    const shown = controls.filter((control) => !control.hidden);
    const now = JSON.stringify(shown.map(({name, label, kind, options}) => [name, label, kind, options]));
    if (now !== built.fields && !form.contains(document.activeElement)) {
      built.fields = now;
      fields = new Map(shown.map((field) => [field.name, fieldControl(field, act)]));
      const groups = new Map();
      for (const field of shown) {
        if (!groups.has(field.group)) {
          const group = make('fieldset');
          const title = make('legend');
          title.append(make('h3', '', field.group));
          group.append(title);
          groups.set(field.group, group);
        }
        groups.get(field.group).append(fields.get(field.name).row);
      }
      form.replaceChildren(...groups.values());
    }
    for (const control of shown) fields.get(control.name)?.show(control);
  }

  function showResults(now) {
    const count = (number) => number.toLocaleString('en');
    const {mean_loss_last_500: loss, modelled} = now.summary;
    const facts = [
      ['Now', now.error || (now.running ? 'Running' : now.finished ? 'Done' : 'Paused')],
      [now.step_name[0].toUpperCase() + now.step_name.slice(1), `${count(now.step)} of ${count(now.steps)}`],
      ['What happens', now.moment],
      ['Loss, the mean of the last 500', now.losses > 0 && loss !== undefined ? numberInWords(loss) : ''],
      ['Accuracy', now.accuracy < 0 ? '' : `${(100 * now.accuracy).toFixed(1)} %`],
      ['Modelled time', now.step > 0 && modelled ? secondsInWords(modelled.seconds_without_compile) : ''],
      ['Stops when', now.until.error || now.until.text],
      ['Task', [now.task.text, now.task.goal].filter(Boolean).join(': ')],
    ].filter(([, value]) => value);
    const text = JSON.stringify(facts);
    if (results.dataset.shown === text) return;
    results.dataset.shown = text;
    results.replaceChildren(...facts.flatMap(([name, value]) => [make('dt', '', name), make('dd', '', value)]));
  }

  function showTables(names) {
    if (names.join() !== built.tables) {
      built.tables = names.join();
      tables = new Map(names.map((name) => [name, tableOf(name)]));
      data.replaceChildren(...[...tables.values()].map(({box}) => box));
    }
    for (const table of tables.values()) table.show();
  }

  function tableOf(name) {
    const box = make('details'),
      table = make('table');
    table.append(make('caption'), make('thead'), make('tbody'));
    const title = make('summary');
    title.append(make('h3', '', `Table of ${name}`));
    box.append(title, table);
    let shown = '';
    const show = () => {
      if (!box.open) return;
      const csv = app.csv(name);
      if (csv !== shown) fillTable(table, (shown = csv));
    };
    box.addEventListener('toggle', show);
    return {box, show};
  }

  function look() {
    if (document.hidden) return;
    const now = app.state();
    experiment.show(
      now.experiments.map(({name, title}) => [name, title]),
      now.experiment,
    );
    scene.show(
      now.scenes.map(({name, title}) => [name, title]),
      now.scene,
    );
    speed.show(
      now.speeds.map((label, notch) => [String(notch), label]),
      String(now.speed),
    );
    showFields(now.controls);
    showResults(now);
    showTables(now.tables);
  }

  function close() {
    clearInterval(timer);
    panel.remove();
    panel = null;
    opener.setAttribute('aria-expanded', 'false');
    opener.focus();
  }
  async function open() {
    await styleSheet(new URL('mirror.css', import.meta.url));
    if (!panel) {
      panel = make('section', {id: 'mirror', className: 'floating plain'});
      panel.setAttribute('aria-label', 'Controls and tables as text');
      const end = make('button', {type: 'button'}, 'Close');
      end.addEventListener('click', close);
      panel.append(
        make('h2', {tabIndex: -1}, 'Experiment'),
        experiment.box,
        scene.box,
        form,
        make('h2', '', 'Run'),
        speed.box,
        results,
        make('h2', '', 'Tables'),
        data,
        end,
      );
      // Keys and wheel belong to the panel here, not to the canvas.
      for (const type of ['keydown', 'keyup', 'wheel']) {
        panel.addEventListener(
          type,
          (event) => {
            event.stopPropagation();
            if (event.type === 'keydown' && event.key === 'Escape') close();
          },
          {passive: true},
        );
      }
      opener.parentElement.after(panel);
      opener.setAttribute('aria-expanded', 'true');
      timer = setInterval(look, LOOK_MS);
    }
    look();
    panel.querySelector('h2').focus();
  }

  return {open};
}

let mirror = null;

/** Puts the focus into it; a second call finds it as it was. */
export const openMirror = (app) => (mirror ??= makeMirror(app)).open();
