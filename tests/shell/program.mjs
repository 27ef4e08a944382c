// The program, in a folder of its own.
//
//   const {folder, run, interrupted} = program('sweep');
//   run('list').stdout
//   await interrupted(50, 'SIGKILL', ['run', 'loops'])   // what ended it: 'SIGKILL', or its exit code

import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after} from 'node:test';
import {fileURLToPath} from 'node:url';

const built = process.env.PIPETTE_PROGRAM_DIR ?? fileURLToPath(new URL('../../build/test', import.meta.url));
const pipette = join(built, 'pipette');

export function program(name) {
  const folder = mkdtempSync(join(tmpdir(), `pipette-${name}-`));
  after(() => rmSync(folder, {recursive: true}));
  return {
    folder,
    pipette,
    /** The same, for several processes under mpirun. */
    pipetteMpi: join(built, 'pipette-mpi'),
    run: (...args) => spawnSync(pipette, args, {cwd: folder, encoding: 'utf8'}),
    /** Starts it, and ends it after so many milliseconds with a signal. */
    interrupted: (milliseconds, signal, args) =>
      new Promise((resolve) => {
        const child = spawn(pipette, args, {cwd: folder, stdio: 'ignore'});
        const timer = setTimeout(() => child.kill(signal), milliseconds);
        child.on('exit', (code, by) => {
          clearTimeout(timer);
          resolve(by ?? code);
        });
      }),
  };
}
