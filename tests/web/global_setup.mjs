// Before the first test: there is a page.

import {existsSync} from 'node:fs';
import {PAGE_FOLDER} from './harness.mjs';

export default function checkPage() {
  if (!existsSync(`${PAGE_FOLDER}/index.html`)) throw new Error(`no page in ${PAGE_FOLDER}: run tools/play --build-only first`);
}
