// Every command of the program in the blocks of these pages is one that works.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = process.env.PIPETTE_PROGRAM_DIR ?? join(root, 'build/test');
const folder = mkdtempSync(join(tmpdir(), 'pipette-docs-'));
after(() => rmSync(folder, {recursive: true}));

/** The commands in the blocks of a page, without what is said behind them. */
const commandsOf = (page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^ {4}((?:\w+='[^']*' )?pipette .*)$/gm)].map(([, line]) =>
    line.replace(/\s+#.*$/, ''),
  );

// A page shows what people would type; here few steps are enough, and the results of one command are there for the next.
const TRAINS = /\bpipette (run|train|profile|sweep) /;
const short = (line) =>
  TRAINS.test(line) && !/--(steps|until|experiment|help|code)\b/.test(line) ? line.replace(TRAINS, '$&--steps 20 ') : line;
// What needs more than the page says: class codes, and a program that reads.
const LEFT_OUT = /^pipette (grade|manual) /;

const PAGES = ['docs/command-line.md', 'docs/tutorials.md', 'docs/profile.md'];

test('the commands of the documentation work', {timeout: 600_000}, () => {
  const commands = PAGES.flatMap(commandsOf).filter((line) => !LEFT_OUT.test(line));
  assert.ok(commands.length >= 30, `${commands.length} commands`);
  for (const line of commands) {
    const result = spawnSync('bash', ['-c', short(line)], {
      cwd: folder,
      encoding: 'utf8',
      env: {...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`},
    });
    const met = line.includes('--until') && result.status === 1; // it says so itself
    assert.ok(result.status === 0 || met, `${short(line)}: ${result.status} ${result.stderr}`);
  }
});
