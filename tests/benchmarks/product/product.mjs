#!/usr/bin/env node
// What a user gets: microseconds a mini-batch of `pipette run` and of pipette.mjs, dataset, feeds,
// engine, trace and all, every loss read; with --peers, of other libraries in the same run.
//
//   node tests/benchmarks/product/product.mjs [--only native|node|chromium] [--rounds N]
//     [--workload W1] [--data-dir MNIST] [--peers FOLDER] [--json]
//
// Three kinds of images: dense (no pixel is black), generated digits, and real MNIST where --data-dir
// has it. Native figures are differences of a long and a short run, so loading and drawing are out of
// them. --peers takes the folder into which tools/benchmark installed the other libraries; Eigen's step by
// hand comes from step_benchmark, which it built. In Chromium 10,000 steps are timed as well, from
// createSession() to the accuracy.

import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {cp, mkdir, readFile} from 'node:fs/promises';
import {dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';

import {serve} from '../../../tools/serve.mjs';
import {denseImages, filesOf} from './data.mjs';
import {WORKLOADS, firstEpoch, median, timeSessions} from './workloads.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const {values: options} = parseArgs({
  options: {
    only: {type: 'string'},
    rounds: {type: 'string', default: '9'},
    workload: {type: 'string'},
    'data-dir': {type: 'string'},
    peers: {type: 'string'},
    json: {type: 'boolean'},
  },
});
const rounds = Number(options.rounds);
const workloads = WORKLOADS.filter(({name}) => (options.workload ?? name) === name);
const names = workloads.map(({name}) => name);
const rows = [];

function add(environment, implementation, data, times) {
  for (const [workload, us] of Object.entries(times)) {
    rows.push({environment, implementation, data, workload, us});
  }
}

// Native: processes in turn.
function timePrograms(kinds) {
  const run = (workload, folder, steps) => {
    const text = execFileSync(
      join(root, 'build/native/pipette'),
      [...workload.command, '--steps', String(steps), '--json', ...(folder ? ['--data-dir', folder] : [])],
      {maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore']},
    );
    return JSON.parse(text).real.seconds * 1e6;
  };
  const times = {};
  for (let round = 0; round < rounds; ++round) {
    for (const [data, folder] of kinds) {
      for (const workload of workloads) {
        const {long, name, miniBatches} = workload;
        const begin = firstEpoch(workload);
        const us = run(workload, folder, begin + long) - run(workload, folder, begin);
        ((times[data] ??= {})[name] ??= []).push(us / (long * miniBatches));
      }
    }
  }
  for (const [data, byName] of Object.entries(times)) {
    add('native', 'Pipette', data, Object.fromEntries(Object.entries(byName).map(([name, list]) => [name, median(list)])));
  }
}

async function timeInNode(kinds) {
  const {createPipette} = await import(pathToFileURL(join(root, 'build/wasm-web/page/pipette.mjs')));
  for (const [data, folder] of kinds) {
    const files =
      folder &&
      Object.fromEntries(
        await Promise.all(Object.entries(filesOf(folder)).map(async ([key, path]) => [key, await readFile(path)])),
      );
    add('node', 'Pipette', data, await timeSessions(createPipette, files, rounds, names));
  }
}

/** Calls `f(page, url)` with a page of Chromium on a server of the repository's folder. */
async function inChromium(f) {
  const {chromium} = await import('@playwright/test');
  const {CHROMIUM} = await import('../../web/browsers.mjs');
  const server = await serve(root, {port: 0});
  const browser = await chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox']});
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(new URL('tests/benchmarks/product/blank.html', server.url).href);
    return await f(page, (path) => new URL(relative(root, path), server.url).href);
  } finally {
    await browser.close();
    await server.close();
  }
}

const builtModules = (url) => ({
  module: url(join(root, 'build/wasm-web/page/pipette.mjs')),
  workloads: url(join(here, 'workloads.mjs')),
});

const toAccuracy = {};

async function timeInChromium(kinds) {
  Object.assign(
    toAccuracy,
    await inChromium((page, url) =>
      page.evaluate(
        async ({module, workloads, rounds}) => {
          const {createPipette} = await import(module);
          const {timeToAccuracy} = await import(workloads);
          return timeToAccuracy(createPipette, rounds);
        },
        {...builtModules(url), rounds},
      ),
    ),
  );
  for (const [data, folder] of kinds) {
    add(
      'chromium',
      'Pipette',
      data,
      await inChromium((page, url) =>
        page.evaluate(
          async ({module, workloads, files, rounds, names}) => {
            const {createPipette} = await import(module);
            const {timeSessions} = await import(workloads);
            const urls = files && Object.fromEntries(Object.entries(files).map(([key, at]) => [key, new URL(at)]));
            return timeSessions(createPipette, urls, rounds, names);
          },
          {
            ...builtModules(url),
            files: folder && Object.fromEntries(Object.entries(filesOf(folder)).map(([key, path]) => [key, url(path)])),
            rounds,
            names,
          },
        ),
      ),
    );
  }
}

// W1 alone: the same step in Eigen's expressions, and by our kernels with nothing around them.
function timeEigen(environment, program, ...args) {
  const out = execFileSync(program, [...args, '--rounds', String(5 * rounds), '--json'], {maxBuffer: 1 << 26});
  for (const {implementation, us} of JSON.parse(out)) {
    if (implementation.startsWith('emulated')) continue;
    // Its images are black at random; our kernels leave terms out where four of them are.
    const data = implementation.startsWith('bare') ? '3/4 black' : 'dense';
    add(environment, implementation, data, {W1: us / 10});
  }
}

// Other libraries train on dense images: they multiply zeros like anything else.
async function timePeers(environment) {
  if (environment === 'native') {
    const out = execFileSync('/usr/bin/python3', [join(here, '../peers/torch_steps.py'), '--rounds', String(rounds)], {
      env: {...process.env, OMP_NUM_THREADS: '1'},
    });
    for (const {name, times} of JSON.parse(out)) add('native', name, 'dense', times);
    timeEigen('native', join(root, 'build/native/tests/benchmarks/step_benchmark'));
    return;
  }
  if (environment !== 'chromium') return;
  timeEigen(
    'chromium',
    process.execPath,
    join(here, '../run_in_chromium.mjs'),
    join(root, 'build/wasm-benchmark/tests/benchmarks/step_benchmark.js'),
  );
  const modules = join(options.peers, 'node_modules');
  const graph = join(options.peers, 'step.onnx');
  execFileSync('/usr/bin/python3', [join(here, '../peers/onnx_step.py'), graph]);
  add(
    'chromium',
    'onnxruntime-web',
    'dense',
    await inChromium((page, url) =>
      page.evaluate(
        async ({module, library, files, graph, rounds}) => {
          const {timeOnnxRuntime} = await import(module);
          return timeOnnxRuntime(await import(library), files, graph, rounds);
        },
        {
          module: url(join(here, '../peers/onnx_steps.mjs')),
          library: url(join(modules, 'onnxruntime-web/dist/ort.wasm.min.mjs')),
          files: `${url(join(modules, 'onnxruntime-web/dist'))}/`,
          graph: url(graph),
          rounds,
        },
      ),
    ),
  );
  add(
    'chromium',
    'TensorFlow.js',
    'dense',
    await inChromium(async (page, url) => {
      const tensorflow = join(modules, '@tensorflow');
      for (const script of ['tfjs/dist/tf.min.js', 'tfjs-backend-wasm/dist/tf-backend-wasm.min.js']) {
        await page.addScriptTag({url: url(join(tensorflow, script))});
      }
      return page.evaluate(
        async ({module, wasm, rounds}) => {
          const {timeTensorFlow} = await import(module);
          return timeTensorFlow(globalThis.tf, wasm, rounds);
        },
        {
          module: url(join(here, '../peers/tfjs_steps.mjs')),
          wasm: `${url(join(tensorflow, 'tfjs-backend-wasm/dist'))}/`,
          rounds,
        },
      );
    }),
  );
}

const folder = join(root, 'build/benchmarks');
await mkdir(folder, {recursive: true});
const kinds = [
  ['dense', await denseImages(join(folder, 'dense'))],
  ['digits', null],
];
const mnist = options['data-dir'];
if (mnist) {
  if (!existsSync(filesOf(mnist).trainImages)) throw new Error(`${mnist}: no MNIST there`);
  // Where the server of the pages can reach it.
  await cp(mnist, join(folder, 'mnist'), {recursive: true});
  kinds.push(['mnist', join(folder, 'mnist')]);
}
const environments = {native: timePrograms, node: timeInNode, chromium: timeInChromium};
for (const [environment, time] of Object.entries(environments)) {
  if (options.only && options.only !== environment) continue;
  await time(kinds);
  if (options.peers) await timePeers(environment);
}
if (options.json) {
  console.log(JSON.stringify({rows, toAccuracy}, null, 1));
} else {
  const {printProduct} = await import('../../../tools/benchmark_table.mjs');
  printProduct({rows, toAccuracy});
}
