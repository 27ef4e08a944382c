// tools/python: a program is run where one stands, with the files of this computer, as `python3` runs it.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const command = fileURLToPath(new URL('../../tools/python', import.meta.url));

/** {status, stdout, stderr} of `tools/python args` in a folder that has these files. */
function ran(files, args, check = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pipette-python-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), {recursive: true});
      writeFileSync(join(folder, path), text);
    }
    const {status, stdout, stderr} = spawnSync(command, args, {cwd: folder, encoding: 'utf8'});
    check(folder);
    return {status, stdout: stdout.replaceAll(folder, 'FOLDER'), stderr: stderr.replaceAll(folder, 'FOLDER')};
  } finally {
    rmSync(folder, {recursive: true});
  }
}

test('a program reads and writes files from where it is called, and has the modules beside it', () => {
  const main = `import os, sys
import numpy as np
import tensorflow as tf
from parts.inner import VALUE
np.save('made.npy', np.arange(VALUE, dtype=np.float32))
print(os.path.samefile(os.getcwd(), os.path.dirname(__file__) + '/..'), sys.argv[1:], open('data/a.csv').read(), end='')
`;
  const files = {'code/main.py': main, 'code/parts/inner.py': 'VALUE = 3\n', 'data/a.csv': '1,2\n'};
  const {status, stdout, stderr} = ran(files, ['code/main.py', '--steps', '2'], (folder) => {
    const bytes = readFileSync(join(folder, 'made.npy'));
    assert.deepEqual(
      new Float32Array(bytes.buffer.slice(bytes.byteOffset + bytes.length - 12).slice(0, 12)),
      Float32Array.of(0, 1, 2),
    );
  });
  assert.deepEqual([status, stdout], [0, "True ['--steps', '2'] 1,2\n"], stderr);
});

test('a mistake is told with the path of its file', () => {
  const {status, stderr} = ran({'main.py': 'import helper\n', 'helper.py': 'import tensorflow as tf\ntf.konstant(1)\n'}, [
    'main.py',
  ]);
  assert.equal(status, 1);
  assert.match(stderr, /^ {2}File "FOLDER\/main\.py", line 1, in <module>$/m);
  assert.match(stderr, /^ {2}File "FOLDER\/helper\.py", line 2, in <module>$/m);
  assert.match(stderr, /did you mean tf\.constant\?$/m);
});

test('what cannot be run is refused before anything has started', () => {
  for (const [args, message] of [
    [['none.py'], /^python: no file none\.py$/m],
    [['--data', 'x', 'main.py'], /^python: unknown option '--data'$/m],
    [['--data-dir'], /^python: --data-dir needs a folder$/m],
    [['--data-dir', 'nowhere', 'main.py'], /^python: --data-dir nowhere: .*train-images/m],
    [['--module-dir', 'nowhere', 'main.py'], /^python: no pipette\.mjs in nowhere: tools\/play --build-only makes it$/m],
  ]) {
    const {status, stderr} = ran({'main.py': 'print(1)\n'}, args);
    assert.equal(status, 2);
    assert.match(stderr, message);
  }
});
