// The page for Python programs: an editor, what the program prints, and what it runs.
//
// window.pipettePython is for tests: {program, printed, machines, runner, run, stop, ready}.

import '../lessons/theme.mjs';
import {packed, remember, remembered, unpacked} from '../lessons/memory.mjs';
import {make} from '../make.mjs';
import {keepForOffline} from '../offline.mjs';
import {Machines} from './machines.mjs';
import {Printed} from './printed.mjs';
import {Program} from './program.mjs';
import {Runner} from './runner.mjs';

const MEMORY = 'python'; // what is kept in this browser, and as what:
const SHOWN = 'program',
  OWN = 'own',
  HANDED = 'handed';
const FIRST = 'mnist_with_feeds.py';
const MNIST_FILES = {'train-images': 'xTrain', 'train-labels': 'yTrain', 't10k-images': 'xTest', 't10k-labels': 'yTest'};

const button = (text, action, act, title = '') => {
  const element = make('button', {type: 'button', title}, text);
  element.dataset.action = action;
  element.addEventListener('click', act);
  return element;
};
const seconds = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`;

// ---- what there is ----

const program = new Program({
  onChange: () => {
    said.textContent = '';
    edited();
  },
  onRun: run,
  onLine: (place) => machines.select(place),
  onShare: (place) => machines.select(place, {open: true}),
});
const printed = new Printed({onPlace: ({file, line}) => program.show(file, line)});
const machines = new Machines({onSources: (places, how) => program.mark(places, how)});
const runner = new Runner({onLoading: loading, onMessage: take});
let programs = {}; // to begin with, {name: text}
const data = {}; // {xTrain: bytes, ...} of files that the reader has given
let clock = 0; // that counts the seconds of a run
let foreign = false; // the program came with a link, and nobody has agreed to run it

const choice = make('select', {'aria-label': 'Programs to begin with'});
const runButton = button('Run', 'run', run, 'Control and Enter in the program');
const stopButton = button('Stop', 'stop', stop);
const argumentsField = make('input', {type: 'text', 'aria-label': 'Arguments', placeholder: '--epochs 2', spellcheck: false});
const picker = make('input', {type: 'file', multiple: true, hidden: true, accept: '.py,.gz,.idx3-ubyte,.idx1-ubyte'});
const said = make('span', {className: 'dim said', role: 'status'});
const running = make('span', {className: 'dim', role: 'status'});
const bar = make('progress', {max: 1, value: 0, 'aria-label': 'Of the interpreter'});
const loadingNote = make('span', {className: 'loading', hidden: true}, 'Python is loaded', bar);
const clocks = make('div', {className: 'clocks', hidden: true});
const hint = make(
  'p',
  'dim',
  'Run the program: its queues, the timeline of host and IPUs, the schedule of a pipeline and a profile appear here while it runs.',
);
const agree = make(
  'p',
  {className: 'note', id: 'foreign', hidden: true},
  'This program came with a link. Read it before you run it. ',
  button('I have read it', 'agree', () => setForeign(false)),
);

function build() {
  const panel = make(
    'section',
    {className: 'panel program', 'aria-label': 'Program'},
    make(
      'div',
      'head',
      make('label', '', 'Program', choice),
      button('Open files', 'open', () => picker.click()),
      picker,
    ),
    make(
      'div',
      'head',
      runButton,
      stopButton,
      make('label', '', 'Arguments', argumentsField),
      button('Copy a link', 'share', share),
    ),
    program.tabs,
    program.element,
    said,
  );
  const output = make(
    'section',
    {className: 'panel', 'aria-label': 'Output'},
    make('div', 'head', make('h2', '', 'Output'), make('span', 'space'), loadingNote, running),
    printed.element,
    clocks,
  );
  document
    .querySelector('main')
    .append(agree, make('div', 'workbench', panel, make('div', 'side', output, machines.element, hint)));
  choice.addEventListener('change', () => choose(choice.value));
  picker.addEventListener('change', () => {
    openFiles([...picker.files]);
    picker.value = '';
  });
  for (const name of ['dragover', 'dragleave', 'drop']) {
    panel.addEventListener(name, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      panel.classList.toggle('dropping', name === 'dragover');
      if (name === 'drop') openFiles([...event.dataTransfer.files]);
    });
  }
  argumentsField.addEventListener('change', edited);
  argumentsField.addEventListener('keydown', ({key}) => {
    if (key === 'Enter') run();
  });
  busy(false);
}

// ---- the program ----

const titleOf = (text) => /^"""(.*?)[.\n]/.exec(text)?.[1] ?? '';

/** A program of the list, or, with '', the latest one that was none of them. */
function choose(name) {
  if (name === '') {
    if (!restore(OWN)) return;
  } else {
    program.open({[name]: programs[name]}, name);
    argumentsField.value = '';
  }
  setForeign(false);
  edited();
}

/** Which program of the list is shown, if it is one as it was. */
function showChoice() {
  const {main, files} = program;
  const known = main in programs && program.names.length === 1 && files[main] === programs[main];
  choice.value = known ? main : '';
  choice.options[0].disabled = known && remembered(MEMORY, OWN) === null;
}

function edited() {
  const {main, files} = program;
  const kept = JSON.stringify({main, files, argv: argumentsField.value});
  showChoice();
  if (!foreign) {
    remember(MEMORY, SHOWN, kept);
    if (choice.value === '') remember(MEMORY, OWN, kept);
  }
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}

function restore(what) {
  try {
    const {main, files, argv} = JSON.parse(remembered(MEMORY, what));
    if (typeof files[main] !== 'string') return false;
    program.open(files, main);
    argumentsField.value = argv;
    return true;
  } catch {
    return false; // nothing is kept
  }
}

/** A program of the builder's, which the page of the experiments hands on (../main.mjs). */
function takeHanded() {
  const text = remembered(MEMORY, HANDED);
  if (text === null) return false;
  remember(MEMORY, HANDED, null);
  program.open({'model.py': text}, 'model.py');
  edited();
  return true;
}

function setForeign(is) {
  foreign = is;
  agree.hidden = !is;
  busy(runner.running);
}

async function share() {
  const {main, files} = program;
  const address = new URL(
    `#${await packed({...files, '': JSON.stringify({main, argv: argumentsField.value})})}`,
    location.href,
  );
  try {
    await navigator.clipboard.writeText(address.href);
    said.textContent = 'The link is copied. It holds the program itself.';
  } catch {
    history.replaceState(null, '', address.hash);
    said.textContent = 'The link is the address of this page.';
  }
}

async function fromLink() {
  if (location.hash.length < 2) return false;
  const {'': about, ...files} = (await unpacked(location.hash)) ?? {};
  try {
    const {main, argv} = JSON.parse(about);
    if (typeof files[main] !== 'string') return false;
    program.open(files, main);
    argumentsField.value = String(argv ?? '');
    setForeign(true);
    showChoice();
    return true;
  } catch {
    said.textContent = 'The link holds no program that can be read: it may have been cut off on its way.';
    return false;
  }
}

/** Programs and modules replace or join what is there; files of images and labels are kept for load_data(). */
async function openFiles(files) {
  const texts = {},
    refused = [];
  for (const file of files) {
    const part = Object.entries(MNIST_FILES).find(([name]) => file.name.startsWith(name))?.[1];
    if (part !== undefined) data[part] = new Uint8Array(await file.arrayBuffer());
    else if (file.name.endsWith('.py')) texts[file.name] = await file.text();
    else refused.push(file.name);
  }
  const names = Object.keys(texts);
  const isMain = (name) => /__name__ *== *['"]__main__['"]/.test(texts[name]) || names.length === 1;
  if (names.length > 1) program.open(texts, names.find(isMain) ?? names[0]);
  else if (
    names.length === 1 &&
    names[0] !== program.main &&
    new RegExp(`\\b${names[0].slice(0, -3)}\\b`).test(program.files[program.main])
  )
    program.add(names[0], texts[names[0]]); // which the program imports
  else if (names.length === 1) program.open(texts, names[0]);
  if (names.length > 0) {
    setForeign(false);
    edited();
  }
  const parts = Object.keys(data).length;
  const words = [];
  if (parts > 0) words.push(parts === 4 ? 'Four data files are used by load_data().' : `${parts} of the four data files.`);
  if (refused.length > 0) words.push(`${refused.join(', ')}: programs end in .py, data files are the four of MNIST.`);
  said.textContent = words.join(' ');
}

// ---- running ----

/** As a shell would cut them. */
const words = (line) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c);

function busy(is) {
  runButton.disabled = is || foreign;
  stopButton.disabled = !is;
  document.body.dataset.state = is ? 'running' : 'idle';
  clearInterval(clock);
  running.textContent = '';
}

function loading({part}) {
  loadingNote.hidden = part >= 1;
  bar.value = part;
}

function take(message) {
  if (message.type === 'printed') printed.write(message.text, message.stream);
  else if (message.type === 'started') showTime();
  else {
    hint.hidden = true;
    machines.take(message);
  }
}

/** Says that it runs, and how long: a program may think for a while before it prints. */
function showTime() {
  const began = performance.now();
  const show = () => {
    running.textContent = `Runs, ${Math.round((performance.now() - began) / 1000)} s`;
  };
  show();
  clock = setInterval(show, 1000);
}

async function run() {
  if (runner.running || foreign) return;
  busy(true);
  printed.clear();
  machines.clear();
  program.shares = new Map();
  program.mark([]);
  clocks.hidden = true;
  program.show(program.shown); // without the line of an error
  printed.element.scrollIntoView({block: 'nearest'}); // on a phone it is below the program
  loadingNote.hidden = runner.started;
  try {
    runner.start().then(keepInterpreter, () => {}); // run() says why it cannot be
    const whole = Object.keys(data).length === 4;
    const ended = await runner.run({
      main: program.main,
      files: program.files,
      argv: words(argumentsField.value),
      data: whole ? {mnist: data, fashion_mnist: data} : {},
    });
    if (ended === null) printed.note('Stopped.');
    else end(ended);
  } catch ({message}) {
    printed.write(`${message}\n`, 'error');
  }
  loadingNote.hidden = true;
  busy(false);
}

let kept = false;
function keepInterpreter() {
  if (!kept) keepForOffline({python: true});
  kept = true;
}

function end({status, seconds: real, modelledSeconds}) {
  clocks.replaceChildren(
    make('span', '', status === 0 ? 'The program has ended.' : `The program has failed (${status}).`),
    make('span', '', 'On the machine, as time.time() counts: ', make('strong', '', seconds(modelledSeconds))),
    make('span', '', 'Here, as time.perf_counter() counts: ', make('strong', '', seconds(real))),
  );
  clocks.hidden = false;
  program.shares = machines.shares();
  if (status !== 0 && printed.place) program.show(printed.place.file, printed.place.line);
}

function stop() {
  runner.stop();
}

async function begin() {
  build();
  const answer = await fetch(new URL('programs.json', import.meta.url));
  if (answer.ok) programs = await answer.json();
  else said.textContent = `The programs to begin with could not be loaded: HTTP status ${answer.status}.`;
  choice.append(
    make('option', {value: ''}, 'of your own'),
    ...Object.entries(programs).map(([name, text]) => make('option', {value: name}, `${name}: ${titleOf(text)}`)),
  );
  if (!(await fromLink()) && !takeHanded() && !restore(SHOWN)) choose(FIRST);
  addEventListener('hashchange', fromLink);
  showChoice();
  keepForOffline();
}

window.pipettePython = {program, printed, machines, runner, run, stop, ready: begin()};
