// A page made by each bundler that people use, for production, fits a model in Chromium and gives the hash of its weights.
// `tools/setup bundlers` installs them, and the page must have been built.

import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {serve} from '../../tools/serve.mjs';
import {BROWSERS} from '../web/browsers.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = process.env.PIPETTE_MODULE_DIR ?? join(root, 'build/wasm-web/page');
const installed = join(root, 'build/bundlers');
const [nodeMajor] = process.versions.node.split('.').map(Number);

const INDEX = `<!doctype html><meta charset="utf-8"><title>waiting</title>`;
const html = (script, type = ' type="module"') => `${INDEX}<script${type} src="${script}"></script>\n`;
const MAIN = `import {show} from './page.mjs';\nshow();\n`;

/** What a project has beside page.mjs and the emulator, how it is built, where the page is then, and the node it needs. */
const BUNDLERS = {
  esbuild: {
    files: {'main.mjs': MAIN},
    build: ['esbuild', 'main.mjs', '--bundle', '--format=esm', '--minify', '--outfile=dist/main.js', '--log-level=warning'],
    // It leaves what new URL() names alone; its users copy such files beside the bundle.
    after: {'index.html': html('main.js')},
    copied: ['pipette_core.wasm', 'pipette_core.deferred.wasm'],
  },
  rollup: {
    files: {'main.mjs': MAIN},
    build: ['rollup', 'main.mjs', '--format', 'es', '--dir', 'dist', '--silent'],
    after: {'index.html': html('main.js')},
    copied: ['pipette_core.wasm', 'pipette_core.deferred.wasm'],
  },
  webpack: {
    files: {'main.mjs': MAIN},
    build: ['webpack', '--mode', 'production', '--entry', './main.mjs', '--output-path', 'dist'],
    after: {'index.html': html('main.js', ' defer')},
  },
  parcel: {
    node: 18,
    files: {'index.html': html('main.mjs'), 'main.mjs': MAIN, 'package.json': '{"private": true}'},
    build: ['parcel', 'build', 'index.html', '--no-source-maps', '--cache-dir', 'cache'],
  },
  vite: {node: 20, files: {'index.html': html('/main.mjs'), 'main.mjs': MAIN}, build: ['vite', 'build', '--logLevel', 'warn']},
  next: {
    node: 20,
    files: {
      'app/layout.js': `export default ({children}) => <html><body>{children}</body></html>;\n`,
      'app/page.js': `'use client';
import {useEffect} from 'react';
import {show} from '../page.mjs';
export default function Page() {
  useEffect(() => void show(), []);
  return <p>Fitting</p>;
}
`,
      'next.config.mjs': `export default {output: 'export', distDir: 'dist'};\n`,
      'package.json': '{"private": true}',
    },
    build: ['next', 'build'],
  },
};

const run = promisify(execFile);

function makeProject(name, {files}) {
  const folder = join(installed, 'projects', name);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(join(folder, 'app'), {recursive: true});
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  cpSync(join(root, 'tests/bundlers/page.mjs'), join(folder, 'page.mjs'));
  for (const each of ['pipette.mjs', 'pipette', 'pipette_core.mjs', 'pipette_core.wasm', 'pipette_core.deferred.wasm']) {
    cpSync(join(page, each), join(folder, 'pipette', each), {recursive: true});
  }
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function built(name, bundler) {
  const folder = makeProject(name, bundler);
  const [program, ...options] = bundler.build;
  const quiet = {NEXT_TELEMETRY_DISABLED: '1', PARCEL_WORKERS: '2'};
  try {
    await run(join(installed, 'node_modules/.bin', program), options, {cwd: folder, env: {...process.env, ...quiet}});
  } catch ({stdout, stderr}) {
    assert.fail(`${bundler.build.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
  const dist = join(folder, 'dist');
  for (const [path, text] of Object.entries(bundler.after ?? {})) writeFileSync(join(dist, path), text);
  for (const each of bundler.copied ?? []) cpSync(join(page, each), join(dist, each));
  return dist;
}

async function hashIn(browser, folder) {
  const server = await serve(folder, {port: 0});
  const tab = await browser.newPage();
  try {
    const title = tab.waitForFunction(() => !['', 'waiting'].includes(document.title) && document.title, null, {
      timeout: 60000,
    });
    await tab.goto(server.url);
    return await (await title).jsonValue();
  } finally {
    await tab.close();
    await server.close();
  }
}

/** The hash that node gives, from the files of the page as they are. */
async function hashInNode() {
  const folder = makeProject('node', {files: {'package.json': '{"private": true}'}});
  const {fit} = await import(pathToFileURL(join(folder, 'page.mjs')));
  return fit();
}

const ready = existsSync(join(installed, 'node_modules/.bin/webpack'));

test('the bundlers are installed', () => {
  assert.ok(ready, 'tools/setup bundlers installs them');
  const {version} = JSON.parse(readFileSync(join(installed, 'node_modules/webpack/package.json'), 'utf8'));
  assert.match(version, /^5\./);
});

test('production builds', {skip: !ready}, async (t) => {
  const wanted = await hashInNode();
  assert.match(wanted, /^[0-9a-f]{16}$/);
  const browser = await BROWSERS.chromium.launch();
  try {
    for (const [name, bundler] of Object.entries(BUNDLERS)) {
      const skip = nodeMajor < (bundler.node ?? 18) && `${name} needs node ${bundler.node}, and this is ${process.version}`;
      await t.test(name, {skip}, async () => assert.equal(await hashIn(browser, await built(name, bundler)), wanted));
    }
  } finally {
    await browser.close();
  }
});
