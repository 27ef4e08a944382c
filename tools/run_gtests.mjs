#!/usr/bin/env node
// Runs every GoogleTest program of a build folder and counts single tests.
//
//   node tools/run_gtests.mjs BUILD_FOLDER [--jobs N] [--timeout SECONDS] [--only PROGRAMS]
//
// --only takes names of programs, each with a filter where not all its tests are to run:
// kernels,session:Golden*
//
// The programs are those that CTest knows (`ctest --show-only`). Each runs as N processes with a share of its tests, so that
// the longest does not keep one processor busy while the others idle; WebAssembly, which does not see the
// environment that GoogleTest reads the share from, as one. A failed test's own output is
// printed; everything goes to BUILD_FOLDER/test-logs/<program>.log. A program that crashes, hangs,
// was not built or runs no test counts as one failure. The last line is "N passed, N failed", with
// ", N skipped" where tests were skipped or are disabled.

import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {basename, isAbsolute, join} from 'node:path';

const SLOW_MS = 3000;  // tests slower than this are named, so that they do not creep in

function parseArguments(args) {
  const options = {folder: null, jobs: 2, timeout: 600, only: null};
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--jobs') options.jobs = Number(args[++i]);
    else if (args[i] === '--timeout') options.timeout = Number(args[++i]);
    else if (args[i] === '--only') options.only = args[++i].split(',').map((each) => each.split(':'));
    else if (args[i].startsWith('-') || options.folder) throw new Error(`unknown argument ${args[i]}`);
    else options.folder = args[i];
  }
  if (!options.folder || !(options.jobs >= 1) || !(options.timeout > 0)) {
    throw new Error('usage: run_gtests.mjs BUILD_FOLDER [--jobs N] [--timeout SECONDS] [--only PROGRAMS]');
  }
  return options;
}

function listPrograms(folder, only) {
  const text = execFileSync('ctest', ['--show-only=json-v1'], {cwd: folder, encoding: 'utf8'});
  const all = JSON.parse(text).tests.map(({name, command}) => ({name, command: command ?? []}));
  return only === null ? all : only.map(([wanted, filter]) => {
    const {name, command} = all.find((program) => program.name === wanted) ?? {name: wanted, command: []};
    return {name, command: filter === undefined ? command : [...command, `--gtest_filter=${filter}`]};
  });
}

/** Counts the cases in what a GoogleTest program printed; keeps the text of the failed ones. */
export function parseOutput(text) {
  const result = {passed: 0, failed: 0, skipped: 0, running: null, failures: [], slow: []};
  let started = [];
  for (const line of text.split('\n')) {
    const begin = line.match(/\[ RUN {6}\] (.+?)\r?$/);
    if (begin) {
      result.running = begin[1];
      started = [];
    }
    started.push(line);
    const end = line.match(/\[( {6} OK|  SKIPPED|  FAILED ) ?\] (.+) \((\d+) ms\)\r?$/);
    const disabled = line.match(/YOU HAVE (\d+) DISABLED TEST/);
    if (disabled) result.skipped += Number(disabled[1]);
    if (!end) continue;
    const [, mark, name, milliseconds] = end;
    if (mark.includes('OK')) result.passed++;
    else if (mark.includes('SKIPPED')) result.skipped++;
    else {
      result.failed++;
      result.failures.push(started.join('\n'));
    }
    if (Number(milliseconds) > SLOW_MS) result.slow.push(`${name} ${milliseconds} ms`);
    result.running = null;
  }
  return result;
}

function capture(command, part, folder, timeout) {
  return new Promise((done) => {
    let text = '';
    let timedOut = false;
    const child = spawn(command[0], [...command.slice(1), '--gtest_color=no'],
                        {cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, ...part}});
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeout * 1000);
    child.stdout.on('data', (data) => { text += data; });
    child.stderr.on('data', (data) => { text += data; });
    child.on('error', (error) => {
      clearTimeout(timer);
      done({text, trouble: `cannot run ${command[0]}: ${error.message}`});
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      let trouble = null;
      if (timedOut) trouble = `did not end within ${timeout} s`;
      else if (signal) trouble = `killed by ${signal}`;
      else if (code !== 0) trouble = `exit code ${code}`;
      done({text, trouble});
    });
  });
}

/** Four spaces before each line; what node shows of a minified line is cut off. */
function indent(text) {
  return text.split('\n').map((line) => `    ${line.slice(0, 400)}`).join('\n');
}

const built = ({command}) => command.length > 0 && command.filter(isAbsolute).every((file) => existsSync(file));

/** What GoogleTest reads its share from, for each of the processes that a program runs as. */
export function partsOf(program, jobs) {
  const count = basename(program.command[0] ?? '') === 'node' || !built(program) ? 1 : jobs;
  return Array.from({length: count}, (_, index) => ({GTEST_TOTAL_SHARDS: count, GTEST_SHARD_INDEX: index}));
}

async function runPart(program, part, folder, timeout) {
  const start = Date.now();
  const {text, trouble} =
      built(program) ? await capture(program.command, part, folder, timeout) : {text: '', trouble: 'not built'};
  const result = parseOutput(text);
  // A bad exit is explained by failed tests, unless it came in the middle of one.
  if (trouble && (result.failed === 0 || result.running)) {
    result.failed++;
    const where = result.running ? ` in ${result.running}` : '';
    result.failures.push(`${program.name}: ${trouble}${where}\n${text.split('\n').slice(-25).join('\n')}`);
  }
  return {...result, text, seconds: (Date.now() - start) / 1000};
}

function report({name}, parts, folder) {
  writeFileSync(join(folder, 'test-logs', `${name.replaceAll('/', '_')}.log`), parts.map(({text}) => text).join('\n'));
  const result = {};
  for (const key of ['passed', 'failed', 'skipped', 'seconds']) {
    result[key] = parts.reduce((sum, part) => sum + part[key], 0);
  }
  for (const key of ['failures', 'slow']) result[key] = parts.flatMap((part) => part[key]);
  if (result.passed + result.failed + result.skipped === 0) {
    result.failed++;
    result.failures.push(`${name}: ran no test`);
  }
  console.log(`  ${name.padEnd(12)} ${summary(result)} (${result.seconds.toFixed(1)} s)`);
  for (const line of result.slow) console.log(`    slow: ${line}`);
  for (const failure of result.failures) console.log(indent(failure));
  return result;
}

export function summary({passed, failed, skipped}) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function main() {
  const {folder, jobs, timeout, only} = parseArguments(process.argv.slice(2));
  mkdirSync(join(folder, 'test-logs'), {recursive: true});
  const waiting = listPrograms(folder, only).flatMap((program) => {
    const parts = partsOf(program, jobs), ended = [];
    return parts.map((part) => ({program, part, ended, of: parts.length}));
  });
  const total = {passed: 0, failed: 0, skipped: 0};
  const worker = async () => {
    for (let next; (next = waiting.shift());) {
      next.ended.push(await runPart(next.program, next.part, folder, timeout));
      if (next.ended.length < next.of) continue;
      const result = report(next.program, next.ended, folder);
      for (const key of Object.keys(total)) total[key] += result[key];
    }
  };
  await Promise.all(Array.from({length: jobs}, worker));
  if (total.passed + total.failed + total.skipped === 0) {
    console.log(`no GoogleTest program in ${folder}`);
    total.failed = 1;
  }
  console.log(summary(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

if (process.argv[1]?.endsWith('run_gtests.mjs')) await main();
