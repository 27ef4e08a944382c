// The Python packages of the repository as {path: text}, which web/python/interpreter.mjs takes.

import {readFileSync, readdirSync} from 'node:fs';
import {join, relative} from 'node:path';

export function packagesIn(root, at = root) {
  return Object.fromEntries(
    readdirSync(at, {withFileTypes: true}).flatMap((entry) => {
      const path = join(at, entry.name);
      if (entry.isDirectory()) return entry.name === '__pycache__' ? [] : Object.entries(packagesIn(root, path));
      return entry.name.endsWith('.py') ? [[relative(root, path), readFileSync(path, 'utf8')]] : [];
    }),
  );
}
