// A page made by each bundler that people use, for production, from the npm package, fits a model in Chromium and gives the hash of
// its weights. `tools/setup bundlers` installs them, and the page must have been built.

import assert from 'node:assert/strict';
import {cpSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {serve} from '../../tools/serve.mjs';
import {BROWSERS} from '../web/browsers.mjs';
import {
  env,
  hashInNode,
  installed,
  installPackage,
  isReady,
  makeProject,
  nodeMajor,
  readJson,
  run,
  titleOf,
} from './projects.mjs';

const INDEX = `<!doctype html><meta charset="utf-8"><title>waiting</title>`;
const html = (script, type = ' type="module"') => `${INDEX}<script${type} src="${script}"></script>\n`;
const MAIN = `import {show} from './page.mjs';\nshow();\n`;

/** What a project has beside page.mjs, how it is built, where the page is then, and the node it needs. */
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
    build: ['rollup', 'main.mjs', '--format', 'es', '--dir', 'dist', '--silent', '--plugin', 'node-resolve={browser: true}'],
    after: {'index.html': html('main.js')},
    copied: ['pipette_core.wasm', 'pipette_core.deferred.wasm'],
  },
  webpack: {
    files: {'main.mjs': MAIN},
    build: ['webpack', '--mode', 'production', '--entry', './main.mjs', '--output-path', 'dist'],
    after: {'index.html': html('main.js', ' defer')},
  },
  parcel: {
    files: {'index.html': html('main.mjs'), 'main.mjs': MAIN},
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
    },
    build: ['next', 'build'],
  },
};

async function built(name, bundler) {
  const folder = await makeProject(name, bundler.files);
  const [program, ...options] = bundler.build;
  const quiet = {NEXT_TELEMETRY_DISABLED: '1', PARCEL_WORKERS: '2'};
  try {
    await run(join(installed, 'node_modules/.bin', program), options, {cwd: folder, env: {...env, ...quiet}});
  } catch ({stdout, stderr}) {
    assert.fail(`${bundler.build.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
  const dist = join(folder, 'dist');
  const {folder: files} = await installPackage();
  for (const [path, text] of Object.entries(bundler.after ?? {})) writeFileSync(join(dist, path), text);
  for (const each of bundler.copied ?? []) cpSync(join(files, each), join(dist, each));
  return dist;
}

async function hashIn(browser, folder) {
  const server = await serve(folder, {port: 0});
  try {
    return await titleOf(browser, server.url);
  } finally {
    await server.close();
  }
}

test('the bundlers are installed', () => {
  assert.ok(isReady, 'tools/setup bundlers installs them');
  const {version} = readJson(join(installed, 'node_modules/webpack/package.json'));
  assert.match(version, /^5\./);
});

test('production builds', {skip: !isReady}, async (t) => {
  const wanted = await hashInNode();
  assert.match(wanted, /^[0-9a-f]{16}$/);
  const major = await nodeMajor();
  const browser = await BROWSERS.chromium.launch();
  try {
    for (const [name, bundler] of Object.entries(BUNDLERS)) {
      const skip = major < (bundler.node ?? 18) && `${name} needs node ${bundler.node}, and there is node ${major}`;
      await t.test(name, {skip}, async () => assert.equal(await hashIn(browser, await built(name, bundler)), wanted));
    }
  } finally {
    await browser.close();
  }
});
