#!/usr/bin/env node
// The Python packages of the repository as {path: text}, which web/python/interpreter.mjs takes, and the programs beside them.
//
//   node tools/python_packages.mjs python build/wasm-web/page/python      writes packages.json and programs.json there

import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

export function packagesIn(root, at = root) {
  return Object.fromEntries(
    readdirSync(at, {withFileTypes: true}).flatMap((entry) => {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        const apart = entry.name === '__pycache__' || (at === root && entry.name === 'programs');
        return apart ? [] : Object.entries(packagesIn(root, path));
      }
      return entry.name.endsWith('.py') ? [[relative(root, path), readFileSync(path, 'utf8')]] : [];
    }),
  );
}

/** The programs to begin with. */
export const programsIn = (root) => packagesIn(join(root, 'programs'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [root, folder] = process.argv.slice(2);
  if (!folder) throw new Error('usage: node tools/python_packages.mjs FOLDER PAGE-FOLDER');
  writeFileSync(join(folder, 'packages.json'), JSON.stringify(packagesIn(root)));
  writeFileSync(join(folder, 'programs.json'), JSON.stringify(programsIn(root)));
}
