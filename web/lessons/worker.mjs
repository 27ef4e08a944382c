// Runs the cells of one lesson, one after the other. It lives in a worker, so that no code of a cell
// can stop the page; what cells have declared lives here as long as the worker does. cell_frame.js starts it.
//
//   page -> worker   {type: 'run', cell, code} | {type: 'abort'}
//   worker -> page   {type: 'ready'} | {type: 'refused', text}
//                    {type: 'log', cell, level, text} | {type: 'picture', cell, picture}
//                    {type: 'snapshot', cell, view, snapshot} | {type: 'fact', cell, fact}
//                    {type: 'done', cell} | {type: 'failed', cell, error}
//
// A cell is a module made from its text: import() of a blob, so a content security policy needs
// `blob:` in the script-src of cell_frame.html, and 'unsafe-eval' nowhere. It asks the page for files of the site (site_files.mjs).

import {CellSyntaxError, cellModule, share} from './cell_module.mjs';
import {asText} from './inspect.mjs';
import {anyPictures, picturesOf} from './show.mjs';
import {SiteFiles} from './site_files.mjs';
import {watch} from './watch.mjs';

const MAX_LINES = 500; // of output, of one cell
const MAX_PICTURES = 24;

const cells = new Map(); // of the address of a module: {cell}
let running = {cell: '', signal: new AbortController().signal, lines: 0, pictures: 0};
let controller = new AbortController();
let page, site; // once they are connected

const tell = (message) => page.postMessage({cell: running.cell, ...message});

function log(level, values) {
  running.lines++;
  if (running.lines > MAX_LINES) return;
  const text = running.lines === MAX_LINES ? 'What else this cell prints is not shown.' : values.map(asText).join(' ');
  tell({type: 'log', level, text});
}
for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
  console[level] = (...values) => log(level, values);
}

/** Whether the cell may draw one more picture. */
function mayDraw() {
  running.pictures++;
  if (running.pictures === MAX_PICTURES + 1) log('warn', [`Only ${MAX_PICTURES} pictures of a cell are shown.`]);
  return running.pictures <= MAX_PICTURES;
}

function draw(pictures) {
  for (const picture of pictures) if (mayDraw()) tell({type: 'picture', picture});
}

// For cells: draws a value, and gives it back.
globalThis.show = (value, options) => {
  draw(anyPictures(value, options));
  running.shown = value;
  return value;
};
watch(() => running, tell, mayDraw);

/** Where in the cells an error comes from: the browser's own text names address and line. */
function placeOf(error) {
  for (const [, url, line] of String(error?.stack ?? '').matchAll(/(blob:[^\s()@]+?):(\d+):\d+/g)) {
    if (cells.has(url)) return {cell: cells.get(url), line: Number(line)};
  }
  return {cell: running.cell, line: error instanceof CellSyntaxError ? error.line : 0};
}

function fail(error) {
  const isError = error instanceof Error || error instanceof DOMException;
  const {cell, line} = placeOf(error);
  const stopped = running.signal.aborted;
  tell({
    type: 'failed',
    error: {name: isError ? error.name : 'Thrown', message: isError ? error.message : asText(error), cell, line, stopped},
  });
}

async function importText(text, cell) {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
  if (cell) cells.set(url, cell);
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function run(cell, code) {
  controller = new AbortController();
  running = {cell, signal: controller.signal, lines: 0, pictures: 0};
  try {
    const {text, names} = await cellModule(code, (path) => site.addressOf(path));
    const module = await importText(text, cell);
    const value = share(module, names);
    if (value !== undefined && value !== running.shown) {
      const pictures = picturesOf(value);
      if (pictures === null) log('result', [value]);
      else draw(pictures);
    }
    tell({type: 'done'});
  } catch (error) {
    fail(error);
  }
}

// What a cell has started and not awaited.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  log('error', [event.reason]);
});

/** `port`: the page; the rest is for SiteFiles. */
export function connect({port, ...files}) {
  page = port;
  site = new SiteFiles(port, files);
  port.onmessage = ({data}) => {
    if (data.type === 'run') run(data.cell, data.code);
    if (data.type === 'abort') controller.abort(new DOMException('The cell was stopped.', 'AbortError'));
    if (data.type === 'answer') site.answered(data);
  };
  tell({type: 'ready'});
}
