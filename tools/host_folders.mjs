// The folders of this computer in Pyodide's file system, at the same paths: a program reads and writes files as natively.

import {readdirSync, statSync} from 'node:fs';

function isFolder(path) {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** All below `at`, but for what the interpreter has there itself: its library, its devices and its home. */
export function mountHost({FS: fs}, at = '') {
  for (const name of readdirSync(at || '/')) {
    const path = `${at}/${name}`;
    if (!isFolder(path) || ['/lib', '/dev', '/proc'].includes(path)) continue;
    const {exists} = fs.analyzePath(path);
    if (exists && fs.readdir(path).length > 2) {
      if (at === '') mountHost({FS: fs}, path);
      continue;
    }
    if (!exists) fs.mkdir(path);
    fs.mount(fs.filesystems.NODEFS, {root: path}, path);
  }
}
