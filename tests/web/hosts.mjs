// Pages of other origins that have ours in a frame.

import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {serve} from '../../tools/serve.mjs';
import {eventually} from './harness.mjs';

/** Calls `use` with the address of a page of another origin that has `html` in it. */
export async function withHost(html, use) {
  const folder = await mkdtemp(join(tmpdir(), 'pipette-frame-'));
  await writeFile(join(folder, 'index.html'), `<!doctype html><title>host</title><link rel="icon" href="data:,">${html}`);
  const host = await serve(folder);
  try {
    await use(host.url);
  } finally {
    await host.close();
    await rm(folder, {recursive: true});
  }
}

export const frameAt = (page, url) => eventually('the frame', () => page.frames().find((f) => f.url() === url));
