// The Python of the tutorials, from the folder that they are in: their code blocks, in order.

import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const shared = process.env.PIPETTE_SHARED_DIR ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const folder = join(shared, 'seeds');

/** Whether the tutorials are there. */
export const haveSeeds = existsSync(folder);

/** All ```python blocks of a tutorial, by the number that its file begins with, as one program. */
export function programOf(number) {
  const file = readdirSync(folder).find((name) => name.startsWith(`${number}_`));
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/^```python\n([\s\S]*?)^```/gm)].map(([, code]) => code).join('\n');
}
