#!/usr/bin/env node
// Lays the built page out as a package for npm: every file of the page, an entry that holds the WebAssembly in itself, one
// for require(), and the package.json that names what others may import.
//
//   node tools/npm_package.mjs build/wasm-web/page build/package/npm
//
// Name, version, licence and the oldest node stand in this repository's own package.json.

import {cpSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

// Each entry with its types; what begins with "./" is a file of the package.
const module = (file, types = file.replace(/\.mjs$/, '.d.mts')) => ({types, default: file});
const EXPORTS = {
  '.': {import: module('./pipette.mjs'), require: {types: './pipette.d.cts', default: './pipette.cjs'}},
  './inline': module('./inline.mjs'),
  './queues': module('./queues/pipette_queues.mjs'),
  './queues/snapshot': module('./queues/snapshot.mjs'),
  './profile': module('./profile/element.mjs'),
  './profile/view': module('./profile/view.mjs'),
  './profile/report': module('./profile/report.mjs'),
  './cells': module('./lessons/cells.mjs'),
  './app': './index.html',
  './app/*': './*',
  './pipette_core.wasm': './pipette_core.wasm',
  './pipette_core.deferred.wasm': './pipette_core.deferred.wasm',
  './package.json': './package.json',
};
// What does something when it is imported: elements that are defined, the page, and what runs in a worker or a frame.
const SIDE_EFFECTS = [
  './queues/pipette_queues.mjs',
  './profile/element.mjs',
  './profile/start.mjs',
  './lessons/*',
  './main.mjs',
  './loading.js',
  './pipette_app.js',
  './service_worker.js',
];

// require() of an ES module is new in node 22: this way it works wherever import() does.
const CJS = `'use strict';
exports.createPipette = async (options) => (await import('./pipette.mjs')).createPipette(options);
`;
const CJS_TYPES = `// Types of pipette.cjs, which loads pipette.mjs: everything else of it is reached through what it gives.
import type * as api from './pipette.mjs' with {'resolution-mode': 'import'};
export function createPipette(options?: api.CreateOptions): Promise<api.Pipette>;
`;
const INLINE_TYPES = `// Types of inline.mjs: pipette.mjs with the emulator inside, in one file.
export * from './pipette.mjs';
`;

/** pipette.mjs, all its modules and both parts of the emulator, in one file that asks for no other. */
async function inlined(folder) {
  const contents = `
import first from './pipette_core.wasm';
import later from './pipette_core.deferred.wasm';
import {createPipette as create} from './pipette.mjs';
export * from './pipette.mjs';
export const createPipette = (options = {}) => create({wasm: first, deferred: later, ...options});
`;
  const {outputFiles} = await build({
    stdin: {contents, resolveDir: folder, sourcefile: 'inline.mjs'},
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    external: ['module'],
    target: 'es2022',
    loader: {'.wasm': 'binary'},
    minify: true,
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].contents;
}

/** How many bytes a page loads that imports `file` and nothing else: bundled, minified and gzipped. */
async function loadedBytes(file) {
  let bytes = readFileSync(file);
  if (file.endsWith('.mjs')) {
    const {outputFiles} = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'neutral',
      external: ['module', 'node:*'],
      write: false,
    });
    bytes = outputFiles[0].contents;
  }
  return gzipSync(bytes, {level: 9}).length;
}

/** The text of the README, whose table of entries gets a column with their sizes: they change with every build. */
async function withSizes(text, name, folder) {
  const lines = [];
  for (const line of text.split('\n')) {
    const entry = line.match(/^\| `([^`]+)` \|/)?.[1];
    if (entry) {
      let file = EXPORTS[entry.replace(name, '.')];
      if (!file) throw new Error(`docs/package.md names ${entry}, which the package does not export`);
      while (typeof file !== 'string') file = file.import ?? file.default;
      const size = file.endsWith('.html') ? '' : Math.ceil((await loadedBytes(join(folder, file))) / 1000).toLocaleString('en');
      lines.push(`${line} ${size} |`);
    } else if (/^\| import \|/.test(line)) {
      lines.push(`${line} KB |`);
    } else {
      lines.push(/^\|[-|]+\|$/.test(line) ? `${line}--:|` : line);
    }
  }
  return lines.join('\n');
}

export async function layOut(page, folder) {
  const {name, version, license, engines} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  cpSync(page, folder, {recursive: true});
  const description = {
    name,
    version,
    description: 'An emulated IPU system that trains real networks: its emulator, its pictures and its page',
    license,
    keywords: ['ipu', 'emulator', 'machine-learning', 'webassembly', 'pipeline', 'teaching'],
    type: 'module',
    main: './pipette.cjs',
    module: './pipette.mjs',
    browser: './pipette.mjs',
    types: './pipette.d.mts',
    exports: EXPORTS,
    sideEffects: SIDE_EFFECTS,
    files: ['**/*'],
    engines,
  };
  const texts = {
    'package.json': `${JSON.stringify(description, null, 2)}\n`,
    'pipette.cjs': CJS,
    'pipette.d.cts': CJS_TYPES,
    'inline.d.mts': INLINE_TYPES,
    'inline.mjs': await inlined(folder),
    LICENSE: readFileSync(join(root, 'LICENSE')),
    NOTICE: readFileSync(join(root, 'NOTICE')),
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  const readme = readFileSync(join(root, 'docs/package.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), await withSizes(readme, name, folder));
  return {name, version};
}

async function main([page, folder]) {
  if (!folder) throw new Error('usage: node tools/npm_package.mjs PAGE-FOLDER PACKAGE-FOLDER');
  await layOut(page, folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
