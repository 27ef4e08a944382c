// What the host did, as the System Analyser shows it: calls around each engine run, nested, and the dataset's
// thread.
//
//   const {rows, words} = hostCalls(model);      // rows[0]: ExecuteAsyncOnStream and what comes before it
//   datasetRows(model, words)                    // the pipeline's work on elements, as many rows as overlap
//
// Times are modelled cycles. IPUSync is where the host waits for the device between two transfers; it is known
// of profiled runs, up to where spans were left out.

import {BlockRow} from './blocks.mjs';
import {HOST_TRACK, isStreamKind} from './spans.mjs';
import {colourOf, hostColourOf} from './theme.mjs';

const HOST_WORDS = [
  'prepare batch',
  'set up the program',
  'PoplarExecutable::ExecuteAsyncOnStream',
  'PoplarExecutor::ExecuteEngine',
  'start the program',
  'Engine::runProgram',
  'IPUTarget::run',
  'IPUSync',
  'streams',
];
const DATASET_KINDS = new Set(['hostPipeline', 'hostStaging', 'hostHandshake']);
const MOST_ROWS = 6;

/** Where transfers of a run with the host lie on any lane: [[begin, end], ...], joined, in order. */
export function transfersOf(spans, run) {
  const found = [];
  for (let i = 0; i < spans.count; i++) {
    if (spans.run[i] === run && spans.lane[i] !== HOST_TRACK && isStreamKind(spans.kindKeys[spans.kind[i]]))
      found.push([spans.begin[i], spans.end[i]]);
  }
  found.sort((a, b) => a[0] - b[0]);
  const joined = [];
  for (const [begin, end] of found) {
    const last = joined.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([begin, end]);
  }
  return joined;
}

/** The time until which all transfers of the profiled runs are known. */
export function knownUntil(model) {
  const {spans, clock} = model;
  if (spans.leftOut === 0) return clock.runs.at(-1)?.end ?? 0;
  let until = 0;
  for (let i = 0; i < spans.count; i++) if (spans.lane[i] !== HOST_TRACK) until = Math.max(until, spans.end[i]);
  return until;
}

export function hostCalls(model) {
  const words = [...HOST_WORDS],
    rows = Array.from({length: 5}, () => new BlockRow()),
    word = (text) => words.indexOf(text);
  const until = knownUntil(model),
    profiled = model.execution.profiledRuns;
  const add = (row, begin, end, colour, text, item) => {
    if (end > begin) rows[row].add(begin, end, colour, word(text), item);
  };
  const host = colourOf('host'),
    framework = hostColourOf('framework'),
    poplar = hostColourOf('poplar');
  model.runs.forEach(({run, hostBegin, setUpBegin, callBegin, begin, end}, at) => {
    add(0, hostBegin, setUpBegin, host, 'prepare batch', at);
    add(0, setUpBegin, callBegin, host, 'set up the program', at);
    add(0, callBegin, end, framework, 'PoplarExecutable::ExecuteAsyncOnStream', at);
    add(1, callBegin, end, framework, 'PoplarExecutor::ExecuteEngine', at);
    add(2, callBegin, begin, framework, 'start the program', at);
    add(2, begin, end, poplar, 'Engine::runProgram', at);
    add(3, begin, end, poplar, 'IPUTarget::run', at);
    if (at >= profiled) return;
    let from = begin;
    for (const [transfer, done] of transfersOf(model.spans, run)) {
      add(4, from, transfer, hostColourOf('ipuSync'), 'IPUSync', at);
      add(4, transfer, done, poplar, 'streams', at);
      from = done;
    }
    add(4, from, Math.min(end, Math.max(from, until)), hostColourOf('ipuSync'), 'IPUSync', at);
  });
  return {rows: rows.map((row) => row.seal()), words};
}

/** Spans of the dataset's thread, in as few rows as do not overlap. Their words are kinds of span. */
export function datasetRows(model) {
  const {spans} = model,
    found = [];
  for (let i = 0; i < spans.count; i++) {
    if (spans.lane[i] === HOST_TRACK && DATASET_KINDS.has(spans.kindKeys[spans.kind[i]])) found.push(i);
  }
  found.sort((a, b) => spans.begin[a] - spans.begin[b]);
  const rows = [],
    ends = [];
  for (const i of found) {
    let at = ends.findIndex((end) => end <= spans.begin[i]);
    if (at < 0) at = Math.min(ends.length, MOST_ROWS - 1);
    if (at === rows.length) rows.push(new BlockRow());
    if (ends[at] > spans.begin[i]) continue; // more at once than there is room for
    ends[at] = spans.end[i];
    rows[at].add(
      spans.begin[i],
      spans.end[i],
      spans.kindKeys[spans.kind[i]] === 'hostHandshake' ? hostColourOf('handshake') : colourOf('host'),
      spans.kind[i],
      i,
    );
  }
  return rows.map((row) => row.seal());
}
