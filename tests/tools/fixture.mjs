// What the tests of the tools share.

import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import nodeTest from 'node:test';

/** A test that gets {folder}, an empty temporary folder that is removed afterwards. */
export function test(name, body) {
  nodeTest(name, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pipette-tools-'));
    try {
      await body({folder});
    } finally {
      await rm(folder, {recursive: true});
    }
  });
}
