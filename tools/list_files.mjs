#!/usr/bin/env node
// Lists the files of the built page that a visitor may need without a network, for web/offline.mjs.
//
//   node tools/list_files.mjs build/wasm-web/page      writes files.json there: {"version", "files": [[path, hash], ...],
//                                                                                "python": [[path, hash], ...]}
//
// A hash is SHA-256 in base64: a visitor keeps a file only where it is the one that is listed. The version is a hash of all
// of them, so that a visitor who has this set fetches none of it again. The interpreter of Python, which is larger than all
// else, is a set of its own: only who has used it keeps it. Types, licences and
// what only a server reads stay out. A folder's page is listed as the folder, which is how it is asked for.

import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const LEFT_OUT = /\.d\.m?ts$|\.txt$|^files\.json$|^service_worker\.js$|\/report\.d\.mts$/;
const PYTHON = 'python/pyodide/';
const READ_AS_TEXT = 'profile/modules.txt'; // by what writes reports

export function filesOfPage(folder) {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(folder, '/').length))
    .filter((path) => !LEFT_OUT.test(path) || path === READ_AS_TEXT)
    .sort();
  const hashes = files.map((path) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('base64'),
  );
  const listed = files.map((path, i) => [path.replace(/(^|\/)index\.html$/, '$1'), hashes[i]]);
  const isPython = ([path]) => path.startsWith(PYTHON);
  return {
    version: createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 16),
    files: listed.filter((each) => !isPython(each)),
    python: listed.filter(isPython),
  };
}

function main([folder]) {
  if (!folder) throw new Error('usage: node tools/list_files.mjs PAGE-FOLDER');
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(filesOfPage(folder))}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
