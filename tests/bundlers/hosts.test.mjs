// The npm package where it runs without being bundled, or while it is developed: node, Deno, Bun, workers, Vite's development
// server, and a server route of Next. Each fits a model and gives the same hash.

import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {before, test} from 'node:test';
import {BROWSERS} from '../web/browsers.mjs';
import {env, hashInNode, installed, isReady, makeProject, node, nodeMajor, run, titleOf, withServer} from './projects.mjs';

let wanted;
before(async () => {
  if (isReady) wanted = await hashInNode();
});
const skip = !isReady && 'tools/setup bundlers installs what this needs';

const FIT = "import {fit} from './page.mjs';\nconsole.log(await fit());\n";
const printed = async (program, args, folder) => (await run(program, args, {cwd: folder, env})).stdout.trim();

test('node, the newest', {skip}, async () => {
  const folder = await makeProject('newest-node', {'fit.mjs': FIT});
  assert.equal(await printed(node, ['fit.mjs'], folder), wanted);
});

test('a worker of node', {skip}, async () => {
  const folder = await makeProject('worker', {
    'fit.mjs': FIT,
    'main.mjs': "import {Worker} from 'node:worker_threads';\nnew Worker(new URL('./fit.mjs', import.meta.url));\n",
  });
  assert.equal(await printed(process.execPath, ['main.mjs'], folder), wanted);
});

const deno = join(installed, 'node_modules/@deno/linux-x64-glibc/deno');
test('Deno', {skip: skip || (!existsSync(deno) && 'there is no Deno for this processor')}, async () => {
  const folder = await makeProject('deno', {'fit.mjs': FIT, 'deno.json': '{"nodeModulesDir": "manual"}'});
  assert.equal(await printed(deno, ['run', '--allow-read', 'fit.mjs'], folder), wanted);
});

const bun = join(installed, 'node_modules/@oven/bun-linux-x64/bin/bun');
test('Bun', {skip: skip || (!existsSync(bun) && 'there is no Bun for this processor')}, async () => {
  const folder = await makeProject('bun', {'fit.mjs': FIT});
  assert.equal(await printed(bun, ['run', 'fit.mjs'], folder), wanted);
});

test(
  "Vite's development server, as it comes, with the package left out of its optimizer, and with the entry in one file",
  {skip},
  async (t) => {
    if ((await nodeMajor()) < 20) return t.skip('Vite needs node 20');
    const files = {
      'index.html': '<!doctype html><title>waiting</title><script type="module" src="/main.mjs"></script>\n',
      'main.mjs': "import {show} from './page.mjs';\nshow();\n",
    };
    const configs = [
      'export default {};\n',
      "export default {optimizeDeps: {exclude: ['pipette-ipu']}};\n",
      "export default {resolve: {alias: [{find: /^pipette-ipu$/, replacement: 'pipette-ipu/inline'}]}};\n",
    ];
    const browser = await BROWSERS.chromium.launch();
    try {
      for (const config of configs) {
        // It serves what lies in the project alone.
        const folder = await makeProject('vite-dev', {...files, 'vite.config.mjs': config}, {alone: true});
        await withServer(['vite', '--host', '127.0.0.1', '--port', '0'], {cwd: folder}, async (address) =>
          assert.equal(await titleOf(browser, address), wanted, config),
        );
      }
    } finally {
      await browser.close();
    }
  },
);

test('a server route of Next', {skip}, async (t) => {
  if ((await nodeMajor()) < 20) return t.skip('Next needs node 20');
  const folder = await makeProject('next-server', {
    'app/layout.js': 'export default ({children}) => <html><body>{children}</body></html>;\n',
    'app/page.js': 'export default () => <p>Fitting</p>;\n',
    'app/fit/route.js':
      "import {fit} from '../../page.mjs';\nexport const dynamic = 'force-dynamic';\nexport const GET = async () => new Response(await fit());\n",
    'next.config.mjs': "export default {serverExternalPackages: ['pipette-ipu']};\n",
  });
  const quiet = {...env, NEXT_TELEMETRY_DISABLED: '1'};
  await run(join(installed, 'node_modules/.bin/next'), ['build'], {cwd: folder, env: quiet});
  await withServer(['next', 'start', '--port', '0'], {cwd: folder, env: quiet}, async (address) => {
    const answer = await fetch(`${address}/fit`);
    assert.equal(await answer.text(), wanted);
  });
});
